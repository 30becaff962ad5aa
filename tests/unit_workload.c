/* The workload: which I/O comes next, for every way to ask for it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/workload.h"
#include "tests/t_main.h"

enum { KIB = 1024, MIB = 1024 * 1024 };

static struct job make_job(void)
{
    struct job job;
    memset(&job, 0, sizeof job);
    job.name = "test";
    job.nrfiles = 1;
    job.run_length = 1;
    job.rwmix_read_pct = 50;
    job.loops = 1;
    for (int op = 0; op < IO_DIRECTIONS_NR; op++)
        job.bs_bytes[op] = (struct job_range){4 * KIB, 4 * KIB};
    return job;
}

/* What must be there; an assertion for each of so many would take long. */
static void need_next(struct workload *w, struct io *io)
{
    if (!workload_next(w, io))
        ck_abort_msg("the workload ended");
}

static struct workload *make_workload(const struct job *job, uint64_t bytes)
{
    struct diag diag;
    struct workload_extent extent = {0, bytes};
    struct workload *w = workload_new(job, &extent, 1, 7, &diag);
    ck_assert_ptr_nonnull(w);
    return w;
}

/* Checks that each block of the extent is visited exactly once in passes_nr passes,
 * and that the job then is done. */
static void check_cover(const struct job *job, struct workload_extent extent, unsigned block,
                        unsigned passes_nr)
{
    struct diag diag;
    struct workload *w = workload_new(job, &extent, 1, 99, &diag);
    ck_assert_ptr_nonnull(w);
    uint64_t blocks_nr = extent.length_bytes / block, left = blocks_nr * passes_nr;
    unsigned *visits = calloc(blocks_nr, sizeof *visits);
    struct io io;
    for (unsigned pass = 1; pass <= passes_nr; pass++)
        for (uint64_t seen = 0; seen < blocks_nr;) {
            need_next(w, &io);
            uint64_t offset = io.offset_bytes - extent.start_bytes;
            if (io.offset_bytes < extent.start_bytes || io.bytes == 0 ||
                offset + io.bytes > extent.length_bytes || offset % block)
                ck_abort_msg("%llu and %llu bytes", (unsigned long long)offset,
                             (unsigned long long)io.bytes);
            for (uint64_t b = offset / block; b < (offset + io.bytes) / block; b++, seen++, left--)
                if (++visits[b] != pass)
                    ck_abort_msg("block %d in pass %u", (int)b, pass);
        }
    ck_assert_uint_eq(left, 0);
    ck_assert(!workload_next(w, &io));
    ck_assert(!workload_next(w, &io));
    free(visits);
    workload_free(w);
}

START_TEST(random_covers_each_block_once)
{
    struct job job = make_job();
    job.does[IO_READ] = job.is_random = true;
    check_cover(&job, (struct workload_extent){0, 4 * MIB}, 4 * KIB, 1);
    check_cover(&job, (struct workload_extent){8 * KIB, 1000 * 4 * KIB}, 4 * KIB, 1);
    check_cover(&job, (struct workload_extent){0, 37 * KIB}, 4 * KIB, 1); /* a rest */
    check_cover(&job, (struct workload_extent){0, 4 * KIB}, 4 * KIB, 1);
    job.loops = 3;
    check_cover(&job, (struct workload_extent){0, 400 * KIB}, 4 * KIB, 3);
    job.loops = 1;
    job.io_size.bytes = 800 * KIB; /* twice round */
    check_cover(&job, (struct workload_extent){0, 400 * KIB}, 4 * KIB, 2);
    job.io_size.bytes = 0;
    job.does[IO_WRITE] = true; /* reads and writes share the blocks */
    check_cover(&job, (struct workload_extent){0, 4 * MIB}, 4 * KIB, 1);
}
END_TEST

