/* The loop of a worker: draws, submits, reaps.  Nothing here allocates, locks or
 * prints. */
#include <errno.h>
#include <string.h>
#include <sys/prctl.h>

#include "collect/data.h"
#include "collect/worker_parts.h"

enum {
    /* How long a wait lasts before the loop looks whether it was stopped. */
    LOOK_NS = 100000000,
    /* What is due within so short a time is waited for without sleeping. */
    SPIN_NS = 5000,
    /* No timer is taken to be later than this: the loop spins for what it is less. */
    TIMER_LATE_NS_MAX = 100000,
};

static bool is_told_to_stop(const struct worker *w)
{
    return w->request.stop && atomic_load_explicit(w->request.stop, memory_order_relaxed);
}

static void fill_buffer(struct worker *w, struct io_slot *s)
{
    const struct job *job = w->job;
    if (job->data != JOB_DATA_RANDOM)
        return;
    if (job->dedupe_pct && random_below(&w->data_random, 100) < job->dedupe_pct)
        return;
    if (job->refills)
        data_fill(job, &w->data_random, s->buffer, s->io.bytes);
    else
        data_mark(s->buffer, s->io.bytes, w->marks++);
}

static void prepare_data(struct worker *w, struct io_slot *s)
{
    const struct worker_verify *verify = w->request.verify;
    w->has_written[s->io.file] = true;
    fill_buffer(w, s);
    if (verify) {
        s->number = w->signed_nr++;
        verify->sign(verify->context, &s->io, s->number, s->buffer);
    }
}

void worker_issue(struct worker *w, unsigned nr, uint64_t start_ns, uint64_t base_ns)
{
    w->issued += nr;
    w->free_nr -= nr;
    w->queued_nr += nr;
    const unsigned *numbers = &w->free[w->free_nr];
    for (unsigned i = 0; i < nr; i++) {
        struct io_slot *s = &w->slots[numbers[i]];
        s->start_ns = start_ns;
        s->base_ns = base_ns;
        if (s->io.op == IO_WRITE)
            prepare_data(w, s);
    }
    engine_queue(w->engine, numbers, nr);
}

/* Moves the first nr_first of nr numbers behind the others. */
static void rotate(unsigned *numbers, unsigned nr, unsigned nr_first)
{
    for (unsigned i = 0; i < nr_first && nr_first < nr; i++) {
        unsigned first = numbers[0];
        memmove(numbers, numbers + 1, (nr - 1) * sizeof *numbers);
        numbers[nr - 1] = first;
    }
}

/* Takes the I/Os in the first nr slots of numbers from the budget; returns for how many it
 * lasts, and stops the worker where that is not all. */
static unsigned pay(struct worker *w, const unsigned *numbers, unsigned nr)
{
    for (unsigned i = 0; i < nr; i++) {
        const struct io *io = &w->slots[numbers[i]].io;
        if ((io->op == IO_WRITE || io->op == IO_TRIM) &&
            !budget_take(w->request.budget, io->bytes)) {
            w->is_over = w->is_stopped = true;
            return i;
        }
    }
    return nr;
}

/* Draws as many as there is room for: the loop of a job without a rate. */
static void fill(struct worker *w)
{
    while (w->free_nr > 0 && w->queued_nr < w->batch && !w->is_over) {
        unsigned room = w->batch - w->queued_nr, nr = w->free_nr < room ? w->free_nr : room;
        unsigned drawn = workload_fill(w->workload, w->slots, &w->free[w->free_nr - nr], nr);
        if (__builtin_expect(w->request.budget != NULL, 0))
            drawn = pay(w, &w->free[w->free_nr - nr], drawn);
        w->is_over = drawn < nr;
        /* What was drawn are the first of them, and the top of the stack are the last. */
        if (w->is_over)
            rotate(&w->free[w->free_nr - nr], nr, drawn);
        /* In a closed loop an I/O begins when another made room for it. */
        if (drawn > 0)
            worker_issue(w, drawn, w->now_ns, w->now_ns);
    }
}

/* What was due while the loop slept for want of work begins when it woke: that it woke
 * late, as timers do, is no delay of the device's. */
static uint64_t base_of(const struct worker *w, uint64_t due_ns, uint64_t now_ns)
{
    if (due_ns == 0)
        return now_ns;
    return due_ns > w->woke_ns ? due_ns : w->woke_ns;
}

static void note_lateness(struct worker *w, uint64_t late_ns)
{
    w->figures.late_ns_sum += late_ns;
    if (late_ns > w->figures.late_ns_max)
        w->figures.late_ns_max = late_ns;
}

