#include "record/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/memory.h"

/* As many as the kernel follows. */
enum { MOST_LINKS = 40 };

struct outfile {
    FILE *stream;
    char *target;    /* the file to replace, links followed; NULL when in place */
    char *temporary; /* its name until then; NULL while it has none */
    char *path;      /* as the user gave it, for messages */
};

static void say(struct diag *diag, const struct outfile *file, const char *doing)
{
    int error = errno;
    diag_set(diag, DIAG_FATAL, file->path, 0, error == ENOSPC ? "make room and run it again" : NULL,
             "cannot %s: %s", doing, strerror(error));
}

static void outfile_free(struct outfile *file)
{
    free(file->target);
    free(file->temporary);
    free(file->path);
    free(file);
}

/* Returns the folder of path, with its slash, and name behind it; the caller
 * frees it. */
static char *beside(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0, size = strlen(name) + 1;
    char *joined = memory_alloc(folder + size);
    memcpy(joined, path, folder);
    memcpy(joined + folder, name, size);
    return joined;
}

/* Follows links to the name of the file itself, which need not exist yet.
 * Returns NULL with errno set. */
static char *resolve(const char *path)
{
    char *whole = realpath(path, NULL);
    if (whole || errno != ENOENT)
        return whole;
    char link[PATH_MAX];
    char *name = memory_string(path);
    for (int links = 0; links < MOST_LINKS; links++) {
        ssize_t length = readlink(name, link, sizeof link - 1);
        if (length < 0) /* no link: the file is new */
            return name;
        link[length] = '\0';
        char *next = link[0] == '/' ? memory_string(link) : beside(name, link);
        free(name);
        name = next;
    }
    free(name);
    errno = ELOOP;
    return NULL;
}

/* The mode that the new file gets: that of the old one, or what open() would
 * have given. */
static mode_t wanted_mode(const char *target)
{
    struct stat old;
    if (!stat(target, &old))
        return old.st_mode & 07777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static char *descriptor_path(char *path, size_t size, int fd)
{
    snprintf(path, size, "/proc/self/fd/%d", fd);
    return path;
}

/* Opens a file without a name in the folder of target, which vanishes by itself
 * when the program is killed.  Returns -1 where the file system has none, or
 * where it could not be given a name later. */
static int open_unnamed(const char *target)
{
    char path[40];
    char *folder = beside(target, ".");
    int fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    free(folder);
    if (fd >= 0 && access(descriptor_path(path, sizeof path, fd), F_OK)) {
        close(fd);
        return -1;
    }
    return fd;
}

/* Opens the file that is to replace the target; mkstemp() where only a named one
 * can be had.  The name does not contain the target's: that may be of full length. */
static int open_replacement(struct outfile *file)
{
    int fd = open_unnamed(file->target);
    if (fd < 0) {
        file->temporary = beside(file->target, ".iodelta.XXXXXX");
        fd = mkostemp(file->temporary, O_CLOEXEC);
    }
    /* File systems without modes refuse this, and nothing is lost there. */
    if (fd >= 0)
        fchmod(fd, wanted_mode(file->target));
    return fd;
}

static bool is_replaceable(const char *path)
{
    struct stat info;
    if (stat(path, &info))
        return errno == ENOENT && *path;
    return S_ISREG(info.st_mode);
}

/* Opens what is no regular file, such as a terminal or a pipe.  A disk is none of those that text
 * is meant for, and would lose what is on it. */
static int open_special(const char *path)
{
    struct stat info;
    int fd = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &info) || !S_ISBLK(info.st_mode))
        return fd;
    close(fd);
    errno = ENOTSUP;
    return -1;
}

struct outfile *outfile_open(const char *path, struct diag *diag)
{
    struct outfile *file = memory_alloc(sizeof *file);
    int fd;
    if (!path || !strcmp(path, "-")) {
        file->path = memory_string("standard output");
        file->stream = stdout;
        return file;
    }
    file->path = memory_string(path);
    if (is_replaceable(path)) {
        file->target = resolve(path);
        fd = file->target ? open_replacement(file) : -1;
    } else {
        fd = open_special(path);
    }
    if (fd >= 0)
        file->stream = fdopen(fd, "w");
    if (file->stream)
        return file;
    say(diag, file, "write");
    if (fd >= 0)
        close(fd);
    if (fd >= 0 && file->temporary)
        unlink(file->temporary);
    outfile_free(file);
    return NULL;
}

FILE *outfile_stream(struct outfile *file)
{
    return file->stream;
}

/* Gives the file without a name one beside its target: a link cannot replace a
 * file, a rename can. */
static int give_name(struct outfile *file)
{
    char path[40], name[60];
    descriptor_path(path, sizeof path, fileno(file->stream));
    for (unsigned nr = 0; nr < 10000; nr++) {
        snprintf(name, sizeof name, ".iodelta.%ld.%u", (long)getpid(), nr);
        file->temporary = beside(file->target, name);
        if (!linkat(AT_FDCWD, path, AT_FDCWD, file->temporary, AT_SYMLINK_FOLLOW))
            return 0;
        int error = errno;
        free(file->temporary);
        file->temporary = NULL;
        errno = error;
        if (error != EEXIST)
            return -1;
    }
    return -1;
}

/* Flushes the stream and closes it; a file that is to replace another is on the
 * disk then, and has a name.  Returns 0 only when every byte was taken. */
static int close_stream(struct outfile *file)
{
    int error = ferror(file->stream) ? EIO : 0;
    if (fflush(file->stream))
        error = errno;
    if (!error && file->target && fsync(fileno(file->stream)))
        error = errno;
    if (!error && file->target && !file->temporary && give_name(file))
        error = errno;
    if (fclose(file->stream) && !error)
        error = errno;
    errno = error;
    return error ? -1 : 0;
}

int outfile_commit(struct outfile *file, struct diag *diag)
{
    int result = close_stream(file);
    if (result)
        say(diag, file, "write");
    if (file->target && !result && rename(file->temporary, file->target)) {
        result = -1;
        say(diag, file, "put the new file in place");
    }
    if (file->temporary && result)
        unlink(file->temporary);
    outfile_free(file);
    return result;
}

void outfile_abort(struct outfile *file)
{
    if (!file)
        return;
    if (file->stream != stdout)
        fclose(file->stream);
    if (file->temporary)
        unlink(file->temporary);
    outfile_free(file);
}
