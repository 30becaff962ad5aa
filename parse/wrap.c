/* Lines that end too often or too early; see raw_line.h. */
#include <stdlib.h>
#include <string.h>

#include "parse/raw_line.h"
#include "parse/shape.h"

enum {
    MOST_PIECES = 4,
    FEWEST_DOUBLED = 6,     /* lines of a block */
    FEWEST_ALL_DOUBLED = 4, /* of a part */
    LONGEST_PIECE = 100,
    NARROWEST = 60          /* of a line that had no room for more */
};

/* Counts the blank lines from `at` on. */
static size_t count_blanks(const struct raw_lines *lines, size_t at)
{
    size_t nr = 0;
    while (at + nr < lines->nr && !lines->at[at + nr].length)
        nr++;
    return nr;
}

/* Says whether figures stand in the line behind a bar or a gap, as in rows of tables. */
static bool is_row(const struct raw_line *line)
{
    return (strchr(line->at, '|') || strstr(line->at, "  ") || strchr(line->at, '\t')) &&
           strpbrk(line->at, "0123456789");
}

/* A run of lines with an odd number of blank ones behind each, mostly one: then each
 * line end was doubled.  Returns the line behind it; *is_doubled says whether it is one
 * and holds output of a tool, or has a blank line that was doubled as well, as lines
 * with room between them have not. */
static size_t doubled_end(const struct raw_lines *lines, size_t at, bool *is_doubled)
{
    size_t nr = 0, single = 0, wide = 0, found = 0, rows = 0, start;
    while (at < lines->nr) {
        size_t gap = count_blanks(lines, at + 1);
        wide += gap == 3 && at + 1 + gap < lines->nr;
        found += shape_find(lines->shapes, lines->at[at].at, lines->at[at].length, &start) > 0;
        rows += is_row(&lines->at[at]);
        nr++;
        single += gap == 1;
        at += 1 + gap;
        if (gap % 2 == 0)
            break;
    }
    *is_doubled = (nr >= FEWEST_DOUBLED &&
                   ((found >= 2 && 4 * single >= 3 * nr) || (wide && 2 * single >= nr))) ||
                  (nr >= FEWEST_ALL_DOUBLED && 2 * rows >= nr && 4 * single >= 3 * nr);
    return at;
}

/* Says whether an odd number of blank lines stands behind each line of the part but the
 * last, and behind some more than one, as where a blank line was doubled. */
static bool is_all_doubled(const struct raw_lines *lines)
{
    size_t nr = 0, several = 0;
    for (size_t at = count_blanks(lines, 0); at < lines->nr; nr++) {
        size_t gap = count_blanks(lines, at + 1);
        at += 1 + gap;
        if (at < lines->nr && gap % 2 == 0)
            return false;
        several += at < lines->nr && gap > 1;
    }
    return nr >= FEWEST_ALL_DOUBLED && several;
}

void wrap_undouble(struct raw_lines *lines)
{
    size_t kept = 0, at = 0;
    bool are_all = is_all_doubled(lines);
    while (at < lines->nr) {
        bool is_doubled = are_all;
        if (!lines->at[at].length) {
            lines->at[kept++] = lines->at[at++];
            continue;
        }
        size_t end = are_all ? lines->nr : doubled_end(lines, at, &is_doubled);
        while (at < end) {
            size_t gap = count_blanks(lines, at + 1);
            if (gap > end - at - 1)
                gap = end - at - 1;
            lines->at[kept++] = lines->at[at];
            size_t left = is_doubled ? gap / 2 : gap;
            for (size_t i = 0; i < left; i++) /* of three the one in the middle is its own */
                lines->at[kept++] = lines->at[at + 1 + (is_doubled ? 2 * i + 1 : i)];
            at += 1 + gap;
        }
    }
    lines->nr = kept;
}

