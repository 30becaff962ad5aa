#include <stdio.h>
#include <string.h>

#include "tests/t_main.h"
#include "tests/t_read.h"

/* Checks the record i: its metric, value and one level or operation. */
static void check(size_t i, const char *metric, double value, const char *factor, const char *level)
{
    double found = -1;
    ck_assert_str_eq(nth(i)->tool, "table");
    ck_assert_msg(record_metric(nth(i), metric, &found), "%zu has no %s", i, metric);
    ck_assert_double_eq_tol(found, value, value * 1e-9);
    if (factor)
        ck_assert_str_eq(t_config(nth(i), factor), level);
}

START_TEST(bars_with_units_in_header_and_cells)
{
    read_text("| device | rand-write latency | rand-write IOPS | seq-write BW |\n"
              "|--------|--------------------|-----------------|--------------|\n"
              "| HDD | 701 usec | 1425 | 120 MB/s |\n| SSD | 72.6 usec | 64490 | 390 MB/s |\n");
    ck_assert_uint_eq(parse.output.nr, 4);
    check(0, "lat_mean_ns", 701000, "device", "HDD"); /* metrics of one result */
    check(0, "iops", 1425, NULL, NULL);
    ck_assert_str_eq(record_pair(&nth(0)->source.cells, "lat_mean_ns"), "701 usec");
    check(3, "bw_bytes_per_s", 390e6, "device", "SSD");
    ck_assert_str_eq(nth(3)->op, "write");
    ck_assert_str_eq(nth(3)->source.cell, "390 MB/s");
    ck_assert(record_has_warning(nth(3), "unit-guessed"));
}
END_TEST

START_TEST(groups_of_columns)
{
    read_text("          | stock            | tuned            |\n"
              "          | seq     rand     | seq     rand     |\n"
              "          | MB/s    IO/s     | MB/s    IO/s     |\n"
              "----------+------------------+------------------+\n"
              "2 mirrors | 302     534      | 433     571      |\n"
              "4 mirrors | 562     849      | 816     926      |\n");
    ck_assert_uint_eq(parse.output.nr, 8);
    check(0, "bw_bytes_per_s", 302e6, NULL, NULL);
    check(1, "iops", 534, NULL, NULL);
    check(7, "iops", 926, "configuration2", "tuned");
}
END_TEST

START_TEST(tabs_gaps_and_single_blanks)
{
    read_text("write speeds, MB/s:\n\n\t\tnoop\tcfq\nsda\t\t88.1\t71.4\nlong-name-of-md0\t90.3\t-\n");
    ck_assert_uint_eq(parse.output.nr, 3); /* "-" is no zero */
    check(2, "bw_bytes_per_s", 90.3e6, "scheduler", "noop");
    read_text("          Plug on   Plug off\nSeq IO    50100     50133\n"
              "Random IO 821K      836K      -1.83%\n");
    ck_assert_uint_eq(parse.output.nr, 4); /* a printed delta is no result */
    check(2, "value", 821000, NULL, NULL);
    read_text("rw bs hipri=0 hipri=1\n------\nrandread 4k 149,426 170,763 +14%\n"
              "randread 128k 17,655 17,667 0%\n");
    ck_assert_uint_eq(parse.output.nr, 4);
    check(1, "value", 170763, "hipri", "1");
    ck_assert_str_eq(t_config(nth(2), "bs"), "128k");
    ck_assert_str_eq(nth(0)->op, "read");
}
END_TEST

START_TEST(transposed_and_rows_of_metrics)
{
    read_text("IOPS of fio:\n\nqueue size  2        4\nv1          1681.1K  2633.0K\n"
              "v2          1721.8K  3016.7K\n");
    ck_assert_uint_eq(parse.output.nr, 4);
    check(3, "iops", 3016700, "queue size", "4");
    read_text("               old       new     change\nWrite IOPS:    1292      438     -66.1%\n"
              "Write lat:     121 us    363 us  3.0x\n");
    ck_assert_uint_eq(parse.output.nr, 4);
    check(1, "iops", 438, "patch", "new");
    check(3, "lat_mean_ns", 363000, "patch", "new");
    ck_assert_uint_eq(nth(0)->warnings_nr, 0);
}
END_TEST

