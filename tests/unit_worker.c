/* The worker, on an engine that answers as the test wants, and on the real ones. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/affinity.h"
#include "collect/random.h"
#include "collect/worker.h"
#include "tests/t_main.h"

enum { KIB = 1024, DEPTH = 16, NEVER = INT32_MIN };

/* What the engine answers to I/O number index, from 0; NEVER: nothing. */
static int32_t (*answer)(unsigned index, const struct io *io);
static unsigned index_next, submits_nr, submits_until_lost;
static unsigned ops_seen[IO_OPS_NR];
static uint64_t delay_ns; /* before everything is done */

struct fake {
    struct engine engine;
    const struct engine_request *request;
    const struct io_slot *slots;
    unsigned depth;
    struct engine_done done[64];
    unsigned done_nr, held_nr;
    bool is_busy[64];
};

static const struct engine_kind engine_fake;

static struct engine *fake_open(const struct engine_request *request, struct diag *diag)
{
    (void)diag;
    struct fake *fake = calloc(1, sizeof *fake);
    fake->engine.kind = &engine_fake;
    fake->slots = request->slots;
    fake->depth = request->depth;
    index_next = submits_nr = submits_until_lost = 0;
    memset(ops_seen, 0, sizeof ops_seen);
    delay_ns = 0;
    engine_say(&fake->engine, "fake");
    return &fake->engine;
}

static int32_t all_of_it(unsigned index, const struct io *io)
{
    (void)index;
    return io->op <= IO_WRITE ? (int32_t)io->bytes : 0;
}

static void fake_queue(struct engine *engine, const unsigned *slots, unsigned nr)
{
    struct fake *fake = (struct fake *)engine;
    for (unsigned i = 0; i < nr; i++) {
        ck_assert_uint_lt(slots[i], fake->depth);
        ck_assert(!fake->is_busy[slots[i]]);
        fake->is_busy[slots[i]] = true;
        const struct io *io = &fake->slots[slots[i]].io;
        ops_seen[io->op]++;
        int32_t result = answer(index_next++, io);
        if (result == NEVER)
            fake->held_nr++;
        else
            fake->done[fake->done_nr++] = (struct engine_done){slots[i], result};
    }
}

static int fake_submit(struct engine *engine, unsigned wait_nr, uint64_t timeout_ns)
{
    struct fake *fake = (struct fake *)engine;
    ck_assert_uint_le(wait_nr, fake->done_nr + fake->held_nr);
    submits_nr++;
    engine->calls++;
    uint64_t pause = fake->done_nr < wait_nr ? timeout_ns : delay_ns;
    if (pause > 0 && pause < 1000000000)
        nanosleep(&(struct timespec){0, (long)pause}, NULL);
    return submits_until_lost && submits_nr >= submits_until_lost ? -EIO : 0;
}

/* The last one first, for a device may do so. */
static unsigned fake_reap(struct engine *engine, struct engine_done *done, unsigned room)
{
    struct fake *fake = (struct fake *)engine;
    unsigned nr = 0;
    while (nr < room && fake->done_nr > 0) {
        done[nr] = fake->done[--fake->done_nr];
        fake->is_busy[done[nr++].slot] = false;
    }
    return nr;
}

static void fake_close(struct engine *engine)
{
    free(engine);
}

static const struct engine_kind engine_fake = {
    "fake", false, fake_open, fake_queue, fake_submit, fake_reap, fake_close,
};

static struct job job;
static struct worker_live live;
static _Atomic bool stop;
static struct worker_request request;
static struct workload_extent extent;
static struct engine_file file;
static struct diag diag;

static void set_up(void)
{
    memset(&job, 0, sizeof job);
    job.name = "test";
    job.nrfiles = job.run_length = job.loops = job.thinktime_blocks = 1;
    job.rwmix_read_pct = 50;
    job.iodepth = DEPTH;
    job.goes_on_after_error = true;
    job.is_random = true;
    for (int op = 0; op < IO_DIRECTIONS_NR; op++)
        job.bs_bytes[op] = (struct job_range){4 * KIB, 4 * KIB};
    memset(&live, 0, sizeof live);
    atomic_store(&stop, false);
    extent = (struct workload_extent){0, 1000 * 4 * KIB};
    file = (struct engine_file){-1, false};
    request = (struct worker_request){
        .job = &job,
        .seed = 5,
        .files = &file,
        .extents = &extent,
        .files_nr = 1,
        .engine = &engine_fake,
        .live = &live,
        .stop = &stop,
        .drain_ns = 50000000,
    };
    answer = all_of_it;
}