START_TEST(lengths_that_differ_cover_too)
{
    struct job job = make_job();
    job.does[IO_READ] = job.is_random = true;
    job.bs_bytes[IO_READ] = (struct job_range){4 * KIB, 64 * KIB};
    check_cover(&job, (struct workload_extent){0, 8 * MIB}, 4 * KIB, 1);
    job.loops = 2;
    check_cover(&job, (struct workload_extent){64 * KIB, 1001 * 4 * KIB}, 4 * KIB, 2);
    job.loops = 1;
    job.splits[IO_READ][0] = (struct job_split){8 * KIB, 60};
    job.splits[IO_READ][1] = (struct job_split){32 * KIB, 40};
    job.splits_nr[IO_READ] = 2;
    check_cover(&job, (struct workload_extent){0, 1000 * 8 * KIB}, 8 * KIB, 1);
    job = make_job();
    job.does[IO_READ] = job.does[IO_WRITE] = job.is_random = true;
    job.bs_bytes[IO_WRITE] = (struct job_range){16 * KIB, 16 * KIB};
    job.align_bytes[IO_READ] = job.align_bytes[IO_WRITE] = 512;
    check_cover(&job, (struct workload_extent){0, 1 * MIB + 1536}, 512, 1);
}
END_TEST

START_TEST(sequential_is_in_order)
{
    struct job job = make_job();
    job.does[IO_WRITE] = true;
    check_cover(&job, (struct workload_extent){12 * KIB, 103 * KIB}, 4 * KIB, 1);
    struct workload_extent extent = {MIB, 40 * KIB};
    struct diag diag;
    struct workload *w = workload_new(&job, &extent, 1, 1, &diag);
    struct io io;
    for (unsigned i = 0; i < 10; i++) {
        need_next(w, &io);
        ck_assert_int_eq(io.op, IO_WRITE);
        ck_assert_uint_eq(io.offset_bytes, MIB + i * 4 * KIB);
    }
    ck_assert(!workload_next(w, &io));
    workload_free(w);
    job.io_size.bytes = 12 * KIB; /* a loop goes on where the last one ended */
    job.loops = 4;
    w = workload_new(&job, &extent, 1, 1, &diag);
    ck_assert_uint_eq(workload_total_bytes(w), 48 * KIB);
    for (unsigned i = 0; i < 12; i++) {
        need_next(w, &io);
        ck_assert_uint_eq(io.offset_bytes, MIB + i % 10 * 4 * KIB);
    }
    ck_assert(!workload_next(w, &io));
    workload_free(w);
}
END_TEST

START_TEST(strides_leave_holes)
{
    /* A loop ends at the end of the file, with io_size it goes round. */
    struct job job = make_job();
    job.does[IO_WRITE] = true;
    job.stride_bytes = 8 * KIB;
    static const unsigned offsets[] = {0, 12, 24, 36};
    static const unsigned ios[] = {4, 12, 10};
    for (unsigned way = 0; way < 3; way++) {
        job.loops = way == 1 ? 3 : 1;
        job.io_size.bytes = way == 2 ? 40 * KIB : 0;
        struct workload *w = make_workload(&job, 40 * KIB);
        struct io io;
        for (unsigned i = 0; i < ios[way]; i++) {
            need_next(w, &io);
            ck_assert_uint_eq(io.offset_bytes, offsets[i % 4] * KIB);
        }
        ck_assert(!workload_next(w, &io));
        workload_free(w);
    }
}
END_TEST

/* How many I/Os of 4 KiB come before the job is done, and how many places they have. */
static unsigned count_ios(const struct job *job, struct workload_extent extent, unsigned *places)
{
    struct diag diag;
    struct workload *w = workload_new(job, &extent, 1, 7, &diag);
    ck_assert_ptr_nonnull(w);
    bool seen[2048] = {false};
    struct io io;
    unsigned ios = 0;
    for (*places = 0; workload_next(w, &io) && ios < 100000; ios++) {
        size_t block = io.offset_bytes / (4 * KIB);
        ck_assert_uint_ge(io.offset_bytes, extent.start_bytes);
        ck_assert_uint_le(io.offset_bytes + io.bytes, extent.start_bytes + extent.length_bytes);
        *places += !seen[block];
        seen[block] = true;
    }
    workload_free(w);
    return ios;
}

