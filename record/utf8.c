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

bool utf8_is_in(const struct utf8_range *ranges, size_t nr, unsigned long code)
{
    for (size_t i = 0; i < nr; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

unsigned utf8_columns(unsigned long code)
{
    static const struct utf8_range marks[] = {
        {0x300, 0x36f},   {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200b, 0x200d},
        {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};
    static const struct utf8_range wide[] = {
        {0x1100, 0x115f}, {0x2e80, 0x303e}, {0x3041, 0xa4cf},   {0xac00, 0xd7a3},
        {0xf900, 0xfaff}, {0xfe30, 0xfe6f}, {0xff00, 0xff60},   {0xffe0, 0xffe6},
        {0x1f300, 0x1faff}, {0x20000, 0x3fffd}};
    if (utf8_is_in(marks, sizeof marks / sizeof marks[0], code))
        return 0;
    return utf8_is_in(wide, sizeof wide / sizeof wide[0], code) ? 2 : 1;
}
