#include "report/rows.h"

#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "record/metric.h"
#include "record/strbuf.h"
#include "report/cost.h"
#include "report/reference.h"

/* A row to be: a metric of a group. */
struct plan {
    size_t family; /* the group of the total, or the group itself */
    size_t group;
    const char *metric;
    long metric_order;
    bool is_part, is_cost;
};

struct plans {
    struct plan *at;
    size_t nr, room;
};

static bool is_asked(const struct compare_options *options, const char *metric)
{
    for (size_t i = 0; i < options->metrics_nr; i++)
        if (!strcmp(options->metrics[i], metric))
            return true;
    return false;
}

static bool is_asked_too(const struct compare_options *options, const char *metric)
{
    for (size_t i = 0; i < options->also_nr; i++)
        if (!strcmp(options->also[i], metric))
            return true;
    return false;
}

static void gather_record(const struct record *record, struct table *names)
{
    for (size_t m = 0; m < record->metrics_nr; m++) {
        const char *name = record_metric_at(record, m).name;
        table_add(names, name, strlen(name));
    }
    for (size_t m = 0; m < record->bounds_nr; m++)
        table_add(names, record->bounds[m].name, strlen(record->bounds[m].name));
}

/* Gathers the names of the metrics and bounds of a group's records, which mostly share the
 * list of the former. */
static void gather_metrics(const struct rows_group *group, struct table *names)
{
    struct table *met = table_new();
    for (size_t i = 0; i < group->nr; i++)
        for (size_t k = 0; k < group->at[i]->nr; k++) {
            const struct record *record = group->at[i]->records[k];
            size_t known = table_nr(met);
            if (table_add(met, &record->forms, sizeof record->forms) == known || record->bounds_nr)
                gather_record(record, names);
        }
    table_free(met);
}

/* Whether a group has a value for a metric that its records do not state. */
static bool has_computed(const struct rows_group *group, const char *metric)
{
    struct compare_sample sample;
    for (size_t i = 0; i < group->nr; i++)
        if (measure_value(group->at[i], metric, &sample))
            return true;
    return false;
}

/* Adds the metrics asked for that can be computed: costs, percentiles of histograms. */
static void gather_asked(const char *const *metrics, size_t nr, const struct rows_group *group,
                         struct table *names)
{
    for (size_t i = 0; i < nr; i++)
        if ((cost_find(metrics[i]) || metric_percentile(metrics[i]) >= 0) &&
            has_computed(group, metrics[i]))
            table_add(names, metrics[i], strlen(metrics[i]));
}

/* Whether the records of a group have metrics that a cost can be made of. */
static bool has_parts(const struct table *metrics, const char *cost)
{
    const char *prefix = cost_parts(cost);
    for (size_t i = 0; i < table_nr(metrics); i++)
        if (!strncmp(table_key(metrics, i), prefix, strlen(prefix)))
            return true;
    return false;
}

/* Adds the costs that are shown without being asked for; metrics are those of the records. */
static void gather_costs(const struct compare_options *options, const struct rows_group *group,
                         const struct table *metrics, struct table *names)
{
    size_t nr;
    const struct metric *costs = cost_list(&nr);
    for (size_t i = 0; i < nr; i++)
        if (!is_asked_too(options, costs[i].name) && has_parts(metrics, costs[i].name) &&
            cost_is_default(group->at[0], costs[i].name) && has_computed(group, costs[i].name))
            table_add(names, costs[i].name, strlen(costs[i].name));
}

/* How well a metric stands for a group when none was asked for: 0 best. */
static int metric_rank(const char *name)
{
    const struct metric *metric = metric_find(name);
    if (!metric)
        return 4;
    if (metric->is_primary)
        return 0;
    if (!strcmp(name, "iops"))
        return 1;
    return metric->better == METRIC_NEITHER ? 3 : 2;
}

