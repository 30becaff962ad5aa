/* The comparison model: sums, runs, bounds, mixed workloads, verdicts. */
#include "report/compare_words.h"
#include "report/tone.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/t_main.h"
#include "tests/t_records.h"

static const double base3[] = {227598, 231821, 228310};
static const double level3[] = {200432, 196409, 203097};

START_TEST(test_runs_and_verdict)
{
    add_runs("virtio", "put_block", "bw_bytes_per_s", base3, 3);
    add_runs("virtio-scsi", "put_block", "bw_bytes_per_s", level3, 3);
    struct comparison *c = compare();
    ck_assert_uint_eq(c->sections_nr, 1);
    const struct compare_section *section = &c->sections[0];
    ck_assert_str_eq(section->factor, "controller");
    ck_assert_uint_eq(section->rows_nr, 1);
    const struct compare_change *change = &section->rows[0].changes[0];
    ck_assert_uint_eq(change->base->nr, 3);
    ck_assert_double_eq_tol(change->delta_pct, -12.765347978637, 1e-9);
    ck_assert_double_eq_tol(change->low_pct, -15.720313931414, 1e-9);
    ck_assert_double_eq_tol(change->high_pct, -9.706776706602, 1e-9);
    ck_assert_double_eq_tol(change->p_rank, 0.1, 1e-12);
    ck_assert_int_eq(change->verdict, VERDICT_WORSE);
    ck_assert_str_eq(compare_verdict_word(change->verdict, section->rows[0].known), "slower");
    ck_assert_int_eq(change->run_order, RUN_ORDER_BLOCKED);
    ck_assert(has_note(section->notes, section->notes_nr, "rank-test"));
    ck_assert(has_note(section->notes, section->notes_nr, "blocked"));
    char text[64];
    compare_format_delta(text, sizeof text, change);
    ck_assert_str_eq(text, "\xe2\x88\x92"
                           "12.77 %");
    compare_format_interval(text, sizeof text, change);
    ck_assert_str_eq(text, "[\xe2\x88\x92"
                           "15.72, \xe2\x88\x92"
                           "9.71]");
}
END_TEST

/* Noise wider than the change makes it no practical change, and a metric where
 * less is better turns the word round. */
START_TEST(test_verdict_words)
{
    static const double rise[] = {110, 110.5, 111}, flat[] = {100, 100.4, 100.2};
    add_runs("a", "read", "clat_mean_ns", flat, 3);
    add_runs("b", "read", "clat_mean_ns", rise, 3);
    const struct compare_row *row = &compare()->sections[0].rows[0];
    ck_assert_int_eq(row->changes[0].verdict, VERDICT_WORSE);
    ck_assert_str_eq(compare_verdict_word(VERDICT_WORSE, row->known), "slower");
    options.noise_pct = 20;
    ck_assert_int_eq(compare()->sections[0].rows[0].changes[0].verdict, VERDICT_SAME);
    options.noise_pct = 10.3;
    row = &compare()->sections[0].rows[0];
    ck_assert_int_eq(row->changes[0].verdict, VERDICT_UNDECIDED);
    ck_assert_int_eq(row->changes[0].reason, REASON_WIDE);
    ck_assert_str_eq(compare_verdict_word(VERDICT_WORSE, metric_find("cpu_pct")), "worse");
}
END_TEST

/* Holm over the rows of a section can take a verdict back. */
START_TEST(test_family)
{
    static const double base[] = {100, 101, 102}, level[] = {106, 107.5, 108};
    static const char *const ops[] = {"o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8"};
    add_runs("a", "o1", "bw_bytes_per_s", base, 3);
    add_runs("b", "o1", "bw_bytes_per_s", level, 3);
    const struct compare_change *alone = &compare()->sections[0].rows[0].changes[0];
    ck_assert_int_eq(alone->verdict, VERDICT_BETTER);
    for (size_t i = 1; i < 8; i++) {
        add_runs("a", ops[i], "bw_bytes_per_s", base, 3);
        add_runs("b", ops[i], "bw_bytes_per_s", level, 3);
    }
    const struct compare_section *section = &compare()->sections[0];
    ck_assert_uint_eq(section->family, 8);
    const struct compare_change *among = &section->rows[0].changes[0];
    ck_assert_double_eq_tol(among->p_adjusted, fmin(1, 8 * alone->p), 1e-12);
    ck_assert_int_eq(among->verdict, VERDICT_BETTER + (8 * alone->p >= 0.05) * VERDICT_UNDECIDED);
}
END_TEST

