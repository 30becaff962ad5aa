/* Which results are compared with which: factors, files, levels, metrics. */
#include "report/compare.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/t_main.h"
#include "tests/t_records.h"

START_TEST(test_hidden_factor_splits)
{
    for (size_t i = 0; i < 4; i++) {
        struct record *record =
            add("controller", i % 2 ? "B" : "A", "read", 1, "bw_bytes_per_s", 100 + (double)i);
        record_set_pair(record, &record->params, "bs", i < 2 ? "4k" : "64k");
    }
    const struct compare_section *section = &compare()->sections[0];
    ck_assert_uint_eq(section->rows_nr, 2);
    ck_assert_str_eq(section->rows[0].where.at[0].name, "bs");
    ck_assert_str_eq(section->rows[1].where.at[0].value, "64k");
    ck_assert(has_note(section->notes, section->notes_nr, "split"));
    /* 65536 is 64k: nothing new to split by. */
    record_set_pair(records[3], &records[3]->params, "bs", "65536");
    ck_assert_uint_eq(compare()->sections[0].rows_nr, 2);
}
END_TEST

/* A setting that changes with the factor may not be merged over; it is named, and
 * both can be compared as one. */
START_TEST(test_hidden_factor_blocks)
{
    add("controller", "A", "read", 1, "bw_bytes_per_s", 100)->tool_version = "2.0";
    add("controller", "B", "read", 1, "bw_bytes_per_s", 120)->tool_version = "3.1";
    compare_by("controller");
    struct comparison *c = compare();
    ck_assert_uint_eq(c->sections_nr, 0);
    ck_assert(has_note(c->notes, c->notes_nr, "nothing-pairs"));
    ck_assert_ptr_nonnull(strstr(c->notes[0].text, "--by controller,tool_version"));
    ck_assert_ptr_nonnull(c->values);
    ck_assert_uint_eq(c->values->rows_nr, 2);
    compare_by("controller,tool_version");
    c = compare();
    ck_assert_uint_eq(c->sections_nr, 1);
    ck_assert_str_eq(c->sections[0].levels[1].name, "B, 3.1");
    ck_assert_double_eq_tol(c->sections[0].rows[0].changes[0].delta_pct, 20, 1e-9);
}
END_TEST

START_TEST(test_by_file)
{
    add(NULL, NULL, "read", 0, "bw_bytes_per_s", 100)->source.path = "zz-first.txt";
    add(NULL, NULL, "read", 0, "bw_bytes_per_s", 150)->source.path = "before.txt";
    struct comparison *c = compare();
    ck_assert_uint_eq(c->sections_nr, 1);
    ck_assert_str_eq(c->sections[0].factor, COMPARE_BY_FILE);
    ck_assert_str_eq(c->sections[0].levels[c->sections[0].baseline].name, "zz-first.txt");
    ck_assert_double_eq_tol(c->sections[0].rows[0].changes[0].delta_pct, 50, 1e-9);
    /* A label that goes with the file does not hinder the file. */
    record_set_pair(records[0], &records[0]->config, "patch", "without");
    record_set_pair(records[1], &records[1]->config, "patch", "with");
    compare_by("file");
    c = compare();
    ck_assert_uint_eq(c->sections_nr, 1);
    ck_assert(has_note(c->sections[0].notes, c->sections[0].notes_nr, "goes-with-file"));
    compare_by(NULL);
    c = compare();
    ck_assert_uint_eq(c->sections_nr, 1);
    ck_assert_str_eq(c->sections[0].factor, "patch");
}
END_TEST

/* Files that each hold the whole comparison are compared within themselves, and
 * with each other first. */
START_TEST(test_files_with_factors)
{
    for (size_t i = 0; i < 4; i++)
        add("controller", i % 2 ? "B" : "A", "read", 0, "bw_bytes_per_s", 100 + (double)i)
            ->source.path = i < 2 ? "one.txt" : "two.txt";
    struct comparison *c = compare();
    ck_assert_uint_eq(c->sections_nr, 2);
    ck_assert_str_eq(c->sections[0].factor, COMPARE_BY_FILE);
    ck_assert_str_eq(c->sections[1].factor, "controller");
    ck_assert_uint_eq(c->sections[1].rows_nr, 2);
    ck_assert_str_eq(c->sections[1].rows[0].where.at[0].name, COMPARE_BY_FILE);
    /* Files of one level each are runs of it. */
    for (size_t i = 0; i < 4; i++)
        records[i]->source.path = i == 0 ? "a1" : i == 1 ? "b1" : i == 2 ? "a2" : "b2";
    c = compare();
    ck_assert_uint_eq(c->sections_nr, 1);
    ck_assert_uint_eq(c->sections[0].rows[0].cells[0].nr, 2);
}
END_TEST

