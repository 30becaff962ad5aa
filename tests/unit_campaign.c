/* Campaigns with a device that is made up: order, ends, and what interleaving is good for. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "collect/campaign.h"
#include "collect/random.h"
#include "collect/steady.h"
#include "report/stats.h"
#include "tests/t_main.h"

enum { RUNS_MAX = 512 };

/* The made-up device, and what was measured on it. */
static struct {
    struct schedule_run runs[RUNS_MAX];
    enum campaign_outcome outcomes[RUNS_MAX];
    size_t nr;
    uint64_t now_ns;
    size_t fails_at, stops_at; /* places, 0 for never */
    double widths[RUNS_MAX];   /* told after each round */
    size_t asked_nr;
    size_t steady_after;
    _Atomic bool stop;
} fake;

static enum campaign_outcome run(void *context, const struct schedule_run *run, struct diag *diag)
{
    (void)context;
    fake.runs[fake.nr] = *run;
    fake.now_ns += 1000;
    if (run->seq == fake.fails_at) {
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "the device is gone");
        return CAMPAIGN_RUN_FAILED;
    }
    if (run->seq == fake.stops_at)
        atomic_store(&fake.stop, true);
    return run->seq == fake.stops_at ? CAMPAIGN_RUN_PARTIAL : CAMPAIGN_RUN_DONE;
}

static int over(void *context, const struct schedule_run *run, enum campaign_outcome outcome,
                struct diag *diag)
{
    (void)context;
    (void)diag;
    ck_assert_uint_eq(run->seq, fake.runs[fake.nr].seq);
    fake.outcomes[fake.nr++] = outcome;
    return 0;
}

static int find_width(void *context, double *width_pct, struct diag *diag)
{
    (void)context;
    (void)diag;
    *width_pct = fake.widths[fake.asked_nr++];
    return 0;
}

static bool is_steady(void *context)
{
    (void)context;
    return ++fake.asked_nr >= fake.steady_after;
}

static uint64_t clock_ns(void *context)
{
    (void)context;
    return fake.now_ns;
}

static struct campaign campaign_of(size_t cells, unsigned runs, bool interleaves)
{
    memset(&fake, 0, sizeof fake);
    return (struct campaign){
        .schedule = {cells, runs, interleaves, 7},
        .least_rounds = 5,
        .stop = &fake.stop,
        .run = run,
        .over = over,
        .find_width = find_width,
        .is_steady = is_steady,
        .clock_ns = clock_ns,
    };
}

START_TEST(blocks_follow_each_other)
{
    struct campaign campaign = campaign_of(3, 2, false);
    struct campaign_result result;
    struct diag diag;
    ck_assert_int_eq(campaign_run(&campaign, &result, &diag), 0);
    ck_assert_int_eq(result.end, CAMPAIGN_RUNS);
    ck_assert_uint_eq(fake.nr, 6);
    for (size_t i = 0; i < 6; i++) {
        ck_assert_uint_eq(fake.runs[i].cell, i / 2);
        ck_assert_uint_eq(fake.runs[i].run, i % 2 + 1);
        ck_assert_uint_eq(fake.runs[i].round, 0);
    }
}
END_TEST

START_TEST(each_round_has_every_cell)
{
    struct schedule schedule = {5, 40, true, 3};
    unsigned firsts[5] = {0};
    for (unsigned long seq = 1; seq <= 200; seq += 5) {
        bool has[5] = {false};
        for (unsigned long i = 0; i < 5; i++) {
            struct schedule_run at = schedule_at(&schedule, seq + i);
            ck_assert(!has[at.cell]);
            has[at.cell] = true;
            ck_assert_uint_eq(at.round, seq / 5 + 1);
            ck_assert_uint_eq(at.run, at.round);
        }
        firsts[schedule_at(&schedule, seq).cell]++;
    }
    for (size_t c = 0; c < 5; c++) /* of 40 rounds each begins about 8 */
        ck_assert_uint_ge(firsts[c], 2);
    struct schedule other = schedule;
    other.seed = 4;
    unsigned unlike = 0;
    for (unsigned long seq = 1; seq <= 200; seq++) {
        ck_assert_uint_eq(schedule_at(&schedule, seq).cell, schedule_at(&schedule, seq).cell);
        unlike += schedule_at(&schedule, seq).cell != schedule_at(&other, seq).cell;
    }
    ck_assert_uint_gt(unlike, 100);
}
END_TEST

START_TEST(even_rounds_turn_the_one_before)
{
    struct schedule schedule = {4, 20, true, 5};
    for (unsigned long seq = 1; seq <= 80; seq += 8)
        for (unsigned long i = 0; i < 4; i++)
            ck_assert_uint_eq(schedule_at(&schedule, seq + i).cell,
                              schedule_at(&schedule, seq + 7 - i).cell);
}
END_TEST