/* As fio 3.33 does, by its logs of I/O. */
START_TEST(jobs_move_what_their_size_says)
{
    static const struct {
        unsigned start_kib, length_kib, size_kib, filesize_kib; /* sizes: as options */
        unsigned stride_kib, align_kib, loops;
        bool is_random;
        unsigned ios, places;
    } rows[] = {
        /* A step beyond the end goes round, unless the last I/O reached it. */
        {0, 40, 40, 0, 8, 0, 1, false, 4, 4},
        {0, 44, 44, 0, 8, 0, 1, false, 11, 4},
        {0, 48, 48, 0, 8, 0, 1, false, 12, 4},
        {0, 44, 44, 0, 8, 0, 2, false, 22, 4},
        {0, 1024, 1024, 0, 4, 0, 1, false, 256, 128},
        {100, 44, 44, 0, 8, 0, 1, false, 4, 4},
        {4, 40, 44, 44, 8, 0, 1, false, 4, 4},
        {0, 200, 40, 200, 8, 0, 1, false, 10, 10},
        /* With filesize beside it size is what is moved. */
        {0, 4096, 1024, 4096, 0, 0, 1, false, 256, 256},
        {1024, 3072, 1024, 4096, 0, 0, 1, true, 256, 256},
        {512, 1536, 2048, 2048, 0, 0, 1, false, 384, 384},
        {0, 1024, 3072, 1024, 0, 0, 1, true, 256, 256},
        {0, 1024, 0, 1024, 0, 0, 1, true, 256, 256},
        /* Blocks that stand apart. */
        {0, 1024, 1024, 0, 0, 16, 1, true, 256, 64},
        {0, 1024, 1024, 0, 0, 16, 1, false, 256, 256},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct job job = make_job();
        job.does[IO_READ] = true;
        job.is_random = rows[i].is_random;
        job.size.bytes = (uint64_t)rows[i].size_kib * KIB;
        uint64_t filesize = (uint64_t)rows[i].filesize_kib * KIB;
        job.filesize = (struct job_range){filesize, filesize};
        job.stride_bytes = rows[i].stride_kib * KIB;
        job.align_bytes[IO_READ] = rows[i].align_kib * KIB;
        job.loops = rows[i].loops;
        struct workload_extent extent = {(uint64_t)rows[i].start_kib * KIB,
                                         (uint64_t)rows[i].length_kib * KIB};
        unsigned places, ios = count_ios(&job, extent, &places);
        ck_assert_msg(ios == rows[i].ios && places == rows[i].places, "row %zu: %u at %u", i, ios,
                      places);
    }
}
END_TEST

START_TEST(runs_follow_a_random_offset)
{
    struct job job = make_job();
    job.does[IO_READ] = job.is_random = true;
    job.run_length = 4;
    struct workload *w = make_workload(&job, 64 * MIB);
    struct io io;
    uint64_t before = 0;
    unsigned jumps = 0;
    for (unsigned i = 0; i < 4000; i++) {
        need_next(w, &io);
        bool follows = io.offset_bytes == before + 4 * KIB || io.offset_bytes == 0;
        if (i % 4 == 0)
            jumps += !follows;
        else
            ck_assert(follows);
        before = io.offset_bytes;
    }
    ck_assert_uint_gt(jumps, 990);
    workload_free(w);
    job.sequencer = JOB_IDENTICAL;
    w = make_workload(&job, 64 * MIB);
    for (unsigned i = 0; i < 4000; i++) {
        need_next(w, &io);
        if (i % 4 != 0)
            ck_assert_uint_eq(io.offset_bytes, before);
        before = io.offset_bytes;
    }
    workload_free(w);
}
END_TEST

