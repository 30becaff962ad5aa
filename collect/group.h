/* A group: the jobs that run at the same time, each clone in a thread of its own. */
#ifndef IOD_COLLECT_GROUP_H
#define IOD_COLLECT_GROUP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/evidence.h"
#include "collect/figures.h"
#include "collect/host_cpu.h"
#include "collect/worker.h"
#include "record/diag.h"

enum { GROUP_ENGINE_TEXT_MAX = ENGINE_TEXT_MAX + 64 };

/* What one clone did in about a second: differences of its live counts. */
struct group_second {
    double at_s; /* since the group started, at the end of the second */
    double length_s;
    uint64_t ios[IO_OPS_NR], bytes[IO_OPS_NR], errors[IO_OPS_NR], clat_sum_ns[IO_OPS_NR];
    bool is_ramp; /* before the figures began */
};

/* One clone: what it is made of, and what came of it. */
struct group_member {
    /* In.  live, stop, budget, drain_ns and sink of the request are the group's to set. */
    struct worker_request worker;
    uint64_t startdelay_ns;

    /* Out; valid after group_run(), freed by group_free_member(). */
    struct job_figures figures;
    char engine_text[GROUP_ENGINE_TEXT_MAX]; /* as worker_engine_text() */
    const char *engine_name;
    unsigned depth;
    bool has_run;    /* there are figures, if only of a part */
    bool has_failed; /* failure says why; figures up to there hold */
    bool hangs;      /* its thread is still in the kernel, and was left there */
    struct diag failure;
    struct worker *left; /* of I/O that did not come back: it needs its memory until the
                            process ends; NULL else */
    struct evidence evidence;
    struct group_second *seconds; /* owned */
    size_t seconds_nr, seconds_room;
};

/* How far a group is, about once a second. */
struct group_progress {
    double elapsed_s;
    uint64_t ios[IO_OPS_NR], bytes[IO_OPS_NR]; /* so far, ramps included */
    uint64_t errors;
    double iops[IO_OPS_NR], bytes_per_s[IO_OPS_NR]; /* since the time before */
    const char *job;       /* the first that is not over; NULL: all are */
    unsigned running_nr, ramping_nr, verifying_nr; /* clones; ramping: waits to be counted */
    double left_s;         /* until the last ends, by its time or its work; may be infinite */
};

/* What a group is run with; all is borrowed. */
struct group_request {
    struct group_member *members;
    unsigned members_nr;
    const _Atomic bool *stop; /* set by whoever wants an early end, a signal handler too;
                                 may be NULL */
    struct budget *budget;    /* of what all write: the group ends with it; NULL: no end */
    uint64_t io_timeout_ns;   /* an I/O that takes longer ends the group; 0: none does */
    uint64_t drain_ns;        /* I/O in flight at the end is waited for so long */
    const char *root;         /* of /proc, "" for this host */
    const struct diag_sink *sink; /* used by one thread at a time */
    void (*tell)(void *context, const struct group_progress *progress); /* may be NULL; called by
                                                                           group_run()'s thread */
    void *tell_context;
};

/* What is known of the group as a whole. */
struct group_result {
    uint64_t start_ns, end_ns; /* CLOCK_MONOTONIC, of all threads */
    int64_t start_unix_ns;
    struct host_cpu_share host; /* while figures were taken */
    bool was_stopped;           /* by the flag, or by the end of the budget */
    bool timed_out;             /* by io_timeout_ns */
};

/* Opens all workers, starts them together, watches them, and returns when all are
 * done, or when those that are not hang in the kernel.  Returns 0, or -1 and *diag
 * where a worker could not be opened: then none has run.  Failures of single
 * members are no failure of the group. */
int group_run(const struct group_request *request, struct group_result *result,
              struct diag *diag);

/* Frees what group_run() stored in a member; where it hangs, what its thread uses stays. */
void group_free_member(struct group_member *member);

#endif