START_TEST(all_orders_come_about_as_often)
{
    unsigned counts[27] = {0};
    struct schedule schedule = {3, 12000, true, 11};
    for (unsigned long seq = 1; seq <= 36000; seq += 6)
        counts[schedule_at(&schedule, seq).cell * 9 + schedule_at(&schedule, seq + 1).cell * 3 +
               schedule_at(&schedule, seq + 2).cell]++;
    size_t orders = 0;
    for (size_t i = 0; i < 27; i++) {
        orders += counts[i] > 0;
        ck_assert(!counts[i] || (counts[i] > 850 && counts[i] < 1150)); /* five sigma */
    }
    ck_assert_uint_eq(orders, 6);
}
END_TEST

START_TEST(it_goes_on_where_it_was)
{
    struct campaign campaign = campaign_of(4, 3, true);
    struct campaign_result result;
    struct diag diag;
    ck_assert_int_eq(campaign_run(&campaign, &result, &diag), 0);
    struct schedule_run whole[12];
    memcpy(whole, fake.runs, sizeof whole);
    campaign = campaign_of(4, 3, true);
    campaign.done_nr = 5;
    ck_assert_int_eq(campaign_run(&campaign, &result, &diag), 0);
    ck_assert_uint_eq(result.runs_nr, 12);
    ck_assert_uint_eq(fake.nr, 7);
    for (size_t i = 0; i < 7; i++)
        ck_assert_uint_eq(fake.runs[i].cell, whole[i + 5].cell);
}
END_TEST

START_TEST(it_ends_on_width)
{
    struct campaign campaign = campaign_of(2, 100, true);
    struct campaign_result result;
    struct diag diag;
    static const double widths[] = {INFINITY, 9, 3, 1.9, 1};
    memcpy(fake.widths, widths, sizeof widths);
    campaign.width_pct = 2;
    ck_assert_int_eq(campaign_run(&campaign, &result, &diag), 0);
    ck_assert_int_eq(result.end, CAMPAIGN_WIDTH);
    ck_assert_uint_eq(fake.nr, 2 * 8); /* asked after rounds 5 to 8 */
    ck_assert_double_eq(result.width_pct, 1.9);
}
END_TEST

START_TEST(it_says_that_width_was_not_reached)
{
    struct campaign campaign = campaign_of(2, 6, true);
    struct campaign_result result;
    struct diag diag;
    fake.widths[0] = fake.widths[1] = 5;
    campaign.width_pct = 2;
    ck_assert_int_eq(campaign_run(&campaign, &result, &diag), 0);
    ck_assert_int_eq(result.end, CAMPAIGN_RUNS);
    ck_assert_uint_eq(fake.nr, 12);
    ck_assert_uint_eq(fake.asked_nr, 2);
}
END_TEST

START_TEST(it_ends_when_steady)
{
    struct campaign campaign = campaign_of(2, 100, true);
    struct campaign_result result;
    struct diag diag;
    campaign.awaits_steady = true;
    fake.steady_after = 3;
    ck_assert_int_eq(campaign_run(&campaign, &result, &diag), 0);
    ck_assert_int_eq(result.end, CAMPAIGN_STEADY);
    ck_assert_uint_eq(fake.nr, 2 * 7);
}
END_TEST

START_TEST(it_ends_in_time)
{
    struct campaign campaign = campaign_of(3, 100, true);
    struct campaign_result result;
    struct diag diag;
    campaign.max_time_ns = 10500; /* a run takes 1000, a round 3000 */
    ck_assert_int_eq(campaign_run(&campaign, &result, &diag), 0);
    ck_assert_int_eq(result.end, CAMPAIGN_TIME);
    ck_assert_uint_eq(fake.nr, 9); /* no round is begun that cannot end */
    campaign = campaign_of(3, 100, false);
    campaign.max_time_ns = 10500;
    ck_assert_int_eq(campaign_run(&campaign, &result, &diag), 0);
    ck_assert_uint_eq(fake.nr, 10);
}
END_TEST

START_TEST(it_ends_where_a_run_fails_or_is_stopped)
{
    struct campaign campaign = campaign_of(2, 4, true);
    struct campaign_result result;
    struct diag diag;
    fake.fails_at = 3;
    ck_assert_int_eq(campaign_run(&campaign, &result, &diag), -1);
    ck_assert_int_eq(result.end, CAMPAIGN_FAILED);
    ck_assert_uint_eq(result.runs_nr, 2);
    ck_assert_int_eq(fake.outcomes[2], CAMPAIGN_RUN_FAILED);
    ck_assert_str_eq(diag.text, "the device is gone");
    campaign = campaign_of(2, 4, true);
    fake.stops_at = 5;
    ck_assert_int_eq(campaign_run(&campaign, &result, &diag), 0);
    ck_assert_int_eq(result.end, CAMPAIGN_STOPPED);
    ck_assert_uint_eq(result.runs_nr, 4);
    ck_assert_uint_eq(fake.nr, 5);
}
END_TEST

