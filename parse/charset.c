/* Character sets of message.h: everything becomes UTF-8. */
#include <glib.h>
#include <string.h>

#include "parse/message.h"

/* Returns the order in which UTF-16 without a mark has its bytes, or NULL where it is
 * none: of text that is mostly ASCII one byte of nearly every pair is NUL, and the
 * other never. */
static const char *unmarked_utf16(const char *bytes, size_t length)
{
    enum { FEWEST = 8 };
    size_t pairs = (length < 8192 ? length : 8192) / 2, nuls[2] = {0, 0};
    for (size_t i = 0; i < 2 * pairs; i++)
        nuls[i % 2] += bytes[i] == '\0';
    if (pairs < FEWEST)
        return NULL;
    if (!nuls[0] && 10 * nuls[1] >= 8 * pairs)
        return "UTF-16LE";
    return !nuls[1] && 10 * nuls[0] >= 8 * pairs ? "UTF-16BE" : NULL;
}

bool message_is_binary(const char *bytes, size_t length)
{
    size_t look = length < 8192 ? length : 8192, controls = 0;
    if (length >= 2 && (!memcmp(bytes, "\xff\xfe", 2) || !memcmp(bytes, "\xfe\xff", 2)))
        return false;
    if (unmarked_utf16(bytes, length))
        return false;
    for (size_t i = 0; i < look; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte == 0)
            return true;
        controls += byte < 0x20 && !strchr("\t\n\r\f\v\b\x1b", byte);
    }
    return controls > look / 32;
}

static const char *convert(struct arena *arena, const char *bytes, size_t length,
                           const char *charset, size_t *size)
{
    gsize written = 0;
    gchar *text = g_convert_with_fallback(bytes, (gssize)length, "UTF-8", charset, "?", NULL,
                                          &written, NULL);
    if (!text)
        return NULL;
    const char *copy = arena_text(arena, text, written);
    *size = written;
    g_free(text);
    return copy;
}

/* Says whether one byte is one character: then lines that are valid UTF-8 by accident are
 * rare, as they are not in sets whose characters are pairs of bytes. */
static bool is_single_byte(const char *charset)
{
    static const char *const starts[] = {"iso-8859-", "iso8859", "windows-125", "cp125",
                                         "latin",     "koi8",    "us-ascii",    "utf-8"};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (!g_ascii_strncasecmp(charset, starts[i], strlen(starts[i])))
            return true;
    return false;
}

/* Returns the length of the line with its end; *is_utf8 says whether it has characters
 * above ASCII, all in UTF-8. */
static size_t look_at_line(const char *at, size_t length, bool *is_utf8)
{
    const char *end = memchr(at, '\n', length);
    size_t size = end ? (size_t)(end + 1 - at) : length, i = 0;
    while (i < size && (unsigned char)at[i] < 0x80)
        i++;
    *is_utf8 = i < size && g_utf8_validate(at + i, (gssize)(size - i), NULL);
    return size;
}

/* Converts the lines that are no UTF-8: a text may quote others, or hold output of a
 * program that had another set than its writer.  Returns NULL where that fails. */
static const char *convert_lines(struct arena *arena, const char *bytes, size_t length,
                                 const char *charset, size_t *size)
{
    GString *all = g_string_sized_new(length + length / 8);
    size_t from = 0, at = 0;
    bool is_sound = true;
    while (at < length && is_sound) {
        bool is_utf8;
        size_t line = look_at_line(bytes + at, length - at, &is_utf8), part = 0;
        bool is_last = at + line == length;
        size_t end = is_utf8 ? at : at + line;
        if ((is_utf8 || is_last) && end > from) {
            const char *text = convert(arena, bytes + from, end - from, charset, &part);
            is_sound = text && g_utf8_validate(text, (gssize)part, NULL);
            if (is_sound)
                g_string_append_len(all, text, (gssize)part);
        }
        if (is_utf8) {
            g_string_append_len(all, bytes + at, (gssize)line);
            from = at + line;
        }
        at += line;
    }
    const char *copy = is_sound ? arena_text(arena, all->str, all->len) : NULL;
    *size = is_sound ? all->len : *size;
    g_string_free(all, TRUE);
    return copy;
}

const char *message_to_utf8(struct arena *arena, const char *bytes, size_t length,
                            const char *charset, size_t *size)
{
    const char *text = NULL;
    *size = length;
    if (length >= 2 && !memcmp(bytes, "\xff\xfe", 2))
        text = convert(arena, bytes + 2, length - 2, "UTF-16LE", size);
    else if (length >= 2 && !memcmp(bytes, "\xfe\xff", 2))
        text = convert(arena, bytes + 2, length - 2, "UTF-16BE", size);
    else if (unmarked_utf16(bytes, length))
        text = convert(arena, bytes, length, unmarked_utf16(bytes, length), size);
    if (text)
        return text;
    if (length >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3)) {
        bytes += 3;
        *size = length -= 3;
    }
    /* Bytes that are valid UTF-8 win over any other label: it is hardly ever
     * there by accident.  NUL bytes are no fault of the encoding. */
    const gchar *end = bytes;
    while (!g_utf8_validate(end, (gssize)(bytes + length - end), &end) && end < bytes + length &&
           *end == '\0')
        end++;
    if (end == bytes + length)
        return bytes;
    if (charset && is_single_byte(charset))
        text = convert_lines(arena, bytes, length, charset, size);
    else if (charset)
        text = convert(arena, bytes, length, charset, size);
    if (!text || !g_utf8_validate(text, (gssize)*size, NULL))
        text = convert_lines(arena, bytes, length, "ISO-8859-1", size);
    return text ? text : "";
}