START_TEST(test_grid)
{
    static const char *const caches[] = {"none", "wt", "wb"};
    for (size_t i = 0; i < 6; i++) {
        struct record *record =
            add("cache", caches[i / 2], "read", 0, "bw_bytes_per_s", 10 + (double)i);
        record_set_pair(record, &record->config, "controller", i % 2 ? "virtio" : "LSI");
    }
    struct comparison *c = compare();
    ck_assert_uint_eq(c->sections_nr, 2);
    ck_assert_str_eq(c->sections[0].factor, "controller");
    ck_assert_uint_eq(c->sections[0].rows_nr, 3);
    ck_assert_str_eq(c->sections[0].rows[2].where.at[0].value, "wb");
    ck_assert_str_eq(c->sections[1].factor, "cache");
    ck_assert_uint_eq(c->sections[1].pairs_nr, 3);
    ck_assert_str_ne(c->sections[0].rows[0].id, c->sections[0].rows[1].id);
    options.pair = "wt,wb";
    c = compare();
    ck_assert_uint_eq(c->sections_nr, 1);
    ck_assert_uint_eq(c->sections[0].pairs_nr, 1);
    ck_assert_double_eq_tol(c->sections[0].rows[0].changes[0].delta_pct, 100 * (14.0 / 12 - 1),
                            1e-9);
    options.pair = NULL;
    compare_by("cache");
    ck_assert_uint_eq(compare()->sections_nr, 1);
}
END_TEST

/* Factors of which each level goes with one of the other are one factor. */
START_TEST(test_factors_together)
{
    for (size_t i = 0; i < 2; i++) {
        struct record *record =
            add("controller", i ? "virtio" : "LSI", "read", 0, "bw_bytes_per_s", 10);
        record_set_pair(record, &record->config, "driver", i ? "virtio_scsi" : "sym53c8xx");
    }
    struct comparison *c = compare();
    ck_assert_uint_eq(c->sections_nr, 1);
    ck_assert_str_eq(c->sections[0].factor, "controller, driver");
    ck_assert_str_eq(c->sections[0].levels[0].name, "LSI, sym53c8xx");
    compare_by("driver");
    ck_assert_str_eq(compare()->sections[0].factor, "controller, driver");
}
END_TEST

START_TEST(test_baseline)
{
    static const struct {
        const char *first, *second;
        size_t baseline;
    } cases[] = {{"patched", "unpatched", 1}, {"after", "Before", 1}, {"new", "old kernel", 1},
                 {"golden", "bold", 0},       {"A", "B", 0},          {"with", "without", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        records_nr = 0;
        add("patch", cases[i].first, "read", 0, "bw_bytes_per_s", 10);
        add("patch", cases[i].second, "read", 0, "bw_bytes_per_s", 20);
        ck_assert_msg(compare()->sections[0].baseline == cases[i].baseline, "case %zu", i);
    }
    options.baseline = "with";
    ck_assert_uint_eq(compare()->sections[0].baseline, 0);
}
END_TEST

/* A level is named exactly, else by its letter, else by a part that it alone has. */
START_TEST(test_naming_levels)
{
    static const struct {
        const char *pair, *base, *level; /* base NULL: refused */
    } cases[] = {
        {"16K,65536", "16k", "64k"}, /* as sizes */
        {"A,ab", "A", "ab"},         /* the name goes before the letter */
        {"ab,a", "ab", "A"},         {"B,C", "A", "Before"},   {"fore,fter", "Before", "After"},
        {"E,F", "16k", "64k"},       {"fo,After", NULL, NULL}, {"efo,fter", "Before", "After"},
        {"A,A", NULL, NULL},         {"A,G", NULL, NULL},      {"A,", NULL, NULL},
        {"xyz,A", NULL, NULL},
    };
    static const char *const levels[] = {"ab", "A", "Before", "After", "16k", "64k"};
    for (size_t i = 0; i < 6; i++)
        add("thing", levels[i], "read", 0, "bw_bytes_per_s", 10 + (double)i);
    options.baseline = "ab";
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        options.pair = cases[i].pair;
        struct comparison *c = compare_records((const struct record *const *)records, records_nr,
                                               &options, arena, &diag);
        ck_assert_msg(!c == !cases[i].base, "%s", cases[i].pair);
        if (!c) {
            ck_assert_ptr_nonnull(strstr(diag.mend, "'Before'"));
            continue;
        }
        const struct compare_section *section = &c->sections[0];
        ck_assert_str_eq(section->levels[section->pairs[0].base].name, cases[i].base);
        ck_assert_str_eq(section->levels[section->pairs[0].level].name, cases[i].level);
    }
    /* A part that two levels have names neither. */
    options.pair = NULL;
    options.baseline = "Before";
    record_set_pair(records[0], &records[0]->config, "thing", "Before all");
    ck_assert_str_eq(compare()->sections[0].levels[compare()->sections[0].baseline].name, "Before");
    options.baseline = "efor";
    ck_assert_ptr_null(
        compare_records((const struct record *const *)records, records_nr, &options, arena, &diag));
}
END_TEST

