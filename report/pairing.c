#include "report/pairing.h"

#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "record/strbuf.h"
#include "report/joined.h"
#include "report/planned.h"
#include "report/rows.h"
#include "report/table.h"

/* Whether some level of attribute holder holds two levels of factor. */
static bool holds_two(const struct pairing *pairing, size_t holder, size_t factor)
{
    size_t nr = pairing->attributes.at[holder].nr + 1;
    uint32_t *first = memory_alloc(nr * sizeof *first);
    bool two = false;
    for (size_t i = 0; i < pairing->measures.nr && !two; i++) {
        const uint32_t *levels = pairing->measures.at[i].levels;
        uint32_t *met = &first[levels[holder]];
        if (!levels[factor] || !levels[holder])
            continue;
        two = *met && *met != levels[factor];
        *met = levels[factor];
    }
    free(first);
    return two;
}

static bool is_key(const struct pairing *pairing, size_t factor, size_t index)
{
    const struct attribute *attribute = &pairing->attributes.at[index];
    if (index == factor || !attribute->is_varying || attribute->is_joined)
        return false;
    bool is_place = attribute->kind == ATTRIBUTE_FILE || attribute->kind == ATTRIBUTE_MESSAGE ||
                    attribute->kind == ATTRIBUTE_TARGET;
    if (factor == PAIRING_NO_FACTOR)
        return true;
    if (is_place)
        return holds_two(pairing, index, factor);
    if (pairing->attributes.at[factor].kind == ATTRIBUTE_FILE &&
        attribute->kind != ATTRIBUTE_HIDDEN)
        return holds_two(pairing, factor, index);
    return true;
}

struct pairing_keys pairing_keys(const struct pairing *pairing, size_t factor)
{
    struct pairing_keys keys = {memory_alloc((pairing->attributes.nr + 1) * sizeof *keys.at), 0};
    for (size_t i = 0; i < pairing->attributes.nr; i++)
        if (is_key(pairing, factor, i))
            keys.at[keys.nr++] = i;
    return keys;
}

static bool is_wanted_op(const struct compare_options *options, const char *op)
{
    for (size_t i = 0; i < options->ops_nr; i++)
        if (!strcmp(options->ops[i], op))
            return true;
    return !options->ops_nr;
}

/* Writes the key of the row group that a measurement belongs to. */
static void row_key(struct strbuf *key, const struct measure *measure,
                    const struct pairing_keys *keys, const char *op)
{
    strbuf_cut(key, 0);
    for (size_t i = 0; i < keys->nr; i++)
        strbuf_add(key, (const char *)&measure->levels[keys->at[i]], sizeof *measure->levels);
    strbuf_string(key, op);
}

static uint32_t factor_level(const struct measure *measure, size_t factor)
{
    return factor == PAIRING_NO_FACTOR ? 1 : measure->levels[factor];
}

size_t pairing_count(const struct pairing *pairing, size_t factor, const struct pairing_keys *keys)
{
    struct table *table = table_new();
    struct strbuf key = STRBUF_INIT;
    uint32_t *first = memory_alloc((pairing->measures.nr + 1) * sizeof *first);
    size_t paired = 0;
    for (size_t i = 0; i < pairing->measures.nr; i++) {
        const struct measure *measure = &pairing->measures.at[i];
        if (!factor_level(measure, factor) || !is_wanted_op(pairing->options, measure->op))
            continue;
        row_key(&key, measure, keys, measure->op);
        uint32_t *met = &first[table_add(table, key.text, key.length)];
        if (!*met)
            *met = factor_level(measure, factor);
        else if (*met != UINT32_MAX && *met != factor_level(measure, factor)) {
            *met = UINT32_MAX;
            paired++;
        }
    }
    free(first);
    strbuf_free(&key);
    table_free(table);
    return paired;
}

/* In the order of the input; a total stands before its reads and writes. */
static int compare_measures(const void *a, const void *b)
{
    const struct measure *left = *(const struct measure *const *)a;
    const struct measure *right = *(const struct measure *const *)b;
    if (left->order != right->order)
        return left->order < right->order ? -1 : 1;
    return right->is_total - left->is_total;
}

/* Puts the measurements into groups that share a row key. */
static void form_groups(struct rows_builder *builder)
{
    const struct pairing *pairing = builder->pairing;
    size_t nr = pairing->measures.nr;
    const struct measure **sorted = memory_alloc((nr + 1) * sizeof *sorted);
    size_t used = 0;
    for (size_t i = 0; i < nr; i++)
        if (factor_level(&pairing->measures.at[i], builder->factor) &&
            is_wanted_op(pairing->options, pairing->measures.at[i].op))
            sorted[used++] = &pairing->measures.at[i];
    if (used)
        qsort(sorted, used, sizeof *sorted, compare_measures);
    struct strbuf key = STRBUF_INIT;
    size_t *group_of = memory_alloc((used + 1) * sizeof *group_of);
    size_t room = 0;
    for (size_t i = 0; i < used; i++) {
        row_key(&key, sorted[i], &builder->keys, sorted[i]->op);
        size_t group = table_add(builder->table, key.text, key.length);
        if (group == builder->groups_nr) {
            builder->groups = memory_grow(builder->groups, group, &room, sizeof *builder->groups);
            builder->groups[builder->groups_nr++] = (struct rows_group){.total = TABLE_NONE};
        }
        builder->groups[group].nr++;
        group_of[i] = group;
    }
    builder->measures = memory_alloc((used + 1) * sizeof *builder->measures);
    size_t first = 0;
    for (size_t g = 0; g < builder->groups_nr; g++) {
        builder->groups[g].at = builder->measures + first;
        first += builder->groups[g].nr;
        builder->groups[g].nr = 0;
    }
    for (size_t i = 0; i < used; i++) {
        struct rows_group *group = &builder->groups[group_of[i]];
        group->at[group->nr++] = sorted[i];
    }
    free(group_of);
    free(sorted);
    strbuf_free(&key);
}

