/* The comparison as plain text that fits a mail: at most 72 columns, UTF-8. */
#ifndef IOD_REPORT_TEXT_H
#define IOD_REPORT_TEXT_H

#include <stdio.h>

#include "report/outputs.h"

#define TEXT_COLUMNS 72

/* Writes the comparison.  Levels are lettered, the baseline A, and stand whole in
 * a legend; a pair of levels is one table, with the settings and the unit above
 * its rows.  Returns 0, or -1 with *diag set where writing failed. */
int text_write(const struct comparison *comparison, const struct output_options *options, FILE *out,
               struct diag *diag);

#endif
