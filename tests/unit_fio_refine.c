#include <stdio.h>
#include <string.h>

#include "tests/t_main.h"
#include "tests/t_read.h"

#define JOB(bs, version)                                                                          \
    "rd: (g=0): rw=randread, " bs ", ioengine=psync, iodepth=1\n" version "\n"                     \
    "rd: (groupid=0, jobs=1): err= 0: pid=5\n"

START_TEST(kb_base_of_1000)
{
    /* the number of I/Os tells */
    read_text(JOB("bs=4K-4K/4K-4K/4K-4K", "fio-2.16")
              "  read : io=16777KB, bw=40820KB/s, iops=9965, runt=   411msec\n"
              "     issued    : total=r=4096/w=0/d=0, short=r=0/w=0/d=0, drop=r=0/w=0/d=0\n");
    ck_assert_double_eq(t_metric(nth(0), "io_bytes"), 16777216);
    ck_assert_double_eq_tol(t_metric(nth(0), "bw_bytes_per_s"), 16777216 / 0.411, 1);
    /* a block size that comes out as a power of two */
    read_text("  read : io=16777KB, bw=40820KB/s, iops=9965, runt=   411msec\n");
    ck_assert_double_eq_tol(t_metric(nth(0), "bw_bytes_per_s"), 40820e3, 1);
    ck_assert_double_eq_tol(t_metric(nth(0), "io_bytes"), 16777e3, 1);
    read_text("  read : io=16384KB, bw=39864KB/s, iops=9965, runt=   411msec\n");
    ck_assert_double_eq_tol(t_metric(nth(0), "bw_bytes_per_s"), 39864 * 1024.0, 1);
    /* in the versions that print both units, the first changes */
    read_text("  read: IOPS=12.7k, BW=51.9MB/s (49.5MiB/s)(16.8MB/323msec)\n");
    ck_assert_double_eq_tol(t_metric(nth(0), "bw_bytes_per_s"), 51.9e6, 0.1e6);
    ck_assert_double_eq_tol(t_metric(nth(0), "io_bytes"), 16.8e6, 1);
}
END_TEST

START_TEST(issued_gives_the_digits)
{
    read_text(JOB("bs=4K-4K/4K-4K/4K-4K", "fio-2.16")
              "  read : io=131072B, bw=84453B/s, iops=20, runt=  1552msec\n"
              "     issued    : total=r=32/w=0/d=0, short=r=0/w=0/d=0, drop=r=0/w=0/d=0\n");
    ck_assert_double_eq_tol(t_metric(nth(0), "iops"), 32 / 1.552, 1e-6);
    ck_assert(!record_has_warning(nth(0), "rounded"));
    /* another number of I/Os than the bytes hold */
    read_text(JOB("bs=4K-4K/4K-4K/4K-4K", "fio-2.16")
              "  read : io=131072B, bw=84453B/s, iops=20, runt=  1552msec\n"
              "     issued    : total=r=64/w=0/d=0, short=r=0/w=0/d=0, drop=r=0/w=0/d=0\n");
    ck_assert_double_eq_tol(t_metric(nth(0), "bw_bytes_per_s"), 84453, 1e-6);
    ck_assert_double_eq(t_metric(nth(0), "iops"), 20);
    ck_assert(record_has_warning(nth(0), "rounded"));
    read_text("  read : io=131072B, bw=84453B/s, iops=20, runt=  1552msec\n");
    ck_assert_double_eq(t_metric(nth(0), "iops"), 20);
    ck_assert(record_has_warning(nth(0), "rounded"));
}
END_TEST

START_TEST(fractions_of_2_17)
{
    /* 10985 I/Os a second are printed as 10.1k */
    read_text(JOB("bs=(R) 16.0KiB-16.0KiB, (W) 16.0KiB-16.0KiB, (T) 16.0KiB-16.0KiB", "fio-2.17")
              "   read: IOPS=10.1k, BW=172MiB/s (180MB/s)(11.9MiB/69msec)\n"
              "     issued rwt: total=758,0,0, short=0,0,0, dropped=0,0,0\n");
    ck_assert_double_eq_tol(t_metric(nth(0), "iops"), 758 / 0.069, 1e-3);
    ck_assert(!record_has_warning(nth(0), "rounded"));
    /* the rate tells too */
    read_text(JOB("bs=(R) 16.0KiB-16.0KiB, (W) 16.0KiB-16.0KiB, (T) 16.0KiB-16.0KiB", "fio-2.19-12-gb94d")
              "   read: IOPS=10.1k, BW=172MiB/s (180MB/s)(11.9MiB/69msec)\n");
    ck_assert_double_eq_tol(t_metric(nth(0), "iops") / 10985, 1, 0.01);
    /* alone it may be anything to 11k */
    read_text("fio-2.18\nStarting 1 process\n"
              "   read: IOPS=10.1k, BW=172MiB/s (180MB/s)(11.9MiB/69msec)\n");
    ck_assert_double_eq_tol(t_metric(nth(0), "iops"), 10100, 1e-6);
    ck_assert(record_has_warning(nth(0), "rounded"));
    read_text("fio-3.30\nStarting 1 process\n"
              "   read: IOPS=10.1k, BW=172MiB/s (180MB/s)(11.9MiB/69msec)\n");
    ck_assert(!record_has_warning(nth(0), "rounded"));
}
END_TEST

