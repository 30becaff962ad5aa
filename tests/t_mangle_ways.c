/* The table of manglers of t_mangle.h. */
#include <string.h>

#include "tests/t_mangle.h"

size_t mangle_line_length(const char *text, size_t length, size_t *next)
{
    const char *end = memchr(text, '\n', length);
    size_t size = end ? (size_t)(end - text) : length;
    *next = end ? size + 1 : size;
    return size;
}

static void add_counted(struct strbuf *out, const char *format, unsigned line)
{
    for (; *format; format++) {
        if (*format != '%') {
            strbuf_byte(out, *format);
            continue;
        }
        format++;
        if (*format == 'n')
            strbuf_printf(out, "%u", line);
        else if (*format == 'r')
            strbuf_printf(out, "%4u", line);
        else if (*format == 't')
            strbuf_printf(out, "%02u", line / 3 % 60);
        else
            strbuf_byte(out, *format);
    }
}

static void mangle_lines(const struct mangler *mangler, struct strbuf *out, const char *text,
                         size_t length)
{
    size_t next;
    unsigned line = 0;
    for (size_t at = 0; at < length; at += next) {
        size_t size = mangle_line_length(text + at, length - at, &next);
        add_counted(out, mangler->before ? mangler->before : "", ++line);
        strbuf_add(out, text + at, size);
        strbuf_string(out, mangler->behind ? mangler->behind : "\n");
    }
}

void mangle_replace(const char *const *pairs, struct strbuf *out, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        const char *const *pair = pairs;
        while (*pair && (strlen(*pair) > length - at || memcmp(text + at, *pair, strlen(*pair))))
            pair += 2;
        if (*pair) {
            strbuf_string(out, pair[1]);
            at += strlen(*pair);
        } else {
            strbuf_byte(out, text[at++]);
        }
    }
}

static void tabs(struct strbuf *out, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t blanks = strspn(text + at, " ");
        if (blanks >= 2)
            strbuf_byte(out, '\t');
        else
            strbuf_add(out, text + at, blanks ? 1 : 0);
        at += blanks;
        if (!blanks)
            strbuf_byte(out, text[at++]);
    }
}

static void collapsed(struct strbuf *out, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t blanks = strspn(text + at, " \t");
        if (blanks)
            strbuf_byte(out, ' ');
        at += blanks;
        if (!blanks)
            strbuf_byte(out, text[at++]);
    }
}

static void unindented(struct strbuf *out, const char *text, size_t length)
{
    size_t next;
    for (size_t at = 0; at < length; at += next) {
        size_t size = mangle_line_length(text + at, length - at, &next);
        size_t blanks = strspn(text + at, " \t");
        if (blanks > size)
            blanks = size;
        strbuf_add(out, text + at + blanks, next - blanks);
    }
}

static void lost_at_signs(struct strbuf *out, const char *text, size_t length)
{
    for (size_t at = 0; at < length; at++) {
        bool is_lost = text[at] == ' ' && at && strchr(",=:", text[at - 1]) && at + 1 < length &&
                       text[at + 1] >= '0' && text[at + 1] <= 'z' && text[at - 1] == '=';
        if (!is_lost)
            strbuf_byte(out, text[at]);
    }
}

/* The lines of figures in bold type. */
static void bold_cells(struct strbuf *out, const char *text, size_t length)
{
    size_t next;
    for (size_t at = 0; at < length; at += next) {
        size_t size = mangle_line_length(text + at, length - at, &next);
        size_t blanks = strspn(text + at, "> \t");
        bool is_bold = blanks < size && memmem(text + at, size, ": io=", 5);
        strbuf_add(out, text + at, blanks < size ? blanks : size);
        if (is_bold)
            strbuf_string(out, "**");
        if (blanks < size)
            strbuf_add(out, text + at + blanks, size - blanks);
        strbuf_string(out, is_bold ? "**\n" : "\n");
    }
}

static size_t middle_line(const char *text, size_t length)
{
    size_t at = length / 2, next;
    mangle_line_length(text + at, length - at, &next);
    return at + next;
}

static void cut_head(struct strbuf *out, const char *text, size_t length)
{
    size_t at = middle_line(text, length);
    strbuf_add(out, text + at, length - at);
}

