/* Sorting the few hundred or thousand values of a cell, many times over. */
#ifndef IOD_REPORT_STATS_SORT_H
#define IOD_REPORT_STATS_SORT_H

#include <stddef.h>

/* Sorts n values, of which none is NaN, into rising order, and returns how many pairs of them
 * stood in falling order: Kendall's discordant pairs, counted as they are merged (Knight
 * 1966). */
size_t stats_sort(double *values, size_t n);

/* Writes the places 0 to n - 1 of n values to order, so that the values at them rise; equal
 * ones stay in their order. */
void stats_sort_order(size_t *order, const double *values, size_t n);

#endif
