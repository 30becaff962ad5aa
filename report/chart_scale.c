#include "report/chart_scale.h"

#include <math.h>
#include <stdio.h>

#include "report/caption.h"

/* Blank between two labels, px. */
#define APART 14

static double straighten(const struct chart_scale *scale, double value)
{
    if (scale->is_log)
        return value > 0 ? log(value) : NAN;
    return scale->is_ratio ? (value > -100 ? log1p(value / 100) : NAN) : value;
}

double chart_scale_at(const struct chart_scale *scale, double value)
{
    double low = straighten(scale, scale->low), high = straighten(scale, scale->high);

    return scale->from +
           (straighten(scale, value) - low) / (high - low) * (scale->to - scale->from);
}

void chart_scale_widen(struct chart_scale *scale, double least)
{
    double middle, span;

    if (!isfinite(scale->low) || !isfinite(scale->high)) {
        scale->low = 0;
        scale->high = 0;
    }
    middle = scale->low / 2 + scale->high / 2;
    /* Far from zero a tiny range would vanish in rounding. */
    span = fmax(least, fabs(middle) * 1e-9);
    if (scale->high - scale->low >= span)
        return;
    scale->low = middle - span / 2;
    scale->high = middle + span / 2;
}

/* Returns the least of 1, 2 and 5 times a power of ten that is not below value. */
static double round_step(double value)
{
    double power = pow(10, floor(log10(value)));

    if (value <= power)
        return power;
    if (value <= 2 * power)
        return 2 * power;
    return value <= 5 * power ? 5 * power : 10 * power;
}

static void write_pct(char *text, size_t size, double value, int decimals)
{
    if (fabs(value) < 1e-9)
        snprintf(text, size, "0 %%");
    else
        snprintf(text, size, "%s%.*f %%", value < 0 ? "\xe2\x88\x92" : "+", decimals, fabs(value));
}

static int step_decimals(double step)
{
    return step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3;
}

/* Fills ticks with multiples of step; returns false where there are too many or
 * their labels come too near. */
static bool fill_steps(struct chart_ticks *ticks, const struct chart_scale *scale, double step,
                       double size)
{
    double first = ceil(scale->low / step - 1e-9), last = floor(scale->high / step + 1e-9);
    double apart = step / (scale->high - scale->low) * fabs(scale->to - scale->from);

    ticks->nr = 0;
    if (last - first >= CHART_TICKS_MAX)
        return false;
    for (double i = first; i <= last; i++) {
        struct chart_tick *tick = &ticks->at[ticks->nr++];

        tick->value = i * step;
        write_pct(tick->text, sizeof tick->text, tick->value, step_decimals(step));
        if (caption_width(tick->text, size, false) + APART > apart && first < last)
            return false;
    }
    return true;
}

/* On a scale of ratios: adds a tick where its label keeps clear of the others. */
static void add_ratio(struct chart_ticks *ticks, const struct chart_scale *scale, double value,
                      double size)
{
    struct chart_tick *tick = &ticks->at[ticks->nr];
    double place = chart_scale_at(scale, value), half;

    if (value < scale->low || value > scale->high || ticks->nr == CHART_TICKS_MAX)
        return;
    tick->value = value;
    write_pct(tick->text, sizeof tick->text, value, value > -99 ? 0 : 1);
    half = caption_width(tick->text, size, false) / 2;
    for (size_t i = 0; i < ticks->nr; i++) {
        double other = caption_width(ticks->at[i].text, size, false) / 2;

        if (fabs(chart_scale_at(scale, ticks->at[i].value) - place) < half + other + APART)
            return;
    }
    ticks->nr++;
}

void chart_ticks_pct(struct chart_ticks *ticks, const struct chart_scale *scale, double size)
{
    /* By importance: an earlier one takes the place of a later one. */
    static const double ratios[] = {0,  100,  -50, 300, -75, 900,  -90,   50,    200,   -20,
                                    20, 1900, -95, 400, -80, 4900, 9900,  -99,   -98,   -10,
                                    10, -5,   5,   500, 600, 800,  99900, -99.9, 999900};
    double step;

    ticks->nr = 0;
    if (!(scale->high > scale->low))
        return;
    if (scale->is_ratio) {
        for (size_t i = 0; i < sizeof ratios / sizeof ratios[0]; i++)
            add_ratio(ticks, scale, ratios[i], size);
        return;
    }
    step = round_step((scale->high - scale->low) / CHART_TICKS_MAX);
    for (int tries = 0; tries < 12 && !fill_steps(ticks, scale, step, size); tries++)
        step = round_step(step * 1.5);
}