/* Ties the groups of reads and writes to the group of their totals. */
static void tie_totals(struct rows_builder *builder)
{
    struct strbuf key = STRBUF_INIT;
    for (size_t g = 0; g < builder->groups_nr; g++) {
        struct rows_group *group = &builder->groups[g];
        bool is_mixed = true;
        for (size_t i = 0; i < group->nr && is_mixed; i++)
            is_mixed = group->at[i]->is_mixed;
        if (!is_mixed)
            continue;
        row_key(&key, group->at[0], &builder->keys, COMPARE_OP_TOTAL);
        group->total = table_find(builder->table, key.text, key.length);
    }
    strbuf_free(&key);
}

/* Finds which groups pair, and the levels that then matter. */
static void find_paired(struct rows_builder *builder)
{
    size_t levels = builder->factor == PAIRING_NO_FACTOR
                        ? 1
                        : builder->pairing->attributes.at[builder->factor].nr;
    builder->level_records = memory_alloc((levels + 1) * sizeof *builder->level_records);
    builder->level_met = memory_alloc((levels + 1) * sizeof *builder->level_met);
    for (size_t g = 0; g < builder->groups_nr; g++) {
        struct rows_group *group = &builder->groups[g];
        uint32_t first = factor_level(group->at[0], builder->factor);
        group->is_kept = builder->factor == PAIRING_NO_FACTOR;
        for (size_t i = 0; i < group->nr && !group->is_kept; i++)
            group->is_kept = factor_level(group->at[i], builder->factor) != first;
        if (!group->is_kept)
            builder->unpaired++;
        for (size_t i = 0; i < group->nr && group->is_kept; i++) {
            uint32_t level = factor_level(group->at[i], builder->factor);
            builder->level_met[level] = true;
            if (!group->at[i]->is_total)
                builder->level_records[level] += group->at[i]->nr;
        }
    }
}

/* Levels in the order of the section: rising where all are numbers. */
static int compare_levels(const void *a, const void *b)
{
    const struct compare_level *left = a, *right = b;
    if (left->number < right->number || left->number > right->number)
        return left->number < right->number ? -1 : 1;
    return strcmp(left->name, right->name);
}

static void make_levels(struct rows_builder *builder, struct compare_section *section)
{
    if (builder->factor == PAIRING_NO_FACTOR) {
        section->factor = "";
        section->levels = arena_alloc(builder->pairing->arena, sizeof *section->levels);
        section->levels[0] = (struct compare_level){.name = ""};
        section->levels[0].records_nr = builder->level_records[1];
        section->levels_nr = 1;
        builder->place = memory_alloc(2 * sizeof *builder->place);
        return;
    }
    const struct attribute *attribute = &builder->pairing->attributes.at[builder->factor];
    section->factor = attribute->name;
    section->is_numeric = attribute->is_numeric;
    section->levels =
        arena_alloc(builder->pairing->arena, (attribute->nr + 1) * sizeof *section->levels);
    struct table *names = table_new();
    for (size_t i = 0; i < attribute->nr; i++) {
        if (!builder->level_met[i + 1])
            continue;
        struct compare_level *level = &section->levels[section->levels_nr++];
        level->name = attribute->levels[i];
        level->is_number = attribute_number(level->name, &level->number);
        level->records_nr = builder->level_records[i + 1];
    }
    if (section->is_numeric && section->levels_nr)
        qsort(section->levels, section->levels_nr, sizeof *section->levels, compare_levels);
    else if (!joined_sort(section->levels, section->levels_nr))
        planned_order(builder->pairing->campaigns, builder->pairing->campaigns_nr,
                      attribute->name, section->levels, section->levels_nr);
    for (size_t i = 0; i < section->levels_nr; i++)
        table_add(names, section->levels[i].name, strlen(section->levels[i].name));
    builder->place = memory_alloc((attribute->nr + 1) * sizeof *builder->place);
    for (size_t i = 0; i < attribute->nr; i++)
        builder->place[i + 1] =
            table_find(names, attribute->levels[i], strlen(attribute->levels[i]));
    table_free(names);
}

bool pairing_build(const struct pairing *pairing, size_t factor, struct compare_section *section,
                   size_t *unpaired, bool *is_too_large)
{
    struct rows_builder builder = {.pairing = pairing, .factor = factor, .table = table_new()};
    builder.keys = pairing_keys(pairing, factor);
    *section = (struct compare_section){0};
    form_groups(&builder);
    tie_totals(&builder);
    find_paired(&builder);
    make_levels(&builder, section);
    rows_make(&builder, section);
    *unpaired = builder.unpaired;
    *is_too_large = builder.is_too_large;
    free(builder.keys.at);
    free(builder.groups);
    free(builder.measures);
    free(builder.level_records);
    free(builder.level_met);
    free(builder.place);
    free(builder.redundant);
    table_free(builder.table);
    return section->rows_nr > 0;
}
