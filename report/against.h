/* Against: an earlier report, beside one of now. */
#ifndef IOD_REPORT_AGAINST_H
#define IOD_REPORT_AGAINST_H

#include <stddef.h>

#include "record/diag.h"
#include "report/comparison.h"

/* The factor in which both reports differ, and its levels. */
#define AGAINST_FACTOR "report"
#define AGAINST_OLD "old"
#define AGAINST_NEW "new"

/* Compares a comparison with the JSON report at path: the runs of each row and level that both
 * have, by the id of the row and the name of the level, where sections share measurements
 * once.  Takes noise, method and what is shown from options.  *missing gets how many rows of
 * the earlier report are not in now.  Returns a comparison in the arena of now, or NULL with
 * *diag set where path is no such report or nothing is in both. */
struct comparison *against_compare(const struct comparison *now, const char *path,
                                   const struct compare_options *options, size_t *missing,
                                   struct diag *diag);

#endif
