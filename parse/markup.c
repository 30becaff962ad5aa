/* What HTML and BBCode leave behind in a text; see raw_line.h. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "parse/raw_line.h"
#include "record/strbuf.h"

enum { TERMINAL = 80 };

/* A name, and what it stands for. */
static const struct {
    const char *name, *text;
} entities[] = {
    {"gt", ">"},      {"lt", "<"},   {"amp", "&"},     {"quot", "\""},   {"apos", "'"},
    {"nbsp", " "},    {"equals", "="}, {"ensp", " "},  {"emsp", " "},    {"thinsp", " "},
    {"colon", ":"},   {"comma", ","}, {"percnt", "%"}, {"lpar", "("},    {"rpar", ")"},
    {"plus", "+"},    {"ndash", "-"}, {"mdash", "--"}, {"hellip", "..."}, {"zwnj", ""},
};

/* Tags that mean nothing to a text; with is_break, text behind is another line. */
static const struct tag {
    const char *name;
    bool is_break;
} tags[] = {
    {"br", true},    {"p", true},   {"pre", true},  {"div", true},        {"li", true},
    {"ul", true},    {"ol", true},  {"hr", true},   {"blockquote", true}, {"code", false},
    {"tt", false},   {"b", false},  {"i", false},   {"em", false},        {"strong", false},
    {"span", false}, {"font", false}, {"samp", false}, {"kbd", false},    {"u", false},
    {"small", false}, {"h1", true}, {"h2", true},  {"h3", true},         {"h4", true},
    {"h5", true},    {"h6", true},  {"center", true}, {"details", true},  {"summary", true},
    {"a", false},    {"sub", false}, {"sup", false}, {"del", false},      {"ins", false},
};

static const char *const bbcodes[] = {"code", "quote", "pre", "b", "i", "size", "font", "color",
                                      "tt", "plain", "noparse", "spoiler"};

#define NR(rows) (sizeof(rows) / sizeof(rows)[0])

/* Reads the entity at `at`; returns its length, or 0 where there is none, and its
 * text. */
static size_t read_entity(const char *at, size_t length, const char **text, char *single)
{
    enum { LONGEST = 10 };
    const char *end = memchr(at, ';', length < LONGEST ? length : LONGEST);
    if (!end || end == at + 1)
        return 0;
    size_t size = (size_t)(end - at) - 1;
    *text = single;
    single[0] = single[1] = '\0';
    if (at[1] == '#') {
        char *rest;
        bool is_hex = size > 2 && (at[2] == 'x' || at[2] == 'X');
        if (!isxdigit((unsigned char)at[is_hex ? 3 : 2]))
            return 0;
        unsigned long code = strtoul(at + (is_hex ? 3 : 2), &rest, is_hex ? 16 : 10);
        if (rest != end || (code != 160 && (code < 0x20 || code > 0x7e)))
            return 0;
        single[0] = code == 160 ? ' ' : (char)code;
        return size + 2;
    }
    for (size_t i = 0; i < NR(entities); i++)
        if (strlen(entities[i].name) == size && !memcmp(entities[i].name, at + 1, size)) {
            *text = entities[i].text;
            return size + 2;
        }
    return 0;
}

/* Resolves the entities of a line in place, also those that were escaped twice; what
 * an entity stands for is never longer than it. */
static size_t resolve_entities(char *line, size_t length)
{
    for (int times = 0; times < 2 && memchr(line, '&', length); times++) {
        size_t used = 0;
        for (size_t i = 0; i < length;) {
            const char *text;
            char single[2];
            size_t size = line[i] == '&' ? read_entity(line + i, length - i, &text, single) : 0;
            if (!size) {
                line[used++] = line[i++];
                continue;
            }
            memcpy(line + used, text, strlen(text));
            used += strlen(text);
            i += size;
        }
        length = used;
    }
    return length;
}

/* Returns the length of a known tag at `at`, or 0. */
static size_t read_tag(const char *at, size_t length, const struct tag **tag)
{
    enum { LONGEST = 300 };
    const char *end = memchr(at, '>', length < LONGEST ? length : LONGEST);
    if (!end)
        return 0;
    size_t start = length > 1 && at[1] == '/' ? 2 : 1, size = 0;
    while (at + start + size < end && isalnum((unsigned char)at[start + size]))
        size++;
    if (at + start + size != end && !strchr(" /", at[start + size]))
        return 0;
    for (size_t i = 0; i < NR(tags); i++)
        if (strlen(tags[i].name) == size && !strncasecmp(tags[i].name, at + start, size)) {
            *tag = &tags[i];
            return (size_t)(end - at) + 1;
        }
    return 0;
}

