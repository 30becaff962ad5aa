#include "parse/text.h"

#include <string.h>

#include "parse/find.h"
#include "parse/json_sound.h"
#include "parse/part_mark.h"
#include "parse/pattern.h"
#include "parse/raw_line.h"
#include "parse/shape.h"

/* Lines of a part that is long. */
enum { MANY = 4096 };

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

static unsigned indent_of(const char *at)
{
    unsigned columns = 0;
    for (; *at == ' ' || *at == '\t'; at++)
        columns = *at == '\t' ? columns / 8 * 8 + 8 : columns + 1;
    return columns;
}

/* State of one text_add_part(): which stream the line before went to. */
struct adding {
    struct text *text;
    const char *part, *own_part; /* the name in force, and that of the whole */
    struct part_mark_state mark;
    unsigned last_quote;
    bool has_last;
    size_t lines; /* that are still to be added */
};

/* What stands below the mark of a part has the name that the mark gives. */
static void take_name(struct adding *adding, const char *name)
{
    struct text *text = adding->text;
    adding->part = name;
    for (size_t i = text->nr; i-- > 0 && text->streams[i].section == text->sections;)
        text->streams[i].part = name;
}

static void mark_line(struct adding *adding, struct text_stream *stream)
{
    struct text_line *line = &stream->lines[stream->nr - 1];
    struct part_mark mark = part_mark_find(line->at, &adding->mark);
    if (mark.kind == PART_MARK_NONE)
        return;
    line->class = LINE_FOOTER;
    if (mark.starts_section) {
        adding->text->sections++;
        adding->has_last = false;
        adding->part = adding->own_part;
    }
    if (mark.name)
        take_name(adding, arena_text(adding->text->arena, mark.name, mark.name_length));
}

static void add_line(struct adding *adding, const struct raw_line *raw)
{
    struct text *text = adding->text;
    unsigned quote = raw->quote;
    /* A blank line between quoted ones often lost its mark. */
    if (!raw->length && !quote && adding->has_last)
        quote = adding->last_quote;
    struct text_stream *stream = find_stream(text, quote, adding->part);
    /* What grows leaves copies in the arena: the first stream of a long part has most lines. */
    if (!stream->room && adding->lines > MANY && !adding->has_last) {
        stream->room = adding->lines;
        stream->lines = arena_alloc(text->arena, stream->room * sizeof *stream->lines);
    }
    adding->lines--;
    stream->lines = arena_grow(text->arena, stream->lines, stream->nr, &stream->room,
                               sizeof *stream->lines);
    bool is_resumed = adding->has_last && adding->last_quote != quote && stream->nr > 0;
    stream->lines[stream->nr++] = (struct text_line){
        .at = raw->at,
        .length = raw->length,
        .line = raw->line,
        .offset = raw->offset,
        .indent = indent_of(raw->at),
        .is_written_over = raw->is_written_over,
        .is_resumed = is_resumed,
        .prefix = raw->prefix,
        .letters = pattern_letters(raw->at, raw->length),
    };
    adding->last_quote = quote;
    adding->has_last = true;
    mark_line(adding, stream);
}

/* An mbox has '>' before "From " at the start of a line, and of a line that it would
 * not know from that. */
static bool is_escaped(const char *at, size_t length)
{
    size_t marks = 0;
    while (marks < length && at[marks] == '>')
        marks++;
    return marks && length - marks >= 5 && !memcmp(at + marks, "From ", 5);
}

/* Makes room for the lines of a long text at once: what grows leaves copies in the arena. */
static void reserve(struct raw_lines *lines, const char *bytes, size_t length)
{
    enum { LONG = 1 << 16 };
    size_t nr = 1;
    if (length < LONG)
        return;
    for (const char *at = bytes, *end = bytes + length;
         (at = memchr(at, '\n', (size_t)(end - at))); at++)
        nr++;
    lines->room = nr < lines->most ? nr : lines->most;
    lines->at = arena_alloc(lines->arena, lines->room * sizeof *lines->at);
}

/* Splits at LF and CR.  CR before LF belongs to the line end; without any LF, CR is
 * one. */
