/* Thresholds: changes for which a program that calls this one wants to know. */
#ifndef IOD_REPORT_THRESHOLD_H
#define IOD_REPORT_THRESHOLD_H

#include <stdbool.h>
#include <stddef.h>

#include "record/diag.h"
#include "report/comparison.h"

/* One of --fail-if: METRIC<PCT%, METRIC>PCT%, or METRIC/OP for one operation. */
struct threshold {
    const char *text;  /* as it was given, borrowed */
    char *metric, *op; /* owned; op is NULL for all */
    bool is_below;
    double pct;
};

/* Reads a threshold; returns 0, or -1 with *diag set.  threshold_clear() frees what it owns. */
int threshold_read(struct threshold *threshold, const char *text, struct diag *diag);
void threshold_clear(struct threshold *threshold);

enum threshold_result {
    THRESHOLD_KEPT,      /* nothing crosses it */
    THRESHOLD_CROSSED,   /* a decided change does */
    THRESHOLD_UNDECIDED, /* no decided change does, but one has no verdict */
    THRESHOLD_NOTHING,   /* no change of the metric was compared */
};

/* Holds the changes against the baseline of all sections against a threshold, or for NULL
 * looks whether one is undecided.  Fills *diag with a line that says which change it is. */
enum threshold_result threshold_check(const struct threshold *threshold,
                                      const struct comparison *comparison, struct diag *diag);

#endif
