/* Manglers of t_mangle.h that break lines, enclose texts, and encode them. */
#include <string.h>

#include "tests/t_mangle.h"

/* Breaks lines longer than width at a blank, as mail programs do; the rest begins
 * with what `mark` says. */
static void wrap(struct strbuf *out, const char *text, size_t length, size_t width,
                 const char *first, const char *mark, const char *seam)
{
    size_t next;
    for (size_t at = 0; at < length; at += next) {
        size_t size = mangle_line_length(text + at, length - at, &next), from = at;
        strbuf_string(out, first);
        while (size > width) {
            size_t cut = width;
            while (cut > 0 && text[from + cut] != ' ')
                cut--;
            if (!cut || strspn(text + from, " ") >= cut)
                break;
            strbuf_add(out, text + from, cut);
            strbuf_string(out, seam);
            strbuf_string(out, mark);
            from += cut + 1;
            size -= cut + 1;
        }
        strbuf_add(out, text + from, size);
        strbuf_byte(out, '\n');
    }
}

void mangle_wrap_72(struct strbuf *out, const char *text, size_t length)
{
    wrap(out, text, length, 72, "", "", "\n");
}

void mangle_wrap_76(struct strbuf *out, const char *text, size_t length)
{
    wrap(out, text, length, 76, "", "", "\n");
}

void mangle_wrap_78(struct strbuf *out, const char *text, size_t length)
{
    wrap(out, text, length, 78, "", "", "\n");
}

void mangle_wrap_flowed(struct strbuf *out, const char *text, size_t length)
{
    wrap(out, text, length, 72, "", "", " \n");
}

void mangle_wrap_quoted(struct strbuf *out, const char *text, size_t length)
{
    wrap(out, text, length, 72, "> ", "> ", "\n");
}

void mangle_wrap_unquoted(struct strbuf *out, const char *text, size_t length)
{
    wrap(out, text, length, 72, "> ", "", "\n");
}

/* Hard, in the middle of words, as a terminal's width cuts. */
void mangle_wrap_hard(struct strbuf *out, const char *text, size_t length)
{
    size_t next;
    for (size_t at = 0; at < length; at += next) {
        size_t size = mangle_line_length(text + at, length - at, &next), from = at;
        for (; size > 80; size -= 80, from += 80) {
            strbuf_add(out, text + from, 80);
            strbuf_byte(out, '\n');
        }
        strbuf_add(out, text + from, size);
        strbuf_byte(out, '\n');
    }
}

static void add_quoted_printable(struct strbuf *out, const char *line, size_t size,
                                 const char *mark)
{
    size_t column = 0;
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)line[i];
        bool is_coded = byte == '=' || byte >= 0x80 || byte == '\t' ||
                        (byte == ' ' && i + 1 == size);
        if (column + (is_coded ? 3 : 1) > 75) {
            strbuf_string(out, "=\n");
            strbuf_string(out, mark);
            column = 0;
        }
        if (is_coded)
            strbuf_printf(out, "=%02X", byte);
        else
            strbuf_byte(out, line[i]);
        column += is_coded ? 3 : 1;
    }
    strbuf_byte(out, '\n');
}

void mangle_quoted_printable(struct strbuf *out, const char *text, size_t length)
{
    size_t next;
    for (size_t at = 0; at < length; at += next) {
        size_t size = mangle_line_length(text + at, length - at, &next);
        add_quoted_printable(out, text + at, size, "");
    }
}

/* Pasted undecoded, then quoted. */
void mangle_quoted_printable_quoted(struct strbuf *out, const char *text, size_t length)
{
    size_t next;
    for (size_t at = 0; at < length; at += next) {
        size_t size = mangle_line_length(text + at, length - at, &next);
        strbuf_string(out, "> ");
        add_quoted_printable(out, text + at, size, "> ");
    }
}

static void enclose(struct strbuf *out, const char *text, size_t length, const char *above,
                    const char *below)
{
    strbuf_string(out, above);
    strbuf_add(out, text, length);
    strbuf_string(out, below);
}

void mangle_fence(struct strbuf *out, const char *text, size_t length)
{
    enclose(out, text, length, "```\n", "```\n");
}

void mangle_tilde_fence(struct strbuf *out, const char *text, size_t length)
{
    enclose(out, text, length, "~~~ text\n", "~~~\n");
}

void mangle_bbcode(struct strbuf *out, const char *text, size_t length)
{
    enclose(out, text, length, "[code]", "[/code]\n");
}

static void add_html(struct strbuf *out, const char *text, size_t length)
{
    static const char *const pairs[] = {"&", "&amp;", "<", "&lt;", ">", "&gt;",
                                        "  ", "&nbsp; ", "=", "&#x3D;", "\"", "&quot;", NULL};
    mangle_replace(pairs, out, text, length);
}

void mangle_pre(struct strbuf *out, const char *text, size_t length)
{
    strbuf_string(out, "<pre>");
    add_html(out, text, length);
    strbuf_string(out, "</pre>\n");
}

static void utf16(struct strbuf *out, const char *text, size_t length, bool is_little)
{
    for (size_t at = 0; at < length;) {
        unsigned char lead = (unsigned char)text[at];
        size_t size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : 3;
        unsigned code = size == 1 ? lead : size == 2 ? lead & 0x1fu : lead & 0xfu;
        for (size_t i = 1; i < size && at + i < length; i++)
            code = code << 6 | ((unsigned char)text[at + i] & 0x3fu);
        at += size;
        strbuf_byte(out, (char)(is_little ? code & 0xff : code >> 8));
        strbuf_byte(out, (char)(is_little ? code >> 8 : code & 0xff));
    }
}

void mangle_utf16le_mark(struct strbuf *out, const char *text, size_t length)
{
    strbuf_string(out, "\xff\xfe");
    utf16(out, text, length, true);
}

void mangle_utf16be_mark(struct strbuf *out, const char *text, size_t length)
{
    strbuf_string(out, "\xfe\xff");
    utf16(out, text, length, false);
}

void mangle_utf16le(struct strbuf *out, const char *text, size_t length)
{
    utf16(out, text, length, true);
}

void mangle_utf16be(struct strbuf *out, const char *text, size_t length)
{
    utf16(out, text, length, false);
}

void mangle_utf8_mark(struct strbuf *out, const char *text, size_t length)
{
    enclose(out, text, length, "\xef\xbb\xbf", "");
}

/* A byte that is no UTF-8, as in a name or a unit. */
void mangle_latin_1(struct strbuf *out, const char *text, size_t length)
{
    enclose(out, text, length, "d\xe9j\xe0 vu \xb5s\n\n", "\n\xa9\n");
}
