/* Targets: the files and devices that a job reads and writes. */
#ifndef IOD_COLLECT_TARGET_H
#define IOD_COLLECT_TARGET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "collect/budget.h"
#include "collect/engine.h"
#include "collect/guard.h"
#include "collect/job.h"
#include "collect/workload.h"
#include "record/diag.h"

/* A file that was made by this run, and is known again by its number. */
struct made_file {
    char *path;
    dev_t dev;
    ino_t ino;
    uint64_t bytes;
    bool is_ready;              /* it has its size, or its data, as a job wanted it */
    bool is_filled;             /* it got data all over */
    uint64_t unallocated_bytes; /* of its size, that writing will yet take of the file system */
};

/* All files that one run made.  All zero bytes are none. */
struct made_files {
    struct made_file *at;
    size_t nr, room;
};

/* How targets are opened; all is borrowed. */
struct target_request {
    struct made_files *made;
    struct guard *guard;      /* judges what was not made and is to be written */
    struct budget *budget;    /* of what is written; NULL: no end */
    bool preconditions;       /* all that is used will be written, also by jobs that only read */
    bool fills;               /* files that are made get data: some job of the run reads, and what
                                 was never written is answered without the device */
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
 * Only what this run made and what the guard allows is ever written: all else that is there,
 * whatever name or link leads to it, is opened for reading alone, and a job that would write it is
 * refused.
 * Returns 0, or -1 and *diag, level DIAG_FATAL; *target is then empty.  The caller frees it
 * with target_close(). */
int target_open(const struct job *job, unsigned clone, const struct target_request *request,
                struct target *target, struct diag *diag);

/* Finds the file that was made and is that of *status; NULL where there is none. */
struct made_file *made_files_find(const struct made_files *made, const struct stat *status);

void target_close(struct target *target);

/* Removes the files that were made, those of them that still are what was made; with keeps
 * only those that are not ready.  Frees the list.  What cannot be removed is reported. */
void made_files_end(struct made_files *made, bool keeps, const struct diag_sink *sink);

#endif
