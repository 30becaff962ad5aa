/* In what results differ that nobody named: settings, groups, too many factors. */
#include "report/attribute.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "report/comparison.h"
#include "tests/t_main.h"
#include "tests/t_records.h"

/* Two groups of one invocation did different work: they are told apart by the names
 * of their jobs, and by their number where the names are the same. */
START_TEST(test_groups_of_an_invocation)
{
    static const char *const jobs[] = {"seqr", "rndr"};
    for (size_t i = 0; i < 4; i++) {
        struct record *record = in_group(
            add(NULL, NULL, "read", 0, "bw_bytes_per_s", 100 + (double)i), "1", jobs[i % 2]);
        record->group = i % 2 ? "1" : "0";
        record->source.path = i < 2 ? "before.txt" : "after.txt";
    }
    const struct compare_section *section = &compare()->sections[0];
    ck_assert_str_eq(section->factor, COMPARE_BY_FILE);
    ck_assert_uint_eq(section->rows_nr, 2);
    ck_assert_str_eq(section->rows[0].where.at[0].name, "job");
    ck_assert_str_eq(section->rows[0].where.at[0].value, "seqr");
    ck_assert_int_eq(section->rows[1].changes[0].verdict, VERDICT_SINGLE);
    for (size_t i = 0; i < 4; i++)
        records[i]->job = "same";
    section = &compare()->sections[0];
    ck_assert_uint_eq(section->rows_nr, 2);
    ck_assert_str_eq(section->rows[1].where.at[0].value, "group 1");
    /* One group of the same jobs by itself belongs to its like. */
    for (size_t i = 0; i < 4; i++)
        records[i]->job = jobs[i % 2];
    records_nr = 3;
    section = &compare()->sections[0];
    ck_assert_uint_eq(section->rows_nr, 1);
    ck_assert_uint_eq(section->rows[0].changes[0].base->nr, 1);
    ck_assert_double_eq_tol(section->rows[0].changes[0].delta_pct, 2, 1e-9);
}
END_TEST

/* What is already told apart, as by a setting or as another run, needs no job. */
START_TEST(test_groups_told_apart)
{
    for (size_t i = 0; i < 4; i++) {
        struct record *record = in_group(
            add(NULL, NULL, "read", 0, "bw_bytes_per_s", 100 + (double)i), "1", i % 2 ? "y" : "x");
        record->group = i % 2 ? "1" : "0";
        record->source.path = i < 2 ? "before.txt" : "after.txt";
        record_set_pair(record, &record->params, "bs", i % 2 ? "4k" : "64k");
    }
    const struct compare_section *section = &compare()->sections[0];
    ck_assert_uint_eq(section->rows_nr, 2);
    ck_assert_uint_eq(section->rows[0].where.nr, 1);
    ck_assert_str_eq(section->rows[0].where.at[0].name, "bs");
    for (size_t i = 0; i < 4; i++) {
        record_unset_pair(&records[i]->params, "bs");
        records[i]->run = (unsigned)i % 2 + 1;
        records[i]->job = "x";
    }
    section = &compare()->sections[0];
    ck_assert_uint_eq(section->rows_nr, 1);
    ck_assert_uint_eq(section->rows[0].cells[0].nr, 2);
}
END_TEST

/* A setting that turns something on tells results apart also where one does not
 * state it; 0 turns nothing on, and who states nothing at all says nothing. */
