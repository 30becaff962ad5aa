/* The accounting of a worker: what ended, how, and how long it took. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "collect/worker_parts.h"

static void publish(_Atomic uint64_t *count, uint64_t more)
{
    /* One thread writes: no read-modify-write is needed. */
    uint64_t before = atomic_load_explicit(count, memory_order_relaxed);
    atomic_store_explicit(count, before + more, memory_order_relaxed);
}

/* Adds I/Os that began together and ended now. */
static inline void add_ios(struct worker *w, enum io_op op, const struct worker_run *run)
{
    struct op_figures *figures = &w->figures.op[op];
    uint64_t nr = run->nr;
    figures->ios += nr;
    figures->bytes += run->bytes;
    publish(&w->live->ios[op], nr);
    publish(&w->live->bytes[op], run->bytes);
    if (!w->is_timed)
        return;
    uint64_t clat = w->now_ns > run->submit_ns ? w->now_ns - run->submit_ns : 0;
    uint64_t lat = w->now_ns > run->base_ns ? w->now_ns - run->base_ns : 0;
    latency_add(&figures->clat, clat, nr);
    latency_add(&figures->lat, lat, nr);
    publish(&w->live->clat_sum_ns[op], clat * nr);
}

static void flush_run(struct worker *w, enum io_op op)
{
    add_ios(w, op, &w->runs[op]);
    w->runs[op].nr = w->runs[op].bytes = 0;
}

static inline void free_slot(struct worker *w, unsigned slot)
{
    atomic_store_explicit(&w->slots[slot].submit_ns, 0, memory_order_relaxed);
    w->free[w->free_nr++] = slot;
}

/* Adds an I/O to the run of its operation, which ends where this one began at another
 * time. */
static inline void add_to_run(struct worker *w, const struct io_slot *s, uint64_t bytes)
{
    struct worker_run *run = &w->runs[s->io.op];
    uint64_t submit_ns = atomic_load_explicit(&s->submit_ns, memory_order_relaxed);
    if (run->submit_ns != submit_ns || run->base_ns != s->base_ns) {
        if (run->nr)
            flush_run(w, s->io.op);
        run->submit_ns = submit_ns;
        run->base_ns = s->base_ns;
    }
    run->nr++;
    run->bytes += bytes;
    w->runs_mask |= 1u << s->io.op;
}

static void check(struct worker *w, const struct io_slot *s, uint64_t bytes)
{
    const struct worker_verify *verify = w->request.verify;
    /* What came short is checked as far as it came. */
    struct io io = s->io;
    io.bytes = bytes;
    uint64_t number = w->is_verifying ? s->number : WORKER_NUMBER_ANY;
    struct diag why;
    if (verify->check(verify->context, &io, number, s->buffer, &why)) {
        w->figures.verified++;
        return;
    }
    w->figures.verify_failed++;
    if (w->job->is_verify_fatal && !w->has_failed) {
        w->has_failed = w->is_over = w->is_stopped = true;
        w->failure = why;
        snprintf(w->failure.mend, sizeof w->failure.mend, "verify_fatal=0 goes on and counts them");
    } else if (w->told_nr < WORKER_TOLD_MAX) {
        w->told_nr++;
        diag_report(w->request.sink, &why);
    }
}

/* What was not written need not be there. */
static void lose(struct worker *w, const struct io_slot *s)
{
    if (!w->request.verify || s->io.op != IO_WRITE)
        return;
    if (w->lost_nr < WORKER_LOST_MAX)
        w->lost[w->lost_nr] = s->number;
    w->lost_nr++;
}

static void count_good(struct worker *w, unsigned slot, uint64_t bytes)
{
    if (bytes < w->slots[slot].io.bytes)
        lose(w, &w->slots[slot]);
    if (w->checks_reads && w->slots[slot].io.op == IO_READ)
        check(w, &w->slots[slot], bytes);
    if (w->is_verifying) {
        free_slot(w, slot);
        return;
    }
    add_to_run(w, &w->slots[slot], bytes);
    free_slot(w, slot);
}

static void fail(struct worker *w, const struct io_slot *s, int error)
{
    w->has_failed = w->is_over = w->is_stopped = true;
    diag_set(&w->failure, DIAG_FATAL, w->job->path, w->job->line,
             "continue_on_error=all goes on and counts errors",
             "job %s: %s of %llu bytes at %llu: %s", w->job->name, io_op_name(s->io.op),
             (unsigned long long)s->io.bytes, (unsigned long long)s->io.offset_bytes,
             strerror(error));
}

static void count_error(struct worker *w, unsigned slot, int error)
{
    const struct io_slot *s = &w->slots[slot];
    w->figures.op[s->io.op].errors[error < FIGURES_ERRNOS_NR ? error : 0]++;
    publish(&w->live->errors[s->io.op], 1);
    lose(w, s);
    if (!w->job->goes_on_after_error && !w->has_failed)
        fail(w, s, error);
    free_slot(w, slot);
}

/* Puts back what queue_rest() changed. */
static void end_parts(struct worker *w, unsigned slot)
{
    struct io_slot *s = &w->slots[slot];
    s->io.offset_bytes -= w->moved[slot];
    s->io.bytes += w->moved[slot];
    s->buffer -= w->moved[slot];
    w->moved[slot] = 0;
    w->looks_nr--;
}

static void queue_rest(struct worker *w, unsigned slot, uint64_t moved)
{
    struct io_slot *s = &w->slots[slot];
    if (w->moved[slot] == 0)
        w->looks_nr++;
    w->moved[slot] += moved;
    s->io.offset_bytes += moved;
    s->io.bytes -= moved;
    s->buffer += moved;
    engine_queue(w->engine, &slot, 1);
}

