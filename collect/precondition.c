#include "collect/precondition.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/layout.h"
#include "record/memory.h"

static bool was_filled(const struct made_files *made, const struct stat *status)
{
    const struct made_file *file = made_files_find(made, status);
    return file && file->is_filled;
}

void precondition_add(struct precondition *precondition, const char *job,
                      const struct target *target, const struct made_files *made)
{
    for (unsigned i = 0; i < target->nr; i++) {
        struct stat status;
        int fd = target->files[i].fd;
        if (fstat(fd, &status) != 0 || S_ISCHR(status.st_mode) || was_filled(made, &status))
            continue;
        bool is_device = S_ISBLK(status.st_mode);
        const struct workload_extent *extent = &target->extents[i];
        precondition->at = memory_grow(precondition->at, precondition->nr, &precondition->room,
                                       sizeof *precondition->at);
        precondition->at[precondition->nr++] = (struct precondition_range){
            .first = is_device ? 1 : status.st_dev,
            .second = is_device ? status.st_rdev : status.st_ino,
            .fd = fd,
            .name = job,
            .start_bytes = extent->start_bytes,
            .end_bytes = extent->start_bytes + extent->length_bytes,
        };
    }
}

static int compare(const void *left, const void *right)
{
    const struct precondition_range *a = left, *b = right;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return a->second == b->second ? 0 : a->second < b->second ? -1 : 1;
}

/* The job may have it open in a way that asks for aligned blocks: it is opened again. */
static int write_range(struct precondition *precondition, const struct precondition_range *range,
                       struct diag *diag)
{
    char name[64], path[256];
    uint64_t bytes = range->end_bytes - range->start_bytes;
    snprintf(name, sizeof name, "/proc/self/fd/%d", range->fd);
    ssize_t length = readlink(name, path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    int fd = open(name, O_WRONLY | O_CLOEXEC);
    if (fd < 0 || !budget_take(precondition->budget, bytes)) {
        diag_set(diag, DIAG_FATAL, path, 0, NULL, "job %s: preconditioning: %s", range->name,
                 fd < 0 ? "it cannot be opened" : "--max-write does not allow it");
        if (fd >= 0)
            close(fd);
        return -1;
    }
    const struct layout_request request = {
        .path = path,
        .start_bytes = range->start_bytes,
        .bytes = bytes,
        .seed = range->second,
        .stop = precondition->stop,
    };
    int status = layout_fill(fd, &request, diag);
    close(fd);
    precondition->written_bytes += status ? 0 : bytes;
    return status;
}

int precondition_write(struct precondition *precondition, struct diag *diag)
{
    int status = 0;
    if (precondition->nr)
        qsort(precondition->at, precondition->nr, sizeof *precondition->at, compare);
    for (size_t i = 0; i < precondition->nr && !status; i++) {
        struct precondition_range *range = &precondition->at[i], *next = range + 1;
        if (i + 1 == precondition->nr || compare(range, next) != 0) {
            status = write_range(precondition, range, diag);
            continue;
        }
        if (range->start_bytes < next->start_bytes)
            next->start_bytes = range->start_bytes;
        if (range->end_bytes > next->end_bytes)
            next->end_bytes = range->end_bytes;
    }
    free(precondition->at);
    precondition->at = NULL;
    precondition->nr = precondition->room = 0;
    return status;
}
