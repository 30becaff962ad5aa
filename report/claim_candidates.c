#include "report/claim_candidates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/metric.h"
#include "record/strbuf.h"
#include "report/table.h"

/* Bounds on what hostile input can ask for. */
enum { MOST_CELLS = 600, MOST_CANDIDATES = 20000 };

/* The metrics that a sentence can be about. */
static const char *const metrics[] = {
    "bw_bytes_per_s", "ops_per_s", "iops", "lat_mean_ns", "clat_mean_ns", "runtime_s", "wall_s",
    "cpu_pct", "cpu_user_pct", "cpu_sys_pct", "host_cpu_sys_pct", "host_cpu_user_pct"};

static bool tells_apart(const struct attribute *attribute)
{
    return attribute->is_varying && !attribute->is_joined && attribute->kind != ATTRIBUTE_FILE &&
           attribute->kind != ATTRIBUTE_MESSAGE;
}

static void add_value(struct claim_data *data, struct table *keys, const struct claim_cell *made,
                      double value)
{
    struct strbuf key = STRBUF_INIT;
    strbuf_printf(&key, "%s\n%s\n%s", made->metric, made->op, made->job ? made->job : "\t");
    for (size_t i = 0; i < data->attributes.nr; i++)
        if (tells_apart(&data->attributes.at[i]))
            strbuf_printf(&key, "\n%u", (unsigned)made->levels[i]);
    size_t index = table_find(keys, key.text, key.length);
    if (index == TABLE_NONE && data->nr < MOST_CELLS) {
        index = table_add(keys, key.text, key.length);
        data->cells = arena_grow(data->arena, data->cells, data->nr, &data->room,
                                 sizeof *data->cells);
        data->cells[data->nr++] = *made;
    }
    strbuf_free(&key);
    if (index == TABLE_NONE)
        return;
    struct claim_cell *cell = &data->cells[index];
    cell->values = arena_grow(data->arena, cell->values, cell->nr, &cell->room,
                              sizeof *cell->values);
    cell->values[cell->nr++] = value;
}

static void add_measure(struct claim_data *data, struct table *keys, const struct measure *measure)
{
    for (size_t m = 0; m < sizeof metrics / sizeof metrics[0]; m++) {
        struct claim_cell cell = {.metric = metrics[m],
                                  .op = measure->op ? measure->op : "",
                                  .levels = measure->levels,
                                  .is_sum = measure->nr > 1};
        struct compare_sample sample;
        if (measure_value(measure, metrics[m], &sample) && sample.bound == COMPARE_EXACT)
            add_value(data, keys, &cell, sample.value);
        for (size_t r = 0; measure->nr > 1 && !measure->is_total && r < measure->nr; r++) {
            double value;
            cell.job = measure->records[r]->job ? measure->records[r]->job : "";
            if (record_metric(measure->records[r], metrics[m], &value))
                add_value(data, keys, &cell, value);
        }
    }
}

void claim_data_gather(struct claim_data *data, const struct record *const *results, size_t nr,
                       struct arena *arena)
{
    *data = (struct claim_data){.arena = arena};
    data->measures = measure_records(results, nr, arena);
    data->attributes = attribute_find(&data->measures, arena);
    struct table *keys = table_new();
    for (size_t i = 0; i < data->measures.nr; i++)
        add_measure(data, keys, &data->measures.at[i]);
    table_free(keys);
    for (size_t i = 0; i < data->nr; i++)
        data->cells[i].runs = stats_summarise(data->cells[i].values, data->cells[i].nr);
}

static double figure_of(const struct stats_summary *runs, enum claim_rule rule)
{
    return rule == CLAIM_RULE_MEDIAN ? runs->median
           : rule == CLAIM_RULE_MIN  ? runs->min
           : rule == CLAIM_RULE_MAX  ? runs->max
                                     : runs->mean;
}

static double noise_of(const struct stats_summary *runs)
{
    return runs->n > 1 && runs->mean != 0
               ? runs->sd / runs->mean * (runs->sd / runs->mean) / (double)runs->n
               : 0;
}

