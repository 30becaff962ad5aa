#include <math.h>
#include <stdio.h>
#include <string.h>

#include "record/metric.h"
#include "tests/t_main.h"

static const struct {
    enum metric_unit unit;
    const char *ending;
} endings[] = {
    {UNIT_BYTES_PER_S, "_bytes_per_s"}, {UNIT_PER_S, "_per_s"}, {UNIT_PER_S, "iops"},
    {UNIT_COUNT, "ios"},                {UNIT_BYTES, "_bytes"}, {UNIT_S, "_s"},
    {UNIT_NS, "_ns"},                   {UNIT_PCT, "_pct"},     {UNIT_COUNT, "_switches"},
};

static bool ends_in_unit(const struct metric *metric)
{
    size_t length = strlen(metric->name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t ending = strlen(endings[i].ending);
        if (endings[i].unit == metric->unit && length >= ending &&
            !strcmp(metric->name + length - ending, endings[i].ending))
            return true;
    }
    return false;
}

START_TEST(every_row_is_complete)
{
    size_t nr;
    const struct metric *list = metric_list(&nr);
    ck_assert_uint_gt(nr, 0);
    for (size_t i = 0; i < nr; i++) {
        const struct metric *metric = &list[i];
        ck_assert(metric->name && *metric->name);
        ck_assert_uint_eq(strspn(metric->name, "abcdefghijklmnopqrstuvwxyz_N"),
                          strlen(metric->name));
        /* "value" is for figures whose unit nobody gives */
        ck_assert_msg(ends_in_unit(metric) || !strcmp(metric->name, "value"), "%s", metric->name);
        ck_assert(metric->title && *metric->title);
        ck_assert(metric->meaning && *metric->meaning);
        ck_assert_int_ne(metric->meaning[strlen(metric->meaning) - 1], '.');
        ck_assert_int_le(metric->better, METRIC_LOWER);
        ck_assert_int_le(metric->join, METRIC_SINGLE);
        if (metric->is_primary)
            ck_assert_int_ne(metric->better, METRIC_NEITHER);
        for (size_t j = 0; j < i; j++) {
            ck_assert_str_ne(metric->name, list[j].name);
            ck_assert_str_ne(metric->title, list[j].title);
        }
    }
}
END_TEST

START_TEST(every_row_is_found)
{
    size_t nr;
    const struct metric *list = metric_list(&nr);
    long last = -1;
    for (size_t i = 0; i < nr; i++) {
        const char *family = strstr(list[i].name, "_pNN_");
        char name[64];
        snprintf(name, sizeof name, "%s", list[i].name);
        if (family)
            snprintf(name, sizeof name, "%.*s_p50_ns", (int)(family - list[i].name), list[i].name);
        ck_assert_ptr_eq(metric_find(name), &list[i]);
        ck_assert_int_gt(metric_order(name), last);
        last = metric_order(name);
    }
}
END_TEST

START_TEST(unknown_names)
{
    static const char *const names[] = {
        "", "IOPS", "iops ", "bw", "clat_pNN_ns", "lat_pNN_ns", "clat_p_ns", "clat_p99", "p99_ns",
        "clat_p99_s", "xlat_p99_ns", "clat_p99_ns_", "clat_p99__ns", "clat_p-1_ns", "clat_p9999_ns",
        "clat_p101_ns", "clat_p100_1_ns", "clat_p99_1234567890_ns", "clat_p99.9_ns", "clat_p1e1_ns",
    };
    size_t nr;
    const struct metric *list = metric_list(&nr);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ck_assert_msg(!metric_find(names[i]), "%s", names[i]);
        ck_assert_msg(metric_percentile(names[i]) < 0, "%s", names[i]);
        ck_assert_int_gt(metric_order(names[i]), metric_order(list[nr - 1].name));
    }
}
END_TEST

