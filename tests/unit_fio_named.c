#include "tests/t_main.h"
#include "tests/t_read.h"

#define READ(iops) "read: IOPS=" iops ", BW=1024KiB/s (1049kB/s)(10.0MiB/10000msec)\n"
#define CLAT(avg) "clat (usec): min=4, max=5000, avg=" avg ", stdev=9.14\n"
#define LAT(avg) "lat  (usec): min=6, max=5002, avg=" avg ", stdev=9.14\n"

/* The latencies of both stand below the directions of both. */
START_TEST(a_name_ties_lines)
{
    static const char *const rows[] = {
        "  old :  " READ("250") "  new :  " READ("256") "\n  old :  " CLAT("41.50") "  new :  "
        CLAT("33.25") "\n  old :  " LAT("43.50") "  new :  " LAT("35.25"),
        "a.log:  " READ("250") "a.log-    " CLAT("41.50") "a.log-     " LAT("43.50")
        "b.log:  " READ("256") "b.log-    " CLAT("33.25") "b.log-     " LAT("35.25"),
        "> old:  " READ("250") "> old:  " CLAT("41.50") "> old:  " LAT("43.50")
        "> new:  " READ("256") "> new:  " CLAT("33.25") "> new:  " LAT("35.25"),
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i]);
        ck_assert_msg(parse.output.nr == 2, "%zu of row %zu", parse.output.nr, i);
        const struct record *old = parse.output.at[0].record, *new = parse.output.at[1].record;
        ck_assert_double_eq_tol(t_metric(old, "clat_mean_ns"), 41500, 1e-6);
        ck_assert_double_eq_tol(t_metric(old, "lat_mean_ns"), 43500, 1e-6);
        ck_assert_double_eq_tol(t_metric(new, "clat_mean_ns"), 33250, 1e-6);
        ck_assert_double_eq_tol(t_metric(new, "lat_mean_ns"), 35250, 1e-6);
        ck_assert_uint_eq(old->run + new->run, 0);
        ck_assert_msg(old->config.nr == 1, "%u factors of row %zu", old->config.nr, i);
    }
}
END_TEST

/* What no direction has in front is nobody's. */
START_TEST(other_names_tie_nothing)
{
    read_text("old: " READ("250") "cur: " CLAT("41.50") "new: " READ("256") "new: " CLAT("33.25"));
    ck_assert_uint_eq(parse.output.nr, 2);
    ck_assert(!record_metric(parse.output.at[0].record, "clat_mean_ns", NULL));
    ck_assert_double_eq_tol(t_metric(parse.output.at[1].record, "clat_mean_ns"), 33250, 1e-6);
}
END_TEST

/* One name in front of all lines is a log's. */
START_TEST(one_name_is_a_prefix)
{
    read_text("host1: job: (groupid=0, jobs=1): err= 0: pid=7\nhost1:   " READ("250")
              "host1:     " CLAT("41.50") "host1:   cpu          : usr=0.84%, sys=3.21%, ctx=1\n");
    ck_assert_uint_eq(parse.output.nr, 1);
    ck_assert_str_eq(parse.output.at[0].record->job, "job");
    ck_assert_double_eq_tol(t_metric(parse.output.at[0].record, "clat_mean_ns"), 41500, 1e-6);
}
END_TEST

START_TEST(names_that_are_settings_or_signs)
{
    read_text("bs=4k:   " READ("250") "bs=64k:  " READ("256"));
    ck_assert_str_eq(t_config(parse.output.at[0].record, "bs"), "4k");
    ck_assert_str_eq(t_config(parse.output.at[1].record, "bs"), "64k");
    ck_assert_uint_eq(parse.output.at[0].record->config.nr, 1);
    read_text("-   " READ("250") "+   " READ("256"));
    for (size_t i = 0; i < 2; i++) {
        const struct record *record = parse.output.at[i].record;
        ck_assert_uint_eq(record->config.nr, 1);
        ck_assert_str_eq(record->config.at[0].value, i ? "+" : "-");
        ck_assert_uint_eq(record->run, 0);
    }
    read_text("before " READ("250") "after " READ("256"));
    ck_assert_str_eq(t_config(parse.output.at[0].record, "patch"), "before");
}
END_TEST

