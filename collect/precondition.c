#include "collect/precondition.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/layout.h"

static bool was_filled(const struct made_files *made, int fd)
{
    struct stat status;
    const struct made_file *file = fstat(fd, &status) == 0 ? made_files_find(made, &status) : NULL;
    return file && file->is_filled;
}

/* The job may have it open in a way that asks for aligned blocks: it is opened again. */
static int write_range(const struct precondition_request *request,
                       const struct file_range *range, struct diag *diag)
{
    char name[64], path[256];
    snprintf(name, sizeof name, "/proc/self/fd/%d", range->fd);
    ssize_t length = readlink(name, path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    const struct layout_request layout = {
        .path = path,
        .start_bytes = range->start_bytes,
        .bytes = range->end_bytes - range->start_bytes,
        .seed = range->second,
        .stop = request->stop,
    };
    if (!budget_take(request->budget, layout.bytes)) {
        diag_set(diag, DIAG_FATAL, path, 0, "allow more, or use a smaller size",
                 "job %s: --max-write does not allow to precondition it", range->job);
        return -1;
    }
    int fd = open(name, O_WRONLY | O_CLOEXEC);
    if (fd < 0) {
        diag_set(diag, DIAG_FATAL, path, 0, NULL, "job %s: cannot be opened to precondition it: %s",
                 range->job, strerror(errno));
        return -1;
    }
    int status = layout_fill(fd, &layout, diag);
    close(fd);
    return status;
}

int precondition_write(const struct precondition_request *request, uint64_t *written_bytes,
                       struct diag *diag)
{
    for (size_t i = 0; i < request->ranges->nr; i++) {
        const struct file_range *range = &request->ranges->at[i];
        if (was_filled(request->made, range->fd))
            continue;
        if (write_range(request, range, diag) != 0)
            return -1;
        *written_bytes += range->end_bytes - range->start_bytes;
    }
    return 0;
}
