#include <stdio.h>
#include <string.h>

#include "tests/t_main.h"
#include "tests/t_read.h"

#define OLD "  read : io=10240KB, bw=1024.0KB/s, iops=256 , runt= 10000msec\n"
#define NEW "  read: IOPS=256, BW=1024KiB/s (1049kB/s)(10.0MiB/10000msec)\n"
#define JOB(name, group, pid) name ": (groupid=" group ", jobs=1): err= 0: pid=" pid "\n"

START_TEST(cpu_and_issued)
{
    static const struct {
        const char *line;
        double reads, writes;
    } rows[] = {
        {"     issued r/w: total=768/256, short=0/0", 768, 256},
        {"     issued r/w/d: total=768/256/0, short=0/0/0", 768, 256},
        {"     issued    : total=r=768/w=256/d=0, short=r=0/w=0/d=0", 768, 256},
        {"     issued rwt: total=768,256,0, short=0,0,0, dropped=0,0,0", 768, 256},
        {"     issued rwts: total=768,256,0,0 short=0,0,0,0 dropped=0,0,0,0", 768, 256},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[900];
        snprintf(text, sizeof text, "%s%s%s\n",
                 JOB("rw", "0", "5") OLD
                 "  write: io=10240KB, bw=1024.0KB/s, iops=256 , runt= 10000msec\n",
                 "  cpu          : usr=6.31%, sys=22.84%, ctx=1871093, majf=0, minf=43\n",
                 rows[i].line);
        read_text(text);
        ck_assert_double_eq(t_metric(t_record(&parse, "read", 0), "ios"), rows[i].reads);
        ck_assert_double_eq(t_metric(t_record(&parse, "write", 0), "ios"), rows[i].writes);
        for (size_t r = 0; r < 2; r++) {
            ck_assert_double_eq_tol(t_metric(nth(r), "cpu_user_pct"), 6.31, 1e-9);
            ck_assert_double_eq_tol(t_metric(nth(r), "cpu_sys_pct"), 22.84, 1e-9);
        }
    }
}
END_TEST

START_TEST(syncs)
{
    read_text(JOB("rd", "0", "5") "  write: IOPS=256, BW=1024KiB/s (1049kB/s)(10.0MiB/10000msec)\n"
              "    clat (usec): min=3, max=120, avg=11.71, stdev= 5.95\n"
              "    clat percentiles (usec):\n     | 99.00th=[   26]\n"
              "  fsync/fdatasync/sync_file_range:\n"
              "    sync (usec): min=174, max=17277, avg=2893.67, stdev=2653.89\n"
              "    sync percentiles (usec):\n     | 50.00th=[ 2040], 99.00th=[12518]\n"
              "     issued rwts: total=0,2560,0,2559 short=0,0,0,0 dropped=0,0,0,0\n");
    ck_assert_uint_eq(parse.output.nr, 1);
    const struct record *write = t_record(&parse, "write", 0);
    ck_assert_double_eq_tol(t_metric(write, "sync_lat_mean_ns"), 2893670, 1);
    ck_assert_double_eq_tol(t_metric(write, "sync_lat_p99_ns"), 12518e3, 1);
    ck_assert_double_eq(t_metric(write, "sync_ios"), 2559);
    ck_assert_double_eq_tol(t_metric(write, "clat_p99_ns"), 26e3, 1);
    ck_assert(!record_metric(write, "lat_p99_ns", NULL));
}
END_TEST

START_TEST(priorities_are_parts)
{
    static const char *const rows[] = {
        "    clat prio 1/0 (usec): min=19, max=5492, avg=186.84, stdev=290.01\n"
        "    clat percentiles (usec):\n     | 50.00th=[  227]\n"
        "    clat prio 1/0 (50.27% of IOs) percentiles (usec):\n     | 50.00th=[   98]\n",
        "    high prio_clat (usec): min=19, max=5492, avg=186.84, stdev=290.01\n"
        "    clat percentiles (usec):\n     | 50.00th=[  227]\n"
        "    high prio_clat percentiles (50.27% of IOs) (usec):\n     | 50.00th=[   98]\n",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[900];
        snprintf(text, sizeof text, "%s    clat (usec): min=19, max=5614, avg=294.58, stdev=364.93\n%s",
                 JOB("rd", "0", "5") NEW, rows[i]);
        read_text(text);
        ck_assert_uint_eq(parse.output.nr, 1);
        ck_assert_double_eq_tol(t_metric(nth(0), "clat_mean_ns"), 294580, 1);
        ck_assert_double_eq_tol(t_metric(nth(0), "clat_p50_ns"), 227e3, 1);
    }
}
END_TEST

