/* Statistics against golden values, by their properties, and at their edges. */
#include "report/stats.h"

#include <check.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "report/stats_sort.h"
#include "tests/t_main.h"
#include "tests/t_stats.h"

START_TEST(test_summaries)
{
    for (size_t i = 0; i < GROUPS; i++) {
        const struct golden_group *group = &groups[i];
        struct stats_summary summary = stats_summarise(group->values, group->n);
        ck_assert_uint_eq(summary.n, group->n);
        expect_near(summary.mean, group->mean, i, "mean");
        expect_near(summary.sd, group->sd, i, "sd");
        expect_near(summary.median, group->median, i, "median");
        struct stats_fences fences = stats_fences(group->values, group->n);
        expect_near(fences.lower_quartile, group->lower_quartile, i, "lower quartile");
        expect_near(fences.upper_quartile, group->upper_quartile, i, "upper quartile");
        if (group->high > 0) {
            expect_near(fences.low, group->low, i, "lower fence");
            expect_near(fences.high, group->high, i, "upper fence");
        }
    }
}
END_TEST

START_TEST(test_trends)
{
    size_t checked = 0;
    for (size_t i = 0; i < GROUPS; i++) {
        if (groups[i].tau > 1)
            continue;
        struct stats_trend trend = stats_trend(groups[i].values, groups[i].n);
        expect_near(trend.tau, groups[i].tau, i, "tau");
        expect_near(trend.p, groups[i].tau_p, i, "p of tau");
        checked++;
    }
    ck_assert_uint_ge(checked, 19);
}
END_TEST

START_TEST(test_ratios)
{
    for (size_t i = 0; i < COMPARISONS; i++) {
        const struct golden_comparison *want = &comparisons[i];
        const struct golden_group *base = &groups[want->base], *level = &groups[want->level];
        struct stats_summary b = stats_summarise(base->values, base->n);
        struct stats_summary l = stats_summarise(level->values, level->n);
        struct stats_ratio got = stats_ratio(&b, &l, 0.95);
        expect_near(got.delta_pct, want->delta_pct, i, "delta");
        ck_assert_int_eq(got.has_interval, want->se_log > 0);
        if (!got.has_interval)
            continue;
        expect_near(got.se_log, want->se_log, i, "se");
        expect_near(got.df, want->df, i, "df");
        expect_near(got.low_pct, want->low_pct, i, "low");
        expect_near(got.high_pct, want->high_pct, i, "high");
    }
}
END_TEST

START_TEST(test_ranks)
{
    for (size_t i = 0; i < COMPARISONS; i++) {
        const struct golden_comparison *want = &comparisons[i];
        if (want->u < 0)
            continue;
        const struct golden_group *base = &groups[want->base], *level = &groups[want->level];
        struct stats_rank got = stats_rank(base->values, base->n, level->values, level->n);
        expect_near(got.u, want->u, i, "U");
        ck_assert(got.is_exact);
        expect_near(got.p, want->p_rank, i, "p");
        expect_near(got.p_least, want->p_rank_least, i, "least p");
    }
}
END_TEST

/* The interval and p are two sides of one t: the limit touches 0 where p is
 * 1 - confidence. */
START_TEST(test_p_agrees_with_interval)
{
    const struct golden_group *base = &groups[comparisons[1].base];
    const struct golden_group *level = &groups[comparisons[1].level];
    struct stats_summary b = stats_summarise(base->values, base->n);
    struct stats_summary l = stats_summarise(level->values, level->n);
    struct stats_ratio first = stats_ratio(&b, &l, 0.95);
    struct stats_ratio touching = stats_ratio(&b, &l, 1 - first.p);
    ck_assert_double_eq_tol(touching.low_pct, 0, 1e-6);
    struct stats_ratio swapped = stats_ratio(&l, &b, 0.95);
    ck_assert_double_eq_tol((1 + first.low_pct / 100) * (1 + swapped.high_pct / 100), 1, 1e-12);
    ck_assert_double_eq_tol(first.p, swapped.p, 1e-12);
}
END_TEST