START_TEST(runs_and_their_average)
{
    read_text("before:\t\t\t\t\t avg\nseq read\t812\t798\t820\t810\nseq write\t640\t655\t646\t647\n");
    ck_assert_uint_eq(parse.output.nr, 8);
    ck_assert_uint_eq(nth(2)->run, 3);
    ck_assert(record_has_warning(nth(3), "aggregate") && !nth(3)->run);
    ck_assert(!record_has_warning(nth(2), "aggregate"));
    ck_assert_str_eq(t_config(nth(3), "patch"), "before");
    ck_assert_str_eq(t_param(nth(4), "rw"), "seq write");
}
END_TEST

START_TEST(arrows_have_two_sides)
{
    read_text("      | IOPS (old->new)     | sys cpu% (old->new)\n"
              "-----------------------------------------------\n"
              "brd   | 1.5x (3919 -> 5874) | 3x (29 -> 87)\nzram  | 1.1x (290 -> 310)   | 9x (11 -> 97)\n");
    ck_assert_uint_eq(parse.output.nr, 4);
    check(0, "iops", 3919, "patch", "old");
    check(1, "iops", 5874, "patch", "new");
    check(1, "cpu_sys_pct", 87, NULL, NULL);
}
END_TEST

START_TEST(columns_of_vmstat_are_of_the_host)
{
    read_text("MB/s of a write:\n\n         disk  us  sy  id  wa\nplain    92.1  1%  22% 41% 36%\n"
              "zcopy    99.8  1%  15% 50% 34%\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    check(1, "bw_bytes_per_s", 99.8e6, NULL, NULL);
    check(1, "host_cpu_iowait_pct", 34, NULL, NULL);
}
END_TEST

#define WRAPPED(cell)                                                                              \
    "2. Write cache of the client: 256; md0, crypt - MB/s\n\n"                                      \
    "                           md0   us  sy  id  wa  | crypt   us  sy  id  \n"                     \
    "wa  STGT                      50.63   4% 45% 18% 33% | 32.52    3% 62% \n16% 19%\n"            \
    "SCST (debug + no patches) 43.75   0% 26% " cell " 44% | 42.05    0% 84%  1% \n15%\n"

START_TEST(broken_rows_are_rebuilt_or_reported)
{
    read_text(WRAPPED("30%"));
    ck_assert_uint_eq(parse.output.nr, 4);
    check(0, "bw_bytes_per_s", 50.63e6, NULL, NULL);
    check(1, "host_cpu_iowait_pct", 19, NULL, NULL);
    check(3, "bw_bytes_per_s", 42.05e6, NULL, NULL);
    ck_assert_uint_eq(parse.output.failures_nr, 0);
    read_text(WRAPPED("60%")); /* the shares of the CPU are more than all */
    ck_assert_uint_eq(parse.output.nr, 0);
    ck_assert_uint_eq(parse.output.failures_nr, 1);
    read_text(WRAPPED("30% 7%")); /* rows of different lengths */
    ck_assert_uint_eq(parse.output.nr, 0);
    ck_assert_ptr_nonnull(strstr(parse.output.failures[0].why, "lines 3 to "));
}
END_TEST

START_TEST(lists_name_their_figures)
{
    read_text("t/io_uring, KIOPS:\nbase (1-5):   qd32: 8001,   qd1: 2015\n"
              "more (+6):    qd32: 8128,   qd1: 2028\n");
    ck_assert_uint_eq(parse.output.nr, 4);
    check(3, "iops", 2028000, NULL, NULL);
    read_text("loop : 70K iops(read), 71K iops(write), cpu util: 40%\n"
              "file : 58K iops(read), 59K iops(write)\n");
    ck_assert_uint_eq(parse.output.nr, 4);
    ck_assert_str_eq(nth(1)->op, "write");
    check(3, "iops", 59000, NULL, NULL);
}
END_TEST

START_TEST(other_tables_are_no_results)
{
    static const char *const texts[] = {
        "  PID USER  PR %CPU TIME+ COMMAND\n 2211 root  20 41.3 0:12 dd\n 2190 root  20 12.2 0:03 dd\n",
        "Device   r/s  w/s  rkB/s  wkB/s  %util\nsda  0.00 98.00 0.00 50176.00 99.80\n"
        "sdb  0.00 18.00 0.00 50176.00 99.80\n",
        " r  b   swpd   free   bi    bo us sy id wa\n 1  1  0 101200  0 49152 1 18 40 41\n"
        " 0  2  0 100800  0 50176 0 19 41 40\n",
        " block/read.c  |   41 +++++-----\n fs/write.c   |    7 +++-\n",
        "disk      size    price\nslow   1 TB    49.90 EUR\nfast   2 TB   188.00 EUR\n",
        "-rw-r--r-- 1 root root  104857600 Mar  3 10:11 write.0\n"
        "-rw-r--r-- 1 root root  104857600 Mar  3 10:12 read.0\n",
        "[   12.100221] sd 0:0:0:0: [sda] 1953525168 blocks  write\n"
        "[   12.100377] sd 0:0:0:0: [sda] 1953525168 blocks  read\n",
        "year   population   cars\n1990   12000        800\n2000   14000        900\n",
        "I wrote it on 3 disks.  The 2nd failed.\nThen 4 reads came.  The 5th was fine.\n",
        "disk files: 12\nread files: 15\n",
        "U+01dd uni01DD   1.5\nU+02de uni02DE   1.14\nU+03dd uni03DD   1.2\n", /* no dd */
        "#define QD\t64\n#define BS\t1024\n#define JOBS\t8\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        read_text(texts[i]);
        ck_assert_msg(parse.output.nr == 0, "%s", texts[i]);
    }
}
END_TEST

START_TEST(rates_with_labels_behind_them)
{
    read_text("dd if=/dev/zero of=M/t bs=1M count=16384 69.2 MB/se (Native) 61.5\n"
              "MB/sec(FUSE) 52 MB/sec (NFS)\n");
    ck_assert_uint_eq(parse.output.nr, 3);
    check(0, "bw_bytes_per_s", 69.2e6, "host", "Native");
    check(1, "bw_bytes_per_s", 61.5e6, NULL, NULL);
    ck_assert_str_eq(nth(1)->op, "write");
    ck_assert_str_eq(nth(2)->source.cell, "52 MB/sec");
}
END_TEST

START_TEST(boxes)
{
    read_text("\u250c\u2500\u2500\u2500\u2500\u252c\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u252c\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2510\n"
              "\u2502 bs \u2502 read IOPS \u2502 write IOPS\u2502\n"
              "\u251c\u2500\u2500\u2500\u2500\u253c\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u253c\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2524\n"
              "\u2502 4k \u2502 211       \u2502 188        \u2502\n\u2502 1m \u2502 30        \u2502 22         \u2502\n"
              "\u2514\u2500\u2500\u2500\u2500\u2534\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2534\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2518\n");
    ck_assert_uint_eq(parse.output.nr, 4);
    check(1, "iops", 188, "bs", "4k");
    ck_assert_str_eq(nth(1)->op, "write");
}
END_TEST

START_TEST(rows_of_figures_alone)
{
    /* as wide as rows of bonnie++ that were cut */
    read_text("tiobench, rates in MB/s:\n\n"
              "File   Block  Num  Seq Read    Rand Read   Seq Write  Rand Write\n"
              "Size   Size   Thr  Rate        Rate        Rate       Rate\n"
              "------ ------ ---- ----------- ----------- ---------- ----------\n"
              "2000   4096   1    58.21       0.91        44.02      1.33\n"
              "2000   4096   2    41.88       1.02        42.75      1.31\n");
    ck_assert_uint_eq(parse.output.nr, 8);
    check(3, "bw_bytes_per_s", 1.33e6, NULL, NULL);
    ck_assert_str_eq(nth(3)->op, "write");
}
END_TEST

START_TEST(latencies_by_their_percentiles)
{
    read_text("Latency (usec), 4k random write:\n\n       avg    p50    p99\nlocal  24.1   23     41\n"
              "nbd    71.8   69     120\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    check(0, "lat_mean_ns", 24100, NULL, NULL);
    check(1, "lat_p99_ns", 120000, NULL, NULL);
}
END_TEST

START_TEST(deviations_are_no_results)
{
    read_text("dd, MB/s\n\nrun     ext4    xfs\n1       101.2   112.9\n2       100.8   113.4\n"
              "avg     101.0   113.1\nstddev  0.3     0.4\n");
    ck_assert_uint_eq(parse.output.nr, 6);
    ck_assert(record_has_warning(nth(4), "aggregate"));
    read_text("fio\n\n        none               bfq\nread    412.3 \u00b1 3.1 MB/s   301.2 \u00b1 9.8 MB/s\n"
              "write   380.0 \u00b1 2.2 MB/s   290.7 \u00b1 8.1 MB/s\n");
    check(0, "bw_bytes_per_s", 412.3e6, "scheduler", "none");
}
END_TEST

START_TEST(numbers_that_are_no_figures)
{
    /* of a label, of a header */
    read_text("MB/s        ext3     xfs\ndbench 1    112.4    128.7\ndbench 8    310.2    455.1\n");
    ck_assert_uint_eq(parse.output.nr, 4);
    check(3, "bw_bytes_per_s", 455.1e6, "fs", "xfs");
    read_text("chunk             64K        256K       1M\nwrite             121 MB/s   180 MB/s   "
              "210 MB/s\nread              240 MB/s   241 MB/s   240 MB/s\n");
    ck_assert_uint_eq(parse.output.nr, 6);
    check(1, "bw_bytes_per_s", 180e6, "chunk", "256K");
    read_text("fio, MB/s\n\nthreads   6.1      6.6\n1         31.20    33.81\n8         88.72    91.06\n");
    ck_assert_uint_eq(parse.output.nr, 4);
    check(1, "bw_bytes_per_s", 33.81e6, "kernel", "6.6");
}
END_TEST

START_TEST(labels_in_several_columns)
{
    read_text("| | | ext4 | xfs |\n|---|---|---|---|\n| read | 4k | 200 MB/s | 210 MB/s |\n"
              "| | 64k | 800 MB/s | 820 MB/s |\n");
    ck_assert_uint_eq(parse.output.nr, 4);
    check(3, "bw_bytes_per_s", 820e6, "fs", "xfs");
    ck_assert_str_eq(nth(3)->op, "read"); /* from the row above */
    read_text("                     filestore      bluestore\nwrite  4M   MB/s     310.2          421.7\n"
              "write  4k   IOPS     2210           5120\n");
    check(0, "bw_bytes_per_s", 310.2e6, NULL, NULL);
    check(3, "iops", 5120, NULL, NULL);
    read_text("| fs | IOPS (k) |\n|---|---|\n| **xfs** | **12.5** |\n| ext4 | 11 |\n");
    check(0, "iops", 12500, "fs", "xfs");
}
END_TEST

START_TEST(behind_what_logs_put_in_front)
{
    static const char *const fronts[] = {"host1: ", "[pod/bench-x2k/fio] ", "# ", "> ", "ZC> ",
                                         "Jan 01 12:00:01 host prog[123]: ", "+", "- "};
    for (size_t i = 0; i < sizeof fronts / sizeof fronts[0]; i++) {
        char text[600];
        const char *at = fronts[i];
        snprintf(text, sizeof text, "%sMB/s      ext4     xfs\n%sseq read  112.4    128.7\n"
                 "%sseq write 310.2    455.1\n%srand read 12.1     13.0\n", at, at, at, at);
        read_text(text);
        ck_assert_msg(parse.output.nr == 6, "%s: %zu results", at, parse.output.nr);
        check(3, "bw_bytes_per_s", 455.1e6, "fs", "xfs");
    }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("tool_table");
    TCase *tests = tcase_create("tables");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, bars_with_units_in_header_and_cells);
    tcase_add_test(tests, groups_of_columns);
    tcase_add_test(tests, tabs_gaps_and_single_blanks);
    tcase_add_test(tests, transposed_and_rows_of_metrics);
    tcase_add_test(tests, runs_and_their_average);
    tcase_add_test(tests, arrows_have_two_sides);
    tcase_add_test(tests, columns_of_vmstat_are_of_the_host);
    tcase_add_test(tests, broken_rows_are_rebuilt_or_reported);
    tcase_add_test(tests, lists_name_their_figures);
    tcase_add_test(tests, other_tables_are_no_results);
    tcase_add_test(tests, rates_with_labels_behind_them);
    tcase_add_test(tests, boxes);
    tcase_add_test(tests, behind_what_logs_put_in_front);
    tcase_add_test(tests, rows_of_figures_alone);
    tcase_add_test(tests, latencies_by_their_percentiles);
    tcase_add_test(tests, deviations_are_no_results);
    tcase_add_test(tests, numbers_that_are_no_figures);
    tcase_add_test(tests, labels_in_several_columns);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
