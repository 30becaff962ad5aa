#include "collect/disk_stats.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "collect/clock.h"
#include "collect/mountinfo.h"
#include "collect/sysfile.h"

enum { SECTOR_BYTES = 512, MOUNTINFO_LIMIT = 4 << 20, NAMES_LIMIT = 4096 };

static bool is_block_device(const char *path, dev_t *device)
{
    struct stat status;
    if (strncmp(path, "/dev/", 5) != 0 || stat(path, &status) != 0 || !S_ISBLK(status.st_mode))
        return false;
    *device = status.st_rdev;
    return true;
}

static uint64_t mount_of(const char *root, int fd)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fdinfo/%d", fd);
    char *text = sysfile_read(root, path, 4096);
    const char *at = text ? strstr(text, "mnt_id:") : NULL;
    uint64_t id = at ? strtoull(at + 7, NULL, 10) : 0;
    free(text);
    return id;
}

/* Whether the kernel's list of names has the name. */
static bool has_name(const struct sysfile_names *names, const char *name)
{
    for (size_t i = 0; i < names->nr; i++)
        if (strcmp(names->at[i], name) == 0)
            return true;
    return false;
}

/* Whether a btrfs has this device and no other: the source of its mount is but one of them. */
static bool is_only_device(const char *root, dev_t device)
{
    char path[320], link[1024];
    snprintf(path, sizeof path, "/sys/dev/block/%u:%u", major(device), minor(device));
    if (!sysfile_link(root, path, link, sizeof link))
        return false;
    const char *slash = strrchr(link, '/'), *name = slash ? slash + 1 : link;
    struct sysfile_names systems;
    bool is_only = false;
    sysfile_list(root, "/sys/fs/btrfs", NAMES_LIMIT, &systems);
    for (size_t i = 0; i < systems.nr && !is_only; i++) {
        struct sysfile_names devices;
        snprintf(path, sizeof path, "/sys/fs/btrfs/%.255s/devices", systems.at[i]);
        sysfile_list(root, path, NAMES_LIMIT, &devices);
        is_only = devices.nr == 1 && has_name(&devices, name);
        sysfile_names_free(&devices);
    }
    sysfile_names_free(&systems);
    return is_only;
}

/* Finds the device that the mount of a file names as its source, and that is all there is below
 * its file system. */
static bool find_source(const char *root, int fd, dev_t *device)
{
    char *text = sysfile_read(root, "/proc/self/mountinfo", MOUNTINFO_LIMIT);
    uint64_t id = mount_of(root, fd);
    struct mount mount = {.id = 0};
    bool is_found = text && id && mountinfo_find(text, id, "/", &mount) && mount.id == id &&
                    is_block_device(mount.source, device) && is_only_device(root, *device);
    mount_free(&mount);
    free(text);
    return is_found;
}

void disk_set_add(struct disk_set *set, const char *root, int fd)
{
    struct stat status;
    if (fstat(fd, &status) != 0 || S_ISCHR(status.st_mode))
        return;
    dev_t device = S_ISBLK(status.st_mode) ? status.st_rdev : status.st_dev;
    if (major(device) == 0 && !find_source(root, fd, &device)) {
        set->is_cut = true;
        return;
    }
    for (unsigned i = 0; i < set->nr; i++)
        if (set->at[i].major == major(device) && set->at[i].minor == minor(device))
            return;
    if (set->nr == DISKS_MAX) {
        set->is_cut = true;
        return;
    }
    set->at[set->nr].major = major(device);
    set->at[set->nr++].minor = minor(device);
}

/* A partition has the queue of its disk. */
static bool is_counted(const char *root, unsigned major_nr, unsigned minor_nr)
{
    static const char *const folders[] = {"", "../"};
    char path[96], line[16];
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        snprintf(path, sizeof path, "/sys/dev/block/%u:%u/%squeue/iostats", major_nr, minor_nr,
                 folders[i]);
        if (sysfile_line(root, path, line, sizeof line) == 0)
            return strcmp(line, "0") != 0;
    }
    return true;
}

static struct disk_counts read_counts(const char *root, unsigned major_nr, unsigned minor_nr)
{
    struct disk_counts counts = {.is_known = false};
    char path[64], line[512];
    if (!is_counted(root, major_nr, minor_nr))
        return counts;
    snprintf(path, sizeof path, "/sys/dev/block/%u:%u/stat", major_nr, minor_nr);
    if (sysfile_line(root, path, line, sizeof line) != 0)
        return counts;
    uint64_t read_sectors, write_sectors;
    int nr = sscanf(line,
                    "%" SCNu64 " %*u %" SCNu64 " %" SCNu64 " %" SCNu64 " %*u %" SCNu64
                    " %" SCNu64 " %*u %" SCNu64 " %" SCNu64,
                    &counts.read_ios, &read_sectors, &counts.read_ms, &counts.write_ios,
                    &write_sectors, &counts.write_ms, &counts.busy_ms, &counts.queue_ms);
    counts.is_known = nr == 8 && read_sectors <= UINT64_MAX / SECTOR_BYTES &&
                      write_sectors <= UINT64_MAX / SECTOR_BYTES;
    counts.read_bytes = counts.is_known ? read_sectors * SECTOR_BYTES : 0;
    counts.write_bytes = counts.is_known ? write_sectors * SECTOR_BYTES : 0;
    return counts;
}

void disk_set_begin(struct disk_set *set, const char *root)
{
    for (unsigned i = 0; i < set->nr; i++)
        set->at[i].before = read_counts(root, set->at[i].major, set->at[i].minor);
    set->before_ns = clock_kernel_ns();
}

void disk_set_end(struct disk_set *set, const char *root)
{
    set->after_ns = clock_kernel_ns();
    for (unsigned i = 0; i < set->nr; i++)
        set->at[i].after = read_counts(root, set->at[i].major, set->at[i].minor);
}

/* Adds the growth of one counter; false where it did not grow. */
static bool add_growth(uint64_t *sum, uint64_t before, uint64_t after)
{
    *sum += after - before;
    return after >= before;
}

static bool add_disk(struct disk_counts *sum, const struct disk_counts *before,
                     const struct disk_counts *after)
{
    return before->is_known && after->is_known &&
           add_growth(&sum->read_ios, before->read_ios, after->read_ios) &&
           add_growth(&sum->read_bytes, before->read_bytes, after->read_bytes) &&
           add_growth(&sum->read_ms, before->read_ms, after->read_ms) &&
           add_growth(&sum->write_ios, before->write_ios, after->write_ios) &&
           add_growth(&sum->write_bytes, before->write_bytes, after->write_bytes) &&
           add_growth(&sum->write_ms, before->write_ms, after->write_ms) &&
           add_growth(&sum->busy_ms, before->busy_ms, after->busy_ms) &&
           add_growth(&sum->queue_ms, before->queue_ms, after->queue_ms);
}

struct disk_counts disk_set_counts(const struct disk_set *set)
{
    struct disk_counts sum = {.is_known = set->nr > 0};
    for (unsigned i = 0; i < set->nr; i++)
        sum.is_known &= add_disk(&sum, &set->at[i].before, &set->at[i].after);
    return sum;
}
