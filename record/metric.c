#include "record/metric.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off: a table */
static const struct metric metrics[] = {
    {"bw_bytes_per_s", "bandwidth", UNIT_BYTES_PER_S, METRIC_HIGHER, METRIC_SUM, true,
     "bytes moved per second"},
    {"iops", "IOPS", UNIT_PER_S, METRIC_HIGHER, METRIC_SUM, false,
     "I/O operations completed per second"},
    {"ops_per_s", "operations", UNIT_PER_S, METRIC_HIGHER, METRIC_SUM, true,
     "operations of the tool per second: seeks, or files created, read or deleted"},
    {"ios", "I/Os", UNIT_COUNT, METRIC_NEITHER, METRIC_SUM, false,
     "I/O operations completed"},
    {"io_bytes", "bytes moved", UNIT_BYTES, METRIC_NEITHER, METRIC_SUM, false,
     "bytes moved in the whole run"},
    {"runtime_s", "run time", UNIT_S, METRIC_NEITHER, METRIC_LONGEST, false,
     "seconds that the tool measured"},
    {"slat_mean_ns", "submission latency, mean", UNIT_NS, METRIC_LOWER, METRIC_MEAN, false,
     "time to submit an I/O, arithmetic mean"},
    {"slat_min_ns", "submission latency, least", UNIT_NS, METRIC_LOWER, METRIC_MIN, false,
     "time to submit an I/O, smallest"},
    {"slat_max_ns", "submission latency, most", UNIT_NS, METRIC_LOWER, METRIC_MAX, false,
     "time to submit an I/O, largest"},
    {"slat_stddev_ns", "submission latency, sd", UNIT_NS, METRIC_NEITHER, METRIC_SINGLE, false,
     "time to submit an I/O, standard deviation"},
    {"slat_pNN_ns", "submission latency", UNIT_NS, METRIC_LOWER, METRIC_SINGLE, false,
     "time to submit an I/O, percentile NN"},
    {"clat_mean_ns", "completion latency, mean", UNIT_NS, METRIC_LOWER, METRIC_MEAN, false,
     "time from submission to completion of an I/O, arithmetic mean"},
    {"clat_min_ns", "completion latency, least", UNIT_NS, METRIC_LOWER, METRIC_MIN, false,
     "time from submission to completion, smallest"},
    {"clat_max_ns", "completion latency, most", UNIT_NS, METRIC_LOWER, METRIC_MAX, false,
     "time from submission to completion, largest"},
    {"clat_stddev_ns", "completion latency, sd", UNIT_NS, METRIC_NEITHER, METRIC_SINGLE, false,
     "time from submission to completion, standard deviation"},
    {"clat_pNN_ns", "completion latency", UNIT_NS, METRIC_LOWER, METRIC_SINGLE, false,
     "time from submission to completion, percentile NN"},
    {"lat_mean_ns", "latency, mean", UNIT_NS, METRIC_LOWER, METRIC_MEAN, false,
     "whole time of an I/O, arithmetic mean"},
    {"lat_min_ns", "latency, least", UNIT_NS, METRIC_LOWER, METRIC_MIN, false,
     "whole time of an I/O, smallest"},
    {"lat_max_ns", "latency, most", UNIT_NS, METRIC_LOWER, METRIC_MAX, false,
     "whole time of an I/O, largest"},
    {"lat_stddev_ns", "latency, sd", UNIT_NS, METRIC_NEITHER, METRIC_SINGLE, false,
     "whole time of an I/O, standard deviation"},
    {"lat_pNN_ns", "latency", UNIT_NS, METRIC_LOWER, METRIC_SINGLE, false,
     "whole time of an I/O, percentile NN"},
    {"sync_ios", "syncs", UNIT_COUNT, METRIC_NEITHER, METRIC_SUM, false,
     "calls of fsync and the like that the job made between its I/Os"},
    {"sync_lat_mean_ns", "sync latency, mean", UNIT_NS, METRIC_LOWER, METRIC_SINGLE, false,
     "time of such a call, arithmetic mean"},
    {"sync_lat_min_ns", "sync latency, least", UNIT_NS, METRIC_LOWER, METRIC_MIN, false,
     "time of such a call, smallest"},
    {"sync_lat_max_ns", "sync latency, most", UNIT_NS, METRIC_LOWER, METRIC_MAX, false,
     "time of such a call, largest"},
    {"sync_lat_stddev_ns", "sync latency, sd", UNIT_NS, METRIC_NEITHER, METRIC_SINGLE, false,
     "time of such a call, standard deviation"},
    {"sync_lat_pNN_ns", "sync latency", UNIT_NS, METRIC_LOWER, METRIC_SINGLE, false,
     "time of such a call, percentile NN"},
    {"wall_s", "wall time", UNIT_S, METRIC_LOWER, METRIC_LONGEST, false,
     "seconds from start to end of the process, as time(1) gives them"},
    {"cpu_user_s", "CPU time, user", UNIT_S, METRIC_LOWER, METRIC_SUM, false,
     "seconds of CPU that the process spent in user mode"},
    {"cpu_sys_s", "CPU time, system", UNIT_S, METRIC_LOWER, METRIC_SUM, false,
     "seconds of CPU that the process spent in the kernel"},
    {"cpu_user_pct", "CPU, user", UNIT_PCT, METRIC_LOWER, METRIC_SUM, false,
     "CPU of the process in user mode; 100 is one CPU"},
    {"cpu_sys_pct", "CPU, system", UNIT_PCT, METRIC_LOWER, METRIC_SUM, false,
     "CPU of the process in the kernel; 100 is one CPU"},
    {"cpu_pct", "CPU", UNIT_PCT, METRIC_LOWER, METRIC_SUM, false,
     "CPU of the process, user and system; 100 is one CPU"},
    {"host_cpu_user_pct", "host CPU, user", UNIT_PCT, METRIC_LOWER, METRIC_SINGLE, false,
     "share of the whole host's CPU in user mode (us of vmstat)"},
    {"host_cpu_sys_pct", "host CPU, system", UNIT_PCT, METRIC_LOWER, METRIC_SINGLE, false,
     "share of the whole host's CPU in the kernel (sy of vmstat)"},
    {"host_cpu_idle_pct", "host CPU, idle", UNIT_PCT, METRIC_HIGHER, METRIC_SINGLE, false,
     "share of the whole host's CPU that was idle (id of vmstat)"},
    {"host_cpu_iowait_pct", "host CPU, iowait", UNIT_PCT, METRIC_NEITHER, METRIC_SINGLE, false,
     "share of the whole host's CPU that waited for I/O (wa of vmstat)"},
    {"host_cpu_steal_pct", "host CPU, steal", UNIT_PCT, METRIC_NEITHER, METRIC_SINGLE, false,
     "share of the whole host's CPU that the hypervisor took (st of vmstat)"},
    {"value", "value", UNIT_COUNT, METRIC_NEITHER, METRIC_SINGLE, false,
     "figure of a table that does not say its unit"},
    {"disk_util_pct", "disk utilisation", UNIT_PCT, METRIC_NEITHER, METRIC_SINGLE, false,
     "share of the time in which the disk had I/O under way"},
    {"disk_read_ios", "disk reads", UNIT_COUNT, METRIC_NEITHER, METRIC_SINGLE, false,
     "reads that the devices completed meanwhile, whoever asked for them"},
    {"disk_read_bytes", "disk bytes read", UNIT_BYTES, METRIC_NEITHER, METRIC_SINGLE, false,
     "bytes that the devices read meanwhile"},
    {"disk_read_mean_ns", "disk time of a read", UNIT_NS, METRIC_LOWER, METRIC_SINGLE, false,
     "time of a read in the devices, queueing included, arithmetic mean; counted in ms"},
    {"disk_write_ios", "disk writes", UNIT_COUNT, METRIC_NEITHER, METRIC_SINGLE, false,
     "writes that the devices completed meanwhile, whoever asked for them"},
    {"disk_write_bytes", "disk bytes written", UNIT_BYTES, METRIC_NEITHER, METRIC_SINGLE, false,
     "bytes that the devices wrote meanwhile"},
    {"disk_write_mean_ns", "disk time of a write", UNIT_NS, METRIC_LOWER, METRIC_SINGLE, false,
     "time of a write in the devices, queueing included, arithmetic mean; counted in ms"},
    {"disk_queue_ios", "disk queue", UNIT_COUNT, METRIC_NEITHER, METRIC_SINGLE, false,
     "I/Os under way in the devices, on average"},
    {"voluntary_switches", "switches, voluntary", UNIT_COUNT, METRIC_NEITHER, METRIC_SUM, false,
     "context switches of the thread where it waited"},
    {"forced_switches", "switches, forced", UNIT_COUNT, METRIC_NEITHER, METRIC_SUM, false,
     "context switches of the thread where others took its processor"},
    {"page_cache_before_pct", "page cache before", UNIT_PCT, METRIC_NEITHER, METRIC_SINGLE, false,
     "share of what a job may read that was in memory before it began"},
    {"page_cache_after_pct", "page cache after", UNIT_PCT, METRIC_NEITHER, METRIC_SINGLE, false,
     "share of what a job may read that was in memory when it had ended"},
    {"cached_read_pct", "reads without disk", UNIT_PCT, METRIC_NEITHER, METRIC_SINGLE, false,
     "share of the bytes read that the device was not asked for, at least"},
};
/* clang-format on */