static struct worker *run(int expected)
{
    struct worker *worker = worker_open(&request, &diag);
    ck_assert_ptr_nonnull(worker);
    ck_assert_int_eq(worker_run(worker, &diag), expected);
    ck_assert(live.is_done);
    return worker;
}

/* What holds of all figures, whatever happened. */
static void check_sums(const struct worker *worker)
{
    const struct job_figures *f = worker_figures(worker);
    ck_assert_uint_le(f->start_ns, f->end_ns);
    for (int op = 0; op < IO_OPS_NR; op++) {
        ck_assert_uint_eq(f->op[op].clat.nr, f->op[op].ios);
        ck_assert_uint_eq(f->op[op].lat.nr, f->op[op].ios);
        ck_assert_uint_eq(live.ios[op], f->op[op].ios);
        ck_assert_uint_eq(live.bytes[op], f->op[op].bytes);
        ck_assert_uint_eq(live.clat_sum_ns[op], f->op[op].clat.sum_ns);
        uint64_t errors = 0;
        for (int i = 0; i < FIGURES_ERRNOS_NR; i++)
            errors += f->op[op].errors[i];
        ck_assert_uint_eq(live.errors[op], errors);
    }
}

START_TEST(counts_all)
{
    job.does[IO_READ] = true;
    struct worker *worker = run(0);
    const struct job_figures *f = worker_figures(worker);
    const struct op_figures *reads = &f->op[IO_READ];
    ck_assert_uint_eq(reads->ios, 1000);
    ck_assert_uint_eq(reads->bytes, 1000 * 4 * KIB);
    ck_assert_uint_eq(reads->slat.nr, 1000);
    ck_assert_uint_eq(reads->slat.sum_ns + reads->clat.sum_ns, reads->lat.sum_ns);
    ck_assert(f->is_complete && !f->is_open_loop);
    ck_assert_uint_eq(f->op[IO_WRITE].ios + f->op[IO_TRIM].ios + f->op[IO_SYNC].ios, 0);
    ck_assert_uint_eq(f->calls, submits_nr);
    uint64_t ios = 0;
    for (int i = 0; i < FIGURES_DEPTHS_NR; i++)
        ios += f->depth_ios[i];
    ck_assert_uint_eq(ios, 1000);
    ck_assert_uint_ge(f->depth_ios[4], 984); /* all but the last ones at full depth */
    check_sums(worker);
    ck_assert_uint_eq(worker_oldest_ns(worker), 0);
    ck_assert_ptr_nonnull(strstr(worker_engine_text(worker), "fake; clock: "));
    worker_close(worker);
}
END_TEST

static int32_t every_tenth_eio(unsigned index, const struct io *io)
{
    return index % 10 == 3 ? -EIO : all_of_it(index, io);
}

START_TEST(errors_are_no_ios)
{
    answer = every_tenth_eio;
    job.does[IO_READ] = true;
    struct worker *worker = run(0);
    const struct op_figures *reads = &worker_figures(worker)->op[IO_READ];
    ck_assert_uint_eq(reads->ios, 900);
    ck_assert_uint_eq(reads->bytes, 900 * 4 * KIB);
    ck_assert_uint_eq(reads->errors[EIO], 100);
    ck_assert_uint_eq(reads->short_ios, 0);
    ck_assert(worker_figures(worker)->is_complete);
    check_sums(worker);
    worker_close(worker);
}
END_TEST

START_TEST(an_error_ends_it_where_asked)
{
    answer = every_tenth_eio;
    job.does[IO_READ] = true;
    job.goes_on_after_error = false;
    job.iodepth = 1;
    struct worker *worker = run(-1);
    const struct job_figures *f = worker_figures(worker);
    ck_assert_uint_eq(f->op[IO_READ].ios, 3);
    ck_assert_uint_eq(f->op[IO_READ].errors[EIO], 1);
    ck_assert(!f->is_complete);
    ck_assert_ptr_nonnull(strstr(diag.text, "read of 4096 bytes at "));
    ck_assert_ptr_nonnull(strstr(diag.text, strerror(EIO)));
    check_sums(worker);
    worker_close(worker);
}
END_TEST