/* Five jobs of one process are one run, summed; the range of its jobs is kept. */
START_TEST(test_jobs_are_summed)
{
    static const char *const jobs[] = {"j0", "j1", "j2"};
    static const double base[] = {100, 200, 300}, level[] = {50, 210, 450};
    for (size_t i = 0; i < 3; i++) {
        in_group(add("controller", "A", "read", 0, "bw_bytes_per_s", base[i]), "1", jobs[i]);
        in_group(add("controller", "B", "read", 0, "bw_bytes_per_s", level[i]), "2", jobs[i]);
    }
    const struct compare_change *change = &compare()->sections[0].rows[0].changes[0];
    ck_assert_uint_eq(change->base->nr, 1);
    ck_assert_double_eq_tol(change->base->mean, 600, 1e-9);
    ck_assert_double_eq_tol(change->delta_pct, 100 * (710.0 / 600 - 1), 1e-9);
    ck_assert_int_eq(change->verdict, VERDICT_SINGLE);
    ck_assert(!change->has_interval);
    ck_assert_uint_eq(change->jobs_nr, 3);
    ck_assert_str_eq(change->least->name, "j0");
    ck_assert_double_eq_tol(change->least->delta_pct, -50, 1e-9);
    ck_assert_str_eq(change->most->name, "j2");
    ck_assert_double_eq_tol(change->most->delta_pct, 50, 1e-9);
    records_nr--;
    struct comparison *c = compare();
    change = &c->sections[0].rows[0].changes[0];
    ck_assert_uint_eq(change->jobs_lacking_level, 1);
    ck_assert(has_note(c->sections[0].notes, c->sections[0].notes_nr, "job-missing"));
}
END_TEST

START_TEST(test_uneven_runtimes)
{
    static const double runtimes[] = {10, 20};
    for (size_t i = 0; i < 2; i++) {
        struct record *record =
            in_group(add("controller", "A", "read", 0, "bw_bytes_per_s", 100), "1", i ? "b" : "a");
        record_set_metric(record, "runtime_s", runtimes[i], 0);
        record =
            in_group(add("controller", "B", "read", 0, "bw_bytes_per_s", 100), "2", i ? "b" : "a");
        record_set_metric(record, "runtime_s", 20, 0);
    }
    struct comparison *c = compare();
    const struct compare_row *row = &c->sections[0].rows[0];
    /* 100 for 10 s and 100 for 20 s are 3000 bytes in 20 s. */
    ck_assert_double_eq_tol(row->changes[0].base->mean, 150, 1e-9);
    ck_assert_double_eq_tol(row->changes[0].level->mean, 200, 1e-9);
    ck_assert_uint_eq(warning_nr(row->warnings, row->warnings_nr, "runtimes-differ"), 2);
    ck_assert_uint_eq(warning_nr(c->warnings, c->warnings_nr, "runtimes-differ"), 2);
}
END_TEST

START_TEST(test_latency_of_jobs)
{
    static const char *const metrics[] = {"clat_mean_ns", "clat_p99_ns"};
    for (size_t level = 0; level < 2; level++)
        for (size_t i = 0; i < 2; i++) {
            struct record *record = in_group(
                add("controller", level ? "B" : "A", "read", 0, "clat_mean_ns", i ? 400 : 100),
                level ? "2" : "1", i ? "b" : "a");
            record_set_metric(record, "ios", i ? 1 : 3, 0);
            record_set_metric(record, "clat_p99_ns", 1000, 0);
        }
    options.metrics = metrics;
    options.metrics_nr = 2;
    const struct compare_section *section = &compare()->sections[0];
    ck_assert_uint_eq(section->rows_nr, 1); /* percentiles do not combine */
    ck_assert_double_eq_tol(section->rows[0].cells[0].mean, (3 * 100 + 400) / 4.0, 1e-9);
}
END_TEST