/* Returns the length of a known [code] or [/code] at `at`, or 0. */
static size_t read_bbcode(const char *at, size_t length)
{
    enum { LONGEST = 80 };
    const char *end = memchr(at, ']', length < LONGEST ? length : LONGEST);
    if (!end)
        return 0;
    size_t start = length > 1 && at[1] == '/' ? 2 : 1, size = 0;
    while (at + start + size < end && isalpha((unsigned char)at[start + size]))
        size++;
    if (at + start + size != end && at[start + size] != '=')
        return 0;
    for (size_t i = 0; i < NR(bbcodes); i++)
        if (strlen(bbcodes[i]) == size && !strncasecmp(bbcodes[i], at + start, size))
            return (size_t)(end - at) + 1;
    return 0;
}

/* Rows of a table are read by those who know their columns. */
static bool has_cells(const char *line, size_t length)
{
    static const char *const names[] = {"<td", "<tr", "<th", "<table", "<html", "<body"};
    for (const char *at = line; (at = memchr(at, '<', (size_t)(line + length - at))); at++)
        for (size_t i = 0; i < NR(names); i++)
            if ((size_t)(line + length - at) > strlen(names[i]) &&
                !strncasecmp(at, names[i], strlen(names[i])))
                return true;
    return false;
}

static bool is_empty(const char *at, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\r", at[i]))
            return false;
    return true;
}

/* Says whether nothing but marks of quotation is in it. */
static bool is_marks(const char *at, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr("> |\t\"", at[i]))
            return false;
    return true;
}

/* A line being freed of its tags. */
struct piece {
    struct raw_lines *lines;
    char *text;
    size_t used;
    size_t added; /* pieces so far */
    unsigned long line;
    uint64_t offset;
};

/* Adds what was gathered, where there is something. */
static void end_piece(struct piece *piece, bool is_last)
{
    if (!is_empty(piece->text, piece->used) || (is_last && !piece->added)) {
        size_t length = resolve_entities(piece->text, piece->used);
        raw_line_add(piece->lines, piece->text, length, piece->line, piece->offset);
        piece->added++;
    }
    piece->used = 0;
}

/* Says whether nothing but the end of a quoted string is left of the line: it is not
 * parted from what it quotes. */
static bool is_string_end(const char *at, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr("\", \t\r", at[i]))
            return false;
    return length && *at == '"';
}

/* Returns the line with its entities resolved where that gives tags that part lines, as where a page
 * shows the text of a page; else the line as it is. */
static const char *without_escaped_tags(struct raw_lines *lines, const char *at, size_t *length)
{
    const struct tag *tag;
    if (!memchr(at, ';', *length) || !memmem(at, *length, "lt;", 3))
        return at;
    char *plain = arena_text(lines->arena, at, *length);
    size_t size = resolve_entities(plain, *length);
    for (size_t i = 0; i < size; i++)
        if (plain[i] == '<' && read_tag(plain + i, size - i, &tag) && tag->is_break) {
            *length = size;
            return plain;
        }
    return at;
}

void markup_add(struct raw_lines *lines, const char *at, size_t length, unsigned long line,
                uint64_t offset, bool has_bbcode)
{
    enum { SHORT = 40 }; /* what stands before "<p>" may be what a log puts before all */
    const size_t width = length;
    at = without_escaped_tags(lines, at, &length);
    bool has_tags = memchr(at, '<', length) && !has_cells(at, length);
    has_bbcode = has_bbcode && memchr(at, '[', length);
    if (!has_tags && !has_bbcode && !memchr(at, '&', length)) {
        raw_line_add(lines, at, length, line, offset);
        return;
    }
    struct piece piece = {lines, arena_alloc(lines->arena, length + 1), 0, 0, line, offset};
    const struct tag *last_break = NULL; /* <br> with nothing but blanks behind it */
    for (size_t i = 0; i < length;) {
        const struct tag *tag = NULL;
        size_t size = has_tags && at[i] == '<' ? read_tag(at + i, length - i, &tag) : 0;
        if (!size && has_bbcode && at[i] == '[')
            size = read_bbcode(at + i, length - i);
        if (!size) {
            piece.text[piece.used++] = at[i++];
            continue;
        }
        if (tag && tag == last_break && is_empty(piece.text, piece.used))
            raw_line_add(lines, "", 0, line, offset);
        if (tag && tag->is_break &&
            (tag == &tags[0] || ((at[i + 1] == '/' || piece.used > SHORT) &&
                                 !is_marks(piece.text, piece.used) &&
                                 !is_string_end(at + i + size, length - i - size))))
            end_piece(&piece, false);
        if (tag)
            last_break = tag == &tags[0] ? tag : NULL;
        i += size;
    }
    end_piece(&piece, true);
    while (length == width && length && strchr(" \t", at[length - 1]))
        length--;
    lines->at[lines->nr - 1].width = length;
}

