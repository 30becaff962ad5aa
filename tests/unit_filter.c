/* Conditions on results, thresholds of changes, and the order of rows. */
#include "report/filter.h"
#include "report/threshold.h"

#include "tests/t_main.h"
#include "tests/t_records.h"

static bool takes(const char *condition, const struct record *record)
{
    struct filter *filter = filter_new(&condition, 1, &diag);
    ck_assert_msg(filter != NULL, "%s: %s", condition, diag.text);
    bool result = filter_takes(filter, record);
    filter_free(filter);
    return result;
}

START_TEST(test_conditions)
{
    static const struct {
        const char *text;
        bool is_met;
    } cases[] = {
        {"cache=None", true},
        {"cache=none", true},
        {"cache=non", false},
        {"cache!=none", false},
        {"cache!=writeback", true},
        {"absent!=x", true},
        {"absent=x", false},
        {"absent~.", false},
        {"absent!~.", true},
        {"bs=16384", true},
        {"bs=16k", true},
        {"bs<17k", true},
        {"bs<16k", false},
        {"bs<=16k", true},
        {"bs>8192", true},
        {"bs>=32k", false},
        {"cache<5", false},
        {"cache~^no", true},
        {"cache!~^no", false},
        {"cache~NE$", true},
        {"op=read", true},
        {"tool=fio", true},
        {"run>1", true},
        {"run=2", true},
        {"iops>99", true},
        {"iops<100", false},
        {"date>=2013-07-01", true},
        {"date<2013-01-01", false},
        {"cache=a=b", false},
        {"date<5", false},
    };
    struct record *record = add("cache", "None", "read", 2, "iops", 100);
    record_set_pair(record, &record->params, "bs", "16k");
    record->source.date = "2013-07-28T12:22:50Z";
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_msg(takes(cases[i].text, record) == cases[i].is_met, "%s", cases[i].text);
}
END_TEST

