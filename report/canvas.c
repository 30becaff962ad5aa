#include "report/canvas.h"

#include <math.h>
#include <plot.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "report/canvas_marks.h"
#include "report/caption.h"

struct canvas {
    plPlotter *plotter;
    FILE *stream;
    char *svg; /* of the stream, valid after fclose() */
    size_t svg_length;
    double width, height;
    bool is_broken;
    struct canvas_marks marks;
};

locale_t canvas_numbers_begin(void)
{
    locale_t numbers = newlocale(LC_ALL_MASK, "C", (locale_t)0);

    return numbers ? uselocale(numbers) : (locale_t)0;
}

void canvas_numbers_end(locale_t before)
{
    if (before)
        freelocale(uselocale(before));
}

/* libplot takes every parameter that is not set from an environment variable of
 * the same name, so all that bear on SVG are set. */
static plPlotterParams *make_params(double width, double height)
{
    static char bg[] = "none", line[] = "1000000000", no[] = "no";
    char page[80], bitmap[40];
    plPlotterParams *params = pl_newplparams();

    if (!params)
        return NULL;
    snprintf(page, sizeof page, "a,xsize=%.6fin,ysize=%.6fin,xoffset=0in,yoffset=0in", width / 96,
             height / 96);
    snprintf(bitmap, sizeof bitmap, "%.0fx%.0f", width, height);
    pl_setplparam(params, "PAGESIZE", page);
    pl_setplparam(params, "BITMAPSIZE", bitmap);
    pl_setplparam(params, "MAX_LINE_LENGTH", line);
    pl_setplparam(params, "ROTATION", no);
    pl_setplparam(params, "EMULATE_COLOR", no);
    pl_setplparam(params, "BG_COLOR", bg);
    return params;
}

static int open_plotter(struct canvas *canvas)
{
    plPlotterParams *params = make_params(canvas->width, canvas->height);

    if (!params)
        return -1;
    canvas->plotter = pl_newpl_r("svg", NULL, canvas->stream, NULL, params);
    pl_deleteplparams(params);
    if (!canvas->plotter || pl_openpl_r(canvas->plotter) < 0)
        return -1;
    if (pl_fspace_r(canvas->plotter, 0, canvas->height, canvas->width, 0) < 0)
        return -1;
    pl_erase_r(canvas->plotter);
    pl_fontname_r(canvas->plotter, "Helvetica");
    pl_ffontsize_r(canvas->plotter, 10);
    pl_flinewidth_r(canvas->plotter, 1);
    return 0;
}

struct canvas *canvas_new(double width, double height, struct diag *diag)
{
    struct canvas *canvas;
    int status;

    if (!(width >= 1 && width <= 20000 && height >= 1 && height <= 20000)) {
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "a plot of %g by %g px cannot be drawn", width,
                 height);
        return NULL;
    }
    canvas = memory_alloc(sizeof *canvas);
    canvas->width = width;
    canvas->height = height;
    canvas->stream = open_memstream(&canvas->svg, &canvas->svg_length);
    if (!canvas->stream) {
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "no memory for a plot");
        canvas_free(canvas);
        return NULL;
    }
    status = open_plotter(canvas);
    if (status) {
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "libplot could not begin a plot");
        canvas_free(canvas);
        return NULL;
    }
    return canvas;
}

static void close_plotter(struct canvas *canvas)
{
    if (canvas->plotter) {
        if (pl_closepl_r(canvas->plotter) < 0)
            canvas->is_broken = true;
        if (pl_deletepl_r(canvas->plotter) < 0)
            canvas->is_broken = true;
        canvas->plotter = NULL;
    }
    if (canvas->stream) {
        if (ferror(canvas->stream) || fclose(canvas->stream))
            canvas->is_broken = true;
        canvas->stream = NULL;
    }
}

void canvas_free(struct canvas *canvas)
{
    if (!canvas)
        return;
    close_plotter(canvas);
    for (size_t i = 0; i < canvas->marks.nr; i++) {
        free(canvas->marks.at[i].style);
        free(canvas->marks.at[i].tip);
        free(canvas->marks.at[i].text);
    }
    free(canvas->marks.at);
    free(canvas->svg);
    free(canvas);
}

/* Draws a mark; pen type 0 leaves the text without ink in other drivers too. */
static void draw_mark(struct canvas *canvas, char letter, size_t number)
{
    char text[32];

    snprintf(text, sizeof text, letter == 'E' ? "E" : "%c%zu", letter, number);
    pl_pentype_r(canvas->plotter, 0);
    pl_fmove_r(canvas->plotter, 0, 0);
    pl_alabel_r(canvas->plotter, 'l', 'x', text);
    pl_pentype_r(canvas->plotter, 1);
}

