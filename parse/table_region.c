/* Where a table is: lines of figures below each other, with the header above them. */
#include <ctype.h>
#include <string.h>

#include "parse/table.h"

/* What a line looks like, told by its bytes alone. */
struct look {
    size_t figures, words, bars, gaps;
    bool has_tab;
    bool is_item; /* "label: 12…" */
};

static bool starts_figure(const char *at)
{
    at += strspn(at, "(~<>+-*`");
    return isdigit((unsigned char)*at);
}

static struct look look_at(const char *line)
{
    struct look look = {0};
    const char *at = line + strspn(line, " \t");
    while (*at) {
        size_t length = strcspn(at, " \t|");
        if (length && starts_figure(at))
            look.figures++;
        look.words += length > 0;
        look.is_item = look.is_item || (length && at[length - 1] == ':' && at[length] &&
                                        starts_figure(at + length + strspn(at + length, " \t")));
        at += length;
        size_t gap = strspn(at, " \t");
        bool has_tab = gap && memchr(at, '\t', gap);
        look.gaps += (gap >= 2 || has_tab) && at[gap];
        look.has_tab = look.has_tab || (has_tab && at[gap]);
        at += gap;
        if (*at == '|') {
            look.bars++;
            at++;
            at += strspn(at, " \t");
        }
    }
    return look;
}

static bool is_free(const struct text_stream *stream, size_t at)
{
    return at < stream->nr && stream->lines[at].class == LINE_PROSE;
}

/* Lines of figures; a sentence with two figures and a wide gap is none. */
static bool is_row(const struct look *look)
{
    enum { LONG = 8 };
    if (!look->figures)
        return false;
    if (look->bars || look->has_tab)
        return true;
    if (look->words > LONG && look->figures * 3 < look->words)
        return false;
    return look->gaps > 0 || look->is_item ||
           (look->figures >= 2 && look->figures * 2 >= look->words);
}

static bool is_row_at(const struct text_stream *stream, size_t at)
{
    enum { LONGEST = 300, BROKEN = 60 };
    if (!is_free(stream, at) || stream->lines[at].length > LONGEST)
        return false;
    const char *line = stream->lines[at].at;
    if (!strpbrk(line, "0123456789"))
        return false;
    struct look look = look_at(line);
    /* The last figure of a row that was broken. */
    bool is_tail = at && stream->lines[at - 1].length >= BROKEN && look.figures == look.words &&
                   look.figures && is_free(stream, at - 1);
    return is_row(&look) || is_tail;
}

static bool is_rule_at(const struct text_stream *stream, size_t at)
{
    return is_free(stream, at) && table_is_rule(stream->lines[at].at);
}

/* A row of words inside a table with bars. */
static bool is_barred(const struct text_stream *stream, size_t at)
{
    if (!is_free(stream, at) || text_is_blank(&stream->lines[at]))
        return false;
    return strchr(stream->lines[at].at, '|') != NULL;
}

static bool ends_sentence(const char *line, size_t length)
{
    return length && strchr(".!?,;", line[length - 1]);
}

/* "0f3d22ab41 7be1c09d55": what test robots head the sides of a comparison with. */
static bool are_commits(const char *line)
{
    enum { SHORTEST = 7, LONGEST = 40 };
    for (const char *at = line + strspn(line, " \t"); *at; at += strspn(at, " \t")) {
        size_t length = strcspn(at, " \t");
        if (length < SHORTEST || length > LONGEST || strspn(at, "0123456789abcdef") != length)
            return false;
        at += length;
    }
    return true;
}

/* Says whether the line above the rows is of their header. */
static bool is_head(const struct text_stream *stream, size_t at, size_t words_below)
{
    enum { INDENTED = 10, MOST_WORDS = 16 };
    struct table_span spans[TABLE_COLUMNS];
    if (!is_free(stream, at) || text_is_blank(&stream->lines[at]))
        return false;
    const struct text_line *line = &stream->lines[at];
    if (table_is_rule(line->at))
        return true;
    struct look look = look_at(line->at);
    if (look.bars)
        return true;
    if (ends_sentence(line->at, line->length) || look.words > MOST_WORDS)
        return false;
    bool is_title = line->length && line->at[line->length - 1] == ':';
    size_t pieces = table_cut(line->at, line->length, 0, 2, spans, TABLE_COLUMNS);
    /* "Results.  Two spaces" is a sentence, and so is a long piece */
    if (pieces >= 2)
        return spans[0].length <= 40;
    if (is_title)
        return false;
    if (look.words >= 2 && are_commits(line->at))
        return true;
    return line->indent > INDENTED ||
           (look.words >= 3 && look.words <= words_below && look.words + 1 >= words_below);
}

