#include "collect/mark.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>

enum { TEXT_MAX = 256 };

static const char name[] = "user.iodelta";

/* What ties a mark to a file: a copy has another inode, and who writes changes the time. */
static int write_text(char text[TEXT_MAX], const struct stat *status, const struct mark *mark)
{
    return snprintf(text, TEXT_MAX,
                    "1 inode=%ju size=%jd mtime=%jd.%09ld data=%s seed=%016" PRIx64 "%s%s",
                    (uintmax_t)status->st_ino, (intmax_t)status->st_size,
                    (intmax_t)status->st_mtim.tv_sec, status->st_mtim.tv_nsec,
                    mark->is_seeded ? "seeded" : "other", mark->seed,
                    *mark->owner ? " owner=" : "", mark->owner);
}

/* A copy has another inode. */
static int write_begin(char text[TEXT_MAX], const struct stat *status, const char *owner)
{
    return snprintf(text, TEXT_MAX, "1 unfinished inode=%ju owner=%.*s",
                    (uintmax_t)status->st_ino, MARK_OWNER_MAX, owner);
}

int mark_begin(int fd, const char *owner)
{
    char text[TEXT_MAX];
    struct stat status;
    if (fstat(fd, &status) != 0)
        return -1;
    return fsetxattr(fd, name, text, (size_t)write_begin(text, &status, owner), 0);
}

bool mark_is_of(int fd, const char *owner)
{
    char text[TEXT_MAX], expected[TEXT_MAX];
    struct stat status;
    ssize_t length = fgetxattr(fd, name, text, sizeof text - 1);
    if (length <= 0 || !*owner || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    text[length] = '\0';
    write_begin(expected, &status, owner);
    return strcmp(text, expected) == 0;
}

int mark_set(int fd, const struct mark *mark)
{
    char text[TEXT_MAX];
    struct stat status;
    if (fstat(fd, &status) != 0)
        return -1;
    int length = write_text(text, &status, mark);
    return fsetxattr(fd, name, text, (size_t)length, 0);
}

bool mark_read(int fd, struct mark *mark)
{
    char text[TEXT_MAX], expected[TEXT_MAX];
    struct stat status;
    ssize_t length = fgetxattr(fd, name, text, sizeof text - 1);
    if (length <= 0 || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    text[length] = '\0';
    const char *seed = strstr(text, " seed=");
    *mark = (struct mark){.bytes = (uint64_t)status.st_size};
    if (!seed || sscanf(seed, " seed=%" SCNx64, &mark->seed) != 1)
        return false;
    mark->is_seeded = strstr(text, " data=seeded ") != NULL;
    /* It holds where it is what would be written now. */
    const char *owner = strstr(text, " owner=");
    if (owner)
        snprintf(mark->owner, sizeof mark->owner, "%.*s", MARK_OWNER_MAX, owner + 7);
    write_text(expected, &status, mark);
    return strcmp(text, expected) == 0;
}
