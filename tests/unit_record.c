#include <math.h>
#include <stdio.h>
#include <string.h>

#include "record/record.h"
#include "tests/t_main.h"

static struct arena *arena;
static struct record *record;

static void set_up(void)
{
    arena = arena_new();
    record = record_new(arena, RECORD_RESULT);
}

static void tear_down(void)
{
    arena_free(arena);
}

START_TEST(new_records_are_empty)
{
    ck_assert_ptr_eq(record->arena, arena);
    ck_assert_int_eq(record->kind, RECORD_RESULT);
    ck_assert_int_eq(record->scope, RECORD_SCOPE_JOB);
    ck_assert_ptr_null(record->id);
    ck_assert_ptr_null(record->op);
    ck_assert_ptr_null(record->claim);
    ck_assert_uint_eq(record->config.nr + record->metrics_nr + record->bounds_nr +
                          record->warnings_nr + record->source.labels_nr + record->run,
                      0);
    ck_assert_str_eq(record_text(record, "abcdef", 4), "abcd");
}
END_TEST

START_TEST(pairs_are_set_and_unset)
{
    struct record_pairs *pairs = &record->config;
    char name[16] = "cache", value[16] = "none";
    ck_assert_ptr_null(record_pair(pairs, "cache"));
    record_unset_pair(pairs, "cache");
    record_set_pair(record, pairs, name, value);
    name[0] = value[0] = 'X'; /* both are copies */
    ck_assert_str_eq(record_pair(pairs, "cache"), "none");
    ck_assert_ptr_null(record_pair(pairs, "Xache"));
    record_set_pair(record, pairs, "bus", "scsi");
    record_set_pair(record, pairs, "cache", "writeback");
    ck_assert_uint_eq(pairs->nr, 2);
    ck_assert_str_eq(pairs->at[0].name, "cache"); /* in its old place */
    ck_assert_str_eq(pairs->at[0].value, "writeback");
    record_set_pair(record, pairs, "", "");
    ck_assert_str_eq(record_pair(pairs, ""), "");
    record_unset_pair(pairs, "bus");
    ck_assert_uint_eq(pairs->nr, 2);
    ck_assert_ptr_null(record_pair(pairs, "bus"));
    ck_assert_str_eq(pairs->at[1].name, "");
    /* A value of the list itself may be set again under another name. */
    record_set_pair(record, pairs, "copy", record_pair(pairs, "cache"));
    ck_assert_str_eq(record_pair(pairs, "copy"), "writeback");
}
END_TEST

START_TEST(params_of_two_records)
{
    struct record *other = record_new(arena, RECORD_RESULT);
    struct record *third = record_new(arena, RECORD_RESULT);
    record_set_pair(record, &record->params, "bs", "4k");
    record_set_pair(record, &record->params, "rw", "read");
    record_set_pair(other, &other->params, "bs", "8k");
    record_set_pair(other, &other->params, "size", "1g");
    record_set_params(third, &record->params);
    record_add_params(third, &other->params);
    ck_assert_uint_eq(third->params.nr, 3);
    ck_assert_str_eq(record_pair(&third->params, "bs"), "4k"); /* its own stays */
    ck_assert_str_eq(record_pair(&third->params, "size"), "1g");
    record_set_params(third, &other->params);
    ck_assert_uint_eq(third->params.nr, 3);
    ck_assert_str_eq(record_pair(&third->params, "bs"), "8k");
    record_keep_common(&third->params, &record->params);
    ck_assert_uint_eq(third->params.nr, 1); /* bs differs, size is missing */
    ck_assert_str_eq(record_pair(&third->params, "rw"), "read");
}
END_TEST

START_TEST(many_pairs)
{
    char name[16];
    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "n%d", i);
        record_set_pair(record, &record->facts, name, name);
    }
    for (int i = 0; i < 1000; i += 2) {
        snprintf(name, sizeof name, "n%d", i);
        record_unset_pair(&record->facts, name);
    }
    ck_assert_uint_eq(record->facts.nr, 500);
    for (size_t i = 0; i < 500; i++) {
        snprintf(name, sizeof name, "n%zu", 2 * i + 1);
        ck_assert_str_eq(record->facts.at[i].name, name);
        ck_assert_str_eq(record->facts.at[i].value, name);
    }
}
END_TEST

START_TEST(metrics)
{
    double value = -1;
    ck_assert(!record_metric(record, "iops", &value));
    ck_assert_double_eq(value, -1);
    record_set_metric(record, "iops", 243, 1);
    record_set_metric(record, "wall_s", 0, 0);
    record_set_metric(record, "iops", 250, 0);
    ck_assert_uint_eq(record->metrics_nr, 2);
    ck_assert(record_metric(record, "iops", &value));
    ck_assert_double_eq(value, 250);
    ck_assert(record_metric(record, "iops", NULL));
    ck_assert_double_eq(record_metric_at(record, 0).precision, 0); /* with the old value */
    record_unset_metric(record, "none");
    record_unset_metric(record, "iops");
    ck_assert(!record_metric(record, "iops", NULL));
    ck_assert_uint_eq(record->metrics_nr, 1);
    ck_assert(record_metric(record, "wall_s", &value));
    ck_assert_double_eq(value, 0);
}
END_TEST

