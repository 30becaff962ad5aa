#include "collect/record_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/memory.h"
#include "record/record_io.h"

struct record_log {
    FILE *out;
    char *path;
    bool is_regular, has_failed;
    int error;
};

/* Returns the descriptor to write to, or -1 with errno, EEXIST for a file that is there and
 * ENOTSUP for a disk, which records would destroy. */
static int open_path(const char *path, bool appends)
{
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST)
        return fd;
    struct stat status;
    fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &status) != 0)
        return fd;
    bool is_disk = S_ISBLK(status.st_mode);
    if (!is_disk && (!S_ISREG(status.st_mode) || appends))
        return fd;
    close(fd);
    errno = is_disk ? ENOTSUP : EEXIST;
    return -1;
}

struct record_log *record_log_open(const char *path, bool appends, struct diag *diag)
{
    bool is_stdout = !path || strcmp(path, "-") == 0;
    int fd = is_stdout ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) : open_path(path, appends);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0) {
        int error = errno;
        diag_set(diag, DIAG_FATAL, is_stdout ? "standard output" : path, 0,
                 error == EEXIST    ? "use --append, or another file"
                 : error == ENOTSUP ? "name a file"
                                    : NULL,
                 "%s",
                 error == EEXIST    ? "is there already"
                 : error == ENOTSUP ? "is a disk: records are not written to it"
                                    : strerror(error));
        return NULL;
    }
    struct record_log *log = memory_alloc(sizeof *log);
    log->out = fdopen(fd, "a");
    log->path = memory_string(is_stdout ? "standard output" : path);
    log->is_regular = S_ISREG(status.st_mode);
    return log;
}

int record_log_put(struct record_log *log, const struct record *record)
{
    if (!log->has_failed &&
        (record_write_json(record, log->out) != 0 || fflush(log->out) != 0 ||
         (log->is_regular && fdatasync(fileno(log->out)) != 0))) {
        log->has_failed = true;
        log->error = errno;
    }
    errno = log->error;
    return log->has_failed ? -1 : 0;
}

int record_log_close(struct record_log *log, struct diag *diag)
{
    if (fclose(log->out) != 0 && !log->has_failed) {
        log->has_failed = true;
        log->error = errno;
    }
    if (log->has_failed)
        diag_set(diag, DIAG_FATAL, log->path, 0, NULL, "cannot be written: %s",
                 strerror(log->error));
    int status = log->has_failed ? -1 : 0;
    free(log->path);
    free(log);
    return status;
}
