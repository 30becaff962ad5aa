#include "collect/plan.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/target_names.h"
#include "collect/workload.h"
#include "record/diag.h"
#include "record/hash.h"
#include "record/memory.h"

struct adding {
    struct plan *plan;
    const struct job *job;
    unsigned clone;
    struct workload_extent *extents;
    size_t nr, room;
};

static uint64_t device_bytes(const char *path)
{
    uint64_t bytes = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return 0;
    if (ioctl(fd, BLKGETSIZE64, &bytes) != 0)
        bytes = 0;
    close(fd);
    return bytes;
}

/* What is known of the file before anything is opened; false where nothing is written to it that
 * is kept. */
static bool look_at(const struct adding *adding, const char *path, unsigned names_nr,
                    struct plan_file *file)
{
    struct stat status;
    uint64_t wanted = target_names_bytes(adding->job, names_nr);
    *file = (struct plan_file){.is_new = stat(path, &status) != 0};
    if (file->is_new) {
        file->first = hash_bytes(path, strlen(path));
        file->bytes = wanted == UINT64_MAX ? 0 : wanted;
        file->is_filled = adding->plan->fills || adding->job->overwrites;
    } else if (S_ISBLK(status.st_mode)) {
        file->first = 1;
        file->second = status.st_rdev;
        file->bytes = device_bytes(path);
    } else if (S_ISREG(status.st_mode)) {
        file->first = status.st_dev;
        file->second = status.st_ino;
        file->bytes = (uint64_t)status.st_size;
    }
    return file->is_new || S_ISBLK(status.st_mode) || S_ISREG(status.st_mode);
}

static int add_file(void *context, const char *path, unsigned names_nr)
{
    struct adding *adding = context;
    struct plan *plan = adding->plan;
    struct plan_file file;
    if (!look_at(adding, path, names_nr, &file))
        return 0;
    struct workload_extent extent = workload_extent_of(adding->job, adding->clone, file.bytes);
    file.start_bytes = extent.start_bytes;
    file.end_bytes = extent.start_bytes + extent.length_bytes;
    adding->extents =
        memory_grow(adding->extents, adding->nr, &adding->room, sizeof *adding->extents);
    adding->extents[adding->nr++] = extent;
    plan->files = memory_grow(plan->files, plan->nr, &plan->room, sizeof *plan->files);
    plan->files[plan->nr++] = file;
    return 0;
}

static uint64_t sum(uint64_t left, uint64_t right)
{
    return left > UINT64_MAX - right ? UINT64_MAX : left + right;
}

/* How much a clone writes, where it does nothing else and no clock ends it. */
static uint64_t bytes_written(const struct adding *adding)
{
    const struct job *job = adding->job;
    bool is_known = (job->does[IO_WRITE] || job->does[IO_TRIM]) && !job->does[IO_READ] &&
                    !job->is_time_based && job->runtime_ns == 0 && adding->nr > 0;
    struct diag ignored;
    struct workload *workload =
        is_known ? workload_new(job, adding->extents, (unsigned)adding->nr, 1, &ignored) : NULL;
    uint64_t bytes = workload ? workload_total_bytes(workload) : 0;
    workload_free(workload);
    return bytes;
}

void plan_add(struct plan *plan, const struct job *job, unsigned clone)
{
    struct adding adding = {.plan = plan, .job = job, .clone = clone};
    target_names_each(job, clone, add_file, &adding);
    plan->jobs_bytes = sum(plan->jobs_bytes, bytes_written(&adding));
    free(adding.extents);
}

static int compare(const void *left, const void *right)
{
    const struct plan_file *a = left, *b = right;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return a->second == b->second ? 0 : a->second < b->second ? -1 : 1;
}

/* What one file takes before the jobs begin. */
static uint64_t bytes_before(const struct plan *plan, const struct plan_file *file)
{
    if (file->is_new)
        return file->is_filled ? file->bytes : 0;
    return plan->preconditions && file->end_bytes > file->start_bytes
               ? file->end_bytes - file->start_bytes
               : 0;
}

uint64_t plan_end(struct plan *plan)
{
    uint64_t bytes = plan->jobs_bytes;
    if (plan->nr)
        qsort(plan->files, plan->nr, sizeof *plan->files, compare);
    for (size_t i = 0; i < plan->nr; i++) {
        struct plan_file *file = &plan->files[i], *next = file + 1;
        if (i + 1 == plan->nr || compare(file, next) != 0) {
            bytes = sum(bytes, bytes_before(plan, file));
            continue;
        }
        /* The next one of the same file takes its share over. */
        next->is_filled |= file->is_filled;
        if (file->start_bytes < next->start_bytes)
            next->start_bytes = file->start_bytes;
        if (file->end_bytes > next->end_bytes)
            next->end_bytes = file->end_bytes;
    }
    free(plan->files);
    *plan = (struct plan){.fills = false};
    return bytes;
}
