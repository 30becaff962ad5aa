/* Columns that belong together: metrics of one result, runs, sides without a name. */
#include <string.h>

#include "parse/table.h"

static bool has_level(const struct table_column *column)
{
    for (size_t h = 0; h < TABLE_HEADS; h++)
        if (column->levels[h].level)
            return true;
    return false;
}

static bool is_equal(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

/* The unit that all figures of a column have in their cells: "30.1k IOPS" beside "4.1 ms". */
static enum table_unit unit_of_cells(const struct table_grid *grid, size_t column)
{
    enum table_unit unit = TABLE_NO_UNIT;
    for (size_t r = 0; r < grid->nr; r++) {
        struct table_value value;
        if (!table_cell_read(grid->rows[r].cells[column], &value) || value.is_missing)
            continue;
        if (value.scale.unit == TABLE_NO_UNIT || (unit != TABLE_NO_UNIT && unit != value.scale.unit))
            return TABLE_NO_UNIT;
        unit = value.scale.unit;
    }
    return unit;
}

/* Says whether both columns have the same metric, by header or by cells. */
static bool is_same_metric(const struct table_column *a, const struct table_column *b)
{
    return is_equal(a->words.metric, b->words.metric) && a->unit == b->unit;
}

/* Says whether two columns are of the same configuration, operation and run. */
static bool is_same_side(const struct table_column *a, const struct table_column *b)
{
    for (size_t h = 0; h < TABLE_HEADS; h++)
        if (!is_equal(a->levels[h].level, b->levels[h].level))
            return false;
    return is_equal(a->words.op, b->words.op) && a->words.run == b->words.run &&
           a->words.is_average == b->words.is_average && a->number == b->number;
}

static bool has_metric(const struct table_meaning *meaning, size_t group, size_t end,
                       const struct table_column *column)
{
    for (size_t c = group; c < end; c++)
        if (meaning->columns[c].role == TABLE_DATA && meaning->columns[c].group == group &&
            is_same_metric(&meaning->columns[c], column))
            return true;
    return false;
}

static bool is_measured(const struct table_column *column)
{
    return column->words.metric || column->unit != TABLE_NO_UNIT;
}

/* Counts the columns up to end that nothing tells from the column c: of the same side and
 * metric. */
static unsigned count_twins(const struct table_meaning *meaning, size_t c, size_t end)
{
    const struct table_column *column = &meaning->columns[c];
    unsigned twins = 0;
    for (size_t k = 0; k < end; k++) {
        const struct table_column *other = &meaning->columns[k];
        twins += other->role == TABLE_DATA && !other->words.is_cpu &&
                 is_same_side(column, other) && is_same_metric(column, other);
    }
    return twins;
}

/* Numbers columns that nothing tells apart: runs beside their average, or sides that only
 * the text around may name. */
static void number_columns(const struct table_grid *grid, struct table_meaning *meaning)
{
    enum { RUNS = 3 };
    unsigned numbers[TABLE_COLUMNS] = {0}, twins[TABLE_COLUMNS] = {0};
    bool has_average = false;
    for (size_t c = 0; c < grid->cols; c++) {
        const struct table_column *column = &meaning->columns[c];
        has_average = has_average || (column->role == TABLE_DATA && column->words.is_average);
        meaning->has_runs = meaning->has_runs || column->words.run;
        if (column->role != TABLE_DATA || column->words.is_cpu)
            continue;
        twins[c] = count_twins(meaning, c, grid->cols);
        numbers[c] = count_twins(meaning, c, c + 1);
    }
    for (size_t c = 0; c < grid->cols; c++) {
        struct table_column *column = &meaning->columns[c];
        bool is_run = has_average && !column->words.is_average && twins[c] >= RUNS;
        if (twins[c] < 2)
            continue;
        meaning->has_runs = meaning->has_runs || is_run;
        *(is_run ? &column->words.run : &column->number) = numbers[c];
    }
}

static void settle_groups(const struct table_grid *grid, struct table_meaning *meaning)
{
    size_t before = grid->cols; /* the data column in front that is no share of a CPU */
    for (size_t c = 0; c < grid->cols; c++) {
        struct table_column *column = &meaning->columns[c];
        column->group = c;
        if (column->role != TABLE_DATA)
            continue;
        if (column->words.is_cpu && !has_level(column) && before < grid->cols) {
            size_t group = meaning->columns[before].group;
            if (!has_metric(meaning, group, c, column))
                column->group = group;
        } else {
            for (size_t g = 0; g < c && column->group == c; g++) {
                const struct table_column *other = &meaning->columns[g];
                if (other->role == TABLE_DATA && other->group == g && is_measured(column) &&
                    is_measured(other) && is_same_side(other, column) &&
                    !has_metric(meaning, g, c, column))
                    column->group = g;
            }
        }
        if (!column->words.is_cpu)
            before = c;
    }
}

void table_columns_group(const struct table_grid *grid, struct table_meaning *meaning)
{
    for (size_t c = 0; c < grid->cols; c++) {
        struct table_column *column = &meaning->columns[c];
        bool is_open = column->role == TABLE_DATA && !column->words.metric;
        column->unit = is_open ? unit_of_cells(grid, c) : TABLE_NO_UNIT;
    }
    number_columns(grid, meaning);
    settle_groups(grid, meaning);
}
