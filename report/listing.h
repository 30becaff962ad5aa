/* Listing: what there is to compare, for people who choose options. */
#ifndef IOD_REPORT_LISTING_H
#define IOD_REPORT_LISTING_H

#include <stdio.h>

#include "record/arena.h"
#include "record/diag.h"
#include "report/comparison.h"

/* Writes the factors with their levels, the settings, operations and metrics of nr records,
 * each with the number of measurements or results, in 72 columns.  Only results that are free
 * to be compared and meet the conditions of the options count.  Returns 0, or -1 with *diag
 * set. */
int listing_write(const struct record *const *records, size_t nr,
                  const struct compare_options *options, struct arena *arena, FILE *out,
                  struct diag *diag);

#endif