void chart_ticks_value(struct chart_ticks *ticks, const struct chart_scale *scale, size_t most)
{
    double step, first, last, parts = (double)(most > 1 ? most : 2);
    int decimals;

    ticks->nr = 0;
    if (!(scale->high > scale->low))
        return;
    /* One tick alone would say nothing of the scale. */
    do {
        step = round_step((scale->high - scale->low) / parts++);
        first = ceil(scale->low / step - 1e-9);
        last = floor(scale->high / step + 1e-9);
    } while (last - first < 1 && parts < 8);
    decimals = step >= 1 ? 0 : (int)ceil(-log10(step) - 1e-9);
    for (double i = first; i <= last && ticks->nr < CHART_TICKS_MAX; i++) {
        struct chart_tick *tick = &ticks->at[ticks->nr++];

        tick->value = i == 0 ? 0 : i * step; /* never a negative zero */
        if (step < 1e-6 || fabs(tick->value) >= 1e7)
            snprintf(tick->text, sizeof tick->text, "%.4g", tick->value);
        else
            snprintf(tick->text, sizeof tick->text, "%.*f", decimals, tick->value);
    }
}

/* Keeps ticks of a logarithmic scale at the given multiples of powers of ten; false
 * where two come nearer than apart px or there are too many. */
static bool fill_powers(struct chart_ticks *ticks, const struct chart_scale *scale,
                        const double *factors, size_t factors_nr, double apart)
{
    double before = NAN;

    ticks->nr = 0;
    for (double power = floor(log10(scale->low)); power <= ceil(log10(scale->high)); power++)
        for (size_t i = 0; i < factors_nr; i++) {
            double value = factors[i] * pow(10, power), place = chart_scale_at(scale, value);
            struct chart_tick *tick;

            if (value < scale->low * (1 - 1e-9) || value > scale->high * (1 + 1e-9))
                continue;
            if (ticks->nr == CHART_TICKS_MAX || fabs(place - before) < apart)
                return false;
            tick = &ticks->at[ticks->nr++];
            tick->value = value;
            snprintf(tick->text, sizeof tick->text, value >= 1e7 ? "%.4g" : "%.9g", value);
            before = place;
        }
    return true;
}

void chart_ticks_log(struct chart_ticks *ticks, const struct chart_scale *scale, double apart)
{
    static const double all[] = {1, 2, 5}, some[] = {1, 3}, one[] = {1};

    ticks->nr = 0;
    if (!(scale->low > 0) || !(scale->high > scale->low) || !isfinite(scale->high))
        return;
    if (!fill_powers(ticks, scale, all, 3, apart) && !fill_powers(ticks, scale, some, 2, apart) &&
        !fill_powers(ticks, scale, one, 1, apart)) {
        double step = ceil(log10(scale->high / scale->low) /
                           fmax(1, floor(fabs(scale->to - scale->from) / apart)));
        double first = ceil(log10(scale->low) / step) * step;

        ticks->nr = 0;
        for (double power = first; power <= log10(scale->high) && ticks->nr < CHART_TICKS_MAX;
             power += step) {
            struct chart_tick *tick = &ticks->at[ticks->nr++];

            tick->value = pow(10, power);
            snprintf(tick->text, sizeof tick->text, "%.4g", tick->value);
        }
    }
    if (ticks->nr < 2)
        chart_ticks_value(ticks, scale, 3);
}

/* The width of the widest label, px. */
static double widest(const struct chart_ticks *ticks, double size)
{
    double width = 0;

    for (size_t i = 0; i < ticks->nr; i++)
        width = fmax(width, caption_width(ticks->at[i].text, size, false));
    return width;
}

void chart_ticks_across(struct chart_ticks *ticks, const struct chart_scale *scale, double size)
{
    double length = fabs(scale->to - scale->from);

    if (scale->is_log) {
        chart_ticks_log(ticks, scale, size * 2);
        if (ticks->nr && widest(ticks, size) + APART > size * 2)
            chart_ticks_log(ticks, scale, widest(ticks, size) + APART);
        return;
    }
    for (size_t most = 8; most >= 2; most--) {
        chart_ticks_value(ticks, scale, most);
        if ((widest(ticks, size) + APART) * (double)ticks->nr <= length)
            return;
    }
}

void chart_ticks_whole(struct chart_ticks *ticks, const struct chart_scale *scale, double size)
{
    double last = floor(scale->high), apart, step;
    char text[24];

    ticks->nr = 0;
    snprintf(text, sizeof text, "%.0f", last);
    apart = caption_width(text, size, false) + APART / 2.0;
    step =
        round_step(fmax(1, fmax(apart / fabs(scale->to - scale->from) * (scale->high - scale->low),
                                last / (CHART_TICKS_MAX - 1))));
    for (double value = 1; value <= last && ticks->nr < CHART_TICKS_MAX;
         value = value == 1 && step > 1 ? step : value + step) {
        struct chart_tick *tick = &ticks->at[ticks->nr++];

        tick->value = value;
        snprintf(tick->text, sizeof tick->text, "%.0f", value);
    }
}
