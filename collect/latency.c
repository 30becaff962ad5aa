#include "collect/latency.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"

void latency_init(struct latency *latency, bool with_bins)
{
    memset(latency, 0, sizeof *latency);
    if (with_bins)
        latency->bins = memory_alloc(LATENCY_BINS_NR * sizeof *latency->bins);
}

void latency_free(struct latency *latency)
{
    free(latency->bins);
    memset(latency, 0, sizeof *latency);
}

void latency_clear(struct latency *latency)
{
    uint64_t *bins = latency->bins;
    memset(latency, 0, sizeof *latency);
    latency->bins = bins;
    if (bins)
        memset(bins, 0, LATENCY_BINS_NR * sizeof *bins);
}

uint64_t latency_bin_least(unsigned bin)
{
    unsigned row = bin >> LATENCY_SUB_BITS;
    if (row < 2)
        return bin;
    uint64_t digits = (bin & ((1u << LATENCY_SUB_BITS) - 1)) | (1u << LATENCY_SUB_BITS);
    return digits << (row - 1);
}

uint64_t latency_bin_most(unsigned bin)
{
    unsigned row = bin >> LATENCY_SUB_BITS;
    return row < 2 ? bin : latency_bin_least(bin) + ((UINT64_C(1) << (row - 1)) - 1);
}

void latency_merge(struct latency *sum, const struct latency *one)
{
    if (one->nr == 0)
        return;
    if (sum->bins && !one->bins) {
        free(sum->bins);
        sum->bins = NULL;
    }
    if (sum->nr == 0 || one->least_ns < sum->least_ns)
        sum->least_ns = one->least_ns;
    if (one->most_ns > sum->most_ns)
        sum->most_ns = one->most_ns;
    sum->nr += one->nr;
    sum->sum_ns += one->sum_ns;
    sum->squares_low += one->squares_low;
    sum->squares_high += one->squares_high + (sum->squares_low < one->squares_low);
    for (unsigned i = 0; sum->bins && i < LATENCY_BINS_NR; i++)
        sum->bins[i] += one->bins[i];
}

double latency_mean(const struct latency *latency)
{
    return latency->nr ? (double)((long double)latency->sum_ns / (long double)latency->nr) : 0;
}

/* Returns the sum of the squares of (value - mean, rounded down).  With q the quotient
 * and r the remainder of sum by nr it is squares - q (sum + r): whole numbers, so
 * that nothing cancels out. */
static long double squares_about_mean(const struct latency *latency)
{
    uint64_t q = latency->sum_ns / latency->nr, r = latency->sum_ns % latency->nr;
#ifdef __SIZEOF_INT128__
    unsigned __int128 squares =
        ((unsigned __int128)latency->squares_high << 64) | latency->squares_low;
    return (long double)(squares - q * ((unsigned __int128)latency->sum_ns + r));
#else
    long double squares =
        (long double)latency->squares_high * 0x1p64L + (long double)latency->squares_low;
    return squares - (long double)q * ((long double)latency->sum_ns + (long double)r);
#endif
}

double latency_deviation(const struct latency *latency)
{
    if (latency->nr == 0)
        return 0;
    long double nr = (long double)latency->nr;
    long double beside = (long double)(latency->sum_ns % latency->nr) / nr;
    long double variance = squares_about_mean(latency) / nr - beside * beside;
    return variance > 0 ? sqrt((double)variance) : 0;
}

double latency_percentile(const struct latency *latency, double percent)
{
    if (latency->nr == 0 || !latency->bins)
        return 0;
    double rank = ceil((double)latency->nr * percent / 100);
    /* 99.9 % of 1000 is 999, which the division may miss by a little. */
    if (rank - 1 >= (double)latency->nr * percent / 100 * (1 - 1e-12))
        rank--;
    uint64_t below = 0;
    unsigned bin = 0;
    for (; bin < LATENCY_BINS_NR - 1; bin++) {
        below += latency->bins[bin];
        if (below > 0 && (double)below >= rank)
            break;
    }
    double least = (double)latency_bin_least(bin), most = (double)latency_bin_most(bin);
    double middle = least + (most - least) / 2;
    if (middle < (double)latency->least_ns)
        return (double)latency->least_ns;
    return middle > (double)latency->most_ns ? (double)latency->most_ns : middle;
}
