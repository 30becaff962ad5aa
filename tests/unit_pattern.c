#include <string.h>
#include <time.h>

#include "parse/pattern.h"
#include "parse/row_table.h"
#include "record/metric.h"
#include "tests/t_main.h"

START_TEST(tables_name_metrics)
{
    for (size_t t = 0; row_tables[t]; t++)
        for (size_t r = 0; r < row_tables[t]->nr; r++) {
            const struct pattern_row *row = &row_tables[t]->rows[r];
            for (size_t f = 0; f < PATTERN_FIELDS && row->fields[f].group; f++)
                ck_assert_msg(
                    row->fields[f].unit == PATTERN_NONE || row->fields[f].unit == PATTERN_TEXT ||
                        metric_find(row->fields[f].name),
                    "%s, row %d: no metric %s", row_tables[t]->name, row->id, row->fields[f].name);
        }
}
END_TEST

START_TEST(faults_of_a_table_are_found)
{
    static const struct pattern_row broken = {7, NULL, "(", {{0}}};
    static const struct pattern_row unread = {8, NULL, "(?<a>x)", {{0}}};
    static const struct pattern_row absent = {9, NULL, "x", {{"a", "", PATTERN_NONE}}};
    static const struct {
        const struct pattern_row *row;
        const char *why;
    } rows[] = {{&broken, "does not compile"},
                {&unread, "a named group has no field"},
                {&absent, "a field has no group"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct pattern_set *set = pattern_set_new(rows[i].row, 1);
        const char *why = "";
        ck_assert_int_eq(pattern_set_check(set, &why), rows[i].row->id);
        ck_assert_str_eq(why, rows[i].why);
        pattern_set_free(set);
    }
}
END_TEST

static const struct pattern_row small_rows[] = {
    {1,
     "rate=",
     "rate=(?<rate> \\S+ ) (?: \\s+ note=(?<note> \\S+ ) )?",
     {{"rate", "bw_bytes_per_s", PATTERN_BINARY}, {"note", "note", PATTERN_TEXT}}},
    {2, "never met", "(", {{0}}},
    {3, NULL, "^ time=(?<time>\\d+)", {{"time", "runtime_s", PATTERN_MSEC}}},
    {4, "time", "time", {{0}}},
};

START_TEST(rows_are_tried_in_order_and_compiled_when_met)
{
    struct pattern_set *set = pattern_set_new(small_rows, 4);
    struct pattern_match match;
    /* the broken row is not in the way of lines without its literal */
    ck_assert(pattern_match(set, "time=5", 6, &match) && match.row->id == 3);
    ck_assert(pattern_match(set, "a time=5", 8, &match) && match.row->id == 4);
    ck_assert(!pattern_match(set, "never met", 9, &match));
    ck_assert(pattern_match(set, "never met in time", 17, &match) && match.row->id == 4);
    ck_assert(pattern_match_row(set, 4, "time=5", 6, &match) && match.row->id == 4);
    ck_assert(!pattern_match_row(set, 1, "time=5", 6, &match));
    ck_assert(!pattern_match_row(set, 99, "time=5", 6, &match));
    /* the length counts, not the NUL */
    ck_assert(!pattern_match(set, "time=5", 3, &match));
    pattern_set_free(set);
    pattern_set_free(NULL);
}
END_TEST

START_TEST(groups_are_read)
{
    struct pattern_set *set = pattern_set_new(small_rows, 4);
    struct arena *arena = arena_new();
    struct pattern_match match;
    const char *line = "x rate=2.5K", *at;
    double value, digit;
    size_t length;
    ck_assert(pattern_match(set, line, strlen(line), &match));
    ck_assert(pattern_group(&match, "rate", &at, &length));
    ck_assert_ptr_eq(at, line + 7);
    ck_assert_uint_eq(length, 4);
    ck_assert_str_eq(pattern_group_text(&match, "rate", arena), "2.5K");
    ck_assert(!pattern_group(&match, "note", &at, &length));
    ck_assert(!pattern_group(&match, "other", &at, &length));
    ck_assert_ptr_null(pattern_group_text(&match, "note", arena));
    ck_assert(pattern_group_value(&match, "rate", PATTERN_BINARY, &value, &digit));
    ck_assert_double_eq(value, 2560);
    ck_assert_double_eq_tol(digit, 102.4, 1e-9);
    ck_assert(pattern_group_value(&match, "rate", PATTERN_COUNT, &value, NULL));
    ck_assert_double_eq(value, 2500);
    ck_assert(!pattern_group_value(&match, "rate", PATTERN_NUMBER, &value, NULL));
    ck_assert(!pattern_group_value(&match, "note", PATTERN_NUMBER, &value, NULL));
    arena_free(arena);
    pattern_set_free(set);
}
END_TEST

/* Neither says more than the regex does: lines without these characters are not tried. */
START_TEST(characters_beside_literals_must_be_there)
{
    static const struct pattern_row rows[] = {{1, "a" PATTERN_ALL "0=", "a", {{0}}},
                                              {2, PATTERN_ANY "0=", "b", {{0}}}};
    static const struct {
        const char *line;
        int id; /* 0 for none */
    } cases[] = {{"a", 0},   {"a7", 0},  {"a=", 0}, {"=3a", 1}, {"0=", 0},
                 {"b", 0},   {"b=", 2},  {"b5", 2}, {"5=", 0},  {"ab9", 2}};
    struct pattern_set *set = pattern_set_new_own(rows, 2);
    struct pattern_match match;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool is_found = pattern_match(set, cases[i].line, strlen(cases[i].line), &match);
        ck_assert_int_eq(is_found ? match.row->id : 0, cases[i].id);
    }
    ck_assert(pattern_match_row(set, 1, "a", 1, &match));
    pattern_set_free(set);
}
END_TEST