/* A record that sums a group counts only where no job of it stands there. */
START_TEST(test_group_scope)
{
    for (size_t level = 0; level < 2; level++) {
        const char *name = level ? "B" : "A", *invocation = level ? "2" : "1";
        in_group(add("controller", name, "read", 0, "bw_bytes_per_s", 999), invocation, NULL)
            ->scope = RECORD_SCOPE_GROUP;
        in_group(add("controller", name, "read", 0, "bw_bytes_per_s", 100), invocation, "a");
        in_group(add("controller", name, "read", 0, "bw_bytes_per_s", 200), invocation, "b");
        in_group(add("controller", name, "write", 0, "bw_bytes_per_s", 70), invocation, NULL)
            ->scope = RECORD_SCOPE_GROUP;
    }
    const struct compare_section *section = &compare()->sections[0];
    ck_assert_double_eq_tol(find_row(section, "read")->cells[0].mean, 300, 1e-9);
    ck_assert_double_eq_tol(find_row(section, "write")->cells[0].mean, 70, 1e-9);
}
END_TEST

/* Runs of bonnie++ of which two are only bounds: never a fall of 24 %. */
START_TEST(test_bounds)
{
    static const double base[] = {13324, 12997, 14048};
    add_runs("virtio", "seeks", "ops_per_s", base, 3);
    for (unsigned i = 1; i <= 3; i++) {
        struct record *record = add("controller", "virtio-scsi", "seeks", i, "ops_per_s", 10212);
        if (i < 3)
            record_set_bound(record, "ops_per_s", RECORD_GREATER, 16384);
    }
    const struct compare_change *change = &compare()->sections[0].rows[0].changes[0];
    ck_assert_double_eq_tol(change->level->mean, 42980.0 / 3, 1e-9);
    ck_assert_uint_eq(change->level->bounds_nr, 2);
    ck_assert_int_eq(change->bound, COMPARE_AT_LEAST);
    ck_assert_int_eq(change->verdict, VERDICT_NONE);
    ck_assert(!change->has_interval);
    char text[64];
    compare_format_delta(text, sizeof text, change);
    ck_assert_str_eq(text, "\xe2\x89\xa5 +6.5 %");
    for (size_t i = 0; i < 3; i++)
        record_set_bound(records[i], "ops_per_s", RECORD_GREATER, 16384);
    change = &compare()->sections[0].rows[0].changes[0];
    ck_assert_int_eq(change->verdict, VERDICT_INCOMPARABLE);
    ck_assert(!change->has_delta);
}
END_TEST

/* Bounds beyond all values of the other side decide where n suffices, and only
 * for the side that they bound. */
START_TEST(test_bounds_decide)
{
    static const double base[] = {100, 101, 102, 103, 104};
    for (unsigned n = 3; n <= 5; n += 2) {
        records_nr = 0;
        add_runs("A", "seeks", "ops_per_s", base, n);
        for (unsigned i = 1; i <= n; i++) {
            struct record *record = add("controller", "B", "seeks", i, "ops_per_s", 0);
            record_set_bound(record, "ops_per_s", RECORD_GREATER, 200);
        }
        const struct compare_change *change = &compare()->sections[0].rows[0].changes[0];
        ck_assert_int_eq(change->verdict, n == 5 ? VERDICT_BETTER : VERDICT_NONE);
        options.baseline = "B";
        change = &compare()->sections[0].rows[0].changes[0];
        ck_assert_int_eq(change->bound, COMPARE_AT_MOST);
        ck_assert_int_eq(change->verdict, n == 5 ? VERDICT_WORSE : VERDICT_NONE);
        options.baseline = NULL;
    }
}
END_TEST

