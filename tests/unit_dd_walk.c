#include <stdio.h>
#include <string.h>

#include "tests/t_main.h"
#include "tests/t_read.h"

#define RECORDS "1000+0 records in\n1000+0 records out\n"
#define TOTAL(seconds) "1048576000 bytes (1.0 GB) copied, " seconds " s, 104 MB/s\n"
#define READ "$ dd if=/dev/sda of=/dev/null bs=1M count=1000\n"
#define TRIPLE(wall) "\nreal\t0m" wall "s\nuser\t0m0.010s\nsys\t0m2.000s\n"

START_TEST(times_go_to_the_dd_above)
{
    double value;
    read_text("$ time dd if=/dev/sda of=/dev/null bs=1M count=1000; time sync\n" RECORDS
                  TOTAL("10.1") TRIPLE("10.130") TRIPLE("4.600"));
    ck_assert_double_eq(t_metric(only(), "wall_s"), 10.13);
    ck_assert_double_eq(t_metric(only(), "cpu_sys_s"), 2);
    ck_assert(!record_has_warning(only(), "time-mismatch"));
    /* only the sync was timed */
    read_text("$ dd if=/dev/sda of=/dev/null bs=1M count=1000; time sync\n" RECORDS TOTAL("10.1")
                  TRIPLE("14.600"));
    ck_assert(!record_metric(only(), "wall_s", &value));
    /* less than dd itself took is not its time */
    read_text(READ RECORDS TOTAL("10.1") TRIPLE("4.600"));
    ck_assert(!record_metric(only(), "wall_s", &value));
    /* nor is that of another command */
    read_text(READ RECORDS TOTAL("10.1") "$ time fsck /dev/sda\n" TRIPLE("14.600"));
    ck_assert(!record_metric(only(), "wall_s", &value));
    /* a shell repeats the command in front */
    read_text("% dd if=/dev/sda of=/dev/null bs=1M count=1000\n" RECORDS TOTAL("10.1")
              "dd if=/dev/sda of=/dev/null bs=1M count=1000  0.01s user 0.35s system 7% cpu 10.140 "
              "total\n");
    ck_assert_double_eq(t_metric(only(), "wall_s"), 10.14);
}
END_TEST

START_TEST(more_wall_time_than_dd_says)
{
    read_text("$ time dd if=/dev/zero of=/mnt/x bs=1M count=1000\n" RECORDS TOTAL("10.1")
                  TRIPLE("31.860"));
    ck_assert(record_has_warning(only(), "time-mismatch"));
    read_text("$ time (dd if=/dev/zero of=/mnt/x bs=1M count=1000; sync)\n" RECORDS TOTAL("10.1")
                  TRIPLE("31.860"));
    ck_assert_double_eq(t_metric(only(), "wall_s"), 31.86);
    ck_assert(!record_has_warning(only(), "time-mismatch"));
}
END_TEST

START_TEST(records_and_times_without_a_total)
{
    read_text("# time dd if=/dev/rdsk/c0t0d0s2 of=/dev/null bs=128k count=1000\n" RECORDS
              "\nreal       12.5\nuser        0.0\nsys         0.9\n");
    ck_assert_double_eq(t_metric(only(), "io_bytes"), 131072000);
    ck_assert_double_eq(t_metric(only(), "bw_bytes_per_s"), 131072000 / 12.5);
    ck_assert_str_eq(only()->op, "read");
    ck_assert_uint_eq(parse.output.failures_nr, 0);
    /* of cut blocks, and of blocks of unknown size, bytes are not known */
    read_text("# time dd if=/dev/rdsk/c0t0d0s2 of=/dev/null bs=128k\n10+3 records in\n"
              "10+3 records out\nreal       12.5\n");
    ck_assert_uint_eq(parse.output.nr, 0);
    ck_assert_uint_eq(parse.output.failures_nr, 1);
    read_text(RECORDS "real       12.5\n");
    ck_assert_uint_eq(parse.output.nr, 0);
    ck_assert_uint_eq(parse.output.failures_nr, 1);
    read_text(READ RECORDS "$ next\n");
    ck_assert_uint_eq(parse.output.failures_nr, 1);
    /* dcfldd shows the size of its blocks */
    read_text("512 blocks (16Mb) written.\n1024 blocks (32Mb) written.\n" RECORDS
              "real\t0m2.000s\n");
    ck_assert_double_eq(t_metric(only(), "io_bytes"), 32768000);
}
END_TEST

