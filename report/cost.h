/* Cost: what an amount of work took of a CPU, out of the figures of a measurement. */
#ifndef IOD_REPORT_COST_H
#define IOD_REPORT_COST_H

#include <stdbool.h>
#include <stddef.h>

#include "record/metric.h"
#include "record/record.h"
#include "report/comparison.h"
#include "report/measure.h"

/* Returns the metrics of cost as an array of *nr: seconds of the process per GiB and
 * nanoseconds of the process per I/O, of figures of the process; percent of the host busy
 * per MB/s, of figures of the whole host.  One is never made of the figures of the other. */
const struct metric *cost_list(size_t *nr);

/* Returns the metric of cost of that name, NULL for any other; lives for ever. */
const struct metric *cost_find(const char *name);

/* Returns the metric of that name, of cost or of records; NULL for an unknown one. */
const struct metric *cost_find_any(const char *name);

/* Returns how the metrics begin that a cost is made of: without one of them there is none. */
const char *cost_parts(const char *cost);

/* Where metrics of cost and others stand in the order in which they are shown; see
 * metric_order(). */
long cost_order(const char *name);

/* Gives the value of a metric of cost.  The CPU of a job that reads and writes is that of
 * both, so their total has a cost and neither of them; it is counted once a job.  fio gives
 * the mean of its jobs where a line sums several.  Fills value and precision of *sample and
 * returns whether there is one. */
bool cost_value(const struct measure *measure, const char *name, struct compare_sample *sample);

/* Whether the CPU figures of a measurement, which is a total of reads and writes, would be
 * added up twice: they stand in both. */
bool cost_is_shared(const char *metric);

/* Whether a cost row is shown where no metric was asked for: the first of its kind that a
 * group has, and no row for operations on single characters, which measure the CPU itself. */
bool cost_is_default(const struct measure *measure, const char *name);

/* Whether a metric is of the CPU of the process, which in a guest is that of the guest. */
bool cost_is_of_process(const char *metric);

/* Whether what is said of a result names a guest of a hypervisor. */
bool cost_names_guest(const struct record *record);

#endif
