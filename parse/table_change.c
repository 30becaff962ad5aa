/* Changes that a table prints beside its figures, in columns, rows or cells of their own:
 * claims. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "parse/table_change.h"
#include "record/metric.h"

/* What one cell claims. */
struct said {
    double value;
    const char *unit, *direction, *metric;
    struct record *from, *to; /* what it compares, NULL where nothing tells */
};

/* The figure of a place, of which a record was made. */
static struct change_side side_of(const struct table_reading *reading, struct table_place at)
{
    struct change_side side = {0};
    struct table_value value;
    struct table_figure figure;
    struct record *record = *table_made(reading, &at);
    if (!record || !table_cell_read(reading->grid->rows[at.row].cells[at.column], &value) ||
        !table_figure_read(reading->meaning, at.column, at.row, &value, at.is_right, &figure))
        return side;
    return (struct change_side){figure.value, figure.digit, record, figure.metric};
}

/* Adds the claim that a cell makes. */
static void note(const struct table_reading *reading, const struct table_place *place,
                 const char *head, const struct said *said)
{
    const struct table_row *row = &reading->grid->rows[place->row];
    struct change *change = tool_add_change(reading->walk->output, reading->walk->text,
                                            reading->walk->stream, row->line);
    struct record *record = change->record;
    bool is_none = !strcmp(said->direction, "none");
    change->from = said->from;
    change->to = said->to;
    record->source.text = table_row_text(reading, row);
    record->source.cell = row->cells[place->column];
    record->claim->low = record->claim->high = is_none ? 0 : said->value;
    record->claim->unit = said->unit;
    record->claim->direction = said->direction;
    record->claim->hedge = "";
    record->claim->op = "";
    char *text = arena_text(reading->grid->arena, record->source.text, strlen(record->source.text));
    for (char *at = text; (at = strchr(at, '\t')); at++)
        *at = ' ';
    record->claim->text = text;
    record->claim->metric = said->metric;
    if (*head) {
        record->claim->words = arena_alloc(record->arena, sizeof *record->claim->words);
        record->claim->words[record->claim->words_nr++] = head;
    }
}

static enum change_kind kind_of(const struct change_axis *axis, const struct change_rule *rule,
                         const struct table_value *change)
{
    if (rule->kind < CHANGE_KINDS && table_change_may_be(axis, rule->kind, change))
        return rule->kind;
    for (enum change_kind kind = 0; kind < CHANGE_KINDS; kind++)
        if (table_change_may_be(axis, kind, change))
            return change->scale.unit == TABLE_NO_UNIT && !strchr(table_change_head(axis), '%') &&
                           kind == IN_PERCENT
                       ? CHANGE_KINDS /* nobody says of what */
                       : kind;
    return CHANGE_KINDS;
}

/* Says whether the header speaks of what became worse: "regression 5%". */
static bool is_of_loss(const char *head)
{
    static const char *const words[] = {"regress", "degrad", "loss", "slowdown", "drop", "overhead",
                                        "penalty", "slower", "decrease", "worse"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcasestr(head, words[i]))
            return true;
    return false;
}

/* Which way a change without a sign goes: as the header says, else as the figures do. */
static bool is_down(const struct change_axis *axis, const struct change_side *from,
                    const struct change_side *to)
{
    const char *head = table_change_head(axis);
    const struct metric *metric = to->metric ? metric_find(to->metric) : NULL;
    if (is_of_loss(head))
        return !metric || metric->better != METRIC_LOWER;
    if (table_change_is_gain(head))
        return false;
    return from->record && to->record && to->value < from->value;
}

static const char *direction_of(const struct change_axis *axis, const struct table_value *change,
                                enum change_kind kind, const struct change_side *from,
                                const struct change_side *to)
{
    bool is_ratio = kind == IN_TIMES;
    if (change->value == is_ratio)
        return "none";
    if (is_ratio || change->has_sign)
        return change->value < is_ratio ? "decrease" : "increase";
    return is_down(axis, from, to) ? "decrease" : "increase";
}