START_TEST(only_finite_metrics)
{
    record_set_metric(record, "iops", 7, 1);
    record_set_metric(record, "iops", NAN, 1);
    record_set_metric(record, "iops", INFINITY, 1);
    record_set_metric(record, "wall_s", -INFINITY, 0);
    record_set_bound(record, "iops", RECORD_GREATER, NAN);
    record_set_bound(record, "iops", RECORD_LESS, INFINITY);
    double value;
    ck_assert(record_metric(record, "iops", &value));
    ck_assert_double_eq(value, 7);
    ck_assert_uint_eq(record->metrics_nr, 1);
    ck_assert_uint_eq(record->bounds_nr, 0);
}
END_TEST

START_TEST(precision_is_kept_where_it_is_coarse)
{
    static const struct {
        double value, given, kept;
    } rows[] = {
        {243, 1, 1},      {1000, 1, 0},     {999, 1, 1},       {-243, 1, 1},  {-1000, 1, 0},
        {0, 1, 1},        {0, 0, 0},        {5, -1, 0},        {5, NAN, 0},   {5, INFINITY, 0},
        {1e300, 1e296, 0}, {1e-300, 1e-301, 1e-301},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        record_set_metric(record, "iops", rows[i].value, rows[i].given);
        ck_assert_double_eq(record_metric_at(record, 0).precision, rows[i].kept);
        ck_assert_double_eq(record_precision(record, "iops"), rows[i].kept);
    }
    ck_assert_double_eq(record_precision(record, "ios"), 0);
}
END_TEST

START_TEST(a_bound_is_never_a_value_too)
{
    record_set_metric(record, "iops", 1, 0);
    record_set_metric(record, "ops_per_s", 2, 0);
    record_set_bound(record, "ops_per_s", RECORD_GREATER, 100);
    ck_assert(!record_metric(record, "ops_per_s", NULL));
    ck_assert(record_metric(record, "iops", NULL));
    record_set_bound(record, "ops_per_s", RECORD_LESS, 50);
    record_set_bound(record, "iops", RECORD_LESS, 9);
    ck_assert_uint_eq(record->bounds_nr, 2);
    ck_assert_uint_eq(record->metrics_nr, 0);
    ck_assert_int_eq(record_bound(record, "ops_per_s")->side, RECORD_LESS);
    ck_assert_double_eq(record_bound(record, "ops_per_s")->value, 50);
    record_set_metric(record, "ops_per_s", 60, 0);
    ck_assert_ptr_null(record_bound(record, "ops_per_s"));
    ck_assert_double_eq(record_bound(record, "iops")->value, 9);
    ck_assert_ptr_null(record_bound(record, "none"));
}
END_TEST

START_TEST(warnings)
{
    ck_assert(!record_has_warning(record, "partial"));
    record_unwarn(record, "partial");
    record_warn(record, "partial", 7);
    record_warn(record, "rounded", 0);
    record_warn(record, "partial", 9);
    ck_assert_uint_eq(record->warnings_nr, 2);
    ck_assert_uint_eq(record->warnings[0].line, 7);
    ck_assert(record_has_warning(record, "rounded"));
    record_unwarn(record, "partial");
    ck_assert(!record_has_warning(record, "partial"));
    ck_assert_str_eq(record->warnings[0].code, "rounded");
}
END_TEST

START_TEST(labels_and_columns)
{
    record_set_label(record, "cache", "none", "heading", 3, "Cache: none");
    record_set_label(record, "bus", "scsi", "command", 4, NULL);
    record_set_label(record, "cache", "writeback", "path", 0, "wb.txt");
    ck_assert_uint_eq(record->source.labels_nr, 2);
    ck_assert_str_eq(record_pair(&record->config, "cache"), "writeback");
    ck_assert_str_eq(record->source.labels[0].rule, "path");
    ck_assert_str_eq(record->source.labels[0].text, "wb.txt");
    ck_assert_ptr_null(record->source.labels[1].text);
    record_set_column(record, "iops", 3, 4);
    record_set_column(record, "wall_s", 9, 2);
    record_set_column(record, "iops", 5, 6); /* one place for a metric */
    ck_assert_uint_eq(record->source.cols_nr, 2);
    ck_assert_uint_eq(record->source.cols[0].first, 5);
    ck_assert_uint_eq(record->source.cols[0].length, 6);
}
END_TEST

START_TEST(hashes)
{
    static const char *const texts[] = {"", "a", "b", "ab", "ba", "a ", "\xff"};
    enum { NR = sizeof texts / sizeof *texts };
    const char *found[NR];
    for (size_t i = 0; i < NR; i++) {
        found[i] = record_hash(arena, texts[i], strlen(texts[i]));
        ck_assert_uint_eq(strlen(found[i]), 16);
        ck_assert_uint_eq(strspn(found[i], "0123456789abcdef"), 16);
        ck_assert_str_eq(record_hash(arena, texts[i], strlen(texts[i])), found[i]);
        for (size_t j = 0; j < i; j++)
            ck_assert_str_ne(found[i], found[j]);
    }
    ck_assert_str_ne(record_hash(arena, "a\0b", 3), record_hash(arena, "a\0c", 3));
}
END_TEST

