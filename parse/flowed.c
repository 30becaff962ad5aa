/* format=flowed; see raw_line.h. */
#include <ctype.h>
#include <string.h>

#include "parse/raw_line.h"
#include "parse/shape.h"

/* Programs break at 66 to 78 columns; what ends far from there was not broken. */
enum { NARROWEST = 60, WIDEST = 100, LONGEST = 1 << 16 };

/* A rule, a signature's mark, an item of a list, a prompt, a quotation mark. */
static bool is_line_of_its_own(const struct raw_line *line)
{
    const char *at = line->at;
    return !strcmp(at, "--") || (strchr("=-_*#~+", *at) && (at[1] == *at || at[1] == ' ')) ||
           (strchr("$|>", *at) != NULL);
}

/* Cells between wide gaps, tabs or bars; two blanks behind a sentence are no gap. */
static bool is_row(const struct raw_line *line)
{
    size_t gaps = 0, bars = 0;
    for (const char *at = line->at; *at; at++) {
        gaps += *at == '\t' ||
                (at[0] == ' ' && at[1] == ' ' && at > line->at && !strchr(" .!?:;,", at[-1]));
        bars += *at == '|';
    }
    return bars >= 2 || gaps >= 2;
}

/* Says whether the line is whole output of a tool. */
static bool is_whole(struct shapes *shapes, const struct raw_line *line)
{
    int row;
    return shapes && shape_is_line(shapes, line->at, line->length) &&
           !shape_is_cut(shapes, line->at, line->length, 0, &row) &&
           !shape_is_command(shapes, line->at, line->length);
}

/* Says whether output of a tool, or a command, starts with the line. */
static bool is_start(struct shapes *shapes, const struct raw_line *line)
{
    size_t at;
    return shapes && ((shape_find(shapes, line->at, line->length, &at) && !at) ||
                      shape_is_command(shapes, line->at, line->length));
}

/* Says whether the sender broke the line before the next one. */
static bool is_broken(struct shapes *shapes, const struct raw_line *line,
                      const struct raw_line *next)
{
    size_t width = 2 * line->quote + line->length + 1, word = strcspn(next->at, " \t");
    if (!line->is_soft || line->quote != next->quote || !line->length || !next->length ||
        isspace((unsigned char)*next->at))
        return false;
    if (width > WIDEST || width + word < NARROWEST)
        return false;
    if (is_line_of_its_own(line) || is_line_of_its_own(next) || (is_row(line) && is_row(next)))
        return false;
    return !is_whole(shapes, line) && !is_start(shapes, next);
}

/* Joins the lines from first to last. */
static void join(struct raw_lines *lines, size_t first, size_t last, const char *seam)
{
    size_t length = 0;
    for (size_t i = first; i <= last; i++)
        length += lines->at[i].length + strlen(seam);
    char *text = arena_alloc(lines->arena, length + 1), *to = text;
    for (size_t i = first; i <= last; i++) {
        const struct raw_line *line = &lines->at[i];
        memcpy(to, line->at, line->length);
        to += line->length;
        if (i < last) {
            memcpy(to, seam, strlen(seam));
            to += strlen(seam);
        }
    }
    lines->at[first].at = text;
    lines->at[first].length = (size_t)(to - text);
}

void flowed_join(struct raw_lines *lines, bool deletes_space)
{
    size_t kept = 0, last;
    for (size_t i = 0; i < lines->nr; i++)
        if (!lines->at[i].quote && *lines->at[i].at == ' ')
            raw_line_skip(&lines->at[i], 1);
    for (size_t at = 0; at < lines->nr; at = last + 1) {
        size_t length = lines->at[at].length;
        for (last = at; last + 1 < lines->nr && length < LONGEST &&
                        is_broken(lines->shapes, &lines->at[last], &lines->at[last + 1]);
             last++)
            length += lines->at[last + 1].length + 1;
        if (last > at)
            join(lines, at, last, deletes_space ? "" : " ");
        lines->at[kept++] = lines->at[at];
    }
    lines->nr = kept;
}