START_TEST(commands_of_one_line_in_their_order)
{
    read_text("$ dd if=/dev/zero of=t bs=1M count=1000; dd if=t of=/dev/null bs=1M\n" RECORDS
                  TOTAL("10.1") RECORDS TOTAL("10.2"));
    ck_assert_str_eq(nth(0)->op, "write");
    ck_assert_str_eq(nth(1)->op, "read");
    /* a loop starts over */
    read_text("$ for i in 1 2; do dd if=/dev/zero of=t bs=1M count=1000; dd if=t of=/dev/null "
              "bs=1M; done\n" TOTAL("10.1") TOTAL("10.2") TOTAL("10.3") TOTAL("10.4"));
    ck_assert_str_eq(nth(2)->op, "write");
    ck_assert_str_eq(nth(3)->op, "read");
    read_text("$ dd if=/dev/sda bs=1M | dd of=/dev/sdb bs=1M\n" TOTAL("10.1") TOTAL("10.2"));
    ck_assert_str_eq(t_param(nth(0), "target"), "/dev/sda");
    ck_assert_str_eq(t_param(nth(1), "target"), "/dev/sdb");
    /* one whose totals are thrown away is not waited for */
    read_text("$ dd if=/dev/zero of=t bs=1M 2>/dev/null; dd if=t of=/dev/null bs=1M\n"
              TOTAL("10.1"));
    ck_assert_str_eq(only()->op, "read");
}
END_TEST

START_TEST(dds_at_the_same_time)
{
    static const char *const rows[] = {
        "$ for i in a b; do dd if=/dev/sd$i of=/dev/null bs=1M & done; wait\n",
        "$ seq 1 2 | xargs -P2 -I{} dd if=/dev/sd{} of=/dev/null bs=1M\n",
        "$ mpirun -np 2 dd if=/mnt/f of=/dev/null bs=1M\n",
        "$ dd if=/dev/sda of=/dev/null bs=1M &\n$ dd if=/dev/sdb of=/dev/null bs=1M &\n",
        "$ dd if=/dev/sda of=/dev/null bs=1M & dd if=/dev/sdb of=/dev/null bs=1M; wait\n",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[600];
        snprintf(text, sizeof text, "%s%s", rows[i],
                 RECORDS TOTAL("10.1") RECORDS TOTAL("10.2") READ RECORDS TOTAL("10.3"));
        read_text(text);
        ck_assert_msg(parse.output.nr == 3, "%zu results: %s", parse.output.nr, rows[i]);
        ck_assert_msg(!strcmp(nth(0)->invocation, nth(1)->invocation), "apart: %s", rows[i]);
        ck_assert_str_eq(nth(0)->group, nth(1)->group);
        ck_assert_str_ne(nth(1)->invocation, nth(2)->invocation);
        ck_assert_str_eq(nth(0)->op, "read");
        ck_assert_str_eq(t_param(nth(0), "bs"), "1M");
        /* nobody knows which of them ended first */
        ck_assert_str_ne(t_param(nth(0), "target"), "/dev/sdb");
    }
    /* a dd that runs alone in the background and is asked for its state */
    read_text("$ dd if=/dev/zero of=/dev/sdb bs=1M & pid=$!\n$ while sleep 10; do kill -USR1 $pid; "
              "done\n11+0 records in\n10+0 records out\n"
              "10485760 bytes (10 MB) copied, 1.01 s, 10 MB/s\n"
              "31+0 records in\n31+0 records out\n32505856 bytes (33 MB) copied, 3.1 s, 10 MB/s\n");
    ck_assert_double_eq(t_metric(only(), "io_bytes"), 32505856);
}
END_TEST

