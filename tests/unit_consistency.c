#include <math.h>
#include <string.h>

#include "parse/consistency.h"
#include "tests/t_main.h"
#include "tests/t_read.h"

static struct t_parse parse;
static struct record *record;

static void add(const char *tool, const char *op, const char *line)
{
    t_parse_text(&parse, line);
    record = tool_add_result(&parse.output, parse.text, 0, 0, tool, op)->record;
}

static void set_three(double bytes, double rate, double seconds)
{
    record_set_metric(record, "io_bytes", bytes, bytes * 1e-4);
    record_set_metric(record, "bw_bytes_per_s", rate, rate * 1e-4);
    record_set_metric(record, "runtime_s", seconds, 0.001);
}

START_TEST(agreement)
{
    ck_assert(consistency_agrees(100, 100, 0));
    ck_assert(consistency_agrees(100.4, 100, 1) && consistency_agrees(101, 100, 1));
    ck_assert(!consistency_agrees(101.1, 100, 1));
    ck_assert(consistency_agrees(1000.9, 1000, 0.01) && !consistency_agrees(1001.1, 1000, 0.01));
    ck_assert(consistency_agrees(0, 0, 0) && !consistency_agrees(1, 0, 0));
    ck_assert(!consistency_agrees(-100, 100, 1));
    ck_assert(!consistency_agrees(NAN, 100, 1));
}
END_TEST

