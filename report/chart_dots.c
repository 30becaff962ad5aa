/* Dot plots: every value of each level on one axis, with mean and interval. */
#include "report/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "report/canvas.h"
#include "report/caption.h"

#define STRIPS_MAX 200
#define ROW 28.0
#define ROW_TALL 46.0 /* where label and value stand above the dots */
#define HEADING 27.0
#define AXIS 20.0  /* px for the labels of ticks */
#define TITLE 16.0 /* px for the title of the axis */
#define GAP 12.0
#define RADIUS 3.6
#define SWARM 8.0 /* px that dots may stand above or below their line */

static const char *const styles[CHART_LINES_STYLES] = {"s1", "s2", "s3", "s4"};

struct layout {
    double width, height;
    double label; /* px of labels beside the dots; 0 where they stand above */
    double value; /* the same for values */
    bool is_narrow;
    struct chart_scale scale;
};

bool chart_dots_are_far(const struct chart_dots *dots)
{
    double low = INFINITY, high = 0;

    for (size_t i = 0; i < dots->nr; i++) {
        const struct chart_strip *strip = &dots->at[i];

        for (size_t k = 0; k < strip->nr; k++)
            if (!(strip->at[k].value > 0) || !isfinite(strip->at[k].value))
                return false;
        if (strip->nr) {
            low = fmin(low, strip->mean);
            high = fmax(high, strip->mean);
        }
    }
    return low > 0 && high > CHART_DOTS_FAR * low;
}

static void widen(const struct chart_dots *dots, double value, double *low, double *high)
{
    if (!isfinite(value) || (dots->is_log && !(value > 0)))
        return;
    *low = fmin(*low, value);
    *high = fmax(*high, value);
}

static void find_range(const struct chart_dots *dots, double *low, double *high)
{
    bool is_given = dots->high > dots->low;

    *low = is_given ? dots->low : INFINITY;
    *high = is_given ? dots->high : -INFINITY;
    for (size_t i = 0; i < dots->nr; i++) {
        const struct chart_strip *strip = &dots->at[i];

        for (size_t k = 0; k < strip->nr; k++)
            widen(dots, strip->at[k].value, low, high);
        if (strip->has_interval) {
            widen(dots, strip->high, low, high);
            /* Rates are not negative, so an axis does not go there for an interval. */
            widen(dots, fmax(strip->low, 0), low, high);
        }
    }
}

static struct chart_scale make_scale(const struct chart_dots *dots)
{
    struct chart_scale scale = {.is_log = dots->is_log};
    double low, high;

    find_range(dots, &low, &high);
    if (!(low <= high)) {
        scale.is_log = false;
        scale.high = 1;
    } else if (scale.is_log) {
        double factor = pow(fmax(high / low, 1.1), 0.04);

        scale.low = low / factor;
        scale.high = high * factor;
    } else {
        scale.low = fmin(low, 0) * 1.03;
        scale.high = fmax(high, 0) * 1.03;
        if (!(scale.high > scale.low))
            scale.high = 1;
    }
    return scale;
}

static bool begins_group(const struct chart_dots *dots, size_t i)
{
    const char *group = dots->at[i].group, *before = i ? dots->at[i - 1].group : NULL;

    return group && *group && (!before || strcmp(group, before) != 0);
}

static struct layout make_layout(const struct chart_dots *dots, double width)
{
    struct layout layout = {.width = width, .is_narrow = width < 500};

    layout.height = AXIS + 8 + (dots->x_title ? TITLE : 0);
    for (size_t i = 0; i < dots->nr; i++) {
        char *label = caption_clean(dots->at[i].label), *value = caption_clean(dots->at[i].value);

        layout.label = fmax(layout.label, caption_width(label, CHART_LETTER, false));
        layout.value = fmax(layout.value, caption_width(value, CHART_LETTER, true));
        layout.height +=
            (layout.is_narrow ? ROW_TALL : ROW) + (begins_group(dots, i) ? HEADING : 0);
        free(label);
        free(value);
    }
    layout.scale = make_scale(dots);
    if (layout.is_narrow) {
        layout.label = layout.value = 0;
        layout.scale.from = RADIUS + 2;
        layout.scale.to = width - RADIUS - 14;
        return layout;
    }
    layout.label = fmin(layout.label + 2, width * 0.36);
    layout.value = fmin(layout.value + 2, width * 0.3);
    layout.scale.from = layout.label + GAP + RADIUS;
    layout.scale.to = width - layout.value - GAP - RADIUS;
    return layout;
}

