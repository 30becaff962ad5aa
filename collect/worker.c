#include "collect/worker.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/affinity.h"
#include "collect/data.h"
#include "collect/worker_parts.h"
#include "record/memory.h"

enum {
    PAGE = 4096,
    HUGE_PAGE = 2 * 1024 * 1024,
};

static int fail(const struct worker *w, struct diag *diag, const char *mend, const char *text)
{
    diag_set(diag, DIAG_FATAL, w->job->path, w->job->line, mend, "job %s: %s", w->job->name, text);
    return -1;
}

static bool moves_data(const struct job *job)
{
    return job->does[IO_READ] || job->does[IO_WRITE];
}

static size_t memory_bytes(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (size_t)pages * (size_t)page : SIZE_MAX;
}

/* Maps buffers of whole pages, on huge ones where there are such, and touches them. */
static int make_buffers(struct worker *w, struct diag *diag)
{
    uint64_t most = moves_data(w->job) ? workload_bytes_max(w->workload) : 0;
    if (most > ENGINE_BYTES_MAX)
        return fail(w, diag, "use a smaller bs", "no I/O can be longer than 2 GiB");
    w->buffer_bytes = ((size_t)most + PAGE - 1) / PAGE * PAGE;
    if (w->buffer_bytes == 0)
        w->buffer_bytes = PAGE;
    if (w->depth > (SIZE_MAX / 2 - HUGE_PAGE) / w->buffer_bytes)
        return fail(w, diag, "use a smaller iodepth or bs", "its buffers are too large");
    size_t bytes = w->buffer_bytes * w->depth;
    if (bytes > memory_bytes() / 2)
        return fail(w, diag, "use a smaller iodepth or bs",
                    "its buffers would take more than half of the memory");
    size_t room = bytes >= HUGE_PAGE ? bytes + HUGE_PAGE : bytes;
    unsigned char *map =
        mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED)
        return fail(w, diag, "use a smaller iodepth or bs", "there is no memory for its buffers");
    w->map = map;
    w->map_bytes = room;
    w->buffers = map;
    w->buffers_bytes = bytes;
    if (bytes >= HUGE_PAGE) {
        w->buffers += (HUGE_PAGE - (uintptr_t)map % HUGE_PAGE) % HUGE_PAGE;
        madvise(w->buffers, bytes, MADV_HUGEPAGE);
    }
    random_seed(&w->data_random, random_derive(w->request.seed, 'd'));
    if (w->job->does[IO_WRITE])
        data_fill(w->job, &w->data_random, w->buffers, bytes);
    else
        memset(w->buffers, 0, bytes);
    return 0;
}

static void make_slots(struct worker *w)
{
    w->slots = memory_resize(NULL, w->depth, sizeof *w->slots);
    memset(w->slots, 0, w->depth * sizeof *w->slots);
    w->free = memory_resize(NULL, w->depth, sizeof *w->free);
    w->done = memory_resize(NULL, w->depth, sizeof *w->done);
    w->moved = memory_alloc(w->depth * sizeof *w->moved);
    for (unsigned i = 0; i < w->depth; i++)
        w->slots[i].buffer = w->buffers + (size_t)i * w->buffer_bytes;
    w->has_written = memory_alloc(w->request.files_nr * sizeof *w->has_written + 1);
}

static int open_engine(struct worker *w, struct diag *diag)
{
    const struct engine_request request = {
        .depth = w->depth,
        .slots = w->slots,
        .files = w->request.files,
        .files_nr = w->request.files_nr,
        .buffers = w->buffers,
        .buffers_bytes = w->buffers_bytes,
        .wants_iopoll = w->job->wants_iopoll,
        .wants_sqpoll = w->job->wants_sqpoll,
    };
    if (w->request.engine)
        w->engine = w->request.engine->open(&request, diag);
    else
        w->engine = engine_open(w->job->engine, &request, w->request.sink, diag);
    if (!w->engine)
        return -1;
    if (w->engine->kind->is_sync)
        w->depth = 1;
    for (unsigned i = 0; i < w->depth; i++)
        w->free[w->free_nr++] = w->depth - 1 - i;
    return 0;
}

