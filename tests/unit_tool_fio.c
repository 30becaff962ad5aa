#include <stdio.h>
#include <string.h>

#include "tests/t_main.h"
#include "tests/t_read.h"

#define OLD "  read : io=10240KB, bw=1024.0KB/s, iops=256 , runt= 10000msec\n"
#define OLD_WRITE "  write: io=10240KB, bw=1024.0KB/s, iops=256 , runt= 10000msec\n"
#define NEW "  read: IOPS=256, BW=1024KiB/s (1049kB/s)(10.0MiB/10000msec)\n"
#define JOB(name, group, pid) name ": (groupid=" group ", jobs=1): err= 0: pid=" pid "\n"

START_TEST(old_direction_lines)
{
    static const struct {
        const char *line, *op;
        double io, bw, iops, runtime;
    } rows[] = {
        {"  read : io=2282.8MB, bw=3891.2KB/s, iops=243 , runt=600601msec", "read",
         2282.8 * 1048576, 3891.2 * 1024, 243, 600.601},
        {"  write: io=10240KB, bw=1024KB/s, iops=1.2K, runt= 10000msec", "write", 10485760, 1048576,
         1200, 10},
        {"  trim : io=10240KB, bw=979040 B/s, iops=239 , runt= 10710msec", "trim", 10485760, 979040,
         239, 10.71},
        {"  mixed: io=10.0GB, bw=1024.0MB/s, iops=262144, runt= 10000msec", "mixed",
         10.0 * 1073741824, 1073741824, 262144, 10},
        {"read : io=131072B, bw=84344B/s, iops=20, runt=1554msec", "read", 131072, 84344, 20,
         1.554},
        {"a.log:  read : io=10240KB, bw=1024KB/s, iops=256, runt= 10000msec", "read", 10485760,
         1048576, 256, 10},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i].line);
        const struct record *record = nth(0);
        ck_assert_str_eq(record->tool, "fio");
        ck_assert_str_eq(record->op, rows[i].op);
        ck_assert_double_eq_tol(t_metric(record, "io_bytes"), rows[i].io, 1);
        ck_assert_double_eq_tol(t_metric(record, "bw_bytes_per_s"), rows[i].bw, 1);
        ck_assert_double_eq_tol(t_metric(record, "iops"), rows[i].iops, 1e-6);
        ck_assert_double_eq_tol(t_metric(record, "runtime_s"), rows[i].runtime, 1e-9);
    }
}
END_TEST

/* A line of the user that has a key of fio is not the head of the next. */
START_TEST(figures_start_in_their_line)
{
    read_text("totals: bw=55\n" OLD "totals: io=55MB\n"
              "   READ: io=10240KB, aggrb=1024KB/s, minb=1024KB/s, maxb=1024KB/s, mint=10000msec, "
              "maxt=10000msec\n");
    ck_assert_uint_eq(parse.output.nr, 1);
    ck_assert_uint_eq(nth(0)->source.line, 2);
    read_text("totals: io=55MB\n"
              "   READ: io=10240KB, aggrb=1024KB/s, minb=1024KB/s, maxb=1024KB/s, mint=10000msec, "
              "maxt=10000msec\n");
    ck_assert_uint_eq(nth(0)->source.line, 2);
}
END_TEST

START_TEST(lines_before_there_were_iops)
{
    read_text("  read : io= 10240KB, bw= 1024KB/s, runt= 10000msec\n");
    ck_assert_double_eq(t_metric(nth(0), "bw_bytes_per_s"), 1048576);
    ck_assert(!record_metric(nth(0), "iops", NULL));
    /* what calls itself KiB/s was decimal before 1.25.2 */
    read_text("  read : io=12288KiB, bw=88612KiB/s, runt=   142msec\n");
    ck_assert_double_eq_tol(t_metric(nth(0), "bw_bytes_per_s"), 88612e3, 1);
    read_text("  read : io=12288KiB, bw=1228KiB/s, runt= 10000msec\n");
    ck_assert_double_eq_tol(t_metric(nth(0), "bw_bytes_per_s"), 1228 * 1024.0, 1);
}
END_TEST

