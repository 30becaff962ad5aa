#include "report/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>

#include "record/memory.h"
#include "report/stats_sort.h"

enum { RANK_EXACT_MAX = 60, TREND_EXACT_MAX = 50, TREND_MAX = 5000 };

static const double limit_pct = 1e300;

/* Returns a sorted copy, which the caller frees. */
static double *sorted_copy(const double *values, size_t n)
{
    double *copy = memory_resize(NULL, n, sizeof *copy);
    memcpy(copy, values, n * sizeof *copy);
    stats_sort(copy, n);
    return copy;
}

/* Keeps results finite: sums of huge values may overflow. */
static double finite_or(double value, double otherwise)
{
    return isfinite(value) ? value : otherwise;
}

struct stats_summary stats_summarise(const double *values, size_t n)
{
    struct stats_summary summary = {.n = n};
    if (!n)
        return summary;
    double *sorted = sorted_copy(values, n);
    summary.min = sorted[0];
    summary.max = sorted[n - 1];
    summary.median = finite_or(gsl_stats_median_from_sorted_data(sorted, 1, n), sorted[n / 2]);
    summary.mean = finite_or(gsl_stats_mean(values, 1, n), summary.median);
    /* Equal values have no spread; rounding of their mean must not make one. */
    if (n >= 2 && summary.max > summary.min)
        summary.sd = finite_or(gsl_stats_sd_m(values, 1, n, summary.mean), 0);
    if (summary.max <= summary.min)
        summary.mean = summary.min;
    if (summary.mean != 0)
        summary.cv_pct = finite_or(100 * summary.sd / fabs(summary.mean), 0);
    free(sorted);
    return summary;
}

struct stats_fences stats_fences(const double *values, size_t n)
{
    struct stats_fences fences = {0};
    if (!n)
        return fences;
    double *sorted = sorted_copy(values, n);
    fences.lower_quartile = gsl_stats_quantile_from_sorted_data(sorted, 1, n, 0.25);
    fences.upper_quartile = gsl_stats_quantile_from_sorted_data(sorted, 1, n, 0.75);
    double reach = 1.5 * (fences.upper_quartile - fences.lower_quartile);
    fences.low = finite_or(fences.lower_quartile - reach, sorted[0]);
    fences.high = finite_or(fences.upper_quartile + reach, sorted[n - 1]);
    free(sorted);
    return fences;
}

double stats_mean(const double *values, size_t n)
{
    double mean = n ? gsl_stats_mean(values, 1, n) : 0;
    bool is_even = true;
    for (size_t i = 1; i < n && is_even; i++)
        is_even = values[i] <= values[0] && values[i] >= values[0];
    return isfinite(mean) && !is_even ? mean : stats_summarise(values, n).mean;
}

/* Relative variance of a mean: (s^2/n) / m^2. */
static double relative_variance(const struct stats_summary *summary)
{
    double part = summary->sd / summary->mean;
    return part * part / (double)summary->n;
}

static double percent_of_log(double log_ratio)
{
    double pct = 100 * expm1(log_ratio);
    return fmin(pct, limit_pct);
}

struct stats_ratio stats_ratio(const struct stats_summary *base, const struct stats_summary *level,
                               double confidence)
{
    struct stats_ratio result = {.p = 1};
    if (!base->n || !level->n || base->mean == 0)
        return result;
    double ratio = level->mean / base->mean;
    if (!isfinite(ratio))
        return result;
    result.has_ratio = true;
    result.delta_pct = fmax(-limit_pct, fmin(100 * (ratio - 1), limit_pct));
    if (base->n < 2 || level->n < 2 || ratio <= 0)
        return result;
    double base_part = relative_variance(base), level_part = relative_variance(level);
    double variance = base_part + level_part;
    double df_below = base_part * base_part / (double)(base->n - 1) +
                      level_part * level_part / (double)(level->n - 1);
    if (!isfinite(variance) || variance <= 0 || !isfinite(df_below) || df_below <= 0)
        return result;
    result.se_log = sqrt(variance);
    result.df = variance * variance / df_below;
    if (!isfinite(result.df)) {
        result.se_log = result.df = 0;
        return result;
    }
    double t = gsl_cdf_tdist_Pinv(0.5 + confidence / 2, result.df);
    result.has_interval = true;
    result.low_pct = percent_of_log(log(ratio) - t * result.se_log);
    result.high_pct = percent_of_log(log(ratio) + t * result.se_log);
    result.p = fmin(1, 2 * gsl_cdf_tdist_Q(fabs(log(ratio)) / result.se_log, result.df));
    return result;
}

