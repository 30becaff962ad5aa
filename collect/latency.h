/* Latencies of many I/Os: a log-linear histogram with exact moments. */
#ifndef IOD_COLLECT_LATENCY_H
#define IOD_COLLECT_LATENCY_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/random.h"

/* A bin keeps LATENCY_SUB_BITS bits below the leading one, so that its middle is within
 * 1/128 of each value in it; values of less than 128 have a bin each.  The same
 * layout as the histograms of fio's json+ output. */
enum { LATENCY_SUB_BITS = 6, LATENCY_BINS_NR = (64 - LATENCY_SUB_BITS + 1) << LATENCY_SUB_BITS };

/* All zero bytes are a latency of nothing, without bins. */
struct latency {
    uint64_t nr;
    uint64_t least_ns, most_ns; /* of nr > 0 */
    uint64_t sum_ns;
    uint64_t squares_high, squares_low; /* sum of squares, 128 bits: exact, so that it
                                           can be merged and nothing cancels out */
    uint64_t *bins;                     /* LATENCY_BINS_NR, owned, or NULL where only
                                           moments are kept */
};

/* Sets to nothing; with_bins allocates bins, which latency_free() frees. */
void latency_init(struct latency *latency, bool with_bins);

void latency_free(struct latency *latency);

/* Back to nothing; bins are kept and emptied. */
void latency_clear(struct latency *latency);

/* Returns the bin of a value, less than LATENCY_BINS_NR. */
static inline unsigned latency_bin(uint64_t ns)
{
    /* With the lowest bit above the sub-bits set, small values need no case. */
    unsigned leading = 63 - (unsigned)__builtin_clzll(ns | (UINT64_C(1) << LATENCY_SUB_BITS));
    unsigned shift = leading - LATENCY_SUB_BITS;
    return (shift << LATENCY_SUB_BITS) + (unsigned)(ns >> shift);
}

/* Returns the least and the greatest value of a bin, in ns. */
uint64_t latency_bin_least(unsigned bin);
uint64_t latency_bin_most(unsigned bin);

/* Adds nr times nr_ns². */
static inline void latency_add_squares(struct latency *latency, uint64_t ns, uint64_t nr)
{
    /* The product with nr may need more than 64 bits before the second factor: ns is
     * below 2^40 (18 minutes) in all but the oddest case, and so is nr. */
    uint64_t times = ns * nr;
    if (__builtin_expect((ns | nr) >> 32, 0) && random_multiply_high(ns, nr))
        times = UINT64_MAX;
    uint64_t low = times * ns;
    latency->squares_low += low;
    latency->squares_high += random_multiply_high(times, ns) + (latency->squares_low < low);
}

/* Adds nr I/Os that took ns each. */
static inline void latency_add(struct latency *latency, uint64_t ns, uint64_t nr)
{
    if (__builtin_expect(ns < latency->least_ns || latency->nr == 0, 0))
        latency->least_ns = ns;
    if (__builtin_expect(ns > latency->most_ns, 0))
        latency->most_ns = ns;
    latency->nr += nr;
    latency->sum_ns += ns * nr;
    latency_add_squares(latency, ns, nr);
    if (latency->bins)
        latency->bins[latency_bin(ns)] += nr;
}

/* Adds all of one to sum.  Bins are added where both have them; where sum has bins
 * and one, not empty, has none, sum loses them: a histogram of a part is none. */
void latency_merge(struct latency *sum, const struct latency *one);

/* The mean and the standard deviation (of the whole, not of a sample of it) in ns; 0
 * where there are none.  Exact but for the last rounding. */
double latency_mean(const struct latency *latency);
double latency_deviation(const struct latency *latency);

/* Returns the value below or at which percent (above 0, up to 100) of all lie: the
 * middle of the bin in which the value of rank ⌈nr × percent/100⌉ is, kept between
 * least and most.  It is within 1/128 of that value.  0 without bins or values. */
double latency_percentile(const struct latency *latency, double percent);

#endif
