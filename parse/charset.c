/* Character sets of message.h: everything becomes UTF-8. */
#include <glib.h>
#include <string.h>
#include <strings.h>

#include "parse/message.h"

enum { JUDGED = 8192 }; /* bytes that tell what a text is */

/* Returns the order in which UTF-16 without a mark has its bytes, or NULL where it is
 * none: of text that is mostly ASCII one byte of nearly every pair is NUL, and the
 * other never. */
static const char *unmarked_utf16(const char *bytes, size_t length)
{
    enum { FEWEST = 8 };
    size_t pairs = (length < JUDGED ? length : JUDGED) / 2, nuls[2] = {0, 0};
    if (pairs < FEWEST || !memchr(bytes, '\0', 2 * pairs))
        return NULL;
    /* with NUL bytes in both places it is neither */
    for (size_t i = 0; i < 2 * pairs && !(nuls[0] && nuls[1]); i++)
        nuls[i % 2] += bytes[i] == '\0';
    if (!nuls[0] && 10 * nuls[1] >= 8 * pairs)
        return "UTF-16LE";
    return !nuls[1] && 10 * nuls[0] >= 8 * pairs ? "UTF-16BE" : NULL;
}

/* Says whether byte i, which is below 0x20, is a control character that stands in no text. */
static inline bool is_fault(const char *bytes, size_t i)
{
    /* \b \t \n \v \f \r and ESC stand in texts */
    const uint32_t blanks = UINT32_C(0x3f) << 8 | UINT32_C(1) << 0x1b;
    unsigned char byte = (unsigned char)bytes[i];
    /* a crash leaves blocks of NUL bytes in a log, each of which is one fault */
    return byte ? !(blanks >> byte & 1) : !i || bytes[i - 1];
}

static bool has_mark_of_utf16(const char *bytes, size_t length)
{
    return length >= 2 && (!memcmp(bytes, "\xff\xfe", 2) || !memcmp(bytes, "\xfe\xff", 2));
}

bool message_is_binary(const char *bytes, size_t length)
{
    size_t look = length < JUDGED ? length : JUDGED, faults = 0, nuls = 0;
    if (has_mark_of_utf16(bytes, length) || unmarked_utf16(bytes, length))
        return false;
    /* no more than is needed to know: of what is packed a third */
    for (size_t i = 0; i < look && faults <= look / 32; i++) {
        if ((unsigned char)bytes[i] >= 0x20)
            continue;
        faults += is_fault(bytes, i);
        nuls += !bytes[i];
    }
    return faults > (look - nuls) / 32;
}

bool message_starts_binary(const char *bytes, size_t length)
{
    size_t look = length < JUDGED ? length : JUDGED, faults = 0, nuls[2] = {0, 0};
    if (length < 2 || has_mark_of_utf16(bytes, length))
        return false;
    for (size_t i = 0; i < look; i++) {
        if ((unsigned char)bytes[i] >= 0x20)
            continue;
        faults += is_fault(bytes, i);
        nuls[i % 2] += !bytes[i];
    }
    /* with NUL bytes in both places it is no UTF-16 */
    return faults > JUDGED / 32 && nuls[0] && nuls[1];
}

