/* Charts of runs in their order: strips of dots, a line through them, the mean. */
#include "report/chart.h"

#include <math.h>
#include <stdlib.h>

#include "record/memory.h"
#include "report/canvas.h"
#include "report/caption.h"
#include "report/chart_axes.h"

#define LETTER 12.0
#define TICK_LETTER 11.0
#define TOP 8.0
#define STRIP 74.0   /* px, height of a strip */
#define APART 14.0   /* between strips */
#define AXIS 34.0    /* below the last strip */
#define LINE 13.0    /* px from line to line beside a strip */
#define DOTS_MAX 200 /* above, the line alone is drawn */
#define SERIES_MAX CHART_RUNS_SERIES_MAX

static const char *const styles[SERIES_MAX] = {"s1", "s2", "s3", "s4"};

struct strip {
    size_t series[SERIES_MAX]; /* indices, by falling mean */
    size_t nr;
    struct chart_scale scale; /* of values */
    struct chart_ticks ticks;
};

struct layout {
    double width, height, left, right; /* left and right edge of the strips */
    struct strip strips[SERIES_MAX];
    size_t nr;
    struct chart_scale runs;
};

static void find_range(const struct chart_run_series *series, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < series->nr; i++) {
        if (!isfinite(series->at[i].value))
            continue;
        *low = fmin(*low, series->at[i].value);
        *high = fmax(*high, series->at[i].value);
    }
    /* A spread below 2 % is drawn as small as it is. */
    if (*low <= *high && *high - *low < fabs(series->mean) * 0.02) {
        double middle = (*low + *high) / 2, half = fabs(series->mean) * 0.01;

        *low = middle - half;
        *high = middle + half;
    }
}

