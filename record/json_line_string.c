/* Strings of a line of JSON: UTF-8 that is checked, escapes that are decoded. */
#include <string.h>

#include "record/json_line.h"
#include "record/utf8.h"

/* The eight bytes at a place; one that stops a plain string: a quotation mark, a
 * backslash, a control character or a byte of UTF-8 beyond ASCII. */
static bool has_stop(const char *at)
{
    const uint64_t ones = 0x0101010101010101, highs = 0x8080808080808080;
    uint64_t word;
    memcpy(&word, at, sizeof word);
    uint64_t quote = word ^ (ones * '"'), slash = word ^ (ones * '\\');
    return ((quote - ones) | (slash - ones) | (word - ones * 0x20) | word) & highs;
}

/* Passes over what needs no look at each byte. */
static const char *pass_plain(const char *at)
{
    while (!has_stop(at))
        at += 8;
    while ((unsigned char)*at >= 0x20 && (unsigned char)*at < 0x80 && *at != '"' && *at != '\\')
        at++;
    return at;
}

/* Passes over one character beyond ASCII. */
static const char *pass_wide(struct json_line *line, const char *at)
{
    unsigned long code;
    size_t length = utf8_decode(at, &code);
    if (!length) {
        line->at = at;
        json_line_fail(line, "invalid UTF-8");
    }
    return at + length;
}

static bool hex4(const char *at, unsigned *code)
{
    *code = 0;
    for (int i = 0; i < 4; i++) {
        char c = at[i];
        if (c >= '0' && c <= '9')
            *code = *code << 4 | (unsigned)(c - '0');
        else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
            *code = *code << 4 | (unsigned)((c | 0x20) - 'a' + 10);
        else
            return false;
    }
    return true;
}

static void add_code(struct strbuf *buf, unsigned long code)
{
    if (code < 0x80) {
        strbuf_byte(buf, (char)code);
        return;
    }
    if (code < 0x800) {
        strbuf_byte(buf, (char)(0xc0 | code >> 6));
    } else {
        if (code < 0x10000) {
            strbuf_byte(buf, (char)(0xe0 | code >> 12));
        } else {
            strbuf_byte(buf, (char)(0xf0 | code >> 18));
            strbuf_byte(buf, (char)(0x80 | (code >> 12 & 0x3f)));
        }
        strbuf_byte(buf, (char)(0x80 | (code >> 6 & 0x3f)));
    }
    strbuf_byte(buf, (char)(0x80 | (code & 0x3f)));
}

/* Decodes "\uXXXX", or two of them, at a place that is behind the backslash.  Returns what
 * follows, or NULL. */
static const char *decode_unicode(struct json_line *line, const char *at)
{
    unsigned code, low;
    if (!hex4(at + 1, &code))
        return NULL;
    at += 5;
    unsigned long whole = code;
    if (code >= 0xdc00 && code <= 0xdfff)
        return NULL;
    if (code >= 0xd800 && code <= 0xdbff) {
        if (at[0] != '\\' || at[1] != 'u' || !hex4(at + 2, &low) || low < 0xdc00 || low > 0xdfff)
            return NULL;
        at += 6;
        whole = 0x10000 + ((unsigned long)(code - 0xd800) << 10) + (low - 0xdc00);
    }
    if (!whole)
        return NULL;
    add_code(&line->decoded, whole);
    return at;
}

/* Decodes an escape at its backslash.  Returns what follows; NULL with the error set. */
static const char *decode_escape(struct json_line *line, const char *at)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const char *letter = at[1] ? strchr(letters, at[1]) : NULL;
    const char *next;
    if (letter) {
        strbuf_byte(&line->decoded, meanings[letter - letters]);
        return at + 2;
    }
    next = at[1] == 'u' ? decode_unicode(line, at + 1) : NULL;
    if (!next) {
        line->at = at;
        json_line_fail(line, "invalid escape");
    }
    return next;
}

/* The rest of a string that has escapes: what stands before at is plain. */
static bool read_escaped(struct json_line *line, const char *start, const char *at,
                         struct json_span *span)
{
    strbuf_cut(&line->decoded, 0);
    strbuf_add(&line->decoded, start, (size_t)(at - start));
    while (*at != '"') {
        const char *from = at;
        if (*at == '\\') {
            if (!(at = decode_escape(line, at)))
                return false;
            continue;
        }
        if ((unsigned char)*at < 0x20) {
            line->at = at;
            return json_line_fail(line, at == line->end ? "a string does not end"
                                                        : "control character in a string");
        }
        at = (unsigned char)*at < 0x80 ? pass_plain(at) : pass_wide(line, at);
        if (line->error)
            return false;
        strbuf_add(&line->decoded, from, (size_t)(at - from));
    }
    line->at = at + 1;
    *span = (struct json_span){line->decoded.text, line->decoded.length, false};
    return true;
}

bool json_line_string(struct json_line *line, struct json_span *span)
{
    if (line->error)
        return false;
    const char *start = line->at + 1, *at = pass_plain(start);
    while ((unsigned char)*at >= 0x80) {
        at = pass_wide(line, at);
        if (line->error)
            return false;
        at = pass_plain(at);
    }
    if (*at != '"')
        return read_escaped(line, start, at, span);
    line->at = at + 1;
    *span = (struct json_span){start, (size_t)(at - start), true};
    return true;
}
