/* What the changes of a table compare: found by arithmetic, else by where they stand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "parse/table_change.h"
#include "record/metric.h"

enum { NEAREST = 6, FARTHEST = 10, LOOKED_AT = 24, MOST_FIELDS = 2 * NEAREST + 1 };

#define NOWHERE ((size_t)-1)

size_t table_change_lines(const struct change_axis *axis)
{
    const struct table_grid *grid = axis->reading->grid;
    return axis->is_row ? grid->cols : grid->nr;
}

static size_t fields_of(const struct change_axis *axis)
{
    const struct table_grid *grid = axis->reading->grid;
    return axis->is_row ? grid->nr : grid->cols;
}

struct table_place table_change_place(const struct change_axis *axis, size_t line, size_t field)
{
    return axis->is_row ? (struct table_place){field, line, false}
                        : (struct table_place){line, field, false};
}

static struct change_side side_at(const struct change_axis *axis, size_t line, size_t field)
{
    struct table_place at = table_change_place(axis, line, field);
    return axis->sides[at.row * axis->reading->grid->cols + at.column];
}

struct change_side table_change_to(const struct change_axis *axis, const struct change_rule *rule,
                                   size_t line)
{
    return side_at(axis, line, rule->to);
}

struct table_value table_change_inside(const struct table_value *value)
{
    return (struct table_value){.value = value->delta,
                                .digit = value->delta_digit,
                                .scale = value->delta_scale,
                                .has_sign = value->has_delta_sign};
}

/* Reads the change in a line of the axis; returns whether there is one. */
bool table_change_read(const struct change_axis *axis, size_t line, struct table_value *change)
{
    struct table_place at = table_change_place(axis, line, axis->at);
    const struct table_grid *grid = axis->reading->grid;
    enum table_role role = axis->reading->meaning->columns[at.column].role;
    struct table_value value;
    if (!table_cell_read(grid->rows[at.row].cells[at.column], &value) || value.is_missing)
        return false;
    if (axis->is_inside) {
        if (!value.has_delta || value.has_arrow)
            return false;
        *change = table_change_inside(&value);
        return true;
    }
    *change = value;
    return axis->is_row ? role == TABLE_DATA : role == TABLE_DELTA;
}

struct change_side table_change_from(const struct change_axis *axis,
                                     const struct change_rule *rule, size_t line)
{
    size_t lines = table_change_lines(axis);
    if (rule->base == SAME_LINE)
        return side_at(axis, line, rule->from);
    if (rule->base == TABLE_BEFORE) {
        struct table_place at = table_change_place(axis, line, rule->to);
        return axis->before ? axis->before[at.row * axis->reading->grid->cols + at.column]
                            : (struct change_side){0};
    }
    if (rule->base == LINE_ABOVE)
        return rule->step <= line ? side_at(axis, line - rule->step, rule->to)
                                  : (struct change_side){0};
    for (size_t i = 0; i < lines; i++) {
        struct change_side side =
            side_at(axis, rule->base == FIRST_LINE ? i : lines - 1 - i, rule->to);
        if (side.record)
            return side;
    }
    return (struct change_side){0};
}

bool table_change_is_pair(const struct change_side *from, const struct change_side *to)
{
    return from->record && to->record && from->record != to->record &&
           !strcmp(from->metric, to->metric) && !strcmp(from->record->op, to->record->op);
}

enum match { NO_MATCH, TURNED_MATCH, PLAIN_MATCH };

/* Compares what is said with what figures give; turned, where they are taken the other way
 * round, or where no sign is printed. */
static enum match match(double said, double plain, double other, double most, bool has_sign)
{
    if (has_sign && fabs(plain - said) <= most)
        return PLAIN_MATCH;
    bool is_other = fabs(other - said) <= most || fabs(-plain - said) <= most ||
                    fabs(-other - said) <= most;
    bool is_near = fabs(fabs(plain) - said) <= most || fabs(fabs(other) - said) <= most;
    return is_other || (!has_sign && is_near) ? TURNED_MATCH : NO_MATCH;
}

