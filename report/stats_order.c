/* What the order of runs and the gaps between them show: shifts of level, two modes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "record/memory.h"
#include "report/stats.h"
#include "report/stats_sort.h"

/* Shorter parts than two have no spread; longer rows are series, not runs. */
enum { PART_LEAST = 2, STEP_LEAST = 6, MODES_LEAST = 8, MODE_LEAST = 2, ROW_MAX = 100000 };

/* A gap that is so many times as wide as either heap is rare among values of one heap:
 * fewer than 2 % of samples of eight normal values have one, and of more values fewer. */
static const double gap_least = 2;

/* Sums of values and of their squares up to each place; around the mean, so that little
 * is lost to rounding. */
struct sums {
    double *values, *squares;
};

static struct sums make_sums(const double *values, size_t n, double mean)
{
    struct sums sums = {memory_alloc((n + 1) * sizeof *sums.values),
                        memory_alloc((n + 1) * sizeof *sums.squares)};
    for (size_t i = 0; i < n; i++) {
        double away = values[i] - mean;
        sums.values[i + 1] = sums.values[i] + away;
        sums.squares[i + 1] = sums.squares[i] + away * away;
    }
    return sums;
}

struct stats_step stats_step(const double *values, size_t n)
{
    struct stats_step step = {.p = 1};
    if (n < STEP_LEAST || n > ROW_MAX)
        return step;
    double mean = stats_mean(values, n);
    struct sums sums = make_sums(values, n, mean);
    double most = 0;
    for (size_t k = PART_LEAST; k <= n - PART_LEAST; k++) {
        double first = sums.values[k], rest = sums.values[n] - first;
        double nf = (double)k, nr = (double)(n - k);
        double within = sums.squares[n] - first * first / nf - rest * rest / nr;
        double variance = within / (double)(n - 2) * (1 / nf + 1 / nr);
        double away = fabs(rest / nr - first / nf);
        /* What rounding leaves of a variance of zero is none. */
        if (!(within > 1e-12 * sums.squares[n]))
            variance = 1e-12 * sums.squares[n] / (double)(n - 2);
        double t = variance > 0 ? away / sqrt(variance) : 0;
        if (!isfinite(t) || t <= most)
            continue;
        most = t;
        step.first = k;
        step.before = mean + first / nf;
        step.after = mean + rest / nr;
    }
    if (step.first)
        step.p =
            fmin(1, 2 * gsl_cdf_tdist_Q(most, (double)(n - 2)) * (double)(n - 2 * PART_LEAST + 1));
    free(sums.values);
    free(sums.squares);
    return step;
}

struct stats_modes stats_modes(const double *values, size_t n)
{
    struct stats_modes modes = {0};
    if (n < MODES_LEAST || n > ROW_MAX)
        return modes;
    double *sorted = memory_resize(NULL, n, sizeof *sorted);
    memcpy(sorted, values, n * sizeof *sorted);
    stats_sort(sorted, n);
    double widest = 0;
    for (size_t k = MODE_LEAST; k <= n - MODE_LEAST; k++) {
        double gap = sorted[k] - sorted[k - 1];
        double heap = fmax(sorted[k - 1] - sorted[0], sorted[n - 1] - sorted[k]);
        if (!(gap > widest) || !(heap > 0) || gap < gap_least * heap)
            continue;
        widest = gap;
        modes.are_two = true;
        modes.low_nr = k;
    }
    if (modes.are_two) {
        modes.low = stats_summarise(sorted, modes.low_nr).mean;
        modes.high = stats_summarise(sorted + modes.low_nr, n - modes.low_nr).mean;
    }
    free(sorted);
    return modes;
}
