/* Metrics: the one list of what a number of a record can mean. */
#ifndef IOD_RECORD_METRIC_H
#define IOD_RECORD_METRIC_H

#include <stdbool.h>
#include <stddef.h>

enum metric_better {
    METRIC_NEITHER, /* a size or a setting: no direction is better */
    METRIC_HIGHER,
    METRIC_LOWER,
};

enum metric_unit {
    UNIT_BYTES_PER_S,
    UNIT_PER_S,
    UNIT_COUNT,
    UNIT_BYTES,
    UNIT_S,
    UNIT_NS,
    UNIT_PCT,
    UNIT_S_PER_GIB,        /* of what the report computes, not of records */
    UNIT_PCT_PER_MB_PER_S, /* the same */
};

/* How the values of parallel jobs of one group combine. */
enum metric_join {
    METRIC_SUM,     /* rates, counts, CPU time */
    METRIC_LONGEST, /* durations of jobs that ran at the same time */
    METRIC_MEAN,    /* means of latencies: weighted by I/O count */
    METRIC_MIN,
    METRIC_MAX,
    METRIC_SINGLE, /* does not combine: percentiles, standard deviations */
};

struct metric {
    const char *name;  /* the key in records; ends in the unit */
    const char *title; /* for people: "bandwidth" */
    enum metric_unit unit;
    enum metric_better better;
    enum metric_join join;
    bool is_primary;     /* compared by default */
    const char *meaning; /* one sentence */
};

/* Returns the metric of that name, or NULL for an unknown one.  The percentiles
 * "{slat,clat,lat}_pNN_ns" and "…_pNN_N_ns" are one family each and share an
 * entry, whose name is "clat_pNN_ns".  The result lives for ever. */
const struct metric *metric_find(const char *name);

/* Says whether anything can have been measured to be value, in the metric's unit: not
 * below zero, and within some orders of magnitude of what storage does.  An unknown
 * name takes any number from zero on. */
bool metric_is_possible(const char *name, double value);

/* Returns the metrics as an array of *nr, in the order in which they are shown. */
const struct metric *metric_list(size_t *nr);

/* Returns the place of name in the order in which metrics are shown: percentiles
 * of one family by their number, unknown names last.  For sorting. */
long metric_order(const char *name);

/* Writes the percentile metric of kind "slat", "clat" or "lat" and percentage
 * percent (0 to 100), such as clat_p99_95_ns, to name, of size bytes. */
void metric_percentile_name(char *name, size_t size, const char *kind, double percent);

/* Returns the percentage of a percentile metric (99.95 for "clat_p99_95_ns"), or
 * -1 if name is none. */
double metric_percentile(const char *name);

#endif
