#include <stdio.h>
#include <string.h>

#include "tests/t_main.h"
#include "tests/t_read.h"

#define OLD "  read : io=10240KB, bw=1024.0KB/s, iops=256 , runt= 10000msec\n"
#define JOB(name, group, pid) name ": (groupid=" group ", jobs=1): err= 0: pid=" pid "\n"

START_TEST(status_counts_only_without_jobs)
{
    static const char status[] = "Run status group 0 (all jobs):\n"
                                 "   READ: io=20480KB, aggrb=2048KB/s, minb=1024KB/s, "
                                 "maxb=1024KB/s, mint=10000msec, maxt=10000msec\n";
    char text[800];
    snprintf(text, sizeof text, "%s%s%s", JOB("a", "0", "11") OLD, JOB("b", "0", "12") OLD, status);
    read_text(text);
    ck_assert_uint_eq(parse.output.nr, 2);
    read_text(status);
    ck_assert_uint_eq(parse.output.nr, 1);
    ck_assert_int_eq(nth(0)->scope, RECORD_SCOPE_GROUP);
    ck_assert_str_eq(nth(0)->op, "read");
    ck_assert_double_eq(t_metric(nth(0), "bw_bytes_per_s"), 2048 * 1024.0);
    ck_assert_double_eq(t_metric(nth(0), "io_bytes"), 20480 * 1024.0);
    ck_assert_double_eq(t_metric(nth(0), "runtime_s"), 10);
    /* an operation that no job printed */
    snprintf(text, sizeof text, "%s%s", JOB("a", "0", "11") OLD,
             "Run status group 0 (all jobs):\n"
             "  WRITE: io=20480KB, aggrb=2048KB/s, minb=1024KB/s, maxb=1024KB/s, mint=10000msec, "
             "maxt=10000msec\n");
    read_text(text);
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_str_eq(nth(1)->op, "write");
}
END_TEST

