/* Sets up a ring: down a ladder of flags, proven by an I/O before it is believed. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collect/engine_uring_parts.h"
#include "record/memory.h"

/* Without work to do, the kernel's thread of SQPOLL sleeps after so long. */
enum { SQPOLL_IDLE_MS = 1000 };
/* A try that a device does not answer for so long has failed. */
enum { PROOF_S = 5, PROOF_TRIES = 100 };
/* The largest buffer that the kernel registers as one. */
#define REGISTERED_BYTES_MAX ((size_t)1 << 30)

/* Ways to set up, the best first.  A flag that a kernel does not know is EINVAL, and the
 * next way is tried.  No flag stands here that is newer than the liburing compiled with:
 * the rings of such have another layout. */
struct way {
    unsigned flags;
    const char *text;
};

static const struct way ways[] = {
#if defined(IORING_SETUP_SINGLE_ISSUER) && defined(IORING_SETUP_DEFER_TASKRUN)
    {IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN, "single_issuer defer_taskrun"},
    {IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_COOP_TASKRUN, "single_issuer coop_taskrun"},
#endif
#ifdef IORING_SETUP_COOP_TASKRUN
    {IORING_SETUP_COOP_TASKRUN, "coop_taskrun"},
#endif
    {0, "no flags"},
};

/* The kernel's thread runs tasks itself. */
static const struct way sqpoll_ways[] = {
#ifdef IORING_SETUP_SINGLE_ISSUER
    {IORING_SETUP_SQPOLL | IORING_SETUP_SINGLE_ISSUER, "sqpoll single_issuer"},
#endif
    {IORING_SETUP_SQPOLL, "sqpoll"},
};

/* Returns the way that was taken, or NULL and *error, a positive errno. */
static const struct way *set_up(struct uring *uring, bool wants_sqpoll, unsigned more, int *error)
{
    const struct way *list = wants_sqpoll ? sqpoll_ways : ways;
    size_t nr =
        wants_sqpoll ? sizeof sqpoll_ways / sizeof *sqpoll_ways : sizeof ways / sizeof *ways;
    for (size_t i = 0; i < nr; i++) {
        struct io_uring_params params;
        memset(&params, 0, sizeof params);
        params.flags = list[i].flags | more | IORING_SETUP_CLAMP;
        params.sq_thread_idle = SQPOLL_IDLE_MS;
        unsigned depth = uring->request.depth, entries = depth ? depth + 1 : 0; /* the tick */
        *error = -io_uring_queue_init_params(entries, &uring->ring, &params);
        if (*error == 0)
            return &list[i];
        if (*error != EINVAL)
            break;
    }
    return NULL;
}

/* Does one I/O and returns its result: a ring that was set up need not work. */
static int prove(struct uring *uring, bool reads)
{
    struct io_uring_sqe *sqe = io_uring_get_sqe(&uring->ring);
    if (!sqe)
        return -EAGAIN;
    size_t bytes = uring->request.buffers_bytes < 4096 ? uring->request.buffers_bytes : 4096;
    if (reads)
        io_uring_prep_read(sqe, uring->request.files[0].fd, uring->request.buffers, (unsigned)bytes,
                           0);
    else
        io_uring_prep_nop(sqe);
    sqe->user_data = 12345;
    struct io_uring_cqe *cqe = NULL;
    struct __kernel_timespec patience = {PROOF_S, 0};
    int error = io_uring_submit_and_wait_timeout(&uring->ring, &cqe, 1, &patience, NULL);
    /* A ring that is polled does not wait for what cannot be polled, and tells of it later. */
    for (int i = 0; i < PROOF_TRIES && error >= 0 && !cqe; i++) {
        nanosleep(&(struct timespec){0, 1000000}, NULL);
        io_uring_get_events(&uring->ring);
        io_uring_peek_cqe(&uring->ring, &cqe);
    }
    if (error < 0 || !cqe)
        return error < 0 ? error : -ETIME;
    int result = cqe->user_data == 12345 ? cqe->res : -EPROTO;
    io_uring_cqe_seen(&uring->ring, cqe);
    if (!reads)
        return result == 0 ? 0 : result < 0 ? result : -EPROTO;
    return result;
}

