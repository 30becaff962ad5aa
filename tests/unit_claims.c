#include "tests/t_records.h"

#include "report/claims.h"
#include "tests/t_main.h"

static struct record *claim(double low, double high, const char *unit, const char *direction,
                            const char *op, const char *text)
{
    struct record *record = record_new(arena, RECORD_CLAIM);
    record->claim = arena_alloc(arena, sizeof *record->claim);
    *record->claim = (struct record_claim){.low = low, .high = high, .unit = unit,
                                           .direction = direction, .op = op, .hedge = "", .text = text};
    record->source.path = "in.txt";
    record->id = record_hash(arena, text, strlen(text));
    records[records_nr++] = record;
    return record;
}

static void word(struct record *record, const char *text)
{
    const char **words = arena_alloc(arena, 8 * sizeof *words);
    if (record->claim->words_nr)
        memcpy(words, record->claim->words, record->claim->words_nr * sizeof *words);
    words[record->claim->words_nr++] = text;
    record->claim->words = words;
}

/* The verdict on the nth claim. */
static const struct compare_claim *verdict(size_t nth)
{
    const struct comparison *comparison =
        compare_records((const struct record *const *)records, records_nr, &options, arena, &diag);
    ck_assert_ptr_nonnull(comparison);
    ck_assert_uint_gt(comparison->checks_nr, nth);
    return &comparison->checks[nth];
}

static void add_pair(const char *op, double base, double level)
{
    add("controller", "lsi", op, 1, "bw_bytes_per_s", base);
    add("controller", "virtio", op, 1, "bw_bytes_per_s", level);
}

