/* Characters that stand for others, or for nothing; see raw_line.h. */
#include <string.h>

#include "parse/raw_line.h"

struct replacement {
    const char *bytes, *text;
};

/* Longer ones first where one begins with the other. */
static const struct replacement marks[] = {
    {"\xc3\x83\xc2\x82\xc3\x82\xc2\xa0", " "}, /* U+00A0, UTF-8 taken for Latin-1 twice */
    {"\xc3\x82\xc2\xa0", " "},                 /* once */
    {"\xc3\x82 ", " "},                        /* and made a blank after that */
    {"\xc2\xa0", " "},
    {"\xc2\xad", ""},     /* soft hyphen */
    {"\xe2\x80\x87", " "}, /* as wide as a digit */
    {"\xe2\x80\x89", " "}, /* thin */
    {"\xe2\x80\xaf", " "}, /* narrow and not breaking */
    {"\xe3\x80\x80", " "}, /* ideographic */
    {"\xe2\x80\x8b", ""},  /* no width */
    {"\xe2\x80\x8c", ""},  {"\xe2\x80\x8d", ""}, {"\xe2\x80\x8e", ""}, {"\xe2\x80\x8f", ""},
    {"\xe2\x81\xa0", ""},  {"\xef\xbb\xbf", ""},
};

static const struct replacement typography[] = {
    {"\xe2\x80\x90", "-"},  {"\xe2\x80\x91", "-"},  {"\xe2\x80\x92", "-"},
    {"\xe2\x80\x93", "-"},  {"\xe2\x80\x94", "--"}, {"\xe2\x80\x95", "--"},
    {"\xe2\x88\x92", "-"},  {"\xe2\x80\x98", "'"},  {"\xe2\x80\x99", "'"},
    {"\xe2\x80\x9c", "\""}, {"\xe2\x80\x9d", "\""}, {"\xe2\x80\xa6", "..."},
};

#define NR(rows) (sizeof(rows) / sizeof(rows)[0])

static const struct replacement *find(const struct replacement *rows, size_t nr, const char *at,
                                      size_t length)
{
    for (size_t i = 0; i < nr; i++) {
        size_t size = strlen(rows[i].bytes);
        if (size <= length && !memcmp(at, rows[i].bytes, size))
            return &rows[i];
    }
    return NULL;
}

/* The ASCII character for one of the lines of boxes, U+2500 to U+257F, 0 for others; tables
 * are drawn with both. */
static char box_line(const char *at, size_t length)
{
    /* U+2500, 01, 04, 05, 08, 09, 4C, 4D, 50, 74, 76, 78, 7A; U+2502, 03, 06, 07, 0A, 0B, 4E,
     * 4F, 51, 75, 77, 79, 7B */
    static const char flat[] = "\x00\x01\x04\x05\x08\x09\x4c\x4d\x50\x74\x76\x78\x7a",
                      upright[] = "\x02\x03\x06\x07\x0a\x0b\x4e\x4f\x51\x75\x77\x79\x7b";
    if (length < 3 || at[0] != '\xe2' || (at[1] != '\x94' && at[1] != '\x95'))
        return 0;
    char place = (char)((at[1] == '\x95' ? 0x40 : 0) + (at[2] & 0x3f));
    return memchr(flat, place, sizeof flat - 1)        ? '-'
           : memchr(upright, place, sizeof upright - 1) ? '|'
                                                        : '+';
}

/* Returns the length of the escape sequence at `at` (ECMA-48 and xterm's OSC), or 1
 * for the escape alone; *columns gets how far it moves the cursor to the right. */
static size_t escape_length(const char *at, size_t length, size_t *columns)
{
    size_t i = 2;
    *columns = 0;
    if (length < 2)
        return length;
    if (at[1] == '[') {
        size_t number = 0;
        for (; i < length && (unsigned char)at[i] >= 0x20 && (unsigned char)at[i] < 0x40; i++)
            number = at[i] >= '0' && at[i] <= '9' && number < 1000
                         ? 10 * number + (size_t)(at[i] - '0')
                         : 0;
        if (i < length && at[i] == 'C')
            *columns = number ? number < 200 ? number : 200 : 1;
        return i < length ? i + 1 : i;
    }
    if (at[1] == ']') {
        for (; i < length && at[i] != '\a' && at[i] != '\x1b'; i++)
            continue;
        return i < length && at[i] == '\x1b' && i + 1 < length && at[i + 1] == '\\' ? i + 2
               : i < length                                                        ? i + 1
                                                                                    : i;
    }
    return strchr("()*+#%", at[1]) && length > 2 ? 3 : 2;
}

/* Says whether nothing but printed ASCII and white space is in it, as in most lines. */
static bool is_plain(const char *at, size_t length)
{
    unsigned char others = 0;
    for (size_t i = 0; i < length; i++) /* compilers make vectors of it */
        others |= (unsigned char)((at[i] & 0x80) | (at[i] == '\x1b') | (at[i] == '\0'));
    return !others;
}

char *clean_bytes(struct arena *arena, const char *at, size_t *length)
{
    size_t used = 0, room = *length;
    if (is_plain(at, *length)) {
        while (room && strchr(" \t\f\v\r", at[room - 1]))
            room--;
        *length = room;
        return arena_text(arena, at, room);
    }
    for (size_t i = 0; i < *length; i++)
        room += at[i] == '\x1b' ? 200 : 0;
    if (room > *length + (1 << 16))
        room = *length + (1 << 16);
    char *copy = arena_alloc(arena, room + 1);
    for (size_t i = 0; i < *length;) {
        unsigned char byte = (unsigned char)at[i];
        const struct replacement *mark =
            byte >= 0xc2 && byte <= 0xef ? find(marks, NR(marks), at + i, *length - i) : NULL;
        char line = byte == 0xe2 ? box_line(at + i, *length - i) : 0;
        if (line) {
            copy[used++] = line;
            i += 3;
        } else if (mark) {
            if (*mark->text)
                copy[used++] = *mark->text;
            i += strlen(mark->bytes);
        } else if (byte == 0x1b) {
            size_t columns;
            i += escape_length(at + i, *length - i, &columns);
            /* each byte that is left must find its place */
            for (; columns && used + (*length - i) < room; columns--)
                copy[used++] = ' ';
        } else {
            if (byte)
                copy[used++] = at[i];
            i++;
        }
    }
    while (used && strchr(" \t\r\f\v", copy[used - 1]))
        used--;
    copy[used] = '\0';
    *length = used;
    return copy;
}

char *clean_typography(struct arena *arena, const char *at)
{
    size_t length = strlen(at), used = 0;
    if (!strstr(at, "\xe2\x80") && !strstr(at, "\xe2\x88\x92"))
        return NULL;
    char *copy = arena_alloc(arena, length + 1); /* three bytes become three at most */
    for (size_t i = 0; i < length;) {
        const struct replacement *mark =
            find(typography, NR(typography), at + i, length - i);
        if (!mark) {
            copy[used++] = at[i++];
            continue;
        }
        memcpy(copy + used, mark->text, strlen(mark->text));
        used += strlen(mark->text);
        i += strlen(mark->bytes);
    }
    return copy;
}
