/* Whether lines were cut into columns rightly. */
#include <string.h>

#include "parse/table_lines.h"

/* How many of the lines have a figure in the column, and how many anything else. */
static void count_cells(const struct table_lines *lines, const char **cells, size_t column,
                        size_t *figures, size_t *others)
{
    *figures = *others = 0;
    for (size_t i = 0; i < lines->nr; i++) {
        const char *cell = cells[i * TABLE_COLUMNS + column];
        struct table_value value;
        if (lines->at[i].is_head || !cell || !*cell)
            continue;
        if (!table_cell_read(cell, &value))
            ++*others;
        else
            *figures += !value.is_missing;
    }
}

/* Says whether a cell holds two figures or more: columns that were not told apart. */
static bool has_two_figures(const char *cell)
{
    struct table_span words[TABLE_COLUMNS];
    size_t figures = 0, nr = table_cut(cell, strlen(cell), 0, 1, words, TABLE_COLUMNS);
    for (size_t w = 0; w < nr; w++)
        figures += table_is_figure(words[w].at, words[w].length);
    return figures > 1;
}

static bool has_joined_cells(const struct table_lines *lines, const char **cells, size_t column)
{
    for (size_t i = 0; i < lines->nr; i++) {
        const char *cell = cells[i * TABLE_COLUMNS + column];
        if (!lines->at[i].is_head && cell && *cell && has_two_figures(cell))
            return true;
    }
    return false;
}

/* Says whether a column of words holds results: "Read: 118 MB/s 28.8k IOPS", "lat 4.3 ms". */
static bool hides_results(const struct table_lines *lines, const char **cells, size_t column)
{
    size_t most = column ? 0 : 1;
    for (size_t i = 0; i < lines->nr; i++) {
        const char *cell = cells[i * TABLE_COLUMNS + column];
        struct table_value value;
        if (!lines->at[i].is_head && cell && *cell && !table_cell_read(cell, &value) &&
            table_count_rates(cell) > most)
            return true;
    }
    return false;
}

bool table_cells_are_sound(const struct table_lines *lines, const char **cells, size_t cols)
{
    size_t columns_of_figures = 0;
    for (size_t c = 0; c < cols; c++) {
        size_t figures, others;
        count_cells(lines, cells, c, &figures, &others);
        if (c && others && has_joined_cells(lines, cells, c))
            return false;
        if (others && hides_results(lines, cells, c))
            return false;
        if (figures * 2 < others || !figures)
            continue; /* a column of words */
        if (others * 10 > figures + others && c > 0)
            return false;
        columns_of_figures += !others || c > 0;
    }
    return columns_of_figures > 0;
}
