/* Intervals of a ratio by other ways than the delta method, Fieller, pairs, ranks; and of a
 * mean or median by itself. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "record/memory.h"
#include "report/stats.h"
#include "report/stats_sort.h"

enum { EXACT_MAX = 60, RATIOS_MAX = 4000000 };

static const double limit_pct = 1e300;

static double cut(double pct)
{
    return fmax(-limit_pct, fmin(pct, limit_pct));
}

struct stats_ratio stats_fieller(const struct stats_summary *base,
                                 const struct stats_summary *level, double confidence)
{
    struct stats_ratio result = stats_ratio(base, level, confidence);
    if (!result.has_interval)
        return result;
    double ratio = level->mean / base->mean;
    double va = base->sd * base->sd / (double)base->n;
    double vb = level->sd * level->sd / (double)level->n;
    double both = vb + ratio * ratio * va;
    double below =
        vb * vb / (double)(level->n - 1) + pow(ratio, 4) * va * va / (double)(base->n - 1);
    result.has_interval = false;
    result.se_log = result.df = result.low_pct = result.high_pct = 0;
    result.p = 1;
    if (!isfinite(both) || !isfinite(below) || below <= 0)
        return result;
    result.df = both * both / below;
    if (!isfinite(result.df)) {
        result.df = 0;
        return result;
    }
    double t = gsl_cdf_tdist_Pinv(0.5 + confidence / 2, result.df);
    double g = t * t * va / (base->mean * base->mean);
    result.p =
        fmin(1, 2 * gsl_cdf_tdist_Q(fabs(level->mean - base->mean) / sqrt(va + vb), result.df));
    result.is_unbounded = g >= 1;
    if (result.is_unbounded)
        return result;
    double reach = t / fabs(base->mean) * sqrt(fmax(0, vb + ratio * ratio * va - g * vb));
    result.has_interval = true;
    result.low_pct = cut(100 * ((ratio - reach) / (1 - g) - 1));
    result.high_pct = cut(100 * ((ratio + reach) / (1 - g) - 1));
    return result;
}

struct stats_ratio stats_paired(const double *base, const double *level, size_t n,
                                double confidence)
{
    struct stats_summary b = stats_summarise(base, n), l = stats_summarise(level, n);
    struct stats_ratio result = stats_ratio(&b, &l, confidence);
    result.has_interval = false;
    result.se_log = result.df = result.low_pct = result.high_pct = 0;
    result.p = 1;
    if (!result.has_ratio || n < 2)
        return result;
    double *logs = memory_resize(NULL, n, sizeof *logs);
    bool are_positive = true;
    for (size_t i = 0; i < n; i++) {
        are_positive = are_positive && base[i] > 0 && level[i] > 0;
        logs[i] = are_positive ? log(level[i] / base[i]) : 0;
    }
    struct stats_summary pairs = stats_summarise(logs, n);
    free(logs);
    if (!are_positive || !(pairs.sd > 0))
        return result;
    double centre = log(l.mean / b.mean);
    result.se_log = pairs.sd / sqrt((double)n);
    result.df = (double)(n - 1);
    double t = gsl_cdf_tdist_Pinv(0.5 + confidence / 2, result.df);
    result.has_interval = true;
    result.low_pct = cut(100 * expm1(centre - t * result.se_log));
    result.high_pct = cut(100 * expm1(centre + t * result.se_log));
    result.p = fmin(1, 2 * gsl_cdf_tdist_Q(fabs(centre) / result.se_log, result.df));
    return result;
}

/* The rank, from 1, of the lower limit among the n m single ratios: the largest for which
 * fewer would be passed by chance in no more than tail of all orders; 0 where there is
 * none.  Counts orders by their U as stats_rank() does, without ties. */