static void add_plan(const struct rows_builder *builder, size_t group, const char *metric,
                     struct plans *plans)
{
    size_t total = builder->groups[group].total;
    bool is_part = total != TABLE_NONE && builder->groups[total].is_kept;
    plans->at = memory_grow(plans->at, plans->nr, &plans->room, sizeof *plans->at);
    plans->at[plans->nr++] = (struct plan){.family = is_part ? total : group,
                                           .group = group,
                                           .metric = arena_string(builder->pairing->arena, metric),
                                           .metric_order = cost_order(metric),
                                           .is_part = is_part,
                                           .is_cost = cost_find(metric) != NULL};
}

/* Adds the rows of a group: the metrics asked for; else all primary ones; else the
 * first of the best rank; and what it cost. */
static void plan_group(const struct rows_builder *builder, size_t group, struct plans *plans)
{
    const struct compare_options *options = builder->pairing->options;
    const struct rows_group *at = &builder->groups[group];
    struct table *names = table_new(), *costs = table_new();
    gather_metrics(at, names);
    gather_asked(options->metrics, options->metrics_nr, at, names);
    gather_asked(options->also, options->also_nr, at, names);
    int best = 5;
    long first = 0;
    for (size_t i = 0; i < table_nr(names); i++) {
        int rank = metric_rank(table_key(names, i));
        long order = metric_order(table_key(names, i));
        if (rank < best || (rank == best && order < first)) {
            best = rank;
            first = order;
        }
    }
    for (size_t i = 0; i < table_nr(names); i++) {
        const char *name = table_key(names, i);
        if (is_asked_too(options, name) ||
            (options->metrics_nr
                 ? is_asked(options, name)
                 : metric_rank(name) == best && (!best || metric_order(name) == first)))
            add_plan(builder, group, name, plans);
    }
    if (!options->metrics_nr && builder->factor != PAIRING_NO_FACTOR)
        gather_costs(options, at, names, costs);
    for (size_t i = 0; i < table_nr(costs); i++)
        add_plan(builder, group, table_key(costs, i), plans);
    table_free(names);
    table_free(costs);
}

static int compare_plans(const void *a, const void *b)
{
    const struct plan *left = a, *right = b;
    if (left->is_cost != right->is_cost)
        return left->is_cost - right->is_cost;
    if (left->is_cost && left->metric_order != right->metric_order)
        return left->metric_order < right->metric_order ? -1 : 1;
    if (left->family != right->family)
        return left->family < right->family ? -1 : 1;
    if (left->metric_order != right->metric_order)
        return left->metric_order < right->metric_order ? -1 : 1;
    int names = strcmp(left->metric, right->metric);
    if (names)
        return names;
    return left->group < right->group ? -1 : left->group > right->group;
}

/* Fills the cells of a row; returns how many of them have samples. */
static size_t fill_cells(const struct rows_builder *builder, const struct rows_group *group,
                         struct compare_row *row, size_t levels)
{
    struct arena *arena = builder->pairing->arena;
    row->cells = arena_alloc(arena, levels * sizeof *row->cells);
    size_t *counts = memory_alloc((levels + 1) * sizeof *counts);
    size_t filled = 0;
    bool is_free = builder->factor == PAIRING_NO_FACTOR;
    for (size_t i = 0; i < group->nr; i++)
        counts[is_free ? 0 : builder->place[group->at[i]->levels[builder->factor]]]++;
    for (size_t i = 0; i < levels; i++)
        if (counts[i])
            row->cells[i].samples = arena_alloc(arena, counts[i] * sizeof *row->cells[i].samples);
    for (size_t i = 0; i < group->nr; i++) {
        size_t level = is_free ? 0 : builder->place[group->at[i]->levels[builder->factor]];
        struct compare_cell *cell = &row->cells[level];
        if (!measure_value(group->at[i], row->metric, &cell->samples[cell->nr]))
            continue;
        filled += !cell->nr;
        cell->nr++;
        if (group->at[i]->nr > cell->jobs_nr)
            cell->jobs_nr = group->at[i]->nr;
    }
    free(counts);
    return filled;
}

/* For each op: which keys vary among its kept groups, so that a row names only
 * what tells it from its neighbours. */
struct variety {
    struct table *ops;
    uint32_t *first; /* op number times keys */
    bool *varies;
};