static int32_t unknown_errno(unsigned index, const struct io *io)
{
    (void)index;
    (void)io;
    return -4000;
}

START_TEST(an_errno_beyond_the_table_is_kept)
{
    answer = unknown_errno;
    job.does[IO_READ] = true;
    struct worker *worker = run(0);
    ck_assert_uint_eq(worker_figures(worker)->op[IO_READ].errors[0], 1000);
    ck_assert_uint_eq(worker_figures(worker)->op[IO_READ].ios, 0);
    check_sums(worker);
    worker_close(worker);
}
END_TEST

static uint64_t part_offset;

/* Every I/O that is whole gives its first half; what is less gives all. */
static int32_t halves(unsigned index, const struct io *io)
{
    if (io->bytes == 4 * KIB) {
        part_offset = io->offset_bytes + 2 * KIB;
        return 2 * KIB;
    }
    ck_assert_uint_eq(io->bytes, 2 * KIB);
    ck_assert(job.iodepth > 1 || io->offset_bytes == part_offset);
    return all_of_it(index, io);
}

START_TEST(short_ones_are_continued)
{
    answer = halves;
    job.does[IO_READ] = true;
    for (job.iodepth = 1; job.iodepth <= DEPTH; job.iodepth += DEPTH - 1) {
        memset(&live, 0, sizeof live);
        struct worker *worker = run(0);
        const struct op_figures *reads = &worker_figures(worker)->op[IO_READ];
        ck_assert_uint_eq(reads->ios, 1000);
        ck_assert_uint_eq(reads->short_ios, 1000);
        ck_assert_uint_eq(reads->bytes, 1000 * 4 * KIB);
        ck_assert_uint_eq(index_next, 2000);
        check_sums(worker);
        worker_close(worker);
    }
}
END_TEST

/* 1 KiB at a time, then the end of the file. */
static int32_t pieces_and_end(unsigned index, const struct io *io)
{
    (void)index;
    return io->bytes > 1 * KIB ? 1 * KIB : 0;
}

static int32_t piece_and_error(unsigned index, const struct io *io)
{
    (void)index;
    return io->bytes == 4 * KIB ? 100 : -EFBIG;
}

START_TEST(short_ones_may_end_short)
{
    answer = pieces_and_end;
    job.does[IO_WRITE] = true;
    struct worker *worker = run(0);
    const struct op_figures *writes = &worker_figures(worker)->op[IO_WRITE];
    ck_assert_uint_eq(writes->ios, 1000);
    ck_assert_uint_eq(writes->short_ios, 1000);
    ck_assert_uint_eq(writes->bytes, 1000 * 3 * KIB);
    check_sums(worker);
    worker_close(worker);
    answer = piece_and_error;
    memset(&live, 0, sizeof live);
    worker = run(0);
    writes = &worker_figures(worker)->op[IO_WRITE];
    ck_assert_uint_eq(writes->ios, 0);
    ck_assert_uint_eq(writes->bytes, 0);
    ck_assert_uint_eq(writes->errors[EFBIG], 1000);
    check_sums(worker);
    worker_close(worker);
    /* Direct I/O cannot go on in the middle of a sector. */
    job.is_direct = true;
    memset(&live, 0, sizeof live);
    worker = run(0);
    writes = &worker_figures(worker)->op[IO_WRITE];
    ck_assert_uint_eq(writes->ios, 1000);
    ck_assert_uint_eq(writes->bytes, 100000);
    worker_close(worker);
}
END_TEST

static int32_t nothing(unsigned index, const struct io *io)
{
    (void)index;
    (void)io;
    return 0;
}

START_TEST(nothing_at_all_is_an_error)
{
    answer = nothing;
    job.does[IO_READ] = job.does[IO_WRITE] = true;
    struct worker *worker = run(0);
    const struct job_figures *f = worker_figures(worker);
    ck_assert_uint_eq(f->op[IO_READ].errors[ENODATA] + f->op[IO_WRITE].errors[ENOSPC], 1000);
    ck_assert_uint_gt(f->op[IO_READ].errors[ENODATA], 400);
    ck_assert_uint_eq(f->op[IO_READ].ios + f->op[IO_WRITE].ios, 0);
    check_sums(worker);
    worker_close(worker);
}
END_TEST

