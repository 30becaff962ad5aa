/* Statistics on samples: doubles in, doubles out, never a NaN or infinity for
 * finite input. */
#ifndef IOD_REPORT_STATS_H
#define IOD_REPORT_STATS_H

#include <stdbool.h>
#include <stddef.h>

struct stats_summary {
    size_t n;
    double mean; /* arithmetic */
    double sd;   /* of the sample, divisor n - 1; 0 for n < 2 */
    double median;
    double min, max;
    double cv_pct; /* 100 sd / |mean|; 0 where the mean is 0 */
};

/* Summarises n values; all members are 0 for n = 0. */
struct stats_summary stats_summarise(const double *values, size_t n);

/* Quartiles by type 7 of Hyndman and Fan (1996), and Tukey's fences at 1.5
 * interquartile ranges beyond them. */
struct stats_fences {
    double lower_quartile, upper_quartile;
    double low, high; /* a value outside is an outlier */
};

/* Returns the mean of stats_summarise() without the rest. */
double stats_mean(const double *values, size_t n);

/* Writes the interval of the mean by Student's t, n - 1 degrees of freedom; confidence: 0 to
 * 1.  Returns whether there is one: two values at least that differ. */
bool stats_mean_interval(const struct stats_summary *summary, double confidence, double *low,
                         double *high);

/* Writes the interval of the median between two of the n values, by the binomial distribution
 * of how many lie below it, so that it holds at least with that confidence (0 to 1).
 * Returns whether there is one: at 0.95 six values are needed. */
bool stats_median_interval(const double *values, size_t n, double confidence, double *low,
                           double *high);

/* Computes them for n >= 1 values. */
struct stats_fences stats_fences(const double *values, size_t n);

/* The ratio of two arithmetic means, new over base, with an interval. */
struct stats_ratio {
    bool has_ratio;    /* the base mean is not 0; else all else is 0 and p is 1 */
    double delta_pct;  /* 100 (new/base - 1) */
    bool has_interval; /* n >= 2 on both sides, means of equal sign, some spread */
    bool is_unbounded; /* Fieller's interval has no ends: the base mean may be 0 */
    double se_log;     /* standard error of ln(new/base) */
    double df;         /* Welch-Satterthwaite degrees of freedom */
    double low_pct, high_pct;
    double p; /* two-sided, of the same t, against a ratio of 1; 1 without interval */
};

/* Compares two summaries by the delta method on the logarithm of the ratio of
 * arithmetic means: se^2 = (s_b^2/n_b)/m_b^2 + (s_a^2/n_a)/m_a^2, limits
 * exp(ln(m_b/m_a) -+ t se), with df = se^4 / sum of (part^2/(n-1)).  That is
 * Fieller's problem with the degrees of freedom of Tamhane and Logan (2004).
 * confidence is above 0 and below 1.  Limits are cut at +-1e300 %. */
struct stats_ratio stats_ratio(const struct stats_summary *base, const struct stats_summary *level,
                               double confidence);

/* The same by Fieller's theorem with unequal variances: limits
 * (r -+ (t/m_a) sqrt(v_b + r^2 v_a - g v_b)) / (1 - g), v = s^2/n, g = t^2 v_a/m_a^2,
 * with degrees of freedom after Tamhane and Logan (2004) at the observed ratio r.
 * Where g >= 1 the limits are unbounded: has_interval is false and is_unbounded set.
 * p is of the same t against a ratio of 1; se_log stays 0. */
struct stats_ratio stats_fieller(const struct stats_summary *base,
                                 const struct stats_summary *level, double confidence);

/* The same for n pairs of values, one of each side, that were measured one after the
 * other: the ratio is that of the means, its standard error that of the logarithms of
 * the n single ratios, with n - 1 degrees of freedom.  No interval where a value is
 * not above 0. */
struct stats_ratio stats_paired(const double *base, const double *level, size_t n,
                                double confidence);

/* The ratio of two medians.  The interval is that of Hodges and Lehmann for the ratio
 * of the two sides: order statistics of all single ratios, at ranks for which the exact
 * distribution of the Mann-Whitney U gives at least the confidence (Hollander and Wolfe
 * 1999, 4.3; on ratios in place of differences); none where n is too small for it or a
 * value is not above 0.  p is that of the exact rank test; df and se_log stay 0. */
struct stats_ratio stats_median_ratio(const double *base, size_t base_nr, const double *level,
                                      size_t level_nr, double confidence);

struct stats_rank {
    double u;       /* Mann-Whitney U of the new side; ties count half */
    double p;       /* exact, two-sided: the share of splits of the mid-ranks that are at
                       least as far from the middle; 1 where it was not computed */
    double p_least; /* smallest p that these n can reach without ties, 2/C(n+m, n) */
    bool is_exact;  /* false where n was too large, and p is the normal approximation */
};

/* Compares two samples by the exact Mann-Whitney test; the counts are built up
 * by dynamic programming over doubled mid-ranks, so ties are exact too.  Above
 * 60 values in all the normal approximation with ties corrected is used. */
struct stats_rank stats_rank(const double *base, size_t base_nr, const double *level,
                             size_t level_nr);

/* Adjusts the n p-values in place after Holm (1979). */
void stats_holm(double *p, size_t n);

struct stats_trend {
    double tau; /* Kendall's tau-b, -1 to 1; 0 where undefined */
    double p;   /* two-sided; exact without ties and n < 50, else normal with ties
                   corrected, as R's cor.test() does; 1 where undefined */
};

/* Tests n values for a trend over their order. */
struct stats_trend stats_trend(const double *values, size_t n);

/* The place where the level of a row of values shifts. */
struct stats_step {
    size_t first; /* how many values stand before the shift; 0 where there is none to test */
    double before, after; /* means of both parts */
    double p; /* two-sided t of the most different parts, times the number of splits tried
                 (Bonferroni), 1 at most */
};

/* Tests n values for one shift between parts of two values or more. */
struct stats_step stats_step(const double *values, size_t n);

/* Two heaps of values with a gap between them. */
struct stats_modes {
    bool are_two;       /* the gap is twice as wide as either heap, or wider */
    size_t low_nr;      /* values in the lower heap, at least 2 as in the upper one */
    double low, high;   /* means of the heaps */
};

/* Looks for two heaps among n values, eight or more. */
struct stats_modes stats_modes(const double *values, size_t n);

/* Returns the geometric mean of n ratios that are all above 0, or 0 for n = 0 or
 * where one is not. */
double stats_geometric_mean(const double *ratios, size_t n);

#endif
