/* From a path to its mount, file system and device. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "collect/hostfacts_parts.h"
#include "collect/mountinfo.h"
#include "collect/redact.h"
#include "collect/sysfile.h"
#include "record/memory.h"

enum { MOUNTINFO_LIMIT = 8 * 1024 * 1024 };

/* Copies what stands behind the last slash of path; false where it does not fit. */
static bool copy_base_name(char *name, size_t size, const char *path)
{
    const char *slash = strrchr(path, '/');
    int length = snprintf(name, size, "%s", slash ? slash + 1 : path);
    return length > 0 && (size_t)length < size;
}

/* Finds the kernel's name of the device of these numbers. */
static bool find_by_number(const struct facts *facts, unsigned major, unsigned minor, char *name,
                           size_t size)
{
    char path[64], target[1024];
    snprintf(path, sizeof path, "/sys/dev/block/%u:%u", major, minor);
    return sysfile_link(facts->root, path, target, sizeof target) &&
           copy_base_name(name, size, target);
}

/* Finds the kernel's name of a device file, such as /dev/vda or /dev/mapper/x.
 * Below another root, where device files are none, links and names have to do. */
static bool find_by_file(const struct facts *facts, const char *file, char *name, size_t size)
{
    char target[1024], path[PATH_MAX];
    struct stat status;
    if (!facts->root[0])
        return stat(file, &status) == 0 && S_ISBLK(status.st_mode) &&
               find_by_number(facts, major(status.st_rdev), minor(status.st_rdev), name, size);
    if (strncmp(file, "/dev/", 5) != 0)
        return false;
    bool is_link = sysfile_link(facts->root, file, target, sizeof target);
    if (!copy_base_name(name, size, is_link ? target : file))
        return false;
    snprintf(path, sizeof path, "/sys/class/block/%s", name);
    return sysfile_exists(facts->root, path);
}

/* The number of the mount that path stands on, 0 where the kernel (before 5.8)
 * does not tell. */
static uint64_t find_mount_id(const struct facts *facts, const char *path)
{
#ifdef STATX_MNT_ID
    struct statx status;
    if (!facts->root[0] && statx(AT_FDCWD, path, 0, STATX_MNT_ID, &status) == 0 &&
        status.stx_mask & STATX_MNT_ID)
        return status.stx_mnt_id;
#else
    (void)facts;
    (void)path;
#endif
    return 0;
}

static void add_options(struct facts *facts, const char *prefix, const char *name,
                        const char *options)
{
    struct strbuf kept = STRBUF_INIT;
    redact_mount_options(options, facts->is_identified, &kept);
    facts_set(facts, prefix, name, kept.text);
    strbuf_free(&kept);
}

static void add_mount(struct facts *facts, struct hostfacts_devices *devices, const char *prefix,
                      const char *path)
{
    char name[NAME_MAX + 1];
    struct mount mount;
    char *text = sysfile_read(facts->root, "/proc/self/mountinfo", MOUNTINFO_LIMIT);
    bool is_found = mountinfo_find(text ? text : "", find_mount_id(facts, path), path, &mount);
    free(text);
    facts_set(facts, prefix, "mount", mount.point);
    facts_set(facts, prefix, "fs", mount.fs);
    if (is_found) {
        bool is_shown = facts->is_identified || redact_is_plain_device(mount.source) ||
                        strcmp(mount.source, mount.fs) == 0;
        facts_set(facts, prefix, "source", is_shown ? mount.source : REDACT_WORD);
        add_options(facts, prefix, "options", mount.options);
        add_options(facts, prefix, "super_options", mount.super_options);
    }
    /* btrfs and the like stand on a number that is no device: their source is. */
    bool has_device =
        is_found && (find_by_number(facts, mount.major, mount.minor, name, sizeof name) ||
                     find_by_file(facts, mount.source, name, sizeof name));
    facts_set(facts, prefix, "device", has_device ? name : NULL);
    if (has_device)
        hostfacts_add_device(facts, devices, name);
    mount_free(&mount);
}

/* Makes path absolute and free of links; that of a file which is to be made is
 * that of its folder.  Below another root the path is taken as it is.  Returns
 * NULL with errno set, or a string that the caller frees. */
static char *resolve(const struct facts *facts, const char *path)
{
    char folder[PATH_MAX];
    if (facts->root[0]) {
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

int hostfacts_add_path(struct facts *facts, struct hostfacts_devices *devices, unsigned number,
                       const char *path, struct diag *diag)
{
    char prefix[32], name[NAME_MAX + 1];
    char *real = resolve(facts, path);
    if (!real) {
        diag_set(diag, DIAG_FATAL, path, 0, "name a file, folder or block device that is there",
                 "%s", strerror(errno));
        return -1;
    }
    snprintf(prefix, sizeof prefix, "path.%u", number);
    if (facts->is_identified)
        facts_set(facts, prefix, "given", path);
    if (find_by_file(facts, real, name, sizeof name)) {
        facts_set(facts, prefix, "device", name);
        hostfacts_add_device(facts, devices, name);
    } else {
        add_mount(facts, devices, prefix, real);
    }
    free(real);
    return 0;
}
