#include <string.h>

#include "tests/t_main.h"
#include "tests/t_read.h"

START_TEST(lines_of_both_builds)
{
    static const struct {
        const char *text;
        double iops, bytes; /* 0: not known */
    } rows[] = {
        /* 440.03K of 4 KiB are 1718.9 MiB/s. */
        {"IOPS=440.03K, BW=1718MiB/s, IOS/call=32/31", 440030, 440030 * 4096.0},
        {"IOPS=3.37M, BW=13.15GiB/s, IOS/call=32/31, inflight=(96 64)", 3.37e6, 3.37e6 * 4096},
        {"IOPS=2.84M, BW=1386MiB/s, IOS/call=16/15", 2.84e6, 2.84e6 * 512},
        {"IOPS=1234560, IOS/call=32/31, inflight=(96)", 1234560, 0},
        {"IOPS=1234560, IOS/call=-1/31", 1234560, 0},
        /* No power of two fits, or the figure is too small to tell. */
        {"IOPS=440.03K, BW=1300MiB/s, IOS/call=32/31", 440030, 0},
        {"IOPS=120, BW=0MiB/s, IOS/call=1/1", 120, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double bytes = 0;
        read_text(rows[i].text);
        ck_assert_msg(parse.output.nr == 1, "%s", rows[i].text);
        const struct record *record = t_record(&parse, "", 0);
        ck_assert_double_eq(t_metric(record, "iops"), rows[i].iops);
        record_metric(record, "bw_bytes_per_s", &bytes);
        ck_assert_double_eq_tol(bytes, rows[i].bytes, 1);
        ck_assert_str_eq(record->tool, "fio");
        ck_assert_str_eq(t_param(record, "program"), "t/io_uring");
    }
}
END_TEST

#define SETUP(file) "submitter=0, tid=453, file=" file ", node=-1\n"                                 \
    "polled=0, fixedbufs=1/0, register_files=1, buffered=0, QD=128\n"                               \
    "Engine=io_uring, sq_ring=128, cq_ring=128\n"

START_TEST(settings_belong_to_their_run)
{
    read_text(SETUP("/dev/ram0") "IOPS=440.03K, BW=1718MiB/s, IOS/call=32/31\n"
              "IOPS=428.96K, BW=1675MiB/s, IOS/call=32/32\nExiting on timeout\n"
              "Maximum IOPS=440.03K\n" SETUP("/dev/ram1") "IOPS=442.59K, BW=1728MiB/s, IOS/call=32/31\n");
    ck_assert_uint_eq(parse.output.nr, 3);
    ck_assert_str_eq(t_param(t_record(&parse, "", 1), "filename"), "/dev/ram0");
    ck_assert_str_eq(t_param(t_record(&parse, "", 1), "iodepth"), "128");
    ck_assert_str_eq(t_param(t_record(&parse, "", 1), "ioengine"), "io_uring");
    ck_assert_str_eq(t_param(t_record(&parse, "", 2), "filename"), "/dev/ram1");
    ck_assert_uint_eq(t_record(&parse, "", 0)->run, 1);
    ck_assert_uint_eq(t_record(&parse, "", 1)->run, 2);
    ck_assert_uint_eq(parse.output.failures_nr, 0);
}
END_TEST

START_TEST(a_stated_block_size)
{
    read_text("$ t/io_uring -d128 -b 8192 /dev/ram0\nIOPS=100000, IOS/call=32/31\n");
    ck_assert_double_eq(t_metric(t_record(&parse, "", 0), "bw_bytes_per_s"), 819200000);
    read_text("$ t/io_uring -b 8192 /dev/ram0\nIOPS=440.03K, BW=1718MiB/s, IOS/call=32/31\n");
    ck_assert(!record_metric(t_record(&parse, "", 0), "bw_bytes_per_s", NULL));
    ck_assert(record_has_warning(t_record(&parse, "", 0), "rate-mismatch"));
}
END_TEST

START_TEST(other_lines_are_none)
{
    static const char *const rows[] = {"Maximum IOPS=440.03K", "it makes IOPS=5, IOS/call=1/1",
                                       "  read: IOPS=10.1k, BW=172MiB/s", "IOPS=5, IOS/call=many"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i]);
        ck_assert_msg(parse.output.nr == 0, "%s", rows[i]);
    }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("tool_fio_uring");
    TCase *tests = tcase_create("tool_fio_uring");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, lines_of_both_builds);
    tcase_add_test(tests, settings_belong_to_their_run);
    tcase_add_test(tests, a_stated_block_size);
    tcase_add_test(tests, other_lines_are_none);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
