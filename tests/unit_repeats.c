#include <stdio.h>
#include <string.h>

#include "parse/repeats.h"
#include "tests/t_main.h"

static struct arena *arena;
static struct repeats *repeats;
static unsigned long ids;

static void set_up(void)
{
    arena = arena_new();
    repeats = repeats_new();
    ids = 0;
}

static void tear_down(void)
{
    repeats_free(repeats);
    arena_free(arena);
}

static const char line[] = "1073741824 bytes (1.1 GB) copied, 5.1 s, 211 MB/s";

/* A result of dd in a mail, at that depth, with that line and level of a factor. */
static struct record *result(unsigned quote, const char *text, const char *level)
{
    struct record *record = record_new(arena, RECORD_RESULT);
    record->tool = "dd";
    record->op = "read";
    record->source.message_id = "<any@example.org>";
    record->source.quote = quote;
    record->source.text = text;
    record->source.fingerprint = record_hash(arena, text, strlen(text));
    record->id = arena_printf(arena, "%016lx", ++ids);
    if (level)
        record_set_pair(record, &record->config, "disk", level);
    record_set_metric(record, "io_bytes", 1073741824, 0);
    record_set_metric(record, "runtime_s", 5.1, 0);
    return record;
}

/* Meets it in the message; returns the id of the result that it repeats, or NULL. */
static const char *meet(struct record *record)
{
    bool is_quoted = repeats_meet(repeats, record);
    ck_assert(is_quoted == record->quoted);
    ck_assert(!record->source.first || is_quoted);
    return record->source.first;
}

#define ck_first(record, wanted) ck_assert_pstr_eq(meet(record), wanted)
#define FIRST "0000000000000001"

START_TEST(answers_of_a_thread)
{
    ck_first(result(0, line, "sdb"), NULL);
    repeats_next_message(repeats);
    ck_first(result(1, line, "sdb"), FIRST);
    repeats_next_message(repeats);
    /* the heading was cut away, and blanks came in between */
    ck_first(result(2, "1073741824 bytes  (1.1 GB) copied, 5.1 s, 211 MB/s", NULL), FIRST);
    ck_first(result(1, line, "SDB"), FIRST);
    /* of a second message that the archive has twice */
    repeats_next_message(repeats);
    ck_first(result(0, line, "sdb"), FIRST);
}
END_TEST

START_TEST(runs_of_one_text_stay)
{
    for (unsigned quote = 0; quote < 2; quote++) {
        repeats_next_message(repeats);
        for (int i = 0; i < 3; i++) {
            struct record *record = result(quote, line, quote ? "sdc" : "sdb");
            record->run = (unsigned)i + 1;
            ck_first(record, NULL);
        }
    }
}
END_TEST

START_TEST(other_labels_stay)
{
    ck_first(result(0, line, "sdb"), NULL);
    repeats_next_message(repeats);
    ck_first(result(0, line, "sdc"), NULL);
    ck_first(result(1, line, "sdd"), NULL);
    struct record *record = result(1, line, NULL);
    record->op = "write";
    ck_first(record, NULL);
    record = result(1, line, "sdb");
    record_set_pair(record, &record->params, "bs", "64k");
    ck_first(record, FIRST);
}
END_TEST

START_TEST(jobs_and_settings_are_labels)
{
    static const char *const levels[] = {"a", "b"};
    for (size_t i = 0; i < 2; i++) {
        struct record *record = result(0, line, NULL);
        record->job = levels[i];
        ck_first(record, NULL);
    }
    repeats_next_message(repeats);
    struct record *record = result(1, line, NULL);
    record->job = "b";
    ck_first(record, "0000000000000002");
    record = result(0, line, "x");
    record_set_pair(record, &record->params, "bs", "4k");
    ck_first(record, NULL);
    repeats_next_message(repeats);
    record = result(1, line, "x");
    record_set_pair(record, &record->params, "bs", "8k");
    record->job = "c";
    ck_first(record, NULL);
}
END_TEST

START_TEST(own_text_needs_the_whole_block)
{
    ck_first(result(1, "dom0: 12 MB/s", NULL), NULL);
    /* two sentences with one figure */
    struct record *record = result(0, "the same here, 12 MB/s", NULL);
    ck_first(record, NULL);
    record = result(0, "dom0: 12 MB/s", NULL);
    ck_first(record, FIRST);
    repeats_next_message(repeats);
    /* a line equal, the block not */
    record = result(0, "dom0: 12 MB/s", NULL);
    record->source.fingerprint = "00000000000000aa";
    ck_first(record, NULL);
}
END_TEST

