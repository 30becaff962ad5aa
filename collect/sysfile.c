#include "config.h"

#include "collect/sysfile.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/memory.h"

enum { FIRST_ROOM = 4096 };

static int join_path(char *full, size_t size, const char *root, const char *path)
{
    int length = snprintf(full, size, "%s%s", root, path);
    if (length >= 0 && (size_t)length < size)
        return 0;
    errno = ENAMETOOLONG;
    return -1;
}

static int open_regular(const char *root, const char *path)
{
    char full[PATH_MAX];
    struct stat status;
    if (join_path(full, sizeof full, root, path) != 0)
        return -1;
    /* A FIFO must not make the open wait, nor a terminal become ours. */
    int fd = open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return -1;
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
        return fd;
    close(fd);
    errno = EINVAL;
    return -1;
}

char *sysfile_read(const char *root, const char *path, size_t limit)
{
    int fd = open_regular(root, path);
    if (fd < 0)
        return NULL;
    /* The size that stat() gives is no guide for files that are made on reading. */
    size_t room = limit < FIRST_ROOM ? limit : FIRST_ROOM;
    char *text = memory_alloc(room + 1);
    size_t length = 0;
    while (length < limit) {
        if (length == room) {
            room = room > limit / 2 ? limit : room * 2;
            text = memory_resize(text, room + 1, 1);
        }
        ssize_t got = read(fd, text + length, room - length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            int cause = errno;
            free(text);
            close(fd);
            errno = cause;
            return NULL;
        }
        if (got == 0)
            break;
        length += (size_t)got;
    }
    text[length] = '\0';
    close(fd);
    return text;
}

/* Copies length bytes without the blanks around them and with one blank for each
 * run of them, cut to fit. */
static void copy_tidy(char *to, size_t size, const char *from, size_t length)
{
    size_t filled = 0;
    bool has_gap = false;
    for (size_t i = 0; i < length && filled + 2 < size; i++) {
        if (isspace((unsigned char)from[i])) {
            has_gap = filled > 0;
            continue;
        }
        if (has_gap)
            to[filled++] = ' ';
        has_gap = false;
        to[filled++] = from[i];
    }
    to[filled] = '\0';
}

int sysfile_line(const char *root, const char *path, char *value, size_t size)
{
    value[0] = '\0';
    char *text = sysfile_read(root, path, size * 4);
    if (!text)
        return -1;
    copy_tidy(value, size, text, strcspn(text, "\n"));
    free(text);
    return 0;
}

int sysfile_lines(const char *root, const char *path, char *value, size_t size)
{
    value[0] = '\0';
    char *text = sysfile_read(root, path, size * 4);
    if (!text)
        return -1;
    size_t filled = 0;
    for (const char *at = text; *at; at += strspn(at, "\n")) {
        size_t length = strcspn(at, "\n");
        if (filled + 3 >= size)
            break;
        if (filled) {
            memcpy(value + filled, "; ", 3);
            filled += 2;
        }
        copy_tidy(value + filled, size - filled, at, length);
        filled += strlen(value + filled);
        at += length;
    }
    free(text);
    return 0;
}

bool sysfile_link(const char *root, const char *path, char *target, size_t size)
{
    char full[PATH_MAX];
    if (join_path(full, sizeof full, root, path) != 0)
        return false;
    ssize_t length = readlink(full, target, size);
    if (length <= 0 || (size_t)length >= size)
        return false;
    target[length] = '\0';
    return true;
}

bool sysfile_exists(const char *root, const char *path)
{
    char full[PATH_MAX];
    struct stat status;
    return join_path(full, sizeof full, root, path) == 0 && lstat(full, &status) == 0;
}

static int compare_names(const void *left, const void *right)
{
    return strverscmp(*(char *const *)left, *(char *const *)right);
}

void sysfile_list(const char *root, const char *path, size_t limit, struct sysfile_names *names)
{
    char full[PATH_MAX];
    *names = (struct sysfile_names){0};
    if (join_path(full, sizeof full, root, path) != 0)
        return;
    DIR *folder = opendir(full);
    if (!folder)
        return;
    for (struct dirent *entry; names->nr < limit && (entry = readdir(folder));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        names->at = memory_grow(names->at, names->nr, &names->room, sizeof *names->at);
        names->at[names->nr++] = memory_string(entry->d_name);
    }
    closedir(folder);
    if (names->nr)
        qsort(names->at, names->nr, sizeof *names->at, compare_names);
}

void sysfile_names_free(struct sysfile_names *names)
{
    for (size_t i = 0; i < names->nr; i++)
        free(names->at[i]);
    free(names->at);
    *names = (struct sysfile_names){0};
}