START_TEST(runs_follow_their_own_direction)
{
    /* In randrw:2 the second of a pair goes where the last one of its direction ended. */
    struct job job = make_job();
    job.does[IO_READ] = job.does[IO_WRITE] = job.is_random = true;
    job.run_length = 2;
    struct workload *w = make_workload(&job, 64 * MIB);
    struct io io;
    uint64_t after[IO_DIRECTIONS_NR] = {0};
    for (unsigned i = 0; i < 4000; i++) {
        need_next(w, &io);
        if (i % 2 == 1)
            ck_assert_uint_eq(io.offset_bytes, after[io.op]);
        after[io.op] = io.offset_bytes + io.bytes;
        if (after[io.op] == 64 * MIB)
            after[io.op] = 0;
    }
    workload_free(w);
}
END_TEST

START_TEST(mix_has_its_ratio)
{
    struct job job = make_job();
    job.does[IO_READ] = job.does[IO_WRITE] = job.is_random = job.is_time_based = true;
    static const unsigned percents[] = {0, 1, 25, 50, 75, 99, 100};
    for (unsigned p = 0; p < 7; p++) {
        job.rwmix_read_pct = percents[p];
        struct workload *w = make_workload(&job, 64 * MIB);
        unsigned reads = 0;
        struct io io;
        for (unsigned i = 0; i < 100000; i++) {
            need_next(w, &io);
            reads += io.op == IO_READ;
        }
        double share = percents[p] / 100.0;
        double bound = 5 * sqrt(100000 * share * (1 - share));
        ck_assert_double_le(fabs(reads - 100000 * share), bound);
        workload_free(w);
    }
}
END_TEST

START_TEST(mixed_directions_go_on_each_for_itself)
{
    struct job job = make_job();
    job.does[IO_READ] = job.does[IO_WRITE] = true;
    struct workload *w = make_workload(&job, MIB);
    uint64_t next[IO_DIRECTIONS_NR] = {0}, ios = 0;
    struct io io;
    while (workload_next(w, &io)) {
        ck_assert_uint_eq(io.offset_bytes, next[io.op]);
        next[io.op] += io.bytes;
        ios++;
    }
    ck_assert_uint_eq(ios, 256); /* both together move size */
    workload_free(w);
}
END_TEST

START_TEST(lengths_are_as_asked)
{
    struct job job = make_job();
    job.does[IO_READ] = job.is_random = job.is_time_based = job.may_repeat = true;
    job.splits[IO_READ][0] = (struct job_split){4 * KIB, 60};
    job.splits[IO_READ][1] = (struct job_split){64 * KIB, 30};
    job.splits[IO_READ][2] = (struct job_split){MIB, 10};
    job.splits_nr[IO_READ] = 3;
    struct workload *w = make_workload(&job, UINT64_C(1) << 40);
    ck_assert_uint_eq(workload_bytes_max(w), MIB);
    unsigned counts[3] = {0};
    struct io io;
    for (unsigned i = 0; i < 100000; i++) {
        need_next(w, &io);
        counts[io.bytes == 4 * KIB ? 0 : io.bytes == 64 * KIB ? 1 : 2]++;
    }
    ck_assert(counts[0] > 59200 && counts[0] < 60800);
    ck_assert(counts[1] > 29200 && counts[1] < 30800);
    workload_free(w);
    job.splits_nr[IO_READ] = 0;
    job.bs_bytes[IO_READ] = (struct job_range){4 * KIB, 16 * KIB};
    w = make_workload(&job, UINT64_C(1) << 40);
    unsigned sizes[5] = {0};
    for (unsigned i = 0; i < 40000; i++) {
        need_next(w, &io);
        ck_assert(io.bytes % (4 * KIB) == 0 && io.bytes <= 16 * KIB);
        sizes[io.bytes / (4 * KIB)]++;
    }
    for (unsigned i = 1; i < 5; i++)
        ck_assert(sizes[i] > 9500 && sizes[i] < 10500);
    workload_free(w);
    job.is_bs_unaligned = true;
    w = make_workload(&job, UINT64_C(1) << 40);
    unsigned odd = 0;
    for (unsigned i = 0; i < 1000; i++) {
        need_next(w, &io);
        odd += io.bytes % 512 != 0;
    }
    ck_assert_uint_gt(odd, 900);
    workload_free(w);
}
END_TEST