START_TEST(errors_are_counted)
{
    read_text("rd: (groupid=0, jobs=1): err=84 (): pid=5: Sat Feb  2 17:40:10 2019\n" NEW
              "     errors    : total=7, first_error=5/<Input/output error>\n");
    ck_assert_uint_eq(parse.output.nr, 1);
    ck_assert(record_has_warning(nth(0), "job-error"));
    ck_assert_uint_eq(nth(0)->errors_nr, 1);
    ck_assert_str_eq(nth(0)->errors[0].name, "EIO");
    ck_assert_uint_eq(nth(0)->errors[0].count, 7);
}
END_TEST

START_TEST(use_of_the_only_disk)
{
    static const char disks[] = "\nDisk stats (read/write):\n"
                                "  sda: ios=206/0, merge=0/0, ticks=144/0, in_queue=144, util=57.83%\n";
    char text[900];
    snprintf(text, sizeof text, "%s%s\nmore\n", JOB("rd", "0", "5") NEW, disks);
    read_text(text);
    ck_assert_double_eq_tol(t_metric(nth(0), "disk_util_pct"), 57.83, 1e-9);
    snprintf(text, sizeof text, "%s%s%s", JOB("rd", "0", "5") NEW, disks,
             "  sdb: ios=206/0, sectors=0/0, merge=0/0, ticks=144/0, in_queue=144, util=7.83%\n");
    read_text(text);
    ck_assert(!record_metric(nth(0), "disk_util_pct", NULL));
    /* it spans all groups */
    snprintf(text, sizeof text, "%s%s", JOB("rd", "0", "5") NEW JOB("rd2", "1", "6") NEW, disks);
    read_text(text);
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert(!record_metric(nth(0), "disk_util_pct", NULL));
}
END_TEST

START_TEST(descriptions_are_the_users)
{
    read_text(JOB("rd", "0", "5")
              "  Description  : [old: read: IOPS=5, BW=9MiB/s (9437kB/s)(9MiB/1000msec)]\n" NEW);
    ck_assert_uint_eq(parse.output.nr, 1);
    ck_assert_double_eq(t_metric(nth(0), "iops"), 256);
    ck_assert_ptr_nonnull(strstr(t_param(nth(0), "description"), "IOPS=5"));
}
END_TEST

START_TEST(blocks_without_figures)
{
    static const struct {
        const char *text, *why;
    } rows[] = {
        {JOB("c", "0", "5") "  cpu          : usr=50.31%, sys=0.84%, ctx=871, majf=0, minf=3\n",
         "no I/O"},
        {JOB("c", "0", "5") "\n", "without any line of figures"},
        {"rd: (groupid=0, jobs=1): err=28 (file:io_u.c:1876, func=io_u error, error=No space left "
         "on device): pid=5: Sat Feb  2 17:40:10 2019\n",
         "error 28, No space left on device"},
        {"rd: (g=0): rw=read, bs=4K-4K/4K-4K, ioengine=sync, iodepth=1\nfio-2.1\n"
         "Starting 1 process\nfio: pid=0, err=30/file:filesetup.c:150, func=unlink, "
         "error=Read-only file system\n\n\nRun status group 0 (all jobs):\n",
         "Read-only file system"},
        {"fio: failed parsing rw=banana\nfio: job j dropped\n", "rw=banana"},
        {JOB("c", "0", "5") "  read: IOPS=0, BW=0B/s (0B/s)(0B/118msec)\n", "moved nothing"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i].text);
        ck_assert_uint_eq(parse.output.nr, 0);
        ck_assert_uint_eq(parse.output.failures_nr, 1);
        ck_assert_msg(strstr(parse.output.failures[0].why, rows[i].why), "%s",
                      parse.output.failures[0].why);
    }
}
END_TEST

