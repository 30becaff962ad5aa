/* Charts of changes: horizontal bars with their intervals. */
#include "report/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/canvas.h"
#include "report/caption.h"

#define BARS_MAX 500
#define LETTER 12.0 /* px, as the style sheet has it */
#define TICK_LETTER 11.0
#define ROW 24.0      /* px from row to row */
#define ROW_TALL 38.0 /* the same where the label stands above its bar */
#define HEADING 28.0
#define AXIS 24.0
#define BAR 12.0 /* px, height of a bar */
#define ARROW 16.0
#define GAP 7.0 /* between a bar and its value */

/* Where things stand, px. */
struct layout {
    double width, height;
    double caption_width; /* 0 where labels stand above */
    bool is_narrow;
    bool has_foot; /* the axis is repeated below a tall chart */
    struct chart_scale scale;
};

static const char *const tones[] = {"better", "worse", "same", "open"};

/* A change on an even scale; -100 % and less is taken for just above. */
static double even(double pct, bool is_ratio)
{
    return is_ratio ? log1p(fmax(pct, -99.9) / 100) : pct;
}

static double uneven(double value, bool is_ratio)
{
    return is_ratio ? expm1(value) * 100 : value;
}

static bool is_shown(const struct chart_bar *bar)
{
    return bar->has_delta && isfinite(bar->delta_pct);
}

struct chart_scale chart_bars_scale(const struct chart_bars *bars, double width)
{
    double noise = isfinite(bars->noise_pct) ? fmin(bars->noise_pct, 50) : 0;
    double least, most, largest = 0, limit;
    bool is_ratio = false;
    struct chart_scale scale = {.from = 0, .to = width};

    for (size_t i = 0; i < bars->nr; i++)
        is_ratio = is_ratio || (is_shown(&bars->at[i]) && fabs(bars->at[i].delta_pct) > 100);
    least = even(-1.5 * noise, is_ratio);
    most = even(1.5 * noise, is_ratio);
    for (size_t i = 0; i < bars->nr; i++)
        if (is_shown(&bars->at[i]))
            largest = fmax(largest, fabs(even(bars->at[i].delta_pct, is_ratio)));
    /* An interval of two or three runs can be wider than everything else. */
    limit = fmax(2.5 * largest, even(30, is_ratio));
    for (size_t i = 0; i < bars->nr; i++) {
        const struct chart_bar *bar = &bars->at[i];
        double values[3] = {bar->delta_pct, bar->low_pct, bar->high_pct};

        for (size_t k = 0; is_shown(bar) && k < (bar->has_interval ? 3u : 1u); k++) {
            double value = even(values[k], is_ratio);

            if (isnan(value))
                continue;
            least = fmin(least, fmax(value, -limit));
            most = fmax(most, fmin(value, limit));
        }
    }
    if (least == most)
        most = even(1, is_ratio);
    scale.low = uneven(least - (most - least) * 0.02, is_ratio);
    scale.high = uneven(most + (most - least) * 0.02, is_ratio);
    scale.is_ratio = is_ratio;
    return scale;
}

/* Returns the place of pct, held within the scale; *is_beyond says if it was. */
static double place(const struct chart_scale *scale, double pct, bool *is_beyond)
{
    double value = scale->is_ratio ? fmax(pct, -99.9) : pct;

    *is_beyond = value < scale->low || value > scale->high;
    return chart_scale_at(scale, fmin(fmax(value, scale->low), scale->high));
}

/* Draws a line from x to an open arrow head at to. */
static void draw_arrow(struct canvas *canvas, const char *style, double x, double to, double y)
{
    double back = to > x ? -4 : 4;
    const struct canvas_point head[3] = {{to + back, y - 4}, {to, y}, {to + back, y + 4}};

    canvas_line(canvas, style, (struct canvas_point){x, y}, (struct canvas_point){to, y});
    canvas_path(canvas, style, head, 3);
}

/* Draws one end of an interval: a cap, or an arrow where it lies off the scale. */
static void draw_end(struct canvas *canvas, const struct chart_scale *scale, double pct,
                     double middle, double y)
{
    bool is_beyond;
    double x = place(scale, pct, &is_beyond);

    if (is_beyond) {
        draw_arrow(canvas, "whisker", middle, x, y);
        return;
    }
    canvas_line(canvas, "whisker", (struct canvas_point){middle, y}, (struct canvas_point){x, y});
    canvas_line(canvas, "whisker", (struct canvas_point){x, y - 4},
                (struct canvas_point){x, y + 4});
}