/* Fills one record of each kind of difference; row 0 is the plain one. */
static struct record *variant(int row)
{
    struct record *made = record_new(arena, row == 1 ? RECORD_HOST : RECORD_RESULT);
    struct record_source *source = &made->source;
    static struct record_claim claims[] = {{.text = "one"}, {.text = "two"}};
    source->path = row == 2 ? "b" : "a";
    source->message_id = row == 3 ? "<1@example.org>" : row == 4 ? "<2@example.org>" : NULL;
    source->part = row == 5 ? "2" : NULL;
    source->line = row == 6 ? 12 : 1;
    source->cell = row == 6 ? NULL : row == 7 ? "2" : row == 8 ? "3" : NULL;
    source->fingerprint = row == 9 ? "f" : NULL;
    source->has_offset = row == 10 || row == 11;
    source->offset = row == 10 ? 100 : row == 11 ? 200 : 0;
    if (row == 12 || row == 13)
        record_set_column(made, "iops", row == 12 ? 4 : 14, 3);
    made->of = row == 14 ? "r" : NULL;
    made->tool = row == 15 ? "dd" : "fio";
    made->invocation = row == 16 ? "1" : row == 17 ? "2" : NULL;
    made->group = row == 18 ? "1" : NULL;
    made->job = row == 19 ? "1" : NULL;
    made->op = row == 20 ? "write" : "read";
    made->run = row == 21 ? 1 : row == 22 ? 11 : 0;
    made->seq = row == 22 ? 1 : row == 21 ? 11 : row == 23 ? 111 : 0;
    made->claim = row == 24 ? &claims[0] : row == 25 ? &claims[1] : NULL;
    record_set_id(made);
    return made;
}

START_TEST(ids_are_stable_and_different)
{
    enum { NR = 26 };
    const char *ids[NR];
    for (int i = 0; i < NR; i++) {
        ids[i] = variant(i)->id;
        ck_assert_str_eq(variant(i)->id, ids[i]);
        ck_assert_uint_eq(strspn(ids[i], "0123456789abcdef"), 16);
        ck_assert_uint_eq(strlen(ids[i]), 16);
        for (int j = 0; j < i; j++)
            ck_assert_msg(strcmp(ids[i], ids[j]) != 0, "%d and %d", j, i);
    }
}
END_TEST

START_TEST(ids_of_a_message_do_not_depend_on_the_archive)
{
    const char *ids[2];
    for (int i = 0; i < 2; i++) {
        struct record *made = record_new(arena, RECORD_RESULT);
        made->source.message_id = "<1@example.org>";
        made->source.path = i ? "b.mbox" : "a.eml";
        made->source.has_offset = true;
        made->source.offset = i ? 5000 : 10;
        record_set_metric(made, "iops", i, 0); /* nor on what was made of the text */
        record_warn(made, "partial", 3);
        record_set_id(made);
        ids[i] = made->id;
    }
    ck_assert_str_eq(ids[0], ids[1]);
}
END_TEST

START_TEST(words)
{
    ck_assert_str_eq(record_kind_name(RECORD_RESULT), "result");
    ck_assert_str_eq(record_kind_name(RECORD_CLAIM), "claim");
    ck_assert_str_eq(record_kind_name(RECORD_HOST), "host");
    ck_assert_str_eq(record_kind_name(RECORD_SERIES), "series");
    ck_assert_str_eq(record_kind_name(RECORD_CAMPAIGN), "campaign");
    ck_assert_str_eq(record_kind_name(RECORD_RUN), "run");
    ck_assert_str_eq(record_scope_name(RECORD_SCOPE_JOB), "job");
    ck_assert_str_eq(record_scope_name(RECORD_SCOPE_GROUP), "group");
    ck_assert_str_eq(record_scope_name(RECORD_SCOPE_ALL_CLIENTS), "all-clients");
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("record");
    TCase *cases = tcase_create("record");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, new_records_are_empty);
    tcase_add_test(cases, pairs_are_set_and_unset);
    tcase_add_test(cases, params_of_two_records);
    tcase_add_test(cases, many_pairs);
    tcase_add_test(cases, metrics);
    tcase_add_test(cases, only_finite_metrics);
    tcase_add_test(cases, precision_is_kept_where_it_is_coarse);
    tcase_add_test(cases, a_bound_is_never_a_value_too);
    tcase_add_test(cases, warnings);
    tcase_add_test(cases, labels_and_columns);
    tcase_add_test(cases, hashes);
    tcase_add_test(cases, ids_are_stable_and_different);
    tcase_add_test(cases, ids_of_a_message_do_not_depend_on_the_archive);
    tcase_add_test(cases, words);
    suite_add_tcase(suite, cases);
    return suite;
}

T_MAIN(make_suite)