bool table_change_is_gain(const char *head)
{
    static const char *const words[] = {"improv", "gain", "speedup", "speed-up", "faster", "better"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcasestr(head, words[i]))
            return true;
    return false;
}

/* Says whether "improvement" stands for less: of a time. */
static bool is_turned(const char *head, const char *name)
{
    const struct metric *metric = metric_find(name);
    return metric && metric->better == METRIC_LOWER && table_change_is_gain(head);
}

/* Says whether the change is what the two figures give, as far as their digits go. */
static enum match match_sides(const struct change_axis *axis, enum change_kind kind,
                              const struct table_value *change, const struct change_side *from,
                              const struct change_side *to, const struct table_scale *unit)
{
    if (!table_change_is_pair(from, to) || from->value <= 0 || to->value <= 0)
        return NO_MATCH;
    bool is_less = is_turned(table_change_head(axis), to->metric);
    double ratio = is_less ? from->value / to->value : to->value / from->value;
    double loose = (from->digit / from->value + to->digit / to->value) / 2 + 0.002;
    double said = change->value, digit = change->digit * 1.001;
    if (kind == IN_TIMES)
        return match(said, ratio, 1 / ratio, digit + fmax(ratio, 1 / ratio) * loose, true);
    if (kind == IN_UNITS) {
        double scale = unit->factor * (strstr(to->metric, "_ns") ? 1e9 : 1);
        double gap = (to->value - from->value) / (is_less ? -scale : scale);
        return match(said, gap, gap, digit + (from->digit + to->digit) / 2 / scale, change->has_sign);
    }
    double rise = 100 * (ratio - 1), other = 100 * (1 - 1 / ratio);
    return match(said, is_less ? other : rise, is_less ? rise : other, digit + 100 * ratio * loose,
                 change->has_sign);
}

const struct table_scale *table_change_unit(const struct change_axis *axis, const struct table_value *change,
                                         size_t line)
{
    const struct table_meaning *meaning = axis->reading->meaning;
    struct table_place at = table_change_place(axis, line, axis->at);
    const struct table_scale *all[] = {&change->scale, &meaning->columns[at.column].words.scale,
                                       &meaning->rows[at.row].scale, &meaning->title.scale};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i]->unit == TABLE_RATE || all[i]->unit == TABLE_IOPS || all[i]->unit == TABLE_OPS ||
            all[i]->unit == TABLE_TIME)
            return all[i];
    return &change->scale;
}

const char *table_change_head(const struct change_axis *axis)
{
    const struct table_grid *grid = axis->reading->grid;
    if (axis->is_inside)
        return "";
    return axis->is_row ? grid->rows[axis->at].cells[0]
                        : axis->reading->meaning->columns[axis->at].head;
}

/* Says whether changes with that unit may be of the kind, as far as the header tells. */
bool table_change_may_be(const struct change_axis *axis, enum change_kind kind, const struct table_value *change)
{
    static const char *const ratios[] = {"ratio", "speedup", "speed-up", "speed up"};
    const char *head = table_change_head(axis);
    if (change->scale.unit == TABLE_PERCENT)
        return kind == IN_PERCENT;
    if (change->scale.unit == TABLE_TIMES)
        return kind == IN_TIMES;
    if (change->scale.unit != TABLE_NO_UNIT)
        return kind == IN_UNITS;
    if (strchr(head, '%'))
        return kind == IN_PERCENT;
    for (size_t i = 0; i < sizeof ratios / sizeof ratios[0]; i++)
        if (strcasestr(head, ratios[i]))
            return kind == IN_TIMES;
    return true;
}