START_TEST(runs_that_were_cut)
{
    read_text("$ dd if=/dev/sda of=/dev/null bs=1M count=5000\n"
              "dd: error reading '/dev/sda': Input/output error\n" RECORDS TOTAL("10.1"));
    ck_assert(record_has_warning(only(), "partial"));
    /* a device that is full was written to its end */
    read_text("$ dd if=/dev/zero of=/dev/sda bs=1M\n"
              "dd: error writing '/dev/sda': No space left on device\n"
              "1001+0 records in\n1000+0 records out\n" TOTAL("10.1"));
    ck_assert(!record_has_warning(only(), "partial"));
    read_text("$ dd if=/dev/zero of=/dev/sda bs=1M\n^C1001+0 records in\n1000+0 records out\n"
              TOTAL("10.1"));
    ck_assert(record_has_warning(only(), "partial"));
    /* the last line of a progress that nothing follows */
    read_text("$ dd if=/dev/sda of=/dev/null status=progress bs=1M\n"
              "4403455488 bytes (4.4 GB, 4.1 GiB) copied, 17 s, 259 MB/s\n\nsome words\n");
    ck_assert(record_has_warning(only(), "partial"));
    read_text("$ dd if=/dev/sda of=/dev/null bs=1M\n" RECORDS TOTAL("10"));
    ck_assert(!record_has_warning(only(), "partial"));
    read_text("dd: failed to open '/nonexistent': No such file or directory\n");
    ck_assert_uint_eq(parse.output.failures_nr, 1);
}
END_TEST

START_TEST(commands_in_odd_places)
{
    read_text("sudo dd if=/dev/zero of=/mnt/x count=1000 bs=1M # a remark. " TOTAL("10.1"));
    ck_assert_str_eq(only()->op, "write");
    ck_assert_str_eq(t_param(only(), "target"), "/mnt/x");
    read_text(">[user@node1 ~]$ dd if=/dev/zero of=/home/x bs=1M count=1000\n" RECORDS
                  TOTAL("10.1"));
    ck_assert_str_eq(only()->op, "write");
    read_text("#!/bin/sh\ndd if=/dev/ram0 bs=4k iflag=direct | sha256sum\n"
              "dd if=/dev/mapper/x bs=4k iflag=direct | sha256sum\n\nIt prints:\n\n" TOTAL("10.1"));
    ck_assert_str_eq(only()->op, "read");
    ck_assert_str_eq(t_param(only(), "iflag"), "direct");
    ck_assert_str_eq(t_param(only(), "if"), "");
    read_text("+ echo 3\n+ dd if=/dev/sda of=/dev/null bs=4096\n" TOTAL("10.1"));
    ck_assert_str_eq(t_param(only(), "bs"), "4096");
    ck_assert_str_eq(t_config(only(), "configuration"), "");
    read_text("# echo 3 > /proc/sys/vm/drop_caches\n" READ RECORDS TOTAL("10.1"));
    ck_assert_str_eq(t_param(only(), "drop_caches"), "3");
    /* blocks of one size tell that */
    read_text("65536+0 records in\n65536+0 records out\n"
              "1073741824 bytes (1.1 GB) copied, 19.944 s, 53.8 MB/s\n");
    ck_assert_str_eq(t_param(only(), "bs"), "16384");
}
END_TEST

START_TEST(relatives)
{
    read_text("# ddrescue /dev/sdd1 /dev/null\n"
              "     opos:  100000 kB, non-scraped:        0 B,  average rate:   40000 kB/s\n"
              "  rescued:  100000 kB,   bad areas:        0,        run time:          2s\n"
              "     opos:  157220 kB, non-scraped:        0 B,  average rate:   52400 kB/s\n"
              "  rescued:  157286 kB,   bad areas:        0,        run time:      1m 3s\n"
              "Finished\n");
    ck_assert_str_eq(only()->tool, "dd");
    ck_assert_str_eq(t_param(only(), "program"), "ddrescue");
    ck_assert_str_eq(only()->op, "read");
    ck_assert_double_eq(t_metric(only(), "io_bytes"), 157286e3);
    ck_assert_double_eq(t_metric(only(), "bw_bytes_per_s"), 52400e3);
    ck_assert_double_eq(t_metric(only(), "runtime_s"), 63);
    /* it chooses its blocks itself */
    ck_assert(!record_has_warning(only(), "tiny-blocks"));
    read_text("80.0MiB 0:00:01 [75.9MiB/s] [<=>     ]\r 160MiB 0:00:02 [80.0MiB/s] [ <=>    ]\r\n");
    ck_assert_str_eq(t_param(only(), "program"), "pv");
    ck_assert_double_eq(t_metric(only(), "io_bytes"), 160 << 20);
    ck_assert_double_eq(t_metric(only(), "bw_bytes_per_s"), 80 << 20);
    ck_assert(!record_has_warning(only(), "partial"));
    read_text("80.0MiB 0:00:01 [75.9MiB/s] [====>     ] 50% ETA 0:00:01\n");
    ck_assert(record_has_warning(only(), "partial"));
    read_text("1.0406 83886080\n2.0033 167772160\n2.5000 209715200\n");
    ck_assert_double_eq(t_metric(only(), "bw_bytes_per_s"), 209715200 / 2.5);
    read_text("1.0406 83886080\n2.0033 167772160\n"); /* too few to be sure */
    ck_assert_uint_eq(parse.output.nr, 0);
}
END_TEST