static void add(struct claim_candidates *candidates, struct claim_candidate candidate,
                struct arena *arena)
{
    if (!(candidate.base > 0) || !(candidate.value > 0) || candidates->nr >= MOST_CANDIDATES)
        return;
    candidates->at = arena_grow(arena, candidates->at, candidates->nr, &candidates->room,
                                sizeof *candidates->at);
    candidates->at[candidates->nr++] = candidate;
}

static void add_pair(struct claim_candidates *candidates, const struct claim_cell *from,
                     const struct claim_cell *to, size_t attribute, struct arena *arena)
{
    bool has_runs = from->nr > 1 || to->nr > 1;
    for (enum claim_rule rule = CLAIM_RULE_MEAN; rule <= CLAIM_RULE_MAX; rule++) {
        if (rule != CLAIM_RULE_MEAN && (!has_runs || from->job))
            break;
        struct claim_candidate candidate = {.rule = from->job ? CLAIM_RULE_JOB : rule,
                                            .from = from,
                                            .to = to,
                                            .attribute = attribute,
                                            .base = figure_of(&from->runs, rule),
                                            .value = figure_of(&to->runs, rule)};
        if (rule == CLAIM_RULE_MEAN || rule == CLAIM_RULE_MEDIAN)
            candidate.noise = sqrt(noise_of(&from->runs) + noise_of(&to->runs));
        add(candidates, candidate, arena);
    }
}

/* Says whether two cells differ in one attribute alone, where both have a level. */
static bool is_pair(const struct claim_data *data, const struct claim_cell *a,
                    const struct claim_cell *b, size_t attribute)
{
    if (strcmp(a->metric, b->metric) || strcmp(a->op, b->op) || !a->job != !b->job ||
        (a->job && strcmp(a->job, b->job)) || !a->levels[attribute] || !b->levels[attribute] ||
        a->levels[attribute] == b->levels[attribute])
        return false;
    for (size_t i = 0; i < data->attributes.nr; i++)
        if (i != attribute && tells_apart(&data->attributes.at[i]) &&
            data->attributes.at[i].kind != ATTRIBUTE_JOINED && a->levels[i] != b->levels[i])
            return false;
    return true;
}

/* Says whether a level by its own words is what is improved upon. */
static bool is_before(const char *level)
{
    static const char *const words[] = {"before", "without", "old", "base", "unpatched", "vanilla"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcasestr(level, words[i]))
            return true;
    return false;
}

/* Says whether one of the levels is, and not all: what most claims without names are about. */
static bool has_before(const struct attribute *attribute)
{
    size_t nr = 0;
    for (size_t i = 0; i < attribute->nr; i++)
        nr += is_before(attribute->levels[i]);
    return nr && nr < attribute->nr;
}

/* Which of two levels is the baseline, by the words, else the one that says so or comes first.
 * Returns 1 where a is, -1 where b is, 0 where the words allow neither. */
static int order_of(const struct claim_sense *sense, const struct claim_data *data, size_t attribute,
                    uint32_t a, uint32_t b)
{
    const unsigned char *roles = sense->roles[attribute];
    enum { SIDES = CLAIM_ROLE_BASE | CLAIM_ROLE_LEVEL | CLAIM_ROLE_SETTING };
    unsigned has = 0;
    for (size_t i = 0; i < data->attributes.at[attribute].nr; i++)
        has |= roles[i];
    unsigned level = has & CLAIM_ROLE_LEVEL     ? CLAIM_ROLE_LEVEL
                     : has & CLAIM_ROLE_SETTING ? CLAIM_ROLE_SETTING
                                                : 0;
    if (has & SIDES) {
        bool a_first = (!(has & CLAIM_ROLE_BASE) || (roles[a] & CLAIM_ROLE_BASE)) &&
                       (!level || (roles[b] & level));
        bool b_first = (!(has & CLAIM_ROLE_BASE) || (roles[b] & CLAIM_ROLE_BASE)) &&
                       (!level || (roles[a] & level));
        if (!a_first || !b_first)
            return a_first ? 1 : b_first ? -1 : 0;
    }
    bool is_a = is_before(data->attributes.at[attribute].levels[a]),
         is_b = is_before(data->attributes.at[attribute].levels[b]);
    if (is_a != is_b)
        return is_a ? 1 : -1;
    return a < b ? 1 : -1;
}

