/* What all processors of the host did, as vmstat shows it. */
#ifndef IOD_COLLECT_HOST_CPU_H
#define IOD_COLLECT_HOST_CPU_H

#include <stdbool.h>
#include <stdint.h>

/* Ticks since the host started, of all processors together. */
struct host_cpu {
    uint64_t user, sys, idle, iowait, steal; /* nice counts as user; interrupts as sys */
    uint64_t own_user_ns;                    /* of this process */
    bool is_known;
};

/* Shares of the time of all processors, in percent; together 100. */
struct host_cpu_share {
    double user_pct, sys_pct, idle_pct, iowait_pct, steal_pct;
    double others_user_pct; /* of one processor: what other processes ran for themselves.  The
                               kernel's work is left out, as it may be done for this one */
    bool is_known; /* false: one of the two was not, or no tick lies between them */
};

/* Reads the first line of /proc/stat (proc(5)) below root, "" for this host.  Time of
 * guests stands in user there already.  What cannot be read is not known. */
void host_cpu_read(const char *root, struct host_cpu *cpu);

/* Returns what went on between two readings.  A counter that ran backwards, as iowait
 * may, counts as no time. */
struct host_cpu_share host_cpu_between(const struct host_cpu *before,
                                       const struct host_cpu *after);

#endif
