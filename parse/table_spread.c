/* The header of a table over its columns: names of columns, groups, merged cells. */
#include <string.h>

#include "parse/table_lines.h"

#define NO_PIECE ((size_t)-1)

struct spread {
    const struct table_grid *grid;
    const struct table_field *fields;
    size_t cols;
    const char **cells;
};

static void add_text(const struct spread *spread, size_t column, const char *at, size_t length)
{
    const char *before = spread->cells[column];
    spread->cells[column] = arena_printf(spread->grid->arena, "%s%s%.*s", before,
                                         *before && length ? " " : "", (int)length, at);
}

static void add_span(const struct spread *spread, size_t column, const struct table_span *span)
{
    add_text(spread, column, span->at, span->length);
}

static unsigned middle(const struct table_field *field)
{
    return (field->from + field->to) / 2;
}

static unsigned distance(unsigned x, const struct table_span *span)
{
    return x < span->from ? span->from - x : x >= span->to ? x - span->to + 1 : 0;
}

static const struct table_span *nearest(const struct table_span *spans, size_t nr, unsigned x)
{
    const struct table_span *best = &spans[0];
    for (size_t s = 1; s < nr; s++)
        if (distance(x, &spans[s]) < distance(x, best))
            best = &spans[s];
    return best;
}

/* Spreads pieces over the columns first to end: one each, as many each, or the nearest. */
static void share(const struct spread *spread, const struct table_span *spans, size_t nr,
                  size_t first, size_t end)
{
    size_t wanted = end - first;
    for (size_t c = first; c < end && nr; c++)
        add_span(spread, c, wanted % nr == 0 ? &spans[(c - first) / (wanted / nr)]
                                             : nearest(spans, nr, middle(&spread->fields[c])));
}

/* A piece between bars over the columns that stand between these bars. */
static void share_piece(const struct spread *spread, const struct table_line *line,
                        const struct table_span *span, size_t first, size_t end)
{
    struct table_span parts[TABLE_COLUMNS];
    bool is_inside = span->at >= line->at && span->at <= line->at + line->length;
    unsigned column = is_inside ? table_width(line->at, (size_t)(span->at - line->at), 0) : 0;
    if (end - first > 1) {
        size_t nr = table_cut(span->at, span->length, column, 2, parts, TABLE_COLUMNS);
        size_t words = 0;
        if (nr != end - first)
            words = table_cut(span->at, span->length, column, 1, parts, TABLE_COLUMNS);
        /* no name above the labels */
        bool is_short = words > 1 && words + 1 == end - first;
        if (words != end - first && !is_short)
            nr = table_cut(span->at, span->length, column, 2, parts, TABLE_COLUMNS);
        else if (words)
            nr = words;
        share(spread, parts, nr, first + is_short, end);
    } else {
        add_span(spread, first, span);
    }
}

/* Says whether a piece of the header stands over several pieces of the rows. */
static bool is_merged(const struct spread *spread, const size_t *piece_of)
{
    for (size_t c = 1; c < spread->cols; c++)
        if (piece_of[c] == piece_of[c - 1] && piece_of[c] != NO_PIECE &&
            spread->fields[c].piece != spread->fields[c - 1].piece)
            return true;
    return false;
}

/* Says whether pieces of the header over several columns end where these do. */
static bool is_aligned(const struct spread *spread, const struct table_line *line,
                       const size_t *piece_of)
{
    enum { APART = 2 };
    for (size_t c = 0, end; c < spread->cols; c = end) {
        for (end = c + 1; end < spread->cols && piece_of[end] == piece_of[c]; end++)
            continue;
        if (end - c < 2 || piece_of[c] >= line->nr)
            continue;
        const struct table_span *span = &line->spans[piece_of[c]];
        const struct table_field *first = &spread->fields[c], *last = &spread->fields[end - 1];
        if (span->from + APART < first->from || span->from > first->from + APART ||
            span->to + APART < last->to || span->to > last->to + APART)
            return false;
    }
    return true;
}

