/* Charts of lines or points over an x and a y axis, with their names at their ends. */
#include "report/chart.h"

#include <math.h>
#include <stdlib.h>

#include "record/memory.h"
#include "report/canvas.h"
#include "report/caption.h"

#define LINE 15.0 /* px from label to label */
#define DOTS_MAX 300
#define LABELS_MAX 40

/* Class names that give a line its colour; the shape of points is the same number. */
static const char *const styles[CHART_LINES_STYLES] = {"s1", "s2", "s3", "s4"};
static const char *const faint_styles[CHART_LINES_STYLES] = {"s1 faint", "s2 faint", "s3 faint",
                                                             "s4 faint"};

/* A name at the right edge, at the height of what it names. */
struct label {
    double y;
    const char *text;
    const char *style;
    bool has_marker;
    enum canvas_marker marker;
};

struct plan {
    double width, height;
    struct chart_axes axes;
    struct label labels[LABELS_MAX];
    size_t labels_nr;
};

/* Widens a range by values that the axis can show. */
static void widen(double *low, double *high, double value, bool is_log)
{
    if (!isfinite(value) || (is_log && !(value > 0)))
        return;
    *low = fmin(*low, value);
    *high = fmax(*high, value);
}

/* Makes a scale of a range that may be empty or a point, with some room around it. */
static struct chart_scale make_scale(double low, double high, bool is_log, double room)
{
    struct chart_scale scale = {.low = low, .high = high, .is_log = is_log && low <= high};

    if (scale.is_log) {
        double part = fmax(high / low, 1.05);
        double factor = pow(part, room) * (high / low < 1.05 ? 1.2 : 1);

        scale.low /= factor;
        scale.high *= factor;
        return scale;
    }
    chart_scale_widen(&scale, fmax(fabs(low) * 0.02, 1e-12));
    room *= scale.high - scale.low;
    scale.low -= room;
    scale.high += room;
    return scale;
}

static void find_scales(const struct chart_lines *lines, struct chart_axes *axes)
{
    double x[2] = {INFINITY, -INFINITY}, y[2] = {INFINITY, -INFINITY};

    for (size_t i = 0; i < lines->nr; i++)
        for (size_t k = 0; k < lines->at[i].nr; k++) {
            const struct chart_point *point = &lines->at[i].at[k];

            if (!isfinite(point->x) || !isfinite(point->y) || (lines->is_y_log && point->y <= 0))
                continue;
            widen(&x[0], &x[1], point->x, lines->is_x_log);
            widen(&y[0], &y[1], point->y, lines->is_y_log);
        }
    for (size_t i = 0; i < lines->references_nr; i++)
        widen(&y[0], &y[1], lines->references[i].y, lines->is_y_log);
    axes->x = make_scale(x[0], x[1], lines->is_x_log, 0.03);
    axes->y = make_scale(y[0], y[1], lines->is_y_log, 0.06);
    if (lines->has_zero && !lines->is_y_log) {
        axes->y.low = fmin(0, y[0]);
        axes->y.high = y[1] > 0 ? y[1] * 1.08 : 1;
    }
    if (lines->has_zero && !lines->is_x_log && lines->rays_nr) {
        axes->x.low = 0;
        axes->x.high = x[1] > 0 ? x[1] * 1.08 : 1;
    }
}

/* Returns the last point that is shown, or NULL. */
static const struct chart_point *last_point(const struct chart_line *line,
                                            const struct chart_axes *axes)
{
    for (size_t k = line->nr; k-- > 0;)
        if (isfinite(chart_scale_at(&axes->x, line->at[k].x)) &&
            isfinite(chart_scale_at(&axes->y, line->at[k].y)))
            return &line->at[k];
    return NULL;
}

static void add_label(struct plan *plan, const struct label *label)
{
    if (plan->labels_nr < LABELS_MAX && label->text && *label->text && isfinite(label->y))
        plan->labels[plan->labels_nr++] = *label;
}

static double widest_label(const struct chart_lines *lines)
{
    double width = 0;

    for (size_t i = 0; i < lines->nr + lines->references_nr; i++) {
        char *label = caption_clean(i < lines->nr ? lines->at[i].label
                                                  : lines->references[i - lines->nr].label);

        width = fmax(width, caption_width(label, CHART_LETTER, true));
        free(label);
    }
    return width;
}

static struct plan make_plan(const struct chart_lines *lines, double width)
{
    struct plan plan = {.width = width};
    double label = widest_label(lines);

    plan.height = lines->height > 0 ? lines->height : width < 500 ? 250 : 300;
    plan.axes = (struct chart_axes){.x_title = lines->x_title,
                                    .y_title = lines->y_title,
                                    .places = lines->places,
                                    .places_nr = lines->places_nr};
    find_scales(lines, &plan.axes);
    chart_axes_fit(&plan.axes, plan.width, plan.height,
                   label > 0 ? fmin(label + 24, width * 0.36) : 14);
    return plan;
}

static void draw_path(struct canvas *canvas, const struct plan *plan, const struct chart_line *line)
{
    struct canvas_point *points = memory_resize(NULL, line->nr + 1, sizeof *points);
    size_t nr = 0;

    for (size_t k = 0; k < line->nr; k++) {
        struct canvas_point at = {chart_scale_at(&plan->axes.x, line->at[k].x),
                                  chart_scale_at(&plan->axes.y, line->at[k].y)};

        if (isfinite(at.x) && isfinite(at.y))
            points[nr++] = at;
    }
    nr = chart_reduce(points, nr, plan->axes.x.to - plan->axes.x.from);
    canvas_path(canvas, "curve", points, nr);
    free(points);
}