static size_t limit_rank(size_t n, size_t m, double tail)
{
    size_t most = n * m;
    if (n + m > EXACT_MAX) {
        double middle = (double)most / 2;
        double sd = sqrt((double)most * (double)(n + m + 1) / 12);
        double rank = floor(middle - gsl_cdf_ugaussian_Qinv(tail) * sd);
        return rank > 0 ? (size_t)rank : 0;
    }
    /* The orders of k of i values with sum of ranks s, less than k (k + 1) / 2. */
    double *ways = memory_alloc((n + 1) * (most + 1) * sizeof *ways);
    ways[0] = 1;
    for (size_t i = 1; i <= n + m; i++)
        for (size_t k = i < n ? i : n; k > 0; k--) {
            if (i - k > m)
                continue;
            for (size_t s = most + 1; s-- > i - k;)
                ways[k * (most + 1) + s] += ways[(k - 1) * (most + 1) + s - (i - k)];
        }
    double all = 0, below = 0;
    for (size_t s = 0; s <= most; s++)
        all += ways[n * (most + 1) + s];
    size_t rank = 0;
    while (rank <= most / 2) {
        below += ways[n * (most + 1) + rank];
        if (below / all > tail)
            break;
        rank++;
    }
    free(ways);
    return rank;
}

static bool all_positive(const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!(values[i] > 0))
            return false;
    return true;
}

struct stats_ratio stats_median_ratio(const double *base, size_t base_nr, const double *level,
                                      size_t level_nr, double confidence)
{
    struct stats_ratio result = {.p = 1};
    double below = stats_summarise(base, base_nr).median;
    double ratio = below > 0 || below < 0 ? stats_summarise(level, level_nr).median / below : NAN;
    if (!base_nr || !level_nr || !isfinite(ratio))
        return result;
    result.has_ratio = true;
    result.delta_pct = cut(100 * (ratio - 1));
    if (base_nr < 2 || level_nr < 2 || !all_positive(base, base_nr) ||
        !all_positive(level, level_nr))
        return result;
    result.p = stats_rank(base, base_nr, level, level_nr).p;
    size_t nr = base_nr > RATIOS_MAX / level_nr ? 0 : base_nr * level_nr;
    size_t rank = nr ? limit_rank(level_nr, base_nr, (1 - confidence) / 2) : 0;
    if (!rank)
        return result;
    double *ratios = memory_resize(NULL, nr, sizeof *ratios);
    for (size_t i = 0; i < level_nr; i++)
        for (size_t k = 0; k < base_nr; k++)
            ratios[i * base_nr + k] = level[i] / base[k];
    stats_sort(ratios, nr);
    result.has_interval = true;
    result.low_pct = cut(100 * (ratios[rank - 1] - 1));
    result.high_pct = cut(100 * (ratios[nr - rank] - 1));
    free(ratios);
    return result;
}

bool stats_mean_interval(const struct stats_summary *summary, double confidence, double *low,
                         double *high)
{
    if (summary->n < 2 || !(summary->sd > 0))
        return false;
    double df = (double)summary->n - 1;
    double away = gsl_cdf_tdist_Pinv(0.5 + confidence / 2, df) * summary->sd / sqrt(df + 1);
    *low = summary->mean - away;
    *high = summary->mean + away;
    return isfinite(*low) && isfinite(*high);
}

bool stats_median_interval(const double *values, size_t n, double confidence, double *low,
                           double *high)
{
    size_t outside = 0; /* values beyond either end */
    if (n < 2 || n > UINT_MAX)
        return false;
    while (outside < n / 2 &&
           2 * gsl_cdf_binomial_P((unsigned)outside, 0.5, (unsigned)n) <= 1 - confidence)
        outside++;
    if (!outside)
        return false;
    double *sorted = memory_resize(NULL, n, sizeof *sorted);
    memcpy(sorted, values, n * sizeof *sorted);
    stats_sort(sorted, n);
    *low = sorted[outside - 1];
    *high = sorted[n - outside];
    free(sorted);
    return true;
}