static struct canvas_mark *add_mark(struct canvas *canvas, char letter, const char *style,
                                    const char *tip)
{
    struct canvas_marks *marks = &canvas->marks;
    struct canvas_mark *mark;

    marks->at = memory_grow(marks->at, marks->nr, &marks->room, sizeof *marks->at);
    mark = &marks->at[marks->nr];
    memset(mark, 0, sizeof *mark);
    mark->style = memory_string(style);
    mark->tip = tip ? caption_clean(tip) : NULL;
    draw_mark(canvas, letter, marks->nr);
    marks->nr++;
    return mark;
}

/* libplot writes NaN and infinity into attributes without a word. */
static bool is_drawable(const struct canvas_point *points, size_t nr)
{
    for (size_t i = 0; i < nr; i++) {
        if (isfinite(points[i].x) && isfinite(points[i].y) && fabs(points[i].x) < 1e5 &&
            fabs(points[i].y) < 1e5)
            continue;
        return false;
    }
    return true;
}

void canvas_group(struct canvas *canvas, const char *style, const char *tip)
{
    add_mark(canvas, 'G', style, tip);
}

void canvas_group_end(struct canvas *canvas)
{
    draw_mark(canvas, 'E', 0);
}

void canvas_rect(struct canvas *canvas, const char *style, const char *tip, struct canvas_point a,
                 struct canvas_point b)
{
    const struct canvas_point corners[2] = {a, b};

    if (!is_drawable(corners, 2))
        return;
    add_mark(canvas, 'A', style, tip);
    pl_fbox_r(canvas->plotter, fmin(a.x, b.x), fmin(a.y, b.y), fmax(a.x, b.x), fmax(a.y, b.y));
    pl_endpath_r(canvas->plotter);
}

/* After another shape the pen stands somewhere and a path would go on from
 * there, so each path begins with a move and is ended. */
static void draw_path(struct canvas *canvas, const char *style, const char *tip,
                      const struct canvas_point *points, size_t nr)
{
    if (nr < 2 || !is_drawable(points, nr))
        return;
    add_mark(canvas, 'A', style, tip);
    pl_fmove_r(canvas->plotter, points[0].x, points[0].y);
    for (size_t i = 1; i < nr; i++)
        pl_fcont_r(canvas->plotter, points[i].x, points[i].y);
    pl_endpath_r(canvas->plotter);
}

void canvas_path(struct canvas *canvas, const char *style, const struct canvas_point *points,
                 size_t nr)
{
    draw_path(canvas, style, NULL, points, nr);
}

void canvas_line(struct canvas *canvas, const char *style, struct canvas_point a,
                 struct canvas_point b)
{
    const struct canvas_point ends[2] = {a, b};

    draw_path(canvas, style, NULL, ends, 2);
}

void canvas_marker(struct canvas *canvas, const char *style, const char *tip,
                   enum canvas_marker marker, struct canvas_point at, double radius)
{
    /* Corners in units of the radius, so that all shapes cover about the same area. */
    static const struct canvas_point triangle[4] = {
        {0, -1.3}, {1.2, 0.85}, {-1.2, 0.85}, {0, -1.3}};
    static const struct canvas_point diamond[5] = {
        {0, -1.3}, {1.3, 0}, {0, 1.3}, {-1.3, 0}, {0, -1.3}};
    const struct canvas_point *corners = marker == CANVAS_TRIANGLE ? triangle : diamond;
    size_t nr = marker == CANVAS_TRIANGLE ? 4 : 5;
    struct canvas_point points[5];
    double half = radius * 0.9;

    if (marker == CANVAS_SQUARE) {
        canvas_rect(canvas, style, tip, (struct canvas_point){at.x - half, at.y - half},
                    (struct canvas_point){at.x + half, at.y + half});
        return;
    }
    if (marker == CANVAS_DISC) {
        if (!is_drawable(&at, 1))
            return;
        add_mark(canvas, 'A', style, tip);
        pl_fcircle_r(canvas->plotter, at.x, at.y, radius);
        pl_endpath_r(canvas->plotter);
        return;
    }
    for (size_t i = 0; i < nr; i++)
        points[i] =
            (struct canvas_point){at.x + corners[i].x * radius, at.y + corners[i].y * radius};
    draw_path(canvas, style, tip, points, nr);
}

void canvas_text(struct canvas *canvas, const char *style, const char *tip,
                 enum canvas_anchor anchor, struct canvas_point at, const char *text)
{
    struct canvas_mark *mark;

    if (!is_drawable(&at, 1))
        return;
    mark = add_mark(canvas, 'T', style, tip);
    mark->text = caption_clean(text);
    mark->anchor = anchor;
    mark->at = at;
}

xmlNodePtr canvas_finish(struct canvas *canvas, const struct canvas_frame *frame, struct diag *diag)
{
    close_plotter(canvas);
    if (canvas->is_broken) {
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "libplot could not end a plot");
        return NULL;
    }
    return canvas_marks_apply(&canvas->marks, canvas->svg, canvas->svg_length, canvas->width,
                              canvas->height, frame, diag);
}