enum { METRIC_NR = sizeof metrics / sizeof metrics[0] };

/* Between zero and least nothing is printed, and above most nothing is measured: the
 * widest storage systems move some 1e13 bytes a second and hold 1e18, and a counter that
 * ran below zero shows as about 1.8e19. */
static const struct {
    double least, most;
} limits[] = {
    [UNIT_BYTES_PER_S] = {1e-6, 1e15},
    [UNIT_PER_S] = {1e-9, 1e13},
    [UNIT_COUNT] = {1e-9, 1e18},
    [UNIT_BYTES] = {1e-9, 1e18},
    [UNIT_S] = {1e-9, 1e10},
    [UNIT_NS] = {1e-9, 1e18},
    [UNIT_PCT] = {0, 1e7},
};

const struct metric *metric_list(size_t *nr)
{
    *nr = METRIC_NR;
    return metrics;
}

/* What percentiles are of; their names go on with the percent. */
static const char *const kinds[] = {"slat_p", "clat_p", "lat_p", "sync_lat_p"};

double metric_percentile(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        size_t length = strlen(kinds[i]);
        if (strncmp(name, kinds[i], length))
            continue;
        const char *number = name + length;
        const size_t whole = strspn(number, "0123456789");
        const char *rest = number + whole;
        size_t part = 0;
        if (*rest == '_')
            part = strspn(rest + 1, "0123456789");
        const char *end = part ? rest + 1 + part : rest;
        if (!whole || whole > 3 || part > 9 || strcmp(end, "_ns"))
            return -1;
        char text[16];
        snprintf(text, sizeof text, "%.*s.%.*s", (int)whole, number, (int)part, part ? rest + 1 : "");
        double percent = strtod(text, NULL);
        return percent <= 100 ? percent : -1;
    }
    return -1;
}

