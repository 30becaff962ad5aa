#include "report/caption.h"

#include "record/strbuf.h"
#include "record/utf8.h"

/* Widths of U+0020 to U+007E in 1/1000 em, from the AFM files of the fonts, plain
 * and bold. */
static const unsigned short widths[2][95] = {
    {
        278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
        556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
        1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
        667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
        333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
        556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
    },
    {
        278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
        556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
        975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
        667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
        333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
        611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
    }};

/* Characters that a page must not hold, or that would reorder the text around
 * them. */
static const struct utf8_range unwanted[] = {
    {0x80, 0x9f},     {0x200e, 0x200f}, {0x202a, 0x202e}, {0x2066, 0x2069},
    {0xfdd0, 0xfdef}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb},
};

char *caption_clean(const char *text)
{
    static const char replacement[] = "\xef\xbf\xbd";
    struct strbuf out = STRBUF_INIT;

    while (text && *text) {
        unsigned long code;
        size_t length = utf8_decode(text, &code);

        if (!length || utf8_is_in(unwanted, sizeof unwanted / sizeof unwanted[0], code) ||
            (code & 0xfffe) == 0xfffe) {
            strbuf_string(&out, replacement);
        } else if (length == 1 && ((code < 0x20 && code != '\t' && code != '\n') || code == 0x7f)) {
            const char picture[3] = {'\xe2', '\x90', (char)(0x80 + (code == 0x7f ? 0x21 : code))};

            strbuf_add(&out, picture, sizeof picture);
        } else {
            strbuf_add(&out, text, length);
        }
        text += length ? length : 1;
    }
    return strbuf_take(&out);
}

static double char_width(unsigned long code, bool is_bold)
{
    if (code == 0xa0)
        code = 0x20;
    if (code >= 0x20 && code < 0x7f)
        return widths[is_bold][code - 0x20] / 1000.0;
    static const double ems[] = {0, 0.6, 1}; /* by columns */
    return ems[utf8_columns(code)];
}

double caption_width(const char *text, double size, bool is_bold)
{
    double ems = 0;

    while (*text) {
        unsigned long code = 0;
        size_t length = utf8_decode(text, &code);

        ems += char_width(code, is_bold);
        text += length ? length : 1;
    }
    return ems * size * 1.03;
}

char *caption_shorten(const char *text, double size, bool is_bold, double width, bool *is_cut)
{
    bool cut = caption_width(text, size, is_bold) > width;
    double room = width - size * 1.03; /* the ellipsis is one em wide */
    struct strbuf out = STRBUF_INIT;

    if (is_cut)
        *is_cut = cut;
    while (*text) {
        unsigned long code = 0;
        size_t length = utf8_decode(text, &code);

        room -= char_width(code, is_bold) * size * 1.03;
        if (cut && room < 0)
            break;
        strbuf_add(&out, text, length ? length : 1);
        text += length ? length : 1;
    }
    if (cut)
        strbuf_string(&out, "\xe2\x80\xa6");
    return strbuf_take(&out);
}
