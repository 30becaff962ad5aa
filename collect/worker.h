/* A worker: one clone of a job, in one thread, from its workload to its figures. */
#ifndef IOD_COLLECT_WORKER_H
#define IOD_COLLECT_WORKER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "collect/budget.h"
#include "collect/clock.h"
#include "collect/engine.h"
#include "collect/figures.h"
#include "collect/job.h"
#include "collect/workload.h"
#include "record/diag.h"

/* What others may read of a worker while it runs, with relaxed loads: counts grow from
 * the first I/O on, that of the ramp included, and are no snapshot of one moment.
 * All zero bytes at first; lives at least until worker_close(). */
struct worker_live {
    _Atomic uint64_t ios[IO_OPS_NR];
    _Atomic uint64_t bytes[IO_OPS_NR];
    _Atomic uint64_t errors[IO_OPS_NR];
    _Atomic uint64_t clat_sum_ns[IO_OPS_NR]; /* of those I/Os: differences give a mean per second */
    _Atomic uint64_t measured_from_ns;       /* CLOCK_MONOTONIC; 0 during the ramp */
    _Atomic uint64_t total_bytes;            /* of the job, for progress; 0: ends by time */
    _Atomic unsigned in_flight;
    _Atomic uint64_t ended_ns;               /* CLOCK_MONOTONIC; once is_done */
    _Atomic bool is_done;                    /* worker_run() has returned or is about to */
    unsigned char apart[128];                /* from what another worker writes */
};

/* How data is signed when it is written and checked when it is read. */
struct worker_verify {
    void *context;
    /* Signs what is written next: io->bytes at buffer, which hold data.  Writes of a
     * worker are numbered from 0. */
    void (*sign)(void *context, const struct io *io, uint64_t number, unsigned char *buffer);
    /* Returns whether io->bytes at buffer are as they were signed, by that write where it is
     * known; else false and in *why what is wrong. */
    bool (*check)(void *context, const struct io *io, uint64_t number,
                  const unsigned char *buffer, struct diag *why);
};

/* The number where it is not known which write it was. */
#define WORKER_NUMBER_ANY UINT64_MAX

/* What a worker is made of.  All is borrowed until worker_close(). */
struct worker_request {
    const struct job *job;
    unsigned clone;                        /* of the job, from 0 */
    uint64_t seed;                         /* of this clone: random_derive() of the job's */
    const struct engine_file *files;       /* as many as extents */
    const struct workload_extent *extents; /* by workload_extent_of() */
    unsigned files_nr;
    const struct engine_kind *engine;      /* NULL: what the job asks for */
    struct worker_live *live;
    const _Atomic bool *stop;              /* set: no new I/O; may be NULL */
    struct budget *budget;                 /* of what is written and trimmed: where it is spent the
                                              worker stops; NULL: no end */
    uint64_t drain_ns;                     /* I/O in flight is waited for so long after its job is
                                              over or stopped; UINT64_MAX: for ever */
    const struct diag_sink *sink;          /* notes of the engine, and reads that differ, of
                                              which the first are told; called by the worker's
                                              thread */
    const struct worker_verify *verify;    /* NULL: nothing is signed or checked */
};

struct worker;

/* Binds the calling thread to the job's CPUs and makes everything that the loop needs:
 * buffers with data, engine, workload, room for figures.  Must be called in the thread that calls worker_run(): an engine belongs to
 * one.  Returns NULL and *diag where it cannot. */
struct worker *worker_open(const struct worker_request *request, struct diag *diag);

/* Does the job's I/O from now on: loops, runtime, ramp, rates, syncs; allocates
 * nothing, takes no lock, prints nothing.  Returns 0 where the job was done or
 * stopped, even if all of its I/O failed; -1 and *diag where the engine failed or, of
 * a job that does not go on after errors, an I/O did: the figures up to there
 * hold in both cases. */
int worker_run(struct worker *worker, struct diag *diag);

/* Reads once more what worker_run() wrote, in the same order, and checks it; of a job
 * that only reads, worker_run() has checked it already.  The files are synced and dropped
 * from the page cache before, so that the device answers.  What could not be written is
 * not read.  Counts verified blocks and those
 * that are not as they were written, and errors of reading, in the figures; its I/O
 * is in no other count.  Does nothing where nothing is to be verified, or do_verify says not
 * to.  Returns 0, or -1 and
 * *diag where a block differs and the job asks for an end then, or where the engine
 * failed.  Writes of a job whose mix is made by rates cannot be told from its reads later:
 * that is refused, as -1. */
int worker_verify(struct worker *worker, struct diag *diag);

/* The figures of the measured part; the worker's until worker_close(). */
const struct job_figures *worker_figures(const struct worker *worker);

/* The engine in one line (engine.h), with what it does without and how the clock is
 * read; the worker's. */
const char *worker_engine_text(const struct worker *worker);

/* The name of the engine in use, "io_uring" or "psync", and the depth it can reach:
 * iodepth, or 1 of psync. */
const char *worker_engine_name(const struct worker *worker);
unsigned worker_depth(const struct worker *worker);

/* Frees all.  An I/O that hangs in the kernel makes this hang too: where
 * worker_figures()->unfinished is not 0, a caller that must end should not call it.
 * NULL is fine. */
void worker_close(struct worker *worker);

/* For another thread, until worker_close(): returns when the oldest I/O in flight was
 * submitted, in ns of CLOCK_MONOTONIC; 0 where none is. */
uint64_t worker_oldest_ns(const struct worker *worker);

#endif
