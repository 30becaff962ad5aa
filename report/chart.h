/* Charts: pictures of a comparison, each an <svg> element for a page.
 *
 * A kind of chart is plain data, a function that draws it at a given width, and
 * a file of its own, report/chart_<kind>.c; all draw on report/canvas.h with
 * the scales of report/chart_scale.h.  A page draws the same data at several
 * widths, since a picture that is merely scaled down has letters that are too
 * small to read. */
#ifndef IOD_REPORT_CHART_H
#define IOD_REPORT_CHART_H

#include <stdbool.h>
#include <stddef.h>
#include <libxml/tree.h>

#include "record/diag.h"
#include "report/chart_scale.h"

/* Widths that suit a page on a screen or paper, half of it, and a phone. */
#define CHART_WIDE 780.0
#define CHART_HALF 380.0
#define CHART_NARROW 350.0

struct chart_frame {
    const char *id;          /* prefix of ids, unique in the page: [a-z0-9-] */
    const char *style;       /* a class that a style sheet shows or hides, or NULL */
    const char *title;       /* a few words */
    const char *description; /* a sentence that says what the chart shows */
    double width;            /* px, 200 to 4000 */
};

/* What a change means; the style sheet gives each a colour. */
enum chart_tone { CHART_BETTER, CHART_WORSE, CHART_SAME, CHART_OPEN };

/* Where the true value may lie beyond the one that is given. */
enum chart_bound { CHART_EXACT, CHART_AT_LEAST, CHART_AT_MOST };

/* Texts are borrowed and may be any bytes. */
struct chart_bar {
    const char *group; /* a heading that stands before the first of equal ones; NULL: none */
    const char *label;
    const char *value; /* what is printed at the end of the bar */
    const char *tip;   /* tooltip, or NULL */
    bool has_delta;    /* else only label and value are shown */
    double delta_pct;
    enum chart_bound bound;
    bool has_interval;
    double low_pct, high_pct;
    enum chart_tone tone;
    bool is_hollow; /* nothing is known of the spread */
};

/* Changes as horizontal bars on one axis, with their intervals. */
struct chart_bars {
    const struct chart_bar *at;
    size_t nr;        /* at most 500 */
    double noise_pct; /* changes within plus or minus this do not matter: a band; 0: none */
};

/* Returns the scale that suits the bars, from 0 to width px with room at both
 * ends.  It is one of ratios where a change exceeds 100 % either way.  Intervals
 * far beyond the changes do not stretch it: they are drawn open-ended. */
struct chart_scale chart_bars_scale(const struct chart_bars *bars, double width);

/* Draws the bars, one below the other.  Returns the element, which the caller
 * frees with canvas_node_free(), or NULL with *diag set. */
xmlNodePtr chart_bars_draw(const struct chart_bars *bars, const struct chart_frame *frame,
                           struct diag *diag);

/* Draws one bar without words on a scale, as decoration of a row whose figures
 * stand beside it; height px.  frame gives style and width. */
xmlNodePtr chart_bar_draw(const struct chart_bar *bar, const struct chart_scale *scale,
                          double height, const struct chart_frame *frame, struct diag *diag);

/* One value of a run-order chart. */
struct chart_run {
    double value;
    bool is_outlier; /* is ringed */
    bool is_bound;   /* is hollow */
    const char *tip; /* tooltip, or NULL */
};

struct chart_run_series {
    const char *label;
    const char *note;           /* a few words below the label, or NULL */
    const struct chart_run *at; /* in run order */
    size_t nr;
    double mean;
};

/* Values in the order in which they were measured; at most 4 series.  Series
 * whose values lie near one another share a strip, others get strips of their
 * own, each zoomed on its values. */
struct chart_runs {
    const struct chart_run_series *at;
    size_t nr;
};
#define CHART_RUNS_SERIES_MAX 4

xmlNodePtr chart_runs_draw(const struct chart_runs *runs, const struct chart_frame *frame,
                           struct diag *diag);

#endif
