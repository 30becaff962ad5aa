/* Jobs as text, to see what was made of a job file. */
#ifndef IOD_COLLECT_JOB_PRINT_H
#define IOD_COLLECT_JOB_PRINT_H

#include <stdio.h>

#include "collect/job.h"

/* Writes the jobs to out as a job file without globals, includes and variables: each with
 * all that was set of it, the settings that matter most even where nothing set them, and as
 * comments what is done in place of what was asked for.  It reads back to the same jobs. */
void job_print(const struct job_list *jobs, FILE *out);

#endif