/* Several are those of hosts, whose numbers are no runs. */
START_TEST(names_of_hosts)
{
#define BLOCK(host, pid, iops)                                                                     \
    host ": job: (groupid=0, jobs=1): err= 0: pid=" pid "\n" host ":   " READ(iops) host           \
         ":   cpu          : usr=0.84%, sys=3.21%, ctx=1\n"
    read_text(BLOCK("node1", "7", "250") BLOCK("node2", "8", "256"));
    ck_assert_uint_eq(parse.output.nr, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct record *record = parse.output.at[i].record;
        ck_assert_str_eq(record->job, "job");
        ck_assert_uint_eq(record->run, 0);
        ck_assert_uint_eq(record->config.nr, 1);
        ck_assert_str_eq(record->config.at[0].value, i ? "node2" : "node1");
        ck_assert_str_eq(record->invocation, i ? "2" : "1");
    }
}
END_TEST

START_TEST(directions_in_one_line)
{
#define BOTH(reads, writes)                                                                        \
    "read: IOPS=" reads ", BW=1024KiB/s (1049kB/s)(10.0MiB/10000msec), write: IOPS=" writes         \
    ", BW=512KiB/s (524kB/s)(5120KiB/10000msec)\n"
    read_text("before: " BOTH("256", "128") "after: " BOTH("255", "127"));
    ck_assert_uint_eq(parse.output.nr, 4);
    ck_assert_double_eq(t_metric(t_record(&parse, "read", 1), "iops"), 255);
    const struct record *write = t_record(&parse, "write", 0);
    ck_assert_double_eq(t_metric(write, "iops"), 128);
    ck_assert_double_eq(t_metric(write, "io_bytes"), 5120 * 1024);
    ck_assert_str_eq(t_config(write, "patch"), "before");
    ck_assert_str_eq(write->invocation, t_record(&parse, "read", 0)->invocation);
    ck_assert_str_eq(t_config(t_record(&parse, "write", 1), "patch"), "after");
    read_text("  read : io=10240KB, bw=1024.0KB/s, iops=256 , runt= 10000msec / write: io=10240KB, "
              "bw=1024.0KB/s, iops=257 , runt= 10000msec\n");
    ck_assert_double_eq(t_metric(t_record(&parse, "write", 0), "iops"), 257);
}
END_TEST

START_TEST(sums_with_a_name)
{
    read_text("4.4:  READ: bw=48.1MiB/s (50.4MB/s), io=2886MiB (3026MB), run=60001-60002msec\n"
              "4.9:  READ: bw=58.1MiB/s (60.9MB/s), io=3486MiB (3655MB), run=60001-60002msec\n"
              "4.9: WRITE: io=1024.0MB, aggrb=102400KB/s, minb=25600KB/s, maxb=25600KB/s, "
              "mint=10240msec, maxt=10240msec\n");
    ck_assert_uint_eq(parse.output.nr, 3);
    ck_assert_double_eq_tol(t_metric(t_record(&parse, "read", 1), "bw_bytes_per_s") / 60.9e6, 1, 0.002);
    ck_assert_double_eq_tol(t_metric(t_record(&parse, "write", 0), "bw_bytes_per_s"), 104857600, 1);
    ck_assert_str_eq(t_config(t_record(&parse, "read", 0), "kernel"), "4.4");
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("fio_named");
    TCase *tests = tcase_create("fio_named");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, a_name_ties_lines);
    tcase_add_test(tests, other_names_tie_nothing);
    tcase_add_test(tests, one_name_is_a_prefix);
    tcase_add_test(tests, names_that_are_settings_or_signs);
    tcase_add_test(tests, names_of_hosts);
    tcase_add_test(tests, directions_in_one_line);
    tcase_add_test(tests, sums_with_a_name);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
