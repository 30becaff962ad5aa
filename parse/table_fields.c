/* Where the columns of a table are. */
#include <string.h>

#include "parse/table_lines.h"

enum { WIDEST = 320 };

/* The pieces of one line between single blanks. */
struct words {
    struct table_span at[TABLE_COLUMNS * 2];
    size_t nr;
};

static void cut_words(const char *at, size_t length, unsigned column, struct words *words)
{
    words->nr = table_cut(at, length, column, 1, words->at, TABLE_COLUMNS * 2);
}

static const char *text_of(const struct table_grid *grid, const struct table_span *first,
                           const struct table_span *last)
{
    return arena_text(grid->arena, first->at,
                      (size_t)(last->at + last->length - first->at));
}

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
    struct words words;
    size_t figures = 0;
    cut_words(cell, strlen(cell), 0, &words);
    for (size_t w = 0; w < words.nr; w++)
        figures += table_is_figure(words.at[w].at, words.at[w].length);
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

/* Columns of figures have figures alone, nearly. */
static bool is_sound(const struct table_lines *lines, const char **cells, size_t cols)
{
    size_t columns_of_figures = 0;
    for (size_t c = 0; c < cols; c++) {
        size_t figures, others;
        count_cells(lines, cells, c, &figures, &others);
        if (c && others && has_joined_cells(lines, cells, c))
            return false;
        if (figures * 2 < others || !figures)
            continue; /* a column of words */
        if (others * 10 > figures + others && c > 0)
            return false;
        columns_of_figures += !others || c > 0;
    }
    return columns_of_figures > 0;
}

static void mark(const struct words *words, unsigned *taken)
{
    for (size_t w = 0; w < words->nr; w++)
        for (unsigned x = words->at[w].from; x < words->at[w].to && x < WIDEST; x++)
            taken[x]++;
}

/* Says whether most of what the lines have there are figures. */
static bool is_of_figures(const struct table_lines *lines, struct table_field field)
{
    size_t figures = 0, all = 0;
    for (size_t i = 0; i < lines->nr; i++) {
        struct words words;
        if (lines->at[i].is_head)
            continue;
        cut_words(lines->at[i].at, lines->at[i].length, 0, &words);
        for (size_t w = 0; w < words.nr; w++) {
            if (words.at[w].from < field.from || words.at[w].from >= field.to)
                continue;
            all++;
            figures += table_is_figure(words.at[w].at, words.at[w].length) ||
                       !strncmp(words.at[w].at, "- ", 2);
        }
    }
    return figures * 10 >= all * 7 && figures;
}

/* Says whether all that stands there are units of what stands before. */
static bool is_of_units(const struct table_lines *lines, struct table_field field)
{
    for (size_t i = 0; i < lines->nr; i++) {
        struct words words;
        struct table_scale scale;
        if (lines->at[i].is_head)
            continue;
        cut_words(lines->at[i].at, lines->at[i].length, 0, &words);
        for (size_t w = 0; w < words.nr; w++)
            if (words.at[w].from >= field.from && words.at[w].from < field.to &&
                !table_unit_read(words.at[w].at, words.at[w].length, &scale))
                return false;
    }
    return true;
}

static size_t find_fields(const struct table_lines *lines, struct table_field *fields)
{
    unsigned taken[WIDEST] = {0};
    size_t rows = 0, nr = 0;
    for (size_t i = 0; i < lines->nr; i++) {
        struct words words;
        if (lines->at[i].is_head)
            continue;
        rows++;
        cut_words(lines->at[i].at, lines->at[i].length, 0, &words);
        mark(&words, taken);
    }
    for (unsigned x = 0; x < WIDEST && nr < TABLE_COLUMNS;) {
        unsigned from = x;
        while (x < WIDEST && taken[x] * 10 > rows)
            x++;
        if (x == from) {
            x++;
            continue;
        }
        struct table_field field = {from, x, 0};
        bool is_near = nr && from - fields[nr - 1].to < 2;
        if (nr && ((is_near && !is_of_figures(lines, field)) || is_of_units(lines, field)))
            fields[nr - 1].to = x;
        else
            fields[nr++] = field;
    }
    return nr;
}

/* The field that a piece overlaps most, or the nearest one. */
static size_t field_of(const struct table_field *fields, size_t cols, const struct table_span *span)
{
    size_t best = 0;
    long most = -100000;
    for (size_t f = 0; f < cols; f++) {
        long from = span->from > fields[f].from ? span->from : fields[f].from;
        long to = span->to < fields[f].to ? span->to : fields[f].to;
        if (to - from > most) {
            most = to - from;
            best = f;
        }
    }
    return best;
}

static void fill(const struct table_grid *grid, const struct words *words,
                 const struct table_field *fields, size_t cols, const char **cells)
{
    const struct table_span *first[TABLE_COLUMNS] = {NULL}, *last[TABLE_COLUMNS] = {NULL};
    for (size_t w = 0; w < words->nr; w++) {
        size_t f = field_of(fields, cols, &words->at[w]);
        if (!first[f])
            first[f] = &words->at[w];
        last[f] = &words->at[w];
    }
    for (size_t f = 0; f < cols; f++)
        cells[f] = first[f] ? text_of(grid, first[f], last[f]) : "";
}

