#include "parse/encoding.h"

#include <ctype.h>
#include <gmime/gmime.h>
#include <string.h>
#include <strings.h>

enum encoding encoding_named(const char *label)
{
    static const struct {
        const char *name;
        enum encoding encoding;
    } names[] = {
        {"base64", ENCODING_BASE64},     {"b64", ENCODING_BASE64},
        {"xbase64", ENCODING_BASE64},    {"quotedprintable", ENCODING_QUOTED_PRINTABLE},
        {"uuencode", ENCODING_UUENCODE}, {"xuuencode", ENCODING_UUENCODE},
        {"uue", ENCODING_UUENCODE},      {"xuue", ENCODING_UUENCODE},
        {"yenc", ENCODING_YENC},         {"xyenc", ENCODING_YENC},
        {"xyencode", ENCODING_YENC},
    };
    char name[32];
    size_t length = 0;
    for (const char *at = label; *at && !strchr(";,(", *at) && length + 1 < sizeof name; at++)
        if (isalnum((unsigned char)*at))
            name[length++] = *at;
    name[length] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!strcasecmp(names[i].name, name))
            return names[i].encoding;
    return ENCODING_NONE;
}

static int digit_of(char hex)
{
    return isdigit((unsigned char)hex) ? hex - '0' : (hex | 0x20) - 'a' + 10;
}

/* What the signs of a part speak for. */
struct signs {
    bool is_honest;     /* "=3D", a byte beyond ASCII, a soft break: no text has these */
    bool is_suspicious; /* a letter or digit written with a sign, "iops=243" */
};

/* Looks at the two hex digits behind a sign.  Returns whether they can be part of a text. */
static bool weigh(const char *bytes, const char *hex, const char *end, bool may_hold_nul,
                  struct signs *signs)
{
    int byte = 16 * digit_of(hex[0]) + digit_of(hex[1]);
    if (byte < 0x20 && !memchr("\t\n\f\r\x1b", byte, 5) && !(may_hold_nul && byte == 0))
        return false;
    bool is_start = hex - 1 == bytes || hex[-2] == '\n';
    bool is_value = hex - 1 > bytes && islower((unsigned char)hex[-2]) && hex + 2 < end &&
                    isdigit((unsigned char)hex[0]) && isdigit((unsigned char)hex[1]) &&
                    isdigit((unsigned char)hex[2]);
    if (byte == '=' || byte >= 0x80 || (byte == 0 && may_hold_nul))
        signs->is_honest = true;
    /* "=46rom " keeps mbox from taking a line for another */
    else if ((isalnum(byte) && !(is_start && byte == 'F')) || is_value)
        signs->is_suspicious = true;
    return true;
}

bool encoding_is_quoted_printable(const char *bytes, size_t length, bool may_hold_nul)
{
    const char *end = bytes + length;
    struct signs signs = {false, false};
    for (const char *at = bytes; (at = memchr(at, '=', (size_t)(end - at)));) {
        at++;
        /* blanks at the end of the line were added on the way */
        const char *rest = at;
        while (rest < end && (*rest == ' ' || *rest == '\t' || *rest == '\r'))
            rest++;
        if (rest == end || *rest == '\n') {
            signs.is_honest = signs.is_honest || rest < end;
            at = rest;
            continue;
        }
        if (end - at < 2 || !isxdigit((unsigned char)at[0]) || !isxdigit((unsigned char)at[1]) ||
            !weigh(bytes, at, end, may_hold_nul, &signs))
            return false;
    }
    return signs.is_honest || !signs.is_suspicious;
}

static bool is_of_base64(unsigned char byte)
{
    return isalnum(byte) || byte == '+' || byte == '/' || byte == '=';
}

bool encoding_is_base64(const char *bytes, size_t length)
{
    size_t inside = 0, outside = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte == ' ' && i && i + 1 < length && !isspace((unsigned char)bytes[i - 1]) &&
            !isspace((unsigned char)bytes[i + 1]))
            return false;
        if (isspace(byte))
            continue;
        if (is_of_base64(byte))
            inside++;
        else
            outside++;
    }
    return outside * 20 <= inside + outside;
}

/* Returns the end of the line at `at`, or end. */
static const char *line_end(const char *at, const char *end)
{
    const char *found = memchr(at, '\n', (size_t)(end - at));
    return found ? found + 1 : end;
}

/* Counts the digits of base64 of a line; -1 where anything else stands in it. */
static long count_base64(const char *at, const char *end)
{
    long nr = 0;
    while (end > at && isspace((unsigned char)end[-1]))
        end--;
    while (at < end && isspace((unsigned char)*at))
        at++;
    for (; at < end; at++, nr++)
        if (!is_of_base64((unsigned char)*at))
            return -1;
    return nr;
}

/* Lists add their footers to parts in base64 as they are: finds how many bytes in front
 * are lines of base64 alone, and whole. */
static bool find_base64(const char *bytes, size_t length, struct encoding_span *span)
{
    enum { FEWEST = 40 };
    const char *end = bytes + length, *at = bytes;
    long digits = 0, more;
    while (at < end && (more = count_base64(at, line_end(at, end))) >= 0) {
        digits += more;
        at = line_end(at, end);
    }
    *span = (struct encoding_span){0, (size_t)(at - bytes)};
    return digits >= FEWEST && digits % 4 == 0;
}