START_TEST(test_mixed)
{
    for (size_t level = 0; level < 2; level++)
        for (size_t i = 0; i < 2; i++) {
            const char *name = level ? "B" : "A", *invocation = level ? "2" : "1";
            in_group(add("controller", name, "read", 0, "bw_bytes_per_s", level ? 300 : 150),
                     invocation, i ? "j1" : "j0");
            in_group(add("controller", name, "write", 0, "bw_bytes_per_s", 50), invocation,
                     i ? "j1" : "j0");
        }
    struct comparison *c = compare();
    const struct compare_section *section = &c->sections[0];
    ck_assert_uint_eq(section->rows_nr, 3);
    ck_assert_str_eq(section->rows[0].op, COMPARE_OP_TOTAL);
    ck_assert_int_eq(section->rows[0].kind, ROW_TOTAL);
    ck_assert_str_eq(section->rows[1].op, "read");
    ck_assert_int_eq(section->rows[1].kind, ROW_PART);
    ck_assert_ptr_eq(section->rows[1].total, &section->rows[0]);
    ck_assert_double_eq_tol(section->rows[0].changes[0].delta_pct, 75, 1e-9);
    ck_assert_double_eq_tol(section->rows[0].mix_shift_pct, 100 * (600.0 / 700 - 0.75), 1e-9);
    ck_assert(has_note(section->notes, section->notes_nr, "mix-shift"));
    ck_assert_uint_eq(section->pairs[0].ratio_nr, 1);
    ck_assert_double_eq_tol(section->pairs[0].ratio, 1.75, 1e-9);
    ck_assert_uint_eq(section->pairs[0].verdicts[VERDICT_SINGLE], 1);
    static const char *const reads[] = {"read"};
    options.ops = reads;
    options.ops_nr = 1;
    section = &compare()->sections[0];
    ck_assert_uint_eq(section->rows_nr, 1);
    ck_assert_int_eq(section->rows[0].kind, ROW_PLAIN);
}
END_TEST

/* A job that reads beside a job that writes is no mix. */
START_TEST(test_not_mixed)
{
    for (size_t level = 0; level < 2; level++) {
        in_group(add("controller", level ? "B" : "A", "read", 0, "bw_bytes_per_s", 1),
                 level ? "2" : "1", "reader");
        in_group(add("controller", level ? "B" : "A", "write", 0, "bw_bytes_per_s", 1),
                 level ? "2" : "1", "writer");
    }
    ck_assert_uint_eq(compare()->sections[0].rows_nr, 2);
}
END_TEST

START_TEST(test_unsure_runs)
{
    static const double base[] = {100, 101, 102}, level[] = {150, 151, 152};
    for (size_t i = 0; i < 3; i++) {
        record_warn(add("controller", "A", "read", 0, "bw_bytes_per_s", base[i]), "labels-equal",
                    0);
        add("controller", "B", "read", 0, "bw_bytes_per_s", level[i]);
    }
    struct comparison *c = compare();
    const struct compare_change *change = &c->sections[0].rows[0].changes[0];
    ck_assert(change->base->is_unsure && !change->level->is_unsure);
    ck_assert_int_eq(change->verdict, VERDICT_UNDECIDED);
    ck_assert_int_eq(change->reason, REASON_UNSURE);
    ck_assert(has_note(c->sections[0].notes, c->sections[0].notes_nr, "unsure-runs"));
    ck_assert_uint_eq(warning_nr(c->warnings, c->warnings_nr, "labels-equal"), 3);
    /* No note speaks of verdicts, and all levels are named. */
    for (size_t i = 0; i < c->sections[0].notes_nr; i++)
        ck_assert_str_ne(c->sections[0].notes[i].code, "rank-test");
    for (size_t i = 0; i < records_nr; i++)
        record_warn(records[i], "labels-equal", 0);
    const struct compare_section *section = &compare()->sections[0];
    for (size_t i = 0; i < section->notes_nr; i++)
        if (!strcmp(section->notes[i].code, "unsure-runs"))
            ck_assert_ptr_nonnull(strstr(section->notes[i].text, "(at A, B): "));
    ck_assert(has_note(section->notes, section->notes_nr, "unsure-runs"));
}
END_TEST

