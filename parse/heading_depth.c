/* The nesting of headings: which one stands inside which. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "parse/heading.h"

/* Reads the number of a heading that is nothing but one: "3", "[3/5]", "i=3". */
static unsigned bare_number(const char *text)
{
    text += strspn(text, "[( \t#");
    size_t name = strspn(text, "abcdefghijklmnopqrstuvwxyz");
    if (name && text[name] == '=' && name <= 4)
        text += name + 1;
    size_t digits = strspn(text, "0123456789");
    const char *rest = text + digits;
    if (*rest == '/')
        rest += 1 + strspn(rest + 1, "0123456789");
    unsigned long number = digits && digits < 5 ? strtoul(text, NULL, 10) : 0;
    return rest[strspn(rest, "]) \t:.")] ? 0 : (unsigned)number;
}

/* Bare numbers are repetitions where they are 1 to n without a gap, and n is more
 * than one; else they are levels, such as queue depths. */
static void number_bare_runs(struct headings *headings)
{
    enum { MOST_RUNS = 1000 };
    bool is_met[MOST_RUNS + 1] = {false};
    unsigned most = 0, distinct = 0;
    for (size_t i = 0; i < headings->nr; i++) {
        unsigned number = bare_number(headings->at[i].text);
        if (number > MOST_RUNS)
            return;
        if (!number || is_met[number])
            continue;
        is_met[number] = true;
        distinct++;
        most = number > most ? number : most;
    }
    if (most < 2 || distinct != most)
        return;
    for (size_t i = 0; i < headings->nr; i++) {
        unsigned number = bare_number(headings->at[i].text);
        if (number)
            headings->at[i].run = number;
    }
}

/* The line behind the heading up to the next one holds no output: they stand
 * directly above each other. */
static bool is_directly_above(const struct text_stream *stream, const struct heading *upper,
                              const struct heading *lower)
{
    for (size_t i = upper->line + 1; i < lower->line; i++) {
        enum line_class class = stream->lines[i].class;
        if (class != LINE_BLANK && class != LINE_RULE)
            return false;
    }
    return true;
}

/* How far in a marked-up heading is by its form alone; a bold line stands inside the
 * section of a page, whose title has *section marks, 0 for none. */
static unsigned markup_depth(const struct text_stream *stream, const struct heading *heading,
                             unsigned *section)
{
    const char *line = stream->lines[heading->line].at;
    switch (heading->kind) {
    case HEADING_MARKDOWN:
        *section = (unsigned)strspn(line + strspn(line, " \t"), "#");
        return *section - 1;
    case HEADING_BOXED:
        return strchr("*_", line[strspn(line, " \t")]) ? *section : 0;
    case HEADING_NUMBERED:
        return 1;
    default:
        return 0;
    }
}

static bool is_plain(const struct heading *heading)
{
    return heading_ends_at_prose(heading->kind);
}

static bool equal_text(const struct heading *a, const struct heading *b)
{
    return !strcasecmp(a->text, b->text);
}

enum { OUTER_PLAIN = 6, INNER_PLAIN = 12, MOST_COMPARED = 256 };

/* Finds which of the first headings stand directly above another one; returns how
 * many they are. */
static size_t find_outer(const struct text_stream *stream, const struct headings *headings,
                         const struct heading **outer)
{
    size_t end = headings->nr < MOST_COMPARED ? headings->nr : MOST_COMPARED, nr = 0;
    for (size_t i = 0; i + 1 < end; i++)
        if (is_plain(&headings->at[i]) && is_plain(&headings->at[i + 1]) &&
            !headings->at[i + 1].run &&
            is_directly_above(stream, &headings->at[i], &headings->at[i + 1]))
            outer[nr++] = &headings->at[i];
    return nr;
}

/* Says whether the text of a heading is that of one of those. */
static bool is_outer_anywhere(const struct heading *const *outer, size_t nr,
                              const struct heading *heading)
{
    for (size_t i = 0; i < nr; i++)
        if (equal_text(outer[i], heading))
            return true;
    return false;
}

void heading_settle_depths(const struct text_stream *stream, struct headings *headings)
{
    const struct heading *outer[MOST_COMPARED];
    unsigned above = 0, section = 0;
    number_bare_runs(headings);
    size_t outer_nr = find_outer(stream, headings, outer);
    for (size_t i = 0; i < headings->nr; i++) {
        struct heading *heading = &headings->at[i];
        if (heading->run) {
            heading->depth = INNER_PLAIN + 1; /* below all that says what was run */
        } else if (!is_plain(heading)) {
            heading->depth = markup_depth(stream, heading, &section);
        } else if (is_outer_anywhere(outer, outer_nr, heading)) {
            bool is_below = i > 0 && is_plain(&headings->at[i - 1]) && !headings->at[i - 1].run &&
                            is_directly_above(stream, &headings->at[i - 1], heading);
            heading->depth = is_below && above < INNER_PLAIN - 1 ? above + 1 : OUTER_PLAIN;
        } else {
            heading->depth = INNER_PLAIN;
        }
        above = heading->depth;
    }
}