static unsigned within(unsigned asked, unsigned ours, unsigned most)
{
    unsigned value = asked ? asked : ours;
    return value < most ? value : most;
}

static void make_rest(struct worker *w)
{
    const struct job *job = w->job;
    bool has_rate = false;
    for (int op = 0; op < IO_DIRECTIONS_NR; op++)
        has_rate |= job->does[op] && (job->rate_bytes_per_s[op] || job->rate_iops[op]);
    figures_init(&w->figures, has_rate);
    /* All that is free is drawn, and one that came back suffices to go on: batches grow by
     * themselves where the device is faster than the loop, and no latency waits
     * for the others of a batch where it is not. */
    w->batch = within(job->batch_submit, w->depth, w->depth);
    /* A device is trimmed by a call of its own, which must not wait for those before it. */
    for (unsigned i = 0; i < w->request.files_nr && job->does[IO_TRIM]; i++)
        if (w->request.files[i].is_block_device)
            w->batch = 1;
    w->checks_reads = w->request.verify && job->does[IO_READ] && !job->does[IO_WRITE];
    w->looks_nr = w->checks_reads;
    w->wait_least = within(job->batch_complete_least, 1, w->depth);
    w->reap_most = within(job->batch_complete_most, w->depth, w->depth);
    w->is_timed = !job->hides_latency;
    w->marks = random_derive(w->request.seed, 'm') >> 16 << 16;
    clock_init(&w->clock);
    snprintf(w->text, sizeof w->text, "%s; clock: %s, for each %s", w->engine->text,
             w->clock.is_tsc ? "tsc" : "monotonic", has_rate ? "I/O" : "batch");
    atomic_store_explicit(&w->live->total_bytes, workload_total_bytes(w->workload),
                          memory_order_relaxed);
}

struct worker *worker_open(const struct worker_request *request, struct diag *diag)
{
    struct worker *w = memory_alloc(sizeof *w);
    w->request = *request;
    w->job = request->job;
    w->live = request->live;
    w->depth = w->job->iodepth ? w->job->iodepth : 1;
    /* Memory comes from where the thread runs: that is settled first. */
    if (affinity_set(w->job, request->clone, diag) == 0)
        w->workload =
            workload_new(w->job, request->extents, request->files_nr, request->seed, diag);
    if (!w->workload || make_buffers(w, diag) != 0) {
        worker_close(w);
        return NULL;
    }
    make_slots(w);
    if (open_engine(w, diag) != 0) {
        worker_close(w);
        return NULL;
    }
    make_rest(w);
    return w;
}

const struct job_figures *worker_figures(const struct worker *w)
{
    return &w->figures;
}

const char *worker_engine_text(const struct worker *w)
{
    return w->text;
}

const char *worker_engine_name(const struct worker *w)
{
    return w->engine->kind->name;
}

unsigned worker_depth(const struct worker *w)
{
    return w->depth;
}

void worker_close(struct worker *w)
{
    if (!w)
        return;
    engine_close(w->engine);
    workload_free(w->workload);
    figures_free(&w->figures);
    if (w->map)
        munmap(w->map, w->map_bytes);
    free(w->slots);
    free(w->free);
    free(w->done);
    free(w->moved);
    free(w->has_written);
    free(w);
}

uint64_t worker_oldest_ns(const struct worker *w)
{
    uint64_t oldest = 0;
    for (unsigned i = 0; i < w->depth; i++) {
        uint64_t start = atomic_load_explicit(&w->slots[i].submit_ns, memory_order_relaxed);
        if (start && (oldest == 0 || start < oldest))
            oldest = start;
    }
    return oldest;
}
