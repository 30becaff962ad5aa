#include "report/flow.h"

#include <stdbool.h>
#include <string.h>

#include "record/utf8.h"

static const char ellipsis[] = "\xe2\x80\xa6";

/* Line and direction controls can reorder what a reader sees. */
static bool is_control(unsigned long code)
{
    static const struct utf8_range controls[] = {
        {0, 0x1f},        {0x7f, 0x9f},     {0x200b, 0x200f},  {0x2028, 0x202e},
        {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xe0000, 0xe0fff}};
    return utf8_is_in(controls, sizeof controls / sizeof controls[0], code);
}

/* Steps over one character, or one byte that is none. */
static size_t step(const char *text, size_t *width)
{
    unsigned long code;
    size_t size = utf8_decode(text, &code);
    *width = size ? utf8_columns(code) : 1;
    return size ? size : 1;
}

size_t flow_width(const char *text)
{
    size_t all = 0, width;
    while (*text) {
        text += step(text, &width);
        all += width;
    }
    return all;
}

void flow_clean(struct strbuf *out, const char *text)
{
    while (*text) {
        unsigned long code;
        size_t size = utf8_decode(text, &code);
        if (!size || is_control(code))
            strbuf_byte(out, '?');
        else
            strbuf_add(out, text, size);
        text += size ? size : 1;
    }
}

static void add_blanks(struct strbuf *out, size_t nr)
{
    for (size_t i = 0; i < nr; i++)
        strbuf_byte(out, ' ');
}

void flow_left(struct strbuf *out, const char *text, size_t width)
{
    size_t taken = flow_width(text);
    strbuf_string(out, text);
    add_blanks(out, taken < width ? width - taken : 0);
}

void flow_right(struct strbuf *out, const char *text, size_t width)
{
    size_t taken = flow_width(text);
    add_blanks(out, taken < width ? width - taken : 0);
    strbuf_string(out, text);
}

/* A paragraph being filled. */
struct filling {
    struct strbuf *out;
    size_t column, indent, width;
    bool is_fresh; /* nothing was added to this line, so no blank is due */
};

static void break_line(struct filling *filling)
{
    strbuf_byte(filling->out, '\n');
    add_blanks(filling->out, filling->indent);
    filling->column = filling->indent;
    filling->is_fresh = true;
}

/* Adds one word, breaking the line before it, and within it where it must. */
static void add_word(struct filling *filling, const char *word, size_t length)
{
    size_t taken = 0, one;
    for (size_t i = 0; i < length; taken += one)
        i += step(word + i, &one);
    if (!filling->is_fresh && filling->column + 1 + taken > filling->width)
        break_line(filling);
    if (!filling->is_fresh) {
        strbuf_byte(filling->out, ' ');
        filling->column++;
    }
    for (size_t i = 0; i < length;) {
        size_t size = step(word + i, &one);
        if (filling->column + one > filling->width && filling->column > filling->indent)
            break_line(filling);
        strbuf_add(filling->out, word + i, size);
        filling->is_fresh = false;
        filling->column += one;
        i += size;
    }
}

void flow_wrap(struct strbuf *out, const char *text, size_t used, size_t indent, size_t width)
{
    struct strbuf clean = STRBUF_INIT;
    flow_clean(&clean, text);
    struct filling filling = {out, used, indent, width, true};
    for (const char *word = clean.text; *word;) {
        size_t length = strcspn(word, " ");
        if (length)
            add_word(&filling, word, length);
        word += length;
        word += strspn(word, " ");
    }
    strbuf_byte(out, '\n');
    strbuf_free(&clean);
}

void flow_cut(struct strbuf *out, const char *text, size_t width)
{
    struct strbuf clean = STRBUF_INIT;
    flow_clean(&clean, text);
    size_t all = flow_width(clean.text), one, taken = 0;
    const char *at = clean.text;
    if (all <= width) {
        strbuf_string(out, at);
    } else {
        size_t head = width > 1 ? (width - 1) / 2 : 0, tail = width > 1 ? width - 1 - head : 0;
        for (size_t size = step(at, &one); taken + one <= head; size = step(at, &one)) {
            strbuf_add(out, at, size);
            at += size;
            taken += one;
        }
        strbuf_string(out, ellipsis);
        for (; *at && all - taken > tail; taken += one)
            at += step(at, &one);
        strbuf_string(out, at);
    }
    strbuf_free(&clean);
}
