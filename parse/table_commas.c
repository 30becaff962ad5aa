/* Lines of cells that commas, semicolons part: "scheduler,bs,iops" above "none,4k,52100". */
#include <ctype.h>
#include <string.h>

#include "parse/table.h"

/* Quotation marks as mail programs make them of plain ones, some all of them alike. */
static const char *const quotes[] = {"\"", "\xe2\x80\x9c", "\xe2\x80\x9d"};

enum { LONGEST_LINE = 400, LONGEST_CELL = 60, FEWEST_CELLS = 3 };

struct cells {
    struct table_span at[TABLE_COLUMNS];
    size_t nr;
    size_t figures, words, empty;
};

/* Returns how many bytes a quotation mark has that stands there, 0 for none. */
static size_t quote_length(const char *at, const char *end)
{
    for (size_t i = 0; i < sizeof quotes / sizeof quotes[0]; i++) {
        size_t length = strlen(quotes[i]);
        if ((size_t)(end - at) >= length && !memcmp(at, quotes[i], length))
            return length;
    }
    return 0;
}

static void add_cell(struct cells *cells, const char *from, const char *to)
{
    while (from < to && isblank((unsigned char)*from))
        from++;
    while (to > from && isblank((unsigned char)to[-1]))
        to--;
    size_t quote = quote_length(from, to);
    if (quote && (size_t)(to - from) >= 2 * quote && quote_length(to - quote, to) == quote) {
        from += quote;
        to -= quote;
    }
    size_t length = (size_t)(to - from);
    cells->at[cells->nr++] = (struct table_span){from, length, 0, 0};
    if (!length)
        cells->empty++;
    else if (table_is_figure(from, length))
        cells->figures++;
    else
        cells->words++;
}

/* Cuts a line; marks inside of quotation part nothing.  Returns whether it has that many
 * cells, none of which is long. */
static bool cut(const struct text_line *line, char mark, struct cells *cells)
{
    const char *from = line->at;
    bool is_quoted = false;
    *cells = (struct cells){.nr = 0};
    if (line->class != LINE_PROSE || line->length > LONGEST_LINE)
        return false;
    for (const char *at = line->at;; at++) {
        is_quoted ^= quote_length(at, line->at + line->length) > 0;
        if (*at && (*at != mark || is_quoted))
            continue;
        if (cells->nr == TABLE_COLUMNS || at - from > LONGEST_CELL)
            return false;
        add_cell(cells, from, at);
        from = at + 1;
        if (!*at)
            return cells->nr >= FEWEST_CELLS && !is_quoted;
    }
}

/* Says whether a cell names what was measured. */
static bool has_measure(const struct cells *cells, struct arena *arena)
{
    for (size_t c = 0; c < cells->nr; c++) {
        struct table_words words;
        table_words_read(arena, arena_text(arena, cells->at[c].at, cells->at[c].length), &words);
        if (words.metric || words.op)
            return true;
    }
    return false;
}

/* Finds the mark that parts both lines into as many cells, names above figures. */
static char find_mark(const struct text_stream *stream, size_t at)
{
    static const char marks[] = ",;";
    for (const char *mark = marks; *mark; mark++) {
        struct cells head, row;
        if (strchr(stream->lines[at].at, *mark) && cut(&stream->lines[at], *mark, &head) &&
            cut(&stream->lines[at + 1], *mark, &row) && head.nr == row.nr && !head.figures &&
            head.words == head.nr && row.figures)
            return *mark;
    }
    return '\0';
}

size_t table_commas_length(const struct text_stream *stream, size_t at)
{
    struct cells head, row;
    if (at + 2 >= stream->nr)
        return 0;
    char mark = find_mark(stream, at);
    if (!mark || !cut(&stream->lines[at], mark, &head))
        return 0;
    size_t nr = 1;
    while (nr < TABLE_ROWS && at + nr < stream->nr && cut(&stream->lines[at + nr], mark, &row) &&
           row.nr == head.nr && row.figures)
        nr++;
    return nr >= 3 ? nr : 0;
}

bool table_commas_read(const struct table_region *region, struct table_grid *grid)
{
    char mark = find_mark(grid->stream, region->first);
    bool is_ours = false;
    for (size_t i = region->first; i <= region->last; i++) {
        struct cells cells;
        if (!mark || !cut(&grid->stream->lines[i], mark, &cells))
            return false;
        is_ours = is_ours || has_measure(&cells, grid->arena);
        grid->cols = cells.nr;
        struct table_row *row =
            i == region->first ? table_add_head(grid, i, 1) : table_add_row(grid, i, 1);
        for (size_t c = 0; row && c < cells.nr; c++)
            row->cells[c] = arena_text(grid->arena, cells.at[c].at, cells.at[c].length);
    }
    return is_ours;
}
