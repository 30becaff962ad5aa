/* Layout: what a file has before a job starts. */
#ifndef IOD_COLLECT_LAYOUT_H
#define IOD_COLLECT_LAYOUT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "record/diag.h"

/* Fills the new, empty file with bytes of seeded data that no device makes smaller, syncs
 * it and drops it from the page cache.  Returns 0; -1 and *diag where that fails, or where
 * stop, which may be NULL, is set meanwhile. */
int layout_fill(int fd, const char *path, uint64_t bytes, uint64_t seed,
                const _Atomic bool *stop, struct diag *diag);

/* Gives the new, empty file its size, allocated unless that is not wanted or the file
 * system cannot.  Returns as above. */
int layout_size(int fd, const char *path, uint64_t bytes, bool allocates, struct diag *diag);

/* Checks that a tenth of the file system stays free behind bytes more.  Returns as above. */
int layout_check_room(int fd, const char *path, uint64_t bytes, struct diag *diag);

#endif
