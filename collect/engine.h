/* What does I/O: one interface, several ways behind it. */
#ifndef IOD_COLLECT_ENGINE_H
#define IOD_COLLECT_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/io.h"
#include "collect/job.h"
#include "record/diag.h"

/* A file as an engine sees it.  Errors of opening are the caller's. */
struct engine_file {
    int fd;
    bool is_block_device; /* trim is BLKDISCARD; else it punches a hole */
};

/* What an engine is opened for.  All is borrowed until engine_close(). */
struct engine_request {
    unsigned depth;                  /* most I/Os in flight, 1 or more */
    const struct io_slot *slots;     /* as many: I/O is told by the numbers of these */
    const struct engine_file *files; /* that I/O names by their index */
    unsigned files_nr;
    unsigned char *buffers;          /* that all reads and writes lie within */
    size_t buffers_bytes;
    bool wants_iopoll, wants_sqpoll;
};

#define ENGINE_BYTES_MAX 0x7ffff000u /* what a read or write can move: the kernel's limit */

/* An I/O that came to its end. */
struct engine_done {
    unsigned slot;
    int32_t result; /* bytes moved, 0 for sync and trim, or -errno */
};

enum { ENGINE_TEXT_MAX = 512 };

struct engine;

/* A way to do I/O.  Use the functions below, which take the kind from the engine. */
struct engine_kind {
    const char *name; /* of records: "io_uring" */
    bool is_sync;     /* each I/O is done when it is submitted: one at a time */
    /* Returns an engine, or NULL and *diag.  What it could not have and does
     * without is added to the text of the engine. */
    struct engine *(*open)(const struct engine_request *request, struct diag *diag);
    void (*queue)(struct engine *engine, const unsigned *slots, unsigned nr);
    int (*submit)(struct engine *engine, unsigned wait_nr, uint64_t timeout_ns);
    unsigned (*reap)(struct engine *engine, struct engine_done *done, unsigned room);
    void (*close)(struct engine *engine);
};

/* What every engine begins with. */
struct engine {
    const struct engine_kind *kind;
    uint64_t calls;             /* of the kernel, to submit and to wait */
    char text[ENGINE_TEXT_MAX]; /* in one line what it is and what it does without:
                                   "io_uring: defer_taskrun single_issuer; registered
                                   buffers files ring" */
};

extern const struct engine_kind engine_uring, engine_psync;

/* Opens the engine that a job asks for.  Where io_uring is refused, whatever the
 * reason, it gives psync; engine->text says so and why, and so does a note to sink.
 * Returns NULL and *diag only where no engine can be had.  The caller closes it
 * with engine_close(), in the thread that opened it: only that may use it. */
struct engine *engine_open(enum job_engine asked, const struct engine_request *request,
                           const struct diag_sink *sink, struct diag *diag);

/* Adds to what engine->text says, cutting where it is full. */
void engine_say(struct engine *engine, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Takes the I/Os of nr slots, 1 or more, told by their numbers.  No more than depth may
 * be queued or in flight; a slot must stay as it is until its I/O is submitted, and is free again when
 * it comes back from engine_reap(). */
static inline void engine_queue(struct engine *engine, const unsigned *slots, unsigned nr)
{
    engine->kind->queue(engine, slots, nr);
}

/* Gives the kernel all that is queued, then waits until wait_nr I/Os, which must be in
 * flight, are done, or timeout_ns is over; with wait_nr 0 it does not wait.
 * UINT64_MAX waits for ever.  A timeout and a signal are no errors.  Returns 0, or
 * -errno where the engine itself failed. */
static inline int engine_submit(struct engine *engine, unsigned wait_nr, uint64_t timeout_ns)
{
    return engine->kind->submit(engine, wait_nr, timeout_ns);
}

/* Stores up to room I/Os that are done, in the order in which they came to be so, and
 * returns how many; each comes once. */
static inline unsigned engine_reap(struct engine *engine, struct engine_done *done,
                                   unsigned room)
{
    return engine->kind->reap(engine, done, room);
}

/* Closes; I/O in flight is cancelled or waited for.  NULL is fine. */
static inline void engine_close(struct engine *engine)
{
    if (engine)
        engine->kind->close(engine);
}

#endif
