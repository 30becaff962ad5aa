#include "collect/made.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/mark.h"
#include "record/memory.h"

struct made_file *made_files_add(struct made_files *made, const char *path,
                                 const struct stat *status)
{
    made->at = memory_grow(made->at, made->nr, &made->room, sizeof *made->at);
    struct made_file *file = &made->at[made->nr++];
    *file = (struct made_file){
        .path = memory_string(path),
        .dev = status->st_dev,
        .ino = status->st_ino,
    };
    return file;
}

struct made_file *made_files_find(const struct made_files *made, const struct stat *status)
{
    for (size_t i = 0; i < made->nr; i++)
        if (made->at[i].dev == status->st_dev && made->at[i].ino == status->st_ino)
            return &made->at[i];
    return NULL;
}

uint64_t made_files_promised(const struct made_files *made, dev_t dev)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < made->nr; i++)
        if (made->at[i].dev == dev)
            sum += made->at[i].unallocated_bytes;
    return sum;
}

static void warn(const struct made_file *file, const struct diag_sink *sink, const char *mend,
                 const char *what)
{
    struct diag diag;
    diag_set(&diag, DIAG_WARN, file->path, 0, mend, "%s: %s", what, strerror(errno));
    diag_report(sink, &diag);
}

/* Returns 0; or -1 and errno where the file cannot be marked. */
static int mark_kept(const struct made_file *file, const char *owner)
{
    struct stat status;
    int result = 0;
    int fd = open(file->path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    struct mark mark = {
        .bytes = file->bytes,
        .seed = file->seed,
        .is_seeded = file->is_seeded && !file->is_written,
    };
    snprintf(mark.owner, sizeof mark.owner, "%s", owner);
    bool is_ours = fd >= 0 && fstat(fd, &status) == 0 && status.st_dev == file->dev &&
                   status.st_ino == file->ino;
    if (is_ours)
        result = mark_set(fd, &mark);
    int error = errno;
    if (fd >= 0)
        close(fd);
    errno = error;
    return result;
}

static void keep(const struct made_file *file, const struct diag_sink *sink)
{
    if (mark_kept(file, "") != 0)
        warn(file, sink, "remove it before the next run",
             "cannot be marked, and will count as a file of others");
}

static void remove_file(const struct made_file *file, const struct diag_sink *sink)
{
    struct stat status;
    bool is_ours = lstat(file->path, &status) == 0 && status.st_dev == file->dev &&
                   status.st_ino == file->ino;
    if (is_ours && unlink(file->path) != 0)
        warn(file, sink, "remove it yourself", "cannot be removed");
}

static void forget(struct made_files *made)
{
    for (size_t i = 0; i < made->nr; i++)
        free(made->at[i].path);
    free(made->at);
    *made = (struct made_files){NULL, 0, 0};
}

void made_files_end(struct made_files *made, bool keeps, const struct diag_sink *sink)
{
    for (size_t i = 0; i < made->nr; i++) {
        struct made_file *file = &made->at[i];
        if (file->was_there || (keeps && file->is_ready))
            keep(file, sink);
        else
            remove_file(file, sink);
    }
    forget(made);
}

void made_files_pass(struct made_files *made, const char *owner, struct made_files *kept,
                     const struct diag_sink *sink)
{
    for (size_t i = 0; i < made->nr; i++) {
        const struct made_file *file = &made->at[i];
        struct stat status = {.st_dev = file->dev, .st_ino = file->ino};
        if (file->was_there) {
            keep(file, sink);
        } else if (!file->is_ready || mark_kept(file, owner) != 0) {
            remove_file(file, sink);
        } else if (!made_files_find(kept, &status)) {
            made_files_add(kept, file->path, &status)->is_ready = true;
        }
    }
    forget(made);
}
