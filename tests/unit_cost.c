/* What work took of a CPU, and percentiles of several jobs. */
#include "report/cost.h"
#include "report/latency.h"
#include "report/measure.h"

#include <math.h>

#include "tests/t_main.h"
#include "tests/t_records.h"

static const double gib = 1073741824.0;

static void set(struct record *record, const char *metric, double value)
{
    record_set_metric(record, metric, value, 0);
}

/* The value of the first measurement of an op; -1 where there is none. */
static double value_of(const char *op, const char *metric)
{
    struct measure_list list =
        measure_records((const struct record *const *)records, records_nr, arena);
    struct compare_sample sample;
    for (size_t i = 0; i < list.nr; i++)
        if (!strcmp(list.at[i].op, op))
            return measure_value(&list.at[i], metric, &sample) ? sample.value : -1;
    ck_abort_msg("no op %s", op);
    return -1;
}

/* 24 % of a CPU at a quarter of a GiB a second is 0.96 s for a GiB. */
START_TEST(test_share_by_rate)
{
    set(add(NULL, NULL, "put_block", 1, "bw_bytes_per_s", gib / 4), "cpu_pct", 24);
    ck_assert_double_eq_tol(value_of("put_block", "cpu_s_per_gib"), 0.96, 1e-12);
    ck_assert_double_lt(value_of("put_block", "cpu_ns_per_io"), 0);
    ck_assert_double_lt(value_of("put_block", "host_busy_pct_per_mb_per_s"), 0);
    set(add(NULL, NULL, "seeks", 1, "ops_per_s", 1000), "cpu_pct", 150);
    ck_assert_double_eq_tol(value_of("seeks", "cpu_ns_per_io"), 1.5e6, 1e-6);
}
END_TEST

/* Seconds of the process go before shares, over the bytes of the run. */
START_TEST(test_seconds_by_bytes)
{
    struct record *record = add(NULL, NULL, "read", 1, "bw_bytes_per_s", 1e8);
    set(record, "io_bytes", 2 * gib);
    set(record, "cpu_user_s", 0.5);
    ck_assert_double_lt(value_of("read", "cpu_s_per_gib"), 0);
    set(record, "cpu_sys_s", 1.5);
    ck_assert_double_eq_tol(value_of("read", "cpu_s_per_gib"), 1, 1e-12);
    set(record, "ios", 1000);
    ck_assert_double_eq_tol(value_of("read", "cpu_ns_per_io"), 2e6, 1e-6);
}
END_TEST

/* fio's line for a group gives the mean of its jobs. */
START_TEST(test_jobs_of_a_line)
{
    struct record *record = add(NULL, NULL, "read", 1, "bw_bytes_per_s", gib);
    record->jobs = 4;
    set(record, "cpu_user_pct", 10);
    set(record, "cpu_sys_pct", 15);
    ck_assert_double_eq_tol(value_of("read", "cpu_s_per_gib"), 1, 1e-12);
    record->tool = "bonnie++";
    ck_assert_double_eq_tol(value_of("read", "cpu_s_per_gib"), 0.25, 1e-12);
}
END_TEST

/* Reads and writes of a job share its CPU, and clones of a job have each their own. */
START_TEST(test_mixed)
{
    static const char *const names[] = {"a", "a", "b"};
    for (size_t i = 0; i < 3; i++) {
        struct record *reads =
            in_group(add(NULL, NULL, "read", 1, "bw_bytes_per_s", gib), "1", names[i]);
        struct record *writes =
            in_group(add(NULL, NULL, "write", 1, "bw_bytes_per_s", gib / 2), "1", names[i]);
        set(reads, "cpu_user_pct", 20);
        set(writes, "cpu_user_pct", 20);
        set(reads, "cpu_sys_pct", 25);
        set(writes, "cpu_sys_pct", 25);
    }
    ck_assert_double_lt(value_of("read", "cpu_s_per_gib"), 0);
    ck_assert_double_lt(value_of("write", "cpu_s_per_gib"), 0);
    ck_assert_double_eq_tol(value_of("total", "cpu_s_per_gib"), 0.3, 1e-12);
    ck_assert_double_lt(value_of("total", "cpu_user_pct"), 0);
    ck_assert_double_eq_tol(value_of("read", "cpu_user_pct"), 60, 1e-12);
}
END_TEST