START_TEST(test_bad_conditions)
{
    static const char *const bad[] = {"", "cache", "=x", "cache~(", "cache!x"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_msg(!filter_new(&bad[i], 1, &diag), "%s", bad[i]);
    /* A pattern that would work for ever on such a text gives up. */
    char text[200];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    struct record *record = add("name", text, "read", 1, "iops", 1);
    ck_assert(!takes("name~^(a+)+$b", record));
    ck_assert(takes("name!~^(a|aa)+c", record));
}
END_TEST

START_TEST(test_where)
{
    static const char *const conditions[] = {"cache!=c", "bs<=8k"};
    static const char *const caches[] = {"a", "b", "c"}, *const sizes[] = {"4k", "8k", "16k"};
    for (size_t i = 0; i < 9; i++) {
        struct record *record =
            add("cache", caches[i % 3], "read", 0, "bw_bytes_per_s", 1 + (double)i);
        record_set_pair(record, &record->config, "bs", sizes[i / 3]);
    }
    options.where = conditions;
    options.where_nr = 2;
    const struct comparison *c = compare();
    ck_assert_uint_eq(c->used_nr, 4);
    ck_assert_uint_eq(c->filtered_nr, 5);
    ck_assert(has_note(c->notes, c->notes_nr, "filtered"));
    static const char *const wrong[] = {"colour=red"};
    options.where = wrong;
    options.where_nr = 1;
    ck_assert_ptr_null(
        compare_records((const struct record *const *)records, records_nr, &options, arena, &diag));
}
END_TEST

/* Several factors make a section each. */
START_TEST(test_by_several)
{
    static const char *const by[] = {"bs", "cache", "bs"};
    for (size_t i = 0; i < 4; i++) {
        struct record *record =
            add("cache", i % 2 ? "on" : "off", "read", 0, "bw_bytes_per_s", 1 + (double)i);
        record_set_pair(record, &record->config, "bs", i / 2 ? "8k" : "4k");
    }
    options.by = by;
    options.by_nr = 3;
    const struct comparison *c = compare();
    ck_assert_uint_eq(c->sections_nr, 2);
    ck_assert_str_eq(c->sections[0].factor, "bs");
    ck_assert_str_eq(c->sections[1].factor, "cache");
}
END_TEST

/* Runs of three operations, that change by 0, +50 and -50 %, each a bit differently. */
static void add_three(void)
{
    static const char *const ops[] = {"a", "b", "c"};
    static const double factors[] = {1, 1.5, 0.5};
    for (size_t o = 0; o < 3; o++)
        for (unsigned run = 1; run <= 4; run++) {
            add("bus", "old", ops[o], run, "bw_bytes_per_s", 100 + run);
            add("bus", "new", ops[o], run, "bw_bytes_per_s", factors[o] * (105 - (double)run));
        }
}

START_TEST(test_order)
{
    add_three();
    options.sort = COMPARE_SORT_EFFECT;
    const struct compare_section *section = &compare()->sections[0];
    ck_assert_str_eq(section->rows[0].op, "c");
    ck_assert_str_eq(section->rows[1].op, "b");
    options.top = 1;
    section = &compare()->sections[0];
    ck_assert_uint_eq(section->rows_nr, 1);
    ck_assert_uint_eq(section->left_out_nr, 2);
    ck_assert_uint_eq(section->family, 3);
    ck_assert_uint_eq(section->pairs[0].ratio_nr, 3);
    options.sort = COMPARE_SORT_NAME;
    ck_assert_str_eq(compare()->sections[0].rows[0].op, "a");
}
END_TEST

static enum threshold_result check(const char *text)
{
    struct threshold threshold;
    ck_assert_msg(!threshold_read(&threshold, text, &diag), "%s", diag.text);
    enum threshold_result result = threshold_check(&threshold, compare(), &diag);
    threshold_clear(&threshold);
    return result;
}

START_TEST(test_thresholds)
{
    add_three();
    ck_assert_int_eq(check("bw_bytes_per_s<-5%"), THRESHOLD_CROSSED);
    ck_assert(strstr(diag.text, "c, new against old") != NULL);
    ck_assert_int_eq(check("bw_bytes_per_s<-60%"), THRESHOLD_KEPT);
    ck_assert_int_eq(check("bw_bytes_per_s>40%"), THRESHOLD_CROSSED);
    ck_assert_int_eq(check("bw_bytes_per_s/b<-5%"), THRESHOLD_KEPT);
    ck_assert_int_eq(check("bw_bytes_per_s/d<-5%"), THRESHOLD_NOTHING);
    ck_assert_int_eq(check("iops<-5%"), THRESHOLD_NOTHING);
    options.top = 1;
    ck_assert_int_eq(check("bw_bytes_per_s>40%"), THRESHOLD_CROSSED);
    /* Whoever looks at wide intervals: one that keeps to this side is no doubt. */
    records_nr = 0;
    static const double base[] = {100, 101, 102}, level[] = {90, 100, 110};
    add_runs("A", "read", "bw_bytes_per_s", base, 3);
    add_runs("B", "read", "bw_bytes_per_s", level, 3);
    ck_assert_int_eq(check("bw_bytes_per_s<-5%"), THRESHOLD_UNDECIDED);
    ck_assert_int_eq(check("bw_bytes_per_s<-50%"), THRESHOLD_KEPT);
    ck_assert_int_eq(threshold_check(NULL, compare(), &diag), THRESHOLD_UNDECIDED);
    struct threshold threshold;
    static const char *const bad[] = {"", "bw", "bw<5", "<5%", "bw<x%", "bw<5%x"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_msg(threshold_read(&threshold, bad[i], &diag), "%s", bad[i]);
        threshold_clear(&threshold);
    }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("filter");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, test_conditions);
    tcase_add_test(all, test_bad_conditions);
    tcase_add_test(all, test_where);
    tcase_add_test(all, test_by_several);
    tcase_add_test(all, test_order);
    tcase_add_test(all, test_thresholds);
    suite_add_tcase(suite, all);
    return suite;
}

T_MAIN(make_suite)
