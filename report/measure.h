/* Measurements: what one execution measured for one operation, be it one record
 * or the parallel jobs of one group. */
#ifndef IOD_REPORT_MEASURE_H
#define IOD_REPORT_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/arena.h"
#include "record/record.h"
#include "report/comparison.h"

struct measure {
    const struct record **records; /* the jobs, in input order; reads, then writes of a total */
    size_t nr;
    const char *op;
    size_t order;      /* place of the first record among all records */
    uint32_t *levels;  /* per attribute: number of the level plus 1, 0 where absent */
    bool is_total;     /* reads and writes of a mixed group added up */
    bool is_mixed;     /* belongs to such a total */
    double read_share; /* of a total: share of its rate that reads have, -1 if not known */
};

struct measure_list {
    struct measure *at;
    size_t nr;
    size_t room;
};

/* Forms measurements of nr records, which are free to be compared.  Records with
 * a group that share source, message, invocation, group, run, config and op are
 * the jobs of one measurement: they ran at the same time, so they are never
 * repetitions.  A record without a group stands alone.  A record of scope group
 * or all-clients counts only where its group has no record of a job.
 *
 * Where a job of a group has both reads and writes, or says so by rw or rwmixread,
 * a further measurement of op COMPARE_OP_TOTAL adds up the group's reads and
 * writes. */
struct measure_list measure_records(const struct record *const *records, size_t nr,
                                    struct arena *arena);

/* Gives the value of a metric, joined over the jobs by the rule of the metric's
 * table: rates are summed, or where run times differ by more than 1 % bytes and
 * operations are, over the longest time; means are weighted by I/O count; percentiles
 * are those of the merged histograms; what does not combine has no value.  Metrics of
 * report/cost.h are computed.  Fills value, bound and precision of *sample
 * and returns whether there is one. */
bool measure_value(const struct measure *measure, const char *metric,
                   struct compare_sample *sample);

/* Returns whether the run times of nr jobs are known and differ by more than 1 %. */
bool measure_is_uneven(const struct record *const *records, size_t nr);

#endif