START_TEST(directions_have_their_own_order)
{
    struct job job = make_job();
    job.does[IO_READ] = job.does[IO_WRITE] = job.is_random = job.is_time_based = true;
    job.bs_bytes[IO_WRITE] = (struct job_range){16 * KIB, 16 * KIB};
    struct workload *w = make_workload(&job, 256 * KIB + 5 * KIB);
    unsigned visits[IO_DIRECTIONS_NR][65] = {{0}}, nr[IO_DIRECTIONS_NR] = {0};
    struct io io;
    while (nr[IO_READ] < 65 || nr[IO_WRITE] < 16) {
        need_next(w, &io);
        uint64_t block = io.op == IO_READ ? 4 * KIB : 16 * KIB;
        ck_assert(io.bytes == block && io.offset_bytes % block == 0);
        ck_assert(io.offset_bytes + block <= 261 * KIB);
        /* Each once before any comes again. */
        unsigned blocks_nr = io.op == IO_READ ? 65 : 16, pass = nr[io.op]++ / blocks_nr;
        ck_assert_uint_eq(visits[io.op][io.offset_bytes / block]++, pass);
    }
    workload_free(w);
}
END_TEST

START_TEST(directions_keep_their_own_alignment)
{
    struct job job = make_job();
    job.does[IO_READ] = job.does[IO_WRITE] = job.is_random = job.may_repeat = true;
    job.is_time_based = true;
    job.bs_bytes[IO_WRITE] = (struct job_range){64 * KIB, 64 * KIB};
    struct workload *w = make_workload(&job, MIB + 40 * KIB);
    struct io io;
    for (unsigned i = 0; i < 5000; i++) {
        need_next(w, &io);
        ck_assert_uint_eq(io.bytes, io.op == IO_READ ? 4 * KIB : 64 * KIB);
        ck_assert_uint_eq(io.offset_bytes % io.bytes, 0);
        ck_assert(io.offset_bytes + io.bytes <= MIB + 40 * KIB);
    }
    workload_free(w);
}
END_TEST

START_TEST(repeats_only_where_allowed)
{
    struct job job = make_job();
    job.does[IO_READ] = job.is_random = job.may_repeat = true;
    struct workload *w = make_workload(&job, 4096 * 4 * KIB);
    unsigned char seen[4096] = {0};
    unsigned different = 0;
    struct io io;
    while (workload_next(w, &io)) {
        different += !seen[io.offset_bytes / (4 * KIB)];
        seen[io.offset_bytes / (4 * KIB)] = 1;
    }
    /* 1 - 1/e of all are hit in as many draws. */
    ck_assert(different > 2450 && different < 2730);
    workload_free(w);
}
END_TEST

START_TEST(distributions_have_a_hot_block)
{
    struct job job = make_job();
    job.does[IO_READ] = job.is_random = job.is_time_based = true;
    job.distribution = JOB_ZIPF;
    job.theta = 1.2;
    struct workload *w = make_workload(&job, 1024 * 4 * KIB);
    unsigned counts[1024] = {0}, most = 0, where = 0;
    struct io io;
    for (unsigned i = 0; i < 100000; i++) {
        need_next(w, &io);
        counts[io.offset_bytes / (4 * KIB)]++;
    }
    for (unsigned i = 0; i < 1024; i++)
        if (counts[i] > most) {
            most = counts[i];
            where = i;
        }
    double sum = 0;
    for (unsigned i = 1; i <= 1024; i++)
        sum += pow(i, -1.2);
    ck_assert_double_eq_tol(most / 100000.0, 1 / sum, 0.01);
    ck_assert_uint_ne(where, 0); /* scattered */
    workload_free(w);
}
END_TEST