static void cut_tail(struct strbuf *out, const char *text, size_t length)
{
    strbuf_add(out, text, middle_line(text, length));
}

static void cut_within_line(struct strbuf *out, const char *text, size_t length)
{
    strbuf_add(out, text, length - length / 3);
}

/* A line in colour, as grep and prompts write them; a cursor that moves. */
static void colours(struct strbuf *out, const char *text, size_t length)
{
    size_t next;
    for (size_t at = 0; at < length; at += next) {
        size_t size = mangle_line_length(text + at, length - at, &next), half = size / 2;
        while (half && ((unsigned char)text[at + half] & 0xc0) == 0x80)
            half--; /* a character is all of one colour */
        strbuf_string(out, "\033[0;32m");
        strbuf_add(out, text + at, half);
        strbuf_string(out, "\033[m\033[K");
        strbuf_add(out, text + at + half, size - half);
        strbuf_string(out, "\033[0m\033[?25h\n");
    }
}

static const char *const nbsp[] = {" ", "\xc2\xa0", NULL};
static const char *const nbsp_pairs[] = {"  ", "\xc2\xa0 ", NULL};
static const char *const narrow[] = {" ", "\xe2\x80\xaf", NULL};
static const char *const figure[] = {" ", "\xe2\x80\x87", NULL};
static const char *const zero_width[] = {"=", "=\xe2\x80\x8b", " ", " \xe2\x80\x8d",
                                         "\n", "\xef\xbb\xbf\n", NULL};
static const char *const mojibake[] = {" ", "\xc3\x82\xc2\xa0", NULL};
static const char *const mojibake_pairs[] = {"  ", "\xc3\x82\xc2\xa0 ", NULL};
static const char *const smart[] = {"--", "\xe2\x80\x94", "-", "\xe2\x80\x93",
                                    "...", "\xe2\x80\xa6", "\"", "\xe2\x80\x9d",
                                    "'", "\xe2\x80\x99", NULL};
static const char *const crlf[] = {"\n", "\r\n", NULL};
static const char *const crcrlf[] = {"\n", "\r\r\n", NULL};
static const char *const cr[] = {"\n", "\r", NULL};
static const char *const doubled[] = {"\n", "\n\n", NULL};
static const char *const entities[] = {"&", "&amp;", "<", "&lt;", ">", "&gt;", NULL};
static const char *const twice[] = {"&", "&amp;amp;", "<", "&amp;lt;", ">", "&amp;gt;", NULL};
static const char *const breaks[] = {"\n", "<br>\n", NULL};
static const char *const only_breaks[] = {"\n", "<br />", NULL};
static const char *const equals_3d[] = {"=", "=3D", NULL};

