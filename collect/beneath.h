/* What storage stands beneath a path: its mount, and the block device of that. */
#ifndef IOD_COLLECT_BENEATH_H
#define IOD_COLLECT_BENEATH_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "collect/mountinfo.h"
#include "record/diag.h"

enum { BENEATH_NAME_MAX = 256 };

struct beneath {
    char *real;         /* the path, absolute and free of links; owned */
    bool is_device;     /* the path is itself that of a block device */
    bool has_mount;     /* mount is valid; never of a device */
    struct mount mount; /* owned */
    bool has_device;
    char device[BENEATH_NAME_MAX]; /* the kernel's name, such as "vda1"; "" if none */
};

/* Finds what stands beneath path; a path that is to be made stands for its folder.  root is put
 * before /proc and /sys; where it is not "", paths are taken as they are and devices are known by
 * their names alone.  File systems with a number of their own (btrfs) stand on their source.
 * Returns 0, or -1 with *diag set where nothing is there.  The caller frees with beneath_free()
 * in both cases. */
int beneath_find(const char *root, const char *path, struct beneath *beneath, struct diag *diag);

void beneath_free(struct beneath *beneath);

/* Reads the number of the device that the kernel calls name; of a partition that of its disk
 * where wants_disk.  Returns false where there is none. */
bool beneath_number(const char *root, const char *name, bool wants_disk, dev_t *dev);

/* Writes the kernel's name of the device of this number; false where there is none. */
bool beneath_name(const char *root, dev_t dev, char name[BENEATH_NAME_MAX]);

#endif