START_TEST(files_take_turns)
{
    struct job job = make_job();
    job.does[IO_READ] = true;
    struct workload_extent extents[] = {{0, 16 * KIB}, {0, 2 * KIB}, {8 * KIB, 8 * KIB}};
    struct diag diag;
    struct workload *w = workload_new(&job, extents, 3, 7, &diag);
    static const unsigned files[] = {0, 2, 0, 2, 0, 0}; /* the second is too short */
    static const unsigned offsets[] = {0, 8, 4, 12, 8, 12};
    struct io io;
    for (unsigned i = 0; i < 6; i++) {
        need_next(w, &io);
        ck_assert_uint_eq(io.file, files[i]);
        ck_assert_uint_eq(io.offset_bytes, offsets[i] * KIB);
    }
    ck_assert(!workload_next(w, &io));
    workload_free(w);
}
END_TEST

START_TEST(syncs_come_after_writes)
{
    struct job job = make_job();
    job.does[IO_WRITE] = true;
    job.fsync_every = 4;
    job.fdatasync_every = 2;
    struct workload *w = make_workload(&job, 32 * KIB);
    static const char order[] = "wwdwwfwwdww"; /* none after the last */
    struct io io;
    for (const char *c = order; *c; c++) {
        need_next(w, &io);
        ck_assert_int_eq(io.op, *c == 'w' ? IO_WRITE : IO_SYNC);
        ck_assert_int_eq(io.is_datasync, *c == 'd');
    }
    ck_assert(!workload_next(w, &io));
    workload_free(w);
    job.does[IO_READ] = true; /* only writes are counted */
    w = make_workload(&job, MIB);
    unsigned writes = 0, syncs = 0;
    while (workload_next(w, &io)) {
        writes += io.op == IO_WRITE;
        syncs += io.op == IO_SYNC;
    }
    ck_assert(syncs == writes / 2 || syncs + 1 == writes / 2);
    workload_free(w);
}
END_TEST

START_TEST(trimmed_blocks_are_written)
{
    struct job job = make_job();
    job.does[IO_WRITE] = job.does[IO_TRIM] = job.is_random = true;
    struct workload *w = make_workload(&job, 400 * KIB);
    struct io trim, write;
    unsigned pairs = 0;
    while (workload_next(w, &trim)) {
        ck_assert(workload_next(w, &write));
        ck_assert_int_eq(trim.op, IO_TRIM);
        ck_assert_int_eq(write.op, IO_WRITE);
        ck_assert_uint_eq(trim.offset_bytes, write.offset_bytes);
        ck_assert_uint_eq(trim.bytes, write.bytes);
        pairs++;
    }
    ck_assert_uint_eq(pairs, 100);
    workload_free(w);
    /* number_ios counts pairs. */
    job.number_ios = 10;
    w = make_workload(&job, 400 * KIB);
    for (pairs = 0; workload_next(w, &trim) && workload_next(w, &write);)
        pairs++;
    ck_assert_uint_eq(pairs, 10);
    workload_free(w);
    job.number_ios = 0;
    job.does[IO_WRITE] = false;
    check_cover(&job, (struct workload_extent){0, 400 * KIB}, 4 * KIB, 1);
}
END_TEST

START_TEST(limits_end_it)
{
    struct job job = make_job();
    job.does[IO_READ] = job.is_random = true;
    job.number_ios = 17;
    struct workload *w = make_workload(&job, MIB);
    struct io io;
    unsigned ios = 0;
    while (workload_next(w, &io))
        ios++;
    ck_assert_uint_eq(ios, 17);
    workload_free(w);
    job.number_ios = 0;
    job.io_size.percent = 50;
    w = make_workload(&job, MIB);
    ck_assert_uint_eq(workload_total_bytes(w), MIB / 2);
    for (ios = 0; workload_next(w, &io);)
        ios++;
    ck_assert_uint_eq(ios, 128);
    workload_free(w);
    job.is_time_based = true;
    w = make_workload(&job, MIB);
    ck_assert_uint_eq(workload_total_bytes(w), 0);
    for (ios = 0; ios < 5000; ios++)
        need_next(w, &io);
    workload_free(w);
}
END_TEST