/* Finds the line "begin 644 name", whose next line is as long as it says, up to "end". */
static bool find_uuencode(const char *bytes, size_t length, struct encoding_span *span)
{
    const char *end = bytes + length, *next;
    for (const char *at = bytes; at < end; at = next) {
        next = line_end(at, end);
        if (end - at < 10 || memcmp(at, "begin ", 6) || !isdigit((unsigned char)at[6]) ||
            next == end)
            continue;
        size_t nr = ((size_t)*next - ' ') & 63, wanted = 1 + (nr + 2) / 3 * 4;
        size_t has = (size_t)(line_end(next, end) - next);
        if (!nr || has > wanted + 3 || has + 3 < wanted)
            continue;
        const char *last = next;
        while (last < end && memcmp(last, "end", (size_t)(end - last) < 3 ? 1 : 3))
            last = line_end(last, end);
        last = last < end ? line_end(last, end) : end;
        *span = (struct encoding_span){(size_t)(at - bytes), (size_t)(last - at)};
        return true;
    }
    return false;
}

/* Finds the lines from "=ybegin " to "=yend". Source: yEnc draft 1.3. */
static bool find_yenc(const char *bytes, size_t length, struct encoding_span *span)
{
    const char *first = memmem(bytes, length, "=ybegin ", 8), *end = bytes + length;
    if (!first || (first > bytes && first[-1] != '\n'))
        return false;
    const char *last = memmem(first, (size_t)(end - first), "\n=yend", 6);
    last = last ? line_end(last + 1, end) : end;
    *span = (struct encoding_span){(size_t)(first - bytes), (size_t)(last - first)};
    return true;
}

bool encoding_find(enum encoding encoding, const char *bytes, size_t length, bool may_hold_nul,
                   struct encoding_span *span)
{
    *span = (struct encoding_span){0, length};
    switch (encoding) {
    case ENCODING_BASE64:
        return encoding_is_base64(bytes, length) || find_base64(bytes, length, span);
    case ENCODING_QUOTED_PRINTABLE:
        return encoding_is_quoted_printable(bytes, length, may_hold_nul);
    case ENCODING_UUENCODE:
        return find_uuencode(bytes, length, span);
    case ENCODING_YENC:
        return find_yenc(bytes, length, span);
    case ENCODING_NONE:
        break;
    }
    return true;
}

/* Lines behind "begin", the first byte of which is their length; a backquote is a blank. */
static size_t decode_uuencode(const char *at, size_t length, char *to)
{
    const char *end = at + length, *next;
    size_t size = 0;
    for (at = line_end(at, end); at < end; at = next) {
        next = line_end(at, end);
        size_t nr = ((size_t)(unsigned char)*at - ' ') & 63;
        if (*at == '\n' || *at == '\r' || !nr || !memcmp(at, "end", next - at < 3 ? 1 : 3))
            continue;
        if (nr > (size_t)(next - at)) /* a cut line; trailing blanks may be cut honestly */
            nr = (size_t)(next - at);
        for (at++; nr; at += 4) {
            unsigned bits = 0;
            for (int i = 0; i < 4; i++) {
                char byte = at + i < next && (unsigned char)at[i] >= ' ' ? at[i] : ' ';
                bits = bits << 6 | (((unsigned char)byte - ' ') & 63);
            }
            for (int i = 0; i < 3 && nr; i++, nr--)
                to[size++] = (char)(unsigned char)(bits >> (16 - 8 * i));
        }
    }
    return size;
}

static size_t decode_yenc(const char *at, size_t length, char *to)
{
    const char *end = at + length, *next;
    size_t size = 0;
    for (; at < end; at = next) {
        next = line_end(at, end);
        if (end - at > 2 && at[0] == '=' && at[1] == 'y')
            continue;
        for (; at < next; at++) {
            if (*at == '\n' || *at == '\r')
                continue;
            bool is_escaped = *at == '=' && at + 1 < next;
            at += is_escaped;
            to[size++] = (char)(unsigned char)((unsigned char)*at - (is_escaped ? 106 : 42));
        }
    }
    return size;
}

static size_t decode_base64(const char *at, size_t length, char *to)
{
    GMimeEncoding state;
    g_mime_encoding_init_decode(&state, GMIME_CONTENT_ENCODING_BASE64);
    return g_mime_encoding_flush(&state, at, length, to);
}

/* Blanks behind a soft break were added on the way; a sign that stands for nothing stays. */
static size_t decode_quoted_printable(const char *at, size_t length, char *to)
{
    const char *end = at + length;
    size_t size = 0;
    while (at < end) {
        const char *rest = at + 1;
        if (*at != '=') {
            to[size++] = *at++;
            continue;
        }
        while (rest < end && (*rest == ' ' || *rest == '\t' || *rest == '\r'))
            rest++;
        if (rest == end || *rest == '\n') {
            at = rest < end ? rest + 1 : end;
        } else if (end - at > 2 && isxdigit((unsigned char)at[1]) &&
                   isxdigit((unsigned char)at[2])) {
            to[size++] = (char)(unsigned char)(16 * digit_of(at[1]) + digit_of(at[2]));
            at += 3;
        } else {
            to[size++] = *at++;
        }
    }
    return size;
}

const char *encoding_decode(struct arena *arena, enum encoding encoding, const char *bytes,
                            size_t length, size_t *size)
{
    static size_t (*const decoders[])(const char *, size_t, char *) = {
        [ENCODING_BASE64] = decode_base64,
        [ENCODING_QUOTED_PRINTABLE] = decode_quoted_printable,
        [ENCODING_UUENCODE] = decode_uuencode,
        [ENCODING_YENC] = decode_yenc,
    };
    *size = length;
    if (!decoders[encoding])
        return bytes;
    char *text = arena_alloc(arena, length + 4);
    *size = decoders[encoding](bytes, length, text);
    return text;
}
