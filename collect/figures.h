/* What a job measured: counts, latencies, errors. */
#ifndef IOD_COLLECT_FIGURES_H
#define IOD_COLLECT_FIGURES_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/io.h"
#include "collect/latency.h"

enum { FIGURES_ERRNOS_NR = 134, FIGURES_DEPTHS_NR = 16 };

/* Of one operation of one job.  What failed stands in errors alone and is in
 * no other count.
 * slat goes from when there was room for the I/O, or, in an open loop, from when it was
 * drawn, to the call that submits it; clat from there to when its end was seen; lat
 * is both, or, in an open loop, from when the I/O was due by its rate, or, where the loop
 * was asleep then for want of work, from when it woke: timers are late by some ten us, and
 * that is no delay of a device.  late_ns below has it.  The call itself counts in clat,
 * as it does the work of what completes at once. */
struct op_figures {
    uint64_t ios;       /* completed, short ones included */
    uint64_t bytes;     /* moved */
    uint64_t short_ios; /* that moved less than asked, and more than nothing */
    struct latency slat, clat, lat;
    uint64_t errors[FIGURES_ERRNOS_NR]; /* by errno; beyond the last one at 0; nothing read
                                           at all is ENODATA, nothing written ENOSPC */
};

struct job_figures {
    struct op_figures op[IO_OPS_NR];
    uint64_t start_ns, end_ns;      /* CLOCK_MONOTONIC, of the measured part */
    uint64_t cpu_user_ns, cpu_sys_ns; /* of the thread, in the measured part */
    uint64_t switches_voluntary, switches_forced;
    uint64_t calls;                 /* of the kernel, to submit or to wait */
    uint64_t depth_ios[FIGURES_DEPTHS_NR]; /* submissions by log2 of the depth reached */
    uint64_t verified, verify_failed; /* blocks */
    uint64_t late_ns_max;           /* how far behind its schedule an open loop fell, for
                                       whatever reason */
    uint64_t late_ns_sum;           /* of all I/Os of an open loop, to when they were issued */
    uint64_t unfinished;            /* I/Os that did not come back before the end */
    bool is_complete;               /* all was moved, or the time is over; false: stopped */
    bool is_open_loop;
};

/* Sets to nothing, with room for histograms of clat, and of lat where the loop is open;
 * figures_free() frees what it holds. */
void figures_init(struct job_figures *figures, bool is_open_loop);

void figures_free(struct job_figures *figures);

/* Back to nothing, with the room it has. */
void figures_clear(struct job_figures *figures);

/* Adds the figures of one to the other: counts and latencies; start and end
 * become the earliest and the latest. */
void figures_add(struct job_figures *sum, const struct job_figures *one);

#endif
