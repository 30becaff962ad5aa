/* Preconditioning: what jobs use is written once before anything is measured, so that a
 * device does not answer from what was never written. */
#ifndef IOD_COLLECT_PRECONDITION_H
#define IOD_COLLECT_PRECONDITION_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/budget.h"
#include "collect/target.h"
#include "record/diag.h"

/* Part of a file or device that some clone uses. */
struct precondition_range {
    uint64_t first, second; /* equal of equal files */
    int fd;                 /* borrowed */
    const char *name;       /* of the job, for messages; borrowed */
    uint64_t start_bytes, end_bytes;
};

struct precondition {
    struct precondition_range *at;
    size_t nr, room;
    struct budget *budget;    /* NULL: no end; borrowed, as what follows */
    const _Atomic bool *stop;
    uint64_t written_bytes;   /* out */
};

/* Adds what a clone uses, but for files that made->at says were just filled, and what
 * keeps nothing.  The descriptors must stay open until precondition_write(). */
void precondition_add(struct precondition *precondition, const char *job,
                      const struct target *target, const struct made_files *made);

/* Writes seeded data that no device makes smaller, once and in order, from the first byte that
 * is used of each file to the last, and syncs; counts written_bytes.  Frees the ranges.  Returns 0,
 * or -1 and *diag. */
int precondition_write(struct precondition *precondition, struct diag *diag);

#endif
