/* Which parts of which files the clones of a run use, each file once. */
#ifndef IOD_COLLECT_FILE_RANGE_H
#define IOD_COLLECT_FILE_RANGE_H

#include <stddef.h>
#include <stdint.h>

#include "collect/target.h"

/* From the first byte of a file or device that some clone uses to the last. */
struct file_range {
    uint64_t first, second; /* equal of equal files */
    int fd;                 /* of one of the clones; borrowed */
    const char *job;        /* its name; borrowed */
    uint64_t start_bytes, end_bytes;
};

/* All zero bytes are none; the owner frees at. */
struct file_ranges {
    struct file_range *at;
    size_t nr, room;
};

/* Adds what a clone of the job uses, but for character devices. */
void file_ranges_add(struct file_ranges *ranges, const char *job, const struct target *target);

/* Sorts them and makes one of all that are of one file. */
void file_ranges_merge(struct file_ranges *ranges);

#endif
