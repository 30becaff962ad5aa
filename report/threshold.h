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

/* All thresholds of a command line. */
struct thresholds {
    struct threshold *at;
    const char **metrics; /* of each, borrowed from it */
    size_t nr;
};

/* Reads nr texts; returns 0, or -1 with *diag set.  thresholds_free() frees what it owns, also
 * of one that is all zero. */
int thresholds_read(struct thresholds *thresholds, const char *const *texts, size_t nr,
                    struct diag *diag);
void thresholds_free(struct thresholds *thresholds);

/* Returns the exit code of record/exit_code.h that the thresholds ask for, with messages to sink
 * that say why: one that is crossed goes before one of which nothing was compared, and that
 * before what is undecided, which counts only where fails_undecided. */
int thresholds_check(const struct thresholds *thresholds, const struct comparison *comparison,
                     bool fails_undecided, const struct diag_sink *sink);

#endif