static int32_t one_stalls(unsigned index, const struct io *io)
{
    return index == 100 ? NEVER : all_of_it(index, io);
}

START_TEST(a_stall_is_left_behind)
{
    answer = one_stalls;
    job.does[IO_READ] = true;
    struct worker *worker = run(0);
    const struct job_figures *f = worker_figures(worker);
    ck_assert_uint_eq(f->op[IO_READ].ios, 999);
    ck_assert_uint_eq(f->unfinished, 1);
    ck_assert(!f->is_complete);
    ck_assert_uint_ge(worker_oldest_ns(worker), f->start_ns);
    ck_assert_uint_lt(worker_oldest_ns(worker), f->end_ns);
    check_sums(worker);
    worker_close(worker);
}
END_TEST

START_TEST(a_lost_engine_is_said)
{
    job.does[IO_READ] = true;
    struct worker *worker = worker_open(&request, &diag);
    submits_until_lost = 10;
    ck_assert_int_eq(worker_run(worker, &diag), -1);
    ck_assert_ptr_nonnull(strstr(diag.text, "the engine fake failed"));
    ck_assert_uint_gt(worker_figures(worker)->op[IO_READ].ios, 0);
    check_sums(worker);
    worker_close(worker);
}
END_TEST

START_TEST(each_operation_has_its_row)
{
    job.does[IO_READ] = job.does[IO_WRITE] = true;
    job.fsync_every = 10;
    job.fsyncs_at_end = true;
    struct worker *worker = run(0);
    const struct job_figures *f = worker_figures(worker);
    ck_assert_uint_eq(f->op[IO_READ].ios + f->op[IO_WRITE].ios, 1000);
    ck_assert_uint_eq(f->op[IO_READ].ios, ops_seen[IO_READ]);
    ck_assert_uint_eq(f->op[IO_WRITE].ios, ops_seen[IO_WRITE]);
    ck_assert_uint_eq(f->op[IO_SYNC].ios, f->op[IO_WRITE].ios / 10 + 1);
    ck_assert_uint_eq(f->op[IO_SYNC].bytes, 0);
    check_sums(worker);
    worker_close(worker);
    job.does[IO_READ] = false;
    job.does[IO_TRIM] = true;
    job.fsync_every = 0;
    job.fsyncs_at_end = false;
    memset(&live, 0, sizeof live);
    worker = run(0);
    f = worker_figures(worker);
    ck_assert_uint_eq(f->op[IO_TRIM].ios, 1000);
    ck_assert_uint_eq(f->op[IO_TRIM].bytes, 1000 * 4 * KIB);
    ck_assert_uint_eq(f->op[IO_WRITE].ios, 1000);
    check_sums(worker);
    worker_close(worker);
}
END_TEST

START_TEST(time_ends_it_and_the_ramp_does_not_count)
{
    job.does[IO_READ] = job.is_time_based = true;
    job.runtime_ns = 50000000;
    job.ramp_time_ns = 30000000;
    struct worker *worker = worker_open(&request, &diag);
    uint64_t before = clock_kernel_ns();
    ck_assert_int_eq(worker_run(worker, &diag), 0);
    const struct job_figures *f = worker_figures(worker);
    ck_assert_uint_ge(f->start_ns, before + 29900000);
    ck_assert_uint_ge(f->end_ns - f->start_ns, 45000000);
    ck_assert_uint_gt(f->op[IO_READ].ios, 0);
    ck_assert_uint_lt(f->op[IO_READ].ios, live.ios[IO_READ]); /* of the ramp too */
    ck_assert_uint_eq(live.measured_from_ns, f->start_ns);
    ck_assert_uint_eq(live.total_bytes, 0);
    ck_assert(f->is_complete);
    worker_close(worker);
}
END_TEST

START_TEST(a_stop_ends_it)
{
    job.does[IO_READ] = job.is_time_based = true;
    atomic_store(&stop, true);
    struct worker *worker = run(0);
    ck_assert(!worker_figures(worker)->is_complete);
    ck_assert_uint_le(worker_figures(worker)->op[IO_READ].ios, DEPTH);
    worker_close(worker);
}
END_TEST

