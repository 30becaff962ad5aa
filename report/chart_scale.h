/* Scales of charts: from values to pixels, and the ticks that fit. */
#ifndef IOD_REPORT_CHART_SCALE_H
#define IOD_REPORT_CHART_SCALE_H

#include <stdbool.h>
#include <stddef.h>

/* Values low to high lie at pixels from to to.  On a scale of ratios values are
 * percentages of change and the logarithm of 1 + value / 100 is even, so that
 * +100 % and -50 %, which undo each other, are equally long.  On a logarithmic
 * scale the logarithm of the value is even, and low is above 0. */
struct chart_scale {
    double low, high;
    double from, to;
    bool is_ratio;
    bool is_log;
};

#define CHART_TICKS_MAX 24

struct chart_tick {
    double value;
    char text[24];
};
struct chart_ticks {
    struct chart_tick at[CHART_TICKS_MAX];
    size_t nr;
};

/* Returns the pixel of value; not a number where value is none, is -100 % or less on
 * a scale of ratios, or is 0 or less on a logarithmic one. */
double chart_scale_at(const struct chart_scale *scale, double value);

/* Widens low and high, which may be equal or no numbers, to a range of at least
 * least (above 0) around their middle. */
void chart_scale_widen(struct chart_scale *scale, double least);

/* Chooses ticks for percentages ("+50 %", minus sign U+2212) on a horizontal
 * scale so that their labels, in letters of size px, keep apart. */
void chart_ticks_pct(struct chart_ticks *ticks, const struct chart_scale *scale, double size);

/* Chooses about most (at least 2) ticks at round numbers, written with as many
 * decimals as their step needs. */
void chart_ticks_value(struct chart_ticks *ticks, const struct chart_scale *scale, size_t most);

/* Chooses ticks at 1, 2 and 5 times powers of ten of a logarithmic scale, as many of
 * them as stand apart px from each other; where there would be fewer than two, at
 * round numbers as chart_ticks_value() does. */
void chart_ticks_log(struct chart_ticks *ticks, const struct chart_scale *scale, double apart);

/* Chooses ticks for values on a horizontal scale of either kind, whose labels, in
 * letters of size px, keep apart. */
void chart_ticks_across(struct chart_ticks *ticks, const struct chart_scale *scale, double size);

/* Chooses ticks at whole numbers from 1 to last on a horizontal scale, the last
 * of them included where there is room, so that their labels keep apart. */
void chart_ticks_whole(struct chart_ticks *ticks, const struct chart_scale *scale, double size);

#endif