START_TEST(carries_lost_to_3_25)
{
    /* 36.98 MB/s is printed as 36.0: the other unit has it right */
    read_text("fio-3.16\nStarting 1 process\n"
              "  write: IOPS=4512, BW=35.3MiB/s (36.0MB/s)(8468MiB/240176msec)\n");
    ck_assert_double_eq_tol(t_metric(nth(0), "bw_bytes_per_s"), 36.98e6, 0.06e6);
    ck_assert(!record_has_warning(nth(0), "rounded"));
}
END_TEST

/* significant_figures=1 leaves nothing of a part of a GiB. */
START_TEST(nought_beside_a_rate)
{
    read_text(JOB("bs=(R) 4KiB-4KiB, (W) 4KiB-4KiB, (T) 4KiB-4KiB", "fio-3.33")
              "  read: IOPS=1M, BW=5GiB/s (5GB/s)(0GiB/26msec)\n"
              "     issued rwts: total=32677,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n");
    ck_assert_uint_eq(parse.output.failures_nr, 0);
    ck_assert_double_eq_tol(t_metric(nth(0), "io_bytes"), 32677 * 4096.0, 1);
    ck_assert_double_eq_tol(t_metric(nth(0), "iops"), 32677 / 0.026, 1);
    read_text("  read: IOPS=1M, BW=5GiB/s (5GB/s)(0GiB/26msec)\n");
    ck_assert_double_eq_tol(t_metric(nth(0), "io_bytes"),
                            t_metric(nth(0), "bw_bytes_per_s") * 0.026, 1);
    ck_assert(record_precision(nth(0), "io_bytes") > 0);
    read_text("  read: IOPS=0, BW=0B/s (0B/s)(0B/26msec)\n");
    ck_assert_uint_eq(parse.output.nr, 0);
}
END_TEST

/* Bytes over time are finer than a rate of two digits. */
START_TEST(a_coarse_rate)
{
    read_text("  read : io=10240MB, bw=2.1GB/s, iops=538k, runt=  4876msec\n");
    ck_assert_double_eq_tol(t_metric(nth(0), "bw_bytes_per_s"), 10240 * 1048576.0 / 4.876, 1);
    ck_assert_double_eq(t_metric(nth(0), "iops"), 538000);
    ck_assert(!record_has_warning(nth(0), "rounded"));
    /* bytes that do not fit the rate, or are as coarse */
    read_text("  read : io=9240MB, bw=2.4GB/s, iops=538k, runt=  4876msec\n");
    ck_assert_double_eq_tol(t_metric(nth(0), "bw_bytes_per_s"), 2.4 * 1073741824, 1);
    ck_assert(record_has_warning(nth(0), "rounded"));
    read_text("  read : io=1.0GB, bw=2.1GB/s, iops=538k, runt=  4876msec\n");
    ck_assert(record_has_warning(nth(0), "rounded"));
}
END_TEST

START_TEST(letters_of_old_versions)
{
    /* P is tera to 2.16 */
    read_text("  read : io=1.5PB, bw=2621.5MB/s, iops=671104, runt=599999msec\n");
    ck_assert_double_eq_tol(t_metric(nth(0), "io_bytes") / (1.5 * 1099511627776), 1, 0.001);
    read_text("  read : io=1,234,567KB, bw=20,576KB/s, iops=5,144, runt= 60000msec\n");
    ck_assert_double_eq(t_metric(nth(0), "io_bytes"), 1234567 * 1024.0);
    ck_assert_double_eq(t_metric(nth(0), "iops"), 5144);
    /* bits */
    read_text("  read : io=16384KB, bw=469792Kbit/s, iops=14681, runt=   279msec\n");
    ck_assert_double_eq_tol(t_metric(nth(0), "bw_bytes_per_s"), 469792 * 128.0, 1);
}
END_TEST