START_TEST(signals_cut_a_run_short)
{
    read_text("fio-3.3\nStarting 1 process\n^C\nfio: terminating on signal 2\n\n" JOB("a", "0", "5")
                  NEW "\nfio-3.3\nStarting 1 process\n\n" JOB("a", "0", "9") NEW);
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert(record_has_warning(nth(0), "partial"));
    ck_assert(!record_has_warning(nth(1), "partial"));
}
END_TEST

START_TEST(clients_of_several_hosts)
{
    read_text("hostname=one, be=0, 64-bit, os=Linux, arch=x86-64, fio=fio-3.33, flags=1\n"
              "<one> cs: (g=0): rw=randread, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, "
              "ioengine=psync, iodepth=1\n<one> ...\n<one> Starting 2 processes\n"
              "hostname=two, be=0, 64-bit, os=Linux, arch=x86-64, fio=fio-3.33, flags=1\n"
              "<two> Starting 2 processes\nJobs: 1 (f=0)\r<one> \n" JOB("cs", "0", "5") NEW
              "\nRun status group 0 (all jobs):\n"
              "   READ: bw=1024KiB/s (1049kB/s), 1024KiB/s-1024KiB/s (1049kB/s-1049kB/s), "
              "io=10.0MiB (10.5MB), run=10000-10000msec\n\n<two> \n" JOB("cs", "0", "7") NEW
              "\nRun status group 0 (all jobs):\n"
              "   READ: bw=1024KiB/s (1049kB/s), 1024KiB/s-1024KiB/s (1049kB/s-1049kB/s), "
              "io=10.0MiB (10.5MB), run=10000-10000msec\n\n"
              "All clients: (groupid=0, jobs=2): err= 0: pid=0: Sat Feb  2 17:40:10 2019\n"
              "  read: IOPS=512, BW=2048Ki (2097k)(20.0MiB/10000msec)\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_str_eq(t_param(nth(0), "host"), "one");
    ck_assert_str_eq(t_param(nth(1), "host"), "two");
    ck_assert_str_eq(nth(0)->invocation, nth(1)->invocation);
    ck_assert_str_eq(nth(0)->tool_version, "3.33");
    ck_assert_str_eq(t_param(nth(0), "iodepth"), "1");
    ck_assert(!record_has_warning(nth(0), "edited-by-hand"));
}
END_TEST

START_TEST(progress_before_a_name)
{
    read_text("Jobs: 1 (f=1): [r(1)][100.0%][r=61.8MiB/s][r=15.8k IOPS][eta 00m:00s]"
              JOB("my job", "0", "5") NEW);
    ck_assert_str_eq(nth(0)->job, "my job");
}
END_TEST

START_TEST(a_direction_that_lost_its_name)
{
    read_text("  before : IOPS=37.9k, BW=148MiB/s (155MB/s)(11.6GiB/80333msec)\n"
              "  after  : IOPS=39.0k, BW=153MiB/s (160MB/s)(15.6GiB/104914msec)\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_str_eq(nth(0)->op, "");
    ck_assert_double_eq(t_metric(nth(1), "iops"), 39000);
}
END_TEST

START_TEST(keys_of_both_generations)
{
    static const char *const rows[] = {
        "  read: IOPS=4369, BW=17.1MiB/s (17.9MB/s), io=1024MiB, runt= 60001msec\n",
        "  read : io=1024.0MB, bw=17476KB/s, IOPS=4369, runt= 60001msec\n",
        "  read : io=1024.0MB, BW=17476KB/s, IOPS=4369, runt= 60001msec\n",
        "  read: IOPS=4369, bw=17.1MiB/s (17.9MB/s)(1024MiB/60001msec)\n",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i]);
        ck_assert_uint_eq(parse.output.nr, 1);
        ck_assert_str_eq(nth(0)->op, "read");
        ck_assert_double_eq_tol(t_metric(nth(0), "iops"), 4369, 1e-6);
        ck_assert_double_eq_tol(t_metric(nth(0), "bw_bytes_per_s") / 17.9e6, 1, 0.005);
        ck_assert_double_eq_tol(t_metric(nth(0), "io_bytes"), 1073741824, 1);
        ck_assert_double_eq_tol(t_metric(nth(0), "runtime_s"), 60.001, 1e-9);
        ck_assert(record_has_warning(nth(0), "fabricated"));
    }
}
END_TEST

