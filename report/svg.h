/* The comparison as a picture that stands alone: the changes of its first section. */
#ifndef IOD_REPORT_SVG_H
#define IOD_REPORT_SVG_H

#include <stdio.h>

#include "record/strbuf.h"
#include "report/outputs.h"

/* Adds the picture to *svg, an SVG document in UTF-8 with all its style in it; texts of the
 * input are text there.  *width and *height get its size in px, unless NULL.  At most 60
 * changes are drawn, the largest, and a line says of how many.  Returns 0, or -1 with *diag
 * set, where nothing is compared, too. */
int svg_draw(const struct comparison *comparison, const struct output_options *options,
             struct strbuf *svg, double *width, double *height, struct diag *diag);

/* Writes the picture.  Returns 0, or -1 with *diag set. */
int svg_write(const struct comparison *comparison, const struct output_options *options, FILE *out,
              struct diag *diag);

#endif
