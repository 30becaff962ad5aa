/* Rates and think time: when the next I/O is due. */
#include <math.h>
#include <string.h>

#include "collect/pace.h"
#include "tests/t_main.h"

static struct job make_job(void)
{
    struct job job;
    memset(&job, 0, sizeof job);
    job.does[IO_READ] = true;
    job.thinktime_blocks = 1;
    return job;
}

START_TEST(nothing_asked_nothing_due)
{
    struct job job = make_job();
    struct pace pace;
    pace_init(&pace, &job, 1, 1000);
    ck_assert(!pace.is_paced);
    ck_assert_uint_eq(pace_due(&pace, IO_READ), 0);
    pace_issue(&pace, IO_READ, 4096);
    ck_assert_uint_eq(pace_due(&pace, IO_READ), 0);
    ck_assert(!pace_thinks(&pace));
}
END_TEST

START_TEST(no_time_is_lost_by_rounding)
{
    struct job job = make_job();
    struct pace pace;
    static const uint64_t rates[] = {1, 3, 7, 999, 1000000, 123456789};
    for (int r = 0; r < 6; r++) {
        job.rate_iops[IO_READ] = rates[r];
        pace_init(&pace, &job, 1, 5000);
        for (uint64_t i = 0; i < 100000; i++) {
            uint64_t exact = 5000 + (uint64_t)((unsigned __int128)i * 1000000000 / rates[r]);
            if (pace_due(&pace, IO_READ) != exact)
                ck_abort_msg("I/O %d at %d a second", (int)i, (int)rates[r]);
            pace_issue(&pace, IO_READ, 4096);
        }
    }
    job.rate_iops[IO_READ] = 0;
    job.rate_bytes_per_s[IO_READ] = 10485761;
    pace_init(&pace, &job, 1, 1000);
    uint64_t bytes = 0;
    for (int i = 0; i < 100000; i++) {
        pace_issue(&pace, IO_READ, 4096 + (i % 3) * 512);
        bytes += 4096 + (i % 3) * 512;
    }
    ck_assert_uint_eq(pace_due(&pace, IO_READ),
                      1000 + (uint64_t)((unsigned __int128)bytes * 1000000000 / 10485761));
}
END_TEST

START_TEST(the_slower_of_two_rates_holds)
{
    struct job job = make_job();
    job.rate_iops[IO_READ] = 100;
    job.rate_bytes_per_s[IO_READ] = 4096 * 50;
    struct pace pace;
    pace_init(&pace, &job, 1, 1000);
    for (int i = 0; i < 50; i++)
        pace_issue(&pace, IO_READ, 4096);
    ck_assert_uint_eq(pace_due(&pace, IO_READ), 1000001000);
}
END_TEST

START_TEST(poisson_gaps_are_exponential)
{
    struct job job = make_job();
    job.rate_iops[IO_READ] = 10000;
    job.arrivals = JOB_ARRIVE_POISSON;
    struct pace pace;
    pace_init(&pace, &job, 77, 1);
    double sum = 0, squares = 0, long_ones = 0;
    enum { NR = 200000 };
    for (int i = 0; i < NR; i++) {
        uint64_t before = pace_due(&pace, IO_READ);
        pace_issue(&pace, IO_READ, 4096);
        double gap = (double)(pace_due(&pace, IO_READ) - before);
        sum += gap;
        squares += gap * gap;
        long_ones += gap > 300000; /* e^-3 of them */
    }
    double mean = sum / NR;
    ck_assert_double_eq_tol(mean, 100000, 1000);
    ck_assert_double_eq_tol(sqrt(squares / NR - mean * mean), 100000, 1500);
    ck_assert_double_eq_tol(long_ones / NR, exp(-3), 0.003);
}
END_TEST

START_TEST(directions_come_by_their_rates)
{
    struct job job = make_job();
    job.does[IO_WRITE] = true;
    job.rate_iops[IO_READ] = 3000;
    job.rate_iops[IO_WRITE] = 1000;
    struct pace pace;
    pace_init(&pace, &job, 1, 1000);
    unsigned counts[2] = {0};
    uint64_t now = 1000;
    for (int i = 0; i < 4000; i++) {
        /* Whatever was drawn: the rates decide. */
        enum io_op op = pace_choose(&pace, &job, i % 2 ? IO_READ : IO_WRITE, now);
        if (pace_due(&pace, op) > now)
            now = pace_due(&pace, op);
        counts[op]++;
        pace_issue(&pace, op, 4096);
    }
    ck_assert_uint_ge(counts[IO_READ], 2998);
    ck_assert_uint_le(counts[IO_READ], 3002);
    /* One without a rate goes on while the other waits. */
    job.rate_iops[IO_READ] = 0;
    pace_init(&pace, &job, 1, 1000);
    pace_issue(&pace, IO_WRITE, 4096);
    ck_assert_int_eq(pace_choose(&pace, &job, IO_WRITE, 2000), IO_READ);
    ck_assert_int_eq(pace_choose(&pace, &job, IO_WRITE, 3000000), IO_WRITE);
    /* The write of a trimmed block is not exchanged. */
    job.does[IO_READ] = false;
    job.does[IO_TRIM] = true;
    ck_assert_int_eq(pace_choose(&pace, &job, IO_WRITE, 2000), IO_WRITE);
}
END_TEST

START_TEST(thinks_after_blocks)
{
    struct job job = make_job();
    job.thinktime_ns = 1000;
    job.thinktime_blocks = 3;
    struct pace pace;
    pace_init(&pace, &job, 1, 0);
    for (int i = 0; i < 12; i++) {
        pace_issue(&pace, IO_SYNC, 0); /* not counted */
        pace_issue(&pace, IO_READ, 4096);
        ck_assert_int_eq(pace_thinks(&pace), i % 3 == 2);
    }
}
END_TEST

START_TEST(thinking_moves_the_schedule_where_asked)
{
    struct job job = make_job();
    job.rate_iops[IO_READ] = 1000;
    struct pace pace;
    pace_init(&pace, &job, 1, 500);
    pace_thought(&pace, 10000);
    ck_assert_uint_eq(pace_due(&pace, IO_READ), 500);
    job.drops_lateness = true;
    pace_init(&pace, &job, 1, 500);
    pace_thought(&pace, 10000);
    ck_assert_uint_eq(pace_due(&pace, IO_READ), 10500);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("pace");
    TCase *all = tcase_create("pace");
    tcase_add_test(all, nothing_asked_nothing_due);
    tcase_add_test(all, no_time_is_lost_by_rounding);
    tcase_add_test(all, the_slower_of_two_rates_holds);
    tcase_add_test(all, poisson_gaps_are_exponential);
    tcase_add_test(all, directions_come_by_their_rates);
    tcase_add_test(all, thinks_after_blocks);
    tcase_add_test(all, thinking_moves_the_schedule_where_asked);
    suite_add_tcase(suite, all);
    return suite;
}

T_MAIN(make_suite)