void metric_percentile_name(char *name, size_t size, const char *kind, double percent)
{
    char number[32];
    snprintf(number, sizeof number, "%.9f", fmin(fmax(percent, 0), 100));
    char *end = number + strlen(number);
    while (end[-1] == '0')
        *--end = '\0';
    if (end[-1] == '.')
        *--end = '\0';
    char *point = strchr(number, '.');
    if (point)
        *point = '_';
    snprintf(name, size, "%s_p%s_ns", kind, number);
}

const struct metric *metric_find(const char *name)
{
    char family[24];
    if (metric_percentile(name) >= 0) {
        const char *number = name + strcspn(name, "0123456789");
        snprintf(family, sizeof family, "%.*sNN_ns", (int)(number - name), name);
        name = family;
    } else if (strstr(name, "_pNN_")) {
        return NULL; /* the name of a family is no metric */
    }
    for (size_t i = 0; i < METRIC_NR; i++)
        if (!strcmp(metrics[i].name, name))
            return &metrics[i];
    return NULL;
}

bool metric_is_possible(const char *name, double value)
{
    const struct metric *metric = metric_find(name);
    if (value <= 0 || !metric)
        return value >= 0 && isfinite(value);
    return value >= limits[metric->unit].least && value <= limits[metric->unit].most;
}

/* Places kept for the percentiles of a family, 100,000 for a percent; all
 * families fit a long of 32 bits. */
enum { FAMILY_PLACES = 100 * 100000 + 1 };

long metric_order(const char *name)
{
    const struct metric *metric = metric_find(name);
    if (!metric)
        return (long)METRIC_NR * FAMILY_PLACES;
    double percent = metric_percentile(name);
    return (metric - metrics) * (long)FAMILY_PLACES +
           (percent > 0 ? lround(percent * 100000) : 0);
}