/* Draws what is due: the loop of a job with rates or think time. */
static void fill_paced(struct worker *w)
{
    w->next_due_ns = 0;
    while (w->free_nr > 0 && w->queued_nr < w->batch && !w->thinks) {
        uint64_t now = clock_now(&w->clock);
        if (!w->has_drawn)
            w->drawn = workload_draw(w->workload);
        w->has_drawn = true;
        enum io_op op = pace_choose(&w->pace, w->job, w->drawn, now);
        uint64_t due = pace_due(&w->pace, op);
        if (due > now) {
            w->next_due_ns = due;
            return;
        }
        const unsigned *number = &w->free[w->free_nr - 1];
        struct io *io = &w->slots[*number].io;
        if (!workload_next_of(w->workload, op, io) ||
            (w->request.budget && pay(w, number, 1) == 0)) {
            w->is_over = true;
            return;
        }
        w->has_drawn = false;
        worker_issue(w, 1, now, base_of(w, due, now));
        if (due)
            note_lateness(w, now - due);
        pace_issue(&w->pace, op, io->bytes);
        w->thinks = pace_thinks(&w->pace);
    }
}

/* Returns how long to sleep for what is due in left_ns: less than that by what timers are
 * late here, so that the loop is awake when it is due; 0: not at all. */
static uint64_t nap_ns(const struct worker *w, uint64_t left_ns)
{
    if (left_ns <= w->timer_late_ns + SPIN_NS)
        return 0;
    uint64_t nap = left_ns - w->timer_late_ns;
    return nap < LOOK_NS ? nap : LOOK_NS;
}

/* Learns from one timer, in steps towards the median: how late a timer was that found the
 * processor taken by others says nothing of the next. */
static void learn_timer(struct worker *w, uint64_t asked_ns, uint64_t took_ns)
{
    enum { STEP_NS = 2000 };
    uint64_t late = took_ns > asked_ns ? took_ns - asked_ns : 0;
    if (late > w->timer_late_ns && w->timer_late_ns < TIMER_LATE_NS_MAX)
        w->timer_late_ns += STEP_NS;
    else if (late < w->timer_late_ns)
        w->timer_late_ns -= w->timer_late_ns < STEP_NS ? w->timer_late_ns : STEP_NS;
}

/* Sleeps until then, or until the deadline or a stop comes first. */
static void sleep_until(struct worker *w, uint64_t until_ns)
{
    if (until_ns > w->deadline_ns)
        until_ns = w->deadline_ns;
    uint64_t now = clock_now(&w->clock);
    while (now < until_ns && !is_told_to_stop(w)) {
        uint64_t nap = nap_ns(w, until_ns - now), before = now;
        if (nap) {
            struct timespec pause = {0, (long)nap};
            nanosleep(&pause, NULL);
        }
        now = clock_now(&w->clock);
        if (nap)
            learn_timer(w, nap, now - before);
    }
    w->now_ns = w->woke_ns = now;
}

static void think(struct worker *w)
{
    uint64_t start = clock_now(&w->clock), spun = start + w->pace.thinktime_spin_ns;
    while (clock_now(&w->clock) < spun && !is_told_to_stop(w))
        continue;
    sleep_until(w, start + w->pace.thinktime_ns);
    pace_thought(&w->pace, clock_now(&w->clock) - start);
    w->thinks = false;
}

/* How many I/Os to wait for, and how long; notes whether that is sleep. */
static unsigned plan_wait(struct worker *w, uint64_t *timeout_ns)
{
    *timeout_ns = LOOK_NS;
    bool may_draw = w->free_nr > 0 && !w->is_over && !w->thinks;
    if (may_draw && w->next_due_ns == 0)
        return 0; /* the batch was full, not the queue */
    if (may_draw) {
        uint64_t now = clock_now(&w->clock);
        uint64_t left = w->next_due_ns > now ? w->next_due_ns - now : 0;
        *timeout_ns = nap_ns(w, left);
        w->is_asleep = *timeout_ns > 0;
        return w->is_asleep;
    }
    return w->wait_least < worker_in_flight(w) ? w->wait_least : worker_in_flight(w);
}

void worker_turn(struct worker *w, unsigned wait_nr, uint64_t timeout_ns)
{
    worker_stamp(w);
    int error = engine_submit(w->engine, wait_nr, timeout_ns);
    w->now_ns = clock_now(&w->clock);
    unsigned nr = engine_reap(w->engine, w->done, w->reap_most);
    worker_count(w, nr);
    if (nr)
        atomic_store_explicit(&w->live->in_flight, worker_in_flight(w), memory_order_relaxed);
    if (__builtin_expect(error != 0, 0) && !w->is_engine_lost) {
        w->is_engine_lost = w->has_failed = w->is_over = w->is_stopped = true;
        diag_set(&w->failure, DIAG_FATAL, w->job->path, w->job->line, NULL,
                 "job %s: the engine %s failed: %s", w->job->name, w->engine->kind->name,
                 strerror(-error));
    }
}

/* Figures begin here: at the start, or where the ramp is over. */
static void begin_figures(struct worker *w, uint64_t now_ns)
{
    /* What was not as it was written is no figure of speed. */
    uint64_t verified = w->figures.verified, verify_failed = w->figures.verify_failed;
    w->ramp_end_ns = UINT64_MAX;
    figures_clear(&w->figures);
    w->figures.verified = verified;
    w->figures.verify_failed = verify_failed;
    w->figures.start_ns = now_ns;
    w->calls_before = w->engine->calls;
    getrusage(RUSAGE_THREAD, &w->usage_before);
    atomic_store_explicit(&w->live->measured_from_ns, now_ns, memory_order_relaxed);
}

