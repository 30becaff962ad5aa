/* Columns between bars, some of which hold several. */
#include <string.h>

#include "parse/table_lines.h"

/* Cuts a piece into words in front, as one, and the figures behind them; returns how many
 * pieces there are, 0 where other words stand between figures. */
static size_t cut_labelled(const struct table_span *span, unsigned column, struct table_span *parts)
{
    size_t nr = table_cut(span->at, span->length, column, 1, parts, TABLE_COLUMNS), label = 0;
    while (label < nr && !table_is_figure(parts[label].at, parts[label].length))
        label++;
    for (size_t i = label; i < nr; i++)
        if (!table_is_figure(parts[i].at, parts[i].length))
            return 0;
    if (!label || label == nr)
        return 0;
    parts[0].length = (size_t)(parts[label - 1].at + parts[label - 1].length - parts[0].at);
    parts[0].to = parts[label - 1].to;
    memmove(&parts[1], &parts[label], (nr - label) * sizeof *parts);
    return nr - label + 1;
}

/* Cuts a piece between bars into the columns that it has in all lines; returns how many. */
static size_t cut_piece(const struct table_line *line, const struct table_span *span,
                        size_t wanted, struct table_span *parts)
{
    /* A joined cell is no part of the line; it begins somewhere behind its bar. */
    unsigned column = line->is_joined
                          ? span->from
                          : table_width(line->at, (size_t)(span->at - line->at), 0);
    size_t wide = table_cut(span->at, span->length, column, 2, parts, TABLE_COLUMNS);
    if (wide == wanted)
        return wide;
    if (cut_labelled(span, column, parts) == wanted)
        return wanted;
    return table_cut(span->at, span->length, column, 1, parts, TABLE_COLUMNS);
}

/* How many columns stand between two bars: as many pieces as nearly all lines have there. */
static size_t count_parts(const struct table_lines *lines, size_t piece, size_t pieces)
{
    size_t wide[TABLE_COLUMNS + 1] = {0}, close[TABLE_COLUMNS + 1] = {0}, rows = 0, best = 1;
    size_t labelled[TABLE_COLUMNS + 1] = {0};
    for (size_t i = 0; i < lines->nr; i++) {
        struct table_span parts[TABLE_COLUMNS];
        const struct table_line *line = &lines->at[i];
        if (line->is_head || line->nr != pieces || !line->spans[piece].length)
            continue;
        rows++;
        const struct table_span *span = &line->spans[piece];
        wide[table_cut(span->at, span->length, 0, 2, parts, TABLE_COLUMNS)]++;
        size_t nr = table_cut(span->at, span->length, 0, 1, parts, TABLE_COLUMNS), figures = 0;
        while (figures < nr && table_is_figure(parts[figures].at, parts[figures].length))
            figures++;
        if (figures == nr)
            close[nr]++;
        labelled[cut_labelled(span, 0, parts)]++;
    }
    for (size_t n = 2; n <= TABLE_COLUMNS; n++)
        if (rows && (close[n] * 10 >= rows * 8 || wide[n] * 10 >= rows * 9 ||
                     (n > 2 && labelled[n] * 10 >= rows * 9)))
            best = n;
    return best;
}

static void note_pieces(struct table_lines *lines, size_t pieces, const size_t *parts_of,
                        struct table_field *fields)
{
    size_t c = 0;
    for (size_t p = 0; p < pieces; p++)
        for (size_t k = 0; k < parts_of[p]; k++)
            fields[c++] = (struct table_field){0, 0, p};
    lines->pieces = pieces;
}

size_t table_fields_by_bars(const struct table_grid *grid, struct table_lines *lines,
                            struct table_field *fields, const char **cells)
{
    size_t pieces = table_most_pieces(lines), cols = 0, parts_of[TABLE_COLUMNS];
    for (size_t p = 0; p < pieces; p++)
        cols += parts_of[p] = count_parts(lines, p, pieces);
    if (cols < 2 || cols > TABLE_COLUMNS)
        return 0;
    note_pieces(lines, pieces, parts_of, fields);
    for (size_t i = 0; i < lines->nr; i++) {
        const struct table_line *line = &lines->at[i];
        const char **row = cells + i * TABLE_COLUMNS;
        size_t c = 0;
        if (line->is_head)
            continue;
        if (line->nr > pieces + 1)
            return 0;
        for (size_t k = 0; k < cols; k++)
            row[k] = "";
        for (size_t p = 0; p < pieces && p < line->nr; c += parts_of[p++]) {
            struct table_span parts[TABLE_COLUMNS];
            size_t nr = parts_of[p] > 1 ? cut_piece(line, &line->spans[p], parts_of[p], parts) : 1;
            if (nr != parts_of[p] || parts_of[p] == 1) {
                row[c] = table_text_of(grid, &line->spans[p], &line->spans[p]);
                table_field_widen(&fields[c], &line->spans[p]);
                continue;
            }
            for (size_t k = 0; k < nr; k++) {
                row[c + k] = table_text_of(grid, &parts[k], &parts[k]);
                table_field_widen(&fields[c + k], &parts[k]);
            }
        }
    }
    return table_cells_are_sound(lines, cells, cols) ? cols : 0;
}
