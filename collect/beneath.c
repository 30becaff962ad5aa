#include "config.h"

#include "collect/beneath.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "collect/sysfile.h"
#include "record/memory.h"

enum { MOUNTINFO_LIMIT = 8 * 1024 * 1024 };

/* Copies what stands behind the last slash of path; false where it does not fit. */
static bool copy_base_name(char name[BENEATH_NAME_MAX], const char *path)
{
    const char *slash = strrchr(path, '/');
    int length = snprintf(name, BENEATH_NAME_MAX, "%s", slash ? slash + 1 : path);
    return length > 0 && length < BENEATH_NAME_MAX;
}

bool beneath_name(const char *root, dev_t dev, char name[BENEATH_NAME_MAX])
{
    char path[64], target[1024];
    snprintf(path, sizeof path, "/sys/dev/block/%u:%u", major(dev), minor(dev));
    return sysfile_link(root, path, target, sizeof target) && copy_base_name(name, target);
}

bool beneath_number(const char *root, const char *name, bool wants_disk, dev_t *dev)
{
    char path[BENEATH_NAME_MAX + 64], line[64];
    unsigned first, second;
    snprintf(path, sizeof path, "/sys/class/block/%s/partition", name);
    /* A partition is a folder within that of its disk. */
    const char *up = wants_disk && sysfile_exists(root, path) ? "/.." : "";
    snprintf(path, sizeof path, "/sys/class/block/%s%s/dev", name, up);
    if (sysfile_line(root, path, line, sizeof line) != 0 ||
        sscanf(line, "%u:%u", &first, &second) != 2)
        return false;
    *dev = makedev(first, second);
    return true;
}

/* Finds the kernel's name of a device file, such as /dev/vda or /dev/mapper/x.
 * Below another root, where device files are none, links and names have to do. */
static bool find_by_file(const char *root, const char *file, char name[BENEATH_NAME_MAX])
{
    char target[1024], path[PATH_MAX];
    struct stat status;
    if (!root[0])
        return stat(file, &status) == 0 && S_ISBLK(status.st_mode) &&
               beneath_name(root, status.st_rdev, name);
    if (strncmp(file, "/dev/", 5) != 0)
        return false;
    bool is_link = sysfile_link(root, file, target, sizeof target);
    if (!copy_base_name(name, is_link ? target : file))
        return false;
    snprintf(path, sizeof path, "/sys/class/block/%s", name);
    return sysfile_exists(root, path);
}

/* The number of the mount that path stands on, 0 where the kernel (before 5.8)
 * does not tell. */
static uint64_t find_mount_id(const char *root, const char *path)
{
#ifdef STATX_MNT_ID
    struct statx status;
    if (!root[0] && statx(AT_FDCWD, path, 0, STATX_MNT_ID, &status) == 0 &&
        status.stx_mask & STATX_MNT_ID)
        return status.stx_mnt_id;
#else
    (void)root;
    (void)path;
#endif
    return 0;
}

/* Makes path absolute and free of links; that of a file which is to be made is
 * that of its folder.  Below another root the path is taken as it is.  Returns
 * NULL with errno set, or a string that the caller frees. */
static char *resolve(const char *root, const char *path)
{
    char folder[PATH_MAX];
    if (root[0]) {
        int length = snprintf(folder, sizeof folder, "%s%s", path[0] == '/' ? "" : "/", path);
        if (length >= 0 && (size_t)length < sizeof folder)
            return memory_string(folder);
        errno = ENAMETOOLONG;
        return NULL;
    }
    char *real = realpath(path, NULL);
    if (real || errno != ENOENT || strlen(path) >= sizeof folder)
        return real;
    memcpy(folder, path, strlen(path) + 1);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    return realpath(slash ? folder : ".", NULL);
}

int beneath_find(const char *root, const char *path, struct beneath *beneath, struct diag *diag)
{
    *beneath = (struct beneath){.real = resolve(root, path)};
    if (!beneath->real) {
        diag_set(diag, DIAG_FATAL, path, 0, "name a file, folder or block device that is there",
                 "%s", strerror(errno));
        return -1;
    }
    beneath->is_device = find_by_file(root, beneath->real, beneath->device);
    beneath->has_device = beneath->is_device;
    if (beneath->is_device)
        return 0;
    char *text = sysfile_read(root, "/proc/self/mountinfo", MOUNTINFO_LIMIT);
    struct mount *mount = &beneath->mount;
    beneath->has_mount = mountinfo_find(text ? text : "", find_mount_id(root, beneath->real),
                                        beneath->real, mount);
    free(text);
    /* btrfs and the like stand on a number that is no device: their source is. */
    beneath->has_device =
        beneath->has_mount &&
        (beneath_name(root, makedev(mount->major, mount->minor), beneath->device) ||
         find_by_file(root, mount->source, beneath->device));
    if (!beneath->has_device)
        beneath->device[0] = '\0';
    return 0;
}

void beneath_free(struct beneath *beneath)
{
    mount_free(&beneath->mount);
    free(beneath->real);
    *beneath = (struct beneath){0};
}