/* Returns the pieces joined with that seam, without white space at it. */
static char *join(struct raw_lines *lines, const char *left, size_t size, const char *seam,
                  const struct raw_line *right, size_t *length)
{
    size_t skip = strspn(right->at, " \t"), gap = strlen(seam);
    char *joined = arena_alloc(lines->arena, size + gap + right->length + 1);
    memcpy(joined, left, size);
    memcpy(joined + size, seam, gap);
    memcpy(joined + size + gap, right->at + skip, right->length - skip);
    *length = size + gap + right->length - skip;
    return joined;
}

/* Says whether the line can be the rest of one above: it has no start of its own. */
static bool can_follow(const struct raw_line *line, const struct raw_line *first)
{
    return line->length && line->quote <= first->quote && line->length <= LONGEST_PIECE;
}

/* Appends lines from `at` + 1 on to the line with that seam until it is whole; returns
 * how many that takes, or 0, with *line as it was. */
static size_t complete(struct raw_lines *lines, size_t at, int row, const char *seam,
                       struct raw_line *line)
{
    char *text = line->at;
    size_t length = line->length, done = 0;
    for (size_t nr = 1; nr <= MOST_PIECES && at + nr < lines->nr; nr++) {
        const struct raw_line *next = &lines->at[at + nr];
        size_t start;
        if (!can_follow(next, &lines->at[at]) ||
            shape_is_row_of(lines->shapes, row, next->at, next->length) ||
            !shape_is_tail(lines->shapes, row, next->at, next->length) ||
            (shape_find(lines->shapes, next->at, next->length, &start) &&
             start == strspn(next->at, " \t")))
            break;
        text = join(lines, text, length, seam, next, &length);
        if (!shape_is_whole(lines->shapes, row, text, length))
            continue;
        line->at = text;
        line->length = length;
        done = nr;
        if (!shape_is_greedy(row))
            break;
    }
    return done;
}

/* Tries to make the line at `at`, which is cut, whole with those below it; returns how
 * many that takes, with *line set, or 0.  A line as wide as a terminal was cut within
 * a word. */
static size_t rejoin(struct raw_lines *lines, size_t at, int row, struct raw_line *line)
{
    enum { TERMINAL = 80 };
    bool is_full = line->length + 2 * line->quote == TERMINAL || shape_is_greedy(row);
    size_t nr = complete(lines, at, row, is_full ? "" : " ", line);
    return nr ? nr : complete(lines, at, row, is_full ? " " : "", line);
}

/* Says whether the list or command in the line, which is whole so far, goes on in the
 * next one, which has lost its mark of quotation: the line was too long for its first
 * word. */
static bool goes_on(struct raw_lines *lines, const struct raw_line *line,
                    const struct raw_line *next)
{
    size_t name = strcspn(next->at, "= "), word = strcspn(next->at, " ");
    bool is_setting = name && next->at[name] == '=';
    if (!line->length || !next->length || next->quote >= line->quote ||
        next->length > LONGEST_PIECE)
        return false;
    if (line->at[line->length - 1] == ',')
        return is_setting && shape_is_line(lines->shapes, line->at, line->length);
    return (is_setting || *next->at == '-') &&
           2 * line->quote + line->length + 1 + word > NARROWEST &&
           shape_is_command(lines->shapes, line->at, line->length);
}

/* Says whether members of JSON go on in the next line, which has lost its mark of
 * quotation; is_rest says that the line is such a one itself. */
static bool json_goes_on(const struct raw_line *line, const struct raw_line *next, bool is_rest)
{
    size_t marks = 0, word = strcspn(next->at, " ");
    bool is_json = is_rest || (strchr("\"{", line->at[strspn(line->at, " \t")]) &&
                               (strstr(line->at, "\" :") || strstr(line->at, "\":")));
    if (!is_json || !line->length || !next->length || next->quote >= line->quote ||
        2 * line->quote + line->length + 1 + word <= NARROWEST)
        return false;
    for (const char *at = line->at; (at = strchr(at, '"')); at++)
        marks++;
    return marks % 2 || strchr("0123456789-\"{}[]:,", *next->at);
}

