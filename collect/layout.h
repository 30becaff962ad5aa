/* Layout: what a file has before a job starts. */
#ifndef IOD_COLLECT_LAYOUT_H
#define IOD_COLLECT_LAYOUT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "record/diag.h"

/* What is filled. */
struct layout_request {
    const char *path; /* for messages */
    uint64_t start_bytes, bytes;
    uint64_t seed;            /* data depend on it, and on nothing else */
    const _Atomic bool *stop; /* ends it; may be NULL */
};

/* Fills a part of what fd has open for writing with seeded data that no device makes smaller,
 * syncs it and drops it from the page cache.  Returns 0; -1 and *diag where that fails, or where
 * stop is set meanwhile. */
int layout_fill(int fd, const struct layout_request *request, struct diag *diag);

/* Gives the new, empty file its size, allocated unless that is not wanted or the file
 * system cannot.  Returns as above. */
int layout_size(int fd, const char *path, uint64_t bytes, bool allocates, struct diag *diag);

/* Checks that a tenth of the file system stays free behind bytes more.  Returns as above. */
int layout_check_room(int fd, const char *path, uint64_t bytes, struct diag *diag);

#endif