START_TEST(new_direction_lines)
{
    static const struct {
        const char *line, *op;
        double io, bw, iops, runtime;
    } rows[] = {
        {"   read: IOPS=10.1k, BW=172MiB/s (180MB/s)(11.9MiB/69msec)", "read", 11.9 * 1048576,
         172 * 1048576.0, 10100, 0.069},
        {"  write: IOPS=256, BW=1024KiB/s (1049kB/s)(10.0MiB/10000msec); 0 zone resets", "write",
         10485760, 1048576, 256, 10},
        {"  read: IOPS=256, BW=1024KiB/s (1049kB/s)(10.0MiB/10000msec); Cachehit=12.34%", "read",
         10485760, 1048576, 256, 10},
        {"  trim: IOPS=2, BW=8634B/s (8634B/s)(84.3KiB/10000msec)", "trim", 84.3 * 1024, 8634, 2,
         10},
        {"  read: IOPS=14.8k, BW=116Mi (122M)(27.2GiB/240143msec)", "read", 27.2 * 1073741824,
         116 * 1048576.0, 14800, 240.143},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i].line);
        const struct record *record = nth(0);
        ck_assert_str_eq(record->op, rows[i].op);
        ck_assert_double_eq_tol(t_metric(record, "io_bytes"), rows[i].io, 1);
        ck_assert_double_eq_tol(t_metric(record, "bw_bytes_per_s") / rows[i].bw, 1, 0.006);
        ck_assert_double_eq_tol(t_metric(record, "iops"), rows[i].iops, 1e-6);
        ck_assert_double_eq_tol(t_metric(record, "runtime_s"), rows[i].runtime, 1e-9);
    }
}
END_TEST

START_TEST(the_rate_lies_where_both_intervals_meet)
{
    read_text("  read: IOPS=256, BW=1024KiB/s (1049kB/s)(10.0MiB/10000msec)\n");
    /* 1024 KiB/s ± 0.5 and 1049 kB/s ± 0.5 meet from 1048500 to 1049088 */
    ck_assert_double_eq_tol(t_metric(nth(0), "bw_bytes_per_s"), 1048794, 1);
    /* they disagree: bytes and time decide */
    read_text("  read: IOPS=9, BW=35.3MiB/s (36.0MB/s)(353MiB/10000msec)\n");
    ck_assert_double_eq_tol(t_metric(nth(0), "bw_bytes_per_s"), 35.3 * 1048576, 1);
}
END_TEST