bool message_is_wide(const char *charset)
{
    static const char *const names[] = {"utf-16", "utf16", "utf-32", "utf32", "ucs", "iso-10646",
                                        "unicode"};
    for (size_t i = 0; charset && i < sizeof names / sizeof names[0]; i++)
        if (!strncasecmp(charset, names[i], strlen(names[i])))
            return strncasecmp(charset, "unicode-1-1-utf-7", 17) != 0;
    return false;
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

/* Bytes 0x80 to 0x9f of windows-1252, which nearly everything is that says ISO-8859-1;
 * 0 for none. Source: the WHATWG's index of it. */
static const unsigned short windows_1252[32] = {
    0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178,
};

/* Keeps what is valid UTF-8, and takes every other byte for windows-1252: a text may have
 * both, as where an answer quotes in another charset. */
static const char *mend(struct arena *arena, const char *bytes, size_t length, size_t *size)
{
    const char *at = bytes, *end = bytes + length;
    char *text = arena_alloc(arena, 3 * length + 1);
    *size = 0;
    while (at < end) {
        const gchar *stop;
        bool is_valid = g_utf8_validate(at, (gssize)(end - at), &stop);
        memcpy(text + *size, at, (size_t)(stop - at));
        *size += (size_t)(stop - at);
        at = stop;
        if (is_valid || at == end)
            continue;
        unsigned char byte = (unsigned char)*at++;
        gunichar character = byte >= 0x80 && byte < 0xa0 ? windows_1252[byte - 0x80] : byte;
        *size += (size_t)g_unichar_to_utf8(character ? character : byte, text + *size);
    }
    return text;
}

/* Charsets of seven bits, whose texts are all valid UTF-8: the mark that one is used. */
static const struct {
    const char *prefix, *mark;
    const char *charset; /* to read it with */
} seven_bits[] = {
    {"iso-2022-jp", "\x1b", "ISO-2022-JP-2"}, {"iso-2022-kr", "\x0e", "ISO-2022-KR"},
    {"iso-2022-cn", "\x1b", "ISO-2022-CN-EXT"}, {"csiso2022jp", "\x1b", "ISO-2022-JP-2"},
    {"utf-7", "+", "UTF-7"},                  {"unicode-1-1-utf-7", "+", "UTF-7"},
};

static const char *from_seven_bits(struct arena *arena, const char *bytes, size_t length,
                                   const char *charset, size_t *size)
{
    for (size_t i = 0; charset && i < sizeof seven_bits / sizeof seven_bits[0]; i++)
        if (!strncasecmp(charset, seven_bits[i].prefix, strlen(seven_bits[i].prefix)))
            return memmem(bytes, length, seven_bits[i].mark, 1)
                       ? convert(arena, bytes, length, seven_bits[i].charset, size)
                       : NULL;
    /* Japanese without a label, or under a false one */
    if (memchr(bytes, '\x1b', length) && memmem(bytes, length, "\x1b$B", 3) &&
        memmem(bytes, length, "\x1b(B", 3))
        return convert(arena, bytes, length, "ISO-2022-JP-2", size);
    return NULL;
}

/* UTF-16 and UTF-32, with a mark or without. */
static const char *from_wide(struct arena *arena, const char *bytes, size_t length,
                             const char *charset, size_t *size)
{
    static const struct {
        const char *mark;
        size_t length;
        const char *charset;
    } marks[] = {{"\xff\xfe\0\0", 4, "UTF-32LE"},
                 {"\0\0\xfe\xff", 4, "UTF-32BE"},
                 {"\xff\xfe", 2, "UTF-16LE"},
                 {"\xfe\xff", 2, "UTF-16BE"}};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        size_t skip = marks[i].length, unit = i < 2 ? 4 : 2;
        const char *text = NULL;
        if (length >= skip && !memcmp(bytes, marks[i].mark, skip))
            text = convert(arena, bytes + skip, (length - skip) / unit * unit, marks[i].charset,
                           size);
        if (text)
            return text;
    }
    if (unmarked_utf16(bytes, length))
        return convert(arena, bytes, length / 2 * 2, unmarked_utf16(bytes, length), size);
    if (!message_is_wide(charset) || !memchr(bytes, '\0', length))
        return NULL;
    bool names_order = strcasestr(charset, "le") || strcasestr(charset, "be");
    return convert(arena, bytes, length,
                   names_order ? charset : strstr(charset, "32") ? "UTF-32BE" : "UTF-16BE", size);
}

/* Charsets that mails name in place of one that holds more. */
static const struct {
    const char *name, *charset;
} supersets[] = {
    {"gb2312", "GB18030"},     {"gbk", "GB18030"},          {"x-gbk", "GB18030"},
    {"big5", "BIG5-HKSCS"},    {"shift_jis", "CP932"},      {"shift-jis", "CP932"},
    {"sjis", "CP932"},         {"ks_c_5601-1987", "UHC"},   {"euc-kr", "UHC"},
    {"iso-8859-9", "CP1254"},  {"iso-8859-11", "CP874"},    {"tis-620", "CP874"},
    {"iso-8859-8-i", "ISO-8859-8"},
};

static bool is_western(const char *charset)
{
    static const char *const names[] = {"iso-8859-1", "iso8859-1", "iso_8859-1", "latin1",
                                        "latin-1",    "us-ascii",  "ascii",      "windows-1252",
                                        "cp1252",     "utf-8",     "utf8",       "unknown-8bit"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!strcasecmp(charset, names[i]))
            return true;
    return false;
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

/* From a charset of eight bits or more by its name; NULL where it is none, or the bytes
 * are not in it. */
static const char *from_named(struct arena *arena, const char *bytes, size_t length,
                              const char *charset, size_t *size)
{
    if (!charset || is_western(charset))
        return NULL;
    for (size_t i = 0; i < sizeof supersets / sizeof supersets[0]; i++)
        if (!strcasecmp(charset, supersets[i].name))
            charset = supersets[i].charset;
    const char *text = is_single_byte(charset)
                           ? convert_lines(arena, bytes, length, charset, size)
                           : convert(arena, bytes, length, charset, size);
    return text && g_utf8_validate(text, (gssize)*size, NULL) ? text : NULL;
}

static bool is_ascii(const char *bytes, size_t length)
{
    unsigned char all = 0;
    for (size_t i = 0; i < length; i++) /* compilers make vectors of it */
        all |= (unsigned char)bytes[i];
    return all < 0x80;
}

/* NUL bytes are no fault of the encoding. */
static bool is_utf8(const char *bytes, size_t length)
{
    const gchar *end = bytes;
    if (is_ascii(bytes, length))
        return true;
    while (!g_utf8_validate(end, (gssize)(bytes + length - end), &end) && end < bytes + length &&
           *end == '\0')
        end++;
    return end == bytes + length;
}

const char *message_to_utf8(struct arena *arena, const char *bytes, size_t length,
                            const char *charset, size_t *size)
{
    const char *text = from_wide(arena, bytes, length, charset, size);
    if (!text)
        text = from_seven_bits(arena, bytes, length, charset, size);
    if (text)
        return text;
    if (length >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3)) {
        bytes += 3;
        length -= 3;
    }
    *size = length;
    /* Bytes that are valid UTF-8 win over any other label: it is hardly ever there by
     * accident. */
    if (is_utf8(bytes, length))
        return bytes;
    text = from_named(arena, bytes, length, charset, size);
    return text ? text : mend(arena, bytes, length, size);
}