START_TEST(several_groups_of_one_run)
{
    read_text("Run status group 0 (all jobs):\n"
              "  MIXED: io=56960KB, aggrb=1898KB/s, minb=1898KB/s, maxb=1898KB/s, mint=30007msec, "
              "maxt=30007msec\n\n"
              "Run status group 1 (all jobs):\n"
              "  MIXED: io=4764.0MB, aggrb=162578KB/s, minb=162578KB/s, maxb=162578KB/s, "
              "mint=30006msec, maxt=30006msec\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_str_eq(nth(0)->group, "0");
    ck_assert_str_eq(nth(1)->group, "1");
    ck_assert_str_eq(nth(0)->invocation, nth(1)->invocation);
    ck_assert_double_eq(t_metric(nth(1), "bw_bytes_per_s"), 162578 * 1024.0);
}
END_TEST

START_TEST(a_quoted_line_of_the_only_job)
{
    static const char sum[] = "Run status group 0 (all jobs):\n"
                              "  WRITE: io=428032KB, aggrb=3566KB/s, minb=3566KB/s, "
                              "maxb=3566KB/s, mint=120031msec, maxt=120031msec\n\n"
                              "In the middle of that we read:\n\n";
    char text[800];
    snprintf(text, sizeof text, "%s  write: io=428032KB, bw=3566.2KB/s, iops=891, runt=120031msec\n",
             sum);
    read_text(text);
    ck_assert_uint_eq(parse.output.nr, 1);
    ck_assert_double_eq(t_metric(nth(0), "iops"), 891);
    /* another run */
    snprintf(text, sizeof text, "%s  write: io=438032KB, bw=3649.3KB/s, iops=912, runt=120031msec\n",
             sum);
    read_text(text);
    ck_assert_uint_eq(parse.output.nr, 2);
}
END_TEST

START_TEST(directions_side_by_side)
{
    read_text("Old:                                                     New:\n"
              "read: IOPS=256, BW=1024KiB/s (1049kB/s)(10.0MiB/10000msec)   "
              "read: IOPS=512, BW=2048KiB/s (2097kB/s)(20.0MiB/10000msec)\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_double_eq(t_metric(nth(0), "iops"), 256);
    ck_assert_double_eq(t_metric(nth(1), "iops"), 512);
    ck_assert_double_eq(t_metric(nth(1), "runtime_s"), 10);
    ck_assert_uint_eq(nth(0)->config.nr, 1);
    ck_assert_str_eq(nth(0)->config.at[0].value, "Old");
    ck_assert_str_eq(nth(1)->config.at[0].value, "New");
    /* blanks inside of one line */
    read_text("Old  New\n  read : io=10240KB, bw=1024KB/s,   iops=256 ,   runt= 10000msec\n");
    ck_assert_uint_eq(parse.output.nr, 1);
}
END_TEST

START_TEST(a_line_of_a_block_alone)
{
    static const char *const rows[] = {
        "  read: IOPS=256, BW=1024KiB/s (1049kB/s)(10.0MiB/10000msec)\n",
        "IOPS=256, BW=1024KiB/s (1049kB/s)(10.0MiB/10000msec)\n",
    };
    static const char block[] =
        JOB("rd", "0", "5") "  read: IOPS=256, BW=1024KiB/s (1049kB/s)(10.0MiB/10000msec)\n";
    char text[800];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(text, sizeof text, "%s\nThe line that matters is\n\n%s", block, rows[i]);
        read_text(text);
        ck_assert_uint_eq(parse.output.nr, 2);
        ck_assert(!nth(0)->quoted);
        ck_assert(nth(1)->quoted);
    }
    /* another result, and two lines that are alone both */
    snprintf(text, sizeof text, "%s\nand\n\n%s", block,
             "  read: IOPS=256, BW=1024KiB/s (1049kB/s)(10.0MiB/10001msec)\n");
    read_text(text);
    ck_assert(!nth(1)->quoted);
    snprintf(text, sizeof text, "%s\nand\n\n%s", rows[0], rows[0]);
    read_text(text);
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert(!nth(0)->quoted && !nth(1)->quoted);
}
END_TEST

START_TEST(sums_of_early_versions)
{
    /* to 1.10: bytes by milliseconds, without a unit */
    read_text("Run status group 0 (all jobs):\n"
              "  WRITE: io=16384MiB, aggrb=558404, minb=558404, maxb=558404,\n"
              "mint=30766msec, maxt=30766msec\n");
    ck_assert_double_eq(t_metric(nth(0), "bw_bytes_per_s"), 558404e3);
    ck_assert_double_eq(t_metric(nth(0), "io_bytes"), 16384 * 1048576.0);
    /* to 1.25.1: the same under a label that says KiB */
    read_text("Run status group 0 (all jobs):\n"
              "   READ: io=12288KiB, aggrb=88612KiB/s, minb=88612KiB/s, maxb=88612KiB/s, "
              "mint=142msec, maxt=142msec\n");
    ck_assert_double_eq_tol(t_metric(nth(0), "bw_bytes_per_s"), 88612e3, 1);
}
END_TEST

START_TEST(sums_without_their_end)
{
    read_text("# old\nREAD: bw=3167MiB/s (3321MB/s), 186MiB/s-208MiB/s (196MB/s-219MB/s)   #128k\n"
              "READ: bw=898MiB/s (941MB/s), 51.2MiB/s-66.1MiB/s (53.7MB/s-69.3MB/s) #144k\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_double_eq_tol(t_metric(nth(1), "bw_bytes_per_s"), 941.5e6, 0.5e6);
    ck_assert(!record_metric(nth(1), "runtime_s", NULL));
    /* read and write of one run */
    read_text("   READ: bw=300MiB/s (315MB/s), 300MiB/s-300MiB/s (315MB/s-315MB/s), io=3001MiB "
              "(3147MB), run=10001-10001msec\n"
              "  WRITE: bw=301MiB/s (316MB/s), 301MiB/s-301MiB/s (316MB/s-316MB/s), io=3014MiB "
              "(3160MB), run=10001-10001msec\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_str_eq(nth(0)->invocation, nth(1)->invocation);
}
END_TEST

#define BOTH                                                                                       \
    JOB("rw", "0", "5") "  read: IOPS=8423, BW=65.8MiB/s (69.0MB/s)(7952KiB/118msec)\n"            \
                        "  write: IOPS=8932, BW=69.8MiB/s (73.2MB/s)(8432KiB/118msec)\n"           \
                        "  mixed: IOPS=0, BW=0 (0)(0B/118msec)\n"                                  \
                        "    clat (usec): min=3, max=6647, avg=56.69, stdev=228.59\n"

START_TEST(both_and_the_mixed_one)
{
    static const char sum[] =
        "Run status group 0 (all jobs):\n"
        "  MIXED: bw=136MiB/s (142MB/s), 65.8MiB/s-69.8MiB/s (69.0MB/s-73.2MB/s), io=16.0MiB "
        "(16.8MB), run=118-118msec\n";
    char text[1200];
    snprintf(text, sizeof text, "%s%s", BOTH, sum);
    read_text(text);
    const struct record *mixed = t_record(&parse, "mixed", 0);
    ck_assert_double_eq_tol(t_metric(mixed, "bw_bytes_per_s"), 142.2e6, 0.4e6);
    ck_assert_double_eq_tol(t_metric(mixed, "clat_mean_ns"), 56690, 1);
    /* I/Os and block size know it better */
    snprintf(text, sizeof text,
             "rw: (g=0): rw=randrw, bs=8K-8K/8K-8K, ioengine=psync, iodepth=1\n%s"
             "     issued rwts: total=994,1054,0,0 short=0,0,0,0 dropped=0,0,0,0\n%s", BOTH, sum);
    read_text(text);
    mixed = t_record(&parse, "mixed", 0);
    ck_assert_double_eq_tol(t_metric(mixed, "bw_bytes_per_s"), 2048 * 8192 / 0.118, 1);
    ck_assert_double_eq_tol(t_metric(mixed, "iops"), 2048 / 0.118, 1e-3);
    /* nothing knows it */
    read_text(BOTH);
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_uint_eq(parse.output.failures_nr, 1);
}
END_TEST

START_TEST(sums_side_by_side)
{
    read_text("			without patch		with patch\n"
              "fio READ		aggrb=1493.2MB/s	aggrb=1775.3MB/s\n"
              "cache misses		1,818,320,693		438,729,774\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_str_eq(nth(0)->op, "read");
    ck_assert_int_eq(nth(0)->scope, RECORD_SCOPE_GROUP);
    ck_assert_double_eq_tol(t_metric(nth(0), "bw_bytes_per_s"), 1493.2 * 1048576, 1);
    ck_assert_double_eq_tol(t_metric(nth(1), "bw_bytes_per_s"), 1775.3 * 1048576, 1);
    ck_assert_str_eq(t_config(nth(0), "patch"), "without");
    ck_assert_str_eq(t_config(nth(1), "patch"), "with");
    ck_assert_str_eq(nth(1)->source.cell, "aggrb=1775.3MB/s");
    /* without heads nothing says what they are */
    read_text("fio READ		aggrb=1493.2MB/s	aggrb=1775.3MB/s\n");
    ck_assert_uint_eq(parse.output.nr, 0);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("fio_sum");
    TCase *tests = tcase_create("fio_sum");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, status_counts_only_without_jobs);
    tcase_add_test(tests, several_groups_of_one_run);
    tcase_add_test(tests, a_quoted_line_of_the_only_job);
    tcase_add_test(tests, directions_side_by_side);
    tcase_add_test(tests, a_line_of_a_block_alone);
    tcase_add_test(tests, sums_of_early_versions);
    tcase_add_test(tests, sums_without_their_end);
    tcase_add_test(tests, both_and_the_mixed_one);
    tcase_add_test(tests, sums_side_by_side);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