START_TEST(bytes_of_fio)
{
    static const double wrap = 4294967296.0;
    static const struct {
        const char *line;
        double bytes, rate, seconds;
        const char *warning;
    } rows[] = {
        {"runt=", 1e9, 1e7, 100, NULL},
        {"runt=", 1.005e9, 1e7, 100, NULL},
        {"runt=", 1.2e9, 1e7, 100, "rate-mismatch"},
        {"runt=", 0.8e9, 1e7, 100, "rate-mismatch"},
        {"runt=", 1e10 - wrap, 1e8, 100, "io-wrapped"},
        {"runt=", 1e10 - 2 * wrap, 1e8, 100, "io-wrapped"},
        /* bytes that are more than the rate explains never wrapped */
        {"runt=", 1e9 + wrap, 1e7, 100, "rate-mismatch"},
        /* from 2.17 on nothing wraps */
        {"IOPS=", 1e10 - wrap, 1e8, 100, "rate-mismatch"},
        /* too short to judge */
        {"runt=", 2e6, 1e7, 0.05, "too-short"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        add("fio", "read", rows[i].line);
        set_three(rows[i].bytes, rows[i].rate, rows[i].seconds);
        consistency_check(parse.text, &parse.output);
        bool is_gross = fabs(rows[i].bytes / rows[i].rate / rows[i].seconds - 1) > 0.13 &&
                        rows[i].warning && !strcmp(rows[i].warning, "rate-mismatch");
        ck_assert_int_eq(record_has_warning(record, "edited-by-hand"), is_gross);
        ck_assert_uint_eq(record->warnings_nr, (rows[i].warning ? 1 : 0) + (is_gross ? 1 : 0));
        if (rows[i].warning)
            ck_assert_str_eq(record->warnings[0].code, rows[i].warning);
        double bytes = t_metric(record, "io_bytes");
        bool is_derived = rows[i].warning && !strcmp(rows[i].warning, "io-wrapped");
        ck_assert_double_eq_tol(bytes, is_derived ? rows[i].rate * rows[i].seconds : rows[i].bytes,
                                1);
        tear_down();
    }
}
END_TEST

START_TEST(operations_against_rate)
{
    static const struct {
        const char *bs;
        double iops;
        bool is_wrong;
    } rows[] = {
        {"4k", 1000, false},   {"4K", 1010, false}, {"4.00KiB", 1000, false},
        {"4k", 500, true},     {"4k", 2000, true},  {"4k-16k", 500, false},
        {"4k,8k", 500, false}, {"any", 500, false}, {"", 500, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        add("fio", "read", "runt=");
        set_three(4096e3 * 100, 4096e3, 100);
        record_set_metric(record, "iops", rows[i].iops, 1);
        record_set_pair(record, &record->params, "bs", rows[i].bs);
        consistency_check(parse.text, &parse.output);
        ck_assert_msg(record_has_warning(record, "rate-mismatch") == rows[i].is_wrong,
                      "wrong about bs=%s and %g", rows[i].bs, rows[i].iops);
        tear_down();
    }
}
END_TEST

START_TEST(short_runs)
{
    static const struct {
        const char *tool;
        double seconds;
        bool is_short;
    } rows[] = {{"fio", 0.9, true},
                {"fio", 1, false},
                {"dd", 0.49, true},
                {"dd", 0.5, false},
                {"bonnie++", 0.1, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        add(rows[i].tool, strcmp(rows[i].tool, "bonnie++") ? "read" : "seeks", "x");
        record_set_metric(record, "runtime_s", rows[i].seconds, 0);
        consistency_check(parse.text, &parse.output);
        ck_assert_int_eq(record_has_warning(record, "too-short"), rows[i].is_short);
        tear_down();
    }
}
END_TEST

/* A bonnie++ run with a rate of writing and one of reading. */
static void check_reads(double written, double read, bool is_cached)
{
    add("bonnie++", "put_block", "x");
    record_set_metric(record, "bw_bytes_per_s", written, 0);
    parse.output.at[0].invocation = 1;
    struct result *result =
        tool_add_result(&parse.output, parse.text, 0, 0, "bonnie++", "get_block");
    result->invocation = 1;
    record_set_metric(result->record, "bw_bytes_per_s", read, 0);
    consistency_check(parse.text, &parse.output);
    ck_assert_int_eq(record_has_warning(parse.output.at[1].record, "reads-cached"), is_cached);
    ck_assert(!record_has_warning(parse.output.at[0].record, "reads-cached"));
    tear_down();
}

START_TEST(cached_reads)
{
    check_reads(100e6, 1800e6, true);
    check_reads(100e6, 120e6, false);
    check_reads(2e6, 30e6, false);
    check_reads(500e6, 1800e6, false);
}
END_TEST

START_TEST(cached_writes)
{
    static const struct {
        const char *op, *target, *name, *value;
        bool is_cached;
    } rows[] = {
        {"write", "/mnt/a", "bs", "1M", true},
        {"write", "/mnt/a", "conv", "fsync", false},
        {"write", "/mnt/a", "oflag", "direct", false},
        {"write", "/dev/sda", "bs", "1M", false},
        {"write", "/dev/shm/a", "bs", "1M", true},
        {"read", "/mnt/a", "bs", "1M", false},
        {"write", NULL, "bs", "1M", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        add("dd", rows[i].op, "x");
        record_set_pair(record, &record->params, rows[i].name, rows[i].value);
        if (rows[i].target)
            record_set_pair(record, &record->params, "target", rows[i].target);
        consistency_check(parse.text, &parse.output);
        ck_assert_int_eq(record_has_warning(record, "cached-write"), rows[i].is_cached);
        tear_down();
    }
    /* the level that the text gives counts more than a variable of its script */
    add("dd", "write", "x");
    record_set_pair(record, &record->params, "target", "/mnt/a");
    record_set_label(record, "target", "/dev/sda", "rule", 1, "");
    consistency_check(parse.text, &parse.output);
    ck_assert(!record_has_warning(record, "cached-write"));
}
END_TEST

START_TEST(dd_without_direction_is_a_copy)
{
    add("dd", "", "x");
    consistency_check(parse.text, &parse.output);
    ck_assert_str_eq(record->op, "copy");
}
END_TEST

START_TEST(figures_below_zero_are_dropped)
{
    add("fio", "read", "x");
    record_set_metric(record, "clat_p99_ns", -1000, 0);
    record_set_metric(record, "iops", 5, 0);
    record_set_metric(record, "clat_p50_ns", -1, 0);
    consistency_check(parse.text, &parse.output);
    ck_assert_uint_eq(record->metrics_nr, 1);
    ck_assert_double_eq(t_metric(record, "iops"), 5);
}
END_TEST

START_TEST(figures_beyond_any_device_are_dropped)
{
    add("fio", "read", "x");
    record_set_metric(record, "bw_bytes_per_s", 1e308, 0);
    record_set_metric(record, "io_bytes", 18446744073709551615.0, 0);
    record_set_metric(record, "clat_min_ns", 18446744073709551615.0, 0);
    record_set_metric(record, "runtime_s", 1e-320, 0);
    record_set_metric(record, "iops", 5e9, 0);
    consistency_check(parse.text, &parse.output);
    ck_assert_uint_eq(record->metrics_nr, 1);
    ck_assert_double_eq(t_metric(record, "iops"), 5e9);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("consistency");
    TCase *tests = tcase_create("consistency");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, agreement);
    tcase_add_test(tests, bytes_of_fio);
    tcase_add_test(tests, operations_against_rate);
    tcase_add_test(tests, short_runs);
    tcase_add_test(tests, cached_reads);
    tcase_add_test(tests, cached_writes);
    tcase_add_test(tests, figures_below_zero_are_dropped);
    tcase_add_test(tests, figures_beyond_any_device_are_dropped);
    tcase_add_test(tests, dd_without_direction_is_a_copy);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
