/* The engine io_uring: many I/Os in flight, a call for a batch of them. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "collect/engine_call.h"
#include "collect/engine_uring_parts.h"
#include "record/memory.h"

/* A wait as long as this or longer is ended by a timeout that stays in the ring, so that
 * it costs nothing: a wait of its own would cost each I/O some ten ns. */
static const uint64_t tick_ns = 100000000;

/* Prepares an entry for each operation once; only what differs is put into its copies. */
static void make_entries(struct uring *uring)
{
    struct io_uring_sqe *at = uring->entries;
    if (uring->has_buffers) {
        io_uring_prep_read_fixed(&at[IO_READ], 0, NULL, 0, 0, 0);
        io_uring_prep_write_fixed(&at[IO_WRITE], 0, NULL, 0, 0, 0);
    } else {
        io_uring_prep_read(&at[IO_READ], 0, NULL, 0, 0);
        io_uring_prep_write(&at[IO_WRITE], 0, NULL, 0, 0);
    }
    io_uring_prep_fallocate(&at[IO_TRIM], 0, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 0);
    io_uring_prep_fsync(&at[IO_SYNC], 0, 0);
    for (int op = 0; op < IO_OPS_NR && uring->has_files; op++)
        at[op].flags |= IOSQE_FIXED_FILE;
}

/* What to do about a refusal; containers and administrators forbid it most often. */
static const char *mend_of(int error)
{
    switch (error) {
    case EPERM:
        return "see /proc/sys/kernel/io_uring_disabled and the container's seccomp profile";
    case ENOMEM:
        return "raise the limit of locked memory (ulimit -l) or use a smaller iodepth";
    case ENOSYS:
        return "Linux 5.6 or newer has it; a seccomp profile may hide it";
    default:
        return NULL;
    }
}

static struct engine *uring_open(const struct engine_request *request, struct diag *diag)
{
    struct uring *uring = memory_alloc(sizeof *uring);
    uring->engine.kind = &engine_uring;
    uring->request = *request;
    int error = uring_set_up(uring);
    if (error) {
        diag_set(diag, DIAG_WARN, NULL, 0, mend_of(error), "io_uring is refused: %s",
                 strerror(error));
        free(uring);
        return NULL;
    }
    make_entries(uring);
    uring->tick = (struct __kernel_timespec){0, (long long)tick_ns};
    uring->can_tick =
        !(uring->ring.flags & IORING_SETUP_IOPOLL) && (uring->ring.features & IORING_FEAT_EXT_ARG);
    uring->calls = memory_resize(NULL, request->depth, sizeof *uring->calls);
    uring->called = memory_resize(NULL, request->depth, sizeof *uring->called);
    return &uring->engine;
}

/* A ring that is polled takes reads and writes alone, and a device's discard has no
 * operation in the liburing that is asked for. */
static bool needs_call(const struct uring *uring, const struct io *io)
{
    if (io->op == IO_READ || io->op == IO_WRITE)
        return false;
    return (uring->ring.flags & IORING_SETUP_IOPOLL) ||
           (io->op == IO_TRIM && uring->request.files[io->file].is_block_device);
}

static void prepare_odd(struct io_uring_sqe *sqe, const struct io *io)
{
    if (io->op == IO_SYNC) {
        sqe->fsync_flags = io->is_datasync ? IORING_FSYNC_DATASYNC : 0;
        return;
    }
    /* fallocate has its length where others have an address. */
    sqe->off = io->offset_bytes;
    sqe->addr = io->bytes;
}

/* Returns a free entry.  The ring may be smaller than the depth, for the kernel clamps
 * that: then what is in it goes first. */
static inline struct io_uring_sqe *take_entry(struct uring *uring)
{
    struct io_uring_sqe *sqe = io_uring_get_sqe(&uring->ring);
    while (__builtin_expect(!sqe, 0)) {
        uring->engine.calls++;
        io_uring_submit(&uring->ring);
        sqe = io_uring_get_sqe(&uring->ring);
    }
    return sqe;
}

static void uring_queue(struct engine *engine, const unsigned *slots, unsigned nr)
{
    struct uring *uring = (struct uring *)engine;
    const struct io_slot *const all = uring->request.slots;
    const struct io_uring_sqe *const entries = uring->entries;
    const int *const fds = uring->fds;
    for (unsigned i = 0; i < nr; i++) {
        const struct io_slot *slot = &all[slots[i]];
        const struct io *io = &slot->io;
        if (__builtin_expect(io->op > IO_WRITE, 0) && needs_call(uring, io)) {
            uring->calls[uring->calls_nr++] = slots[i];
            continue;
        }
        struct io_uring_sqe *sqe = take_entry(uring);
        *sqe = entries[io->op];
        sqe->fd = fds[io->file];
        sqe->user_data = slots[i];
        if (__builtin_expect(io->op <= IO_WRITE, 1)) {
            sqe->off = io->offset_bytes;
            sqe->addr = (uint64_t)(uintptr_t)slot->buffer;
            sqe->len = (uint32_t)io->bytes;
        } else {
            prepare_odd(sqe, io);
        }
    }
    uring->queued += nr; /* those that need a call included: the ring may be empty */
}