/* A cover letter that is sent once more, and logs that are no mails. */
START_TEST(mails_that_are_sent_again)
{
    ck_first(result(0, line, "sdb"), NULL);
    repeats_next_message(repeats);
    ck_first(result(0, line, NULL), NULL);
    ck_first(result(0, line, "sdb"), FIRST);
    for (int i = 0; i < 2; i++) {
        repeats_next_message(repeats);
        struct record *record = result(0, "2 bytes copied, 5.1 s, 211 MB/s", "sdb");
        record->source.message_id = NULL;
        ck_first(record, NULL);
    }
}
END_TEST

/* What a sentence says is said in other words in the next mail. */
START_TEST(sentences_are_no_labels_in_a_thread)
{
    static const struct {
        const char *subject, *text;
        bool is_repeat;
    } rows[] = {
        {"[PATCH 0/2] queue: batches", "Three reads of the disk on each kernel", false},
        {"Re: [PATCH v2 0/2] queue:  batches", "Once more what I read from my disk", true},
        {"[PATCH v2] queue: batches", "on a mirror", false},
        {"[PATCH v2] Queue: batches", "On a mirror", true},
        {"another matter", "Once more what I read from the disk", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct record *record = result(0, line, NULL);
        repeats_next_message(repeats);
        record->source.subject = rows[i].subject;
        record_set_label(record, "configuration", rows[i].text, "heading-colon", 3, rows[i].text);
        ck_assert_msg((meet(record) != NULL) == rows[i].is_repeat, "%s", rows[i].text);
    }
}
END_TEST

START_TEST(figures_alone)
{
    ck_first(result(0, "  \"runtime\" : 60000,", NULL), NULL);
    repeats_next_message(repeats);
    struct record *record = result(1, "  \"runtime\" : 60000,", NULL);
    record_set_metric(record, "runtime_s", 6, 0);
    record->source.fingerprint = NULL;
    ck_first(record, NULL);
    record = result(1, "printed in another way", NULL);
    ck_first(record, FIRST);
    record = result(1, "one figure is no evidence", NULL);
    record->source.fingerprint = NULL;
    record_unset_metric(record, "runtime_s");
    ck_first(record, NULL);
    record_unset_metric(record, "io_bytes");
}
END_TEST

START_TEST(lone_lines)
{
    ck_first(result(0, line, "sdb"), NULL);
    struct record *record = result(0, line, "sdb");
    record->quoted = true;
    ck_first(record, FIRST);
    record = result(0, "another line", NULL);
    record_unset_metric(record, "io_bytes");
    record->quoted = true;
    ck_first(record, NULL);
    ck_assert(record->quoted);
}
END_TEST

/* Each is found again among very many, also where very many are alike. */
START_TEST(many)
{
    enum { NR = 20000 };
    for (int i = 0; i < NR; i++) {
        struct record *record = result(0, arena_printf(arena, "%d s", i), NULL);
        record_set_metric(record, "runtime_s", i, 0);
        ck_assert_ptr_null(meet(record));
    }
    for (int i = 0; i < NR; i++)
        ck_assert_ptr_null(meet(result(0, line, NULL)));
    repeats_next_message(repeats);
    for (int i = 0; i < NR; i += 7) {
        struct record *record = result(1, arena_printf(arena, "%d s", i), NULL);
        record_set_metric(record, "runtime_s", i + 0.5, 0);
        ck_assert_pstr_eq(meet(record), arena_printf(arena, "%016x", i + 1));
    }
    ck_assert_ptr_nonnull(meet(result(1, line, NULL)));
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("repeats");
    TCase *tests = tcase_create("repeats");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, answers_of_a_thread);
    tcase_add_test(tests, runs_of_one_text_stay);
    tcase_add_test(tests, other_labels_stay);
    tcase_add_test(tests, jobs_and_settings_are_labels);
    tcase_add_test(tests, own_text_needs_the_whole_block);
    tcase_add_test(tests, mails_that_are_sent_again);
    tcase_add_test(tests, sentences_are_no_labels_in_a_thread);
    tcase_add_test(tests, figures_alone);
    tcase_add_test(tests, lone_lines);
    tcase_add_test(tests, many);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
