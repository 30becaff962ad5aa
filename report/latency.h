/* Latency: percentiles of several jobs, out of their histograms. */
#ifndef IOD_REPORT_LATENCY_H
#define IOD_REPORT_LATENCY_H

#include <stdbool.h>
#include <stddef.h>

#include "record/record.h"

/* Gives a percentile metric, such as clat_p99_ns, of nr results that all have the
 * histogram of its kind: that of the merged histograms, as fio takes it (the middle of
 * the first bin up to which the percentage of all lies).  *precision gets the width of
 * that bin.  Returns whether there is one. */
bool latency_percentile(const struct record *const *records, size_t nr, const char *metric,
                        double *value, double *precision);

#endif