/* Returns whether groups stand over whole columns. */
static bool spread_bars(const struct spread *spread, const struct table_lines *lines,
                        const struct table_line *line, bool is_last)
{
    size_t piece_of[TABLE_COLUMNS];
    for (size_t c = 0; c < spread->cols; c++) {
        piece_of[c] = spread->fields[c].piece;
        if (line->nr == lines->pieces)
            continue;
        const struct table_span *span =
            nearest(line->spans, line->nr, middle(&spread->fields[c]));
        piece_of[c] = distance(middle(&spread->fields[c]), span) ? NO_PIECE
                                                                 : (size_t)(span - line->spans);
    }
    bool has_merged = line->nr != lines->pieces && is_merged(spread, piece_of);
    /* the last columns may have no name */
    for (size_t c = 0; !has_merged && c < spread->cols; c++)
        piece_of[c] = spread->fields[c].piece;
    for (size_t c = 0; has_merged && line->nr < lines->pieces && c < spread->cols; c++)
        if (spread->fields[c].piece == 0)
            piece_of[c] = 0; /* labels are never merged with others */
    for (size_t c = 0, end; c < spread->cols; c = end) {
        for (end = c + 1; end < spread->cols && piece_of[end] == piece_of[c]; end++)
            continue;
        if (piece_of[c] >= line->nr)
            continue;
        const struct table_span *span = &line->spans[piece_of[c]];
        if (!has_merged)
            share_piece(spread, line, span, c, end);
        for (size_t k = c; has_merged && k < end; k++)
            add_span(spread, k, span);
    }
    /* groups that stand over single columns have lost their width */
    bool has_lost_width = !has_merged && !is_last && line->nr > 2 && line->nr + 1 < lines->pieces;
    return !has_lost_width && (!has_merged || is_aligned(spread, line, piece_of));
}

static bool overlaps(const struct table_span *span, const struct table_field *field)
{
    return span->from < field->to && field->from < span->to;
}

/* Says whether each piece stands over one column and each column has one at most. */
static bool is_one_to_one(const struct spread *spread, const struct table_line *line)
{
    size_t last = spread->cols;
    for (size_t s = 0; s < line->nr; s++) {
        size_t nr = 0, column = 0;
        for (size_t c = 0; c < spread->cols; c++)
            if (overlaps(&line->spans[s], &spread->fields[c])) {
                nr++;
                column = c;
            }
        if (nr != 1 || column == last)
            return false;
        last = column;
    }
    return true;
}

/* How far a piece stands beside a column. */
static unsigned apart(const struct table_field *field, const struct table_span *span)
{
    return span->to <= field->from ? field->from - span->to + 1
           : span->from >= field->to ? span->from - field->to + 1
                                     : 0;
}

/* The words of a piece over several columns, each over its own. */
static void spread_words(const struct spread *spread, const struct table_span *span)
{
    struct table_span words[TABLE_COLUMNS];
    size_t nr = table_cut(span->at, span->length, span->from, 1, words, TABLE_COLUMNS);
    size_t first = spread->cols, end = 0;
    for (size_t c = 0; c < spread->cols; c++)
        if (overlaps(span, &spread->fields[c])) {
            first = first == spread->cols ? c : first;
            end = c + 1;
        }
    for (size_t w = 0; w < nr; w++) {
        size_t best = first;
        for (size_t c = first; c < end; c++)
            if (apart(&spread->fields[c], &words[w]) < apart(&spread->fields[best], &words[w]))
                best = c;
        add_span(spread, nr == end - first ? first + w : best, &words[w]);
    }
}

static size_t columns_below(const struct spread *spread, const struct table_span *span,
                            size_t *first)
{
    size_t nr = 0;
    for (size_t c = spread->cols; c-- > 0;)
        if (overlaps(span, &spread->fields[c])) {
            *first = c;
            nr++;
        }
    return nr;
}

