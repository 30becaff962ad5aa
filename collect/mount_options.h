/* Options of mounts: what is shown of them, and what is passed to change that. */
#ifndef IOD_COLLECT_MOUNT_OPTIONS_H
#define IOD_COLLECT_MOUNT_OPTIONS_H

#include <stdbool.h>

#include "record/diag.h"
#include "record/strbuf.h"

/* How something is mounted. */
struct mount_options {
    unsigned long flags;       /* MS_* of the mount, of which one says how times of access go */
    unsigned long super_flags; /* MS_* of the file system */
    struct strbuf words;       /* its own options with commas between them, all of which show */
    struct strbuf asked;       /* the same, of which those that are the default do not show */
};
#define MOUNT_OPTIONS_INIT {0, 0, STRBUF_INIT, STRBUF_INIT}

void mount_options_free(struct mount_options *options);

/* Reads what /proc/self/mountinfo shows: the options of the mount and those of the file system.
 * *options is new. */
void mount_options_read(const char *options, const char *super_options,
                        struct mount_options *shown);

/* Says what is wrong with a level, options with "+" between them: what is no option, or is not
 * one that a remount is to change (ro, and what guards a host, such as nosuid).  NULL if
 * nothing is. */
const char *mount_options_check(const char *level);

/* Sets *wanted, which is new, to what earlier is with the options of level in place of those that
 * they contradict. */
void mount_options_want(const struct mount_options *earlier, const char *level,
                        struct mount_options *wanted);

/* Writes to data what is passed to the file system fs so that wanted comes of shown; "" is
 * nothing.  Options that are shown and not wanted are passed as their opposite, or with the
 * value that stands for the default where fs is known to have one.  Returns 0, or -1 with *diag set
 * where one cannot be taken back. */
int mount_options_change(const char *fs, const struct mount_options *shown,
                         const struct mount_options *wanted, struct strbuf *data,
                         struct diag *diag);

/* Says whether shown is wanted, or as near as it can be told. */
bool mount_options_reached(const struct mount_options *shown, const struct mount_options *wanted);

#endif