static void draw_line(struct canvas *canvas, struct plan *plan, const struct chart_line *line)
{
    unsigned style = line->style % CHART_LINES_STYLES;
    const struct chart_point *last = last_point(line, &plan->axes);
    double radius = line->nr <= 40 ? 4 : line->nr <= 100 ? 3 : 2;

    canvas_group(canvas, line->is_faint ? faint_styles[style] : styles[style], NULL);
    if (line->has_path)
        draw_path(canvas, plan, line);
    for (size_t k = 0; line->has_dots && line->nr <= DOTS_MAX && k < line->nr; k++)
        canvas_marker(canvas, line->at[k].is_hollow ? "dot hollow" : "dot", line->at[k].tip,
                      (enum canvas_marker)style,
                      (struct canvas_point){chart_scale_at(&plan->axes.x, line->at[k].x),
                                            chart_scale_at(&plan->axes.y, line->at[k].y)},
                      radius);
    canvas_group_end(canvas);
    if (last)
        add_label(plan, &(struct label){chart_scale_at(&plan->axes.y, last->y), line->label,
                                        styles[style], line->has_dots, (enum canvas_marker)style});
}

static void draw_reference(struct canvas *canvas, struct plan *plan,
                           const struct chart_reference *reference)
{
    double y = chart_scale_at(&plan->axes.y, reference->y);

    if (!isfinite(y))
        return;
    canvas_line(canvas, "reference", (struct canvas_point){plan->axes.x.from, y},
                (struct canvas_point){plan->axes.x.to, y});
    add_label(plan, &(struct label){.y = y, .text = reference->label, .style = "reference-name"});
}

/* Draws a line through the origin up to the edge where it leaves the axes. */
static void draw_ray(struct canvas *canvas, const struct plan *plan, const struct chart_ray *ray)
{
    const struct chart_scale *x = &plan->axes.x, *y = &plan->axes.y;
    double end = fmin(x->high, y->high / ray->slope);
    struct canvas_point to = {chart_scale_at(x, end), chart_scale_at(y, end * ray->slope)};
    bool is_right = end >= x->high;
    char *label = caption_clean(ray->label);

    if (!(end > 0) || x->low > 0 || y->low > 0) {
        free(label);
        return;
    }
    canvas_line(canvas, "ray", (struct canvas_point){chart_scale_at(x, 0), chart_scale_at(y, 0)},
                to);
    /* A steep line leaves no room before its end. */
    bool is_behind = to.x - 6 - caption_width(label, CHART_LETTER, false) < x->from;
    canvas_text(canvas, "tick over", NULL, is_behind ? CANVAS_START : CANVAS_END,
                (struct canvas_point){is_right    ? to.x - 4
                                      : is_behind ? to.x + 6
                                                  : to.x - 6,
                                      is_right ? to.y - 6 : to.y + 13},
                label);
    free(label);
}

static int compare_labels(const void *left, const void *right)
{
    double a = ((const struct label *)left)->y, b = ((const struct label *)right)->y;

    return a < b ? -1 : a > b;
}

/* Writes the names at the right edge, each as near to its line as the others allow. */
static void draw_labels(struct canvas *canvas, struct plan *plan)
{
    double x = plan->axes.x.to + 20, room = plan->width - x;
    double last = plan->axes.y.from + 4, before = -INFINITY;

    qsort(plan->labels, plan->labels_nr, sizeof plan->labels[0], compare_labels);
    for (size_t i = 0; i < plan->labels_nr; i++) {
        struct label *label = &plan->labels[i];
        double limit = last - LINE * (double)(plan->labels_nr - 1 - i);
        double y = fmin(fmax(label->y + 4, before + LINE), fmax(limit, before + LINE));
        char *clean = caption_clean(label->text);
        bool is_cut;
        char *shown = caption_shorten(clean, CHART_LETTER, true, room, &is_cut);

        canvas_group(canvas, label->style, is_cut ? clean : NULL);
        if (label->has_marker)
            canvas_marker(canvas, "dot", NULL, label->marker, (struct canvas_point){x - 10, y - 4},
                          4);
        canvas_text(canvas, "name", NULL, CANVAS_START, (struct canvas_point){x, y}, shown);
        canvas_group_end(canvas);
        before = y;
        free(shown);
        free(clean);
    }
}

xmlNodePtr chart_lines_draw(const struct chart_lines *lines, const struct chart_frame *frame,
                            struct diag *diag)
{
    const struct canvas_frame outer = {frame->id, frame->style, frame->title, frame->description,
                                       false};
    locale_t before = canvas_numbers_begin();
    struct plan plan = make_plan(lines, frame->width);
    struct canvas *canvas = canvas_new(plan.width, plan.height, diag);
    xmlNodePtr svg = NULL;

    if (!canvas)
        goto out;
    chart_axes_draw(canvas, &plan.axes);
    for (size_t i = 0; i < lines->rays_nr; i++)
        draw_ray(canvas, &plan, &lines->rays[i]);
    for (size_t i = 0; i < lines->references_nr; i++)
        draw_reference(canvas, &plan, &lines->references[i]);
    for (size_t i = 0; i < lines->nr; i++)
        draw_line(canvas, &plan, &lines->at[i]);
    draw_labels(canvas, &plan);
    svg = canvas_finish(canvas, &outer, diag);
    canvas_free(canvas);
out:
    canvas_numbers_end(before);
    return svg;
}