/* Kernels before 5.6 have rings, but neither this question nor plain reads. */
static bool knows_reads(struct uring *uring)
{
    struct io_uring_probe *probe = io_uring_get_probe_ring(&uring->ring);
    bool is_known = probe && io_uring_opcode_supported(probe, IORING_OP_READ);
    io_uring_free_probe(probe);
    return is_known;
}

/* Sets up a ring with what was asked for and proves it; returns 0 or a positive errno. */
static int try_ring(struct uring *uring, bool sqpoll, bool iopoll)
{
    int error;
    const struct way *way = set_up(uring, sqpoll, iopoll ? IORING_SETUP_IOPOLL : 0, &error);
    if (!way)
        return error;
    bool has_file = uring->request.files_nr > 0 && uring->request.buffers_bytes > 0;
    int result = knows_reads(uring) ? prove(uring, (sqpoll || iopoll) && has_file) : -ENOSYS;
    if (result < 0) {
        io_uring_queue_exit(&uring->ring);
        return -result;
    }
    engine_say(&uring->engine, "io_uring: %s%s", way->text, iopoll ? " iopoll" : "");
    return 0;
}

/* Tries with all that was asked for, then without. */
static int open_ring(struct uring *uring)
{
    bool sqpoll = uring->request.wants_sqpoll, iopoll = uring->request.wants_iopoll;
    int refused_iopoll = 0, refused_sqpoll = 0;
    int error = try_ring(uring, sqpoll, iopoll);
    if (error && iopoll) {
        refused_iopoll = error;
        error = try_ring(uring, sqpoll, false);
    }
    if (error && sqpoll) {
        refused_sqpoll = error;
        error = try_ring(uring, false, false);
    }
    if (error)
        return error;
    if (refused_iopoll)
        engine_say(&uring->engine, "; without iopoll: %s", strerror(refused_iopoll));
    if (refused_sqpoll)
        engine_say(&uring->engine, "; without sqpoll: %s", strerror(refused_sqpoll));
    return 0;
}

static int register_files(struct uring *uring)
{
    unsigned nr = uring->request.files_nr;
    uring->fds = memory_resize(NULL, nr ? nr : 1, sizeof *uring->fds);
    for (unsigned i = 0; i < nr; i++)
        uring->fds[i] = uring->request.files[i].fd;
    int error = nr ? -io_uring_register_files(&uring->ring, uring->fds, nr) : EBADF;
    for (unsigned i = 0; i < nr && error == 0; i++)
        uring->fds[i] = (int)i;
    return error;
}

static int register_buffers(struct uring *uring)
{
    struct iovec all = {uring->request.buffers, uring->request.buffers_bytes};
    if (all.iov_len == 0 || all.iov_len > REGISTERED_BYTES_MAX)
        return EFBIG;
    return -io_uring_register_buffers(&uring->ring, &all, 1);
}

/* Registers what can be; none of it is needed. */
static void register_all(struct uring *uring)
{
    int files = register_files(uring), buffers = register_buffers(uring);
    int ring = -io_uring_register_ring_fd(&uring->ring);
    uring->has_files = files == 0;
    uring->has_buffers = buffers == 0;
    engine_say(&uring->engine, "; registered:%s%s%s%s", buffers ? "" : " buffers",
               files ? "" : " files", ring > 0 ? "" : " ring",
               buffers && files && ring > 0 ? " nothing" : "");
    if (buffers)
        engine_say(&uring->engine, "; buffers not registered: %s%s", strerror(buffers),
                   buffers == ENOMEM ? " (see ulimit -l)" : "");
    if (files && uring->request.files_nr)
        engine_say(&uring->engine, "; files not registered: %s", strerror(files));
}

int uring_set_up(struct uring *uring)
{
    int error = open_ring(uring);
    if (error)
        return error;
    register_all(uring);
    return 0;
}