/* Says whether the claim may be about levels of the attribute. */
static bool may_pair(const struct claim_sense *sense, const struct claim_data *data, size_t attribute)
{
    const struct attribute *at = &data->attributes.at[attribute];
    if (!tells_apart(at) || at->nr < 2)
        return false;
    if (sense->has_any_side)
        return sense->has_side[attribute];
    for (size_t i = 0; i < data->attributes.nr; i++)
        if (i != attribute && tells_apart(&data->attributes.at[i]) && !has_before(at) &&
            has_before(&data->attributes.at[i]))
            return false;
    if (!sense->has_setting[attribute])
        return true;
    for (size_t i = 0; i < data->attributes.nr; i++)
        if (tells_apart(&data->attributes.at[i]) && data->attributes.at[i].nr > 1 &&
            !sense->has_setting[i])
            return false;
    return true;
}

/* The largest, the smallest and the mean of what stands at two levels, over all settings
 * that the claim leaves open: one candidate each for metric and operation. */
struct pool {
    const struct claim_cell *from, *to; /* the first of each side */
    struct stats_summary base, value;
    size_t attribute;
};

static void add_to_side(struct stats_summary *side, const struct claim_cell *cell)
{
    side->min = !side->n || cell->runs.min < side->min ? cell->runs.min : side->min;
    side->max = !side->n || cell->runs.max > side->max ? cell->runs.max : side->max;
    side->mean += cell->runs.mean;
    side->n++;
}

static void add_pool(struct claim_candidates *candidates, const struct pool *pool,
                     struct arena *arena)
{
    const struct stats_summary *a = &pool->base, *b = &pool->value;
    if (!a->n || !b->n || (a->n < 2 && b->n < 2))
        return;
    const double bases[] = {a->max, a->min, a->mean / (double)a->n},
                 values[] = {b->max, b->min, b->mean / (double)b->n};
    for (size_t i = 0; i < 3; i++)
        add(candidates,
            (struct claim_candidate){.rule = (enum claim_rule)(CLAIM_RULE_ALL_MAX + i),
                                     .from = pool->from,
                                     .to = pool->to,
                                     .attribute = pool->attribute,
                                     .base = bases[i],
                                     .value = values[i]},
            arena);
}

static void pool_levels(struct claim_candidates *candidates,
                        const struct claim_sense *sense, const struct claim_cell *const *cells,
                        size_t nr, const struct claim_cell *like, size_t attribute)
{
    struct pool pool = {.attribute = attribute};
    for (size_t i = 0; i < nr; i++) {
        const struct claim_cell *cell = cells[i];
        uint32_t level = cell->levels[attribute];
        if (cell->job || !level || strcmp(cell->metric, like->metric) || strcmp(cell->op, like->op))
            continue;
        unsigned role = sense->roles[attribute][level - 1];
        bool is_base = role & CLAIM_ROLE_BASE;
        add_to_side(is_base ? &pool.base : &pool.value, cell);
        *(is_base ? &pool.from : &pool.to) = cell;
    }
    add_pool(candidates, &pool, sense->arena);
}

/* Says whether the cell stands at a level that the claim names, of all attributes but the one
 * in which its sides differ. */
static bool is_named(const struct claim_sense *sense, const struct claim_data *data,
                     const struct claim_cell *cell, size_t attribute)
{
    for (size_t i = 0; i < data->attributes.nr; i++)
        if (i != attribute && sense->has_side[i] && cell->levels[i] &&
            !sense->roles[i][cell->levels[i] - 1])
            return false;
    return true;
}

/* Takes the cells for a pair of levels of the attribute. */
static size_t choose_cells(const struct claim_sense *sense, const struct claim_data *data,
                           const struct record_claim *claim, size_t attribute,
                           const struct claim_cell **cells)
{
    size_t nr = 0;
    for (size_t i = 0; i < data->nr; i++)
        if (claim_sense_takes(sense, data, claim, &data->cells[i]) &&
            is_named(sense, data, &data->cells[i], attribute))
            cells[nr++] = &data->cells[i];
    return nr;
}

