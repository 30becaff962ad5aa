/* The guard: says which devices and which files of others a run may write, and holds them. */
#ifndef IOD_COLLECT_GUARD_H
#define IOD_COLLECT_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#include "record/diag.h"

struct guard;

/* Makes a guard that lets nothing be written but what the nr permits name.  A permit is
 * "PATH" or "PATH:SIGNATURES", with commas between several; where PATH has colons itself, what is
 * there under the whole text counts first, else the last colon parts the two.  What stands
 * at PATH now is meant, and nothing that comes to stand there later.  root is put before /proc
 * and /sys, "" for this host.  Texts are copied; sink is borrowed until guard_free(), and is
 * told what will be written over.  The caller owns the guard. */
struct guard *guard_new(const char *root, const char *const *permits, size_t nr,
                        const struct diag_sink *sink);

/* Judges the block device or regular file that fd has open, by O_PATH or else, with *status
 * of it; path and job are for messages.  It may be written where all of this holds:
 * a permit names it and each signature on it (of a file system, a volume manager, a table of
 * partitions); it is not mounted, no swap, not held, and not open for writing elsewhere,
 * and neither are its partitions, its disk, what lies below it, or what a loop device makes of it.
 * A device is claimed with O_EXCL before that is looked at, so that it stays so.
 * Returns a descriptor that has it open for reading and writing, and is the guard's until
 * guard_free(): what is written must be opened again through that.  Returns -1 and *diag, level
 * DIAG_FATAL, where it may not be written.  Asked again for the same it gives the same. */
int guard_hold(struct guard *guard, const char *job, const char *path, int fd,
               const struct stat *status, struct diag *diag);

/* Whether anybody has the regular file open for writing that fd has open for reading alone: other
 * processes, also those that cannot be seen, this one, and the kernel, which does for a loop
 * device.  Who lets go of it within two seconds is waited for.  Where the file system cannot
 * tell, false. */
bool guard_has_writer(int fd);

/* Reports permits that named nothing that was written, lets go of what is held, and frees.
 * NULL is fine. */
void guard_free(struct guard *guard);

#endif
