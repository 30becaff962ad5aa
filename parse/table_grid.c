/* From the lines of a table to rows of cells: bars, tabs, gaps or single blanks, whichever
 * gives columns of figures. */
#include <string.h>

#include "parse/table_lines.h"

static struct table_row *start_row(const struct table_grid *grid, struct table_row *row,
                                   size_t line, size_t lines)
{
    *row = (struct table_row){line, lines,
                              arena_alloc(grid->arena, grid->cols * sizeof *row->cells)};
    for (size_t c = 0; c < grid->cols; c++)
        row->cells[c] = "";
    return row;
}

struct table_row *table_add_row(struct table_grid *grid, size_t line, size_t lines)
{
    if (grid->nr == TABLE_ROWS)
        return NULL;
    grid->rows = arena_grow(grid->arena, grid->rows, grid->nr, &grid->room, sizeof *grid->rows);
    return start_row(grid, &grid->rows[grid->nr++], line, lines);
}

struct table_row *table_add_head(struct table_grid *grid, size_t line, size_t lines)
{
    if (grid->heads_nr == TABLE_HEADS)
        return NULL;
    return start_row(grid, &grid->heads[grid->heads_nr++], line, lines);
}

static size_t find_columns(const struct table_grid *grid, struct table_lines *lines,
                           struct table_field *fields, const char **cells)
{
    size_t cols = 0;
    if (lines->has_bars)
        return table_fields_by_bars(grid, lines, fields, cells);
    if (lines->has_tabs)
        cols = table_fields_by_pieces(grid, lines, fields, cells);
    if (!cols)
        cols = table_fields_by_blanks(grid, lines, fields, cells);
    if (!cols && !lines->has_tabs)
        cols = table_fields_by_pieces(grid, lines, fields, cells);
    if (!cols)
        cols = table_fields_by_words(grid, lines, fields, cells);
    return cols;
}

/* Says whether words stand in the last column, and figures in the first. */
static bool has_labels_last(const struct table_lines *lines, const char **cells, size_t cols)
{
    for (size_t i = 0; i < lines->nr; i++) {
        const char **row = cells + i * TABLE_COLUMNS;
        if (!lines->at[i].is_head && (table_is_figure(row[cols - 1], strlen(row[cols - 1])) ||
                                      !table_is_figure(row[0], strlen(row[0]))))
            return false;
    }
    return true;
}

/* The leading columns of words, of which there is one where any can be. */
static size_t count_labels(const struct table_lines *lines, const char **cells, size_t cols)
{
    size_t labels = 0;
    for (; labels + 1 < cols; labels++) {
        size_t words = 0, figures = 0;
        for (size_t i = 0; i < lines->nr; i++) {
            const char *cell = cells[i * TABLE_COLUMNS + labels];
            if (lines->at[i].is_head || !cell || !*cell)
                continue;
            bool is_figure = table_is_figure(cell, strlen(cell));
            figures += is_figure;
            words += !is_figure;
        }
        if (words <= figures)
            break;
    }
    return labels || has_labels_last(lines, cells, cols) ? labels : 1;
}

static bool has_cells(const struct table_row *row, size_t cols)
{
    for (size_t c = 0; c < cols; c++)
        if (*row->cells[c])
            return true;
    return false;
}

static bool ends_with_bar(const char *at)
{
    size_t end = strlen(at);
    while (end && strchr(" \t", at[end - 1]))
        end--;
    return end && at[end - 1] == '|';
}

/* Says whether rows between bars lack the last one, which others have: a part of them is
 * lost. */
static bool has_open_ends(const struct table_region *region, const struct table_grid *grid,
                          const struct table_lines *lines)
{
    size_t closed = 0, open = 0;
    if (!lines->has_border)
        return false;
    for (size_t i = region->first; i <= region->last; i++) {
        const char *at = grid->stream->lines[i].at;
        const char *start = at + strspn(at, " \t");
        /* a sentence behind one bar is no row, and labels alone may end otherwise */
        if (*start != '|' || !strchr(start + 1, '|') || !strpbrk(at, "0123456789"))
            continue;
        closed += ends_with_bar(at);
        open += !ends_with_bar(at);
    }
    return closed && open;
}

/* Says whether the names stand one column too far left: labels are called like what is
 * measured, and the last figures have no name. */
static bool is_shifted(const struct table_grid *grid)
{
    if (!grid->heads_nr)
        return false;
    const struct table_row *head = &grid->heads[grid->heads_nr - 1];
    return table_op(head->cells[0]) && !*head->cells[grid->cols - 1];
}

bool table_grid_read(const struct table_region *region, struct table_grid *grid)
{
    struct table_lines lines;
    struct table_field fields[TABLE_COLUMNS];
    table_lines_read(grid, region, &lines);
    if (lines.nr < 2)
        return false;
    grid->is_broken = has_open_ends(region, grid, &lines);
    if (grid->is_broken)
        return false;
    const char **cells =
        arena_alloc(grid->arena, lines.nr * TABLE_COLUMNS * sizeof *cells);
    grid->cols = find_columns(grid, &lines, fields, cells);
    if (!grid->cols)
        return false;
    size_t labels = count_labels(&lines, cells, grid->cols), last_head = 0;
    for (size_t i = 0; i < lines.nr; i++)
        last_head = lines.at[i].is_head ? i : last_head;
    for (size_t i = 0; i < lines.nr; i++) {
        const struct table_line *line = &lines.at[i];
        struct table_row *row = line->is_head ? table_add_head(grid, line->line, 1)
                                              : table_add_row(grid, line->line, 1);
        if (!row)
            break;
        if (line->is_head)
            grid->is_broken |= !table_head_spread(grid, &lines, line, fields, labels,
                                                  i == last_head, row->cells);
        else
            memcpy(row->cells, cells + i * TABLE_COLUMNS, grid->cols * sizeof *row->cells);
        if (line->is_head && !has_cells(row, grid->cols))
            grid->heads_nr--;
    }
    grid->is_broken |= !lines.has_bars && is_shifted(grid);
    return grid->nr > 0 && !grid->is_broken;
}