static void find_of(struct claim_candidates *candidates, const struct claim_data *data,
                    const struct claim_sense *sense, const struct claim_cell *const *cells,
                    size_t nr, size_t attribute)
{
    for (size_t i = 0; i < nr && candidates->nr < MOST_CANDIDATES; i++) {
        bool is_first = !cells[i]->job;
        for (size_t k = 0; k < i; k++)
            is_first = is_first && (strcmp(cells[k]->metric, cells[i]->metric) ||
                                    strcmp(cells[k]->op, cells[i]->op));
        if (is_first)
            pool_levels(candidates, sense, cells, nr, cells[i], attribute);
        for (size_t k = i + 1; k < nr; k++) {
            if (!is_pair(data, cells[i], cells[k], attribute))
                continue;
            int order = order_of(sense, data, attribute, cells[i]->levels[attribute] - 1,
                                 cells[k]->levels[attribute] - 1);
            if (order)
                add_pair(candidates, order > 0 ? cells[i] : cells[k],
                         order > 0 ? cells[k] : cells[i], attribute, sense->arena);
        }
    }
}

void claim_candidates_find(struct claim_candidates *candidates, const struct claim_data *data,
                           const struct record_claim *claim, struct arena *arena)
{
    struct claim_sense sense;
    claim_sense_find(&sense, data, claim, arena);
    const struct claim_cell **cells = arena_alloc(arena, (data->nr + 1) * sizeof *cells);
    for (size_t f = 0; f < data->attributes.nr; f++)
        if (may_pair(&sense, data, f)) {
            size_t nr = choose_cells(&sense, data, claim, f, cells);
            find_of(candidates, data, &sense, cells, nr, f);
        }
}

const char *claim_candidate_text(const struct claim_data *data,
                                 const struct claim_candidate *candidate, struct arena *arena)
{
    static const char *const rules[CLAIM_RULES] = {
        "means",         "medians",        "minima",                     "maxima",
        "one job",       "maxima over all settings", "minima over all settings",
        "means over all settings"};
    const struct claim_cell *from = candidate->from, *to = candidate->to;
    const struct metric *metric = metric_find(from->metric);
    struct strbuf text = STRBUF_INIT;
    bool is_pool = candidate->rule >= CLAIM_RULE_ALL_MAX;
    const char *rule = candidate->rule == CLAIM_RULE_MEAN && from->nr < 2 && to->nr < 2
                           ? (from->is_sum ? "sums over jobs, single runs" : "single runs")
                       : candidate->rule == CLAIM_RULE_MEAN && from->is_sum ? "means of sums over jobs"
                                                                            : rules[candidate->rule];
    strbuf_string(&text, rule);
    if (from->job)
        strbuf_printf(&text, " %s", from->job);
    strbuf_printf(&text, ", %s%s%s", from->op, *from->op ? " " : "",
                  metric ? metric->title : from->metric);
    const struct attribute *attribute = &data->attributes.at[candidate->attribute];
    strbuf_printf(&text, ", %s against %s", attribute->levels[to->levels[candidate->attribute] - 1],
                  attribute->levels[from->levels[candidate->attribute] - 1]);
    for (size_t i = 0; !is_pool && i < data->attributes.nr; i++)
        if (i != candidate->attribute && tells_apart(&data->attributes.at[i]) && from->levels[i] &&
            data->attributes.at[i].kind != ATTRIBUTE_JOINED && data->attributes.at[i].nr > 1 &&
            strcmp(data->attributes.at[i].levels[from->levels[i] - 1], ATTRIBUTE_NOT_GIVEN) != 0)
            strbuf_printf(&text, ", %s %s", data->attributes.at[i].name,
                          data->attributes.at[i].levels[from->levels[i] - 1]);
    const char *result = arena_string(arena, text.text);
    strbuf_free(&text);
    return result;
}