START_TEST(percentiles_both_ways)
{
    static const struct {
        const char *kind;
        double percent;
        const char *name;
    } rows[] = {
        {"clat", 99, "clat_p99_ns"},         {"clat", 99.95, "clat_p99_95_ns"},
        {"slat", 1, "slat_p1_ns"},           {"lat", 0, "lat_p0_ns"},
        {"lat", 100, "lat_p100_ns"},         {"clat", 99.999, "clat_p99_999_ns"},
        {"clat", 0.5, "clat_p0_5_ns"},       {"clat", 0.00001, "clat_p0_00001_ns"},
        {"clat", 50.05, "clat_p50_05_ns"},   {"clat", 10, "clat_p10_ns"},
        {"clat", 99.9999999, "clat_p99_9999999_ns"}, {"sync_lat", 99.9, "sync_lat_p99_9_ns"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char name[64];
        metric_percentile_name(name, sizeof name, rows[i].kind, rows[i].percent);
        ck_assert_str_eq(name, rows[i].name);
        ck_assert_double_eq(metric_percentile(name), rows[i].percent);
        ck_assert_ptr_nonnull(metric_find(name));
    }
    char small[8];
    metric_percentile_name(small, sizeof small, "clat", 99.95);
    ck_assert_str_eq(small, "clat_p9");
    ck_assert_ptr_eq(metric_find("clat_p50_ns"), metric_find("clat_p99_95_ns"));
    ck_assert_ptr_ne(metric_find("clat_p50_ns"), metric_find("lat_p50_ns"));
    ck_assert_ptr_ne(metric_find("sync_lat_p50_ns"), metric_find("lat_p50_ns"));
}
END_TEST

START_TEST(percentiles_are_in_order)
{
    static const char *const names[] = {
        "clat_stddev_ns", "clat_p0_ns",      "clat_p0_01_ns",   "clat_p1_ns",     "clat_p9_ns",
        "clat_p10_ns",    "clat_p50_ns",     "clat_p99_ns",     "clat_p99_5_ns",  "clat_p99_9_ns",
        "clat_p99_95_ns", "clat_p99_99_ns",  "clat_p99_999_ns", "clat_p100_ns",   "lat_mean_ns",
    };
    for (size_t i = 1; i < sizeof names / sizeof *names; i++)
        ck_assert_msg(metric_order(names[i - 1]) < metric_order(names[i]), "%s", names[i]);
}
END_TEST

START_TEST(possible_values)
{
    static const struct {
        const char *name;
        double value;
        bool is_possible;
    } rows[] = {
        {"bw_bytes_per_s", 0, true},      {"bw_bytes_per_s", 5e13, true},
        {"bw_bytes_per_s", 1e16, false},  {"bw_bytes_per_s", -1, false},
        {"bw_bytes_per_s", 1e-10, false}, {"io_bytes", 9e17, true},
        {"io_bytes", 0x1p64, false},      {"clat_p99_ns", 3.6e12, true},
        {"clat_p99_ns", 0x1p64, false},   {"runtime_s", 0.00001, true},
        {"runtime_s", 3e10, false},       {"cpu_pct", 25600, true},
        {"cpu_pct", 1e8, false},          {"iops", NAN, false},
        {"iops", INFINITY, false},        {"unheard_of", 1e300, true},
        {"unheard_of", -1, false},        {"io_bytes", 1e-320, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_msg(metric_is_possible(rows[i].name, rows[i].value) == rows[i].is_possible,
                      "%s %g", rows[i].name, rows[i].value);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("metric");
    TCase *cases = tcase_create("metric");
    tcase_add_test(cases, every_row_is_complete);
    tcase_add_test(cases, every_row_is_found);
    tcase_add_test(cases, unknown_names);
    tcase_add_test(cases, possible_values);
    tcase_add_test(cases, percentiles_both_ways);
    tcase_add_test(cases, percentiles_are_in_order);
    suite_add_tcase(suite, cases);
    return suite;
}

T_MAIN(make_suite)