static void spread_last(const struct spread *spread, const struct table_line *line)
{
    enum { FARTHEST = 6 };
    for (size_t s = 0; s < line->nr; s++) {
        size_t first = 0, nr = columns_below(spread, &line->spans[s], &first);
        if (nr > 1)
            spread_words(spread, &line->spans[s]);
        else if (nr == 1)
            add_span(spread, first, &line->spans[s]);
    }
    for (size_t s = 0; s < line->nr; s++) {
        size_t first = 0, best = 0;
        if (columns_below(spread, &line->spans[s], &first))
            continue;
        for (size_t c = 1; c < spread->cols; c++)
            if (apart(&spread->fields[c], &line->spans[s]) <
                apart(&spread->fields[best], &line->spans[s]))
                best = c;
        if (!*spread->cells[best] && apart(&spread->fields[best], &line->spans[s]) <= FARTHEST)
            add_span(spread, best, &line->spans[s]);
    }
}

/* Says whether all columns beyond the labels have a name. */
static bool is_complete(const struct spread *spread, size_t labels)
{
    for (size_t c = labels; c < spread->cols; c++)
        if (!*spread->cells[c])
            return false;
    return true;
}

/* The pieces of a line in their order, where there is one for each column, or for all but
 * that of the labels or the last. */
static bool spread_in_order(const struct spread *spread, const struct table_line *line,
                            const struct table_span *spans, size_t nr, size_t labels)
{
    size_t shift = 0;
    if (nr + 1 == spread->cols && labels && (line->has_blank_start || labels == 1))
        shift = line->has_blank_start;
    else if (nr + labels == spread->cols)
        shift = labels;
    else if (nr != spread->cols && nr + 1 != spread->cols)
        return false;
    for (size_t s = 0; s < nr; s++)
        add_span(spread, s + shift, &spans[s]);
    return true;
}

/* Groups: the pieces beyond the labels are each over as many columns, or the nearest. */
static void spread_groups(const struct spread *spread, const struct table_line *line,
                          size_t labels)
{
    size_t s = 0;
    for (; labels && s < line->nr && line->spans[s].from < spread->fields[labels - 1].to; s++)
        add_span(spread, 0, &line->spans[s]);
    size_t left = line->nr - s;
    if (left == 1) {
        for (size_t c = labels; c < spread->cols; c++)
            if (overlaps(&line->spans[s], &spread->fields[c]))
                add_span(spread, c, &line->spans[s]);
    } else if (left) {
        share(spread, &line->spans[s], left, labels, spread->cols);
    }
}

bool table_head_spread(const struct table_grid *grid, const struct table_lines *lines,
                       const struct table_line *line, const struct table_field *fields,
                       size_t labels, bool is_last, const char **cells)
{
    struct spread spread = {grid, fields, grid->cols, cells};
    struct table_span words[TABLE_COLUMNS];
    if (!line->nr)
        return true;
    if (lines->has_bars && strchr(line->at, '|')) {
        return spread_bars(&spread, lines, line, is_last);
    }
    bool is_whole = line->nr == grid->cols || (line->nr + 1 == grid->cols && labels);
    if (lines->has_tabs && is_whole && !(line->nr < grid->cols && !line->has_blank_start &&
                                         !is_last) &&
        spread_in_order(&spread, line, line->spans, line->nr, labels))
        return true;
    if (!is_last && !labels && line->nr == 1) {
        size_t words_nr = table_cut(line->at, line->length, 0, 1, words, TABLE_COLUMNS);
        share(&spread, words, words_nr, 0, grid->cols);
        return true;
    }
    if (!is_last) {
        spread_groups(&spread, line, labels);
        return true;
    }
    size_t nr = table_cut(line->at, line->length, 0, 1, words, TABLE_COLUMNS);
    spread_last(&spread, line);
    if (is_one_to_one(&spread, line) || is_complete(&spread, labels))
        return true;
    for (size_t c = 0; c < grid->cols; c++)
        cells[c] = "";
    if ((line->nr == grid->cols || line->nr + labels == grid->cols) &&
        spread_in_order(&spread, line, line->spans, line->nr, labels))
        return true;
    if ((nr == grid->cols || (line->nr == 1 && nr + 1 == grid->cols)) &&
        spread_in_order(&spread, line, words, nr, labels))
        return true;
    spread_last(&spread, line);
    return true;
}