START_TEST(preambles)
{
    static const struct {
        const char *bs, *read, *write, *trim;
    } rows[] = {
        {"bs=16K-16K/16K-16K", "16K", "16K", "16K"},
        {"bs=16K-16K/16K-16K/16K-16K", "16K", "16K", "16K"},
        {"odir=0, bs=64K-64K/64K-64K, rate=0", "64K", "64K", "64K"},
        {"bs=4K-4K", "4K", "4K", "4K"},
        {"bs=(R) 16.0KiB-16.0KiB, (W) 16.0KiB-16.0KiB, (T) 16.0KiB-16.0KiB", "16.0KiB", "16.0KiB",
         "16.0KiB"},
        {"bs=(R) 4096B-4096B, (W) 16.0KiB-16.0KiB, (T) 4096B-4096B", "4096B", "16.0KiB", "4096B"},
        {"bs=4K-4K/16K-16K", "4K", "16K", ""},
        {"bs=512-64K/512-64K/512-64K", "512-64K", "512-64K", "512-64K"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[900];
        snprintf(text, sizeof text,
                 "rd: (g=0): rw=randrw, %s, ioengine=libaio, iodepth=16\n...\n2.0.8\n"
                 "Starting 2 processes\n\nrd: (groupid=0, jobs=2): err= 0: pid=5\n"
                 "  read : io=10240KB, bw=1024.0KB/s, iops=256 , runt= 10000msec\n"
                 "  write: io=10240KB, bw=1024.0KB/s, iops=256 , runt= 10000msec\n"
                 "  trim : io=10240KB, bw=1024.0KB/s, iops=256 , runt= 10000msec\n",
                 rows[i].bs);
        read_text(text);
        ck_assert_uint_eq(parse.output.nr, 3);
        ck_assert_str_eq(t_param(nth(0), "rw"), "randrw");
        ck_assert_str_eq(t_param(nth(0), "bs"), rows[i].read);
        ck_assert_str_eq(t_param(nth(1), "bs"), rows[i].write);
        ck_assert_str_eq(t_param(nth(2), "bs"), rows[i].trim);
        ck_assert_str_eq(t_param(nth(0), "ioengine"), "libaio");
        ck_assert_str_eq(t_param(nth(0), "iodepth"), "16");
        ck_assert_str_eq(t_param(nth(0), "numjobs"), "2");
        ck_assert_str_eq(nth(0)->tool_version, "2.0.8");
    }
}
END_TEST

START_TEST(preambles_of_a_group)
{
    read_text("a: (g=0): rw=randread, bs=4K-4K/4K-4K, ioengine=libaio, iodepth=16\n"
              "b: (g=0): rw=randread, bs=8K-8K/8K-8K, ioengine=libaio, iodepth=16\n"
              "c: (g=1): rw=write, bs=1M-1M/1M-1M, ioengine=sync, iodepth=1\nfio-2.1\n"
              "Run status group 0 (all jobs):\n"
              "   READ: io=20480KB, aggrb=2048KB/s, minb=1024KB/s, maxb=1024KB/s, mint=10000msec, "
              "maxt=10000msec\n"
              "Run status group 1 (all jobs):\n"
              "  WRITE: io=20480KB, aggrb=2048KB/s, minb=1024KB/s, maxb=1024KB/s, mint=10000msec, "
              "maxt=10000msec\n");
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert_str_eq(t_param(nth(0), "iodepth"), "16");
    ck_assert_str_eq(t_param(nth(0), "bs"), "");
    ck_assert_str_eq(t_param(nth(1), "rw"), "write");
    ck_assert_str_eq(t_param(nth(1), "bs"), "1M");
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("fio_refine");
    TCase *tests = tcase_create("fio_refine");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, kb_base_of_1000);
    tcase_add_test(tests, issued_gives_the_digits);
    tcase_add_test(tests, fractions_of_2_17);
    tcase_add_test(tests, carries_lost_to_3_25);
    tcase_add_test(tests, nought_beside_a_rate);
    tcase_add_test(tests, a_coarse_rate);
    tcase_add_test(tests, letters_of_old_versions);
    tcase_add_test(tests, preambles);
    tcase_add_test(tests, preambles_of_a_group);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
