/* Intervals beside the delta method, shifts of level and modes: golden values, coverage
 * and false alarms in simulations with a fixed seed. */
#include "report/stats.h"

#include <stdlib.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "tests/t_main.h"
#include "tests/t_stats.h"

static struct stats_summary summary(size_t group)
{
    return stats_summarise(groups[group].values, groups[group].n);
}

START_TEST(test_fieller)
{
    for (size_t i = 0; i < FIELLERS; i++) {
        const struct golden_fieller *want = &fiellers[i];
        const struct golden_comparison *of = &comparisons[want->of];
        struct stats_summary base = summary(of->base), level = summary(of->level);
        struct stats_ratio got = stats_fieller(&base, &level, 0.95);
        ck_assert(got.has_ratio && got.has_interval == want->is_bounded);
        ck_assert(got.is_unbounded == !want->is_bounded);
        expect_near(got.df, want->df, i, "df");
        expect_near(got.low_pct, want->low_pct, i, "low");
        expect_near(got.high_pct, want->high_pct, i, "high");
        if (want->is_bounded)
            ck_assert((got.p < 0.05) == (got.low_pct > 0 || got.high_pct < 0));
    }
}
END_TEST

START_TEST(test_medians)
{
    for (size_t i = 0; i < FIELLERS; i++) {
        const struct golden_comparison *of = &comparisons[fiellers[i].of];
        const struct golden_group *base = &groups[of->base], *level = &groups[of->level];
        struct stats_ratio got =
            stats_median_ratio(base->values, base->n, level->values, level->n, 0.95);
        expect_near(got.delta_pct, fiellers[i].median_pct, i, "medians");
        expect_near(got.p, of->p_rank, i, "p");
        ck_assert(got.has_interval == (base->n > 3));
    }
}
END_TEST

/* The limits of a shift are those of a ratio of exponentials. */
START_TEST(test_shifts)
{
    const double scale = 64;
    for (size_t i = 0; i < SHIFTS; i++) {
        const struct golden_comparison *of = &comparisons[shifts[i].of];
        double base[10], level[10];
        for (size_t k = 0; k < 10; k++) {
            base[k] = exp(groups[of->base].values[k] / scale);
            level[k] = exp(groups[of->level].values[k] / scale);
        }
        struct stats_ratio got = stats_median_ratio(base, 10, level, 10, 0.95);
        ck_assert(got.has_interval);
        expect_near(scale * log1p(got.low_pct / 100), shifts[i].low, i, "low");
        expect_near(scale * log1p(got.high_pct / 100), shifts[i].high, i, "high");
    }
    static const double four[] = {1, 2, 3, 4}, more[] = {10, 20, 30, 40};
    struct stats_ratio least = stats_median_ratio(four, 4, more, 4, 0.95);
    ck_assert(least.has_interval);
    ck_assert_double_eq_tol(least.low_pct, 150, 1e-9);
    ck_assert_double_eq_tol(least.high_pct, 3900, 1e-9);
    ck_assert(!stats_median_ratio(four, 3, more, 4, 0.95).has_interval);
    double many[80];
    for (size_t i = 0; i < 80; i++)
        many[i] = 100 + (double)(i % 10);
    least = stats_median_ratio(many, 80, many, 80, 0.95);
    ck_assert(least.has_interval && least.low_pct < 0 && least.high_pct > 0);
}
END_TEST

/* By hand: logarithms of the ratios 1.1, 1.2, 1.3 have mean 0.180001 and sd 0.083563. */
START_TEST(test_paired)
{
    static const double base[] = {100, 200, 300}, level[] = {110, 240, 390};
    struct stats_ratio got = stats_paired(base, level, 3, 0.95);
    ck_assert(got.has_interval);
    ck_assert_double_eq_tol(got.delta_pct, 100 * (740.0 / 600 - 1), 1e-9);
    double sd = stats_summarise((const double[]){log(1.1), log(1.2), log(1.3)}, 3).sd;
    ck_assert_double_eq_tol(got.se_log, sd / sqrt(3), 1e-12);
    ck_assert_double_eq_tol(got.df, 2, 1e-12);
    double reach = 4.302652729749464 * sd / sqrt(3);
    ck_assert_double_eq_tol(log1p(got.low_pct / 100), log(740.0 / 600) - reach, 1e-9);
    ck_assert_double_eq_tol(log1p(got.high_pct / 100), log(740.0 / 600) + reach, 1e-9);
    static const double zero[] = {0, 200, 300};
    ck_assert(!stats_paired(zero, level, 3, 0.95).has_interval);
    ck_assert(!stats_paired(base, base, 3, 0.95).has_interval);
    ck_assert(!stats_paired(base, level, 1, 0.95).has_interval);
}
END_TEST

