/* Scaled jobs: the same in less time. */
#ifndef IOD_COLLECT_JOB_SCALE_H
#define IOD_COLLECT_JOB_SCALE_H

#include "collect/job.h"

/* Multiplies runtime, ramp_time and startdelay of all jobs by factor, above 0; what
 * was not 0 stays at least a microsecond.  Notes the factor in their params as "scale_time". */
void job_scale_times(struct arena *arena, struct job_list *jobs, double factor);

#endif
