/* The comparison as one JSON object, by jansson: doc/report-format.md lists what it holds.
 * Members that do not apply are left out. */
#ifndef IOD_REPORT_JSON_H
#define IOD_REPORT_JSON_H

#include <stdio.h>

#include <jansson.h>

#include "report/outputs.h"

/* Returns the object, a new reference. */
json_t *json_comparison(const struct comparison *comparison);

/* Writes the object and a newline, keys in a fixed order.  Returns 0, or -1 with
 * *diag set. */
int json_write(const struct comparison *comparison, const struct output_options *options, FILE *out,
               struct diag *diag);

#endif
