#include "parse/raw_line.h"

#include <string.h>

/* A program may write all that it has into one line of JSON. */
enum { DEEPEST_QUOTE = 20, LONGEST_LINE = 1 << 16, LONGEST_JSON = 1 << 25, MOST_BLANK = 1000 };

/* Says whether JSON starts behind blanks and marks of quotation. */
static bool is_json(const char *at, size_t length)
{
    while (length && strchr("> \t", *at)) {
        at++;
        length--;
    }
    return length && (*at == '{' || *at == '[');
}

void raw_line_add(struct raw_lines *lines, const char *at, size_t length, unsigned long line,
                  uint64_t offset)
{
    lines->blank = length ? 0 : lines->blank + 1;
    lines->is_full = lines->is_full || (lines->most && lines->nr == lines->most);
    if (lines->is_full || lines->blank > MOST_BLANK)
        return;
    size_t longest = is_json(at, length) ? LONGEST_JSON : LONGEST_LINE;
    if (length > longest)
        length = longest;
    size_t width = length;
    while (width && strchr(" \t\r", at[width - 1]))
        width--;
    char *copy = clean_bytes(lines->arena, at, &length);
    lines->at = arena_grow(lines->arena, lines->at, lines->nr, &lines->room, sizeof *lines->at);
    lines->at[lines->nr++] =
        (struct raw_line){
        .at = copy, .length = length, .line = line, .offset = offset, .width = width};
}

void raw_line_peel(struct raw_line *line)
{
    bool is_quoted = false;
    while (line->quote < DEEPEST_QUOTE) {
        const char *at = line->at;
        size_t blank = *at == ' ' || *at == '\t' ? 1 : 0;
        /* ">=64" is a figure, ">==> a.log <==" a quoted heading, ">=20" a blank line with
         * its end encoded */
        if (at[blank] != '>' || (at[blank + 1] == '=' && at[blank + 2] != '=' &&
                                 strcmp(at + blank + 1, "=20")))
            break;
        raw_line_skip(line, blank + 1);
        line->quote++;
        is_quoted = true;
    }
    if (is_quoted && *line->at == ' ')
        raw_line_skip(line, 1);
}

void raw_line_skip(struct raw_line *line, size_t length)
{
    if (length > line->length)
        length = line->length;
    line->at += length;
    line->length -= length;
}

void raw_lines_unindent(struct raw_lines *lines)
{
    enum { LEAST = 4 }; /* as a block of code in markdown */
    size_t least = (size_t)-1, tabs = 0, filled = 0;
    for (size_t i = 0; i < lines->nr; i++) {
        const struct raw_line *line = &lines->at[i];
        size_t blanks = strspn(line->at, " ");
        filled += line->length > 0;
        tabs += *line->at == '\t';
        if (line->length && blanks < least)
            least = blanks;
    }
    if (filled < 2 || (tabs < filled && least < LEAST))
        return;
    for (size_t i = 0; i < lines->nr; i++)
        raw_line_skip(&lines->at[i], tabs == filled ? 1 : least);
}
