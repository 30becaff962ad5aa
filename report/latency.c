#include "report/latency.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "record/metric.h"

/* More bins than any histogram of 64 bits has are no histogram. */
enum { SUB_BITS_MAX = 20, LEADING_MAX = 64 };

/* Finds the histogram of the kind that a metric names: clat_ns for clat_p99_ns. */
static const struct record_hist *find_hist(const struct record *record, const char *metric)
{
    const char *end = strstr(metric, "_p");
    size_t length = end ? (size_t)(end - metric) : 0;
    for (size_t i = 0; i < record->hists_nr; i++) {
        const struct record_hist *hist = &record->hists[i];
        if (!strncmp(hist->name, metric, length) && !strcmp(hist->name + length, "_ns"))
            return hist->sub_bits <= SUB_BITS_MAX ? hist : NULL;
    }
    return NULL;
}

/* Middle and width of a bin, see doc/record-format.md. */
static void bin_range(uint32_t index, unsigned sub_bits, double *middle, double *width)
{
    uint32_t leading = index >> sub_bits;
    unsigned exponent = leading > 1 ? leading - 1 : 0;
    double below = (double)(index - ((uint64_t)exponent << sub_bits));
    *width = ldexp(1, (int)exponent);
    *middle = exponent ? (below + 0.5) * *width : below;
}

static int compare_bins(const void *a, const void *b)
{
    const struct record_bin *left = a, *right = b;
    return left->index < right->index ? -1 : left->index > right->index;
}

bool latency_percentile(const struct record *const *records, size_t nr, const char *metric,
                        double *value, double *precision)
{
    double percent = metric_percentile(metric), total = 0, sum = 0;
    size_t bins_nr = 0, room = 0;
    unsigned sub_bits = 0;
    struct record_bin *bins = NULL;
    bool is_sound = nr > 0 && percent >= 0;
    for (size_t i = 0; i < nr && is_sound; i++) {
        const struct record_hist *hist = find_hist(records[i], metric);
        is_sound = hist && hist->nr && (!i || hist->sub_bits == sub_bits);
        if (!is_sound)
            break;
        sub_bits = hist->sub_bits;
        for (size_t k = 0; k < hist->nr && is_sound; k++) {
            is_sound = hist->bins[k].index >> sub_bits <= LEADING_MAX;
            bins = memory_grow(bins, bins_nr, &room, sizeof *bins);
            bins[bins_nr++] = hist->bins[k];
            total += (double)hist->bins[k].count;
        }
    }
    is_sound = is_sound && total > 0;
    if (is_sound)
        qsort(bins, bins_nr, sizeof *bins, compare_bins);
    for (size_t i = 0; i < bins_nr && is_sound; i++) {
        sum += (double)bins[i].count;
        if (!bins[i].count || sum < percent / 100 * total)
            continue;
        bin_range(bins[i].index, sub_bits, value, precision);
        break;
    }
    free(bins);
    return is_sound;
}
