/* Reads what a worker wrote, and checks it. */
#include <fcntl.h>
#include <unistd.h>

#include "collect/worker_parts.h"

enum { LOOK_NS = 100000000 };

static bool is_told_to_stop(const struct worker *w)
{
    return w->request.stop && atomic_load_explicit(w->request.stop, memory_order_relaxed);
}

static bool is_lost(const struct worker *w, uint64_t number)
{
    for (unsigned i = 0; i < w->lost_nr; i++)
        if (w->lost[i] == number)
            return true;
    return false;
}

/* Draws again until a write comes; a read of what it wrote is left in the next slot. */
static bool draw_written(struct worker *w, uint64_t *left)
{
    struct io_slot *s = &w->slots[w->free[w->free_nr - 1]];
    while (*left > 0 && workload_next(w->workload, &s->io)) {
        --*left;
        if (s->io.op != IO_WRITE)
            continue;
        s->number = w->signed_nr++;
        if (is_lost(w, s->number))
            continue;
        s->io.op = IO_READ;
        return true;
    }
    *left = 0;
    return false;
}

static void read_all(struct worker *w, uint64_t left)
{
    w->is_over = false;
    while (left > 0 && !w->is_over && !is_told_to_stop(w)) {
        while (w->free_nr > 0 && w->queued_nr < w->batch && draw_written(w, &left))
            worker_issue(w, 1, w->now_ns, w->now_ns);
        if (worker_in_flight(w) > 0)
            worker_turn(w, 1, LOOK_NS);
    }
    worker_drain(w);
}

/* What the page cache holds says nothing of the device.  An error of syncing is one of
 * what is read then. */
static void drop_caches(const struct worker *w)
{
    for (unsigned i = 0; i < w->request.files_nr; i++) {
        int fd = w->request.files[i].fd;
        if (fdatasync(fd) == 0)
            posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
    }
}

static int refuse(const struct worker *w, struct diag *diag, const char *mend, const char *text)
{
    diag_set(diag, DIAG_FATAL, w->job->path, w->job->line, mend, "job %s: %s", w->job->name, text);
    return -1;
}

static bool mixes_by_rate(const struct worker *w)
{
    return w->job->does[IO_READ] && w->pace.is_paced;
}

int worker_verify(struct worker *w, struct diag *diag)
{
    const struct job *job = w->job;
    /* What hangs in the kernel still owns its buffer. */
    if (!w->request.verify || !job->does[IO_WRITE] || job->skips_verify ||
        w->figures.unfinished || w->is_engine_lost)
        return 0;
    if (mixes_by_rate(w))
        return refuse(w, diag, "use a job that only writes",
                      "which of its I/Os were writes depends on the time, so that they cannot "
                      "be verified");
    if (w->lost_nr > WORKER_LOST_MAX)
        return refuse(w, diag, NULL, "too many of its writes failed to verify the others");
    drop_caches(w);
    w->signed_nr = 0;
    w->has_failed = false;
    w->is_verifying = w->checks_reads = true;
    w->looks_nr++;
    workload_rewind(w->workload);
    read_all(w, w->issued - w->synced_at_end);
    if (w->has_failed)
        *diag = w->failure;
    return w->has_failed ? -1 : 0;
}
