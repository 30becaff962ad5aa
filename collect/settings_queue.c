/* Settings of the queues of block devices. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "collect/settings_parts.h"
#include "collect/sysfile.h"

enum { TUNABLES_MAX = 64, PASSES = 3 };

static int write_file(void *context, const char *path, const char *text)
{
    (void)context;
    struct stat status;
    /* The kernel's files take what one call writes as one value. */
    int fd = open(path, O_WRONLY | O_TRUNC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    size_t length = strlen(text);
    bool is_regular = fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
    ssize_t written = is_regular ? write(fd, text, length) : -1;
    int cause = is_regular ? errno : EINVAL;
    close(fd);
    errno = written >= 0 ? EIO : cause;
    return written == (ssize_t)length ? 0 : -1;
}

/* Held by the file descriptor, so that what is remounted is what was looked at. */
static int remount(void *context, const char *point, uint64_t mount_id, unsigned long flags,
                   const char *data)
{
    (void)context;
    char path[40];
    int fd = open(point, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return -1;
    int status = 0;
#ifdef STATX_MNT_ID
    struct statx seen;
    if (statx(fd, "", AT_EMPTY_PATH, STATX_MNT_ID, &seen) == 0 && seen.stx_mask & STATX_MNT_ID &&
        seen.stx_mnt_id != mount_id) {
        /* Something else is mounted over it. */
        errno = ESTALE;
        status = -1;
    }
#else
    (void)mount_id;
#endif
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (status == 0)
        status = mount("none", path, NULL, flags, data);
    int cause = errno;
    close(fd);
    errno = cause;
    return status;
}

const struct settings_calls settings_kernel = {write_file, remount, NULL};

void settings_queue_path(dev_t dev, const char *attribute, char path[SETTINGS_PATH_MAX])
{
    snprintf(path, SETTINGS_PATH_MAX, "/sys/dev/block/%u:%u/queue/%s", major(dev), minor(dev),
             attribute);
}

bool settings_queue_read(const struct settings_ground *ground, dev_t dev, const char *attribute,
                         char value[SETTINGS_VALUE_MAX])
{
    char path[SETTINGS_PATH_MAX];
    settings_queue_path(dev, attribute, path);
    if (sysfile_line(ground->root, path, value, SETTINGS_VALUE_MAX) != 0)
        return false;
    char *open = strchr(value, '['), *close = open ? strchr(open, ']') : NULL;
    if (close) {
        *close = '\0';
        memmove(value, open + 1, strlen(open + 1) + 1);
    }
    return true;
}

int settings_queue_write(const struct settings_ground *ground, dev_t dev, const char *attribute,
                         const char *value)
{
    char path[SETTINGS_PATH_MAX], full[4096];
    settings_queue_path(dev, attribute, path);
    int length = snprintf(full, sizeof full, "%s%s", ground->root, path);
    if (length < 0 || (size_t)length >= sizeof full) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return ground->calls->write(ground->calls->context, full, value);
}

void settings_queue_tunables(const struct settings_ground *ground, dev_t dev,
                             void (*take)(void *context, const char *attribute), void *context)
{
    char path[SETTINGS_PATH_MAX], attribute[JOURNAL_WORD_MAX];
    struct sysfile_names names;
    settings_queue_path(dev, "iosched", path);
    sysfile_list(ground->root, path, TUNABLES_MAX, &names);
    for (size_t i = 0; i < names.nr; i++) {
        int length = snprintf(attribute, sizeof attribute, "iosched/%s", names.at[i]);
        if (length > 0 && (size_t)length < sizeof attribute && journal_is_attribute(attribute))
            take(context, attribute);
    }
    sysfile_names_free(&names);
}

int settings_queue_put_back(const struct settings_ground *ground, const struct journal *journal,
                            dev_t dev, const char *identity, const char *except)
{
    char value[SETTINGS_VALUE_MAX];
    bool differs = true;
    for (unsigned pass = 0; differs && pass <= PASSES; pass++) {
        differs = false;
        for (size_t i = journal->nr; i-- > 0;) {
            const struct journal_entry *entry = &journal->at[i];
            if (entry->kind != SETTING_QUEUE || entry->is_done || entry->dev != dev ||
                strcmp(entry->identity, identity) != 0 || (except && strcmp(except, entry->attribute) == 0))
                continue;
            if (settings_queue_read(ground, entry->dev, entry->attribute, value) &&
                strcmp(value, entry->value) == 0)
                continue;
            differs = true;
            /* What is refused shows in the next pass, or to the caller, as it is not there. */
            if (pass < PASSES)
                settings_queue_write(ground, entry->dev, entry->attribute, entry->value);
        }
    }
    return differs ? -1 : 0;
}