/* A read or write that did not move all that was left of it, or that had come back
 * short before. */
static void count_part(struct worker *w, unsigned slot, uint64_t moved)
{
    enum { SECTOR = 512 };
    const struct io_slot *s = &w->slots[slot];
    uint64_t before = w->moved[slot];
    if (moved == 0 && before == 0) {
        count_error(w, slot, s->io.op == IO_READ ? ENODATA : ENOSPC);
        return;
    }
    if (before == 0 && !w->is_verifying)
        w->figures.op[s->io.op].short_ios++;
    /* The rest of direct I/O must still be whole sectors; at the end of a file there is
     * none. */
    bool has_rest = moved > 0 && moved < s->io.bytes && !w->is_stopped &&
                    !(w->job->is_direct && moved % SECTOR);
    if (has_rest) {
        queue_rest(w, slot, moved);
        return;
    }
    if (before)
        end_parts(w, slot);
    count_good(w, slot, before + moved);
}

static void count_odd(struct worker *w, unsigned slot, int32_t result)
{
    const struct io_slot *s = &w->slots[slot];
    bool is_part = s->io.op == IO_READ || s->io.op == IO_WRITE;
    if (result < 0) {
        if (w->moved[slot])
            end_parts(w, slot);
        count_error(w, slot, -result);
    } else if (is_part && (w->moved[slot] || (uint64_t)result < s->io.bytes)) {
        count_part(w, slot, (uint64_t)result);
    } else {
        count_good(w, slot, s->io.bytes);
    }
}

/* One alone, as all are at depth 1, needs no run. */
static void count_one(struct worker *w, const struct engine_done *done)
{
    const struct io_slot *s = &w->slots[done->slot];
    const struct worker_run run = {
        .submit_ns = atomic_load_explicit(&s->submit_ns, memory_order_relaxed),
        .base_ns = s->base_ns,
        .nr = 1,
        .bytes = s->io.bytes,
    };
    add_ios(w, s->io.op, &run);
    free_slot(w, done->slot);
}

static void count_many(struct worker *w, unsigned nr)
{
    struct io_slot *const slots = w->slots;
    const struct engine_done *const done = w->done;
    unsigned *const free = w->free, free_nr = w->free_nr;
    for (unsigned i = 0; i < nr; i++) {
        unsigned slot = done[i].slot;
        struct io_slot *s = &slots[slot];
        uint64_t bytes = s->io.bytes;
        if (__builtin_expect(done[i].result != (int32_t)bytes || w->looks_nr > 0, 0)) {
            w->free_nr = free_nr;
            count_odd(w, slot, done[i].result);
            free_nr = w->free_nr;
            continue;
        }
        add_to_run(w, s, bytes);
        atomic_store_explicit(&s->submit_ns, 0, memory_order_relaxed);
        free[free_nr++] = slot;
    }
    w->free_nr = free_nr;
    for (; w->runs_mask; w->runs_mask &= w->runs_mask - 1) {
        enum io_op op = (enum io_op)__builtin_ctz(w->runs_mask);
        if (w->runs[op].nr)
            flush_run(w, op);
    }
}

void worker_count(struct worker *w, unsigned nr)
{
    const struct engine_done *done = w->done;
    if (nr == 1 && w->looks_nr == 0 && done->result == (int32_t)w->slots[done->slot].io.bytes)
        count_one(w, done);
    else if (nr > 0)
        count_many(w, nr);
}

static void stamp_one(struct worker *w, struct io_slot *s, uint64_t now)
{
    atomic_store_explicit(&s->submit_ns, now, memory_order_relaxed);
    if (w->is_timed && !w->is_verifying)
        latency_add(&w->figures.op[s->io.op].slat, now - s->start_ns, 1);
}

static void stamp_many(struct worker *w, uint64_t now)
{
    const unsigned *queued = &w->free[w->free_nr];
    uint64_t start = w->slots[queued[0]].start_ns;
    uint64_t together[IO_OPS_NR] = {0};
    unsigned mask = 0;
    for (unsigned i = 0; i < w->queued_nr; i++) {
        struct io_slot *s = &w->slots[queued[i]];
        atomic_store_explicit(&s->submit_ns, now, memory_order_relaxed);
        mask |= 1u << s->io.op;
        if (s->start_ns == start)
            together[s->io.op]++;
        else if (w->is_timed)
            latency_add(&w->figures.op[s->io.op].slat, now - s->start_ns, 1);
    }
    for (; mask && w->is_timed && !w->is_verifying; mask &= mask - 1) {
        unsigned op = (unsigned)__builtin_ctz(mask);
        if (together[op])
            latency_add(&w->figures.op[op].slat, now - start, together[op]);
    }
}

void worker_stamp(struct worker *w)
{
    if (w->queued_nr == 0)
        return;
    uint64_t now = clock_now(&w->clock);
    if (w->queued_nr == 1)
        stamp_one(w, &w->slots[w->free[w->free_nr]], now);
    else
        stamp_many(w, now);
    unsigned row = 31 - (unsigned)__builtin_clz(worker_in_flight(w) | 1);
    if (!w->is_verifying)
        w->figures.depth_ios[row < FIGURES_DEPTHS_NR ? row : FIGURES_DEPTHS_NR - 1] += w->queued_nr;
    atomic_store_explicit(&w->live->in_flight, worker_in_flight(w), memory_order_relaxed);
    w->queued_nr = 0;
}
