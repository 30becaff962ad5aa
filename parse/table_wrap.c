/* Tables whose rows mail has broken: rebuilt where all rows come out whole. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parse/table.h"

enum { MOST_WORDS = 4000, BROKEN = 60, INDENTED = 4 };

/* A word of the table, and the line where it stands. */
struct word {
    struct table_span span;
    size_t line;
    bool is_figure;
};

struct words {
    struct word *at;
    size_t nr;
};

static bool is_cell(const struct table_span *span)
{
    return table_is_figure(span->at, span->length) || (span->length == 1 && *span->at == '-');
}

static bool has_border(const struct text_line *line)
{
    return line->at[strspn(line->at, " \t")] == '|';
}

/* The bar that ends a row, alone on a line of its own. */
static bool is_last_bar(const struct text_line *line, const struct text_line *above)
{
    const char *bar = line->at + strspn(line->at, " \t");
    size_t end = above->length;
    while (end && strchr(" \t", above->at[end - 1]))
        end--;
    return *bar == '|' && !bar[1 + strspn(bar + 1, " \t")] && end && above->at[end - 1] != '|';
}

/* Says whether the line is the rest of the one above: without the bar that begins all
 * rows, or with that which ends them; or figures alone, and few, where rows begin with words or have the width of a
 * mail. */
static bool is_tail(const struct text_stream *stream, size_t at, bool is_labelled)
{
    struct table_span spans[TABLE_COLUMNS];
    const struct text_line *line = &stream->lines[at], *above = &stream->lines[at - 1];
    size_t nr = table_cut(line->at, line->length, 0, 1, spans, TABLE_COLUMNS);
    if (!nr || table_is_rule(above->at) || text_is_blank(above) || table_is_rule(line->at))
        return false;
    if (has_border(above))
        return !has_border(line) || is_last_bar(line, above);
    if (above->length < BROKEN && !(is_labelled && line->indent < INDENTED))
        return false;
    for (size_t i = 0; i < nr; i++)
        if (!is_cell(&spans[i]))
            return false;
    return nr * 2 <= table_cut(above->at, above->length, 0, 1, spans, TABLE_COLUMNS);
}

/* Says whether most of the lines of figures begin with a word. */
static bool is_labelled(const struct text_stream *stream, const struct table_region *region)
{
    size_t words = 0, figures = 0;
    for (size_t i = region->figures; i <= region->last; i++) {
        struct table_span span;
        const struct text_line *line = &stream->lines[i];
        if (!table_cut(line->at, line->length, 0, 1, &span, 1))
            continue;
        bool is_figure = is_cell(&span);
        figures += is_figure;
        words += !is_figure;
    }
    return words >= figures;
}

/* Says whether the next line of figures has as many as this one: rows, no rests. */
static bool is_like_next(const struct text_stream *stream, size_t at, size_t last)
{
    struct table_span spans[TABLE_COLUMNS];
    size_t next = at + 1;
    if (next > last)
        return false;
    size_t nr = table_cut(stream->lines[at].at, stream->lines[at].length, 0, 1, spans, TABLE_COLUMNS);
    return nr > 2 && nr == table_cut(stream->lines[next].at, stream->lines[next].length, 0, 1, spans,
                                     TABLE_COLUMNS);
}

bool table_is_wrapped(const struct text_stream *stream, const struct table_region *region)
{
    size_t tails = 0, rows = 0;
    bool has_labels = is_labelled(stream, region);
    for (size_t i = region->first; i <= region->last; i++) {
        if (text_is_blank(&stream->lines[i]) || table_is_rule(stream->lines[i].at))
            continue;
        rows++;
        tails += i > region->first && is_tail(stream, i, has_labels) &&
                 (has_border(&stream->lines[i - 1]) || !is_like_next(stream, i, region->last));
    }
    return tails * 4 >= rows && tails > 0;
}

static bool collect(const struct table_region *region, const struct table_grid *grid,
                    struct words *words)
{
    words->at = arena_alloc(grid->arena, MOST_WORDS * sizeof *words->at);
    for (size_t i = region->first; i <= region->last; i++) {
        struct table_span bars[TABLE_COLUMNS];
        const struct text_line *line = &grid->stream->lines[i];
        if (text_is_blank(line) || table_is_rule(line->at))
            continue;
        size_t pieces = table_cut_bars(line->at, true, bars, TABLE_COLUMNS);
        for (size_t p = 0; p < pieces; p++) {
            struct table_span spans[TABLE_COLUMNS];
            size_t nr = table_cut(bars[p].at, bars[p].length, 0, 1, spans, TABLE_COLUMNS);
            for (size_t s = 0; s < nr; s++) {
                if (words->nr == MOST_WORDS)
                    return false;
                words->at[words->nr++] = (struct word){spans[s], i, is_cell(&spans[s])};
            }
        }
    }
    return true;
}

/* The end of the words from at that are figures, or are none. */
static size_t run_end(const struct words *words, size_t at)
{
    size_t end = at;
    while (end < words->nr && words->at[end].is_figure == words->at[at].is_figure)
        end++;
    return end;
}

/* Returns how many figures each row has, 0 where they differ. */
static size_t count_figures(const struct words *words)
{
    size_t figures = 0, rows = 0;
    if (!words->nr || words->at[0].is_figure)
        return 0;
    for (size_t at = 0; at < words->nr;) {
        size_t from = run_end(words, at), end = from < words->nr ? run_end(words, from) : from;
        if (end == from || (figures && end - from != figures))
            return 0;
        figures = end - from;
        rows++;
        at = end;
    }
    return rows > 1 && figures > 1 && figures < TABLE_COLUMNS ? figures : 0;
}

