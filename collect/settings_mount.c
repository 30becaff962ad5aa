/* Settings of mounts, by remounting. */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/sysmacros.h>

#include "collect/settings_parts.h"
#include "collect/sysfile.h"

enum { MOUNTINFO_LIMIT = 8 * 1024 * 1024 };

/* Finds a mount of the device, of this number where that is not 0. */
static bool find(const struct settings_ground *ground, uint64_t id, dev_t dev, struct mount *mount)
{
    char *text = sysfile_read(ground->root, "/proc/self/mountinfo", MOUNTINFO_LIMIT);
    const char *at = text ? text : "";
    bool is_found = false;
    while (!is_found && mountinfo_next(&at, mount)) {
        is_found = (!id || mount->id == id) && makedev(mount->major, mount->minor) == dev;
        if (!is_found)
            mount_free(mount);
    }
    free(text);
    return is_found;
}

bool settings_mount_find(const struct settings_ground *ground, uint64_t id, dev_t dev,
                         struct mount *mount)
{
    return find(ground, id, dev, mount);
}

bool settings_mount_is_anywhere(const struct settings_ground *ground, dev_t dev)
{
    struct mount mount;
    bool is_found = find(ground, 0, dev, &mount);
    if (is_found)
        mount_free(&mount);
    return is_found;
}

/* Passes the difference to the kernel; false with errno set. */
static bool pass(const struct settings_ground *ground, const struct mount *mount,
                 const struct mount_options *shown, const struct mount_options *wanted,
                 const char *data)
{
    const struct settings_calls *calls = ground->calls;
    /* MS_BIND changes the mount alone; without it all flags count for both. */
    if (shown->flags != wanted->flags &&
        calls->remount(calls->context, mount->point, mount->id,
                       MS_REMOUNT | MS_BIND | wanted->flags, NULL) != 0)
        return false;
    if (!data[0] && shown->super_flags == wanted->super_flags)
        return true;
    return calls->remount(calls->context, mount->point, mount->id,
                          MS_REMOUNT | wanted->flags | wanted->super_flags, data) == 0;
}

static int change(const struct settings_ground *ground, const struct mount *mount,
                  const struct mount_options *wanted, struct diag *diag)
{
    struct mount_options shown;
    struct strbuf data = STRBUF_INIT;
    int status = 0;
    mount_options_read(mount->options, mount->super_options, &shown);
    if ((shown.flags | shown.super_flags) & MS_RDONLY) {
        diag_set(diag, DIAG_FATAL, mount->point, 0, "mount it for writing",
                 "is mounted read-only, and is not remounted");
        status = -1;
    } else if (mount_options_change(mount->fs, &shown, wanted, &data, diag) != 0) {
        status = -1;
    } else if (strpbrk(data.text, "/\"'\\ ")) {
        diag_set(diag, DIAG_FATAL, mount->point, 0, NULL,
                 "is not remounted: an option of it names a file");
        status = -1;
    } else if (!pass(ground, mount, &shown, wanted, data.text)) {
        diag_set(diag, DIAG_FATAL, mount->point, 0,
                 errno == EPERM ? "run it as root" : "look into the kernel's log for the option",
                 "cannot be remounted%s%s: %s", data.length ? " with " : "", data.text,
                 strerror(errno));
        status = -1;
    }
    strbuf_free(&data);
    mount_options_free(&shown);
    return status;
}

int settings_mount_change(const struct settings_ground *ground, uint64_t id, dev_t dev,
                          const struct mount_options *wanted, struct diag *diag)
{
    struct mount mount;
    struct mount_options shown;
    if (!find(ground, id, dev, &mount)) {
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "mount %ju is not there any more", (uintmax_t)id);
        return -1;
    }
    int status = change(ground, &mount, wanted, diag);
    mount_free(&mount);
    if (status != 0)
        return -1;
    if (find(ground, id, dev, &mount)) {
        mount_options_read(mount.options, mount.super_options, &shown);
        if (!mount_options_reached(&shown, wanted)) {
            diag_set(diag, DIAG_FATAL, mount.point, 0, NULL,
                     "has other options than were asked for: %s,%s", mount.options,
                     mount.super_options);
            status = -1;
        }
        mount_options_free(&shown);
        mount_free(&mount);
    }
    return status;
}
