/* Latencies of many I/Os: a log-linear histogram with exact moments. */
#ifndef IOD_COLLECT_LATENCY_H
#define IOD_COLLECT_LATENCY_H

#include <stdint.h>

/* A bin keeps LATENCY_SUB_BITS bits below the leading one, so that its middle is within
 * 1/128 of each value in it; values of less than 128 have a bin each.  The same
 * layout as the histograms of fio's json+ output. */
enum { LATENCY_SUB_BITS = 6, LATENCY_BINS_NR = (64 - LATENCY_SUB_BITS + 1) << LATENCY_SUB_BITS };

struct latency {
    uint64_t nr;
    uint64_t least_ns, most_ns; /* of nr > 0 */
    uint64_t sum_ns;
    double squares;             /* sum of the squares of (value - shift) */
    uint64_t *bins;             /* LATENCY_BINS_NR, or NULL where only moments are kept */
};

#endif
