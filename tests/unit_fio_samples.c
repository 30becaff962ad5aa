#include "tests/t_main.h"
#include "tests/t_read.h"

#define IOPS(avg) "   iops        : min=25412, max=26310, avg=" avg ", stdev=210.20, samples=119\n"
#define BW(unit, avg) "bw (" unit "): min=1000, max=90000, per=100.00%, avg=" avg ", stdev=3000.01"

START_TEST(their_means_are_figures)
{
    read_text("Random write, before:\n" IOPS("25931.40") "Random write, after:\n" IOPS("27931.40"));
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_double_eq(t_metric(t_record(&parse, "write", 0), "iops"), 25931.4);
    ck_assert_double_eq(t_metric(t_record(&parse, "write", 1), "iops"), 27931.4);
    ck_assert_str_eq(t_config(nth(0), "patch"), "before");
    ck_assert_str_ne(nth(0)->invocation, nth(1)->invocation);
}
END_TEST

START_TEST(a_pair_is_one_direction)
{
    read_text(IOPS("25600.00") "   " BW("  KiB/s", "102400.00") ", samples=119\n"
              IOPS("12800.00") "   " BW("  MiB/s", "50.00") ", samples=119\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_double_eq(t_metric(nth(0), "bw_bytes_per_s"), 104857600);
    ck_assert_double_eq(t_metric(nth(0), "iops"), 25600);
    ck_assert_double_eq(t_metric(nth(1), "bw_bytes_per_s"), 52428800);
}
END_TEST

START_TEST(units_of_old_versions)
{
    read_text("old:  " BW("KB/s", "69990.11") "\nnew:  " BW("MB  /s", "1200.50") "\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_double_eq_tol(t_metric(nth(0), "bw_bytes_per_s"), 69990.11 * 1024, 1e-3);
    ck_assert_double_eq_tol(t_metric(nth(1), "bw_bytes_per_s"), 1200.5 * 1024000, 1e-3);
    read_text(BW("Kbit/s", "69990.11") "\n");
    ck_assert_uint_eq(parse.output.nr, 0);
}
END_TEST

/* Where more of a block stands, something else is lost, and tells more. */
START_TEST(parts_of_blocks_are_none)
{
    read_text(IOPS("25600.00") "  cpu          : usr=0.84%, sys=3.21%, ctx=1, majf=0, minf=9\n");
    ck_assert_uint_eq(parse.output.nr, 0);
    read_text("He wrote:\n> " IOPS("25600.00") "That is much.\n");
    ck_assert_uint_eq(parse.output.nr, 0);
    read_text("  read: IOPS=256, BW=1024KiB/s (1049kB/s)(10.0MiB/10000msec)\n" IOPS("255.00"));
    ck_assert_uint_eq(parse.output.nr, 1);
    ck_assert_double_eq(t_metric(nth(0), "iops"), 256);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("fio_samples");
    TCase *tests = tcase_create("fio_samples");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, their_means_are_figures);
    tcase_add_test(tests, a_pair_is_one_direction);
    tcase_add_test(tests, units_of_old_versions);
    tcase_add_test(tests, parts_of_blocks_are_none);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