static int32_t stalls_a_while(unsigned index, const struct io *io)
{
    delay_ns = index == 100 ? 30000000 : 0;
    return all_of_it(index, io);
}

START_TEST(an_open_loop_counts_from_when_it_was_due)
{
    answer = stalls_a_while;
    job.does[IO_READ] = job.is_time_based = true;
    job.rate_iops[IO_READ] = 5000;
    job.runtime_ns = 200000000;
    job.iodepth = 1;
    struct worker *worker = run(0);
    const struct job_figures *f = worker_figures(worker);
    const struct op_figures *reads = &f->op[IO_READ];
    ck_assert(f->is_open_loop);
    /* All that was due came, those of the stall late; a busy machine may cut the end. */
    ck_assert_uint_ge(reads->ios, 700);
    ck_assert_uint_le(reads->ios, 1001);
    ck_assert_uint_ge(f->late_ns_max, 25000000);
    ck_assert_uint_ge(reads->lat.most_ns, 29000000);
    /* 150 of 1000 waited, 15 ms on average, though one alone took long. */
    ck_assert_double_ge(latency_mean(&reads->lat), 1500000);
    ck_assert_double_ge(latency_percentile(&reads->lat, 95), 10000000);
    ck_assert_double_le(latency_percentile(&reads->clat, 95), 10000000);
    check_sums(worker);
    worker_close(worker);
}
END_TEST

START_TEST(a_late_timer_is_no_latency)
{
    job.does[IO_READ] = job.is_time_based = true;
    job.rate_iops[IO_READ] = 1000;
    job.runtime_ns = 100000000;
    for (job.iodepth = 1; job.iodepth <= DEPTH; job.iodepth += DEPTH - 1) {
        memset(&live, 0, sizeof live);
        struct worker *worker = run(0);
        const struct job_figures *f = worker_figures(worker);
        const struct op_figures *reads = &f->op[IO_READ];
        ck_assert_uint_ge(reads->ios, 50);
        ck_assert_uint_gt(f->late_ns_sum, 0);
        /* What drawing takes is in it; in this engine that is long. */
        double median = latency_percentile(&reads->lat, 50);
        ck_assert_double_le(median, latency_percentile(&reads->clat, 50) + 30000);
        check_sums(worker);
        worker_close(worker);
    }
}
END_TEST

START_TEST(it_thinks_between)
{
    job.does[IO_READ] = true;
    job.number_ios = 20;
    job.thinktime_ns = 2000000;
    job.thinktime_blocks = 2;
    struct worker *worker = run(0);
    const struct job_figures *f = worker_figures(worker);
    ck_assert_uint_eq(f->op[IO_READ].ios, 20);
    ck_assert_uint_ge(f->end_ns - f->start_ns, 18000000);
    worker_close(worker);
}
END_TEST

START_TEST(latencies_may_be_left_out)
{
    job.does[IO_READ] = job.hides_latency = true;
    struct worker *worker = run(0);
    ck_assert_uint_eq(worker_figures(worker)->op[IO_READ].ios, 1000);
    ck_assert_uint_eq(worker_figures(worker)->op[IO_READ].clat.nr, 0);
    ck_assert_uint_eq(worker_figures(worker)->op[IO_READ].slat.nr, 0);
    worker_close(worker);
}
END_TEST

START_TEST(what_cannot_be_is_refused)
{
    job.does[IO_READ] = true;
    job.bs_bytes[IO_READ] = (struct job_range){UINT64_C(4) << 30, UINT64_C(4) << 30};
    extent.length_bytes = UINT64_C(1) << 40;
    ck_assert_ptr_null(worker_open(&request, &diag));
    ck_assert_ptr_nonnull(strstr(diag.text, "2 GiB"));
    job.bs_bytes[IO_READ] = (struct job_range){UINT64_C(1) << 30, UINT64_C(1) << 30};
    job.iodepth = 30000;
    ck_assert_ptr_null(worker_open(&request, &diag));
    ck_assert_ptr_nonnull(strstr(diag.text, "half of the memory"));
    extent.length_bytes = 100;
    ck_assert_ptr_null(worker_open(&request, &diag));
}
END_TEST

