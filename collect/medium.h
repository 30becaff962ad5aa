/* The medium: what the files of a job stand on, and what of that limits belief. */
#ifndef IOD_COLLECT_MEDIUM_H
#define IOD_COLLECT_MEDIUM_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/job.h"
#include "collect/target.h"
#include "record/diag.h"

/* What limits belief in figures of a clone. */
struct medium {
    bool is_memory;   /* a file stands on a file system, or is a device, that is memory */
    bool has_holes;   /* part of what it reads was never written */
    bool fits_memory; /* it reads through the page cache, which can hold all that is read */
};

/* Looks at what a clone of the job uses just before it starts; read_bytes is what all jobs that
 * run with it use of files that are read through the page cache.  What is found is
 * reported to sink, which may be NULL. */
void medium_look(const struct job *job, const struct target *target, uint64_t read_bytes,
                 const struct diag_sink *sink, struct medium *medium);

#endif
