/* UTF-8: bytes to characters. */
#ifndef IOD_RECORD_UTF8_H
#define IOD_RECORD_UTF8_H

#include <stdbool.h>
#include <stddef.h>

struct utf8_range {
    unsigned long first, last;
};

/* Reads one character at the string text into *code.  Returns its length in bytes, 1
 * for the NUL at the end; 0 where the bytes are no character, and then *code is not
 * set (overlong forms, surrogates and codes above U+10FFFF included: RFC 3629). */
size_t utf8_decode(const char *text, unsigned long *code);

/* Says whether the character is in one of nr ranges. */
bool utf8_is_in(const struct utf8_range *ranges, size_t nr, unsigned long code);

/* Returns how many columns of a terminal the character takes: 0 for a mark that stands
 * on the one before, 2 for a wide one of East Asia, else 1 (Source: Unicode's
 * EastAsianWidth.txt and general categories Mn, Me and Cf, in ranges). */
unsigned utf8_columns(unsigned long code);

#endif