START_TEST(test_wrong_options)
{
    static const char *const unknown[] = {"no_such"};
    add("controller", "A", "read", 0, "bw_bytes_per_s", 10);
    add("controller", "B", "read", 0, "bw_bytes_per_s", 20);
    const struct record *const *all = (const struct record *const *)records;
    for (int i = 0; i < 5; i++) {
        options = (struct compare_options){.noise_pct = 2, .confidence_pct = 95};
        compare_by(i == 0 ? "colour" : NULL);
        options.baseline = i == 1 ? "C" : NULL;
        options.pair = i == 2 ? "A,C" : NULL; /* neither a level nor a letter */
        options.metrics = options.ops = unknown;
        options.metrics_nr = i == 3;
        options.ops_nr = i == 4;
        ck_assert_ptr_null(compare_records(all, records_nr, &options, arena, &diag));
        ck_assert_uint_gt(strlen(diag.text), 0);
        ck_assert_uint_gt(strlen(diag.mend), 0);
    }
}
END_TEST

START_TEST(test_left_out)
{
    add("controller", "A", "read", 0, "bw_bytes_per_s", 100);
    add("controller", "B", "read", 0, "bw_bytes_per_s", 110);
    add("controller", "B", "read", 0, "bw_bytes_per_s", 500)->quoted = true;
    record_warn(add("controller", "B", "read", 0, "bw_bytes_per_s", 900), "aggregate", 0);
    for (size_t i = 0; i < 2; i++) {
        struct record *record = add("controller", "B", "write", 0, "bw_bytes_per_s", 5);
        record->source.message_id = "<m@example.org>";
        record->source.fingerprint = "same";
        record->source.line = 7;
        record->source.path = i ? "copy.mbox" : "list.mbox";
    }
    record_new(arena, RECORD_CLAIM);
    records[records_nr++] = record_new(arena, RECORD_CLAIM);
    struct comparison *c = compare();
    ck_assert_uint_eq(c->results_nr, 6);
    ck_assert_uint_eq(c->used_nr, 3);
    ck_assert_uint_eq(c->quoted_nr, 1);
    ck_assert_uint_eq(c->aggregate_nr, 1);
    ck_assert_uint_eq(c->repeated_nr, 1);
    ck_assert_uint_eq(c->claims_nr, 1);
    ck_assert_double_eq_tol(find_row(&c->sections[0], "read")->changes[0].delta_pct, 10, 1e-9);
    ck_assert_uint_eq(c->sections[0].rows_nr, 1);
    ck_assert(has_note(c->sections[0].notes, c->sections[0].notes_nr, "unpaired"));
}
END_TEST

/* A record that is given twice counts once, whatever it is: a sum of jobs and its n
 * stay as they are. */
START_TEST(test_given_twice)
{
    static const char *const ids[] = {"a0", "a1", "b0", "b1", "bound"};
    for (size_t i = 0; i < 5; i++) {
        struct record *record =
            i < 4 ? in_group(add("controller", i < 2 ? "A" : "B", "read", 0, "bw_bytes_per_s", 100),
                             i < 2 ? "1" : "2", i % 2 ? "j1" : "j0")
                  : add("controller", "A", "seeks", 0, "ops_per_s", 1);
        record->id = ids[i];
        if (i == 4)
            record_set_bound(record, "ops_per_s", RECORD_GREATER, 16384);
    }
    add("controller", "B", "seeks", 0, "ops_per_s", 100)->id = "seeks";
    records[records_nr++] = record_new(arena, RECORD_HOST);
    records[records_nr - 1]->id = "host";
    size_t once = records_nr;
    for (size_t i = 0; i < once; i++)
        records[records_nr++] = records[i];
    struct comparison *c = compare();
    ck_assert_uint_eq(c->results_nr, 12);
    ck_assert_uint_eq(c->used_nr, 6);
    ck_assert_uint_eq(c->repeated_nr, 6);
    ck_assert_uint_eq(c->hosts_nr, 1);
    ck_assert(has_note(c->notes, c->notes_nr, "repeated"));
    ck_assert(has_note(c->notes, c->notes_nr, "repeated-others"));
    const struct compare_row *row = find_row(&c->sections[0], "read");
    ck_assert_double_eq_tol(row->cells[0].mean, 200, 1e-9);
    ck_assert_uint_eq(row->cells[0].nr, 1);
    ck_assert_uint_eq(find_row(&c->sections[0], "seeks")->cells[0].nr, 1);
}
END_TEST