/* Bounds do not decide either where runs may be no repetitions. */
START_TEST(test_unsure_bounds)
{
    for (unsigned i = 0; i < 10; i++) {
        struct record *record =
            add("controller", i % 2 ? "B" : "A", "seeks", 0, "ops_per_s", 100 + i);
        if (i % 2)
            record_set_bound(record, "ops_per_s", RECORD_GREATER, 200);
    }
    ck_assert_int_eq(compare()->sections[0].rows[0].changes[0].verdict, VERDICT_BETTER);
    record_warn(records[0], "labels-equal", 0);
    const struct compare_change *change = &compare()->sections[0].rows[0].changes[0];
    ck_assert_int_eq(change->verdict, VERDICT_UNDECIDED);
    ck_assert_int_eq(change->reason, REASON_UNSURE);
}
END_TEST

START_TEST(test_copies_are_one_run)
{
    for (unsigned i = 1; i <= 3; i++) {
        add("controller", "A", "read", i, "bw_bytes_per_s", 100)->source.fingerprint = "aa";
        add("controller", "B", "read", i, "bw_bytes_per_s", 120)->source.fingerprint = "bb";
    }
    const struct compare_change *change = &compare()->sections[0].rows[0].changes[0];
    ck_assert_int_eq(change->verdict, VERDICT_SINGLE);
    ck_assert(!change->has_interval);
    /* Equal figures of different blocks are runs whose spread is not known. */
    for (size_t i = 0; i < records_nr; i++)
        records[i]->source.fingerprint = records[i]->invocation;
    change = &compare()->sections[0].rows[0].changes[0];
    ck_assert_int_eq(change->verdict, VERDICT_UNDECIDED);
    ck_assert_int_eq(change->reason, REASON_NO_SPREAD);
}
END_TEST

/* No delta is shown finer than its source. */
START_TEST(test_precision)
{
    static const struct {
        double precision;
        int decimals;
    } cases[] = {{0, 2}, {0.001, 2}, {0.05, 1}, {0.15, 1}, {0.5, 0}, {1, 0}, {50, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        records_nr = 0;
        add("controller", "A", "read", 0, "bw_bytes_per_s", 100);
        add("controller", "B", "read", 0, "bw_bytes_per_s", 90);
        for (size_t k = 0; k < 2; k++)
            records[k]->forms[0].precision = cases[i].precision;
        ck_assert_msg(compare()->sections[0].rows[0].changes[0].decimals == cases[i].decimals,
                      "case %zu", i);
    }
}
END_TEST

START_TEST(test_drift_and_first_run)
{
    static const double base[] = {10, 11, 12, 13, 14, 15, 16};
    static const double level[] = {30, 10, 10.1, 9.9, 10.05, 9.95, 10};
    add_runs("A", "read", "bw_bytes_per_s", base, 7);
    add_runs("B", "read", "bw_bytes_per_s", level, 7);
    const struct compare_section *section = &compare()->sections[0];
    const struct compare_row *row = &section->rows[0];
    ck_assert_double_eq_tol(row->cells[0].drift.tau, 1, 1e-12);
    ck_assert(row->cells[0].drift.p < 0.001);
    ck_assert(row->cells[1].drift.is_first_off && row->cells[1].samples[0].is_outlier);
    ck_assert_double_eq_tol(row->cells[1].drift.without_first, 10, 1e-9);
    ck_assert_uint_eq(row->cells[1].nr, 7);
    ck_assert(has_note(section->notes, section->notes_nr, "drift"));
    ck_assert(has_note(section->notes, section->notes_nr, "first-run"));
}
END_TEST

START_TEST(test_odd_values)
{
    static const double odd[] = {0, -5, 1e308, 5e-324, 1};
    for (size_t i = 0; i < 5; i++)
        for (size_t k = 0; k < 5; k++) {
            records_nr = 0;
            for (unsigned run = 1; run <= 2; run++) {
                add("controller", "A", "read", run, "bw_bytes_per_s", odd[i]);
                add("controller", "B", "read", run, "bw_bytes_per_s", odd[k]);
            }
            const struct compare_change *change = &compare()->sections[0].rows[0].changes[0];
            ck_assert(isfinite(change->delta_pct) && isfinite(change->low_pct));
            ck_assert(isfinite(change->p_adjusted));
            char text[64];
            compare_format_delta(text, sizeof text, change);
            ck_assert(!strstr(text, "nan") && !strstr(text, "inf"));
        }
}
END_TEST

START_TEST(test_format_pct)
{
    static const struct {
        double pct;
        int decimals;
        const char *text;
    } cases[] = {
        {12.345, 1, "+12.3"},    {-12.345, 2, "-12.35"},   {-0.001, 2, "0.00"},      {0, 0, "0"},
        {1234.56, 2, "+1234.6"}, {123456.7, 2, "+123457"}, {1e300, 2, "+1.000e+300"}};
    char text[64];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        compare_format_pct(text, sizeof text, cases[i].pct, cases[i].decimals, true);
        ck_assert_str_eq(text, cases[i].text);
    }
}
END_TEST

