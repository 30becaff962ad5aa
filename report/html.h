/* The format html: hands a comparison to the page. */
#ifndef IOD_REPORT_HTML_H
#define IOD_REPORT_HTML_H

#include <stdio.h>

#include "report/outputs.h"

/* Writes the page of report/page.h; where the user did not choose units, bytes
 * are in powers of 1024 if every row would be.  Returns 0, or -1 with *diag set. */
int html_write(const struct comparison *comparison, const struct output_options *options,
               FILE *out, struct diag *diag);

/* Writes the built-in template of the page to out as one file. */
void html_write_template(FILE *out);

#endif
