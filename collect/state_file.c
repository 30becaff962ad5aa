#include "config.h"

#include "collect/state_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/memory.h"
#include "record/strbuf.h"

struct state_file {
    char *path;
    char *name; /* what stands behind the last slash of path; owned, like those that follow */
    char *beside;
    int folder, lock;
};

char *state_file_path(const char *name, struct diag *diag)
{
    struct strbuf path = STRBUF_INIT;
    const char *own = getenv("IODELTA_STATE"), *state = getenv("XDG_STATE_HOME"),
               *home = getenv("HOME");
    if (own && own[0])
        strbuf_printf(&path, "%s/%s", own, name);
    else if (geteuid() == 0)
        strbuf_printf(&path, "/run/iodelta/%s", name);
    else if (state && state[0] == '/')
        strbuf_printf(&path, "%s/iodelta/%s", state, name);
    else if (home && home[0] == '/')
        strbuf_printf(&path, "%s/.local/state/iodelta/%s", home, name);
    if (path.length)
        return strbuf_take(&path);
    diag_set(diag, DIAG_FATAL, NULL, 0, "set IODELTA_STATE to a folder of yours",
             "there is no place for %s: neither XDG_STATE_HOME nor HOME is set", name);
    return NULL;
}

static int say(const struct state_file *file, const char *doing, struct diag *diag)
{
    diag_set(diag, DIAG_FATAL, file->path, 0, NULL, "cannot %s: %s", doing, strerror(errno));
    return -1;
}

/* Makes the folders of path that are not there. */
static void make_folders(const char *path)
{
    char *copy = memory_string(path);
    for (char *at = strchr(copy + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        /* What fails here is told when the last folder is opened. */
        mkdir(copy, 0700);
        *at = '/';
    }
    free(copy);
}

/* Whoever else may write there could have what they like put back as root. */
static bool is_ours(const struct stat *status)
{
    return status->st_uid == geteuid() && (status->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

static int open_folder(struct state_file *file, struct diag *diag)
{
    struct stat status;
    const char *slash = strrchr(file->path, '/');
    char *folder = memory_string(slash ? file->path : ".");
    if (slash)
        folder[slash == file->path ? 1 : slash - file->path] = '\0';
    file->name = memory_string(slash ? slash + 1 : file->path);
    file->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (file->folder < 0)
        return say(file, "open its folder", diag);
    if (fstat(file->folder, &status) != 0)
        return say(file, "look at its folder", diag);
    if (is_ours(&status))
        return 0;
    diag_set(diag, DIAG_FATAL, file->path, 0, "give a folder that is yours alone, of mode 0700",
             "is not believed: others can write to its folder");
    return -1;
}

static int lock_file(struct state_file *file, struct diag *diag)
{
    struct strbuf name = STRBUF_INIT;
    strbuf_printf(&name, "%s.lock", file->name);
    file->lock = openat(file->folder, name.text,
                        O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0600);
    strbuf_free(&name);
    if (file->lock < 0)
        return say(file, "make its lock", diag);
    if (flock(file->lock, LOCK_EX | LOCK_NB) == 0)
        return 0;
    if (errno != EWOULDBLOCK)
        return say(file, "lock it", diag);
    diag_set(diag, DIAG_FATAL, file->path, 0, "wait until it is over",
             "is in use: a campaign that changes settings of this host is running");
    return -1;
}

int state_file_open(const char *path, bool makes_folder, struct state_file **opened,
                    struct diag *diag)
{
    struct state_file *file = memory_alloc(sizeof *file);
    struct strbuf beside = STRBUF_INIT;
    *file = (struct state_file){.path = memory_string(path), .folder = -1, .lock = -1};
    *opened = NULL;
    if (makes_folder)
        make_folders(path);
    int status = open_folder(file, diag);
    bool is_missing = status != 0 && file->folder < 0 && errno == ENOENT && !makes_folder;
    if (status == 0)
        status = lock_file(file, diag);
    if (status != 0) {
        state_file_close(file);
        return is_missing ? 0 : -1;
    }
    strbuf_printf(&beside, "%s.new", file->name);
    file->beside = strbuf_take(&beside);
    *opened = file;
    return 0;
}

const char *state_file_name(const struct state_file *file)
{
    return file->path;
}

/* Reads to the end, at most room bytes; returns how many, or -1 with errno set. */
static ssize_t read_all(int fd, char *text, size_t room)
{
    size_t length = 0;
    while (length < room) {
        ssize_t got = read(fd, text + length, room - length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        length += (size_t)got;
    }
    return (ssize_t)length;
}

int state_file_read(const struct state_file *file, size_t limit, char **text, struct diag *diag)
{
    struct stat status;
    *text = NULL;
    int fd = openat(file->folder, file->name,
                    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return errno == ENOENT ? 0 : say(file, "read it", diag);
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || !is_ours(&status)) {
        diag_set(diag, DIAG_FATAL, file->path, 0, "look at who wrote it, and remove it",
                 "is not believed: it is no file of this user's alone");
        close(fd);
        return -1;
    }
    char *bytes = memory_alloc(limit + 2);
    ssize_t length = read_all(fd, bytes, limit + 1);
    int cause = errno;
    close(fd);
    if (length >= 0 && (size_t)length <= limit) {
        bytes[length] = '\0';
        *text = bytes;
        return 0;
    }
    free(bytes);
    errno = length < 0 ? cause : EFBIG;
    return say(file, "read it", diag);
}

static int write_all(int fd, const char *text, size_t length)
{
    while (length) {
        ssize_t written = write(fd, text, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return -1;
        text += written;
        length -= (size_t)written;
    }
    return fsync(fd);
}

int state_file_write(struct state_file *file, const char *text, size_t length, struct diag *diag)
{
    /* What an interrupted write left; the lock says that it is nobody's. */
    unlinkat(file->folder, file->beside, 0);
    int fd = openat(file->folder, file->beside,
                    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return say(file, "write it", diag);
    int status = write_all(fd, text, length), cause = errno;
    if (close(fd) != 0 && status == 0) {
        status = -1;
        cause = errno;
    }
    if (status == 0) {
        status = renameat(file->folder, file->beside, file->folder, file->name);
        if (status == 0)
            status = fsync(file->folder);
        cause = errno;
    }
    if (status == 0)
        return 0;
    unlinkat(file->folder, file->beside, 0);
    errno = cause;
    return say(file, "write it", diag);
}

int state_file_remove(struct state_file *file, struct diag *diag)
{
    if (unlinkat(file->folder, file->name, 0) != 0 && errno != ENOENT)
        return say(file, "remove it", diag);
    return fsync(file->folder) == 0 ? 0 : say(file, "sync its folder", diag);
}

void state_file_close(struct state_file *file)
{
    if (!file)
        return;
    int kept = errno;
    if (file->lock >= 0)
        close(file->lock);
    if (file->folder >= 0)
        close(file->folder);
    free(file->path);
    free(file->name);
    free(file->beside);
    free(file);
    errno = kept;
}