static void draw_axis(struct canvas *canvas, const struct chart_dots *dots,
                      const struct layout *layout, double bottom)
{
    struct chart_ticks ticks;

    chart_ticks_across(&ticks, &layout->scale, CHART_TICK_LETTER);
    for (size_t i = 0; i < ticks.nr; i++) {
        double x = chart_scale_at(&layout->scale, ticks.at[i].value);

        canvas_line(canvas, ticks.at[i].value == 0 ? "zero" : "grid", (struct canvas_point){x, 4},
                    (struct canvas_point){x, bottom});
        canvas_text(canvas, "tick", NULL, CANVAS_MIDDLE, (struct canvas_point){x, bottom + 15},
                    ticks.at[i].text);
    }
    if (dots->x_title)
        canvas_text(canvas, "tick", NULL, CANVAS_MIDDLE,
                    (struct canvas_point){(layout->scale.from + layout->scale.to) / 2, bottom + 31},
                    dots->x_title);
}

static int compare_points(const void *left, const void *right)
{
    double a = ((const struct canvas_point *)left)->x, b = ((const struct canvas_point *)right)->x;

    return a < b ? -1 : a > b;
}

/* Says whether a dot there would lie on one of the nr before it, which rise in x. */
static bool is_taken(const struct canvas_point *points, size_t nr, struct canvas_point at)
{
    for (size_t i = nr; i-- > 0 && at.x - points[i].x < 2 * RADIUS;)
        if (hypot(at.x - points[i].x, at.y - points[i].y) < 2 * RADIUS)
            return true;
    return false;
}

/* Moves points that rise in x off their line so that none hides another, as far as there is
 * room (a beeswarm). */
static void spread(struct canvas_point *points, size_t nr)
{
    for (size_t i = 0; i < nr; i++) {
        double y = points[i].y;

        for (double step = 0; step <= SWARM; step += 1) {
            points[i].y = y - step;
            if (!is_taken(points, i, points[i]))
                break;
            points[i].y = y + step;
            if (!is_taken(points, i, points[i]))
                break;
            points[i].y = y;
        }
    }
}

/* A value with its number, to be found again once points are in order. */
struct placed {
    struct canvas_point at; /* first: compare_points() reads it */
    size_t number;
};

static void draw_values(struct canvas *canvas, const struct layout *layout,
                        const struct chart_strip *strip, double y)
{
    struct placed *placed = memory_resize(NULL, strip->nr + 1, sizeof *placed);
    struct canvas_point *points = memory_resize(NULL, strip->nr + 1, sizeof *points);
    unsigned style = strip->style % CHART_LINES_STYLES;
    size_t nr = 0;

    for (size_t k = 0; k < strip->nr; k++) {
        double x = chart_scale_at(&layout->scale, strip->at[k].value);

        if (isfinite(x))
            placed[nr++] = (struct placed){{x, y}, k};
    }
    qsort(placed, nr, sizeof *placed, compare_points);
    for (size_t k = 0; k < nr; k++)
        points[k] = placed[k].at;
    if (nr <= 400)
        spread(points, nr);
    for (size_t k = 0; k < nr; k++) {
        const struct chart_run *run = &strip->at[placed[k].number];

        canvas_marker(canvas, run->is_bound ? "dot hollow" : "dot", run->tip,
                      (enum canvas_marker)style, points[k], RADIUS);
        if (run->is_outlier)
            canvas_marker(canvas, "ring", NULL, CANVAS_DISC, points[k], RADIUS + 3);
    }
    free(points);
    free(placed);
}

