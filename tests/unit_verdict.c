/* Intervals and verdicts by the order of runs, the method and the statistic. */
#include <math.h>

#include "tests/t_main.h"
#include "tests/t_records.h"

static const double base4[] = {100, 140, 90, 120}, level4[] = {111, 152, 100, 131};

/* Adds the runs of two levels in turn. */
static void add_in_turn(const double *base, const double *level, size_t nr)
{
    for (size_t i = 0; i < nr; i++) {
        add("cache", "off", "read", (unsigned)i + 1, "bw_bytes_per_s", base[i]);
        add("cache", "on", "read", (unsigned)i + 1, "bw_bytes_per_s", level[i]);
    }
}

static const struct compare_change *first_change(void)
{
    return &compare()->sections[0].rows[0].changes[0];
}

/* Runs in turn are pairs: what both have in common takes nothing from them. */
START_TEST(test_in_turn)
{
    add_in_turn(base4, level4, 4);
    const struct compare_section *section = &compare()->sections[0];
    const struct compare_change *change = &section->rows[0].changes[0];
    ck_assert_int_eq(change->run_order, RUN_ORDER_INTERLEAVED);
    ck_assert(change->is_paired && has_note(section->notes, section->notes_nr, "paired"));
    ck_assert_double_eq_tol(change->df, 3, 1e-9);
    ck_assert_double_eq_tol(change->delta_pct, 100 * (494.0 / 450 - 1), 1e-9);
    ck_assert(change->low_pct > 7 && change->high_pct < 13);
    ck_assert_int_eq(change->verdict, VERDICT_BETTER);
    options.method = COMPARE_FIELLER;
    ck_assert(!first_change()->is_paired);
    ck_assert_int_eq(first_change()->verdict, VERDICT_UNDECIDED);
}
END_TEST

/* One run out of turn, and there are no pairs. */
START_TEST(test_out_of_turn)
{
    add_in_turn(base4, level4, 3);
    add("cache", "on", "read", 4, "bw_bytes_per_s", 100);
    add("cache", "on", "read", 5, "bw_bytes_per_s", 100);
    add("cache", "off", "read", 4, "bw_bytes_per_s", 100);
    add("cache", "off", "read", 5, "bw_bytes_per_s", 100);
    ck_assert_int_eq(first_change()->run_order, RUN_ORDER_MIXED);
    ck_assert(!first_change()->is_paired);
}
END_TEST

/* Runs that stand together but belong to other rounds are no pair. */
START_TEST(test_rounds)
{
    add_in_turn(base4, level4, 4);
    for (size_t i = 0; i < records_nr; i++)
        records[i]->round = 1 + i / 2;
    ck_assert(first_change()->is_paired);
    records[1]->round = 3;
    ck_assert_int_eq(first_change()->run_order, RUN_ORDER_MIXED);
}
END_TEST

/* The time of each run goes before its place; a table has no order. */
START_TEST(test_time)
{
    static const char *const starts[] = {"2024-05-01T10:00:00Z", "2024-05-01T10:01:00Z",
                                         "2024-05-01T10:02:00Z", "2024-05-01T10:03:00Z"};
    add_runs("A", "read", "bw_bytes_per_s", base4, 2);
    add_runs("B", "read", "bw_bytes_per_s", level4, 2);
    ck_assert_int_eq(first_change()->run_order, RUN_ORDER_BLOCKED);
    static const size_t order[] = {0, 2, 1, 3};
    for (size_t i = 0; i < 4; i++) {
        records[i]->start = starts[order[i]];
        records[i]->source.path = i < 2 ? "one" : "two";
    }
    compare_by("controller");
    ck_assert_int_eq(first_change()->run_order, RUN_ORDER_INTERLEAVED);
    records[3]->start = NULL;
    ck_assert_int_eq(first_change()->run_order, RUN_ORDER_UNKNOWN);
    for (size_t i = 0; i < 4; i++) {
        records[i]->source.path = "one";
        records[i]->tool = "table";
        records[i]->start = NULL;
    }
    const struct compare_section *section = &compare()->sections[0];
    ck_assert_int_eq(section->rows[0].changes[0].run_order, RUN_ORDER_UNKNOWN);
    ck_assert(has_note(section->notes, section->notes_nr, "order-unknown"));
}
END_TEST