START_TEST(refusals_are_said)
{
    static const char *const rows[] = {"fio: status interval too small\n",
                                       "fio: failed parsing rw=banana\nfio: job a dropped\n",
                                       "fio: unrecognized option '--nosuchopt=3'\n"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i]);
        ck_assert_uint_eq(parse.output.nr, 0);
        ck_assert_uint_eq(parse.output.failures_nr, 1);
        ck_assert_uint_eq(parse.output.failures[0].line, 1);
        ck_assert(strstr(parse.output.failures[0].why, "gave no result") != NULL);
    }
    read_text("fio: this tool has come a long way\n");
    ck_assert_uint_eq(parse.output.failures_nr, 0);
}
END_TEST

/* Somebody printed the means of ten runs, and cut the headers off. */
START_TEST(means_of_runs)
{
    read_text("Before:\nwrite: io=1024.0MB, bw=325219 KB/s, iops= 81304.1 , runt=  3226.9 msec\n"
              "lat (usec): min=1 , max=17224 , avg=86.194, stdev=298.183\nAfter:\n"
              "write: io=1024.0MB, bw=334678 KB/s, iops=83669.2 , runt=  3136.5 msec\n"
              "lat (usec): min=1 , max=26203.1 , avg=81.473, stdev=275.754\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_double_eq_tol(t_metric(nth(0), "runtime_s"), 3.2269, 1e-9);
    ck_assert_double_eq_tol(t_metric(nth(0), "lat_mean_ns"), 86194, 1e-6);
    ck_assert_double_eq_tol(t_metric(nth(1), "lat_mean_ns"), 81473, 1e-6);
    /* a latency of a direction that nothing reads is not that of the one above */
    read_text("write: io=1024.0MB, bw=325219KB/s, iops=81304, runt=  3226msec\n"
              "lat (usec): min=1, max=17224, avg=86.194, stdev=298.183\n"
              "write: io=1024.0MB, bw=fast\n"
              "lat (usec): min=1, max=26203, avg=81.473, stdev=275.754\n");
    ck_assert_double_eq_tol(t_metric(only(), "lat_mean_ns"), 86194, 1e-6);
}
END_TEST

/* The end of the text cut a mean. */
START_TEST(means_that_are_cut)
{
    read_text(NEW "    clat (usec): min=3, max=120, avg=11\n");
    ck_assert(!record_metric(only(), "clat_mean_ns", NULL));
    ck_assert_double_eq_tol(t_metric(only(), "clat_max_ns"), 120e3, 1e-6);
    read_text(NEW "    clat (usec): min=3, max=120, avg=11.71\n");
    ck_assert_double_eq_tol(t_metric(only(), "clat_mean_ns"), 11710, 1e-6);
    read_text(NEW "    clat (usec): min=3, max=120, avg=11, stdev= 5.95\n");
    ck_assert_double_eq_tol(t_metric(only(), "clat_mean_ns"), 11e3, 1e-6);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("fio_block");
    TCase *tests = tcase_create("fio_block");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, cpu_and_issued);
    tcase_add_test(tests, syncs);
    tcase_add_test(tests, refusals_are_said);
    tcase_add_test(tests, priorities_are_parts);
    tcase_add_test(tests, errors_are_counted);
    tcase_add_test(tests, use_of_the_only_disk);
    tcase_add_test(tests, descriptions_are_the_users);
    tcase_add_test(tests, blocks_without_figures);
    tcase_add_test(tests, signals_cut_a_run_short);
    tcase_add_test(tests, clients_of_several_hosts);
    tcase_add_test(tests, progress_before_a_name);
    tcase_add_test(tests, keys_of_both_generations);
    tcase_add_test(tests, means_of_runs);
    tcase_add_test(tests, means_that_are_cut);
    tcase_add_test(tests, a_direction_that_lost_its_name);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