START_TEST(header_forms)
{
    static const struct {
        const char *header, *job;
        unsigned jobs;
    } rows[] = {
        {"rd (g=0): err= 0:", "rd", 0},
        {"rd: (groupid=0): err= 0:", "rd", 0},
        {"rd: (groupid=0): err= 0: pid=123", "rd", 0},
        {"rd: (groupid=0, jobs=1): err= 0: pid=2540", "rd", 1},
        {"rd: (groupid=0, jobs=12): err= 0: pid=10287: Sat Feb  2 17:40:10 2019", "rd", 12},
        {"rd: (groupid=0, jobs=1): err=28 (file:io_u.c:1876, func=io_u error, error=No space left "
         "on device): pid=5: Sat Feb  2 17:40:10 2019",
         "rd", 1},
        {"rd: (groupid=0, jobs=1): err=84 (): pid=5: Sat Feb  2 17:40:10 2019", "rd", 1},
        {"4k;rand \"read\" (groupid=7): (groupid=0, jobs=1): err= 0: pid=9",
         "4k;rand \"read\" (groupid=7)", 1},
        {"  rd: (groupid=0, jobs=1): err= 0: pid=2540", "rd", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[600];
        snprintf(text, sizeof text, "%s\n" NEW, rows[i].header);
        read_text(text);
        ck_assert_uint_eq(parse.output.nr, 1);
        ck_assert_str_eq(nth(0)->job, rows[i].job);
        ck_assert_str_eq(nth(0)->group, "0");
        ck_assert_uint_eq(nth(0)->jobs, rows[i].jobs);
        ck_assert_int_eq(nth(0)->scope, RECORD_SCOPE_JOB);
    }
}
END_TEST

START_TEST(all_clients)
{
    read_text(JOB("rd", "0", "5") NEW
              "All clients: (groupid=0, jobs=12): err= 0: pid=0: Sat Feb  2 17:40:10 2019\n"
              "  read: IOPS=14.8k, BW=116Mi (122M)(27.2GiB/240143msec)\n");
    ck_assert_uint_eq(parse.output.nr, 1);
    ck_assert_int_eq(nth(0)->scope, RECORD_SCOPE_JOB);
    /* it counts where the clients' own lines are not there */
    read_text("All clients: (groupid=0, jobs=12): err= 0: pid=0: Sat Feb  2 17:40:10 2019\n"
              "  read: IOPS=14.8k, BW=116Mi (122M)(27.2GiB/240143msec)\n"
              "All clients: (groupid=0, jobs=12): err= 0: pid=0: Sat Feb  2 17:50:10 2019\n"
              "  read: IOPS=13.8k, BW=108Mi (113M)(25.3GiB/240143msec)\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_int_eq(nth(1)->scope, RECORD_SCOPE_ALL_CLIENTS);
    ck_assert_ptr_null(nth(1)->job);
    ck_assert_str_ne(nth(0)->invocation, nth(1)->invocation);
    /* and in place of the sum of one client */
    read_text("Run status group 0 (all jobs):\n"
              "   READ: bw=40.0MiB/s (41.9MB/s), 40.0MiB/s-40.0MiB/s (41.9MB/s-41.9MB/s), "
              "io=400MiB (419MB), run=10000-10000msec\n"
              "All clients: (groupid=0, jobs=3): err= 0: pid=0: Sat Feb  2 17:40:10 2019\n"
              "  read: IOPS=120, BW=120Mi (126M)(1200MiB/10000msec)\n");
    ck_assert_int_eq(only()->scope, RECORD_SCOPE_ALL_CLIENTS);
}
END_TEST

START_TEST(wrapped_lines)
{
    read_text(
        JOB("rd", "0", "5") "  read : io=10240KB, bw=1024.0KB/s, iops=256 ,\nrunt= 10000msec\n"
                            "  write: IOPS=256, BW=1024KiB/s\n(1049kB/s)(10.0MiB/10000msec)\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_double_eq(t_metric(nth(0), "runtime_s"), 10);
    ck_assert_double_eq_tol(t_metric(nth(1), "iops"), 256, 1e-9);
    ck_assert_uint_eq(nth(0)->source.line, 2);
    ck_assert_str_eq(nth(0)->job, "rd");
    read_text("Run status group 0 (all jobs):\n   READ: bw=165MiB/s (173MB/s), 165MiB/s-165MiB/s "
              "(173MB/s-173MB/s),\nio=9.66GiB (10.4GB), run=60001-60001msec\n");
    ck_assert_uint_eq(parse.output.nr, 1);
    ck_assert_double_eq_tol(t_metric(nth(0), "runtime_s"), 60.001, 1e-9);
    /* a cut line is no result */
    read_text(JOB("rd", "0", "5") "  read : io=10240KB, bw=1024.0KB/s, iops=2\n\nend\n");
    ck_assert_uint_eq(parse.output.nr, 0);
    ck_assert_uint_eq(parse.output.failures_nr, 1);
}
END_TEST

START_TEST(tails_are_no_headings)
{
    /* what mail pushed into a line of its own must not end the heading above */
    read_text("Before the patch:\n\n"
              "rd: (g=0): rw=randread, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T)\n"
              "4096B-4096B, ioengine=libaio, iodepth=8\n"
              "rd: (groupid=0, jobs=1): err= 0: pid=5: Sat Feb  2 17:40:10\n2019\n"
              "  read: IOPS=256, BW=1024KiB/s (1049kB/s)(10.0MiB/10000msec); 0 zone\nresets\n"
              "\nAfter the patch:\n\n"
              "rd: (groupid=0, jobs=1): err= 0:\npid=9: Sat Feb  2 17:40:10 2019\n"
              "  read: IOPS=512, BW=2048KiB/s (2097kB/s)(20.0MiB/10000msec); 0 zone\nresets\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_str_eq(t_config(nth(0), "patch"), "Before");
    ck_assert_str_eq(t_config(nth(1), "patch"), "After");
    ck_assert_uint_eq(nth(0)->config.nr, 1);
    ck_assert_str_eq(t_param(nth(0), "iodepth"), "8");
    ck_assert_str_eq(t_param(nth(0), "bs"), "4096B");
}
END_TEST

START_TEST(jobs_that_failed)
{
    read_text("rd: (groupid=0, jobs=1): err=28 (file:io_u.c:1876, func=io_u error, error=No space left "
              "on device): pid=5: Sat Feb  2 17:40:10 2019\n  cpu          : usr=0.00%, sys=0.10%\n");
    ck_assert_uint_eq(parse.output.nr, 0);
    ck_assert_uint_eq(parse.output.failures_nr, 1);
    ck_assert_ptr_nonnull(strstr(parse.output.failures[0].why, "No space left"));
    read_text("rd: (groupid=0, jobs=1): err= 5 (file:io_u.c:1, func=io_u error, error=Input/output "
              "error): pid=5: Sat Feb  2 17:40:10 2019\n"
              "  read : io=10240KB, bw=1024KB/s, iops=256 , runt= 10000msec\n");
    ck_assert(record_has_warning(nth(0), "job-error"));
}
END_TEST

START_TEST(growing_blocks_of_one_process)
{
    /* --status-interval: the last block of a job holds all that it did */
    read_text(JOB("rd", "0", "77") "  read : io=10240KB, bw=1024KB/s, iops=256 , runt= 10000msec\n\n"
              JOB("rd", "0", "77") "  read : io=30720KB, bw=1536KB/s, iops=384 , runt= 20000msec\n");
    ck_assert_uint_eq(parse.output.nr, 1);
    ck_assert_double_eq(t_metric(nth(0), "runtime_s"), 20);
    /* with the status of each, still one execution */
    static const char status[] = "\nRun status group 0 (all jobs):\n"
                                 "   READ: io=10240KB, aggrb=1024KB/s, minb=1024KB/s, "
                                 "maxb=1024KB/s, mint=10000msec, maxt=10000msec\n\n";
    char text[1600];
    snprintf(text, sizeof text, "%s%s%s%s%s%s", JOB("rd", "0", "77") OLD, status,
             JOB("rd", "0", "77") OLD, status, JOB("rd", "0", "77") OLD, status);
    read_text(text);
    ck_assert_uint_eq(parse.output.nr, 1);
    ck_assert_str_eq(nth(0)->invocation, "1");
}
END_TEST

/* Checks the invocations of the results, a digit each. */
static void check_invocations(const char *plain, const char *digits)
{
    char got[64] = "";
    read_text(plain);
    for (size_t i = 0; i < parse.output.nr && i < sizeof got - 2; i++)
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s", nth(i)->invocation);
    ck_assert_str_eq(got, digits);
}

START_TEST(invocations)
{
    /* jobs of one fio */
    check_invocations(JOB("a", "0", "11") OLD JOB("b", "0", "12") OLD JOB("c", "1", "13") OLD,
                      "111");
    /* several processes of one job */
    check_invocations(JOB("a", "0", "11") OLD JOB("a", "0", "12") OLD, "11");
    /* the same names come again */
    check_invocations(JOB("a", "0", "11") OLD JOB("b", "0", "12") OLD JOB("a", "0", "31")
                          OLD JOB("b", "0", "32") OLD,
                      "1122");
    /* another heading between the two, names come again */
    check_invocations("LSI\n" JOB("a", "0", "11") OLD "\nvirtio\n" JOB("a", "0", "500") OLD, "12");
    /* a remark between jobs of one fio */
    check_invocations(JOB("a", "0", "11") OLD "(this one is the log)\n" JOB("b", "0", "12") OLD,
                      "11");
    /* a status ends the groups up to its own */
    check_invocations(
        JOB("a", "0", "11") OLD
        "Run status group 0 (all jobs):\n   READ: io=10240KB, aggrb=1024KB/s, minb=1024KB/s, "
        "maxb=1024KB/s, mint=10000msec, maxt=10000msec\n\n" JOB("b", "0", "12") OLD,
        "12");
    check_invocations("a: (g=0): rw=read, bs=4K-4K/4K-4K, ioengine=libaio, iodepth=8\nfio 1.59\n"
                      "Starting 1 process\n" JOB("a", "0", "11") OLD
                      "\nfio 1.59\n"
                      "Starting 1 process\n" JOB("b", "0", "12") OLD,
                      "12");
    /* lines without any header: of one block, of two under headings, of two commands */
    check_invocations(OLD "\nand then\n" OLD, "12");
    check_invocations(OLD OLD_WRITE, "11");
    check_invocations(OLD "  [...]\n" OLD_WRITE, "11");
    check_invocations("reads:\n" OLD "writes:\n" OLD_WRITE, "12");
    check_invocations("$ fio --name=a --rw=read | grep runt\n" OLD
                      "$ fio --name=a --rw=write | grep runt\n" OLD_WRITE, "12");
    /* below the end of a block */
    check_invocations(JOB("a", "0", "11") OLD "  cpu          : usr=0.84%, sys=3.21%, ctx=1\n"
                      OLD_WRITE, "12");
    /* copies that were summed, and copies that are too far apart */
    check_invocations("a: (groupid=0, jobs=4): err= 0: pid=11\n" OLD
                      "a: (groupid=0, jobs=4): err= 0: pid=12\n" OLD, "12");
    check_invocations(JOB("a", "0", "11") OLD JOB("a", "0", "21012") OLD, "12");
}
END_TEST

START_TEST(latencies)
{
    read_text(JOB("rd", "0", "5") NEW
              "    slat (nsec): min=1403, max=181277, avg=2914.62, stdev=1208.41\n"
              "    clat (usec): min=92, max=9781, avg=754.96, stdev=201.37\n"
              "     lat (msec): min=1, max=2967.4k, avg=3.5, stdev= 0.25\n"
              "    clat percentiles (usec):\n"
              "     |  1.00th=[  408],  5.00th=[  506], 50.00th=[ 725],\n"
              "     | 99.95th=[2442], 99.9900th=[ 5473]\n"
              "  lat (usec)   : 100=0.01%, 250=0.03%\n");
    const struct record *record = nth(0);
    ck_assert_double_eq_tol(t_metric(record, "slat_min_ns"), 1403, 1e-6);
    ck_assert_double_eq_tol(t_metric(record, "slat_mean_ns"), 2914.62, 1e-6);
    ck_assert_double_eq_tol(t_metric(record, "clat_max_ns"), 9781e3, 1e-3);
    ck_assert_double_eq_tol(t_metric(record, "clat_stddev_ns"), 201.37e3, 1e-3);
    ck_assert_double_eq_tol(t_metric(record, "lat_max_ns"), 2967.4e9, 1);
    ck_assert_double_eq_tol(t_metric(record, "lat_mean_ns"), 3.5e6, 1e-3);
    ck_assert_double_eq_tol(t_metric(record, "clat_p1_ns"), 408e3, 1e-3);
    ck_assert_double_eq_tol(t_metric(record, "clat_p50_ns"), 725e3, 1e-3);
    ck_assert_double_eq_tol(t_metric(record, "clat_p99_95_ns"), 2442e3, 1e-3);
    ck_assert_double_eq_tol(t_metric(record, "clat_p99_99_ns"), 5473e3, 1e-3);
    ck_assert(!record_metric(record, "lat_p50_ns", NULL));
}
END_TEST

START_TEST(latencies_belong_to_their_direction)
{
    read_text(JOB("rw", "0", "5") "  read : io=10240KB, bw=1024.0KB/s, iops=256 , runt= 10000msec\n"
                                  "    clat (usec): min=92, max=9781, avg=754.96, stdev=201.37\n"
                                  "  write: io=10240KB, bw=1024.0KB/s, iops=256 , runt= 10000msec\n"
                                  "    clat (msec): min=1, max=9, avg= 4.00, stdev= 1.00\n");
    ck_assert_double_eq_tol(t_metric(t_record(&parse, "read", 0), "clat_mean_ns"), 754.96e3, 1e-3);
    ck_assert_double_eq_tol(t_metric(t_record(&parse, "write", 0), "clat_mean_ns"), 4e6, 1e-3);
}
END_TEST

START_TEST(bytes_that_wrapped)
{
    /* 7487.4 KB/s for 600 s is 4.28 GiB: 298512 KB and 4 GiB */
    read_text("  read : io=298512KB, bw=7487.4KB/s, iops=467 , runt=600018msec\n");
    ck_assert(record_has_warning(nth(0), "io-wrapped"));
    ck_assert_double_eq_tol(t_metric(nth(0), "io_bytes"), 7487.4 * 1024 * 600.018, 1);
    ck_assert_double_eq_tol(t_metric(nth(0), "bw_bytes_per_s"), 7487.4 * 1024, 1e-3);
    read_text("  read : io=4387.6MB, bw=7487.4KB/s, iops=467 , runt=600018msec\n");
    ck_assert_uint_eq(nth(0)->warnings_nr, 0);
}
END_TEST

START_TEST(lines_that_are_no_results)
{
    static const char *const rows[] = {
        "  Description  : [IOPS=5, BW=9MiB/s of old]\n",
        "we saw IOPS=5000 and more\n",
        "Jobs: 1 (f=1): [r(1)][75.0%][r=77.8MiB/s][r=19.9k IOPS][eta 00m:01s]\n",
        "rd: (groupid=0, jobs=1): err= 0: pid=2540\n",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i]);
        ck_assert_msg(parse.output.nr == 0, "a result of: %s", rows[i]);
    }
}
END_TEST

START_TEST(figures_behind_progress)
{
    read_text(JOB("rd", "0", "5") "Jobs: 1 (f=1): [r(1)][75.0%][r=77.8MiB/s][eta 00m:01s]\r" NEW);
    ck_assert_uint_eq(parse.output.nr, 1);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("tool_fio");
    TCase *tests = tcase_create("tool_fio");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, old_direction_lines);
    tcase_add_test(tests, figures_start_in_their_line);
    tcase_add_test(tests, lines_before_there_were_iops);
    tcase_add_test(tests, new_direction_lines);
    tcase_add_test(tests, the_rate_lies_where_both_intervals_meet);
    tcase_add_test(tests, header_forms);
    tcase_add_test(tests, all_clients);
    tcase_add_test(tests, wrapped_lines);
    tcase_add_test(tests, tails_are_no_headings);
    tcase_add_test(tests, jobs_that_failed);
    tcase_add_test(tests, growing_blocks_of_one_process);
    tcase_add_test(tests, invocations);
    tcase_add_test(tests, latencies);
    tcase_add_test(tests, latencies_belong_to_their_direction);
    tcase_add_test(tests, bytes_that_wrapped);
    tcase_add_test(tests, lines_that_are_no_results);
    tcase_add_test(tests, figures_behind_progress);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