/* Draws bar, interval and arrows around the line y; *left and *right get how far
 * they reach. */
static void draw_bar(struct canvas *canvas, const struct chart_scale *scale,
                     const struct chart_bar *bar, double y, double half, double *left,
                     double *right)
{
    bool is_beyond, ignored;
    double zero = chart_scale_at(scale, 0), end = place(scale, bar->delta_pct, &is_beyond);
    double edge = fabs(end - zero) < 1 ? zero + (bar->delta_pct < 0 ? -1 : 1) : end;

    canvas_rect(canvas, bar->is_hollow ? "bar hollow" : "bar", NULL,
                (struct canvas_point){zero, y - half}, (struct canvas_point){edge, y + half});
    *left = fmin(zero, edge);
    *right = fmax(zero, edge);
    if (bar->has_interval && !isnan(bar->low_pct) && !isnan(bar->high_pct)) {
        draw_end(canvas, scale, bar->low_pct, end, y);
        draw_end(canvas, scale, bar->high_pct, end, y);
        *left = fmin(*left, place(scale, bar->low_pct, &ignored));
        *right = fmax(*right, place(scale, bar->high_pct, &ignored));
    } else if (bar->bound != CHART_EXACT || is_beyond) {
        bool is_upwards = bar->bound == CHART_EXACT ? end > zero : bar->bound == CHART_AT_LEAST;
        double to = end + (is_upwards ? ARROW : -ARROW);

        draw_arrow(canvas, "whisker", end, to, y);
        *left = fmin(*left, to);
        *right = fmax(*right, to);
    }
}

static void draw_label(struct canvas *canvas, const char *style, double width, double y,
                       const char *text)
{
    bool is_bold = !strcmp(style, "heading"), is_cut;
    char *clean = caption_clean(text);
    char *shown = caption_shorten(clean, LETTER, is_bold, width, &is_cut);

    canvas_text(canvas, style, is_cut ? clean : NULL, CANVAS_START, (struct canvas_point){0, y},
                shown);
    free(shown);
    free(clean);
}

static void draw_value(struct canvas *canvas, const struct chart_bar *bar, double left,
                       double right, double y)
{
    bool is_left = is_shown(bar) && bar->delta_pct < 0;
    struct canvas_point at = {is_left ? left - GAP : right + GAP, y + 4};

    canvas_text(canvas, "value", NULL, is_left ? CANVAS_END : CANVAS_START, at, bar->value);
}

/* Draws the row whose top is at y. */
static void draw_row(struct canvas *canvas, const struct layout *layout,
                     const struct chart_bar *bar, double y)
{
    double middle = layout->is_narrow ? y + ROW_TALL - 12 : y + ROW / 2;
    double left = chart_scale_at(&layout->scale, 0), right = left;

    canvas_group(canvas, tones[bar->tone], bar->tip);
    /* The whole row shows the tooltip, not the thin bar alone. */
    canvas_rect(
        canvas, "row", NULL, (struct canvas_point){0, y + 1},
        (struct canvas_point){layout->width, (layout->is_narrow ? y + ROW_TALL : y + ROW) - 1});
    draw_label(canvas, "label", layout->is_narrow ? layout->width : layout->caption_width,
               layout->is_narrow ? y + 14 : middle + 4, bar->label);
    if (is_shown(bar))
        draw_bar(canvas, &layout->scale, bar, middle, BAR / 2, &left, &right);
    draw_value(canvas, bar, left, right, middle);
    canvas_group_end(canvas);
}

static bool begins_group(const struct chart_bars *bars, size_t i)
{
    const char *group = bars->at[i].group, *before = i ? bars->at[i - 1].group : NULL;

    return group && *group && (!before || strcmp(group, before) != 0);
}

/* The places that labels, values and arrows need beside the bars. */
static struct layout make_layout(const struct chart_bars *bars, double width)
{
    struct layout layout = {.width = width, .is_narrow = width < 500};
    double label = 0, left = 0, right = 0;

