/* On which CPUs, and how nice, the thread of a worker runs. */
#ifndef IOD_COLLECT_AFFINITY_H
#define IOD_COLLECT_AFFINITY_H

#include <sched.h>

#include "collect/job.h"
#include "record/diag.h"

/* Sets *cpus to those of a list such as "0-3,6".  Returns 0, or -1 and *diag where it is
 * none, is empty or names one of CPU_SETSIZE or above. */
int affinity_read(const char *list, cpu_set_t *cpus, struct diag *diag);

/* Binds the calling thread to cpus_allowed of the job (one of them, in turn by clone, where
 * the job splits them) and sets its nice value.  Returns 0, or -1 and *diag; a job that
 * asks for neither is left as it is. */
int affinity_set(const struct job *job, unsigned clone, struct diag *diag);

#endif