/* A row is compiled anew once it is used often: nobody sees that, nor whether a line met
 * the limits before or after. */
START_TEST(rows_that_are_used_often_match_the_same)
{
    static const struct pattern_row rows[] = {{1, "b", "^ (?<name> a+ ) \\d* b", {{0}}},
                                              {2, "!", "^ (?: a+ )+ $", {{0}}}};
    static const char hostile[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!";
    struct pattern_set *set = pattern_set_new_own(rows, 2);
    struct pattern_match match;
    const char *at;
    size_t length;
    for (unsigned i = 0; i < 300; i++) {
        const char *line = i % 3 ? "aa12b" : "caab";
        bool is_found = pattern_match(set, line, strlen(line), &match);
        ck_assert(is_found == (i % 3 > 0));
        if (is_found) {
            ck_assert_uint_eq(pattern_match_length(&match), 5);
            ck_assert(pattern_group(&match, "name", &at, &length) && length == 2);
        }
    }
    for (unsigned i = 1; i <= 20; i++) {
        ck_assert(!pattern_match(set, hostile, sizeof hostile - 1, &match));
        ck_assert_uint_eq(pattern_set_cut_off(set), i);
    }
    pattern_set_free(set);
}
END_TEST

START_TEST(records_are_filled)
{
    struct pattern_set *set = pattern_set_new(small_rows, 4);
    struct arena *arena = arena_new();
    struct record *record = record_new(arena, RECORD_RESULT);
    struct pattern_match match;
    double value;
    const char *line = "rate=2.5K note=warm";
    ck_assert(pattern_match(set, line, strlen(line), &match));
    pattern_fill(&match, record);
    ck_assert(record_metric(record, "bw_bytes_per_s", &value));
    ck_assert_double_eq(value, 2560);
    ck_assert_double_eq_tol(record_metric_at(record, 0).precision, 102.4, 1e-9);
    ck_assert_str_eq(record_pair(&record->params, "note"), "warm");
    ck_assert_uint_eq(record->source.cols_nr, 1);
    ck_assert_uint_eq(record->source.cols[0].first, 5);
    ck_assert_uint_eq(record->source.cols[0].length, 4);
    ck_assert(pattern_match(set, "time=600", 8, &match));
    pattern_fill(&match, record);
    ck_assert(record_metric(record, "runtime_s", &value));
    ck_assert_double_eq_tol(value, 0.6, 1e-12);
    /* what is no number is left out */
    struct record *other = record_new(arena, RECORD_RESULT);
    ck_assert(pattern_match(set, "rate=fast", 9, &match));
    pattern_fill(&match, other);
    ck_assert_uint_eq(other->metrics_nr, 0);
    arena_free(arena);
    pattern_set_free(set);
}
END_TEST

START_TEST(names_may_stand_for_several_groups)
{
    static const struct pattern_row row = {
        1, NULL, "(?J) a(?<x>\\d) | b(?<x>\\d\\d)", {{"x", "", PATTERN_NONE}}};
    struct pattern_set *set = pattern_set_new(&row, 1);
    struct pattern_match match;
    double value;
    ck_assert(pattern_match(set, "b12", 3, &match));
    ck_assert(pattern_group_value(&match, "x", PATTERN_NUMBER, &value, NULL));
    ck_assert_double_eq(value, 12);
    pattern_set_free(set);
}
END_TEST

/* A pattern that would take for ever on a line made for it is cut off. */
START_TEST(hostile_lines_match_nothing)
{
    static const struct pattern_row row = {1, NULL, "^ (?: a+ )+ $", {{0}}};
    struct pattern_set *set = pattern_set_new(&row, 1);
    struct pattern_match match;
    char line[4096];
    memset(line, 'a', sizeof line);
    ck_assert(pattern_match(set, line, 20, &match));
    line[40] = 'b';
    clock_t start = clock();
    ck_assert(!pattern_match(set, line, 41, &match));
    ck_assert_msg((double)(clock() - start) < 5.0 * CLOCKS_PER_SEC, "took too long");
    pattern_set_free(set);
}
END_TEST

START_TEST(long_lines_match_nothing)
{
    struct pattern_set *set = pattern_set_new(small_rows, 4);
    struct pattern_match match;
    static char line[5000];
    memset(line, ' ', sizeof line);
    memcpy(line, "rate=1K", 7);
    ck_assert(pattern_match(set, line, 4096, &match));
    ck_assert(!pattern_match(set, line, 4097, &match));
    ck_assert(!pattern_match_row(set, 1, line, 4097, &match));
    pattern_set_free(set);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("pattern");
    TCase *tests = tcase_create("pattern");
    tcase_add_test(tests, tables_name_metrics);
    tcase_add_test(tests, faults_of_a_table_are_found);
    tcase_add_test(tests, rows_are_tried_in_order_and_compiled_when_met);
    tcase_add_test(tests, groups_are_read);
    tcase_add_test(tests, characters_beside_literals_must_be_there);
    tcase_add_test(tests, rows_that_are_used_often_match_the_same);
    tcase_add_test(tests, records_are_filled);
    tcase_add_test(tests, names_may_stand_for_several_groups);
    tcase_add_test(tests, hostile_lines_match_nothing);
    tcase_add_test(tests, long_lines_match_nothing);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
