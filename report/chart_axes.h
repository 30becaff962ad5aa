/* Axes: the frame of a chart that has an x and a y axis. */
#ifndef IOD_REPORT_CHART_AXES_H
#define IOD_REPORT_CHART_AXES_H

#include "report/canvas.h"
#include "report/chart_scale.h"

#define CHART_LETTER 12.0      /* px, as the style sheet has it */
#define CHART_TICK_LETTER 11.0 /* px */

/* A tick at a place of its own, such as a size that was tested.  Texts are borrowed
 * and may be any bytes. */
struct chart_place {
    double value;
    const char *text;
};

struct chart_axes {
    struct chart_scale x, y;
    const char *x_title, *y_title;    /* NULL: none */
    const struct chart_place *places; /* ticks of the x axis; none: round numbers */
    size_t places_nr;
};

/* Sets the pixels of both scales so that what stands beside and below the axes has
 * room on a canvas of width × height px, less right px at the right edge. */
void chart_axes_fit(struct chart_axes *axes, double width, double height, double right);

/* Draws grid, ticks and titles.  Ticks whose labels would overlap are left out, later
 * ones first. */
void chart_axes_draw(struct canvas *canvas, const struct chart_axes *axes);

/* Keeps of the nr points, in rising x over width px, the least and the largest y of
 * each column of pixels, in the order in which they came, so that a line of any number
 * of points looks the same.  Returns how many are left. */
size_t chart_reduce(struct canvas_point *points, size_t nr, double width);

#endif