/* Of the whole host, busy is what neither idled nor waited; no process figure enters. */
START_TEST(test_host)
{
    struct record *record = add(NULL, NULL, "read", 1, "bw_bytes_per_s", 50e6);
    set(record, "cpu_pct", 90);
    set(record, "host_cpu_idle_pct", 18);
    ck_assert_double_lt(value_of("read", "host_busy_pct_per_mb_per_s"), 0);
    set(record, "host_cpu_iowait_pct", 33);
    ck_assert_double_eq_tol(value_of("read", "host_busy_pct_per_mb_per_s"), 49.0 / 50, 1e-12);
    set(record, "host_cpu_user_pct", 4);
    set(record, "host_cpu_sys_pct", 45.5);
    ck_assert_double_eq_tol(value_of("read", "host_busy_pct_per_mb_per_s"), 49.5 / 50, 1e-12);
}
END_TEST

/* Costs stand behind the rates, in a family of their own and in no mean. */
START_TEST(test_rows)
{
    static const double rates[] = {100, 101, 102};
    for (size_t i = 0; i < 3; i++) {
        set(add("bus", "virtio", "read", (unsigned)i + 1, "bw_bytes_per_s", rates[i]), "cpu_pct",
            10 + (double)i / 10);
        set(add("bus", "scsi", "read", (unsigned)i + 1, "bw_bytes_per_s", 111 - (double)i),
            "cpu_pct", 20 + (double)i / 10);
    }
    const struct compare_section *section = &compare()->sections[0];
    ck_assert_uint_eq(section->rows_nr, 2);
    ck_assert(!section->rows[0].is_cost && section->rows[1].is_cost);
    ck_assert_str_eq(section->rows[1].metric, "cpu_s_per_gib");
    ck_assert_uint_eq(section->family, 1);
    ck_assert_uint_eq(section->cost_family, 1);
    ck_assert_uint_eq(section->pairs[0].ratio_of, 1);
    ck_assert_int_eq(section->rows[1].changes[0].verdict, VERDICT_WORSE);
    ck_assert_uint_eq(section->pairs[0].verdicts[VERDICT_WORSE], 0);
    ck_assert(has_note(section->notes, section->notes_nr, "guest-cpu"));
    static const char *const asked[] = {"cpu_s_per_gib"};
    options.metrics = asked;
    options.metrics_nr = 1;
    ck_assert_uint_eq(compare()->sections[0].rows_nr, 1);
}
END_TEST

static void add_hist(struct record *record, const struct record_bin *bins, size_t nr)
{
    record->hists = arena_alloc(arena, sizeof *record->hists);
    record->hists[0] = (struct record_hist){"clat_ns", 6, NULL, nr};
    record->hists[0].bins = arena_alloc(arena, nr * sizeof *bins);
    memcpy(record->hists[0].bins, bins, nr * sizeof *bins);
    record->hists_nr = 1;
}

/* Bin 100 is 100 ns; bin 454 begins at 70 * 2^6 and is 64 ns wide, so its middle is 4512. */
START_TEST(test_histograms)
{
    static const struct record_bin fast[] = {{100, 90}, {454, 1}}, slow[] = {{454, 9}};
    add_hist(in_group(add(NULL, NULL, "read", 1, "bw_bytes_per_s", 1), "1", "a"), fast, 2);
    ck_assert_double_eq_tol(value_of("read", "clat_p50_ns"), 100, 1e-12);
    ck_assert_double_eq_tol(value_of("read", "clat_p98_ns"), 100, 1e-12);
    ck_assert_double_eq_tol(value_of("read", "clat_p99_ns"), 4512, 1e-12);
    struct record *other = in_group(add(NULL, NULL, "read", 1, "bw_bytes_per_s", 1), "1", "b");
    ck_assert_double_lt(value_of("read", "clat_p50_ns"), 0);
    add_hist(other, slow, 1);
    ck_assert_double_eq_tol(value_of("read", "clat_p90_ns"), 100, 1e-12);
    ck_assert_double_eq_tol(value_of("read", "clat_p91_ns"), 4512, 1e-12);
    ck_assert_double_lt(value_of("read", "lat_p91_ns"), 0);
    set(other, "clat_p99_ns", 7);
    ck_assert_double_eq_tol(value_of("read", "clat_p99_ns"), 4512, 1e-12);
    other->hists[0].sub_bits = 5;
    ck_assert_double_lt(value_of("read", "clat_p90_ns"), 0);
    other->hists[0].bins[0].index = UINT32_MAX;
    other->hists[0].sub_bits = 6;
    ck_assert_double_lt(value_of("read", "clat_p90_ns"), 0);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("cost");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, test_share_by_rate);
    tcase_add_test(all, test_seconds_by_bytes);
    tcase_add_test(all, test_jobs_of_a_line);
    tcase_add_test(all, test_mixed);
    tcase_add_test(all, test_host);
    tcase_add_test(all, test_rows);
    tcase_add_test(all, test_histograms);
    suite_add_tcase(suite, all);
    return suite;
}

T_MAIN(make_suite)