START_TEST(test_medians)
{
    static const double base[] = {100, 101, 102, 103, 104}, level[] = {120, 121, 122, 123, 500};
    add_runs("A", "read", "bw_bytes_per_s", base, 5);
    add_runs("B", "read", "bw_bytes_per_s", level, 5);
    options.stat = COMPARE_MEDIAN;
    const struct compare_change *change = first_change();
    ck_assert_double_eq_tol(change->base->centre, 102, 1e-9);
    ck_assert_double_eq_tol(change->level->centre, 122, 1e-9);
    ck_assert_double_eq_tol(change->delta_pct, 100 * (122.0 / 102 - 1), 1e-9);
    ck_assert(change->has_interval && change->low_pct > 15);
    ck_assert_double_eq_tol(change->p, change->p_rank, 1e-12);
    ck_assert_int_eq(change->verdict, VERDICT_BETTER);
    options.stat = COMPARE_MEAN;
    ck_assert_double_eq_tol(first_change()->level->centre, 197.2, 1e-9);
    ck_assert_int_eq(first_change()->verdict, VERDICT_UNDECIDED);
}
END_TEST

/* Three against three have no interval of medians, and the report says what would do. */
START_TEST(test_few_medians)
{
    add_runs("A", "read", "bw_bytes_per_s", base4, 3);
    add_runs("B", "read", "bw_bytes_per_s", level4, 3);
    options.stat = COMPARE_MEDIAN;
    const struct compare_section *section = &compare()->sections[0];
    const struct compare_change *change = &section->rows[0].changes[0];
    ck_assert(!change->has_interval);
    ck_assert_int_eq(change->verdict, VERDICT_UNDECIDED);
    ck_assert_int_eq(change->reason, REASON_FEW);
    ck_assert(has_note(section->notes, section->notes_nr, "few-runs"));
    ck_assert_uint_eq(section->family, 0);
}
END_TEST

START_TEST(test_unbounded)
{
    static const double base[] = {1, 9, 30}, level[] = {40, 41, 42};
    add_runs("A", "read", "clat_mean_ns", base, 3);
    add_runs("B", "read", "clat_mean_ns", level, 3);
    options.method = COMPARE_FIELLER;
    const struct compare_change *change = first_change();
    ck_assert(change->is_unbounded && !change->has_interval);
    ck_assert_int_eq(change->reason, REASON_UNBOUNDED);
}
END_TEST

/* A level that shifts is told as a shift, not as a drift; two heaps as heaps. */
START_TEST(test_shapes)
{
    static const double shift[] = {55, 56, 55.5, 55.2, 50, 50.5, 50.2, 51, 50.7, 50.1};
    static const double heaps[] = {50, 58, 50.2, 58.1, 50.1, 50.3, 58.2, 50.15, 50.05, 58.3};
    static const double drift[] = {50, 51, 52, 53, 54, 55, 56, 57, 58, 59};
    static const double flat[] = {50, 50.4, 49.7, 50.2, 50.1, 49.9, 50.3, 49.8, 50.15, 50.05};
    static const struct {
        const double *level;
        const char *note;
    } cases[] = {{shift, "step"}, {heaps, "two-modes"}, {drift, "drift"}, {flat, NULL}};
    static const char *const notes[] = {"step", "two-modes", "drift"};
    for (size_t i = 0; i < 4; i++) {
        records_nr = 0;
        add_runs("A", "read", "bw_bytes_per_s", flat, 10);
        add_runs("B", "read", "bw_bytes_per_s", cases[i].level, 10);
        const struct compare_section *section = &compare()->sections[0];
        for (size_t k = 0; k < 3; k++)
            ck_assert_msg(has_note(section->notes, section->notes_nr, notes[k]) ==
                              (cases[i].note && !strcmp(cases[i].note, notes[k])),
                          "case %zu, note %s", i, notes[k]);
    }
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("verdict");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, test_in_turn);
    tcase_add_test(all, test_out_of_turn);
    tcase_add_test(all, test_rounds);
    tcase_add_test(all, test_time);
    tcase_add_test(all, test_medians);
    tcase_add_test(all, test_few_medians);
    tcase_add_test(all, test_unbounded);
    tcase_add_test(all, test_shapes);
    suite_add_tcase(suite, all);
    return suite;
}

T_MAIN(make_suite)