/* Reads whose level falls after four runs, which a rank correlation does not see; a slow
 * drift is no step, and neither are equal values. */
START_TEST(test_step)
{
    struct stats_step step = stats_step(groups[1].values, 10);
    ck_assert_uint_eq(step.first, 4);
    ck_assert_double_eq_tol(step.before, 55.1189040856, 1e-9);
    ck_assert_double_eq_tol(step.after, 51.4824494002, 1e-9);
    ck_assert(step.p < 0.05 && groups[1].tau_p > 0.05);
    ck_assert(stats_step(groups[0].values, 10).p > 0.05);
    ck_assert(stats_step(groups[3].values, 10).p > 0.05);
    ck_assert(stats_step(groups[4].values, 10).p > 0.05);
    static const double flat[] = {5, 5, 5, 5, 5, 5}, clean[] = {5, 5, 5, 7, 7, 7};
    ck_assert_uint_eq(stats_step(flat, 6).first, 0);
    ck_assert_double_ge(stats_step(flat, 6).p, 1);
    ck_assert_uint_eq(stats_step(clean, 6).first, 3);
    ck_assert(stats_step(clean, 6).p < 0.001);
    ck_assert_double_ge(stats_step(clean, 5).p, 1);
}
END_TEST

START_TEST(test_modes)
{
    struct stats_modes modes = stats_modes(groups[4].values, 10);
    ck_assert(modes.are_two);
    ck_assert_uint_eq(modes.low_nr, 3);
    ck_assert_double_eq_tol(modes.low, 18.2366195968, 1e-9);
    ck_assert_double_eq_tol(modes.high, 18.7444351392, 1e-9);
    for (size_t i = 0; i < 6; i++)
        ck_assert(stats_modes(groups[i].values, 10).are_two == (i == 4));
}
END_TEST

/* shape 0: normal, 1: log-normal, 2: two modes. */
static double draw(gsl_rng *rng, int shape, double cv)
{
    if (shape == 0)
        return 1 + gsl_ran_gaussian(rng, cv);
    if (shape == 2)
        return (gsl_rng_uniform(rng) < 0.3 ? 1 - 2 * cv : 1) + gsl_ran_gaussian(rng, cv / 10);
    double sigma = sqrt(log(1 + cv * cv));
    return gsl_ran_lognormal(rng, -sigma * sigma / 2, sigma);
}

/* Share of intervals of a kind that hold the true change of +10 %. */
static double coverage(gsl_rng *rng, char kind, size_t n, int shape)
{
    const size_t rounds = 3000;
    size_t held = 0;
    for (size_t i = 0; i < rounds; i++) {
        double base[10], level[10];
        for (size_t k = 0; k < n; k++) {
            /* What a round has in common takes nothing from pairs. */
            double round = kind == 'p' ? 1 + 0.5 * gsl_rng_uniform(rng) : 1;
            base[k] = round * draw(rng, shape, 0.1);
            level[k] = 1.1 * round * draw(rng, shape, 0.1);
        }
        struct stats_summary b = stats_summarise(base, n), l = stats_summarise(level, n);
        struct stats_ratio r = kind == 'f'   ? stats_fieller(&b, &l, 0.95)
                               : kind == 'p' ? stats_paired(base, level, n, 0.95)
                                             : stats_median_ratio(base, n, level, n, 0.95);
        held += r.is_unbounded || (r.has_interval && r.low_pct <= 10 && r.high_pct >= 10);
    }
    return (double)held / (double)rounds;
}