/* Doubled mid-ranks of n values, which the caller frees: an integer for ties of
 * two as well.  Adds t^3 - t over all ties to *ties. */
static size_t *doubled_ranks(const double *values, size_t n, double *ties)
{
    size_t *order = memory_resize(NULL, n, sizeof *order);
    size_t *ranks = memory_resize(NULL, n, sizeof *ranks);
    stats_sort_order(order, values, n);
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        while (end < n && values[order[end]] <= values[order[i]])
            end++;
        for (size_t k = i; k < end; k++)
            ranks[order[k]] = i + 1 + end;
        double tied = (double)(end - i);
        *ties += tied * tied * tied - tied;
        i = end;
    }
    free(order);
    return ranks;
}

/* The share of all ways to take `take` of the n doubled ranks whose sum is at
 * least as far from the middle as sum is. */
static double split_share(const size_t *ranks, size_t n, size_t take, size_t sum)
{
    size_t unit = 2, reach = 0;
    if (take > n - take) { /* those that are left are as far away, and fewer */
        take = n - take;
        sum = n * (n + 1) - sum;
    }
    for (size_t i = 0; i < n; i++)
        if (ranks[i] % 2)
            unit = 1; /* ties: the doubled ranks are not all even */
    size_t width = take * (2 * n - take + 1) / unit + 1;
    double *ways = memory_alloc((take + 1) * width * sizeof *ways);
    ways[0] = 1;
    for (size_t i = 0; i < n; i++) {
        size_t rank = ranks[i] / unit;
        reach += rank;
        for (size_t k = i + 1 < take ? i + 1 : take; k > 0; k--) {
            size_t most = k * (2 * n - k + 1) / unit;
            for (size_t s = most < reach ? most : reach; s >= rank; s--)
                ways[k * width + s] += ways[(k - 1) * width + s - rank];
        }
    }
    /* The middle of the doubled sums is take (n + 1); compare without halves. */
    size_t middle = take * (n + 1);
    size_t away = sum > middle ? sum - middle : middle - sum;
    double far = 0, total = 0;
    for (size_t s = 0; s < width; s++) {
        double count = ways[take * width + s];
        size_t at = s * unit;
        total += count;
        if ((at > middle ? at - middle : middle - at) >= away)
            far += count;
    }
    free(ways);
    return total > 0 ? far / total : 1;
}

/* The normal approximation with ties corrected. */
static double rank_normal_p(double u, double n, double m, double ties)
{
    double all = n + m;
    double variance = n * m / 12 * (all + 1 - ties / (all * (all - 1)));
    if (!(variance > 0))
        return 1;
    return fmin(1, 2 * gsl_cdf_ugaussian_Q(fabs(u - n * m / 2) / sqrt(variance)));
}

struct stats_rank stats_rank(const double *base, size_t base_nr, const double *level,
                             size_t level_nr)
{
    struct stats_rank result = {.p = 1, .p_least = 1};
    if (!base_nr || !level_nr)
        return result;
    size_t n = base_nr + level_nr;
    double *values = memory_resize(NULL, n, sizeof *values);
    memcpy(values, level, level_nr * sizeof *values);
    memcpy(values + level_nr, base, base_nr * sizeof *values);
    double ties = 0;
    size_t *ranks = doubled_ranks(values, n, &ties);
    size_t sum = 0;
    for (size_t i = 0; i < level_nr; i++)
        sum += ranks[i];
    result.u = (double)sum / 2 - (double)level_nr * ((double)level_nr + 1) / 2;
    double log_ways =
        lgamma((double)n + 1) - lgamma((double)base_nr + 1) - lgamma((double)level_nr + 1);
    result.p_least = fmin(1, 2 * exp(-log_ways));
    if (n <= RANK_EXACT_MAX) {
        result.is_exact = true;
        result.p = split_share(ranks, n, level_nr, sum);
    } else {
        result.p = rank_normal_p(result.u, (double)level_nr, (double)base_nr, ties);
    }
    free(values);
    free(ranks);
    return result;
}

