#include "report/stats_sort.h"

#include <stdlib.h>
#include <string.h>

#include "record/memory.h"

enum { RUN = 16 }; /* shorter runs are sorted by insertion */

static size_t insert_run(double *values, size_t n)
{
    size_t swaps = 0;
    for (size_t i = 1; i < n; i++) {
        double value = values[i];
        size_t k = i;
        for (; k && values[k - 1] > value; k--)
            values[k] = values[k - 1];
        values[k] = value;
        swaps += i - k;
    }
    return swaps;
}

/* Merges two runs, the first of which has middle values. */
static size_t merge(const double *from, size_t middle, size_t n, double *to)
{
    size_t left = 0, right = middle, swaps = 0;
    for (size_t i = 0; i < n; i++) {
        if (right == n || (left < middle && from[left] <= from[right])) {
            to[i] = from[left++];
        } else {
            to[i] = from[right++];
            swaps += middle - left;
        }
    }
    return swaps;
}

size_t stats_sort(double *values, size_t n)
{
    size_t swaps = 0;
    for (size_t i = 0; i < n; i += RUN)
        swaps += insert_run(values + i, n - i < RUN ? n - i : RUN);
    if (n <= RUN)
        return swaps;
    double *other = memory_resize(NULL, n, sizeof *other), *from = values, *to = other;
    for (size_t width = RUN; width < n; width *= 2) {
        for (size_t i = 0; i < n; i += 2 * width) {
            size_t both = n - i < 2 * width ? n - i : 2 * width;
            swaps += merge(from + i, both < width ? both : width, both, to + i);
        }
        double *merged = to;
        to = from;
        from = merged;
    }
    if (from != values)
        memcpy(values, from, n * sizeof *values);
    free(other);
    return swaps;
}

/* A value with its place. */
struct placed {
    double value;
    size_t place;
};

static int compare_placed(const void *a, const void *b)
{
    const struct placed *left = a, *right = b;
    if (left->value < right->value || left->value > right->value)
        return left->value < right->value ? -1 : 1;
    return left->place < right->place ? -1 : left->place > right->place;
}

void stats_sort_order(size_t *order, const double *values, size_t n)
{
    struct placed *placed = memory_resize(NULL, n + 1, sizeof *placed);
    for (size_t i = 0; i < n; i++)
        placed[i] = (struct placed){values[i], i};
    if (n)
        qsort(placed, n, sizeof *placed, compare_placed);
    for (size_t i = 0; i < n; i++)
        order[i] = placed[i].place;
    free(placed);
}