START_TEST(test_switch_not_given)
{
    static const char *const names[] = {"conv", "oflag", "iflag", "direct", "fsync", "fdatasync"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        records_nr = 0;
        struct record *plain = add("fs", "ext4", "write", 0, "bw_bytes_per_s", 2100);
        struct record *safe = add("fs", "xfs", "write", 0, "bw_bytes_per_s", 205);
        record_set_pair(plain, &plain->params, "bs", "1M");
        record_set_pair(safe, &safe->params, "bs", "1M");
        record_set_pair(safe, &safe->params, names[i], "0");
        ck_assert_uint_eq(compare()->sections_nr, 1);
        record_set_pair(safe, &safe->params, names[i], "1");
        compare_by("fs");
        struct comparison *c = compare();
        ck_assert_uint_eq(c->sections_nr, 0);
        ck_assert_ptr_nonnull(strstr(c->notes[0].text, "(not given, 1)"));
        compare_by(names[i]);
        ck_assert_ptr_nonnull(strstr(compare()->notes[0].text, "fs (ext4, xfs)"));
        compare_by(NULL);
        record_unset_pair(&plain->params, "bs");
        ck_assert_uint_eq(compare()->sections_nr, 1);
    }
}
END_TEST

START_TEST(test_split_says_how)
{
    for (size_t i = 0; i < 4; i++) {
        struct record *record =
            add("fs", i % 2 ? "xfs" : "ext4", "write", 0, "bw_bytes_per_s", 100);
        record_set_pair(record, &record->params, "bs", "1M");
        if (i > 1)
            record_set_pair(record, &record->params, "conv", "fdatasync");
        if (i > 1)
            record_set_pair(record, &record->params, "nrfiles", "8");
        else
            record_set_pair(record, &record->params, "nrfiles", "4");
    }
    const struct compare_section *section = &compare()->sections[0];
    ck_assert_str_eq(section->factor, "fs");
    ck_assert_uint_eq(section->rows_nr, 2);
    ck_assert_str_eq(section->notes[0].code, "split");
    ck_assert_ptr_nonnull(strstr(section->notes[0].text, "conv (not given, fdatasync)"));
    ck_assert_ptr_nonnull(strstr(section->notes[0].text, "nrfiles (4, 8)"));
    ck_assert_ptr_nonnull(strstr(section->notes[0].text, "by one of them: --by conv"));
}
END_TEST

START_TEST(test_one_level)
{
    for (size_t i = 0; i < 3; i++) {
        struct record *record = add("fs", i ? "xfs" : "ext4", "read", 0, "bw_bytes_per_s", 100);
        if (i < 2)
            record_set_pair(record, &record->params, "rw", "randread");
    }
    compare_by("rw");
    struct comparison *c = compare();
    ck_assert_uint_eq(c->sections_nr, 0);
    ck_assert_str_eq(c->notes[0].code, "one-level");
    ck_assert_ptr_nonnull(strstr(c->notes[0].text, "rw has only one level in these results, "
                                                   "randread; 1 measurement does not state it"));
    ck_assert_ptr_nonnull(c->values);
}
END_TEST

START_TEST(test_too_many_factors)
{
    for (size_t i = 0; i < 67; i++) {
        char name[16];
        snprintf(name, sizeof name, "factor%zu", i);
        add(NULL, NULL, "read", 0, "bw_bytes_per_s", 100);
        record_set_pair(records[i], &records[i]->config,
                        record_text(records[i], name, strlen(name)), "x");
    }
    struct comparison *c = compare();
    ck_assert(has_note(c->notes, c->notes_nr, "factors-dropped"));
    ck_assert_ptr_nonnull(strstr(c->notes[0].text, ": 3 of them are left out"));
    ck_assert_uint_gt(c->notes_nr, 1);
    records_nr = 64;
    c = compare();
    ck_assert(!has_note(c->notes, c->notes_nr, "factors-dropped"));
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("attribute");
    TCase *tcase = tcase_create("attribute");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, test_groups_of_an_invocation);
    tcase_add_test(tcase, test_groups_told_apart);
    tcase_add_test(tcase, test_switch_not_given);
    tcase_add_test(tcase, test_split_says_how);
    tcase_add_test(tcase, test_one_level);
    tcase_add_test(tcase, test_too_many_factors);
    suite_add_tcase(suite, tcase);
    return suite;
}

T_MAIN(make_suite)