static const char *join(const struct table_grid *grid, const struct words *words, size_t first,
                        size_t end)
{
    const char *text = "";
    for (size_t i = first; i < end; i++)
        text = arena_printf(grid->arena, "%s%s%.*s", text, *text ? " " : "",
                            (int)words->at[i].span.length, words->at[i].span.at);
    return text;
}

/* Finds where the names of the columns end and the label of the first row begins: at a
 * line where as many stand above as there are figures, or behind as many words. */
static size_t find_first_label(const struct words *words, size_t figures)
{
    size_t end = run_end(words, 0), line = words->at[end].line, above = 0;
    while (above < end && words->at[above].line < line)
        above++;
    if (above < end && (above == figures || above == figures + 1))
        return above;
    return end > figures ? figures : 0;
}

/* us + sy + id + wa of a row are 100, within rounding. */
static bool has_sound_sums(const struct table_grid *grid)
{
    static const char *const names[] = {"us", "sy", "id", "wa"};
    enum { NAMES = sizeof names / sizeof names[0] };
    for (size_t c = 1; c + NAMES <= grid->cols; c++) {
        size_t n = 0;
        while (n < NAMES && !strcmp(grid->heads[0].cells[c + n], names[n]))
            n++;
        for (size_t r = 0; n == NAMES && r < grid->nr; r++) {
            double sum = 0;
            for (size_t k = 0; k < NAMES; k++) {
                struct table_value value;
                sum += table_cell_read(grid->rows[r].cells[c + k], &value) ? value.value : 0;
            }
            if (sum < 99 || sum > 101)
                return false;
        }
    }
    return true;
}

/* A column has its unit in all cells, or in none. */
static bool has_equal_units(const struct table_grid *grid)
{
    for (size_t c = 1; c < grid->cols; c++) {
        struct table_value first = {0}, value;
        bool has_first = false;
        for (size_t r = 0; r < grid->nr; r++) {
            if (!table_cell_read(grid->rows[r].cells[c], &value) || value.is_missing)
                continue;
            if (has_first && value.scale.unit != first.scale.unit)
                return false;
            first = value;
            has_first = true;
        }
    }
    return true;
}

static bool build(struct table_grid *grid, const struct words *words, size_t figures)
{
    size_t label = find_first_label(words, figures);
    if (!label)
        return false;
    grid->cols = figures + 1;
    grid->is_joined = true;
    size_t shift = label == figures; /* no name above the labels */
    struct table_row *head = table_add_head(grid, words->at[0].line, 1);
    for (size_t i = 0; i < label; i++)
        head->cells[i + shift] = join(grid, words, i, i + 1);
    for (size_t at = label; at < words->nr;) {
        size_t from = run_end(words, at), end = from + figures;
        size_t line = words->at[at].line;
        struct table_row *row = table_add_row(grid, line, words->at[end - 1].line - line + 1);
        if (!row)
            return false;
        row->cells[0] = join(grid, words, at, from);
        for (size_t i = from; i < end; i++)
            row->cells[i - from + 1] = join(grid, words, i, i + 1);
        at = end;
    }
    return has_sound_sums(grid) && has_equal_units(grid);
}

/* Rows between bars, the rests of which have none in front. */
static bool read_barred(const struct table_region *region, struct table_grid *grid)
{
    struct text_stream joined = {.section = grid->stream->section};
    size_t *first = arena_alloc(grid->arena, (region->last - region->first + 1) * sizeof *first);
    const struct text_stream *stream = grid->stream;
    struct table_region whole = {0};
    for (size_t i = region->first; i <= region->last; i++) {
        bool is_rest = i > region->first && joined.nr && is_tail(stream, i, true);
        struct text_line *last = joined.nr ? &joined.lines[joined.nr - 1] : NULL;
        if (is_rest) {
            last->at = arena_printf(grid->arena, "%s %s", last->at, stream->lines[i].at);
            last->length = strlen(last->at);
            continue;
        }
        joined.lines = arena_grow(grid->arena, joined.lines, joined.nr, &joined.room,
                                  sizeof *joined.lines);
        first[joined.nr] = i;
        joined.lines[joined.nr++] = stream->lines[i];
    }
    whole.last = joined.nr - 1;
    grid->stream = &joined;
    bool is_read = table_grid_read(&whole, grid);
    grid->stream = stream;
    grid->is_joined = true;
    for (size_t h = 0; h < grid->heads_nr; h++)
        grid->heads[h].line = first[grid->heads[h].line];
    for (size_t r = 0; r < grid->nr; r++) {
        size_t at = grid->rows[r].line, next = at + 1 < joined.nr ? first[at + 1] : region->last + 1;
        grid->rows[r].line = first[at];
        grid->rows[r].lines = next - first[at];
        for (size_t c = 0; c < grid->cols; c++)
            if (c + 1 < grid->cols && !*grid->rows[r].cells[c])
                is_read = false;
    }
    return is_read && has_equal_units(grid);
}

bool table_wrap_read(const struct table_region *region, struct table_grid *grid)
{
    struct words words = {0};
    const char *start = grid->stream->lines[region->figures].at;
    if (start[strspn(start, " \t")] == '|')
        return read_barred(region, grid);
    if (!collect(region, grid, &words))
        return false;
    size_t figures = count_figures(&words);
    return figures && build(grid, &words, figures);
}
