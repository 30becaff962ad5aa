/* The table of manglers of t_mangle.h. */
#include <string.h>

#include "tests/t_mangle.h"

/* Returns the length of the line at text, and in *next what it and its end span. */
static size_t line_length(const char *text, size_t length, size_t *next)
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
        size_t size = line_length(text + at, length - at, &next);
        add_counted(out, mangler->before ? mangler->before : "", ++line);
        strbuf_add(out, text + at, size);
        strbuf_string(out, mangler->behind ? mangler->behind : "\n");
    }
}

static void replace(const char *const *pairs, struct strbuf *out, const char *text,
                    size_t length)
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

/* Breaks lines longer than width at a blank, as mail programs do; the rest begins
 * with what `mark` says. */
static void wrap(struct strbuf *out, const char *text, size_t length, size_t width,
                 const char *first, const char *mark, const char *seam)
{
    size_t next;
    for (size_t at = 0; at < length; at += next) {
        size_t size = line_length(text + at, length - at, &next), from = at;
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

static void wrap_72(struct strbuf *out, const char *text, size_t length)
{
    wrap(out, text, length, 72, "", "", "\n");
}

static void wrap_76(struct strbuf *out, const char *text, size_t length)
{
    wrap(out, text, length, 76, "", "", "\n");
}

static void wrap_78(struct strbuf *out, const char *text, size_t length)
{
    wrap(out, text, length, 78, "", "", "\n");
}

static void wrap_flowed(struct strbuf *out, const char *text, size_t length)
{
    wrap(out, text, length, 72, "", "", " \n");
}

static void wrap_quoted(struct strbuf *out, const char *text, size_t length)
{
    wrap(out, text, length, 72, "> ", "> ", "\n");
}

static void wrap_unquoted(struct strbuf *out, const char *text, size_t length)
{
    wrap(out, text, length, 72, "> ", "", "\n");
}

/* Hard, in the middle of words, as a terminal's width cuts. */
static void wrap_hard(struct strbuf *out, const char *text, size_t length)
{
    size_t next;
    for (size_t at = 0; at < length; at += next) {
        size_t size = line_length(text + at, length - at, &next), from = at;
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

static void quoted_printable(struct strbuf *out, const char *text, size_t length)
{
    size_t next;
    for (size_t at = 0; at < length; at += next) {
        size_t size = line_length(text + at, length - at, &next);
        add_quoted_printable(out, text + at, size, "");
    }
}

/* Pasted undecoded, then quoted. */
static void quoted_printable_quoted(struct strbuf *out, const char *text, size_t length)
{
    size_t next;
    for (size_t at = 0; at < length; at += next) {
        size_t size = line_length(text + at, length - at, &next);
        strbuf_string(out, "> ");
        add_quoted_printable(out, text + at, size, "> ");
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
        size_t size = line_length(text + at, length - at, &next);
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
        size_t size = line_length(text + at, length - at, &next);
        size_t blanks = strspn(text + at, " \t");
        bool is_bold = blanks < size && memmem(text + at, size, ": io=", 5);
        strbuf_add(out, text + at, blanks < size ? blanks : size);
        if (is_bold)
            strbuf_string(out, "**");
        if (blanks < size)
            strbuf_add(out, text + at + blanks, size - blanks);
        strbuf_string(out, is_bold ? "**\n" : "\n");
    }
}

static void enclose(struct strbuf *out, const char *text, size_t length, const char *above,
                    const char *below)
{
    strbuf_string(out, above);
    strbuf_add(out, text, length);
    strbuf_string(out, below);
}

static void fence(struct strbuf *out, const char *text, size_t length)
{
    enclose(out, text, length, "```\n", "```\n");
}

static void tilde_fence(struct strbuf *out, const char *text, size_t length)
{
    enclose(out, text, length, "~~~ text\n", "~~~\n");
}

static void bbcode(struct strbuf *out, const char *text, size_t length)
{
    enclose(out, text, length, "[code]", "[/code]\n");
}

static void add_html(struct strbuf *out, const char *text, size_t length)
{
    static const char *const pairs[] = {"&", "&amp;", "<", "&lt;", ">", "&gt;",
                                        "  ", "&nbsp; ", "=", "&#x3D;", "\"", "&quot;", NULL};
    replace(pairs, out, text, length);
}

static void pre(struct strbuf *out, const char *text, size_t length)
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

static void utf16le_mark(struct strbuf *out, const char *text, size_t length)
{
    strbuf_string(out, "\xff\xfe");
    utf16(out, text, length, true);
}

static void utf16be_mark(struct strbuf *out, const char *text, size_t length)
{
    strbuf_string(out, "\xfe\xff");
    utf16(out, text, length, false);
}

static void utf16le(struct strbuf *out, const char *text, size_t length)
{
    utf16(out, text, length, true);
}

static void utf16be(struct strbuf *out, const char *text, size_t length)
{
    utf16(out, text, length, false);
}

static void utf8_mark(struct strbuf *out, const char *text, size_t length)
{
    enclose(out, text, length, "\xef\xbb\xbf", "");
}

/* A byte that is no UTF-8, as in a name or a unit. */
static void latin_1(struct strbuf *out, const char *text, size_t length)
{
    enclose(out, text, length, "d\xe9j\xe0 vu \xb5s\n\n", "\n\xa9\n");
}

static size_t middle_line(const char *text, size_t length)
{
    size_t at = length / 2, next;
    line_length(text + at, length - at, &next);
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
        size_t size = line_length(text + at, length - at, &next), half = size / 2;
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
    {.name = "wrap-72", .mangle = wrap_72},
    {.name = "wrap-76", .mangle = wrap_76},
    {.name = "wrap-78", .mangle = wrap_78},
    {.name = "wrap-80-hard", .mangle = wrap_hard},
    {.name = "wrap-flowed", .mangle = wrap_flowed},
    {.name = "wrap-quoted", .mangle = wrap_quoted},
    {.name = "wrap-mark-lost", .mangle = wrap_unquoted},
    {.name = "qp", .mangle = quoted_printable},
    {.name = "qp-quoted", .mangle = quoted_printable_quoted},
    {.name = "qp-equals-only", .pairs = equals_3d},
    {.name = "qp-blank-ends", .behind = "=20\n"},
    {.name = "html-entities", .pairs = entities},
    {.name = "html-entities-twice", .pairs = twice},
    {.name = "html-pre", .mangle = pre},
    {.name = "html-br", .pairs = breaks},
    {.name = "html-br-only", .pairs = only_breaks},
    {.name = "html-p", .before = "<p>", .behind = "</p>\n"},
    {.name = "html-code", .before = "<code>", .behind = "</code>\n"},
    {.name = "bbcode", .mangle = bbcode},
    {.name = "fence", .mangle = fence},
    {.name = "fence-tilde", .mangle = tilde_fence},
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
    {.name = "utf-16le-mark", .mangle = utf16le_mark},
    {.name = "utf-16be-mark", .mangle = utf16be_mark},
    {.name = "utf-16le", .mangle = utf16le},
    {.name = "utf-16be", .mangle = utf16be},
    {.name = "utf-8-mark", .mangle = utf8_mark},
    {.name = "latin-1", .flags = MANGLE_WORDS, .mangle = latin_1},
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
        replace(mangler->pairs, out, text, length);
    else
        mangle_lines(mangler, out, text, length);
}
