/* A worker with a rate, on an engine whose I/O ends only while it is waited for. */
#include <stdlib.h>
#include <string.h>

#include "collect/clock.h"
#include "collect/worker.h"
#include "tests/t_main.h"

enum { DEPTH = 8, BLOCK = 4096, ENDS_AFTER_NS = 300000 };

/* What the engine saw.  Its I/O ends in a wait that is longer than ENDS_AFTER_NS. */
static struct seen {
    unsigned waits;           /* calls that waited */
    unsigned apart;           /* of these, calls that had nothing to submit */
    uint64_t ends_ns;         /* sum over all I/Os: when the call that waited ended */
    uint64_t reaps_ns;        /* and when they were reaped */
    uint64_t submits_ns;      /* and when they were submitted, as their slots say */
} seen;

struct fake {
    struct engine engine;
    const struct io_slot *slots;
    unsigned slot[DEPTH];
    unsigned in_flight, done, queued;
    uint64_t ended_ns;
};

static const struct engine_kind engine_that_waits;

static struct engine *fake_open(const struct engine_request *request, struct diag *diag)
{
    (void)diag;
    struct fake *fake = calloc(1, sizeof *fake);
    fake->engine.kind = &engine_that_waits;
    fake->slots = request->slots;
    memset(&seen, 0, sizeof seen);
    return &fake->engine;
}

static void fake_queue(struct engine *engine, const unsigned *slots, unsigned nr)
{
    struct fake *fake = (struct fake *)engine;
    memcpy(&fake->slot[fake->in_flight], slots, nr * sizeof *slots);
    fake->in_flight += nr;
    fake->queued += nr;
}

static int fake_submit(struct engine *engine, unsigned wait_nr, uint64_t timeout_ns)
{
    struct fake *fake = (struct fake *)engine;
    engine->calls++;
    if (wait_nr > 0) {
        seen.waits++;
        seen.apart += fake->queued == 0;
        bool ends = timeout_ns > ENDS_AFTER_NS;
        nanosleep(&(struct timespec){0, ends ? ENDS_AFTER_NS : (long)timeout_ns}, NULL);
        if (ends)
            fake->done = fake->in_flight;
        fake->ended_ns = clock_kernel_ns();
    }
    fake->queued = 0;
    return 0;
}

static unsigned fake_reap(struct engine *engine, struct engine_done *done, unsigned room)
{
    struct fake *fake = (struct fake *)engine;
    uint64_t now = clock_kernel_ns();
    unsigned nr = fake->done;
    ck_assert_uint_le(nr, room);
    for (unsigned i = 0; i < nr; i++) {
        done[i] = (struct engine_done){fake->slot[i], BLOCK};
        seen.submits_ns += fake->slots[fake->slot[i]].submit_ns;
        seen.ends_ns += fake->ended_ns;
        seen.reaps_ns += now;
    }
    fake->in_flight -= nr;
    fake->done = 0;
    return nr;
}

static void fake_close(struct engine *engine)
{
    free(engine);
}

static const struct engine_kind engine_that_waits = {
    "fake", false, fake_open, fake_queue, fake_submit, fake_reap, fake_close,
};

static struct job job;
static struct worker_live live;

static struct worker *run(void)
{
    static const struct workload_extent extent = {0, UINT64_C(1000) * BLOCK};
    static const struct engine_file file = {-1, false};
    const struct worker_request request = {
        .job = &job,
        .seed = 5,
        .files = &file,
        .extents = &extent,
        .files_nr = 1,
        .engine = &engine_that_waits,
        .live = &live,
        .drain_ns = UINT64_MAX,
    };
    struct diag diag;
    memset(&live, 0, sizeof live);
    struct worker *worker = worker_open(&request, &diag);
    ck_assert_ptr_nonnull(worker);
    ck_assert_int_eq(worker_run(worker, &diag), 0);
    return worker;
}

static void set_up(void)
{
    memset(&job, 0, sizeof job);
    job.name = "test";
    job.nrfiles = job.run_length = job.loops = job.thinktime_blocks = 1;
    job.iodepth = DEPTH;
    job.is_random = job.does[IO_READ] = true;
    job.bs_bytes[IO_READ] = (struct job_range){BLOCK, BLOCK};
    job.rate_iops[IO_READ] = 500;
    job.number_ios = 100;
}

/* However busy the machine: a latency ends after the wait in which its I/O ended, and
 * before it is reaped, with nothing but reading the clock between. */
START_TEST(what_ends_in_a_wait_is_stamped_at_once)
{
    for (job.iodepth = 1; job.iodepth <= DEPTH; job.iodepth += DEPTH - 1) {
        struct worker *worker = run();
        const struct latency *clat = &worker_figures(worker)->op[IO_READ].clat;
        ck_assert_uint_eq(clat->nr, 100);
        /* Two clocks may drift by 2 in 10^6, of 200 ms. */
        enum { DRIFT_NS = 1000 };
        uint64_t drift = 100 * DRIFT_NS;
        ck_assert_uint_ge(clat->sum_ns + drift, seen.ends_ns - seen.submits_ns);
        ck_assert_uint_le(clat->sum_ns, seen.reaps_ns - seen.submits_ns + drift);
        worker_close(worker);
    }
}
END_TEST

/* One call submits and waits.  Where the machine is busy some are due before the wait
 * could begin, and a call goes to them. */
START_TEST(a_call_submits_and_waits)
{
    struct worker *worker = run();
    ck_assert_uint_ge(seen.waits, 30);
    ck_assert_uint_le(seen.apart, seen.waits / 2);
    ck_assert_uint_eq(worker_figures(worker)->op[IO_READ].ios, 100);
    worker_close(worker);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("worker_pace");
    TCase *all = tcase_create("worker_pace");
    tcase_add_checked_fixture(all, set_up, NULL);
    tcase_add_test(all, what_ends_in_a_wait_is_stamped_at_once);
    tcase_add_test(all, a_call_submits_and_waits);
    suite_add_tcase(suite, all);
    return suite;
}

T_MAIN(make_suite)
