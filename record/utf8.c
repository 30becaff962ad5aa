#include "record/utf8.h"

size_t utf8_decode(const char *text, unsigned long *code)
{
    static const unsigned long least[5] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)text;
    size_t length = at[0] < 0x80 ? 1 : at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
    unsigned long read = at[0] & (0x7fu >> length);
    if (length == 1) {
        *code = at[0];
        return 1;
    }
    if (at[0] < 0xc2 || at[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        read = read << 6 | (at[i] & 0x3fu);
    }
    if (read < least[length] || read > 0x10ffff || (read >= 0xd800 && read <= 0xdfff))
        return 0;
    *code = read;
    return length;
}
