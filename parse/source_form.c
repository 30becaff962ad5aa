/* What packed bytes are, and what names stand in them. */
#include <stdlib.h>
#include <string.h>

#include "parse/source_parts.h"
#include "record/utf8.h"

static const struct {
    const char *mark;
    size_t length;
    enum source_form form;
} marks[] = {
    {"\x1f\x8b\x08", 3, SOURCE_GZIP},
    {"\xfd" "7zXZ\0", 6, SOURCE_COMPRESSED},
    {"\x28\xb5\x2f\xfd", 4, SOURCE_COMPRESSED},         /* zstd */
    {"\x04\x22\x4d\x18", 4, SOURCE_COMPRESSED},         /* lz4 */
    {"LZIP\x01", 5, SOURCE_COMPRESSED},
    {"\x1f\x9d", 2, SOURCE_COMPRESSED},                 /* compress */
    {"PK\x03\x04", 4, SOURCE_ARCHIVE},                  /* zip */
    {"PK\x05\x06", 4, SOURCE_ARCHIVE},                  /* zip without entries */
    {"7z\xbc\xaf\x27\x1c", 6, SOURCE_ARCHIVE},
};

/* bzip2 and what follows its header: "BZh" alone may begin a text. */
static bool is_bzip2(const char *bytes, size_t length)
{
    return length >= 10 && !memcmp(bytes, "BZh", 3) && bytes[3] >= '1' && bytes[3] <= '9' &&
           (!memcmp(bytes + 4, "\x31\x41\x59\x26\x53\x59", 6) ||
            !memcmp(bytes + 4, "\x17\x72\x45\x38\x50\x90", 6));
}

/* zstd's frames that are skipped may stand first (pzstd writes them). */
static bool is_skippable_zstd(const char *bytes, size_t length)
{
    return length >= 4 && (bytes[0] & 0xf0) == 0x50 && !memcmp(bytes + 1, "\x2a\x4d\x18", 3);
}

/* A header of tar has a sum of its bytes, in octal; the sum itself counts as blanks
 * (POSIX.1-2001, pax, ustar interchange format; older ones have it too). */
static bool is_tar(const char *bytes, size_t length)
{
    enum { BLOCK = 512, SUM_AT = 148, SUM_LENGTH = 8 };
    long sum = 0, signed_sum = 0;
    char text[SUM_LENGTH + 1] = "", *end;
    if (length < BLOCK || !bytes[0])
        return false;
    for (size_t i = 0; i < BLOCK; i++) {
        bool is_sum = i >= SUM_AT && i < SUM_AT + SUM_LENGTH;
        sum += is_sum ? ' ' : (unsigned char)bytes[i];
        signed_sum += is_sum ? ' ' : (signed char)bytes[i];
    }
    memcpy(text, bytes + SUM_AT, SUM_LENGTH);
    long told = strtol(text, &end, 8);
    return end != text && told > 0 && (told == sum || told == signed_sum);
}

/* cpio as text has a header of digits alone; the binary one begins with 070707 in
 * octal, and its name has a length. */
static bool is_cpio(const char *bytes, size_t length)
{
    static const struct {
        const char *mark, *digits;
        size_t header;
    } kinds[] = {
        {"070701", "0123456789abcdefABCDEF", 110},
        {"070702", "0123456789abcdefABCDEF", 110},
        {"070707", "01234567", 76},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        size_t at = 6;
        if (length < kinds[i].header || memcmp(bytes, kinds[i].mark, 6))
            continue;
        while (at < kinds[i].header && bytes[at] && strchr(kinds[i].digits, bytes[at]))
            at++;
        return at == kinds[i].header;
    }
    return length >= 26 && !memcmp(bytes, "\xc7\x71", 2) && bytes[20] && !bytes[21];
}

enum source_form source_form_find(const char *bytes, size_t length)
{
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (length >= marks[i].length && !memcmp(bytes, marks[i].mark, marks[i].length))
            return marks[i].form;
    if (is_bzip2(bytes, length) || is_skippable_zstd(bytes, length))
        return SOURCE_COMPRESSED;
    return is_tar(bytes, length) || is_cpio(bytes, length) ? SOURCE_ARCHIVE : SOURCE_PLAIN;
}

/* Returns the length of the part of a path at name, up to its '/' or the end. */
static size_t part_length(const char *name)
{
    return strcspn(name, "/");
}

static bool is_here_or_up(const char *part, size_t length)
{
    return length == 0 || (part[0] == '.' && (length == 1 || (length == 2 && part[1] == '.')));
}

bool source_name_is_hidden(const char *name)
{
    static const char forks[] = "__MACOSX";
    while (*name) {
        size_t length = part_length(name);
        if (name[0] == '.' && !is_here_or_up(name, length))
            return true;
        if (length == sizeof forks - 1 && !memcmp(name, forks, length))
            return true;
        name += length + (name[length] == '/');
    }
    return false;
}

static void add_part(struct strbuf *buf, const char *part, size_t length)
{
    static const struct utf8_range harmful[] = {
        {0, 0x1f}, {0x7f, 0x9f}, {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
        {0xfeff, 0xfeff},
    };
    for (size_t at = 0; at < length;) {
        unsigned long code = 0;
        size_t size = utf8_decode(part + at, &code);
        bool is_good = size && at + size <= length &&
                       !utf8_is_in(harmful, sizeof harmful / sizeof harmful[0], code);
        if (is_good)
            strbuf_add(buf, part + at, size);
        else
            strbuf_byte(buf, '?');
        at += size ? size : 1;
    }
}

void source_name_add(struct strbuf *buf, const char *name)
{
    while (*name) {
        size_t length = part_length(name);
        if (!is_here_or_up(name, length)) {
            strbuf_byte(buf, '/');
            add_part(buf, name, length);
        }
        name += length + (name[length] == '/');
    }
}