START_TEST(same_seed_same_order)
{
    struct job job = make_job();
    job.does[IO_READ] = job.does[IO_WRITE] = job.is_random = job.is_time_based = true;
    job.bs_bytes[IO_READ].most = 32 * KIB;
    struct workload_extent extent = {0, MIB};
    struct diag diag;
    struct workload *w[3];
    for (unsigned i = 0; i < 3; i++)
        w[i] = workload_new(&job, &extent, 1, i == 2 ? 8 : 7, &diag);
    unsigned same = 0;
    struct io first[1000], io[3];
    for (unsigned i = 0; i < 1000; i++) {
        for (unsigned k = 0; k < 3; k++)
            ck_assert(workload_next(w[k], &io[k]));
        ck_assert(io[0].op == io[1].op && io[0].offset_bytes == io[1].offset_bytes &&
                  io[0].bytes == io[1].bytes);
        same += io[0].offset_bytes == io[2].offset_bytes;
        first[i] = io[0];
    }
    ck_assert_uint_lt(same, 50);
    workload_rewind(w[0]);
    for (unsigned i = 0; i < 1000; i++) {
        ck_assert(workload_next(w[0], &io[0]));
        ck_assert(io[0].op == first[i].op && io[0].offset_bytes == first[i].offset_bytes &&
                  io[0].bytes == first[i].bytes);
    }
    for (unsigned i = 0; i < 3; i++)
        workload_free(w[i]);
}
END_TEST

START_TEST(filling_draws_the_same)
{
    /* What is drawn many at a time is what is drawn one by one, also where a pass or
     * the job ends among them. */
    for (unsigned ways = 0; ways < 16; ways++) {
        struct job job = make_job();
        job.does[IO_READ] = true;
        job.does[IO_WRITE] = ways & 1;
        job.is_random = ways & 2;
        job.may_repeat = ways & 4;
        job.loops = 3;
        job.number_ios = ways & 8 ? 30 : 0; /* in each loop */
        struct workload *one = make_workload(&job, 101 * 4 * KIB);
        struct workload *many = make_workload(&job, 101 * 4 * KIB);
        static struct io_slot slots[7];
        static const unsigned numbers[] = {3, 1, 0, 6, 2, 4, 5};
        unsigned nr, total = 0;
        struct io io;
        do {
            nr = workload_fill(many, slots, numbers, 7);
            for (unsigned i = 0; i < nr; i++, total++) {
                const struct io *other = &slots[numbers[i]].io;
                need_next(one, &io);
                if (io.op != other->op || io.offset_bytes != other->offset_bytes ||
                    io.bytes != other->bytes || io.file != other->file)
                    ck_abort_msg("I/O %u of way %u", total, ways);
            }
        } while (nr == 7);
        ck_assert(!workload_next(one, &io));
        ck_assert_uint_eq(total, ways & 8 ? 90 : 303);
        workload_free(one);
        workload_free(many);
    }
}
END_TEST