/* The number that is claimed; of what became N times smaller, N. */
static double number_of(const struct table_value *change, enum change_kind kind)
{
    double value = fabs(change->value);
    if (kind != IN_TIMES || value >= 1 || value <= 0)
        return value;
    double digits = pow(10, ceil(-log10(change->digit > 0 ? change->digit : 1)) + 1);
    return round(digits / value) / digits;
}

static const char *unit_name(const struct table_reading *reading, enum change_kind kind,
                             const struct table_scale *unit, const char *metric)
{
    static const char *const times[] = {"s", "ms", "us", "ns"};
    static const char prefixes[] = " kMGTP";
    if (kind == IN_PERCENT)
        return "%";
    if (kind == IN_TIMES)
        return "x";
    double base = unit->is_binary ? 1024 : 1000;
    size_t power = unit->factor >= 1 ? (size_t)lround(log(unit->factor) / log(base)) : 0;
    if (unit->unit == TABLE_RATE && power < sizeof prefixes - 1)
        return arena_printf(reading->grid->arena, "%.*s%sB/s", power > 0, prefixes + power,
                            unit->is_binary ? "i" : "");
    if (unit->unit == TABLE_TIME)
        return times[unit->factor >= 1 ? 0 : unit->factor > 5e-4 ? 1 : unit->factor > 5e-7 ? 2 : 3];
    if (metric && !strcmp(metric, "iops") && unit->factor <= 1)
        return "IOPS";
    return NULL;
}

/* Makes the claim of one line. */
static void add_claim(const struct change_axis *axis, const struct change_rule *rule, size_t line,
                      const struct table_value *change)
{
    const struct table_reading *reading = axis->reading;
    struct table_place at = table_change_place(axis, line, axis->at);
    struct change_side from = {0}, to = {0};
    if (rule) {
        from = table_change_from(axis, rule, line);
        to = table_change_to(axis, rule, line);
        if (from.record && from.record == to.record)
            return; /* what all others are compared with */
    }
    const struct table_scale *scale = table_change_unit(axis, change, line);
    enum change_kind kind = kind_of(axis, rule ? rule : &(struct change_rule){.kind = CHANGE_KINDS}, change);
    const char *unit = kind < CHANGE_KINDS ? unit_name(reading, kind, scale, to.metric) : NULL;
    bool is_known = table_change_is_pair(&from, &to);
    struct said said = {number_of(change, kind), unit, direction_of(axis, change, kind, &from, &to),
                        is_known ? to.metric : NULL, is_known ? from.record : NULL,
                        is_known ? to.record : NULL};
    if (unit)
        note(reading, &at, table_change_head(axis), &said);
}

static bool is_signed(const struct change_axis *axis)
{
    for (size_t i = 0; i < table_change_lines(axis); i++) {
        struct table_value change;
        if (table_change_read(axis, i, &change) && change.has_sign)
            return true;
    }
    return false;
}

/* Says whether all changes say that nothing changed: those of the baseline itself. */
static bool is_baseline(const struct change_axis *axis)
{
    for (size_t i = 0; i < table_change_lines(axis); i++) {
        struct table_value change;
        bool is_times = table_change_read(axis, i, &change) && change.scale.unit == TABLE_TIMES;
        if (table_change_read(axis, i, &change) && change.value != is_times)
            return false;
    }
    return true;
}

/* Says whether the header says no more than that these are ratios. */
static bool is_bare_ratio(const struct change_axis *axis)
{
    const char *head = table_change_head(axis);
    return !*head || (strcasestr(head, "ratio") && !table_change_is_gain(head));
}

static void read_axis(const struct change_axis *axis)
{
    struct change_rule rule;
    bool is_known = table_change_find_rule(axis, &rule);
    /* "428 (3%)" may be a deviation, and a ratio one of sizes */
    if (!is_known && !is_signed(axis) && (axis->is_inside || is_bare_ratio(axis)))
        return;
    if (!is_known && axis->is_inside && is_baseline(axis))
        return;
    bool has_rule = is_known || table_change_guess_rule(axis, &rule);
    for (size_t i = 0; i < table_change_lines(axis); i++) {
        struct table_value change;
        if (table_change_read(axis, i, &change))
            add_claim(axis, has_rule ? &rule : NULL, i, &change);
    }
}

