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
#include "report/chart_axes.h"
#include "report/chart_scale.h"

/* Widths that suit a page on a screen or paper, a small window, half a page, and a phone. */
#define CHART_WIDE 780.0
#define CHART_MIDDLE 560.0
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

/* One point of a line; y may be no number, then it is left out. */
struct chart_point {
    double x, y;
    const char *tip; /* tooltip, or NULL */
    bool is_hollow;  /* a bound, or what nobody repeated */
};

/* Points in rising x. */
struct chart_line {
    const char *label;            /* stands at its end; NULL or "": none */
    const struct chart_point *at;
    size_t nr;
    unsigned style; /* 0 to CHART_LINES_STYLES - 1: colour and shape of its points */
    bool has_path;  /* its points are joined */
    bool has_dots;
    bool is_faint; /* one of several that a line of the same style sums up */
};
#define CHART_LINES_STYLES 4

/* A value that a line is to be read against. */
struct chart_reference {
    const char *label;
    double y;
};

/* Points of equal ratio of y to x: a line through the origin. */
struct chart_ray {
    const char *label;
    double slope; /* above 0 */
};

/* Lines or points over an x and a y axis: sweeps, percentiles, series over time,
 * throughput over CPU. */
struct chart_lines {
    const struct chart_line *at;
    size_t nr;
    const struct chart_reference *references;
    size_t references_nr;
    const struct chart_ray *rays;
    size_t rays_nr;
    const char *x_title, *y_title;
    const struct chart_place *places; /* ticks of the x axis; none: round numbers */
    size_t places_nr;
    bool is_x_log, is_y_log; /* values of 0 or less are left out then */
    bool has_zero;           /* both axes begin at 0 */
    double height;           /* px; 0: what suits the width */
};

xmlNodePtr chart_lines_draw(const struct chart_lines *lines, const struct chart_frame *frame,
                            struct diag *diag);

/* One strip of a dot plot: all values of one level. */
struct chart_strip {
    const char *group; /* a heading that stands before the first of equal ones; NULL: none */
    const char *label;
    const char *value;          /* written behind the dots, or NULL */
    const struct chart_run *at; /* the values */
    size_t nr;
    bool has_mean;
    double mean;
    bool has_interval; /* of the mean */
    double low, high;
    unsigned style; /* as of a chart_line */
};

/* Values as dots on one axis, which begins at 0 unless it is logarithmic. */
struct chart_dots {
    const struct chart_strip *at;
    size_t nr; /* at most 200 */
    const char *x_title;
    double low, high; /* what the axis shows at least; 0 and 0: what the values need */
    bool is_log;
};

/* An axis from 0 would crush most values where the largest mean is more than so many
 * times the least. */
#define CHART_DOTS_FAR 12

/* Says whether the values lie that far apart, and all above 0. */
bool chart_dots_are_far(const struct chart_dots *dots);

xmlNodePtr chart_dots_draw(const struct chart_dots *dots, const struct chart_frame *frame,
                           struct diag *diag);

/* A cell of a heat map. */
struct chart_cell {
    const char *text; /* NULL: an empty cell */
    const char *tip;
    double delta_pct;
    enum chart_tone tone; /* SAME and OPEN are grey */
    bool is_hollow;       /* a single run */
};

/* Changes as a grid; the deeper the colour, the larger the change. */
struct chart_heat {
    const char *const *columns;
    size_t columns_nr; /* at most 40 */
    const char *const *rows;
    size_t rows_nr;              /* at most 60 */
    const struct chart_cell *at; /* row by row */
};

xmlNodePtr chart_heat_draw(const struct chart_heat *heat, const struct chart_frame *frame,
                           struct diag *diag);

#endif
