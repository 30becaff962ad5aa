/* Lines of a table cut into pieces. */
#include <ctype.h>
#include <string.h>

#include "parse/table.h"

enum { TAB = 8 };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static unsigned step(char c, unsigned column)
{
    if (c == '\t')
        return column / TAB * TAB + TAB;
    return ((unsigned char)c & 0xc0) == 0x80 ? column : column + 1; /* bytes behind the first */
}

unsigned table_width(const char *at, size_t length, unsigned from)
{
    unsigned column = from;
    for (size_t i = 0; i < length; i++)
        column = step(at[i], column);
    return column - from;
}

static bool starts_with_any(const char *at, size_t length, const char *const *words, size_t nr)
{
    for (size_t i = 0; i < nr; i++)
        if (strlen(words[i]) <= length && !memcmp(at, words[i], strlen(words[i])))
            return true;
    return false;
}

static bool ends_with_any(const char *at, size_t length, const char *const *words, size_t nr)
{
    for (size_t i = 0; i < nr; i++) {
        size_t size = strlen(words[i]);
        if (size <= length && !memcmp(at + length - size, words[i], size))
            return true;
    }
    return false;
}

static size_t token_length(const char *at, size_t length)
{
    size_t used = 0;
    while (used < length && !is_blank(at[used]))
        used++;
    return used;
}

/* Says whether what follows a gap goes on with the piece. */
static bool goes_on(const char *piece, size_t length, const char *next, size_t rest)
{
    static const char *const joints[] = {"\xc2\xb1", "+/-", "->", "\xe2\x86\x92"};
    enum { JOINTS = sizeof joints / sizeof joints[0] };
    size_t token = token_length(next, rest);
    bool has_digit = token && isdigit((unsigned char)*next);
    if (length == 1 && has_digit && *piece == '+')
        return true;
    /* "-  12" are two cells, "-  12%" is a delta */
    if (length == 1 && has_digit && *piece == '-')
        return next[token - 1] == '%';
    if (length == 1 && has_digit && (*piece == '~' || *piece == '<' || *piece == '>'))
        return true;
    if (ends_with_any(piece, length, joints, JOINTS))
        return has_digit;
    return starts_with_any(next, rest, joints, JOINTS);
}

/* The same where a single blank is a gap. */
static bool goes_on_closely(const char *piece, size_t length, const char *next, size_t rest)
{
    size_t token = token_length(next, rest);
    struct table_scale scale;
    /* "bw (MiB/s)" */
    if (token > 2 && strchr("([", *next) && strchr(")]", next[token - 1]) &&
        isalpha((unsigned char)piece[length - 1]) && !table_is_figure(piece, length))
        return table_unit_read(next + 1, token - 2, &scale) && scale.unit != TABLE_NO_UNIT;
    if (!table_is_figure(piece, length))
        return false;
    if (*next == '(' && strpbrk(next, "0123456789"))
        return true;
    if (!table_unit_read(next, token, &scale) || scale.unit == TABLE_NO_UNIT)
        return false;
    /* "12.1k IOPS" */
    bool has_prefix = length > 1 && isdigit((unsigned char)piece[length - 2]) &&
                      strchr("kKMG", piece[length - 1]);
    return isdigit((unsigned char)piece[length - 1]) ||
           (has_prefix && !scale.has_prefix && scale.unit == TABLE_IOPS);
}

/* Returns where an open parenthesis at in[0] ends, or 0. */
static size_t closed_at(const char *in, size_t length)
{
    enum { LONGEST = 40 };
    for (size_t i = 1; i < length && i < LONGEST; i++)
        if (in[i] == ')')
            return i + 1;
        else if (in[i] == '(' || in[i] == '|')
            return 0;
    return 0;
}

/* The length of the piece at `at`. */
static size_t piece_length(const char *at, size_t length, unsigned gap)
{
    size_t used = 0;
    while (used < length) {
        size_t closed = at[used] == '(' ? closed_at(at + used, length - used) : 0;
        if (closed) {
            used += closed;
            continue;
        }
        if (!is_blank(at[used])) {
            used++;
            continue;
        }
        size_t blanks = 0;
        bool has_tab = false;
        for (; used + blanks < length && is_blank(at[used + blanks]); blanks++)
            has_tab = has_tab || at[used + blanks] == '\t';
        const char *next = at + used + blanks;
        size_t rest = length - used - blanks;
        bool is_gap = has_tab || blanks >= gap;
        if (is_gap && !(rest && !has_tab && goes_on(at, used, next, rest)) &&
            !(rest && gap == 1 && blanks == 1 && goes_on_closely(at, used, next, rest)))
            return used;
        used += blanks;
    }
    while (used && is_blank(at[used - 1]))
        used--;
    return used;
}

size_t table_cut(const char *at, size_t length, unsigned column, unsigned gap,
                 struct table_span *spans, size_t room)
{
    size_t nr = 0;
    for (size_t i = 0; i < length && nr < room;) {
        if (is_blank(at[i])) {
            column = step(at[i++], column);
            continue;
        }
        size_t size = piece_length(at + i, length - i, gap);
        unsigned end = column;
        for (size_t k = 0; k < size; k++)
            end = step(at[i + k], end);
        spans[nr++] = (struct table_span){at + i, size, column, end};
        column = end;
        i += size;
    }
    return nr;
}

size_t table_count_rates(const char *text)
{
    struct table_span words[TABLE_COLUMNS];
    size_t rates = 0, nr = table_cut(text, strlen(text), 0, 1, words, TABLE_COLUMNS);
    for (size_t w = 0; w < nr; w++) {
        struct table_value value;
        if (!table_word_read(words[w].at, words[w].length, &value))
            continue;
        rates += value.scale.unit == TABLE_RATE || value.scale.unit == TABLE_IOPS ||
                 value.scale.unit == TABLE_OPS || value.scale.unit == TABLE_TIME;
    }
    return rates;
}

size_t table_cut_bars(const char *line, bool has_border, struct table_span *spans, size_t room)
{
    size_t nr = 0;
    const char *at = line;
    if (has_border) {
        at += strspn(line, " \t");
        at += *at == '|';
    }
    unsigned column = table_width(line, (size_t)(at - line), 0);
    while (*at && nr < room) {
        size_t length = strcspn(at, "|");
        unsigned end = column + table_width(at, length, column);
        size_t from = strspn(at, " \t"), size = length;
        from = from > length ? length : from;
        while (size > from && is_blank(at[size - 1]))
            size--;
        bool is_end = !at[length];
        if (!is_end || size > from)
            spans[nr++] = (struct table_span){at + from, size - from, column, end};
        column = end + 1;
        at += length + !is_end;
    }
    return nr;
}

/* Dashes as editors of text write them. */
static bool is_long_dash(const char *at)
{
    return !strncmp(at, "\xe2\x80\x93", 3) || !strncmp(at, "\xe2\x80\x94", 3);
}

bool table_is_rule(const char *line)
{
    size_t marks = 0;
    for (const char *at = line; *at; at++) {
        if (is_long_dash(at)) {
            marks++;
            at += 2;
        } else if (strchr("-=_~*#^", *at)) {
            marks++;
        } else if (*at == 'x' || *at == 'o') {
            /* "x-----x" */
            if (at[1] != '-' && at[1] != '=' && (at == line || (at[-1] != '-' && at[-1] != '=')))
                return false;
        } else if (!strchr(" \t|+:.'`", *at)) {
            return false;
        }
    }
    return marks >= 3;
}