size_t table_fields_by_blanks(const struct table_grid *grid, const struct table_lines *lines,
                              struct table_field *fields, const char **cells)
{
    size_t cols = find_fields(lines, fields);
    for (size_t i = 0; i < lines->nr && cols > 1; i++) {
        struct words words;
        if (lines->at[i].is_head)
            continue;
        cut_words(lines->at[i].at, lines->at[i].length, 0, &words);
        fill(grid, &words, fields, cols, cells + i * TABLE_COLUMNS);
    }
    return cols > 1 && is_sound(lines, cells, cols) ? cols : 0;
}

/* The number of pieces that most lines of figures have. */
static size_t most_pieces(const struct table_lines *lines)
{
    size_t counts[TABLE_COLUMNS + 1] = {0}, best = 0;
    for (size_t i = 0; i < lines->nr; i++)
        if (!lines->at[i].is_head && lines->at[i].nr <= TABLE_COLUMNS)
            counts[lines->at[i].nr]++;
    for (size_t n = 0; n <= TABLE_COLUMNS; n++)
        if (counts[n] && counts[n] >= counts[best])
            best = n;
    return best;
}

static void widen(struct table_field *field, const struct table_span *span)
{
    if (!field->to || span->from < field->from)
        field->from = span->from;
    if (span->to > field->to)
        field->to = span->to;
}

size_t table_fields_by_pieces(const struct table_grid *grid, const struct table_lines *lines,
                              struct table_field *fields, const char **cells)
{
    size_t cols = most_pieces(lines);
    if (cols < 2)
        return 0;
    memset(fields, 0, cols * sizeof *fields);
    for (size_t i = 0; i < lines->nr; i++)
        for (size_t s = 0; !lines->at[i].is_head && lines->at[i].nr == cols && s < cols; s++)
            widen(&fields[s], &lines->at[i].spans[s]);
    for (size_t i = 0; i < lines->nr; i++) {
        const struct table_line *line = &lines->at[i];
        if (line->is_head)
            continue;
        /* A line without its label is indented. */
        size_t shift = line->nr + 1 == cols && line->has_blank_start && lines->has_tabs;
        if (line->nr > cols || line->nr + 3 < cols)
            return 0;
        for (size_t c = 0; c < cols; c++)
            cells[i * TABLE_COLUMNS + c] = "";
        for (size_t s = 0; s < line->nr; s++) {
            size_t c = line->nr == cols || shift || lines->has_tabs
                           ? s + shift
                           : field_of(fields, cols, &line->spans[s]);
            cells[i * TABLE_COLUMNS + c] = text_of(grid, &line->spans[s], &line->spans[s]);
        }
    }
    return is_sound(lines, cells, cols) ? cols : 0;
}

/* How many figures stand at the end of a line. */
static size_t figures_at_end(const struct words *words)
{
    size_t nr = 0;
    while (nr < words->nr && (table_is_figure(words->at[words->nr - 1 - nr].at,
                                              words->at[words->nr - 1 - nr].length) ||
                              (words->at[words->nr - 1 - nr].length == 1 &&
                               words->at[words->nr - 1 - nr].at[0] == '-')))
        nr++;
    return nr;
}

size_t table_fields_by_words(const struct table_grid *grid, const struct table_lines *lines,
                             struct table_field *fields, const char **cells)
{
    size_t figures = 0;
    bool has_label = false;
    for (size_t i = 0; i < lines->nr; i++) {
        struct words words;
        if (lines->at[i].is_head)
            continue;
        cut_words(lines->at[i].at, lines->at[i].length, 0, &words);
        size_t nr = figures_at_end(&words);
        if (!nr || (figures && nr != figures))
            return 0;
        figures = nr;
        has_label = has_label || words.nr > nr;
    }
    size_t cols = figures + has_label;
    if (cols < 2 || cols > TABLE_COLUMNS)
        return 0;
    memset(fields, 0, cols * sizeof *fields);
    for (size_t i = 0; i < lines->nr; i++) {
        struct words words;
        const char **row = cells + i * TABLE_COLUMNS;
        if (lines->at[i].is_head)
            continue;
        cut_words(lines->at[i].at, lines->at[i].length, 0, &words);
        size_t label = words.nr - figures;
        row[0] = label ? text_of(grid, &words.at[0], &words.at[label - 1]) : "";
        for (size_t w = 0; w < label; w++)
            widen(&fields[0], &words.at[w]);
        for (size_t w = label; w < words.nr; w++) {
            row[w - label + has_label] = text_of(grid, &words.at[w], &words.at[w]);
            widen(&fields[w - label + has_label], &words.at[w]);
        }
    }
    return is_sound(lines, cells, cols) ? cols : 0;
}

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
    unsigned column = table_width(line->at, (size_t)(span->at - line->at), 0);
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
    size_t pieces = most_pieces(lines), cols = 0, parts_of[TABLE_COLUMNS];
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
                row[c] = text_of(grid, &line->spans[p], &line->spans[p]);
                widen(&fields[c], &line->spans[p]);
                continue;
            }
            for (size_t k = 0; k < nr; k++) {
                row[c + k] = text_of(grid, &parts[k], &parts[k]);
                widen(&fields[c + k], &parts[k]);
            }
        }
    }
    return is_sound(lines, cells, cols) ? cols : 0;
}
