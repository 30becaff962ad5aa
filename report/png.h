/* The picture of report/svg.h as PNG, drawn from the finished SVG by librsvg and cairo. */
#ifndef IOD_REPORT_PNG_H
#define IOD_REPORT_PNG_H

#include <stdio.h>

#include "report/outputs.h"

/* Writes the picture with two dots for a px.  Letters are those of the machine's fonts, so
 * that other machines may give other bytes.  Returns 0, or -1 with *diag set; without librsvg
 * at build time it always fails, and says what is missing. */
int png_write(const struct comparison *comparison, const struct output_options *options, FILE *out,
              struct diag *diag);

/* Whether this build can write PNG. */
bool png_is_there(void);

#endif