START_TEST(extents_are_what_the_job_may_touch)
{
    struct job job = make_job();
    job.does[IO_READ] = true;
    struct workload_extent e = workload_extent_of(&job, 0, MIB);
    ck_assert(e.start_bytes == 0 && e.length_bytes == MIB);
    job.size.bytes = 256 * KIB;
    job.offset.bytes = 128 * KIB;
    e = workload_extent_of(&job, 0, MIB);
    ck_assert(e.start_bytes == 128 * KIB && e.length_bytes == 256 * KIB);
    job.offset_increment_bytes = 256 * KIB;
    e = workload_extent_of(&job, 3, MIB);
    ck_assert(e.start_bytes == 896 * KIB && e.length_bytes == 128 * KIB);
    e = workload_extent_of(&job, 4, MIB);
    ck_assert_uint_eq(e.length_bytes, 0);
    job.offset_increment_bytes = UINT64_MAX / 2;
    e = workload_extent_of(&job, 4, MIB);
    ck_assert_uint_eq(e.length_bytes, 0);
    job.offset_increment_bytes = 0;
    job.nrfiles = 4;
    e = workload_extent_of(&job, 0, MIB);
    ck_assert_uint_eq(e.length_bytes, 64 * KIB);
    job.nrfiles = 1;
    /* With filesize, size in bytes limits no place; a share of the file does. */
    job.filesize = (struct job_range){MIB, MIB};
    e = workload_extent_of(&job, 0, MIB);
    ck_assert(e.start_bytes == 128 * KIB && e.length_bytes == 896 * KIB);
    job.size = (struct job_size){0, 50};
    e = workload_extent_of(&job, 0, MIB);
    ck_assert(e.start_bytes == 128 * KIB && e.length_bytes == 512 * KIB);
    job.filesize = (struct job_range){0, 0};
    job.offset = (struct job_size){0, 33};
    e = workload_extent_of(&job, 0, MIB);
    ck_assert_uint_eq(e.start_bytes, 348160); /* 33 % is 346030: up to a block */
    ck_assert_uint_eq(e.length_bytes, MIB / 2);
}
END_TEST

START_TEST(too_short_is_refused)
{
    struct job job = make_job();
    job.does[IO_READ] = true;
    struct workload_extent extent = {0, 4095};
    struct diag diag;
    ck_assert_ptr_null(workload_new(&job, &extent, 1, 1, &diag));
    ck_assert_ptr_null(workload_new(&job, NULL, 0, 1, &diag));
    job.is_random = true;
    job.bs_bytes[IO_READ].most = 8 * KIB;
    extent.length_bytes = UINT64_C(1) << 50;
    ck_assert_ptr_null(workload_new(&job, &extent, 1, 1, &diag));
    ck_assert_ptr_nonnull(strstr(diag.mend, "norandommap"));
}
END_TEST

static void add_all(TCase *all)
{
    tcase_add_test(all, random_covers_each_block_once);
    tcase_add_test(all, lengths_that_differ_cover_too);
    tcase_add_test(all, sequential_is_in_order);
    tcase_add_test(all, strides_leave_holes);
    tcase_add_test(all, jobs_move_what_their_size_says);
    tcase_add_test(all, runs_follow_a_random_offset);
    tcase_add_test(all, runs_follow_their_own_direction);
    tcase_add_test(all, mix_has_its_ratio);
    tcase_add_test(all, mixed_directions_go_on_each_for_itself);
    tcase_add_test(all, lengths_are_as_asked);
    tcase_add_test(all, directions_have_their_own_order);
    tcase_add_test(all, directions_keep_their_own_alignment);
    tcase_add_test(all, repeats_only_where_allowed);
    tcase_add_test(all, distributions_have_a_hot_block);
    tcase_add_test(all, files_take_turns);
    tcase_add_test(all, syncs_come_after_writes);
    tcase_add_test(all, trimmed_blocks_are_written);
    tcase_add_test(all, limits_end_it);
    tcase_add_test(all, same_seed_same_order);
    tcase_add_test(all, filling_draws_the_same);
    tcase_add_test(all, extents_are_what_the_job_may_touch);
    tcase_add_test(all, too_short_is_refused);
}

static Suite *make_suite(void)
{
    Suite *suite = suite_create("workload");
    TCase *all = tcase_create("workload");
    add_all(all);
    suite_add_tcase(suite, all);
    return suite;
}

T_MAIN(make_suite)
