/* What the parts of the engine io_uring share: engine_uring.c does I/O with the ring that
 * engine_uring_ring.c sets up. */
#ifndef IOD_COLLECT_ENGINE_URING_PARTS_H
#define IOD_COLLECT_ENGINE_URING_PARTS_H

#include <liburing.h>
#include <stdbool.h>

#include "collect/engine.h"

struct uring {
    struct engine engine;
    struct io_uring ring;
    struct engine_request request;
    bool has_buffers, has_files; /* registered */
    int *fds;                    /* of each file: its number, or its index where registered */
    struct io_uring_sqe entries[IO_OPS_NR];
    bool can_tick, is_ticking;
    struct __kernel_timespec tick;
    unsigned queued;
    unsigned refused_nr; /* submissions in a row that the kernel had no memory for */
    unsigned *calls; /* slots of what is done by a system call of its own at submit */
    unsigned calls_nr;
    struct engine_done *called; /* and was done */
    unsigned called_nr, taken_nr;
};

/* Sets up the ring that uring->request asks for, with what can be had of it, proves it by
 * an I/O, and registers what can be registered; says so in the engine's text.
 * Returns 0, or a positive errno where there is no ring. */
int uring_set_up(struct uring *uring);

#endif
