/* A canvas: shapes and text at pixel places, drawn by GNU libplot and turned
 * into an <svg> element by libxml2.
 *
 * libplot gives the geometry only.  Text, classes and tooltips never enter it:
 * each is drawn as a short ASCII mark ("T17", "A18", "G19", "E") that the
 * second step replaces, so that no text can be cut, misread as an escape
 * sequence or squeezed into Latin-1.  Colours are left to the style sheet. */
#ifndef IOD_REPORT_CANVAS_H
#define IOD_REPORT_CANVAS_H

#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <libxml/tree.h>

#include "record/diag.h"

struct canvas;

/* What a text is fastened by at its place. */
enum canvas_anchor { CANVAS_START, CANVAS_MIDDLE, CANVAS_END };

/* Shapes of points, distinct without colour. */
enum canvas_marker { CANVAS_DISC, CANVAS_SQUARE, CANVAS_TRIANGLE, CANVAS_DIAMOND };

struct canvas_point {
    double x, y;
};

/* Lets the calling thread write numbers as in the "C" locale, whatever the locale
 * of the process: libplot and printf() go by it.  Every chart does this around all
 * of its work.  Returns what canvas_numbers_end() takes to undo it. */
locale_t canvas_numbers_begin(void);
void canvas_numbers_end(locale_t before);

/* Returns an empty canvas of width × height px (each 1 to 20,000), x to the
 * right and y downwards; the caller frees it with canvas_free().  NULL with
 * *diag set where libplot refuses. */
struct canvas *canvas_new(double width, double height, struct diag *diag);
void canvas_free(struct canvas *canvas);

/* In the calls below places are px, style is a list of class names of the style
 * sheet ([a-z0-9 -]), tip is a tooltip or NULL; texts may be any bytes, are
 * made clean (report/caption.h) and copied.  A shape with a place that is no
 * finite number or off by more than 100,000 px is left out. */

/* Opens and closes a group of shapes; groups nest. */
void canvas_group(struct canvas *canvas, const char *style, const char *tip);
void canvas_group_end(struct canvas *canvas);

void canvas_rect(struct canvas *canvas, const char *style, const char *tip, struct canvas_point a,
                 struct canvas_point b);
void canvas_line(struct canvas *canvas, const char *style, struct canvas_point a,
                 struct canvas_point b);

/* Draws one line through nr points (at least two), however many. */
void canvas_path(struct canvas *canvas, const char *style, const struct canvas_point *points,
                 size_t nr);

/* Draws a point of that shape; radius px. */
void canvas_marker(struct canvas *canvas, const char *style, const char *tip,
                   enum canvas_marker marker, struct canvas_point at, double radius);

/* Writes text with its base line at that place. */
void canvas_text(struct canvas *canvas, const char *style, const char *tip,
                 enum canvas_anchor anchor, struct canvas_point at, const char *text);

struct canvas_frame {
    const char *id;          /* prefix of ids, unique in the page: [a-z0-9-] */
    const char *style;       /* classes of the element */
    const char *title;       /* a few words */
    const char *description; /* a sentence that says what the picture shows */
    bool is_decoration;      /* hidden from screen readers: the numbers stand beside it */
};

/* Ends the drawing and returns it as an <svg> element of a document of its own
 * (canvas_node_free() frees both), with role, title, description and a viewBox
 * in px.  Returns NULL with *diag set where the drawing failed.  The canvas can
 * only be freed afterwards. */
xmlNodePtr canvas_finish(struct canvas *canvas, const struct canvas_frame *frame,
                         struct diag *diag);

/* Frees what canvas_finish() returned; NULL is allowed. */
void canvas_node_free(xmlNodePtr svg);

#endif
