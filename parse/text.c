#include "parse/text.h"

#include <string.h>

/* A program may write all that it has into one line of JSON. */
enum { DEEPEST_QUOTE = 20, LONGEST_LINE = 1 << 16, LONGEST_JSON = 1 << 22 };

struct text *text_new(struct arena *arena)
{
    struct text *text = arena_alloc(arena, sizeof *text);
    text->arena = arena;
    text->path = "";
    return text;
}

static struct text_stream *find_stream(struct text *text, unsigned quote, const char *part)
{
    for (size_t i = text->nr; i-- > 0;) {
        struct text_stream *stream = &text->streams[i];
        if (stream->section == text->sections && stream->quote == quote)
            return stream;
        if (stream->section != text->sections)
            break;
    }
    text->streams = arena_grow(text->arena, text->streams, text->nr, &text->room,
                               sizeof *text->streams);
    text->streams[text->nr] =
        (struct text_stream){.section = text->sections, .quote = quote, .part = part};
    return &text->streams[text->nr++];
}

/* Peels the marks "> ", ">", " > " in front; returns the depth. */
static unsigned peel_quote(const char **at, size_t *length)
{
    unsigned depth = 0;
    while (depth < DEEPEST_QUOTE) {
        size_t blank = *length > 1 && (**at == ' ' || **at == '\t') ? 1 : 0;
        if (*length <= blank || (*at)[blank] != '>')
            break;
        if (*length > blank + 1 && (*at)[blank + 1] == '=')
            break;
        *at += blank + 1;
        *length -= blank + 1;
        depth++;
    }
    return depth;
}

/* Copies into the arena without NUL, with U+00A0 as a blank and trailing white
 * space cut. */
static char *clean_copy(struct arena *arena, const char *at, size_t *length)
{
    char *copy = arena_alloc(arena, *length + 1);
    size_t used = 0;
    for (size_t i = 0; i < *length; i++) {
        if (at[i] == '\0')
            continue;
        if ((unsigned char)at[i] == 0xc2 && i + 1 < *length && (unsigned char)at[i + 1] == 0xa0) {
            copy[used++] = ' ';
            i++;
            continue;
        }
        copy[used++] = at[i];
    }
    while (used && strchr(" \t\r\f\v", copy[used - 1]))
        used--;
    copy[used] = '\0';
    *length = used;
    return copy;
}

static unsigned indent_of(const char *at)
{
    unsigned columns = 0;
    for (; *at == ' ' || *at == '\t'; at++)
        columns = *at == '\t' ? columns / 8 * 8 + 8 : columns + 1;
    return columns;
}

static bool is_part_separator(const char *at, size_t length)
{
    static const char words[] = " next part ";
    const char *found = memmem(at, length, words, sizeof words - 1);
    if (!found || at[0] != '-' || at[length - 1] != '-')
        return false;
    size_t before = (size_t)(found - at), after = before + sizeof words - 1;
    return before >= 5 && strspn(at, "-") == before && strspn(at + after, "-") == length - after;
}

/* State of one text_add_part(): which stream the line before went to. */
struct adding {
    struct text *text;
    const char *part;
    unsigned last_quote;
    bool has_last;
};

static void add_line(struct adding *adding, const char *at, size_t length, unsigned long line,
                     uint64_t offset)
{
    struct text *text = adding->text;
    unsigned quote;
    quote = peel_quote(&at, &length);
    size_t longest = length && (*at == '{' || *at == '[') ? LONGEST_JSON : LONGEST_LINE;
    if (length > longest)
        length = longest;
    if (quote && length && *at == ' ') {
        at++;
        length--;
    }
    char *copy = clean_copy(text->arena, at, &length);
    /* A blank line between quoted ones often lost its mark. */
    if (!length && !quote && adding->has_last)
        quote = adding->last_quote;
    struct text_stream *stream = find_stream(text, quote, adding->part);
    stream->lines = arena_grow(text->arena, stream->lines, stream->nr, &stream->room,
                               sizeof *stream->lines);
    bool is_resumed = adding->has_last && adding->last_quote != quote && stream->nr > 0;
    stream->lines[stream->nr++] = (struct text_line){
        .at = copy,
        .length = length,
        .line = line,
        .offset = offset,
        .indent = indent_of(copy),
        .is_resumed = is_resumed,
    };
    adding->last_quote = quote;
    adding->has_last = true;
    if (length && is_part_separator(copy, length)) {
        stream->lines[stream->nr - 1].class = LINE_FOOTER;
        text->sections++;
        adding->has_last = false;
    }
}

void text_add_part(struct text *text, const char *bytes, size_t length, const char *part,
                   uint64_t offset, bool is_exact)
{
    struct adding adding = {.text = text, .part = part};
    unsigned long line = 0;
    text->sections++;
    for (size_t at = 0; at < length;) {
        const char *end = memchr(bytes + at, '\n', length - at);
        size_t size = end ? (size_t)(end - bytes) - at : length - at;
        size_t next = at + size + (end ? 1 : 0);
        line++;
        if (size && bytes[at + size - 1] == '\r')
            size--;
        do {
            const char *over = memchr(bytes + at, '\r', size);
            size_t piece = over ? (size_t)(over - (bytes + at)) : size;
            add_line(&adding, bytes + at, piece, line, is_exact ? offset + at : offset);
            size_t step = piece + (over ? 1 : 0);
            at += step;
            size -= step;
        } while (size);
        at = next;
    }
}

bool text_is_blank(const struct text_line *line)
{
    return line->at[strspn(line->at, " \t|")] == '\0';
}

size_t text_next(const struct text_stream *stream, size_t at)
{
    for (at++; at < stream->nr && text_is_blank(&stream->lines[at]); at++)
        continue;
    return at < stream->nr ? at : stream->nr;
}

char *text_join(const struct text *text, const struct text_stream *stream, size_t at, size_t nr)
{
    size_t size = 1;
    for (size_t i = at; i < at + nr && i < stream->nr; i++)
        size += stream->lines[i].length + 1;
    char *joined = arena_alloc(text->arena, size), *to = joined;
    for (size_t i = at; i < at + nr && i < stream->nr; i++) {
        const struct text_line *line = &stream->lines[i];
        size_t skip = i > at ? strspn(line->at, " \t") : 0;
        if (i > at)
            *to++ = ' ';
        memcpy(to, line->at + skip, line->length - skip);
        to += line->length - skip;
    }
    return joined;
}

bool text_holds(const struct text *text, const char *needle)
{
    for (size_t s = 0; s < text->nr; s++)
        for (size_t i = 0; i < text->streams[s].nr; i++)
            if (strstr(text->streams[s].lines[i].at, needle))
                return true;
    return false;
}