static void do_calls(struct uring *uring)
{
    for (unsigned i = 0; i < uring->calls_nr; i++) {
        const struct io_slot *slot = &uring->request.slots[uring->calls[i]];
        struct engine_done *done = &uring->called[uring->called_nr++];
        uring->engine.calls++;
        done->slot = uring->calls[i];
        done->result = engine_call(&uring->request.files[slot->io.file], &slot->io, NULL);
    }
    uring->calls_nr = 0;
}

/* Returns what an error of submitting means: 0 where trying again will do. */
static int judge(struct uring *uring, int result)
{
    enum { TRIES_MAX = 100000 };
    if (result >= 0 || result == -EINTR || result == -ETIME) {
        uring->refused_nr = 0;
        return 0;
    }
    if ((result == -EAGAIN || result == -EBUSY) && ++uring->refused_nr < TRIES_MAX)
        return 0;
    return result;
}

static void start_tick(struct uring *uring)
{
    struct io_uring_sqe *sqe = take_entry(uring);
    io_uring_prep_timeout(sqe, &uring->tick, 0, 0);
    sqe->user_data = UINT64_MAX;
    uring->is_ticking = true;
}

static int submit_and_wait(struct uring *uring, unsigned wait_nr, uint64_t timeout_ns)
{
    if (timeout_ns >= tick_ns && timeout_ns != UINT64_MAX && uring->can_tick) {
        if (!uring->is_ticking)
            start_tick(uring);
        timeout_ns = UINT64_MAX;
    }
    uring->engine.calls++;
    if (timeout_ns == UINT64_MAX)
        return io_uring_submit_and_wait(&uring->ring, wait_nr);
    struct io_uring_cqe *cqe;
    struct __kernel_timespec timeout = {(long long)(timeout_ns / 1000000000),
                                        (long long)(timeout_ns % 1000000000)};
    return io_uring_submit_and_wait_timeout(&uring->ring, &cqe, wait_nr, &timeout, NULL);
}

static int uring_submit(struct engine *engine, unsigned wait_nr, uint64_t timeout_ns)
{
    struct uring *uring = (struct uring *)engine;
    if (__builtin_expect(uring->calls_nr > 0, 0)) {
        /* What the ring can do goes first, and runs beside them. */
        int result = 0;
        if (uring->queued > 0)
            result = submit_and_wait(uring, 0, UINT64_MAX);
        do_calls(uring);
        uring->queued = 0;
        return judge(uring, result);
    }
    uring->queued = 0;
    if (wait_nr > 0)
        return judge(uring, submit_and_wait(uring, wait_nr, timeout_ns));
    engine->calls++;
    return judge(uring, io_uring_submit_and_get_events(&uring->ring));
}

static unsigned reap_called(struct uring *uring, struct engine_done *done, unsigned room)
{
    unsigned nr = 0;
    while (nr < room && uring->taken_nr < uring->called_nr)
        done[nr++] = uring->called[uring->taken_nr++];
    if (uring->taken_nr == uring->called_nr)
        uring->taken_nr = uring->called_nr = 0;
    return nr;
}

static unsigned uring_reap(struct engine *engine, struct engine_done *done, unsigned room)
{
    struct uring *uring = (struct uring *)engine;
    unsigned nr = uring->called_nr ? reap_called(uring, done, room) : 0;
    struct io_uring_cq *cq = &uring->ring.cq;
    const struct io_uring_cqe *cqes = cq->cqes;
    unsigned head = *cq->khead, tail = io_uring_smp_load_acquire(cq->ktail);
    unsigned mask = cq->ring_mask, depth = uring->request.depth, before = head;
    for (; head != tail && nr < room; head++) {
        const struct io_uring_cqe *cqe = &cqes[head & mask];
        /* The tick, and the library's own timeouts on kernels before 5.11. */
        if (__builtin_expect(cqe->user_data >= depth, 0)) {
            uring->is_ticking = false;
            continue;
        }
        done[nr].slot = (unsigned)cqe->user_data;
        done[nr++].result = cqe->res;
    }
    io_uring_cq_advance(&uring->ring, head - before);
    return nr;
}

static void uring_close(struct engine *engine)
{
    struct uring *uring = (struct uring *)engine;
    /* The ring itself lets go of files a while after it was closed, and so long they count as open
     * for writing. */
    if (uring->has_files)
        io_uring_unregister_files(&uring->ring);
    io_uring_queue_exit(&uring->ring);
    free(uring->calls);
    free(uring->called);
    free(uring->fds);
    free(uring);
}

const struct engine_kind engine_uring = {
    "io_uring", false, uring_open, uring_queue, uring_submit, uring_reap, uring_close,
};