START_TEST(test_holm)
{
    double p[] = {2.665670333404e-07, 0.003905192640732, 2.343271586334e-07};
    stats_holm(p, 3);
    ck_assert_double_eq_tol(p[0], 7.029814759002e-07, 1e-18);
    ck_assert_double_eq_tol(p[1], 0.003905192640732, 1e-15);
    ck_assert_double_eq_tol(p[2], 7.029814759002e-07, 1e-18);
    double five[] = {0.09335605400175, 0.0005005336528394, 0.8742254553285, 0.06344666496924,
                     0.1180899849175};
    const double want[] = {0.2800681620053, 0.002502668264197, 0.8742254553285, 0.253786659877,
                           0.2800681620053};
    stats_holm(five, 5);
    for (size_t i = 0; i < 5; i++)
        expect_near(five[i], want[i], i, "Holm");
    stats_holm(NULL, 0);
}
END_TEST

START_TEST(test_rank_least)
{
    static const double least[] = {0.3333333333333,     0.1,
                                   0.02857142857143,    0.007936507936508,
                                   0.002164502164502,   0.0005827505827506,
                                   0.0001554001554002,  4.113533525298e-05,
                                   1.082508822447e-05};
    double low[10], high[10];
    for (size_t i = 0; i < 10; i++) {
        low[i] = (double)i;
        high[i] = 100 + (double)i;
    }
    for (size_t n = 2; n <= 10; n++) {
        struct stats_rank rank = stats_rank(low, n, high, n);
        expect_near(rank.p, least[n - 2], n, "p of separated samples");
        expect_near(rank.p_least, least[n - 2], n, "least p");
    }
    struct stats_rank uneven = stats_rank(low, 3, high, 5);
    expect_near(uneven.p, 0.03571428571429, 0, "3 against 5");
    const double same[] = {7, 7, 7};
    expect_near(stats_rank(same, 3, same, 3).p, 1, 0, "all tied");
}
END_TEST

START_TEST(test_geometric_mean)
{
    double ratios[5];
    /* The five rates of the bonnie++ runs: R gives 0.915116470516. */
    static const double base[] = {916.3333333333333, 229243, 194596.33333333334, 4093,
                                  1734567};
    static const double level[] = {920.3333333333334, 199979.33333333334, 195761.33333333334,
                                   4017.6666666666665, 1286672};
    for (size_t i = 0; i < 5; i++)
        ratios[i] = level[i] / base[i];
    ck_assert_double_eq_tol(stats_geometric_mean(ratios, 5), 0.915116470516, 1e-6);
    ck_assert_double_eq(stats_geometric_mean(ratios, 0), 0);
    const double with_zero[] = {2, 0};
    ck_assert_double_eq(stats_geometric_mean(with_zero, 2), 0);
}
END_TEST

/* Whatever comes in, what comes out is finite and says what it does not know. */
START_TEST(test_edges)
{
    static const double samples[][3] = {
        {0, 0, 0},    {1, 1, 1},          {-1, -2, -3},           {-1, 0, 1},
        {1, 2, 3},    {1e308, 1e308, 1e308}, {1e-308, 2e-308, 3e-308}, {1e308, -1e308, 1},
        {5e-324, 0, 1},
    };
    const size_t nr = sizeof samples / sizeof samples[0];
    for (size_t i = 0; i < nr; i++)
        for (size_t k = 0; k < nr; k++)
            for (size_t n = 0; n <= 3; n++) {
                struct stats_summary b = stats_summarise(samples[i], n);
                struct stats_summary l = stats_summarise(samples[k], 3);
                struct stats_ratio r = stats_ratio(&b, &l, 0.95);
                const double all[] = {b.mean,  b.sd,      b.median,   b.cv_pct,  r.delta_pct,
                                      r.se_log, r.df,     r.low_pct, r.high_pct, r.p};
                for (size_t m = 0; m < sizeof all / sizeof all[0]; m++)
                    ck_assert_msg(isfinite(all[m]), "%zu %zu %zu: member %zu", i, k, n, m);
                ck_assert(!r.has_interval || n >= 2);
                struct stats_rank rank = stats_rank(samples[i], n, samples[k], 3);
                ck_assert(rank.p >= 0 && rank.p <= 1 && isfinite(rank.u));
                ck_assert(isfinite(stats_trend(samples[i], n).p));
                ck_assert(isfinite(stats_fences(samples[i], n).low));
            }
}
END_TEST