static double normal(struct random *random)
{
    double u = 1 - random_real(random), v = random_real(random);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

/* Measures two cells, the second faster by gain, on a device that gets slower by 20 % from the
 * first run to the last and whose runs scatter by 1 %. */
static struct stats_ratio measure(bool interleaves, uint64_t seed, double gain)
{
    enum { ROUNDS = 6 };
    double values[2][ROUNDS];
    struct schedule schedule = {2, ROUNDS, interleaves, seed};
    struct random random;
    random_seed(&random, random_derive(seed, 'n'));
    for (unsigned long seq = 1; seq <= schedule_nr(&schedule); seq++) {
        struct schedule_run at = schedule_at(&schedule, seq);
        double drift = 1 - 0.2 * (double)(seq - 1) / (2 * ROUNDS - 1);
        values[at.cell][at.run - 1] =
            100 * drift * (at.cell ? 1 + gain : 1) * (1 + 0.01 * normal(&random));
    }
    if (interleaves)
        return stats_paired(values[0], values[1], ROUNDS, 0.95);
    struct stats_summary base = stats_summarise(values[0], ROUNDS);
    struct stats_summary level = stats_summarise(values[1], ROUNDS);
    return stats_ratio(&base, &level, 0.95);
}

START_TEST(rounds_see_through_drift)
{
    enum { TIMES = 100 };
    unsigned beyond = 0, made_up_beyond = 0;
    unsigned found = 0, held = 0, blocked_held = 0, made_up = 0, blocked_made_up = 0;
    for (uint64_t seed = 1; seed <= TIMES; seed++) {
        struct stats_ratio ratio = measure(true, seed, 0.05);
        found += ratio.has_interval && ratio.low_pct > 0;
        beyond += ratio.low_pct > 2;
        held += ratio.has_interval && ratio.low_pct <= 5 && ratio.high_pct >= 5;
        ratio = measure(false, seed, 0.05);
        blocked_held += ratio.low_pct <= 5 && ratio.high_pct >= 5;
        ratio = measure(true, seed, 0);
        made_up += ratio.low_pct > 0 || ratio.high_pct < 0;
        made_up_beyond += ratio.low_pct > 2 || ratio.high_pct < -2;
        ratio = measure(false, seed, 0);
        blocked_made_up += ratio.low_pct > 0 || ratio.high_pct < 0;
    }
    ck_assert_uint_ge(found, 95);
    ck_assert_uint_ge(beyond, 50); /* beyond 2 %, where verdicts begin; most of the width is drift */
    ck_assert_uint_ge(held, 95);
    ck_assert_uint_le(made_up, 5);
    ck_assert_uint_eq(made_up_beyond, 0);
    /* The same in blocks is wrong nearly always. */
    ck_assert_uint_le(blocked_held, 20);
    ck_assert_uint_ge(blocked_made_up, 80);
}
END_TEST

START_TEST(steady_is_no_span_and_no_trend)
{
    static const struct {
        double values[7];
        size_t n;
        bool is_steady;
    } rows[] = {
        {{100, 100, 100, 100, 100}, 5, true},
        {{100, 100, 100, 100}, 4, false},
        {{10, 20, 100, 101, 99, 100, 100}, 7, true},
        {{100, 100, 121, 100, 100}, 5, false},        /* span */
        {{108, 100, 100, 100, 91}, 5, false},         /* trend: 13.6 % */
        {{95, 97.4, 100, 102.6, 105}, 5, false},      /* trend: 10.08 % */
        {{95.1, 97.6, 100, 102.4, 104.9}, 5, true},   /* trend: 9.76 % */
        {{91, 109, 91, 109, 100}, 5, true},           /* span 18 % */
        {{0, 0, 0, 0, 0}, 5, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_msg(steady_is(rows[i].values, rows[i].n) == rows[i].is_steady, "row %zu", i);
}
END_TEST

START_TEST(all_that_is_logged_must_be_steady)
{
    struct steady_log *log = steady_log_new();
    ck_assert(!steady_log_is_steady(log));
    for (unsigned r = 1; r <= 5; r++) {
        steady_log_add(log, 0, r, "a", "read", 50); /* two clones of one job */
        steady_log_add(log, 0, r, "a", "read", 50 + r % 2);
        steady_log_add(log, 1, r, "a", "read", 70);
    }
    ck_assert(steady_log_is_steady(log));
    for (unsigned r = 1; r <= 5; r++)
        steady_log_add(log, 1, r, "a", "write", 10.0 * r);
    ck_assert(!steady_log_is_steady(log));
    steady_log_free(log);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("campaign");
    TCase *tcase = tcase_create("campaign");
    tcase_add_test(tcase, blocks_follow_each_other);
    tcase_add_test(tcase, each_round_has_every_cell);
    tcase_add_test(tcase, even_rounds_turn_the_one_before);
    tcase_add_test(tcase, all_orders_come_about_as_often);
    tcase_add_test(tcase, it_goes_on_where_it_was);
    tcase_add_test(tcase, it_ends_on_width);
    tcase_add_test(tcase, it_says_that_width_was_not_reached);
    tcase_add_test(tcase, it_ends_when_steady);
    tcase_add_test(tcase, it_ends_in_time);
    tcase_add_test(tcase, it_ends_where_a_run_fails_or_is_stopped);
    tcase_add_test(tcase, rounds_see_through_drift);
    tcase_add_test(tcase, steady_is_no_span_and_no_trend);
    tcase_add_test(tcase, all_that_is_logged_must_be_steady);
    suite_add_tcase(suite, tcase);
    return suite;
}

T_MAIN(make_suite)
