#include "parse/encoding.h"

#include <ctype.h>
#include <string.h>

static int digit_of(char hex)
{
    return isdigit((unsigned char)hex) ? hex - '0' : (hex | 0x20) - 'a' + 10;
}

/* Says whether two hex digits stand for what can be part of a text. */
static bool is_text_byte(const char *hex)
{
    int byte = 16 * digit_of(hex[0]) + digit_of(hex[1]);
    return byte >= 0x20 || memchr("\t\n\f\r\x1b", byte, 5);
}

bool encoding_is_quoted_printable(const char *bytes, size_t length)
{
    const char *end = bytes + length;
    for (const char *at = bytes; (at = memchr(at, '=', (size_t)(end - at)));) {
        at++;
        /* blanks at the end of the line were added on the way */
        const char *rest = at;
        while (rest < end && (*rest == ' ' || *rest == '\t' || *rest == '\r'))
            rest++;
        if (rest == end || *rest == '\n')
            continue;
        if (end - at < 2 || !isxdigit((unsigned char)at[0]) || !isxdigit((unsigned char)at[1]) ||
            !is_text_byte(at))
            return false;
    }
    return true;
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
        if (isalnum(byte) || byte == '+' || byte == '/' || byte == '=')
            inside++;
        else
            outside++;
    }
    return inside >= (inside + outside) * 95 / 100 && outside * 20 <= inside + outside;
}
