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

struct outfile {
    FILE *stream;
    char *target;    /* the file to replace, links followed; NULL when in place */
    char *temporary; /* its name until then */
    char *path;      /* as the user gave it, for messages */
};

static void say(struct diag *diag, const struct outfile *file, const char *doing)
{
    int error = errno;
    diag_set(diag, DIAG_FATAL, file->path, 0,
             error == ENOSPC ? "make room and run it again" : NULL, "cannot %s: %s", doing,
             strerror(error));
}

static void outfile_free(struct outfile *file)
{
    free(file->target);
    free(file->temporary);
    free(file->path);
    free(file);
}

/* Follows links to the name of the file itself, which need not exist yet.
 * Returns NULL with errno set. */
static char *resolve(const char *path)
{
    char *whole = realpath(path, NULL);
    if (whole || errno != ENOENT)
        return whole;
    char link[PATH_MAX];
    ssize_t length = readlink(path, link, sizeof link - 1);
    if (length < 0) /* no link: the file is new */
        return memory_string(path);
    link[length] = '\0';
    if (link[0] == '/')
        return memory_string(link);
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    char *joined = memory_alloc(folder + (size_t)length + 1);
    memcpy(joined, path, folder);
    memcpy(joined + folder, link, (size_t)length);
    return joined;
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

static int open_beside(struct outfile *file)
{
    static const char ending[] = ".XXXXXX";
    size_t length = strlen(file->target);
    file->temporary = memory_alloc(length + sizeof ending);
    memcpy(file->temporary, file->target, length);
    memcpy(file->temporary + length, ending, sizeof ending);
    int fd = mkstemp(file->temporary);
    if (fd < 0) {
        free(file->temporary);
        file->temporary = NULL;
        return -1;
    }
    fchmod(fd, wanted_mode(file->target));
    return fd;
}

static bool is_replaceable(const char *path)
{
    struct stat info;
    if (stat(path, &info))
        return errno == ENOENT;
    return S_ISREG(info.st_mode);
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
        fd = file->target ? open_beside(file) : -1;
    } else {
        fd = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    }
    if (fd >= 0)
        file->stream = fdopen(fd, "w");
    if (file->stream)
        return file;
    say(diag, file, "write");
    if (fd >= 0)
        close(fd);
    if (file->temporary)
        unlink(file->temporary);
    outfile_free(file);
    return NULL;
}

FILE *outfile_stream(struct outfile *file)
{
    return file->stream;
}

/* Closes the stream; returns 0 only when every byte was taken. */
static int close_stream(struct outfile *file)
{
    int error = ferror(file->stream) ? EIO : 0;
    if (fflush(file->stream))
        error = errno;
    /* A regular file must be on the disk before it replaces a good one. */
    if (!error && file->target && fsync(fileno(file->stream)))
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
    if (file->target && result)
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
