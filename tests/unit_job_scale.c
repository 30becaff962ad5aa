/* Jobs that are scaled take another time, and nothing else of them changes. */
#include <stdint.h>
#include <string.h>

#include "collect/job_scale.h"
#include "tests/t_main.h"

static struct job jobs[2];
static struct job_list list = {jobs, 2};
static struct arena *arena;

static void set_up(void)
{
    memset(jobs, 0, sizeof jobs);
    arena = arena_new();
    jobs[0].runtime_ns = UINT64_C(600000000000);
    jobs[0].ramp_time_ns = 5000;
    jobs[0].startdelay_ns = (struct job_range){1000000000, 3000000000};
    jobs[0].thinktime_ns = 777;
    jobs[0].size.bytes = 4096;
    jobs[1].runtime_ns = 1;
}

static void tear_down(void)
{
    arena_free(arena);
}

START_TEST(all_times_are_multiplied)
{
    job_scale_times(arena, &list, 0.01);
    ck_assert_uint_eq(jobs[0].runtime_ns, 6000000000);
    ck_assert_uint_eq(jobs[0].startdelay_ns.least, 10000000);
    ck_assert_uint_eq(jobs[0].startdelay_ns.most, 30000000);
    /* Think time and sizes are what is measured. */
    ck_assert_uint_eq(jobs[0].thinktime_ns, 777);
    ck_assert_uint_eq(jobs[0].size.bytes, 4096);
    for (int i = 0; i < 2; i++)
        ck_assert_str_eq(record_pair(&jobs[i].params, "scale_time"), "0.01");
}
END_TEST

START_TEST(what_is_set_stays_set)
{
    job_scale_times(arena, &list, 1e-6);
    ck_assert_uint_eq(jobs[0].runtime_ns, 600000);
    /* A runtime of 0 would be no limit. */
    ck_assert_uint_eq(jobs[0].ramp_time_ns, 1000);
    ck_assert_uint_eq(jobs[1].runtime_ns, 1000);
    ck_assert_uint_eq(jobs[1].ramp_time_ns, 0);
    ck_assert_uint_eq(jobs[1].startdelay_ns.most, 0);
}
END_TEST

START_TEST(what_is_too_long_is_the_longest)
{
    jobs[1].runtime_ns = UINT64_MAX;
    job_scale_times(arena, &list, 1e6);
    ck_assert_uint_eq(jobs[0].runtime_ns, UINT64_C(600000000000000000));
    ck_assert_uint_eq(jobs[1].runtime_ns, INT64_MAX);
    ck_assert_uint_eq(jobs[0].ramp_time_ns, 5000000000);
    ck_assert_str_eq(record_pair(&jobs[0].params, "scale_time"), "1e+06");
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("job_scale");
    TCase *all = tcase_create("job_scale");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, all_times_are_multiplied);
    tcase_add_test(all, what_is_set_stays_set);
    tcase_add_test(all, what_is_too_long_is_the_longest);
    suite_add_tcase(suite, all);
    return suite;
}

T_MAIN(make_suite)