START_TEST(lists_of_cpus_are_read)
{
    static const struct {
        const char *list;
        uint64_t cpus; /* 0: no list */
    } cases[] = {
        {"0", 1},      {"0-3,6", 0x4f}, {"2,1", 6},   {"5-5", 32},    {"", 0},    {"a", 0},
        {"1-", 0},     {"3-1", 0},      {"1,,2", 0},  {"1,", 0},      {"-1", 0},  {"1 2", 0},
        {"99999", 0},  {"0-99999999999999999999", 0},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        cpu_set_t cpus;
        int expected = cases[i].cpus ? 0 : -1;
        ck_assert_msg(affinity_read(cases[i].list, &cpus, &diag) == expected, "%s", cases[i].list);
        for (unsigned cpu = 0; cpu < 64 && expected == 0; cpu++)
            ck_assert_int_eq(CPU_ISSET(cpu, &cpus), cases[i].cpus >> cpu & 1);
    }
}
END_TEST

START_TEST(clones_share_out_cpus)
{
    cpu_set_t before, now;
    ck_assert_int_eq(sched_getaffinity(0, sizeof before, &before), 0);
    unsigned first = 0;
    while (!CPU_ISSET(first, &before))
        first++;
    char list[32];
    snprintf(list, sizeof list, "%u", first);
    job.cpus_allowed = list;
    job.splits_cpus = true;
    ck_assert_int_eq(affinity_set(&job, 7, &diag), 0);
    ck_assert_int_eq(sched_getaffinity(0, sizeof now, &now), 0);
    ck_assert(CPU_COUNT(&now) == 1 && CPU_ISSET(first, &now));
    job.cpus_allowed = "1023";
    ck_assert_int_eq(affinity_set(&job, 0, &diag), -1);
    ck_assert_ptr_nonnull(strstr(diag.text, "cannot run on the CPUs 1023"));
    job.does[IO_READ] = true;
    ck_assert_ptr_null(worker_open(&request, &diag));
    ck_assert_int_eq(sched_setaffinity(0, sizeof before, &before), 0);
}
END_TEST

/* Writes a file through an engine and returns its blocks, which the caller frees. */
static unsigned char *write_file(const struct engine_kind *engine, size_t bytes)
{
    char name[] = "workerXXXXXX";
    file.fd = mkstemp(name);
    ck_assert_int_ge(file.fd, 0);
    unlink(name);
    ck_assert_int_eq(ftruncate(file.fd, (off_t)bytes), 0);
    request.engine = engine;
    extent.length_bytes = bytes;
    struct worker *worker = run(0);
    const struct op_figures *writes = &worker_figures(worker)->op[IO_WRITE];
    ck_assert_uint_eq(writes->bytes, bytes);
    ck_assert_uint_eq(worker_figures(worker)->op[IO_SYNC].ios, 1);
    check_sums(worker);
    worker_close(worker);
    unsigned char *found = malloc(bytes);
    ck_assert_int_eq(pread(file.fd, found, bytes, 0), (ssize_t)bytes);
    close(file.fd);
    return found;
}

static int compare_sectors(const void *a, const void *b)
{
    return memcmp(a, b, 512);
}

START_TEST(real_engines_write_what_differs_everywhere)
{
    enum { BYTES = 256 * 4 * KIB };
    job.does[IO_WRITE] = job.fsyncs_at_end = true;
    static const struct engine_kind *const engines[] = {&engine_psync, &engine_uring};
    struct diag why;
    struct engine_request trial = {.depth = 1};
    struct engine *ring = engine_uring.open(&trial, &why);
    engine_close(ring);
    for (int i = 0; i < (ring ? 2 : 1); i++)
        for (int refills = 0; refills < 2; refills++) {
            job.refills = refills;
            memset(&live, 0, sizeof live);
            unsigned char *found = write_file(engines[i], BYTES);
            qsort(found, BYTES / 512, 512, compare_sectors);
            for (int k = 1; k < BYTES / 512; k++)
                if (compare_sectors(found + (k - 1) * 512, found + k * 512) == 0)
                    ck_abort_msg("two equal sectors by %s", engines[i]->name);
            free(found);
        }
}
END_TEST

static uint64_t signs_nr; /* that came in their order */

