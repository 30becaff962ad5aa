/* Preconditioning: what jobs use is written once before anything is measured, so that a
 * device does not answer from what was never written. */
#ifndef IOD_COLLECT_PRECONDITION_H
#define IOD_COLLECT_PRECONDITION_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "collect/budget.h"
#include "collect/file_range.h"
#include "collect/made.h"
#include "collect/target.h"
#include "record/diag.h"

/* All is borrowed. */
struct precondition_request {
    const struct file_ranges *ranges; /* merged */
    const struct made_files *made;    /* those that were just filled are passed over */
    struct budget *budget;            /* NULL: no end */
    const _Atomic bool *stop;
};

/* Writes seeded data that no device makes smaller, once and in order, from the first byte that
 * is used of each file to the last, and syncs.  Adds to *written_bytes.  Returns 0, or -1 and
 * *diag. */
int precondition_write(const struct precondition_request *request, uint64_t *written_bytes,
                       struct diag *diag);

#endif
