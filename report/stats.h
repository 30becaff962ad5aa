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

/* Computes them for n >= 1 values. */
struct stats_fences stats_fences(const double *values, size_t n);

/* The ratio of two arithmetic means, new over base, with an interval. */
struct stats_ratio {
    bool has_ratio;    /* the base mean is not 0; else all else is 0 and p is 1 */
    double delta_pct;  /* 100 (new/base - 1) */
    bool has_interval; /* n >= 2 on both sides, means of equal sign, some spread */
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

/* Returns the geometric mean of n ratios that are all above 0, or 0 for n = 0 or
 * where one is not. */
double stats_geometric_mean(const double *ratios, size_t n);

#endif