/* An id alone, which another program may have made, does not make two records one. */
START_TEST(test_not_given_twice)
{
    for (size_t i = 0; i < 4; i++) {
        struct record *record =
            add("controller", i < 2 ? "A" : "B", "read", 0, "bw_bytes_per_s", i == 3 ? 7 : 5);
        record->id = i < 2 ? (i ? "2" : "1") : "3";
        record->source.path = i % 2 ? "one.txt" : "two.txt";
    }
    struct comparison *c = compare();
    ck_assert_uint_eq(c->used_nr, 4);
    ck_assert_uint_eq(c->repeated_nr, 0);
}
END_TEST

/* Adds a result of that block. */
static struct record *add_block(const char *level, const char *path, const char *message_id)
{
    struct record *record = add("controller", level, "read", 0, "bw_bytes_per_s", 5);
    record->tool = "dd";
    record->source.fingerprint = "block";
    record->source.path = path;
    record->source.message_id = message_id;
    record->source.line = (unsigned)records_nr;
    return record;
}

/* A copy of a file, and a quotation of a mail that was parsed by itself. */
START_TEST(test_blocks_in_other_files)
{
    add_block("A", "one.txt", NULL);
    add_block("A", "one.txt", NULL); /* equal runs of one file are two */
    add_block("B", "one.txt", NULL);
    add_block("A", "two.txt", NULL);
    add_block("A", "two.txt", NULL);
    add_block("A", "list.mbox", "<1@example.org>")->source.quote = 1;
    struct record *other = add_block("A", "four.txt", NULL);
    record_set_pair(other, &other->params, "bs", "64k");
    record_set_pair(records[0], &records[0]->params, "bs", "4k");
    struct comparison *c = compare();
    ck_assert_uint_eq(c->used_nr, 4);
    ck_assert_uint_eq(c->repeated_nr, 3);
    ck_assert(has_note(c->notes, c->notes_nr, "repeated"));
}
END_TEST

/* "12 MB/s" in two files may be two results; in an answer it is none of its own. */
START_TEST(test_tables_in_other_files)
{
    for (size_t i = 0; i < 2; i++) {
        records_nr = 0;
        add_block("B", "one.txt", NULL)->tool = "table";
        add_block("A", "one.txt", "<1@example.org>")->tool = "table";
        struct record *record = add_block("A", "one.txt", "<2@example.org>");
        record->tool = "table";
        record->source.quote = (unsigned)i;
        ck_assert_uint_eq(compare()->repeated_nr, i);
    }
}
END_TEST

/* A message that stands twice in one archive; two figures of one line do not
 * make the line two. */
START_TEST(test_message_twice_in_a_file)
{
    for (size_t i = 0; i < 4; i++) {
        struct record *record =
            add("controller", i % 2 ? "B" : "A", "read", 0, "bw_bytes_per_s", 5);
        record->source.message_id = "<m@example.org>";
        record->source.fingerprint = "same";
        record->source.line = 7;
        record->source.has_offset = true;
        record->source.offset = i < 2 ? 100 : 900;
    }
    struct comparison *c = compare();
    ck_assert_uint_eq(c->used_nr, 2);
    ck_assert_uint_eq(c->repeated_nr, 2);
    ck_assert_uint_eq(c->sections[0].rows_nr, 1);
}
END_TEST

