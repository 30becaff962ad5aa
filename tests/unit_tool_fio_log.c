#include <math.h>
#include <stdio.h>
#include <string.h>

#include "parse/fio_log.h"
#include "record/strbuf.h"
#include "tests/t_main.h"
#include "tests/t_read.h"

static void read_file(const char *path, const char *plain)
{
    tear_down();
    t_parse_text(&parse, plain);
    parse.text->path = path;
    command_scan(parse.text, &parse.commands);
    tool_run_all(parse.text, &parse.commands, &parse.output);
}

static const struct record *series(size_t nr)
{
    ck_assert_msg(parse.output.series_nr > nr, "%zu series", parse.output.series_nr);
    return parse.output.series[nr].record;
}

static double sample(size_t nr, size_t column, size_t at)
{
    ck_assert_uint_lt(column, series(nr)->series_nr);
    ck_assert_uint_lt(at, series(nr)->series[column].nr);
    return series(nr)->series[column].at[at];
}

START_TEST(names_tell_the_kind)
{
    static const struct {
        const char *name;
        enum fio_log_kind kind;
    } rows[] = {
        {"logs/x_bw.1.log", FIO_LOG_BW},       {"x_bw.log", FIO_LOG_BW},
        {"agg-read_bw.log", FIO_LOG_BW},       {"==> x_iops.12.log <==", FIO_LOG_IOPS},
        {"x_lat.1.log", FIO_LOG_LAT},          {"x_clat.1.log", FIO_LOG_CLAT},
        {"x_slat.1.log", FIO_LOG_SLAT},        {"x_clat_hist.1.log", FIO_LOG_HIST},
        {"my_bw_lat.1.log", FIO_LOG_LAT},      {"x_bw.1.logs", FIO_LOG_UNKNOWN},
        {"x_bw.txt", FIO_LOG_UNKNOWN},         {"syslog.1.log", FIO_LOG_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_msg(fio_log_kind_of(rows[i].name, strlen(rows[i].name)) == rows[i].kind, "%s",
                      rows[i].name);
}
END_TEST

START_TEST(columns_of_all_versions)
{
    static const struct {
        const char *line;
        unsigned columns; /* 0: no row */
    } rows[] = {
        {"500, 1024, 0", 3},          {"500, 1024, 1, 4096", 4},
        {"500,1024,1,4096", 4},       {"500, 1024, 2, 0, 8192", 5},
        {"500, 1024, 0, 0, 0, 0x0000", 6}, {"5, 1, 0, 0, 0, 0x0004, 17", 7},
        {"500, 1024", 0},             {"500, 1024, 3, 0", 0},
        {"500, 1024, 0, 0, x", 0},    {"500, -1, 0, 0", 0},
        {"5, 1, 0, 0, 0, 0, 0, 0", 0}, {"500; 1024; 0", 0},
        {"500, 1024, 0,", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fio_log_row row;
        bool is_row = fio_log_row(rows[i].line, &row);
        ck_assert_msg(is_row == (rows[i].columns > 0), "%s", rows[i].line);
        ck_assert_msg(!is_row || row.columns == rows[i].columns, "%s", rows[i].line);
    }
}
END_TEST

START_TEST(averages_over_time)
{
    read_file("lab/x_bw.1.log", "500, 1000, 0, 0\n500, 2000, 1, 0\n1000, 1500, 0, 0\n"
                                "1000, 2500, 1, 0\n0, 0, 0, 0\n0, 0, 0, 0\n");
    ck_assert_uint_eq(parse.output.series_nr, 2);
    ck_assert_str_eq(series(1)->op, "write");
    ck_assert_str_eq(series(1)->series[0].name, "t_s");
    ck_assert_str_eq(series(1)->series[1].name, "bw_bytes_per_s");
    ck_assert_uint_eq(series(0)->series[0].nr, 2); /* without the zeros */
    ck_assert_double_eq(sample(0, 0, 0), 0.5);
    ck_assert_double_eq(sample(1, 1, 1), 2500 * 1024);
    ck_assert_str_eq(record_pair(&series(0)->params, "log"), "x_bw.1.log");
    ck_assert_ptr_null(parse.output.series[0].of);
    ck_assert_uint_eq(parse.output.nr, 0);
}
END_TEST

START_TEST(single_ios_are_counted)
{
    struct strbuf buf = STRBUF_INIT;
    /* Two reads of 4 KiB in each of 2600 ms / 10. */
    for (unsigned ms = 0; ms < 2600; ms += 10)
        strbuf_printf(&buf, "%u, 55555, 0, 4096, 0\n%u, 55555, 0, 4096, 0\n", ms, ms);
    read_file("x_bw.1.log", buf.text);
    strbuf_free(&buf);
    ck_assert_uint_eq(series(0)->series[1].nr, 2); /* whole seconds */
    ck_assert_double_eq(sample(0, 0, 0), 1);
    ck_assert_double_eq(sample(0, 1, 0), 200 * 4096);
    ck_assert_double_eq(sample(0, 1, 1), 200 * 4096);
    static const char *const rows[] = {
        "0, 55555, 0, 4096\n1, 55555, 0, 4096\n",
        "0, 4096, 0\n1000, 1536, 1, 4096\n2500, 99, 0, 4096\n", /* a block size is missing */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_file("x_bw.1.log", rows[i]);
        ck_assert_uint_eq(parse.output.series_nr, 0);
        ck_assert_uint_eq(parse.output.failures_nr, 1);
    }
}
END_TEST

#define OLD_RUN "fio-2.1.11\nj: (groupid=0, jobs=1): err= 0: pid=1: Sat Feb  2 17:40:10 2019\n"     \
    "  read : io=40000KB, bw=4000.0KB/s, iops=1000, runt= 10000msec\n"
#define ROWS "1000, 500, 0, 0\n2000, 700, 0, 0\n"

START_TEST(the_run_beside_tells_the_unit)
{
    read_file("mail.txt", OLD_RUN "\n==> j_lat.1.log <==\n" ROWS);
    ck_assert_double_eq(sample(0, 1, 0), 500000);
    ck_assert_ptr_eq(parse.output.series[0].of, t_record(&parse, "read", 0));
    ck_assert_uint_eq(series(0)->warnings_nr, 0);
}
END_TEST

/* The same value every 500 ms, or one an I/O of each millisecond. */
static void read_latencies(unsigned step, unsigned long value, const char *rest)
{
    struct strbuf buf = STRBUF_INIT;
    for (unsigned i = 1; i <= 400; i++)
        strbuf_printf(&buf, "%u, %lu, 0%s\n", i * step, value, rest);
    read_file("x_clat.1.log", buf.text);
    strbuf_free(&buf);
}

START_TEST(what_tells_the_unit_alone)
{
    static const struct {
        unsigned step;
        unsigned long value;
        const char *rest;
        double ns; /* 0: it is not told */
        bool is_guessed;
    } rows[] = {
        {500, 80000, ", 0, 0", 80000, false},      /* a priority */
        {500, 80000, ", 0, 0, 0x0000", 80000, false},
        {500, 80, ", 0", 80000, true},             /* nothing takes 80 ns */
        {500, 5000000, ", 0", 5000000, true},      /* nothing takes 5 s */
        {500, 8000, ", 0", 0, false},
        {1, 900000, ", 4096", 900000, true},       /* 1000 a second, 0.9 at a time */
        {1, 30000, ", 4096", 30000000, true},      /* 0.03 at a time would be idle */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_latencies(rows[i].step, rows[i].value, rows[i].rest);
        if (!rows[i].ns) {
            ck_assert_uint_eq(parse.output.series_nr, 0);
            ck_assert_uint_eq(parse.output.failures_nr, 1);
            continue;
        }
        ck_assert_str_eq(series(0)->series[1].name, "clat_mean_ns");
        ck_assert_msg(sample(0, 1, 7) == rows[i].ns, "row %zu: %g", i, sample(0, 1, 7));
        ck_assert_msg(record_has_warning(series(0), "unit-guessed") == rows[i].is_guessed, "row %zu", i);
    }
}
END_TEST

START_TEST(unnamed_rows)
{
    read_file("notes.txt", "1, 2, 0, 0\n2, 3, 1, 0\n");
    ck_assert_uint_eq(parse.output.failures_nr, 0);
    read_file("notes.txt", ROWS ROWS ROWS ROWS);
    ck_assert_uint_eq(parse.output.series_nr, 0);
    ck_assert_uint_eq(parse.output.failures_nr, 1);
    ck_assert_ptr_nonnull(strstr(parse.output.failures[0].mend, "_bw.1.log"));
}
END_TEST

START_TEST(several_logs_in_one_text)
{
    read_file("all.txt", "==> x_bw.1.log <==\n" ROWS "\n==> x_iops.1.log <==\n" ROWS);
    ck_assert_uint_eq(parse.output.series_nr, 2);
    ck_assert_str_eq(series(0)->series[1].name, "bw_bytes_per_s");
    ck_assert_str_eq(series(1)->series[1].name, "iops");
}
END_TEST

START_TEST(histogram_logs_are_said)
{
    struct strbuf buf = STRBUF_INIT;
    strbuf_string(&buf, "1000, 0, 4096");
    for (size_t i = 0; i < 1856; i++)
        strbuf_string(&buf, ", 0");
    read_file("x_clat_hist.1.log", buf.text);
    strbuf_free(&buf);
    ck_assert_uint_eq(parse.output.series_nr, 0);
    ck_assert_uint_eq(parse.output.failures_nr, 1);
    ck_assert_ptr_nonnull(strstr(parse.output.failures[0].mend, "json+"));
}
END_TEST

/* 300,000 samples in 30 seconds, with a gap of one. */
START_TEST(very_many_samples_are_averaged)
{
    enum { NR = 300000, A_SECOND = 10000 };
    struct strbuf text = STRBUF_INIT;
    for (unsigned i = 0; i < NR; i++)
        strbuf_printf(&text, "%u, %u, 1, 4096, 0, 0\n",
                      i / 10 + (i >= NR / 2 ? 1000 : 0), 50000 + i / A_SECOND * 100 + i % 2 * 20);
    read_file("x_clat.1.log", text.text);
    strbuf_free(&text);
    ck_assert_uint_eq(parse.output.series_nr, 1);
    ck_assert(record_has_warning(series(0), "reduced"));
    ck_assert_uint_eq(series(0)->series[0].nr, 30);
    ck_assert_uint_eq(series(0)->series[1].nr, 30);
    for (size_t i = 0; i < 30; i++) {
        ck_assert(sample(0, 0, i) == (double)(i + 1 + (i >= 15)));
        ck_assert(fabs(sample(0, 1, i) - (double)(50010 + i * 100)) < 1e-6);
    }
}
END_TEST

START_TEST(epoch_times_start_at_nought)
{
    read_file("x_iops.1.log", "1700000000500, 10, 0, 0\n1700000001000, 12, 0, 0\n");
    ck_assert_double_eq(sample(0, 0, 0), 0);
    ck_assert_double_eq(sample(0, 0, 1), 0.5);
}
END_TEST

START_TEST(impossible_rows)
{
    struct fio_log_row row;
    ck_assert(fio_log_row("1785500000123, 999999999999, 0, 4096, 18446744073709551615", &row));
    ck_assert(!fio_log_row("99999999999999999999999, 5, 0, 4096", &row));
    ck_assert(!fio_log_row("1, 99999999999999999999999, 0, 4096", &row));
    read_file("x_bw.1.log", "1785500000123, 5, 0, 0\n1000, 6, 0, 0\n2000, 7, 0, 0\n");
    ck_assert_uint_eq(parse.output.series_nr, 0);
    ck_assert_uint_eq(parse.output.failures_nr, 1);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("tool_fio_log");
    TCase *tests = tcase_create("tool_fio_log");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, names_tell_the_kind);
    tcase_add_test(tests, columns_of_all_versions);
    tcase_add_test(tests, averages_over_time);
    tcase_add_test(tests, single_ios_are_counted);
    tcase_add_test(tests, the_run_beside_tells_the_unit);
    tcase_add_test(tests, what_tells_the_unit_alone);
    tcase_add_test(tests, unnamed_rows);
    tcase_add_test(tests, several_logs_in_one_text);
    tcase_add_test(tests, histogram_logs_are_said);
    tcase_add_test(tests, very_many_samples_are_averaged);
    tcase_add_test(tests, epoch_times_start_at_nought);
    tcase_add_test(tests, impossible_rows);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
