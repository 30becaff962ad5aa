/* What the block devices below some files did, as iostat shows it. */
#ifndef IOD_COLLECT_DISK_STATS_H
#define IOD_COLLECT_DISK_STATS_H

#include <stdbool.h>
#include <stdint.h>

/* Counts of one device since it appeared. */
struct disk_counts {
    uint64_t read_ios, read_bytes, read_ms;    /* ms: over all I/Os, from queueing to end */
    uint64_t write_ios, write_bytes, write_ms;
    uint64_t busy_ms;                          /* with any I/O under way */
    uint64_t queue_ms;                         /* sum over all I/Os of their time under way */
    bool is_known;
};

enum { DISKS_MAX = 16 };

/* The devices that some files are on, each once. */
struct disk_set {
    struct {
        unsigned major, minor;
        struct disk_counts before, after;
    } at[DISKS_MAX];
    unsigned nr;
    bool is_cut;         /* there are more, or a file is on none that is known */
    uint64_t before_ns, after_ns; /* CLOCK_MONOTONIC of the readings */
};

/* Adds the device of an open file: a block device itself, or what its file system is
 * on.  Where the file system says no device it is the source of the mount, if that is the only
 * one of a btrfs.  A file on none, or on several, such as of tmpfs or NFS, sets is_cut; character
 * devices add nothing.  root is put before /proc, "" for this host. */
void disk_set_add(struct disk_set *set, const char *root, int fd);

/* Reads the counts of all devices: before and after what is measured.  From
 * /sys/dev/block/MAJOR:MINOR/stat (Documentation/block/stat.rst of Linux) below root;
 * those of a device whose queue/iostats is 0 are not known. */
void disk_set_begin(struct disk_set *set, const char *root);
void disk_set_end(struct disk_set *set, const char *root);

/* Returns what happened between the two, summed over the devices.  Not known where the counts
 * of one are not, or where a counter ran backwards. */
struct disk_counts disk_set_counts(const struct disk_set *set);

#endif
