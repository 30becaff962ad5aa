/* Host facts: what of this host bears on how fast its storage is. */
#ifndef IOD_COLLECT_HOSTFACTS_H
#define IOD_COLLECT_HOSTFACTS_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/facts.h"
#include "record/diag.h"
#include "record/record.h"

struct hostfacts_request {
    const char *root;         /* folder that stands for "/"; "" is this host */
    bool is_identified;       /* also serial numbers, host names, UUIDs, backing paths */
    const char *const *paths; /* files, folders or block devices whose stack is wanted */
    size_t paths_nr;          /* 0: every block device that has a size, and "." ("/"
                                 below another root) */
    const char *of;           /* the id of the campaign that it belongs to; NULL: none */
};

/* Reads the facts into a new record of kind host in the arena: flat names such
 * as "cpu.model" to texts; units stand in the names.  A fact that is not to be
 * had is FACTS_ABSENT or FACTS_UNREADABLE.  Writes nothing and changes nothing.
 * Returns NULL with *diag set where the root or one of the paths is
 * not there. */
struct record *hostfacts_read(struct arena *arena, const struct hostfacts_request *request,
                              struct diag *diag);

#endif
