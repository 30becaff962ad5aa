/* Where a job's I/O falls when not every place is as likely as another. */
#ifndef IOD_COLLECT_DISTRIBUTION_H
#define IOD_COLLECT_DISTRIBUTION_H

#include <stdint.h>

#include "collect/job.h"
#include "collect/random.h"

struct distribution;

/* Makes a distribution over nr places, 1 or more.  Numbers drawn are ranks, and
 * rank 0 is the likeliest; the caller scatters them over its places, as fio
 * does by a hash.  P(rank) is in proportion to
 *   JOB_ZIPF    (rank + 1)^-parameter, parameter ("theta") > 0;
 *   JOB_PARETO  ((rank + 1)/nr)^a - (rank/nr)^a with a = log(1 - h)/log(h), parameter
 *               h between 0 and 1: a share of 1 - h of the I/O falls on a share
 *               of h of the places;
 *   JOB_NORMAL  the normal density, its middle in that of the range, parameter its
 *               standard deviation in percent of the range, > 0, of places
 *               ranked by their distance from there; none lies beyond the range;
 *   JOB_UNIFORM 1.
 * The caller frees it with distribution_free().  Ranges as large as a device's are
 * no burden: the table has some hundred rows. */
struct distribution *distribution_new(enum job_distribution kind, double parameter, uint64_t nr);

void distribution_free(struct distribution *distribution);

/* Draws a rank, 0 to nr - 1: two or three random numbers, and hardly ever a power. */
uint64_t distribution_next(const struct distribution *distribution, struct random *random);

#endif
