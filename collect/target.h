/* Targets: the files and devices that a job reads and writes. */
#ifndef IOD_COLLECT_TARGET_H
#define IOD_COLLECT_TARGET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/budget.h"
#include "collect/engine.h"
#include "collect/guard.h"
#include "collect/job.h"
#include "collect/made.h"
#include "collect/workload.h"
#include "record/diag.h"

/* How targets are opened; all is borrowed. */
struct target_request {
    struct made_files *made;
    struct guard *guard;      /* judges what was not made and is to be written */
    struct budget *budget;    /* of what is written; NULL: no end */
    bool preconditions;       /* all that is used will be written, also by jobs that only read */
    bool fills;               /* files that are made get data: some job of the run reads, and what
                                 was never written is answered without the device */
    const char *owner;        /* of files that are made, as mark_begin() takes it */
    const _Atomic bool *stop; /* ends the making of files */
    const struct diag_sink *sink;
};

/* What one clone of a job does I/O on. */
struct target {
    struct engine_file *files;
    struct workload_extent *extents;
    unsigned nr, room;
};

/* Opens the files of a clone: those that filename lists (a colon between them, "\:" within
 * a name), or nrfiles of them named "job.clone.file", in directory.  A file that is not
 * there is made, never over another and never in /dev: with seeded data that no device makes
 * smaller, and synced; allocated alone where nothing is read.  A tenth of the file system
 * stays free.
 * A file that an earlier run made and kept, whose mark holds and which nobody else writes, is
 * used as it is where size and seed fit, else laid out anew; one that a run of the same owner
 * left behind is laid out anew.
 * Only what this run made or knows so and what the guard allows is ever written: all else that is
 * there, whatever name or link leads to it, is opened for reading alone, and a job that would
 * write it is refused.
 * Returns 0, or -1 and *diag, level DIAG_FATAL; *target is then empty.  The caller frees it
 * with target_close(). */
int target_open(const struct job *job, unsigned clone, const struct target_request *request,
                struct target *target, struct diag *diag);

void target_close(struct target *target);

#endif