static struct variety find_variety(const struct rows_builder *builder)
{
    struct variety variety = {.ops = table_new()};
    size_t keys = builder->keys.nr;
    for (size_t g = 0; g < builder->groups_nr; g++)
        table_add(variety.ops, builder->groups[g].at[0]->op, strlen(builder->groups[g].at[0]->op));
    size_t nr = table_nr(variety.ops) * keys + 1;
    variety.first = memory_alloc(nr * sizeof *variety.first);
    variety.varies = memory_alloc(nr * sizeof *variety.varies);
    bool *is_met = memory_alloc((table_nr(variety.ops) + 1) * sizeof *is_met);
    for (size_t g = 0; g < builder->groups_nr; g++) {
        const struct measure *measure = builder->groups[g].at[0];
        size_t op = table_find(variety.ops, measure->op, strlen(measure->op));
        if (!builder->groups[g].is_kept)
            continue;
        for (size_t k = 0; k < keys; k++) {
            uint32_t level = measure->levels[builder->keys.at[k]];
            if (is_met[op] && variety.first[op * keys + k] != level)
                variety.varies[op * keys + k] = true;
            variety.first[op * keys + k] = level;
        }
        is_met[op] = true;
    }
    free(is_met);
    return variety;
}

/* Whether the groups stay apart without a key.  A file or message that only
 * repeats what other keys say need not be named. */
static bool is_redundant(const struct rows_builder *builder, size_t key)
{
    enum attribute_kind kind = builder->pairing->attributes.at[builder->keys.at[key]].kind;
    if (kind != ATTRIBUTE_FILE && kind != ATTRIBUTE_MESSAGE)
        return false;
    struct table *rest = table_new();
    struct strbuf text = STRBUF_INIT;
    for (size_t g = 0; g < builder->groups_nr; g++) {
        const struct measure *measure = builder->groups[g].at[0];
        strbuf_cut(&text, 0);
        for (size_t k = 0; k < builder->keys.nr; k++)
            if (k != key && !builder->redundant[k])
                strbuf_add(&text, (const char *)&measure->levels[builder->keys.at[k]],
                           sizeof *measure->levels);
        strbuf_string(&text, measure->op);
        table_add(rest, text.text, text.length);
    }
    bool redundant = table_nr(rest) == builder->groups_nr;
    table_free(rest);
    strbuf_free(&text);
    return redundant;
}

/* From the last key on, so that of message and file the file stays. */
static void find_redundant(struct rows_builder *builder)
{
    builder->redundant = memory_alloc((builder->keys.nr + 1) * sizeof *builder->redundant);
    for (size_t k = builder->keys.nr; k-- > 0;)
        builder->redundant[k] = is_redundant(builder, k);
}

static void free_variety(struct variety *variety)
{
    table_free(variety->ops);
    free(variety->first);
    free(variety->varies);
}

/* Names the keys that vary, and gives the row its id. */
static void describe(const struct rows_builder *builder, const struct variety *variety,
                     const struct measure *measure, const char *factor, struct compare_row *row)
{
    struct arena *arena = builder->pairing->arena;
    const struct attribute_list *attributes = &builder->pairing->attributes;
    struct strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "%s\n%s\n%s", factor, row->metric, row->op);
    size_t op = table_find(variety->ops, measure->op, strlen(measure->op));
    for (size_t k = 0; k < builder->keys.nr; k++) {
        if (!variety->varies[op * builder->keys.nr + k] || builder->redundant[k])
            continue;
        const struct attribute *attribute = &attributes->at[builder->keys.at[k]];
        uint32_t level = measure->levels[builder->keys.at[k]];
        const char *name = level ? attribute->levels[level - 1] : "(none)";
        char canonical[256];
        attribute_canonical(canonical, sizeof canonical, name);
        strbuf_printf(&text, "\n%s=%s", attribute->name, canonical);
        /* A setting that is not stated is no level: its neighbours name theirs. */
        if (!level && attribute->kind != ATTRIBUTE_CONFIG && attribute->kind != ATTRIBUTE_JOINED)
            continue;
        size_t room = row->where.room;
        row->where.at =
            arena_grow(arena, row->where.at, row->where.nr, &room, sizeof *row->where.at);
        row->where.room = (uint32_t)room;
        row->where.at[row->where.nr++] = (struct record_pair){attribute->name, name};
    }
    row->id = record_hash(arena, text.text, text.length);
    strbuf_free(&text);
}