START_TEST(test_coverage)
{
    static const struct {
        char kind;
        size_t n;
        int shape;
        double least, most;
    } cases[] = {
        {'f', 3, 0, 0.94, 0.985}, {'f', 5, 1, 0.94, 0.985},  {'f', 10, 0, 0.94, 0.965},
        {'p', 3, 0, 0.935, 0.97}, {'p', 5, 1, 0.935, 0.97},  {'p', 10, 0, 0.935, 0.965},
        {'m', 4, 0, 0.95, 0.99},  {'m', 10, 1, 0.945, 0.97}, {'m', 10, 2, 0.945, 0.97},
    };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 20090410);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double share = coverage(rng, cases[i].kind, cases[i].n, cases[i].shape);
        ck_assert_msg(share >= cases[i].least && share <= cases[i].most, "%c, n %zu, shape %d: %g",
                      cases[i].kind, cases[i].n, cases[i].shape, share);
    }
    gsl_rng_free(rng);
}
END_TEST

/* Runs of one level, without shift and of one mode, seldom look otherwise. */
START_TEST(test_false_alarms)
{
    static const size_t sizes[] = {6, 8, 10, 20};
    const size_t rounds = 4000;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 20170331);
    for (size_t s = 0; s < 4; s++)
        for (int shape = 0; shape < 2; shape++) {
            size_t steps = 0, modes = 0;
            for (size_t i = 0; i < rounds; i++) {
                double values[20];
                for (size_t k = 0; k < sizes[s]; k++)
                    values[k] = draw(rng, shape, shape ? 0.3 : 0.05);
                steps += stats_step(values, sizes[s]).p < 0.05;
                modes += stats_modes(values, sizes[s]).are_two;
            }
            ck_assert_msg(steps < rounds * 6 / 100, "n %zu: %zu steps", sizes[s], steps);
            ck_assert_msg(modes < rounds * 2 / 100, "n %zu: %zu modes", sizes[s], modes);
        }
    gsl_rng_free(rng);
}
END_TEST

/* Of a mean: 43.304 and 2.262157 times 0.2010948 over the root of 10.  Of a median of ten: from
 * the second to the ninth value, which holds in 1002 of 1024 cases. */
START_TEST(test_of_a_centre)
{
    static const double ten[] = {7, 1, 9, 3, 5, 10, 2, 8, 6, 4};
    struct stats_summary runs = summary(0), one = {.n = 1, .mean = 3};
    double low = 0, high = 0;
    ck_assert(stats_mean_interval(&runs, 0.95, &low, &high));
    ck_assert_double_eq_tol(low, 43.160132978, 1e-6);
    ck_assert_double_eq_tol(high, 43.447843562, 1e-6);
    ck_assert(!stats_mean_interval(&one, 0.95, &low, &high));
    ck_assert(stats_median_interval(ten, 10, 0.95, &low, &high));
    ck_assert_double_eq(low, 2);
    ck_assert_double_eq(high, 9);
    ck_assert(stats_median_interval(ten, 10, 0.99, &low, &high));
    ck_assert_double_eq(low, 1);
    ck_assert_double_eq(high, 10);
    for (size_t n = 0; n < 6; n++)
        ck_assert(!stats_median_interval(ten, n, 0.95, &low, &high));
    ck_assert(stats_median_interval(ten, 6, 0.95, &low, &high));
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("interval");
    TCase *golden = tcase_create("golden");
    tcase_add_test(golden, test_fieller);
    tcase_add_test(golden, test_medians);
    tcase_add_test(golden, test_shifts);
    tcase_add_test(golden, test_paired);
    tcase_add_test(golden, test_step);
    tcase_add_test(golden, test_modes);
    tcase_add_test(golden, test_of_a_centre);
    suite_add_tcase(suite, golden);
    TCase *simulated = tcase_create("simulated");
    tcase_set_timeout(simulated, 60);
    tcase_add_test(simulated, test_coverage);
    tcase_add_test(simulated, test_false_alarms);
    suite_add_tcase(suite, simulated);
    return suite;
}

T_MAIN(make_suite)