/* What the time and others have to say; called after each turn. */
static void look_at_limits(struct worker *w)
{
    if (__builtin_expect(w->now_ns >= w->ramp_end_ns, 0))
        begin_figures(w, w->now_ns);
    if (__builtin_expect(w->now_ns >= w->deadline_ns, 0))
        w->is_over = true;
    if (__builtin_expect(!w->is_over && is_told_to_stop(w), 0))
        w->is_over = w->is_stopped = true;
}

/* One round of the loop. */
static void go_round(struct worker *w, bool is_paced)
{
    if (is_paced)
        fill_paced(w);
    else
        fill(w);
    if (worker_in_flight(w) == 0) {
        if (w->thinks)
            think(w);
        else if (w->next_due_ns && !w->is_over)
            sleep_until(w, w->next_due_ns);
        return;
    }
    uint64_t timeout_ns;
    unsigned wait_nr = plan_wait(w, &timeout_ns);
    uint64_t before = w->is_asleep ? clock_now(&w->clock) : 0;
    unsigned free_before = w->free_nr;
    worker_turn(w, wait_nr, timeout_ns);
    if (w->is_asleep) {
        w->woke_ns = w->now_ns;
        if (w->free_nr == free_before)
            learn_timer(w, timeout_ns, w->now_ns - before);
    }
    w->is_asleep = false;
}

void worker_drain(struct worker *w)
{
    uint64_t start = clock_now(&w->clock), limit = w->request.drain_ns;
    while (worker_in_flight(w) > 0 && !w->is_engine_lost &&
           (limit == UINT64_MAX || clock_now(&w->clock) - start < limit)) {
        worker_turn(w, 1, limit < LOOK_NS ? limit : LOOK_NS);
        look_at_limits(w);
    }
}

/* fsync at the end, of each file that was written, counted as any. */
static void sync_all(struct worker *w)
{
    if (!w->job->fsyncs_at_end && !w->job->fsyncs_on_close)
        return;
    for (unsigned file = 0; file < w->request.files_nr && worker_in_flight(w) == 0; file++) {
        if (!w->has_written[file])
            continue;
        w->slots[w->free[w->free_nr - 1]].io = (struct io){.op = IO_SYNC, .file = file};
        uint64_t now = clock_now(&w->clock);
        worker_issue(w, 1, now, now);
        w->synced_at_end++;
        worker_drain(w);
    }
}

static uint64_t time_ns(struct timeval after, struct timeval before)
{
    int64_t us =
        (int64_t)(after.tv_sec - before.tv_sec) * 1000000 + (after.tv_usec - before.tv_usec);
    return us > 0 ? (uint64_t)us * 1000 : 0;
}

static void end_figures(struct worker *w)
{
    struct job_figures *f = &w->figures;
    const struct rusage *before = &w->usage_before;
    struct rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    f->unfinished = worker_in_flight(w);
    f->end_ns = worker_in_flight(w) ? w->now_ns : clock_now(&w->clock);
    f->cpu_user_ns = time_ns(usage.ru_utime, before->ru_utime);
    f->cpu_sys_ns = time_ns(usage.ru_stime, before->ru_stime);
    f->switches_voluntary = (uint64_t)(usage.ru_nvcsw - before->ru_nvcsw);
    f->switches_forced = (uint64_t)(usage.ru_nivcsw - before->ru_nivcsw);
    f->calls = w->engine->calls - w->calls_before;
    f->is_complete = !w->is_stopped && worker_in_flight(w) == 0;
    atomic_store_explicit(&w->live->ended_ns, f->end_ns, memory_order_relaxed);
    atomic_store_explicit(&w->live->is_done, true, memory_order_release);
}

static uint64_t after(uint64_t ns, uint64_t more)
{
    return more > UINT64_MAX - ns ? UINT64_MAX : ns + more;
}

int worker_run(struct worker *w, struct diag *diag)
{
    const struct job *job = w->job;
    uint64_t start = clock_now(&w->clock);
    w->now_ns = start;
    pace_init(&w->pace, job, random_derive(w->request.seed, 'p'), start);
    w->figures.is_open_loop = w->pace.is_paced;
    bool is_paced = w->pace.is_paced || w->pace.thinktime_ns > 0;
    if (is_paced)
        prctl(PR_SET_TIMERSLACK, 1);
    uint64_t ramp_end = after(start, job->ramp_time_ns);
    w->deadline_ns = job->runtime_ns ? after(ramp_end, job->runtime_ns) : UINT64_MAX;
    begin_figures(w, start);
    if (job->ramp_time_ns) {
        w->ramp_end_ns = ramp_end;
        atomic_store_explicit(&w->live->measured_from_ns, 0, memory_order_relaxed);
    }
    look_at_limits(w);
    while (!w->is_over) {
        go_round(w, is_paced);
        look_at_limits(w);
    }
    worker_drain(w);
    sync_all(w);
    end_figures(w);
    if (w->has_failed)
        *diag = w->failure;
    return w->has_failed ? -1 : 0;
}
