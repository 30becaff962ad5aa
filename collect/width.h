/* The width of intervals: how sure a comparison is so far. */
#ifndef IOD_COLLECT_WIDTH_H
#define IOD_COLLECT_WIDTH_H

#include "record/diag.h"

/* Compares the records in the file at path by the program report, iodelta-report, whose intervals
 * are those that the reader will see, and finds how far the widest of bandwidth or of operations
 * goes from its delta, in percent: infinity where some delta has none.  Returns 0, or -1 and
 * *diag. */
int width_find(const char *report, const char *path, double *width_pct, struct diag *diag);

/* The same of a report in JSON that the descriptor holds (doc/report-format.md); name is for
 * messages. */
int width_of_report(int fd, const char *name, double *width_pct, struct diag *diag);

#endif