static double draw(gsl_rng *rng, int shape, double cv)
{
    if (shape == 0)
        return 1 + cv * gsl_ran_gaussian_ziggurat(rng, 1);
    double sigma = sqrt(log1p(cv * cv));
    return gsl_ran_lognormal(rng, -sigma * sigma / 2, sigma);
}

/* Share of intervals that hold the true change of +10 %. */
static double coverage(gsl_rng *rng, size_t n, int shape, double cv)
{
    const size_t rounds = 4000;
    size_t held = 0;
    for (size_t i = 0; i < rounds; i++) {
        double base[10], level[10];
        for (size_t k = 0; k < n; k++) {
            base[k] = draw(rng, shape, cv);
            level[k] = 1.1 * draw(rng, shape, cv);
        }
        struct stats_summary b = stats_summarise(base, n), l = stats_summarise(level, n);
        struct stats_ratio r = stats_ratio(&b, &l, 0.95);
        held += r.has_interval && r.low_pct <= 10 && r.high_pct >= 10;
    }
    return (double)held / (double)rounds;
}

START_TEST(test_coverage)
{
    static const size_t sizes[] = {3, 5, 10};
    static const double cvs[] = {0.02, 0.1, 0.3};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 20170331);
    for (size_t s = 0; s < 3; s++)
        for (size_t c = 0; c < 3; c++)
            for (int shape = 0; shape < 2; shape++) {
                double share = coverage(rng, sizes[s], shape, cvs[c]);
                ck_assert_msg(share > 0.938 && share < 0.98, "n %zu, cv %g, shape %d: %g",
                              sizes[s], cvs[c], shape, share);
            }
    gsl_rng_free(rng);
}
END_TEST

static int compare_values(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return left < right ? -1 : left > right;
}

/* Against qsort() and against counting pairs one by one; few levels, so that there are ties. */
START_TEST(test_sorting)
{
    enum { MOST = 200 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 20170401);
    for (size_t n = 0; n <= MOST; n++)
        for (unsigned long levels = 2; levels <= 2000; levels *= 10) {
            double values[MOST + 1], sorted[MOST + 1], mine[MOST + 1];
            size_t order[MOST + 1], falling = 0;
            for (size_t i = 0; i < n; i++)
                values[i] = sorted[i] = mine[i] = (double)gsl_rng_uniform_int(rng, levels) - 3;
            for (size_t i = 0; i < n; i++)
                for (size_t k = i + 1; k < n; k++)
                    falling += values[k] < values[i];
            if (n)
                qsort(sorted, n, sizeof *sorted, compare_values);
            ck_assert_uint_eq(stats_sort(mine, n), falling);
            stats_sort_order(order, values, n);
            for (size_t i = 0; i < n; i++) {
                ck_assert_double_eq(mine[i], sorted[i]);
                ck_assert_double_eq(values[order[i]], sorted[i]);
                ck_assert(!i || values[order[i]] > values[order[i - 1]] ||
                          order[i] > order[i - 1]);
            }
            if (n)
                ck_assert_double_eq(stats_mean(values, n), stats_summarise(values, n).mean);
        }
    gsl_rng_free(rng);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("stats");
    TCase *golden = tcase_create("golden");
    tcase_add_test(golden, test_summaries);
    tcase_add_test(golden, test_trends);
    tcase_add_test(golden, test_ratios);
    tcase_add_test(golden, test_ranks);
    tcase_add_test(golden, test_holm);
    tcase_add_test(golden, test_rank_least);
    tcase_add_test(golden, test_geometric_mean);
    suite_add_tcase(suite, golden);
    TCase *properties = tcase_create("properties");
    tcase_set_timeout(properties, 60);
    tcase_add_test(properties, test_p_agrees_with_interval);
    tcase_add_test(properties, test_edges);
    tcase_add_test(properties, test_sorting);
    tcase_add_test(properties, test_coverage);
    suite_add_tcase(suite, properties);
    return suite;
}

T_MAIN(make_suite)