/* "12 -> 14 (+16%)": a cell with both sides and its change. */
static void read_arrow(const struct change_axis *axis, size_t row)
{
    const struct table_reading *reading = axis->reading;
    struct table_value value, change;
    if (!table_cell_read(reading->grid->rows[row].cells[axis->at], &value) || !value.has_arrow ||
        !value.has_delta)
        return;
    change = table_change_inside(&value);
    struct table_place left = {row, axis->at, false}, right = {row, axis->at, true};
    struct change_side from = side_of(reading, left), to = side_of(reading, right);
    enum change_kind kind = kind_of(axis, &(struct change_rule){.kind = CHANGE_KINDS}, &change);
    if (!from.record || !to.record || kind > IN_TIMES)
        return;
    struct said said = {number_of(&change, kind), kind == IN_TIMES ? "x" : "%",
                        direction_of(axis, &change, kind, &from, &to), to.metric, from.record,
                        to.record};
    note(reading, &left, "", &said);
}

/* Says whether the row prints changes of others: "diff  +4%  +11%". */
bool table_is_change_row(const struct table_grid *grid, const struct table_meaning *meaning,
                         size_t row)
{
    size_t figures = 0, changes = 0;
    if (!meaning->rows[row].is_change)
        return false;
    for (size_t c = 0; c < grid->cols; c++) {
        struct table_value value;
        if (meaning->columns[c].role != TABLE_DATA ||
            !table_cell_read(grid->rows[row].cells[c], &value) || value.is_missing)
            continue;
        figures++;
        changes += value.has_sign || value.scale.unit == TABLE_PERCENT ||
                   value.scale.unit == TABLE_TIMES;
    }
    return figures && (changes * 2 > figures || !*meaning->rows[row].rest);
}

/* The row of a table that is labelled like one of another; its number of rows for none. */
static size_t row_like(const struct table_grid *grid, const char *label)
{
    size_t r = 0;
    while (r < grid->nr && strcasecmp(grid->rows[r].cells[0], label))
        r++;
    return r;
}

/* The figures of the nearest table of the same kind before this one, in the places of this
 * one; NULL where there is none. */
static struct change_side *sides_before(const struct table_reading *reading)
{
    const struct table_grid *grid = reading->grid;
    const struct table_reading *before = reading->before;
    while (before && (before->kind != reading->kind || before->grid->stream != grid->stream))
        before = before->before;
    if (!before)
        return NULL;
    struct change_side *sides = arena_alloc(grid->arena, grid->nr * grid->cols * sizeof *sides);
    for (size_t r = 0; r < grid->nr; r++) {
        size_t row = row_like(before->grid, grid->rows[r].cells[0]);
        for (size_t c = 0; row < before->grid->nr && c < grid->cols && c < before->grid->cols; c++)
            sides[r * grid->cols + c] = side_of(before, (struct table_place){row, c, false});
    }
    return sides;
}

void table_changes_add(const struct table_reading *reading)
{
    enum { MOST = 100 };
    const struct table_grid *grid = reading->grid;
    const struct table_meaning *meaning = reading->meaning;
    struct change_side *sides = arena_alloc(grid->arena, grid->nr * grid->cols * sizeof *sides);
    for (size_t r = 0; r < grid->nr; r++)
        for (size_t c = 0; c < grid->cols; c++)
            sides[r * grid->cols + c] = side_of(reading, (struct table_place){r, c, false});
    struct change_side *before = sides_before(reading);
    for (size_t c = 0; c < grid->cols; c++) {
        enum table_role role = meaning->columns[c].role;
        struct change_axis axis = {reading, sides, before, false, role == TABLE_DATA, c};
        if (role == TABLE_DELTA || role == TABLE_DATA)
            read_axis(&axis);
        for (size_t r = 0; role == TABLE_DATA && r < grid->nr; r++)
            read_arrow(&axis, r);
    }
    for (size_t r = 0, nr = 0; r < grid->nr && nr < MOST; r++)
        if (table_is_change_row(grid, meaning, r)) {
            read_axis(&(struct change_axis){reading, sides, before, true, false, r});
            nr++;
        }
}