START_TEST(test_choice_of_metric)
{
    static const char *const ops[] = {"put_block", "putc"};
    for (size_t i = 0; i < 4; i++) {
        struct record *record =
            add("controller", i % 2 ? "B" : "A", ops[i / 2], 0, "bw_bytes_per_s", 10 + (double)i);
        record_set_metric(record, "iops", 5, 0);
        record_set_metric(record, "cpu_pct", 50, 0);
    }
    const struct compare_section *section = &compare()->sections[0];
    ck_assert_uint_eq(section->rows_nr, 3);
    ck_assert_str_eq(section->rows[0].metric, "bw_bytes_per_s");
    ck_assert(section->rows[0].is_in_mean && !section->rows[1].is_in_mean);
    ck_assert_str_eq(section->rows[2].metric, "cpu_s_per_gib");
    ck_assert_str_eq(section->rows[2].op, "put_block");
    for (size_t i = 0; i < 4; i++)
        record_unset_metric(records[i], "bw_bytes_per_s");
    ck_assert_str_eq(compare()->sections[0].rows[0].metric, "iops");
    for (size_t i = 0; i < 4; i++)
        record_unset_metric(records[i], "iops");
    ck_assert_str_eq(compare()->sections[0].rows[0].metric, "cpu_pct");
}
END_TEST

START_TEST(test_many_levels)
{
    char names[8][8];
    for (size_t i = 0; i < 8; i++) {
        snprintf(names[i], sizeof names[i], "%zu", (size_t)8 << (i * 3 % 8));
        add("iodepth", names[i], "read", 0, "bw_bytes_per_s", 10 + (double)i);
    }
    const struct compare_section *section = &compare()->sections[0];
    ck_assert(section->is_numeric);
    ck_assert_uint_eq(section->pairs_nr, 7);
    for (size_t i = 1; i < 8; i++)
        ck_assert(section->levels[i - 1].number < section->levels[i].number);
    ck_assert_str_eq(section->levels[section->baseline].name, names[0]);
}
END_TEST

START_TEST(test_nothing)
{
    ck_assert_uint_eq(compare()->sections_nr, 0);
    add("controller", "A", "read", 0, "bw_bytes_per_s", 10);
    struct comparison *c = compare();
    ck_assert_uint_eq(c->sections_nr, 0);
    ck_assert(has_note(c->notes, c->notes_nr, "nothing-varies"));
    ck_assert_double_eq_tol(c->values->rows[0].cells[0].mean, 10, 1e-12);
}
END_TEST

/* One device at both levels is a comparison within it; another at one level is no run of it.
 * Devices that go with the level are compared, but are no repetitions of each other. */
START_TEST(test_targets)
{
    static const struct {
        const char *host, *target;
        double value;
    } runs[] = {{"guest", "/dev/a", 100}, {"guest", "/dev/a", 102}, {"host", "/dev/a", 200},
                {"host", "/dev/b", 300}};
    for (size_t i = 0; i < 4; i++) {
        struct record *record =
            add("host", runs[i].host, "read", 0, "bw_bytes_per_s", runs[i].value);
        record_set_pair(record, &record->params, "target", runs[i].target);
    }
    const struct compare_change *change = &compare()->sections[0].rows[0].changes[0];
    ck_assert_uint_eq(change->base->nr, 2);
    ck_assert_uint_eq(change->level->nr, 1);
    ck_assert_double_eq_tol(change->level->mean, 200, 1e-9);
    record_set_pair(records[2], &records[2]->params, "target", "/dev/c");
    change = &compare()->sections[0].rows[0].changes[0];
    ck_assert_uint_eq(change->level->nr, 2);
    ck_assert(change->level->is_unsure && !change->base->is_unsure);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("pairing");
    TCase *tcase = tcase_create("pairing");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, test_hidden_factor_splits);
    tcase_add_test(tcase, test_hidden_factor_blocks);
    tcase_add_test(tcase, test_by_file);
    tcase_add_test(tcase, test_files_with_factors);
    tcase_add_test(tcase, test_grid);
    tcase_add_test(tcase, test_factors_together);
    tcase_add_test(tcase, test_baseline);
    tcase_add_test(tcase, test_naming_levels);
    tcase_add_test(tcase, test_wrong_options);
    tcase_add_test(tcase, test_left_out);
    tcase_add_test(tcase, test_given_twice);
    tcase_add_test(tcase, test_not_given_twice);
    tcase_add_test(tcase, test_blocks_in_other_files);
    tcase_add_test(tcase, test_tables_in_other_files);
    tcase_add_test(tcase, test_message_twice_in_a_file);
    tcase_add_test(tcase, test_choice_of_metric);
    tcase_add_test(tcase, test_many_levels);
    tcase_add_test(tcase, test_nothing);
    tcase_add_test(tcase, test_targets);
    suite_add_tcase(suite, tcase);
    return suite;
}

T_MAIN(make_suite)
