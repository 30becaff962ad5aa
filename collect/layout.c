#include "collect/layout.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "collect/data.h"
#include "collect/random.h"
#include "record/memory.h"

enum { CHUNK_BYTES = 1 << 20 };

static int fail(struct diag *diag, const char *path, const char *what)
{
    diag_set(diag, DIAG_FATAL, path, 0, NULL, "cannot be %s: %s", what, strerror(errno));
    return -1;
}

static int write_all(int fd, const unsigned char *bytes, size_t nr, off_t at)
{
    while (nr > 0) {
        ssize_t done = pwrite(fd, bytes, nr, at);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return -1;
        bytes += done;
        at += done;
        nr -= (size_t)done;
    }
    return 0;
}

int layout_fill(int fd, const struct layout_request *request, struct diag *diag)
{
    static const struct job any = {.data = JOB_DATA_RANDOM};
    unsigned char *chunk = memory_alloc(CHUNK_BYTES);
    const _Atomic bool *stop = request->stop;
    struct random random;
    random_seed(&random, request->seed);
    int status = 0;
    for (uint64_t done = 0; done < request->bytes && !status; done += CHUNK_BYTES) {
        uint64_t left = request->bytes - done;
        size_t nr = left < CHUNK_BYTES ? (size_t)left : CHUNK_BYTES;
        if (stop && atomic_load_explicit(stop, memory_order_relaxed)) {
            diag_set(diag, DIAG_FATAL, request->path, 0, NULL,
                     "was not filled to its end: stopped");
            status = -1;
            break;
        }
        data_fill(&any, &random, chunk, nr);
        if (write_all(fd, chunk, nr, (off_t)(request->start_bytes + done)) != 0)
            status = fail(diag, request->path, "filled");
    }
    free(chunk);
    if (!status && fsync(fd) != 0)
        status = fail(diag, request->path, "synced");
    if (!status)
        posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
    return status;
}

int layout_size(int fd, const char *path, uint64_t bytes, bool allocates, struct diag *diag)
{
    if (allocates && fallocate(fd, 0, 0, (off_t)bytes) == 0)
        return 0;
    if (allocates && errno != EOPNOTSUPP && errno != ENOSYS)
        return fail(diag, path, "allocated");
    return ftruncate(fd, (off_t)bytes) == 0 ? 0 : fail(diag, path, "given its size");
}

int layout_check_room(int fd, const char *path, uint64_t bytes, struct diag *diag)
{
    struct statvfs fs;
    if (fstatvfs(fd, &fs) != 0)
        return fail(diag, path, "asked for its file system");
    uint64_t room = (uint64_t)fs.f_bavail * fs.f_frsize;
    uint64_t tenth = (uint64_t)fs.f_blocks * fs.f_frsize / 10;
    if (room >= tenth && room - tenth >= bytes)
        return 0;
    diag_set(diag, DIAG_FATAL, path, 0, "use a smaller size, or another folder",
             "%.3g GB would not leave a tenth of the file system free",
             (double)bytes * 1e-9);
    return -1;
}