    layout.has_foot = bars->nr > 14;
    layout.height = AXIS + 6 + (layout.has_foot ? AXIS : 0);
    for (size_t i = 0; i < bars->nr; i++) {
        const struct chart_bar *bar = &bars->at[i];
        char *text = caption_clean(bar->label);
        double beside = caption_width(bar->value, LETTER, true) + GAP + 2 +
                        (bar->bound != CHART_EXACT ? ARROW : 0);

        label = fmax(label, caption_width(text, LETTER, false));
        if (is_shown(bar) && bar->delta_pct < 0)
            left = fmax(left, beside);
        else
            right = fmax(right, beside);
        layout.height +=
            (layout.is_narrow ? ROW_TALL : ROW) + (begins_group(bars, i) ? HEADING : 0);
        free(text);
    }
    layout.caption_width = layout.is_narrow ? 0 : fmin(label + 2, width * 0.4);
    layout.scale = chart_bars_scale(bars, width);
    layout.scale.from = layout.caption_width + fmax(left, layout.is_narrow ? 24 : 12);
    layout.scale.to = width - fmax(right, 24);
    return layout;
}

static void draw_axis(struct canvas *canvas, const struct layout *layout, double bottom)
{
    struct chart_ticks ticks;

    chart_ticks_pct(&ticks, &layout->scale, TICK_LETTER);
    for (size_t i = 0; i < ticks.nr; i++) {
        double x = chart_scale_at(&layout->scale, ticks.at[i].value);

        canvas_line(canvas, ticks.at[i].value == 0 ? "zero" : "grid",
                    (struct canvas_point){x, AXIS}, (struct canvas_point){x, bottom});
        canvas_text(canvas, "tick", NULL, CANVAS_MIDDLE, (struct canvas_point){x, AXIS - 8},
                    ticks.at[i].text);
        if (layout->has_foot)
            canvas_text(canvas, "tick", NULL, CANVAS_MIDDLE, (struct canvas_point){x, bottom + 15},
                        ticks.at[i].text);
    }
}

static void draw_all(struct canvas *canvas, const struct chart_bars *bars,
                     const struct layout *layout)
{
    double y = AXIS, bottom = layout->height - 6 - (layout->has_foot ? AXIS : 0);
    bool ignored;

    if (bars->noise_pct > 0)
        canvas_rect(
            canvas, "noise", NULL,
            (struct canvas_point){place(&layout->scale, -bars->noise_pct, &ignored), AXIS},
            (struct canvas_point){place(&layout->scale, bars->noise_pct, &ignored), bottom});
    draw_axis(canvas, layout, bottom);
    for (size_t i = 0; i < bars->nr; i++) {
        if (begins_group(bars, i)) {
            draw_label(canvas, "heading", layout->width, y + HEADING - 9, bars->at[i].group);
            y += HEADING;
        }
        draw_row(canvas, layout, &bars->at[i], y);
        y += layout->is_narrow ? ROW_TALL : ROW;
    }
}

/* Ends a canvas as the frame says and frees it. */
static xmlNodePtr finish(struct canvas *canvas, const struct chart_frame *frame, bool is_decoration,
                         struct diag *diag)
{
    const struct canvas_frame outer = {.id = frame->id,
                                       .style = frame->style,
                                       .title = frame->title,
                                       .description = frame->description,
                                       .is_decoration = is_decoration};
    xmlNodePtr svg = canvas_finish(canvas, &outer, diag);

    canvas_free(canvas);
    return svg;
}

xmlNodePtr chart_bars_draw(const struct chart_bars *bars, const struct chart_frame *frame,
                           struct diag *diag)
{
    struct layout layout;
    struct canvas *canvas;
    locale_t before = canvas_numbers_begin();
    xmlNodePtr svg = NULL;

    if (bars->nr > BARS_MAX) {
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "%zu bars are too many for one chart", bars->nr);
        goto out;
    }
    layout = make_layout(bars, frame->width);
    canvas = canvas_new(layout.width, layout.height, diag);
    if (!canvas)
        goto out;
    draw_all(canvas, bars, &layout);
    svg = finish(canvas, frame, false, diag);
out:
    canvas_numbers_end(before);
    return svg;
}

xmlNodePtr chart_bar_draw(const struct chart_bar *bar, const struct chart_scale *scale,
                          double height, const struct chart_frame *frame, struct diag *diag)
{
    locale_t before = canvas_numbers_begin();
    struct canvas *canvas = canvas_new(frame->width, height, diag);
    double zero = chart_scale_at(scale, 0), left, right;
    xmlNodePtr svg = NULL;

    if (!canvas)
        goto out;
    canvas_group(canvas, tones[bar->tone], NULL);
    if (is_shown(bar))
        draw_bar(canvas, scale, bar, height / 2, 4, &left, &right);
    canvas_group_end(canvas);
    canvas_line(canvas, "zero", (struct canvas_point){zero, 0},
                (struct canvas_point){zero, height});
    svg = finish(canvas, frame, true, diag);
out:
    canvas_numbers_end(before);
    return svg;
}