const struct mangler manglers[] = {
    {.name = "quote", .before = "> "},
    {.name = "quote-tight", .before = ">"},
    {.name = "quote-twice", .before = "> > "},
    {.name = "quote-twice-tight", .before = ">> "},
    {.name = "quote-entity", .before = "&gt; "},
    {.name = "quote-indented", .before = "    > "},
    {.name = "supercite", .before = "ZC> "},
    {.name = "quote-bar", .before = "| "},
    {.name = "quote-colon", .before = ": "},
    {.name = "wrap-72", .mangle = mangle_wrap_72},
    {.name = "wrap-76", .mangle = mangle_wrap_76},
    {.name = "wrap-78", .mangle = mangle_wrap_78},
    {.name = "wrap-80-hard", .mangle = mangle_wrap_hard},
    {.name = "wrap-flowed", .mangle = mangle_wrap_flowed},
    {.name = "wrap-quoted", .mangle = mangle_wrap_quoted},
    {.name = "wrap-mark-lost", .mangle = mangle_wrap_unquoted},
    {.name = "qp", .mangle = mangle_quoted_printable},
    {.name = "qp-quoted", .mangle = mangle_quoted_printable_quoted},
    {.name = "qp-equals-only", .pairs = equals_3d},
    {.name = "qp-blank-ends", .behind = "=20\n"},
    {.name = "html-entities", .pairs = entities},
    {.name = "html-entities-twice", .pairs = twice},
    {.name = "html-pre", .mangle = mangle_pre},
    {.name = "html-br", .pairs = breaks},
    {.name = "html-br-only", .pairs = only_breaks},
    {.name = "html-p", .before = "<p>", .behind = "</p>\n"},
    {.name = "html-code", .before = "<code>", .behind = "</code>\n"},
    {.name = "bbcode", .mangle = mangle_bbcode},
    {.name = "fence", .mangle = mangle_fence},
    {.name = "fence-tilde", .mangle = mangle_tilde_fence},
    {.name = "code-indented", .before = "    "},
    {.name = "backticks", .before = "`", .behind = "`\n"},
    {.name = "bold", .mangle = bold_cells},
    {.name = "tabs", .mangle = tabs},
    {.name = "blanks-collapsed", .mangle = collapsed},
    {.name = "indent-lost", .mangle = unindented},
    {.name = "blanks-lost", .mangle = lost_at_signs},
    {.name = "blank-ends", .behind = "   \n"},
    {.name = "nbsp", .pairs = nbsp},
    {.name = "nbsp-pairs", .pairs = nbsp_pairs},
    {.name = "narrow-nbsp", .pairs = narrow},
    {.name = "figure-blank", .pairs = figure},
    {.name = "zero-width", .pairs = zero_width},
    {.name = "mojibake", .pairs = mojibake},
    {.name = "mojibake-pairs", .pairs = mojibake_pairs},
    {.name = "smart", .flags = MANGLE_WORDS | MANGLE_HIDES, .pairs = smart},
    {.name = "doubled", .pairs = doubled},
    {.name = "colours", .mangle = colours},
    {.name = "kernel-log", .before = "[   12.3456%t] "},
    {.name = "syslog", .before = "Jan 01 12:00:%t host prog[123]: "},
    {.name = "iso-time", .before = "2024-01-01T00:00:%tZ "},
    {.name = "ci-time", .before = "2024-01-01T00:00:%t.1234567Z "},
    {.name = "log-level", .before = "2024-01-01 00:00:%t,123 INFO     "},
    {.name = "avocado", .before = "DEBUG| [stdout] "},
    {.name = "avocado-time", .before = "12:00:%t DEBUG| [stdout] "},
    {.name = "host-colon", .before = "host1: "},
    {.name = "line-number", .before = "%n: "},
    {.name = "line-number-right", .before = "%r  "},
    {.name = "line-number-bar", .before = "%r | "},
    {.name = "compose", .before = "bench_1  | "},
    {.name = "pod", .before = "[pod/bench-x2k/fio] "},
    {.name = "ansible", .before = "        \"", .behind = "\",\n"},
    {.name = "host-angle", .before = "<host> "},
    {.name = "comment", .before = "# "},
    {.name = "comment-slashes", .before = "// "},
    {.name = "star-bullet", .before = "* "},
    {.name = "dash-bullet", .before = "- "},
    {.name = "diff-plus", .before = "+"},
    {.name = "table-pipes", .before = "| ", .behind = " |\n"},
    {.name = "crlf", .pairs = crlf},
    {.name = "crcrlf", .pairs = crcrlf},
    {.name = "cr", .pairs = cr},
    {.name = "utf-16le-mark", .mangle = mangle_utf16le_mark},
    {.name = "utf-16be-mark", .mangle = mangle_utf16be_mark},
    {.name = "utf-16le", .mangle = mangle_utf16le},
    {.name = "utf-16be", .mangle = mangle_utf16be},
    {.name = "utf-8-mark", .mangle = mangle_utf8_mark},
    {.name = "latin-1", .flags = MANGLE_WORDS, .mangle = mangle_latin_1},
    {.name = "cut-head", .flags = MANGLE_CUTS | MANGLE_WORDS | MANGLE_HIDES, .mangle = cut_head},
    {.name = "cut-tail", .flags = MANGLE_CUTS | MANGLE_WORDS, .mangle = cut_tail},
    {.name = "cut-within-line",
     .flags = MANGLE_CUTS | MANGLE_WORDS,
     .mangle = cut_within_line},
};

const size_t manglers_nr = sizeof manglers / sizeof manglers[0];

void mangle(const struct mangler *mangler, struct strbuf *out, const char *text, size_t length)
{
    if (mangler->mangle)
        mangler->mangle(out, text, length);
    else if (mangler->pairs)
        mangle_replace(mangler->pairs, out, text, length);
    else
        mangle_lines(mangler, out, text, length);
}
