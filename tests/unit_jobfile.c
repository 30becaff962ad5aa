#include <string.h>

#include "parse/jobfile.h"
#include "tests/t_main.h"
#include "tests/t_read.h"

#define JOB(name)                                                                                  \
    name ": (groupid=0, jobs=1): err= 0: pid=11\n"                                                 \
         "  read : io=10240KB, bw=1024KB/s, iops=256 , runt= 10000msec\n"

START_TEST(settings_of_the_job)
{
    t_parse_all(&parse,
                "[global]\nreadwrite=randread ; mixed later\nblocksize = 4k\nsize=1g # big\n"
                "time_based\n\n[a]\niodepth=16\n\n[b]\niodepth=32\nbs=16k\n\n"
                "And it printed\n\n" JOB("a") JOB("b") JOB("c"));
    const struct record *a = t_record(&parse, "read", 0), *b = t_record(&parse, "read", 1);
    ck_assert_str_eq(t_param(a, "rw"), "randread");
    ck_assert_str_eq(t_param(a, "bs"), "4k");
    ck_assert_str_eq(t_param(a, "size"), "1g");
    ck_assert_str_eq(t_param(a, "iodepth"), "16");
    ck_assert_str_eq(t_param(a, "time_based"), "1");
    ck_assert_str_eq(t_param(b, "bs"), "16k");
    ck_assert_str_eq(t_param(b, "iodepth"), "32");
    ck_assert_str_eq(t_param(t_record(&parse, "read", 2), "rw"), "");
}
END_TEST

START_TEST(globals_hold_for_what_is_below)
{
    t_parse_all(&parse, "[a]\niodepth=1\n[global]\nbs=4k\n[b]\niodepth=2\n[globals]\ndirect=1\n"
                        "[c]\niodepth=3\n\nAnd it printed:\n\n" JOB("a") JOB("b") JOB("c"));
    ck_assert_str_eq(t_param(t_record(&parse, "read", 0), "bs"), "");
    ck_assert_str_eq(t_param(t_record(&parse, "read", 1), "bs"), "4k");
    ck_assert_str_eq(t_param(t_record(&parse, "read", 1), "direct"), "");
    ck_assert_str_eq(t_param(t_record(&parse, "read", 2), "bs"), "4k");
    ck_assert_str_eq(t_param(t_record(&parse, "read", 2), "direct"), "1");
}
END_TEST

START_TEST(output_counts_more)
{
    t_parse_all(&parse, "[a]\nrw=write\nbs=8k\nsize=1g\n\nAnd it printed:\n\n"
                        "a: (g=0): rw=read, bs=4K-4K/4K-4K, ioengine=libaio, iodepth=8\n" JOB("a"));
    const struct record *record = t_record(&parse, "read", 0);
    ck_assert_str_eq(t_param(record, "rw"), "read");
    ck_assert_str_eq(t_param(record, "bs"), "4K");
    ck_assert_str_eq(t_param(record, "iodepth"), "8");
    ck_assert_str_eq(t_param(record, "size"), "1g");
}
END_TEST

START_TEST(the_last_file_above_counts)
{
    t_parse_all(&parse, "[a]\nbs=4k\n\nAnd it printed:\n\n" JOB(
                            "a") "\nNow with another size.\n\n"
                                 "[a]\nbs=8k\n\nAnd it printed:\n\n" JOB("a"));
    ck_assert_str_eq(t_param(t_record(&parse, "read", 0), "bs"), "4k");
    ck_assert_str_eq(t_param(t_record(&parse, "read", 1), "bs"), "8k");
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("jobfile");
    TCase *tests = tcase_create("jobfile");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, settings_of_the_job);
    tcase_add_test(tests, globals_hold_for_what_is_below);
    tcase_add_test(tests, output_counts_more);
    tcase_add_test(tests, the_last_file_above_counts);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
