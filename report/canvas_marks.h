/* Marks: what a drawing of libplot stands for; shared by the two halves of
 * report/canvas.h. */
#ifndef IOD_REPORT_CANVAS_MARKS_H
#define IOD_REPORT_CANVAS_MARKS_H

#include <libxml/tree.h>

#include "report/canvas.h"

/* Mark n is drawn as a letter and n: 'A' gives style and tip to the shape that
 * follows, 'T' is a text, 'G' opens a group, and "E" closes one. */
struct canvas_mark {
    char *style; /* owned */
    char *tip;   /* owned, or NULL */
    char *text;  /* owned, of 'T' */
    enum canvas_anchor anchor;
    struct canvas_point at; /* of 'T' */
};

struct canvas_marks {
    struct canvas_mark *at;
    size_t nr;
    size_t room;
};

/* Reads the SVG text of libplot (length bytes) and returns what its marks and
 * shapes stand for as the <svg> element of a new document; width and height in
 * px.  NULL with *diag set where the text is not what libplot writes. */
xmlNodePtr canvas_marks_apply(const struct canvas_marks *marks, const char *svg, size_t length,
                              double width, double height, const struct canvas_frame *frame,
                              struct diag *diag);

#endif
