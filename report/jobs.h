/* Jobs: what each of the parallel jobs behind a sum did. */
#ifndef IOD_REPORT_JOBS_H
#define IOD_REPORT_JOBS_H

#include "record/arena.h"
#include "report/comparison.h"

/* Fills the jobs of a change whose base and level are set, where a side sums
 * several jobs: each job of either side by its name, its mean over the runs, the
 * smallest and largest change, and how many jobs a side lacks.  Clones of one job
 * that share a name are added up, for nothing says which clone answers to which;
 * where that leaves one job there is nothing to tell, and no job is given. */
void jobs_fill_change(struct compare_change *change, const struct compare_row *row,
                      struct arena *arena);

#endif