static void sort_by_mean(const struct chart_runs *runs, size_t *order)
{
    for (size_t i = 0; i < runs->nr; i++) {
        size_t k = i;

        for (; k && runs->at[order[k - 1]].mean < runs->at[i].mean; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

/* Series share a strip while that shrinks none of them to less than a third. */
static void make_strips(const struct chart_runs *runs, struct layout *layout)
{
    size_t order[SERIES_MAX] = {0};
    double narrowest = INFINITY;
    struct strip *strip = NULL;

    sort_by_mean(runs, order);
    for (size_t i = 0; i < runs->nr; i++) {
        double low, high, all_low, all_high;

        find_range(&runs->at[order[i]], &low, &high);
        all_low = strip ? fmin(low, strip->scale.low) : low;
        all_high = strip ? fmax(high, strip->scale.high) : high;
        narrowest = fmin(narrowest, high - low);
        if (!strip || !(all_high - all_low <= 3 * narrowest)) {
            strip = &layout->strips[layout->nr++];
            all_low = low;
            all_high = high;
            narrowest = high - low;
        }
        strip->series[strip->nr++] = order[i];
        strip->scale.low = all_low;
        strip->scale.high = all_high;
    }
}

static double widest_tick(const struct strip *strip)
{
    double width = 0;

    for (size_t i = 0; i < strip->ticks.nr; i++)
        width = fmax(width, caption_width(strip->ticks.at[i].text, TICK_LETTER, false));
    return width;
}

static double widest_label(const struct chart_runs *runs)
{
    double width = 0;

    for (size_t i = 0; i < runs->nr; i++) {
        char *label = caption_clean(runs->at[i].label);
        char *note = caption_clean(runs->at[i].note);

        width = fmax(width,
                     fmax(caption_width(label, LETTER, true), caption_width(note, TICK_LETTER, false)));
        free(label);
        free(note);
    }
    return width;
}

static struct layout make_layout(const struct chart_runs *runs, double width)
{
    struct layout layout = {.width = width};
    double ticks = 0, y = TOP;
    size_t most = 1;

    make_strips(runs, &layout);
    for (size_t i = 0; i < layout.nr; i++) {
        struct strip *strip = &layout.strips[i];
        double pad;

        chart_scale_widen(&strip->scale, 1e-12);
        pad = (strip->scale.high - strip->scale.low) * 0.08;
        strip->scale.low -= pad;
        strip->scale.high += pad;
        strip->scale.to = y;
        strip->scale.from = y + STRIP;
        chart_ticks_value(&strip->ticks, &strip->scale, 3);
        ticks = fmax(ticks, widest_tick(strip));
        y += STRIP + APART;
    }
    for (size_t i = 0; i < runs->nr; i++)
        most = runs->at[i].nr > most ? runs->at[i].nr : most;
    layout.left = ticks + 8;
    layout.right = width - fmin(widest_label(runs) + 24, width * 0.36);
    layout.height = y - APART + AXIS;
    /* Half a step of blank at both ends, so that one run stands in the middle. */
    layout.runs = (struct chart_scale){
        .low = 0.5, .high = (double)most + 0.5, .from = layout.left, .to = layout.right};
    return layout;
}

static void draw_strip(struct canvas *canvas, const struct layout *layout,
                       const struct strip *strip)
{
    canvas_rect(canvas, "strip", NULL, (struct canvas_point){layout->left, strip->scale.to},
                (struct canvas_point){layout->right, strip->scale.from});
    for (size_t i = 0; i < strip->ticks.nr; i++) {
        double y = chart_scale_at(&strip->scale, strip->ticks.at[i].value);

        canvas_line(canvas, "grid", (struct canvas_point){layout->left, y},
                    (struct canvas_point){layout->right, y});
        canvas_text(canvas, "tick", NULL, CANVAS_END,
                    (struct canvas_point){layout->left - 6, y + 4}, strip->ticks.at[i].text);
    }
}

/* Draws the line through the runs; a value that is no number breaks nothing, it
 * is passed over. */
static void draw_line(struct canvas *canvas, const struct layout *layout, const struct strip *strip,
                      const struct chart_run_series *series)
{
    struct canvas_point *points = memory_resize(NULL, series->nr + 1, sizeof *points);
    size_t nr = 0;

    for (size_t i = 0; i < series->nr; i++)
        if (isfinite(series->at[i].value))
            points[nr++] =
                (struct canvas_point){chart_scale_at(&layout->runs, (double)i + 1),
                                      chart_scale_at(&strip->scale, series->at[i].value)};
    nr = chart_reduce(points, nr, layout->right - layout->left);
    canvas_path(canvas, "path", points, nr);
    free(points);
}

static void draw_dots(struct canvas *canvas, const struct layout *layout, const struct strip *strip,
                      const struct chart_run_series *series, enum canvas_marker marker)
{
    double radius = series->nr <= 30 ? 4 : series->nr <= 80 ? 3 : 2;

    if (series->nr > DOTS_MAX)
        return;
    for (size_t i = 0; i < series->nr; i++) {
        const struct chart_run *run = &series->at[i];
        struct canvas_point at = {chart_scale_at(&layout->runs, (double)i + 1),
                                  chart_scale_at(&strip->scale, run->value)};

        if (run->is_outlier)
            canvas_marker(canvas, "ring", NULL, CANVAS_DISC, at, radius + 3.5);
        canvas_marker(canvas, run->is_bound ? "dot hollow" : "dot", run->tip, marker, at, radius);
    }
}

/* Writes the names of a strip's series to its right, each as near to its mean as
 * the others allow. */
static void draw_labels(struct canvas *canvas, const struct chart_runs *runs,
                        const struct layout *layout, const struct strip *strip)
{
    bool has_notes = strip->nr * 2 * LINE <= STRIP + APART;
    double step = has_notes ? 2 * LINE + 2 : LINE + 1;
    double x = layout->right + 20, room = layout->width - x;
    double next = strip->scale.to - 2;

    for (size_t i = 0; i < strip->nr; i++) {
        const struct chart_run_series *series = &runs->at[strip->series[i]];
        double last =
            strip->scale.from + 10 - step * (double)(strip->nr - i - 1) - (has_notes ? LINE : 0);
        double y = fmin(fmax(chart_scale_at(&strip->scale, series->mean) + 4, next + LINE), last);
        char *label = caption_clean(series->label), *note = caption_clean(series->note);
        bool is_cut;
        char *shown = caption_shorten(label, LETTER, true, room, &is_cut);
        char *shown_note = caption_shorten(note, TICK_LETTER, false, room, NULL);

        if (!isfinite(y))
            y = last;
        canvas_group(canvas, styles[strip->series[i]], is_cut ? label : NULL);
        canvas_marker(canvas, "dot", NULL, (enum canvas_marker)strip->series[i],
                      (struct canvas_point){layout->right + 10, y - 4}, 4);
        canvas_text(canvas, "name", NULL, CANVAS_START, (struct canvas_point){x, y}, shown);
        if (has_notes)
            canvas_text(canvas, "tick", NULL, CANVAS_START, (struct canvas_point){x, y + LINE},
                        shown_note);
        canvas_group_end(canvas);
        next = y + step - LINE;
        free(label);
        free(note);
        free(shown);
        free(shown_note);
    }
}

static void draw_series(struct canvas *canvas, const struct chart_runs *runs,
                        const struct layout *layout, const struct strip *strip)
{
    for (size_t i = 0; i < strip->nr; i++) {
        const struct chart_run_series *series = &runs->at[strip->series[i]];
        double mean = chart_scale_at(&strip->scale, series->mean);

        canvas_group(canvas, styles[strip->series[i]], NULL);
        canvas_line(canvas, "mean", (struct canvas_point){layout->left, mean},
                    (struct canvas_point){layout->right, mean});
        draw_line(canvas, layout, strip, series);
        draw_dots(canvas, layout, strip, series, (enum canvas_marker)strip->series[i]);
        canvas_group_end(canvas);
    }
}

static void draw_axis(struct canvas *canvas, const struct layout *layout)
{
    double y = layout->height - AXIS + 14;
    struct chart_ticks ticks;

    chart_ticks_whole(&ticks, &layout->runs, TICK_LETTER);
    for (size_t i = 0; i < ticks.nr; i++)
        canvas_text(canvas, "tick", NULL, CANVAS_MIDDLE,
                    (struct canvas_point){chart_scale_at(&layout->runs, ticks.at[i].value), y},
                    ticks.at[i].text);
    canvas_text(canvas, "tick", NULL, CANVAS_MIDDLE,
                (struct canvas_point){(layout->left + layout->right) / 2, y + 16}, "run");
}

xmlNodePtr chart_runs_draw(const struct chart_runs *runs, const struct chart_frame *frame,
                           struct diag *diag)
{
    const struct canvas_frame outer = {frame->id, frame->style, frame->title, frame->description,
                                       false};
    struct layout layout;
    struct canvas *canvas;
    locale_t before = canvas_numbers_begin();
    xmlNodePtr svg = NULL;

    if (runs->nr > SERIES_MAX) {
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "%zu series are too many for one chart",
                 runs->nr);
        goto out;
    }
    layout = make_layout(runs, frame->width);
    canvas = canvas_new(layout.width, layout.height, diag);
    if (!canvas)
        goto out;
    for (size_t i = 0; i < layout.nr; i++) {
        draw_strip(canvas, &layout, &layout.strips[i]);
        draw_series(canvas, runs, &layout, &layout.strips[i]);
        draw_labels(canvas, runs, &layout, &layout.strips[i]);
    }
    draw_axis(canvas, &layout);
    svg = canvas_finish(canvas, &outer, diag);
    canvas_free(canvas);
out:
    canvas_numbers_end(before);
    return svg;
}