/* Says whether a line of a script goes on in the next one: it ends in the sign behind a
 * name, or is the sign of a comment alone, and the next begins with a word that was too
 * long for it; or the next is nothing but the sign that the line goes on below. */
static bool is_script_broken(const struct raw_line *line, const struct raw_line *next)
{
    if (!line->length || !next->length || next->quote > line->quote)
        return false;
    size_t word = strcspn(next->at, " ");
    bool is_value = line->length > 1 && line->at[line->length - 1] == '=' &&
                    strchr("\"'`", *next->at);
    bool is_comment = !strcmp(line->at, "#") && word == next->length;
    return ((is_value || is_comment) && line->length + word >= NARROWEST) ||
           !strcmp(next->at, "\\");
}

/* Says whether the next line is one long word that was broken off behind the mark of
 * quotation, which is all that is in this one. */
static bool is_broken_off(const struct raw_line *line, const struct raw_line *next)
{
    return !line->length && next->quote < line->quote && next->length >= NARROWEST &&
           strcspn(next->at, " \t") == next->length;
}

/* Says whether the line at `at` is the end of the quoted one above, which lost its mark: it
 * is short, its first word did not fit above, where no sentence ends, and the quotation
 * goes on below. */
static bool is_lost_end(const struct raw_lines *lines, const struct raw_line *line, size_t at)
{
    enum { LONGEST_END = 30 };
    if (!line->quote || !line->length || at + 1 >= lines->nr)
        return false;
    const struct raw_line *end = &lines->at[at], *below = end + 1;
    return end->length && end->length <= LONGEST_END && end->quote < line->quote &&
           below->quote > end->quote &&
           2 * line->quote + line->length + 1 + strcspn(end->at, " ") > NARROWEST &&
           !strchr(".?!:", line->at[line->length - 1]);
}

/* Says whether quoted lines lost their ends: one alone may be an answer. */
static bool have_lost_ends(const struct raw_lines *lines)
{
    enum { FEWEST = 2 };
    size_t nr = 0;
    for (size_t i = 1; i < lines->nr && nr < FEWEST; i++)
        nr += is_lost_end(lines, &lines->at[i - 1], i);
    return nr == FEWEST;
}

void wrap_rejoin(struct raw_lines *lines)
{
    enum { FAR = 4 }; /* from a head to a row */
    size_t kept = 0, below = FAR;
    bool may_be_lost = have_lost_ends(lines);
    int head = 0;
    bool is_json = false; /* the rest of a line of JSON */
    for (size_t at = 0; at < lines->nr; at++) {
        struct raw_line line = lines->at[at];
        int row, above;
        for (int i = 0; i < MOST_PIECES && at + 1 < lines->nr &&
                        is_script_broken(&line, &lines->at[at + 1]);
             i++)
            line.at = join(lines, line.at, line.length, " ", &lines->at[++at], &line.length);
        above = shape_head(lines->shapes, line.at, line.length);
        below = above ? 0 : below + 1;
        head = above ? above : below < FAR ? head : 0;
        if (line.length && shape_is_cut(lines->shapes, line.at, line.length, head, &row))
            at += rejoin(lines, at, row, &line);
        else if (line.quote && at + 1 < lines->nr &&
                 (goes_on(lines, &line, &lines->at[at + 1]) ||
                  (may_be_lost && is_lost_end(lines, &line, at + 1))))
            line.at = join(lines, line.at, line.length, " ", &lines->at[++at], &line.length);
        else if (at + 1 < lines->nr && is_broken_off(&line, &lines->at[at + 1]))
            lines->at[at + 1].quote = line.quote;
        is_json = at + 1 < lines->nr && json_goes_on(&line, &lines->at[at + 1], is_json);
        if (is_json)
            lines->at[at + 1].quote = line.quote;
        lines->at[kept++] = line;
    }
    lines->nr = kept;
}
