/* Scales of charts: from values to pixels, and the ticks that fit. */
#ifndef IOD_REPORT_CHART_SCALE_H
#define IOD_REPORT_CHART_SCALE_H

#include <stdbool.h>
#include <stddef.h>

/* Values low to high lie at pixels from to to.  On a scale of ratios values are
 * percentages of change and the logarithm of 1 + value / 100 is even, so that
 * +100 % and -50 %, which undo each other, are equally long. */
struct chart_scale {
    double low, high;
    double from, to;
    bool is_ratio;
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

/* Returns the pixel of value; not a number where value is none, or is -100 % or
 * less on a scale of ratios. */
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

/* Chooses ticks at whole numbers from 1 to last on a horizontal scale, the last
 * of them included where there is room, so that their labels keep apart. */
void chart_ticks_whole(struct chart_ticks *ticks, const struct chart_scale *scale, double size);

#endif
