/* Mounts: the lines of /proc/self/mountinfo. */
#ifndef IOD_COLLECT_MOUNTINFO_H
#define IOD_COLLECT_MOUNTINFO_H

#include <stdbool.h>
#include <stdint.h>

/* One mount; its texts are owned by it and free of octal escapes. */
struct mount {
    uint64_t id;
    unsigned major, minor; /* of the file system; major 0 is no block device */
    char *point;
    char *options;
    char *fs;
    char *source;
    char *super_options;
};

/* Finds in text the mount that path, which is absolute and without links, stands
 * on: that of number id, or where id is 0 or not listed the one whose point is
 * the longest that path starts with; of several on one point the last.  Lines
 * that are damaged are passed over.  Returns false, with *mount empty, where
 * there is none.  The caller frees *mount with mount_free() in both cases.
 * Format: proc(5), /proc/pid/mountinfo. */
bool mountinfo_find(const char *text, uint64_t id, const char *path, struct mount *mount);

/* Reads the next sound line at *text, which moves behind it, in the same way.  Returns false, with
 * *mount empty, where there is none left. */
bool mountinfo_next(const char **text, struct mount *mount);

/* Returns a copy of a field of such files, with the escapes that stand for blanks and
 * backslashes ("\040") turned back; the caller frees it. */
char *mountinfo_field(const char *field);

void mount_free(struct mount *mount);

#endif