bool markup_is_open(const struct raw_line *line)
{
    const char *open = strrchr(line->at, '<');
    return line->width == TERMINAL && open && !strchr(open, '>') &&
           (!open[1] || open[1] == '/' || isalpha((unsigned char)open[1]));
}

/* A row of a table being put together. */
struct row {
    struct strbuf text;
    size_t seen;  /* bytes of the text that were looked at */
    size_t cells;
    bool is_open; /* its end is not there yet */
    bool is_in_tag;
};

/* Looks at what was added, for rows and for the title of a page; a tag may have begun in what was there. */
static void look_at_row(struct row *row)
{
    enum { LONGEST_NAME = 6 };
    size_t at = row->seen > LONGEST_NAME ? row->seen - LONGEST_NAME : 0;
    for (; at < row->text.length; at++) {
        const char *tag = row->text.text + at;
        if (*tag == '>')
            row->is_in_tag = false;
        if (*tag != '<')
            continue;
        row->is_in_tag = true;
        if (!strncasecmp(tag, "<td", 3))
            row->cells += at + 3 > row->seen;
        else if (!strncasecmp(tag, "<tr", 3) || !strncasecmp(tag, "<title", 6))
            row->is_open = true;
        else if (!strncasecmp(tag, "</t", 3) && tag[3] && strchr("RrAaIi", tag[3]))
            row->is_open = false;
    }
    row->seen = row->text.length;
}

/* Adds a line to the row; returns whether it was broken within a cell or a tag of it. */
static bool add_to_row(struct row *row, const struct raw_line *line, bool is_full)
{
    strbuf_add(&row->text, line->at, line->length);
    look_at_row(row);
    bool ends_in_tag = line->length && line->at[line->length - 1] == '>';
    return (row->is_open || row->is_in_tag) && (!ends_in_tag || is_full);
}

/* Joins the lines from `at` on that one row was broken into; returns how many follow. */
static size_t rejoin_row(struct raw_lines *lines, size_t at, struct raw_line *line)
{
    enum { LONGEST_PIECE = 1000, LONGEST_ROW = 1 << 14, FEWEST_CELLS = 6, LINES_A_CELL = 4 };
    struct row row = {.text = STRBUF_INIT};
    size_t nr = 0;
    for (;; nr++) {
        const struct raw_line *last = &lines->at[at + nr], *next = last + 1;
        bool is_full = last->width == TERMINAL;
        if (!add_to_row(&row, last, is_full) || at + nr + 1 == lines->nr || !next->length ||
            next->quote > line->quote || next->length > LONGEST_PIECE ||
            row.text.length > LONGEST_ROW || nr / LINES_A_CELL > row.cells + FEWEST_CELLS)
            break;
        strbuf_string(&row.text, is_full ? "" : " ");
    }
    if (row.cells < FEWEST_CELLS || row.cells < nr / LINES_A_CELL)
        nr = 0; /* not of figures: text that has been laid out in a table */
    if (nr) {
        line->at = arena_text(lines->arena, row.text.text, row.text.length);
        line->length = row.text.length;
    }
    strbuf_free(&row.text);
    return nr;
}

void markup_rejoin(struct raw_lines *lines)
{
    size_t kept = 0;
    for (size_t at = 0; at < lines->nr; at++) {
        struct raw_line line = lines->at[at];
        if (memchr(line.at, '<', line.length))
            at += rejoin_row(lines, at, &line);
        lines->at[kept++] = line;
    }
    lines->nr = kept;
}