START_TEST(commands_above_all_totals)
{
    static const char script[] = "dd if=/dev/zero of=/t bs=1M count=1000\n"
                                 "dd if=/t of=/dev/null bs=1M\n";
    char text[900];
    snprintf(text, sizeof text, "%s\nIt says:\n# time ./bench\n%s%s%s%s%s", script, RECORDS,
             TOTAL("10.1"), RECORDS, TOTAL("10.2"), TRIPLE("24.100"));
    read_text(text);
    ck_assert_str_eq(nth(0)->op, "write");
    ck_assert_str_eq(nth(1)->op, "read");
    ck_assert_double_eq(t_metric(nth(0), "runtime_s"), 10.1);
    ck_assert(!record_metric(nth(1), "wall_s", NULL));
    /* of fewer or more totals than commands the last command tells */
    snprintf(text, sizeof text, "%s\n%s%s", script, RECORDS, TOTAL("10.1"));
    read_text(text);
    ck_assert_str_eq(only()->op, "read");
    /* what stands between the commands parts them */
    snprintf(text, sizeof text, "$ dd if=/dev/zero of=/t bs=1M\ndd: failed to open\n%s%s%s%s%s",
             READ, RECORDS, TOTAL("10.1"), RECORDS, TOTAL("10.2"));
    read_text(text);
    ck_assert_str_eq(nth(0)->op, "read");
}
END_TEST

START_TEST(totals_on_the_way)
{
    /* of a version whose seconds are no whole number */
    read_text("990000000 bytes (990 MB) copied, 9.2 s, 107 MB/s\n" RECORDS TOTAL("10.1"));
    ck_assert_double_eq(t_metric(only(), "runtime_s"), 10.1);
    read_text("890000000 bytes (890 MB) copied, 8.2 s, 107 MB/s\n"
              "990000000 bytes (990 MB) copied, 9.2 s, 107 MB/s\n" RECORDS TOTAL("10.1"));
    ck_assert_double_eq(t_metric(only(), "runtime_s"), 10.1);
    /* a series of sizes, and runs of one size, whose heads are cut */
    read_text("524288000 bytes (524 MB) copied, 9.2 s, 57.0 MB/s\n" RECORDS TOTAL("10.1"));
    ck_assert_uint_eq(parse.output.nr, 2);
    read_text(TOTAL("9.9") RECORDS TOTAL("10.1"));
    ck_assert_uint_eq(parse.output.nr, 2);
    read_text("990000000 bytes (990 MB) copied, 5.2 s, 190 MB/s\n" RECORDS TOTAL("10.1"));
    ck_assert_uint_eq(parse.output.nr, 2);
    /* all that was asked for is a result of its own */
    read_text("$ dd if=/dev/sda of=/dev/null bs=1M count=1000\n" TOTAL("10.1")
              "2097152000 bytes (2.1 GB) copied, 20.5 s, 102 MB/s\n");
    ck_assert_uint_eq(parse.output.nr, 2);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("dd_walk");
    TCase *tests = tcase_create("dd_walk");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, times_go_to_the_dd_above);
    tcase_add_test(tests, more_wall_time_than_dd_says);
    tcase_add_test(tests, records_and_times_without_a_total);
    tcase_add_test(tests, commands_of_one_line_in_their_order);
    tcase_add_test(tests, dds_at_the_same_time);
    tcase_add_test(tests, runs_that_were_cut);
    tcase_add_test(tests, commands_in_odd_places);
    tcase_add_test(tests, commands_above_all_totals);
    tcase_add_test(tests, totals_on_the_way);
    tcase_add_test(tests, relatives);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
