/* Where the columns of a table are. */
#include <string.h>
#include <strings.h>

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

const char *table_text_of(const struct table_grid *grid, const struct table_span *first,
                           const struct table_span *last)
{
    return arena_text(grid->arena, first->at,
                      (size_t)(last->at + last->length - first->at));
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

static bool is_unit(const struct table_span *word)
{
    struct table_scale scale;
    return table_unit_read(word->at, word->length, &scale);
}

/* "unit" above units says that they are of all figures of their rows. */
static bool is_head_of_units(const struct table_span *word)
{
    return (word->length == 4 && !strncasecmp(word->at, "unit", 4)) ||
           (word->length == 5 && !strncasecmp(word->at, "units", 5));
}

/* Says whether all that stands there are units of what stands before. */
static bool is_of_units(const struct table_lines *lines, struct table_field field)
{
    for (size_t i = 0; i < lines->nr; i++) {
        struct words words;
        cut_words(lines->at[i].at, lines->at[i].length, 0, &words);
        for (size_t w = 0; w < words.nr; w++) {
            const struct table_span *word = &words.at[w];
            if (lines->at[i].is_head ? word->from <= field.to && field.from <= word->to &&
                                           is_head_of_units(word)
                                     : word->from >= field.from && word->from < field.to &&
                                           !is_unit(word))
                return false;
        }
    }
    return true;
}

static bool has_heads(const struct table_lines *lines)
{
    for (size_t i = 0; i < lines->nr; i++)
        if (lines->at[i].is_head)
            return true;
    return false;
}

/* Says whether a word of the header stands above the columns of the screen. */
static bool has_head(const struct table_lines *lines, struct table_field field)
{
    for (size_t i = 0; i < lines->nr; i++) {
        struct words words;
        if (!lines->at[i].is_head)
            continue;
        cut_words(lines->at[i].at, lines->at[i].length, 0, &words);
        for (size_t w = 0; w < words.nr; w++)
            if (words.at[w].from <= field.to && field.from <= words.at[w].to)
                return true;
    }
    return false;
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
        /* "dbench 8": a number that belongs to its label has no name above it */
        if (nr == 1 && is_near && !is_of_figures(lines, fields[0]) && has_heads(lines) &&
            !has_head(lines, field)) {
            fields[0].to = x;
            continue;
        }
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
        cells[f] = first[f] ? table_text_of(grid, first[f], last[f]) : "";
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
    return cols > 1 && table_cells_are_sound(lines, cells, cols) ? cols : 0;
}

size_t table_most_pieces(const struct table_lines *lines)
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

void table_field_widen(struct table_field *field, const struct table_span *span)
{
    if (!field->to || span->from < field->from)
        field->from = span->from;
    if (span->to > field->to)
        field->to = span->to;
}

size_t table_fields_by_pieces(const struct table_grid *grid, const struct table_lines *lines,
                              struct table_field *fields, const char **cells)
{
    size_t cols = table_most_pieces(lines);
    if (cols < 2)
        return 0;
    memset(fields, 0, cols * sizeof *fields);
    for (size_t i = 0; i < lines->nr; i++)
        for (size_t s = 0; !lines->at[i].is_head && lines->at[i].nr == cols && s < cols; s++)
            table_field_widen(&fields[s], &lines->at[i].spans[s]);
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
            cells[i * TABLE_COLUMNS + c] = table_text_of(grid, &line->spans[s], &line->spans[s]);
        }
    }
    return table_cells_are_sound(lines, cells, cols) ? cols : 0;
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
        row[0] = label ? table_text_of(grid, &words.at[0], &words.at[label - 1]) : "";
        for (size_t w = 0; w < label; w++)
            table_field_widen(&fields[0], &words.at[w]);
        for (size_t w = label; w < words.nr; w++) {
            row[w - label + has_label] = table_text_of(grid, &words.at[w], &words.at[w]);
            table_field_widen(&fields[w - label + has_label], &words.at[w]);
        }
    }
    return table_cells_are_sound(lines, cells, cols) ? cols : 0;
}