/* Counts the lines whose changes the rule gives. */
static void try_rule(const struct change_axis *axis, struct change_rule *rule)
{
    rule->found = rule->plain = rule->all = 0;
    for (size_t i = 0; i < table_change_lines(axis) && rule->all < LOOKED_AT; i++) {
        struct table_value change;
        if (!table_change_read(axis, i, &change) || !table_change_may_be(axis, rule->kind, &change))
            continue;
        struct change_side from = table_change_from(axis, rule, i),
                    to = table_change_to(axis, rule, i);
        /* the line that the others are compared with has no change, or none to speak of */
        if (rule->base != SAME_LINE && from.record && from.record == to.record)
            continue;
        rule->all++;
        enum match match =
            match_sides(axis, rule->kind, &change, &from, &to, table_change_unit(axis, &change, i));
        rule->found += match != NO_MATCH;
        rule->plain += match == PLAIN_MATCH;
    }
}

/* The columns (or rows) of figures near the axis, the nearest first: in front of it before
 * those behind; and the first of all. */
static size_t near_fields(const struct change_axis *axis, size_t *fields)
{
    size_t nr = 0, all = fields_of(axis), lines = table_change_lines(axis);
    for (size_t step = 1; step <= NEAREST; step++)
        for (size_t side = 0; side < 2; side++) {
            size_t at = side ? axis->at + step : axis->at - step;
            bool is_used = false;
            for (size_t i = 0; at < all && i < lines && i < LOOKED_AT && !is_used; i++)
                is_used = side_at(axis, i, at).record != NULL;
            if (is_used)
                fields[nr++] = at;
        }
    for (size_t at = 0; at + NEAREST < axis->at; at++)
        if (side_at(axis, 0, at).record) {
            fields[nr++] = at;
            break;
        }
    return nr;
}

static void keep_better(struct change_rule *best, const struct change_rule *rule)
{
    if (rule->found * 2 > rule->all &&
        (rule->found > best->found || (rule->found == best->found && rule->plain > best->plain)))
        *best = *rule;
}

/* Finds the rule by arithmetic; returns whether most changes follow one. */
bool table_change_find_rule(const struct change_axis *axis, struct change_rule *best)
{
    size_t near[MOST_FIELDS], nr = near_fields(axis, near);
    *best = (struct change_rule){.found = 0};
    if (axis->is_inside && nr < MOST_FIELDS) {
        memmove(near + 1, near, nr++ * sizeof *near);
        near[0] = axis->at;
    }
    for (enum change_kind kind = 0; kind < CHANGE_KINDS; kind++)
        for (size_t t = 0; t < nr && (!axis->is_inside || t == 0); t++) {
            for (size_t f = 0; f < nr; f++) {
                struct change_rule rule = {.kind = kind, .base = SAME_LINE, .from = near[f], .to = near[t]};
                /* what stands behind is seldom the base of what stands in front */
                if (near[f] == near[t])
                    continue;
                try_rule(axis, &rule);
                keep_better(best, &rule);
            }
            for (enum change_base base = FIRST_LINE; base < CHANGE_BASES; base++)
                for (size_t step = 1; step <= (base == LINE_ABOVE ? FARTHEST : 1); step++) {
                    struct change_rule rule = {
                        .kind = kind, .base = base, .step = step, .to = near[t]};
                    try_rule(axis, &rule);
                    keep_better(best, &rule);
                }
        }
    return best->found > 0;
}

/* Finds the rule by where the changes stand: behind the two that they compare, or behind
 * one that is compared with the first of all. */
bool table_change_guess_rule(const struct change_axis *axis, struct change_rule *rule)
{
    size_t near[MOST_FIELDS], nr = near_fields(axis, near), before[2], found = 0, first = NOWHERE;
    for (size_t i = 0; i < nr; i++) {
        if (near[i] > axis->at)
            continue;
        if (found < 2)
            before[found++] = near[i];
        first = near[i] < first ? near[i] : first;
    }
    *rule = (struct change_rule){.kind = CHANGE_KINDS, .base = SAME_LINE};
    if (axis->is_inside) {
        rule->from = first;
        rule->to = axis->at;
        return found > 0;
    }
    if (!found)
        return false;
    rule->to = before[0];
    rule->from = found == 2 && before[0] - before[1] == 1 ? before[1] : first;
    return rule->from != rule->to;
}