static void draw_mean(struct canvas *canvas, const struct layout *layout,
                      const struct chart_strip *strip, double y)
{
    double mean = chart_scale_at(&layout->scale, strip->mean);
    double low = fmax(strip->low, layout->scale.low), high = fmin(strip->high, layout->scale.high);

    if (strip->has_mean && isfinite(mean))
        canvas_line(canvas, "mean-tick", (struct canvas_point){mean, y - 9},
                    (struct canvas_point){mean, y + 9});
    if (!strip->has_interval || !(low <= high))
        return;
    low = chart_scale_at(&layout->scale, low);
    high = chart_scale_at(&layout->scale, high);
    canvas_line(canvas, "whisker", (struct canvas_point){low, y}, (struct canvas_point){high, y});
    /* An end where the axis cuts it off is none. */
    if (strip->low >= layout->scale.low)
        canvas_line(canvas, "whisker", (struct canvas_point){low, y - 4},
                    (struct canvas_point){low, y + 4});
    if (strip->high <= layout->scale.high)
        canvas_line(canvas, "whisker", (struct canvas_point){high, y - 4},
                    (struct canvas_point){high, y + 4});
}

static void draw_text(struct canvas *canvas, const char *style, enum canvas_anchor anchor, double x,
                      double y, const char *text, double room)
{
    bool is_bold = strcmp(style, "label") != 0, is_cut;
    char *clean = caption_clean(text);
    char *shown = caption_shorten(clean, CHART_LETTER, is_bold, room, &is_cut);

    canvas_text(canvas, style, is_cut ? clean : NULL, anchor, (struct canvas_point){x, y}, shown);
    free(shown);
    free(clean);
}

static void draw_strip(struct canvas *canvas, const struct layout *layout,
                       const struct chart_strip *strip, double top)
{
    double y = layout->is_narrow ? top + ROW_TALL - 16 : top + ROW / 2;
    double text = layout->is_narrow ? top + 13 : y + 4;

    canvas_line(canvas, "grid", (struct canvas_point){layout->scale.from - RADIUS, y},
                (struct canvas_point){layout->scale.to + RADIUS, y});
    draw_text(canvas, "label", CANVAS_START, 0, text, strip->label,
              layout->is_narrow ? layout->width * 0.6 : layout->label);
    if (strip->value)
        draw_text(canvas, "value", CANVAS_END, layout->width, text, strip->value,
                  layout->is_narrow ? layout->width * 0.4 : layout->value);
    canvas_group(canvas, styles[strip->style % CHART_LINES_STYLES], NULL);
    draw_mean(canvas, layout, strip, y);
    draw_values(canvas, layout, strip, y);
    canvas_group_end(canvas);
}

static void draw_all(struct canvas *canvas, const struct chart_dots *dots,
                     const struct layout *layout)
{
    double y = 4, bottom = layout->height - AXIS - (dots->x_title ? TITLE : 0);

    draw_axis(canvas, dots, layout, bottom);
    for (size_t i = 0; i < dots->nr; i++) {
        if (begins_group(dots, i)) {
            draw_text(canvas, "heading", CANVAS_START, 0, y + HEADING - 9, dots->at[i].group,
                      layout->width);
            y += HEADING;
        }
        draw_strip(canvas, layout, &dots->at[i], y);
        y += layout->is_narrow ? ROW_TALL : ROW;
    }
}

xmlNodePtr chart_dots_draw(const struct chart_dots *dots, const struct chart_frame *frame,
                           struct diag *diag)
{
    const struct canvas_frame outer = {frame->id, frame->style, frame->title, frame->description,
                                       false};
    locale_t before = canvas_numbers_begin();
    struct layout layout;
    struct canvas *canvas;
    xmlNodePtr svg = NULL;

    if (dots->nr > STRIPS_MAX) {
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "%zu strips are too many for one chart",
                 dots->nr);
        goto out;
    }
    layout = make_layout(dots, frame->width);
    canvas = canvas_new(layout.width, layout.height, diag);
    if (!canvas)
        goto out;
    draw_all(canvas, dots, &layout);
    svg = canvas_finish(canvas, &outer, diag);
    canvas_free(canvas);
out:
    canvas_numbers_end(before);
    return svg;
}
