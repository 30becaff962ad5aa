#include <string.h>

#include "tests/t_main.h"
#include "tests/t_read.h"

#define HEAD "#block offset (GiB), MiB/s, time\n"

START_TEST(total_of_a_pass)
{
    read_text("# Finished loop 1, on device /dev/sdx at 9:10:32\n" HEAD
              "#0.00 ++++ 0.199\n0.25 321.52 0.796\n0.50 373.08 0.686\n"
              "# Read 768 megs in 1 seconds, 456 megabytes per second.\n");
    ck_assert_uint_eq(parse.output.nr, 1);
    const struct record *record = t_record(&parse, "read", 0);
    ck_assert_str_eq(record->tool, "bonnie++");
    ck_assert_str_eq(t_param(record, "program"), "zcav");
    ck_assert_double_eq(t_metric(record, "bw_bytes_per_s"), 456 * 1048576.0);
    ck_assert_double_eq(t_metric(record, "io_bytes"), 768 * 1048576.0);
    ck_assert_double_eq_tol(t_metric(record, "runtime_s"), 768 / 456.0, 1e-9);
    ck_assert_double_eq(record_precision(record, "bw_bytes_per_s"), 1048576);
    ck_assert_str_eq(t_param(record, "device"), "/dev/sdx");
    ck_assert(!record_has_warning(record, "rounded"));
    ck_assert_uint_eq(record->source.line, 6);
}
END_TEST

START_TEST(loops_are_runs)
{
    read_text("# Read 3072 megs in 0 seconds, 4480 megabytes per second.\n"
              "# Read 3072 megs in 0 seconds, 5037 megabytes per second.\n#loops: 2\n" HEAD
              "#0.00 ++++ 0.053\n#0.25 ++++ 0.051\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_uint_eq(t_record(&parse, "read", 0)->run, 1);
    ck_assert_uint_eq(t_record(&parse, "read", 1)->run, 2);
    ck_assert_uint_eq(parse.output.failures_nr, 0);
}
END_TEST

START_TEST(slow_totals_are_rounded)
{
    read_text("# Read 300 megs in 10 seconds, 29 megabytes per second.\n");
    ck_assert(record_has_warning(t_record(&parse, "read", 0), "rounded"));
}
END_TEST

START_TEST(blocks_without_a_total)
{
    static const char *const texts[] = {
        HEAD "0.00 500.00 1.024\n0.50 512.00 1.000\n1.00 256.00 2.000\n",
        "#loops: 1\n#block K/s time\n0 500000 1.024\n512 524288 1.000\n1024 262144 2.000\n",
    };
    for (size_t i = 0; i < 2; i++) {
        read_text(texts[i]);
        ck_assert_uint_eq(parse.output.nr, 1);
        const struct record *record = t_record(&parse, "read", 0);
        ck_assert_double_eq(t_metric(record, "io_bytes"), 3 * 512 * 1048576.0);
        ck_assert_double_eq_tol(t_metric(record, "bw_bytes_per_s"),
                                3 * 512 * 1048576 / 4.024, 1);
        /* the first prints a total where it comes to its end */
        ck_assert(record_has_warning(record, "partial") == !i);
    }
    /* a rate that is not that of its time: the unit or the figures are others */
    read_text(HEAD "0.00 500.00 1.024\n0.50 112.00 1.000\n");
    ck_assert_uint_eq(parse.output.nr, 0);
    ck_assert_uint_eq(parse.output.failures_nr, 1);
    read_text(HEAD "0.00 500.00 1.024\n");
    ck_assert_uint_eq(parse.output.nr, 0);
    ck_assert_uint_eq(parse.output.failures_nr, 1);
}
END_TEST

START_TEST(calls_for_single_bytes)
{
    read_text("Version  1.93          write   read putcNT getcNT   putc   getc  putcU  getcU\n"
              "hosta                    142     51   8189   9348   1763   1813  22174 ++++++\n");
    ck_assert_uint_eq(parse.output.nr, 7);
    const struct record *record = t_record(&parse, "putcNT", 0);
    ck_assert_str_eq(record->tool, "bonnie++");
    ck_assert_str_eq(t_param(record, "program"), "getc_putc");
    ck_assert_str_eq(record->tool_version, "1.93");
    ck_assert_double_eq(t_metric(record, "bw_bytes_per_s"), 8189 * 1024.0);
    ck_assert_str_eq(t_param(record, "machine"), "hosta");
    ck_assert(record_has_warning(t_record(&parse, "read", 0), "rounded"));
    ck_assert(!record_has_warning(t_record(&parse, "write", 0), "rounded"));
    read_text("Reading with getc_unlocked()...Version 2.00a          write   read putcNT getcNT   "
              "putc   getc  putcU  getcU\n"
              "hosta                 ++++++ ++++++ ++++++ ++++++ ++++++ ++++++ ++++++ ++++++\n");
    ck_assert_uint_eq(parse.output.nr, 0);
    ck_assert_uint_eq(parse.output.failures_nr, 1);
    read_text("hosta                    142     51   8189   9348   1763   1813  22174  33000\n");
    ck_assert_uint_eq(parse.output.nr, 0);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("tool_zcav");
    TCase *tests = tcase_create("tool_zcav");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, total_of_a_pass);
    tcase_add_test(tests, loops_are_runs);
    tcase_add_test(tests, slow_totals_are_rounded);
    tcase_add_test(tests, blocks_without_a_total);
    tcase_add_test(tests, calls_for_single_bytes);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