static void split(struct raw_lines *lines, const char *bytes, size_t length, uint64_t offset,
                  const struct text_form *form)
{
    bool has_bbcode = !lines->is_json && memmem(bytes, length, "[/", 2) != NULL;
    char line_end = memchr(bytes, '\n', length) ? '\n' : '\r';
    unsigned long line = 0;
    for (size_t at = 0; at < length;) {
        const char *end = memchr(bytes + at, line_end, length - at);
        size_t size = end ? (size_t)(end - bytes) - at : length - at;
        size_t next = at + size + (end ? 1 : 0);
        line++;
        while (size && bytes[at + size - 1] == '\r')
            size--;
        bool is_soft = form->is_flowed && size && bytes[at + size - 1] == ' ';
        if (form->has_escapes && is_escaped(bytes + at, size)) {
            at++;
            size--;
        }
        do {
            const char *over = memchr(bytes + at, '\r', size);
            size_t piece = over ? (size_t)(over - (bytes + at)) : size;
            uint64_t place = form->is_exact ? offset + at : offset;
            if (lines->is_json)
                raw_line_add(lines, bytes + at, piece, line, place);
            else
                markup_add(lines, bytes + at, piece, line, place, has_bbcode);
            size_t step = piece + (over ? 1 : 0);
            at += step;
            size -= step;
            lines->at[lines->nr - 1].is_written_over = over && size;
        } while (size);
        lines->at[lines->nr - 1].is_soft = is_soft;
        at = next;
    }
}

/* Says whether a tool may have printed something of it, or a person have put figures of
 * storage into columns: a word of each tool's figures is in all forms of its output, and one
 * of what was done in nearly all tables. */
static bool may_hold_output(const char *bytes, size_t length)
{
    static const char *const words[] = {"msec", "usec", "IOPS", "iops", "runt", "bytes",
                                        "B/",   "/sec", "+0 ",  "us,", "real",
                                        "%=",   ";0;0;", ",+++",
                                        "ead",  "rite",  "eq",  "and",  "EAD", "RITE", "RAID",
                                        "raid", "MB",    "lat", "fio"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (find_word(bytes, length, words[i], strlen(words[i])))
            return true;
    return false;
}

/* Undoes what happened to the lines, the last thing first as far as that is known. */
static void mend(struct raw_lines *lines, bool may_hold, const struct text_form *form)
{
    lines->shapes = may_hold ? shapes_new() : NULL;
    raw_lines_unindent(lines);
    for (size_t i = 0; i < lines->nr; i++)
        if (!i || !markup_is_open(&lines->at[i - 1]))
            raw_line_peel(&lines->at[i]);
    if (form->is_flowed)
        flowed_join(lines, form->deletes_space);
    if (may_hold) {
        prefix_part_hosts(lines);
        prefix_peel(lines);
        wrap_undouble(lines);
    }
    leftover_decode(lines);
    if (may_hold) {
        leftover_plain(lines);
        markup_rejoin(lines);
        raw_lines_unindent(lines); /* what stood behind marks or prefixes */
        wrap_rejoin(lines);
        prefix_unmark(lines);
    }
    shapes_free(lines->shapes);
    lines->shapes = NULL;
}

/* Adds the lines to what text_holds() looks into. */
static void add_to_all(struct text *text, const struct raw_lines *lines)
{
    size_t length = text->all_length + 1;
    for (size_t i = 0; i < lines->nr; i++)
        length += lines->at[i].length + 1;
    if (length > text->all_room) {
        char *all = arena_alloc(text->arena, text->all_room = 2 * length);
        if (text->all_length)
            memcpy(all, text->all, text->all_length);
        text->all = all;
    }
    size_t known = text->all_length ? text->all_length - 1 : 0;
    for (size_t i = 0; i < lines->nr; i++) {
        memcpy(text->all + text->all_length, lines->at[i].at, lines->at[i].length);
        text->all_length += lines->at[i].length;
        text->all[text->all_length++] = '\n';
    }
    if (text->all_length)
        text->all[text->all_length] = '\0';
    byte_pairs_add(&text->pairs, text->all + known, text->all_length - known);
}

void text_add_formed(struct text *text, const char *bytes, size_t length, const char *part,
                     uint64_t offset, const struct text_form *form)
{
    struct adding adding = {.text = text, .part = part, .own_part = part};
    struct raw_lines lines = {.arena = text->arena, .most = TEXT_MOST_LINES - text->lines};
    if (text->is_full)
        return;
    text->sections++;
    lines.is_json = !form->is_flowed && !form->has_escapes && json_is_sound(bytes, length);
    reserve(&lines, bytes, length);
    split(&lines, bytes, length, offset, form);
    text->lines += lines.nr;
    text->is_full = lines.is_full || text->lines == TEXT_MOST_LINES;
    if (!lines.is_json)
        mend(&lines, may_hold_output(bytes, length), form);
    adding.lines = lines.nr;
    for (size_t i = 0; i < lines.nr; i++)
        add_line(&adding, &lines.at[i]);
    add_to_all(text, &lines);
}

void text_add_part(struct text *text, const char *bytes, size_t length, const char *part,
                   uint64_t offset, bool is_exact)
{
    struct text_form form = {.is_exact = is_exact};
    text_add_formed(text, bytes, length, part, offset, &form);
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
    return text->all_length && byte_pairs_may_hold(&text->pairs, needle) &&
           strstr(text->all, needle);
}
