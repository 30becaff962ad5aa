/* Entities of HTML; see page_token.h. */
#include <ctype.h>
#include <glib.h>
#include <libxml/HTMLparser.h>
#include <string.h>

#include "parse/page_token.h"

/* What browsers take the numbers 128 to 159 for: those of Windows-1252. */
static const unsigned short windows[32] = {
    0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021, 0x2c6,  0x2030, 0x160,
    0x2039, 0x152,  0x8d,   0x17d,  0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178,
};

/* Names that are understood without the semicolon, and one that HTML 4 lacks. */
static const struct {
    const char *name;
    unsigned code;
    bool needs_end;
} extras[] = {
    {"lt", '<', false}, {"gt", '>', false},     {"amp", '&', false},
    {"quot", '"', false}, {"nbsp", 0xa0, false}, {"apos", '\'', true},
};

static size_t read_number(const char *at, size_t length, unsigned *code)
{
    bool is_hex = length > 3 && (at[2] == 'x' || at[2] == 'X');
    size_t first = is_hex ? 3 : 2, used = first;
    for (*code = 0; used < length && (is_hex ? isxdigit((unsigned char)at[used])
                                             : isdigit((unsigned char)at[used])); used++)
        if (*code < 0x110000)
            *code = *code * (is_hex ? 16 : 10) + (unsigned)g_ascii_xdigit_value(at[used]);
    if (used == first)
        return 0;
    if (*code >= 128 && *code < 160)
        *code = windows[*code - 128];
    return used < length && at[used] == ';' ? used + 1 : used;
}

static size_t read_name(const char *at, size_t length, unsigned *code)
{
    enum { LONGEST = 10 };
    char name[LONGEST + 1];
    size_t size = 0;
    while (size < LONGEST && 1 + size < length && isalnum((unsigned char)at[1 + size])) {
        name[size] = at[1 + size];
        size++;
    }
    name[size] = '\0';
    bool has_end = 1 + size < length && at[1 + size] == ';';
    for (size_t i = 0; i < sizeof extras / sizeof extras[0]; i++) {
        *code = extras[i].code;
        if (!strcmp(name, extras[i].name) && (has_end || !extras[i].needs_end))
            return 1 + size + has_end;
    }
    const htmlEntityDesc *known =
        size && has_end ? htmlEntityLookup((const xmlChar *)name) : NULL;
    *code = known ? known->value : 0;
    return known ? size + 2 : 0;
}

void page_decode(struct strbuf *buf, const char *at, size_t length)
{
    const char *end = at + length;
    while (at < end) {
        const char *mark = memchr(at, '&', (size_t)(end - at));
        strbuf_add(buf, at, (size_t)((mark ? mark : end) - at));
        if (!mark)
            return;
        size_t left = (size_t)(end - mark);
        unsigned code = 0;
        size_t used = left > 2 ? mark[1] == '#' ? read_number(mark, left, &code)
                                                : read_name(mark, left, &code)
                               : 0;
        char utf8[6];
        if (!used)
            strbuf_byte(buf, '&');
        else if (code && code < 0x110000 && g_unichar_validate(code))
            strbuf_add(buf, utf8, (size_t)g_unichar_to_utf8(code, utf8));
        at = mark + (used ? used : 1);
    }
}
