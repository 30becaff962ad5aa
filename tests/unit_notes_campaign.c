/* What a report says of the campaign that it is of. */
#include "tests/t_records.h"

#include "tests/t_main.h"

static struct record *campaign;

static struct record *add_other(enum record_kind kind, const char *id)
{
    struct record *record = record_new(arena, kind);
    record->id = id;
    records[records_nr++] = record;
    return record;
}

static void set(struct record *record, const char *name, const char *value)
{
    record_set_pair(record, &record->facts, name, value);
}

static void begin(void)
{
    set_up();
    campaign = add_other(RECORD_CAMPAIGN, "c");
    set(campaign, "runs", "6");
    set(campaign, "cells", "2");
    for (unsigned i = 0; i < 12; i++) {
        struct record *record = add("bs", i % 2 ? "8k" : "4k", "read", i / 2 + 1, "bw_bytes_per_s",
                                    100 + i % 3 + 20 * (i % 2));
        record->round = i / 2 + 1;
        record->seq = i + 1;
    }
}

static void add_end(const char *reason)
{
    struct record *record = add_other(RECORD_CAMPAIGN, "e");
    record->of = "c";
    set(record, "stop.reason", reason);
    set(record, "stop.runs", "12");
}

static void add_host(const char *id, const char *of, const char *scheduler, const char *load)
{
    struct record *record = add_other(RECORD_HOST, id);
    record->of = of;
    set(record, "block.sda.queue.scheduler", scheduler);
    set(record, "load.1min", load);
    set(record, "memory.free_kib", load);
}

/* The note of that code, "" where there is none. */
static const char *note(const char *code)
{
    const struct comparison *c = compare();
    ck_assert_uint_eq(c->used_nr, 12);
    for (size_t i = 0; i < c->notes_nr; i++)
        if (!strcmp(c->notes[i].code, code))
            return c->notes[i].text;
    return "";
}

START_TEST(the_end_is_told)
{
    static const struct {
        const char *reason, *fact, *code, *says;
    } rows[] = {
        {"width", "until_ci_pct", "stopped-on-width", "too narrow"},
        {"runs", "until_ci_pct", "width-not-reached", "farther than the 2 %"},
        {"runs", "steady_state", "not-steady", "was not reached"},
        {"steady", "steady_state", "steady", "last five"},
        {"time", "", "out-of-time", "12 of 12 runs"},
        {"stopped", "", "unfinished", "interrupted"},
        {"failed", "", "unfinished", "failed"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tear_down();
        begin();
        if (*rows[i].fact)
            set(campaign, rows[i].fact, "2");
        add_end(rows[i].reason);
        ck_assert_msg(strstr(note(rows[i].code), rows[i].says) != NULL, "%s", rows[i].code);
    }
}
END_TEST

START_TEST(what_went_as_planned_is_not_told)
{
    add_end("runs");
    static const char *const codes[] = {"stopped-on-width", "width-not-reached", "not-steady",
                                        "steady", "out-of-time", "unfinished", "host-changed"};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        ck_assert_str_eq(note(codes[i]), "");
}
END_TEST

START_TEST(without_an_end_it_was_killed)
{
    ck_assert_ptr_nonnull(strstr(note("unfinished"), "--resume"));
}
END_TEST

START_TEST(changes_of_the_host_are_told)
{
    add_end("runs");
    add_host("h1", "c", "none", "0.1");
    add_host("h2", "c", "none", "9.9");
    ck_assert_str_eq(note("host-changed"), ""); /* load is restless */
    add_host("h3", "c", "bfq", "0.2");
    ck_assert_ptr_nonnull(strstr(note("host-changed"), "block.sda.queue.scheduler none → bfq."));
    ck_assert_ptr_null(strstr(note("host-changed"), "load"));
}
END_TEST

START_TEST(other_hosts_do_not_count)
{
    add_end("runs");
    add_host("h1", "c", "none", "0.1");
    add_host("h2", "other", "bfq", "0.1");
    add_host("h3", NULL, "kyber", "0.1");
    ck_assert_str_eq(note("host-changed"), "");
}
END_TEST

START_TEST(levels_have_the_order_of_the_plan)
{
    set(campaign, "vary.1", "iodepth=1,2");
    set(campaign, "vary.2", "bs=8k,4k\\,,4k");
    add_end("runs");
    const struct compare_section *section = &compare()->sections[0];
    ck_assert_str_eq(section->levels[section->baseline].name, "8k");
    /* Numbers rise; names stand as they were given. */
    ck_assert_str_eq(section->levels[0].name, "4k");
    for (size_t i = 1; i <= 12; i++)
        record_set_pair(records[i], &records[i]->config, "bs", i % 2 ? "z" : "a,b");
    set(campaign, "vary.2", "bs=z,a\\,b");
    section = &compare()->sections[0];
    ck_assert_uint_eq(section->baseline, 0);
    ck_assert_str_eq(section->levels[0].name, "z");
    ck_assert_str_eq(section->levels[1].name, "a,b");
    set(campaign, "vary.2", "bs=a\\,b,z");
    section = &compare()->sections[0];
    ck_assert_str_eq(section->levels[0].name, "a,b");
    ck_assert_uint_eq(section->baseline, 0);
}
END_TEST

/* Two hosts that began together at ten, and ended so many seconds later. */
static void add_ranks(const char *start, const char *end)
{
    static const char *const ranks[] = {"0", "1"};
    for (size_t i = 0; i < 2; i++) {
        struct record *record = in_group(records[1 + i], "both", "job");
        record->start = i ? start : "2026-01-31T10:00:00.000Z";
        record->end = i ? end : "2026-01-31T10:01:40.000Z";
        record_set_pair(record, &record->params, "rank", ranks[i]);
    }
}

START_TEST(hosts_that_measure_together_are_not_told)
{
    add_end("runs");
    add_ranks("2026-01-31T10:00:00.500Z", "2026-01-31T10:01:40.900Z");
    ck_assert_str_eq(note("ranks-apart"), "");
}
END_TEST

START_TEST(hosts_that_are_apart_are_told)
{
    add_end("runs");
    add_ranks("2026-01-31T10:00:10.000Z", "2026-01-31T10:01:50.000Z");
    const char *text = note("ranks-apart");
    ck_assert_ptr_nonnull(strstr(text, "up to 18 %")); /* 20 of 110 s */
    ck_assert_ptr_nonnull(strstr(text, "up to 10 s apart"));
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("notes_campaign");
    TCase *tcase = tcase_create("notes");
    tcase_add_checked_fixture(tcase, begin, tear_down);
    tcase_add_test(tcase, the_end_is_told);
    tcase_add_test(tcase, what_went_as_planned_is_not_told);
    tcase_add_test(tcase, without_an_end_it_was_killed);
    tcase_add_test(tcase, changes_of_the_host_are_told);
    tcase_add_test(tcase, other_hosts_do_not_count);
    tcase_add_test(tcase, levels_have_the_order_of_the_plan);
    tcase_add_test(tcase, hosts_that_measure_together_are_not_told);
    tcase_add_test(tcase, hosts_that_are_apart_are_told);
    suite_add_tcase(suite, tcase);
    return suite;
}

T_MAIN(make_suite)