static void set_mix_shift(const struct rows_group *group, struct compare_row *row)
{
    double least = 2, most = -1;
    for (size_t i = 0; i < group->nr; i++) {
        double share = group->at[i]->read_share;
        if (share < 0)
            continue;
        least = share < least ? share : least;
        most = share > most ? share : most;
    }
    if (most >= least)
        row->mix_shift_pct = 100 * (most - least);
}

/* The row of the totals of the same metric, which stands before its parts. */
static const struct compare_row *find_total(const struct compare_section *section,
                                            const char *metric)
{
    for (size_t i = section->rows_nr; i-- > 0;) {
        const struct compare_row *row = &section->rows[i];
        if (row->kind == ROW_TOTAL)
            return strcmp(row->metric, metric) ? NULL : row;
        if (row->kind == ROW_PLAIN)
            return NULL;
    }
    return NULL;
}

static void make_row(struct rows_builder *builder, const struct plan *plan,
                     const struct variety *variety, struct compare_section *section)
{
    const struct rows_group *group = &builder->groups[plan->group];
    struct compare_row row = {
        .metric = plan->metric, .known = cost_find_any(plan->metric), .is_cost = plan->is_cost};
    row.op = group->at[0]->op;
    size_t filled = fill_cells(builder, group, &row, section->levels_nr);
    if (filled < (builder->factor == PAIRING_NO_FACTOR ? 1 : 2)) {
        builder->unpaired += filled > 0;
        return;
    }
    if (plan->is_cost) {
        row.kind = ROW_PLAIN;
    } else if (group->at[0]->is_total) {
        row.kind = ROW_TOTAL;
        set_mix_shift(group, &row);
    } else if (plan->is_part) {
        row.total = find_total(section, row.metric);
        row.kind = row.total ? ROW_PART : ROW_PLAIN;
    }
    if (section->is_numeric && builder->factor != PAIRING_NO_FACTOR)
        reference_find(builder, group, &row);
    describe(builder, variety, group->at[0], section->factor, &row);
    section->rows[section->rows_nr++] = row;
}

/* How many figures making the rows looks at: many only where records have metrics
 * without number, which this version does not know. */
static double count_figures(const struct rows_builder *builder, const struct plans *plans)
{
    double *of_group = memory_alloc((builder->groups_nr + 1) * sizeof *of_group), all = 0;
    for (size_t g = 0; g < builder->groups_nr; g++)
        for (size_t i = 0; i < builder->groups[g].nr; i++)
            for (size_t k = 0; k < builder->groups[g].at[i]->nr; k++) {
                const struct record *record = builder->groups[g].at[i]->records[k];
                of_group[g] += 1 + (double)(record->metrics_nr + record->bounds_nr);
            }
    for (size_t i = 0; i < plans->nr; i++)
        all += of_group[plans->at[i].group];
    free(of_group);
    return all;
}

void rows_make(struct rows_builder *builder, struct compare_section *section)
{
    struct plans plans = {0};
    for (size_t g = 0; g < builder->groups_nr; g++)
        if (builder->groups[g].is_kept)
            plan_group(builder, g, &plans);
    if ((section->levels_nr && plans.nr > PAIRING_CELLS_MAX / section->levels_nr) ||
        count_figures(builder, &plans) > PAIRING_FIGURES_MAX) {
        builder->is_too_large = true;
        free(plans.at);
        return;
    }
    if (plans.nr)
        qsort(plans.at, plans.nr, sizeof *plans.at, compare_plans);
    struct variety variety = find_variety(builder);
    find_redundant(builder);
    section->rows = arena_alloc(builder->pairing->arena, (plans.nr + 1) * sizeof *section->rows);
    for (size_t i = 0; i < plans.nr; i++)
        make_row(builder, &plans.at[i], &variety, section);
    free_variety(&variety);
    free(plans.at);
}