static size_t count_words(const struct text_stream *stream, size_t at)
{
    struct table_span spans[TABLE_COLUMNS];
    return table_cut(stream->lines[at].at, stream->lines[at].length, 0, 1, spans, TABLE_COLUMNS);
}

/* Says whether a table goes on behind a blank line: another row of the same kind. */
static bool is_bridge(const struct text_stream *stream, size_t at)
{
    if (!is_free(stream, at) || !text_is_blank(&stream->lines[at]) || at == 0 ||
        !is_row_at(stream, at + 1) || !is_row_at(stream, at - 1))
        return false;
    struct look above = look_at(stream->lines[at - 1].at), below = look_at(stream->lines[at + 1].at);
    return above.figures == below.figures && above.bars == below.bars && above.figures >= 2 &&
           (above.bars || above.words == below.words);
}

/* Finds the end of the rows that begin at line at, and how many of them have figures. */
static size_t find_end(const struct text_stream *stream, size_t at, size_t *rows)
{
    size_t end = at;
    *rows = 0;
    for (size_t i = at; i < stream->nr && i - at < TABLE_ROWS; i++) {
        bool is_rule = is_rule_at(stream, i);
        if (is_row_at(stream, i) && !is_rule)
            ++*rows;
        else if (!is_rule && !is_barred(stream, i) && !is_bridge(stream, i))
            break;
        end = i;
    }
    return end;
}

static size_t lines_above(size_t first)
{
    return first > TABLE_ABOVE ? first - TABLE_ABOVE : 0;
}

/* Finds a table at the line that is none of columns. */
static bool find_form(const struct text_stream *stream, size_t at, struct table_region *region)
{
    static const struct {
        enum table_form form;
        size_t heads;
        size_t (*length)(const struct text_stream *, size_t);
    } forms[] = {{TABLE_OF_KEYS, 0, table_keys_length},
                 {TABLE_OF_COMMAS, 1, table_commas_length},
                 {TABLE_OF_ITEMS, 0, table_items_length}};
    if (!is_free(stream, at) || text_is_blank(&stream->lines[at]))
        return false;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        size_t nr = forms[i].length(stream, at);
        if (!nr)
            continue;
        *region = (struct table_region){forms[i].form, at, at + nr - 1, at + forms[i].heads,
                                        lines_above(at)};
        return true;
    }
    return false;
}

bool table_region_next(const struct text_stream *stream, size_t at, struct table_region *region)
{
    const size_t lowest = at;
    for (; at < stream->nr; at++) {
        size_t rows;
        if (find_form(stream, at, region))
            return true;
        if (!is_row_at(stream, at) || is_rule_at(stream, at))
            continue;
        size_t last = find_end(stream, at, &rows), first = at, words = count_words(stream, at);
        while (first > lowest && at - first < TABLE_HEADS + 2 && is_head(stream, first - 1, words))
            first--;
        bool is_ruled = false;
        for (size_t i = first; i <= last && !is_ruled; i++)
            is_ruled = is_rule_at(stream, i) && strchr(stream->lines[at].at, '|');
        if (rows >= 2 || (rows && is_ruled && first < at)) {
            *region = (struct table_region){TABLE_OF_COLUMNS, first, last, at, lines_above(first)};
            return true;
        }
        at = last;
    }
    return false;
}

bool table_region_has_lost_head(const struct text_stream *stream,
                                const struct table_region *region)
{
    size_t first = region->first;
    if (first < 2 || !table_is_rule(stream->lines[first].at) ||
        !strpbrk(stream->lines[first].at, "|+") || !text_is_blank(&stream->lines[first - 1]))
        return false;
    const char *bar = strchr(stream->lines[first - 2].at, '|');
    return bar && strchr(bar + 1, '|');
}