/* A million records and ten million samples of them are to fit into a gigabyte. */
START_TEST(test_sizes)
{
    ck_assert_uint_le(sizeof(struct record), 448);
    ck_assert_uint_le(sizeof(struct compare_sample), 32);
}
END_TEST

/* Every picture gives a change the same colour; a bound has one where it leaves one way. */
START_TEST(test_tones)
{
    static const struct {
        enum compare_verdict verdict;
        enum compare_bound bound;
        double delta_pct;
        enum chart_tone tone;
    } cases[] = {
        {VERDICT_BETTER, COMPARE_EXACT, 5, CHART_BETTER},
        {VERDICT_SAME, COMPARE_EXACT, 0.1, CHART_SAME},
        {VERDICT_UNDECIDED, COMPARE_EXACT, 9, CHART_OPEN},
        {VERDICT_SINGLE, COMPARE_EXACT, 9, CHART_BETTER},
        {VERDICT_SINGLE, COMPARE_EXACT, -9, CHART_WORSE},
        {VERDICT_SINGLE, COMPARE_EXACT, 0, CHART_OPEN},
        {VERDICT_NONE, COMPARE_AT_LEAST, 9, CHART_BETTER},
        {VERDICT_NONE, COMPARE_AT_LEAST, -9, CHART_OPEN},
        {VERDICT_NONE, COMPARE_AT_MOST, -9, CHART_WORSE},
        {VERDICT_NONE, COMPARE_AT_MOST, 9, CHART_OPEN},
        {VERDICT_NONE, COMPARE_UNKNOWN, 9, CHART_OPEN},
    };
    struct compare_row rate = {.known = metric_find("bw_bytes_per_s")}, unknown = {.known = NULL};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct compare_change change = {.verdict = cases[i].verdict,
                                        .bound = cases[i].bound,
                                        .has_delta = true,
                                        .delta_pct = cases[i].delta_pct};
        ck_assert_msg(tone_of_change(&rate, &change) == cases[i].tone, "case %zu", i);
    }
    ck_assert_int_eq(tone_of_delta(&unknown, 9), CHART_OPEN);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("compare");
    TCase *tcase = tcase_create("compare");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, test_sizes);
    tcase_add_test(tcase, test_tones);
    tcase_add_test(tcase, test_runs_and_verdict);
    tcase_add_test(tcase, test_verdict_words);
    tcase_add_test(tcase, test_family);
    tcase_add_test(tcase, test_jobs_are_summed);
    tcase_add_test(tcase, test_uneven_runtimes);
    tcase_add_test(tcase, test_latency_of_jobs);
    tcase_add_test(tcase, test_group_scope);
    tcase_add_test(tcase, test_bounds);
    tcase_add_test(tcase, test_bounds_decide);
    tcase_add_test(tcase, test_mixed);
    tcase_add_test(tcase, test_not_mixed);
    tcase_add_test(tcase, test_unsure_runs);
    tcase_add_test(tcase, test_unsure_bounds);
    tcase_add_test(tcase, test_copies_are_one_run);
    tcase_add_test(tcase, test_precision);
    tcase_add_test(tcase, test_drift_and_first_run);
    tcase_add_test(tcase, test_odd_values);
    tcase_add_test(tcase, test_format_pct);
    suite_add_tcase(suite, tcase);
    return suite;
}

T_MAIN(make_suite)