/* Signs a block by its place, and by a number that the test may change. */
static void sign(void *context, const struct io *io, uint64_t number, unsigned char *buffer)
{
    signs_nr += number == signs_nr;
    uint64_t mark = io->offset_bytes + *(const unsigned *)context;
    memcpy(buffer + io->bytes - sizeof mark, &mark, sizeof mark);
}

static bool check(void *context, const struct io *io, uint64_t number,
                  const unsigned char *buffer, struct diag *why)
{
    uint64_t mark;
    memcpy(&mark, buffer + io->bytes - sizeof mark, sizeof mark);
    if (mark == io->offset_bytes + *(const unsigned *)context)
        return true;
    diag_set(why, DIAG_SKIP, NULL, 0, NULL, "%llu bytes at %llu of write %lld differ",
             (unsigned long long)io->bytes, (unsigned long long)io->offset_bytes,
             (long long)number);
    return false;
}

static void open_file(size_t bytes)
{
    char name[] = "verifyXXXXXX";
    file.fd = mkstemp(name);
    ck_assert_int_ge(file.fd, 0);
    unlink(name);
    ck_assert_int_eq(ftruncate(file.fd, (off_t)bytes), 0);
    extent.length_bytes = bytes;
    request.engine = &engine_psync;
}

START_TEST(one_flipped_byte_is_found)
{
    unsigned salt = 12345;
    struct worker_verify verify = {&salt, sign, check};
    signs_nr = 0;
    open_file(200 * 4 * KIB);
    request.verify = &verify;
    job.does[IO_WRITE] = true;
    job.does[IO_READ] = _i & 1;
    job.fsync_every = _i & 2 ? 3 : 0;
    job.fsyncs_at_end = true;
    struct worker *worker = run(0);
    const struct job_figures *f = worker_figures(worker);
    uint64_t writes = f->op[IO_WRITE].ios, reads = f->op[IO_READ].ios;
    ck_assert_uint_eq(f->verified, 0);
    ck_assert_uint_eq(signs_nr, writes);
    ck_assert_int_eq(worker_verify(worker, &diag), 0);
    ck_assert_uint_eq(f->verified, writes);
    ck_assert_uint_eq(f->verify_failed, 0);
    ck_assert_uint_eq(f->op[IO_READ].ios, reads); /* in no other count */
    check_sums(worker);
    worker_close(worker);
    /* A job that reads what was written sees one byte that differs. */
    job.does[IO_READ] = true;
    job.does[IO_WRITE] = false;
    job.fsync_every = 0;
    memset(&live, 0, sizeof live);
    if (writes == 200) {
        char byte;
        ck_assert_int_eq(pread(file.fd, &byte, 1, 77 * 4 * KIB - 1), 1);
        byte ^= 4;
        ck_assert_int_eq(pwrite(file.fd, &byte, 1, 77 * 4 * KIB - 1), 1);
        worker = run(0);
        ck_assert_uint_eq(worker_figures(worker)->verified, 199);
        ck_assert_uint_eq(worker_figures(worker)->verify_failed, 1);
        ck_assert_uint_eq(worker_figures(worker)->op[IO_READ].ios, 200);
        check_sums(worker);
        worker_close(worker);
        job.is_verify_fatal = true;
        worker = run(-1);
        ck_assert_ptr_nonnull(strstr(diag.text, "4096 bytes at 311296 of write -1 differ"));
        worker_close(worker);
    }
    close(file.fd);
}
END_TEST

START_TEST(what_differs_in_the_ramp_counts)
{
    unsigned salt = 1;
    struct worker_verify verify = {&salt, sign, check};
    request.verify = &verify;
    job.does[IO_READ] = job.is_time_based = true;
    job.ramp_time_ns = 20000000;
    job.runtime_ns = 10000000;
    struct worker *worker = run(0);
    const struct job_figures *f = worker_figures(worker);
    ck_assert_uint_gt(f->verify_failed, f->op[IO_READ].ios);
    ck_assert_uint_lt(f->op[IO_READ].ios, live.ios[IO_READ]);
    ck_assert_uint_eq(f->verified + f->verify_failed, live.ios[IO_READ]);
    worker_close(worker);
}
END_TEST