void stats_holm(double *p, size_t n)
{
    if (!n)
        return;
    size_t *order = memory_resize(NULL, n, sizeof *order);
    stats_sort_order(order, p, n);
    double least = 0;
    for (size_t i = 0; i < n; i++) {
        double adjusted = fmin(1, (double)(n - i) * p[order[i]]);
        least = fmax(least, adjusted);
        p[order[i]] = least;
    }
    free(order);
}

/* Exact two-sided p of Kendall's statistic: the share of all orders of n values
 * whose number of concordant pairs is at least as far from the middle.  After
 * the recurrence of Kendall (1938). */
static double trend_exact_p(size_t n, size_t concordant)
{
    size_t pairs = n * (n - 1) / 2;
    double *share = memory_alloc((pairs + 1) * sizeof *share);
    double *next = memory_alloc((pairs + 1) * sizeof *next);
    share[0] = 1;
    for (size_t i = 2; i <= n; i++) {
        for (size_t s = 0; s <= i * (i - 1) / 2; s++) {
            double sum = 0;
            for (size_t k = 0; k < i && k <= s; k++)
                sum += share[s - k];
            next[s] = sum / (double)i;
        }
        memcpy(share, next, (pairs + 1) * sizeof *share);
    }
    size_t low = concordant < pairs - concordant ? concordant : pairs - concordant;
    double p = 0;
    for (size_t s = 0; s <= low; s++)
        p += share[s];
    free(share);
    free(next);
    return fmin(1, 2 * p);
}

/* The tie terms of Kendall's variance (see R's cor.test): t runs over the sizes
 * of groups of equal values. */
struct tie_terms {
    double pairs;  /* sum of t (t-1) / 2 */
    double spread; /* sum of t (t-1) (2t+5) */
};

static struct tie_terms count_ties(const double *sorted, size_t n)
{
    struct tie_terms terms = {0, 0};
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        while (end < n && sorted[end] <= sorted[i])
            end++;
        double t = (double)(end - i);
        terms.pairs += t * (t - 1) / 2;
        terms.spread += t * (t - 1) * (2 * t + 5);
        i = end;
    }
    return terms;
}

struct stats_trend stats_trend(const double *values, size_t n)
{
    struct stats_trend trend = {0, 1};
    /* Long series are of no use here. */
    if (n < 2 || n > TREND_MAX)
        return trend;
    double *sorted = memory_resize(NULL, n, sizeof *sorted);
    memcpy(sorted, values, n * sizeof *sorted);
    size_t discordant = stats_sort(sorted, n);
    struct tie_terms ties = count_ties(sorted, n);
    free(sorted);
    double count = (double)n, pairs = count * (count - 1) / 2;
    size_t concordant = n * (n - 1) / 2 - (size_t)ties.pairs - discordant;
    if (pairs - ties.pairs <= 0)
        return trend;
    double score = (double)concordant - (double)discordant;
    trend.tau = score / sqrt(pairs * (pairs - ties.pairs));
    if (ties.pairs <= 0 && n < TREND_EXACT_MAX) {
        trend.p = trend_exact_p(n, concordant);
        return trend;
    }
    double variance = (count * (count - 1) * (2 * count + 5) - ties.spread) / 18;
    if (variance > 0)
        trend.p = fmin(1, 2 * gsl_cdf_ugaussian_Q(fabs(score) / sqrt(variance)));
    return trend;
}

double stats_geometric_mean(const double *ratios, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (!(ratios[i] > 0) || !isfinite(ratios[i]))
            return 0;
        sum += log(ratios[i]);
    }
    return n ? exp(sum / (double)n) : 0;
}
