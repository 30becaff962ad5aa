#include "parse/change.h"

#include <string.h>

static bool has_level(const struct record *record, const struct record_pair *pair)
{
    const char *level = record_pair(&record->config, pair->name);
    return level && !strcmp(level, pair->value);
}

/* What both sides have in common is what the claim is about; what else they have, it
 * compares. */
static void label_by_sides(const struct change *change)
{
    struct record *record = change->record;
    struct record_claim *claim = record->claim;
    const struct record *sides[] = {change->from, change->to};
    struct record_pairs *own[] = {&claim->baseline, &claim->new};
    for (size_t s = 0; s < 2; s++)
        for (size_t i = 0; i < sides[s]->config.nr; i++) {
            const struct record_pair *pair = &sides[s]->config.at[i];
            record_set_pair(record, has_level(sides[!s], pair) ? &record->config : own[s],
                            pair->name, pair->value);
        }
    if (sides[0]->op && sides[1]->op && !strcmp(sides[0]->op, sides[1]->op))
        claim->op = sides[1]->op;
}

/* The first result at or behind the line of the change; results stand in this order. */
static size_t first_beside(const struct tool_output *output, const struct change *change)
{
    size_t low = 0, high = output->nr;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct result *result = &output->at[middle];
        bool is_before = result->stream != change->stream ? result->stream < change->stream
                                                          : result->line < change->line;
        low = is_before ? middle + 1 : low;
        high = is_before ? high : middle;
    }
    return low;
}

static bool is_beside(const struct result *result, const struct change *change)
{
    return result->stream == change->stream && result->line == change->line;
}

/* What all results of the line have in common. */
static void label_by_line(const struct change *change, const struct tool_output *output,
                          size_t first)
{
    struct record *record = change->record;
    const struct record *one = output->at[first].record;
    for (size_t i = 0; i < one->config.nr; i++) {
        bool is_common = true;
        for (size_t r = first; r < output->nr && is_beside(&output->at[r], change); r++)
            is_common = is_common && has_level(output->at[r].record, &one->config.at[i]);
        if (is_common)
            record_set_pair(record, &record->config, one->config.at[i].name,
                            one->config.at[i].value);
    }
    bool has_one_op = true;
    for (size_t r = first; r < output->nr && is_beside(&output->at[r], change); r++)
        has_one_op = has_one_op && !strcmp(output->at[r].record->op, one->op);
    if (has_one_op)
        record->claim->op = one->op;
}

void change_settle(const struct tool_output *output, struct claim_list *claims)
{
    for (size_t i = 0; i < output->changes_nr; i++) {
        const struct change *change = &output->changes[i];
        if (change->from && change->to) {
            label_by_sides(change);
        } else {
            size_t first = first_beside(output, change);
            if (first < output->nr && is_beside(&output->at[first], change))
                label_by_line(change, output, first);
        }
        claims->at = arena_grow(output->arena, claims->at, claims->nr, &claims->room,
                                sizeof *claims->at);
        claims->at[claims->nr++] = change->record;
    }
}

void change_name_results(const struct tool_output *output)
{
    for (size_t i = 0; i < output->changes_nr; i++) {
        const struct change *change = &output->changes[i];
        if (!change->from || !change->to)
            continue;
        change->record->claim->compares[0] = change->from->id;
        change->record->claim->compares[1] = change->to->id;
    }
}