START_TEST(single_numbers)
{
    static const struct {
        double claimed;
        const char *direction;
        enum compare_claim_verdict verdict;
    } rows[] = {
        {20, "increase", CLAIM_REPRODUCED},
        {21, "increase", CLAIM_REPRODUCED}, /* one unit of the last digit */
        {30, "increase", CLAIM_DIRECTION_ONLY},
        {20, "decrease", CLAIM_CONTRADICTED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tear_down();
        set_up();
        add_pair("read", 100e6, 120e6);
        claim(rows[i].claimed, rows[i].claimed, "%", rows[i].direction, "read", "reads change");
        const struct compare_claim *check = verdict(0);
        ck_assert_int_eq(check->verdict, rows[i].verdict);
        ck_assert_double_eq_tol(check->nearest, 20, 0.5);
        ck_assert_ptr_nonnull(strstr(check->rule, "virtio against lsi"));
    }
}
END_TEST

START_TEST(words_turn_the_comparison)
{
    add_pair("read", 100e6, 50e6);
    word(claim(100, 100, "%", "increase", "", "lsi is 100 % better than virtio"), "virtio");
    word(records[records_nr - 1], "lsi");
    ck_assert_int_eq(verdict(0)->verdict, CLAIM_REPRODUCED);
    word(claim(2, 2, "x", "decrease", "", "virtio is 2x slower"), "virtio");
    ck_assert_int_eq(verdict(1)->verdict, CLAIM_REPRODUCED);
}
END_TEST

START_TEST(latency_gets_better_by_falling)
{
    add("patch", "before", "read", 1, "lat_mean_ns", 1000);
    add("patch", "after", "read", 1, "lat_mean_ns", 900);
    word(claim(10, 10, "%", "increase", "", "latency improves by 10%"), "latency");
    word(claim(10, 10, "%", "increase", "", "latency rises by 10%"), "latency");
    ck_assert_int_eq(verdict(0)->verdict, CLAIM_REPRODUCED);
    ck_assert_int_eq(verdict(1)->verdict, CLAIM_CONTRADICTED);
}
END_TEST

START_TEST(ranges_and_values)
{
    add_pair("read", 100e6, 110e6);
    add_pair("write", 100e6, 130e6);
    claim(9, 31, "%", "increase", "", "rises by 9-31 %");
    claim(15, 40, "%", "increase", "", "rises by 15-40 %");
    claim(100, 130, "MB/s", "increase", "write", "writes rise from 100 MB/s to 130 MB/s");
    claim(10, 10, "MB/s", "increase", "read", "reads gain 10 MB/s");
    ck_assert_int_eq(verdict(0)->verdict, CLAIM_REPRODUCED);
    ck_assert_int_eq(verdict(1)->verdict, CLAIM_DIRECTION_ONLY);
    ck_assert_int_eq(verdict(2)->verdict, CLAIM_REPRODUCED);
    ck_assert_int_eq(verdict(3)->verdict, CLAIM_REPRODUCED);
    add_pair("trim", 100e6, 90e6);
    ck_assert_int_eq(verdict(0)->verdict, CLAIM_CONTRADICTED);
}
END_TEST

START_TEST(no_difference)
{
    static const double some[] = {100, 101, 99}, same[] = {100.1, 100.9, 99.2},
                        others[] = {150, 151, 149};
    add_pair("read", 100, 101);
    claim(0, 0, "%", "none", "", "no difference in performance");
    ck_assert_int_eq(verdict(0)->verdict, CLAIM_NOT_SHOWN);
    tear_down();
    set_up();
    options.noise_pct = 5;
    add_runs("lsi", "read", "bw_bytes_per_s", some, 3);
    add_runs("virtio", "read", "bw_bytes_per_s", same, 3);
    claim(0, 0, "%", "none", "", "no difference in performance");
    ck_assert_int_eq(verdict(0)->verdict, CLAIM_REPRODUCED);
    add_runs("ide", "read", "bw_bytes_per_s", others, 3);
    ck_assert_int_eq(verdict(0)->verdict, CLAIM_CONTRADICTED);
}
END_TEST

START_TEST(what_cannot_be_checked)
{
    add_pair("read", 100e6, 120e6);
    claim(20, 20, "%", "increase", "", "reaim gets 20% faster");
    word(claim(20, 20, "%", "increase", "", "20% faster than ide"), "ide");
    claim(20, 20, "%", "increase", "trim", "trims are 20% faster");
    claim(20, 20, "%", "increase", "read", "reads are 20% faster")->source.message_id = "<other>";
    for (size_t i = 0; i < 4; i++)
        ck_assert_int_eq(verdict(i)->verdict, CLAIM_NOT_DERIVABLE);
    claim(20, 20, "%", "increase", "read", "once more 20% faster")->quoted = true;
    const struct comparison *comparison =
        compare_records((const struct record *const *)records, records_nr, &options, arena, &diag);
    ck_assert_uint_eq(comparison->checks_nr, 4);
}
END_TEST

START_TEST(maxima_where_the_words_say_so)
{
    static const double some[] = {100, 140}, more[] = {120, 189};
    add_runs("lsi", "read", "bw_bytes_per_s", some, 2);
    add_runs("virtio", "read", "bw_bytes_per_s", more, 2);
    word(claim(35, 35, "%", "increase", "", "35% by maximum values"), "maximum");
    const struct compare_claim *check = verdict(0);
    ck_assert_int_eq(check->verdict, CLAIM_REPRODUCED);
    ck_assert_ptr_nonnull(strstr(check->rule, "maxima"));
}
END_TEST

START_TEST(words_of_a_claim)
{
    char text[96];
    struct record *record = claim(15, 300, "%", "increase", "", "x");
    claims_format_said(record->claim, text, sizeof text);
    ck_assert_str_eq(text, "15 to 300 % increase");
    record->claim->low = 300;
    record->claim->hedge = "up-to";
    claims_format_said(record->claim, text, sizeof text);
    ck_assert_str_eq(text, "up to 300 % increase");
    record->claim->low = record->claim->high = 0;
    record->claim->direction = "none";
    claims_format_said(record->claim, text, sizeof text);
    ck_assert_str_eq(text, "no difference");
}
END_TEST

/* A change that a table prints of the last two results added. */
static struct record *change(double number, const char *unit, const char *direction,
                             const char *cell, const char *metric)
{
    struct record *record = claim(number, number, unit, direction, "", cell);
    record->source.cell = cell;
    record->claim->metric = metric;
    for (size_t i = 0; i < 2; i++) {
        struct record *result = records[records_nr - 3 + i];
        result->id = i ? "00000000000000b1" : "00000000000000a0";
        record->claim->compares[i] = result->id;
    }
    return record;
}

START_TEST(changes_of_tables)
{
    static const struct {
        double base, level, claimed;
        const char *unit, *direction, *cell, *metric;
        enum compare_claim_verdict verdict;
    } rows[] = {
        {100e6, 120e6, 20, "%", "increase", "+20%", "bw_bytes_per_s", CLAIM_REPRODUCED},
        {100e6, 120e6, 20, "%", "decrease", "-20%", "bw_bytes_per_s", CLAIM_CONTRADICTED},
        {100e6, 120e6, 35, "%", "increase", "+35.0%", "bw_bytes_per_s", CLAIM_DIRECTION_ONLY},
        {100e6, 120e6, 16.7, "%", "increase", "16.7%", "bw_bytes_per_s", CLAIM_REPRODUCED},
        {100e6, 120e6, 1.2, "x", "increase", "1.2x", "bw_bytes_per_s", CLAIM_REPRODUCED},
        {120e6, 60e6, 2, "x", "decrease", "0.50x", "bw_bytes_per_s", CLAIM_REPRODUCED},
        {100e6, 120e6, 20, "MB/s", "increase", "+20", "bw_bytes_per_s", CLAIM_REPRODUCED},
        {100e6, 120e6, 0, "%", "none", "0.0%", "bw_bytes_per_s", CLAIM_CONTRADICTED},
        {100e6, 100e6, 0, "%", "none", "0.0%", "bw_bytes_per_s", CLAIM_REPRODUCED},
        {100e6, 120e6, 20, "%", "increase", "+20%", "iops", CLAIM_NOT_DERIVABLE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tear_down();
        set_up();
        add_pair("read", rows[i].base, rows[i].level);
        change(rows[i].claimed, rows[i].unit, rows[i].direction, rows[i].cell, rows[i].metric);
        ck_assert_msg(verdict(0)->verdict == rows[i].verdict, "row %zu: %d", i,
                      (int)verdict(0)->verdict);
    }
}
END_TEST

START_TEST(improvement_of_latency_is_less)
{
    add("patch", "before", "read", 1, "lat_mean_ns", 1000);
    add("patch", "after", "read", 1, "lat_mean_ns", 800);
    word(change(20, "%", "increase", "20%", "lat_mean_ns"), "improvement");
    ck_assert_int_eq(verdict(0)->verdict, CLAIM_REPRODUCED);
    ck_assert_double_eq_tol(verdict(0)->nearest, -20, 0.1);
    records[records_nr - 1]->claim->words_nr = 0;
    ck_assert_int_eq(verdict(0)->verdict, CLAIM_CONTRADICTED);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("claims");
    TCase *tests = tcase_create("all");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, single_numbers);
    tcase_add_test(tests, words_turn_the_comparison);
    tcase_add_test(tests, latency_gets_better_by_falling);
    tcase_add_test(tests, ranges_and_values);
    tcase_add_test(tests, no_difference);
    tcase_add_test(tests, what_cannot_be_checked);
    tcase_add_test(tests, maxima_where_the_words_say_so);
    tcase_add_test(tests, words_of_a_claim);
    tcase_add_test(tests, changes_of_tables);
    tcase_add_test(tests, improvement_of_latency_is_less);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