/* What failed is not read again, and what was told is not told without end. */
START_TEST(what_was_not_written_is_not_verified)
{
    unsigned salt = 1;
    struct worker_verify verify = {&salt, sign, check};
    request.verify = &verify;
    answer = every_tenth_eio;
    job.does[IO_WRITE] = true;
    for (int i = 0; i < 2; i++) {
        extent.length_bytes = (i ? 1000 : 400) * 4 * KIB;
        memset(&live, 0, sizeof live);
        struct worker *worker = run(0);
        const struct job_figures *f = worker_figures(worker);
        answer = all_of_it;
        ck_assert_int_eq(worker_verify(worker, &diag), i ? -1 : 0);
        ck_assert_uint_eq(f->verified + f->verify_failed, i ? 0 : 360);
        ck_assert(!i || strstr(diag.text, "too many of its writes failed"));
        worker_close(worker);
        answer = every_tenth_eio;
    }
    job.skips_verify = true;
    memset(&live, 0, sizeof live);
    struct worker *worker = run(0);
    ck_assert_int_eq(worker_verify(worker, &diag), 0);
    ck_assert_uint_eq(worker_figures(worker)->verified, 0);
    worker_close(worker);
}
END_TEST

static unsigned told_nr;

static void count_told(void *context, const struct diag *told)
{
    (void)context;
    told_nr += strstr(told->text, "of write ") != NULL;
}

START_TEST(what_changed_meanwhile_is_found)
{
    static const struct diag_sink sink = {count_told, NULL};
    request.sink = &sink;
    told_nr = 0;
    unsigned salt = 1;
    struct worker_verify verify = {&salt, sign, check};
    open_file(50 * 4 * KIB);
    request.verify = &verify;
    job.does[IO_WRITE] = true;
    struct worker *worker = run(0);
    salt = 2;
    ck_assert_int_eq(worker_verify(worker, &diag), 0);
    ck_assert_uint_eq(worker_figures(worker)->verified, 0);
    ck_assert_uint_eq(worker_figures(worker)->verify_failed, 50);
    ck_assert_uint_eq(told_nr, 10);
    worker_close(worker);
    job.does[IO_READ] = true;
    job.rate_iops[IO_READ] = job.rate_iops[IO_WRITE] = 100000;
    memset(&live, 0, sizeof live);
    worker = run(0);
    ck_assert_int_eq(worker_verify(worker, &diag), -1);
    worker_close(worker);
    close(file.fd);
}
END_TEST

static void add_all(TCase *all)
{
    tcase_add_test(all, counts_all);
    tcase_add_test(all, errors_are_no_ios);
    tcase_add_test(all, an_error_ends_it_where_asked);
    tcase_add_test(all, an_errno_beyond_the_table_is_kept);
    tcase_add_test(all, short_ones_are_continued);
    tcase_add_test(all, short_ones_may_end_short);
    tcase_add_test(all, nothing_at_all_is_an_error);
    tcase_add_test(all, a_stall_is_left_behind);
    tcase_add_test(all, a_lost_engine_is_said);
    tcase_add_test(all, each_operation_has_its_row);
    tcase_add_test(all, time_ends_it_and_the_ramp_does_not_count);
    tcase_add_test(all, a_stop_ends_it);
    tcase_add_test(all, an_open_loop_counts_from_when_it_was_due);
    tcase_add_test(all, a_late_timer_is_no_latency);
    tcase_add_test(all, it_thinks_between);
    tcase_add_test(all, latencies_may_be_left_out);
    tcase_add_test(all, what_cannot_be_is_refused);
    tcase_add_loop_test(all, one_flipped_byte_is_found, 0, 4);
    tcase_add_test(all, what_changed_meanwhile_is_found);
    tcase_add_test(all, what_was_not_written_is_not_verified);
    tcase_add_test(all, what_differs_in_the_ramp_counts);
    tcase_add_test(all, lists_of_cpus_are_read);
    tcase_add_test(all, clones_share_out_cpus);
    tcase_add_test(all, real_engines_write_what_differs_everywhere);
}

static Suite *make_suite(void)
{
    Suite *suite = suite_create("worker");
    TCase *all = tcase_create("worker");
    tcase_add_checked_fixture(all, set_up, NULL);
    add_all(all);
    suite_add_tcase(suite, all);
    return suite;
}

T_MAIN(make_suite)
