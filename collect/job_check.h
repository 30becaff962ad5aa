/* What only a whole job shows: options that do not go together. */
#ifndef IOD_COLLECT_JOB_CHECK_H
#define IOD_COLLECT_JOB_CHECK_H

#include "collect/job.h"
#include "record/diag.h"

/* Checks a job that all options were set of, and settles what follows from several of
 * them: buffered I/O of libaio goes one at a time, as it does in fio.  Reports errors and
 * notes.  Returns 0, or -1 where the job cannot be run. */
int job_check(struct job *job, const struct diag_sink *sink);

#endif
