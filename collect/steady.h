/* Steady state: whether figures of runs after one another do not change any more. */
#ifndef IOD_COLLECT_STEADY_H
#define IOD_COLLECT_STEADY_H

#include <stdbool.h>
#include <stddef.h>

enum { STEADY_RUNS = 5 };

/* Whether n values, one of each round in order, are steady by the rule of SNIA's Solid State
 * Storage Performance Test Specification 2.0.2: of the last five the span is no more than 20 %
 * of their mean, and a least-squares line through them rises or falls by no more than 10 % of
 * it.  Fewer than five values are not. */
bool steady_is(const double *values, size_t n);

/* What was measured of each cell, by job and operation. */
struct steady_log;

struct steady_log *steady_log_new(void);
void steady_log_free(struct steady_log *log);

/* Notes a figure of one run of a cell; clones of a job in one run are summed. */
void steady_log_add(struct steady_log *log, size_t cell, unsigned run, const char *job,
                    const char *op, double bw_bytes_per_s);

/* Whether all that was noted is steady; not where nothing was. */
bool steady_log_is_steady(const struct steady_log *log);

#endif
