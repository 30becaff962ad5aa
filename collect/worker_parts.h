/* What the parts of a worker share: worker.c makes it, worker_loop.c runs it,
 * worker_count.c counts. */
#ifndef IOD_COLLECT_WORKER_PARTS_H
#define IOD_COLLECT_WORKER_PARTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>

#include "collect/clock.h"
#include "collect/pace.h"
#include "collect/worker.h"

enum {
    WORKER_LOST_MAX = 64, /* writes that failed and need not be verified */
    WORKER_TOLD_MAX = 10, /* reads that differ and are told; all are counted */
};

/* I/Os of one direction that ended together and began together: they count as one. */
struct worker_run {
    uint64_t submit_ns, base_ns;
    uint64_t nr, bytes;
};

struct worker {
    /* What the loop touches comes first. */
    struct engine *engine;
    struct workload *workload;
    struct io_slot *slots;
    unsigned *free;         /* slots that are, a stack */
    unsigned free_nr;
    unsigned queued_nr;     /* since the last submit: those that were on top of it */
    unsigned depth;
    unsigned batch;         /* at most so many are queued before they are submitted */
    unsigned wait_least;    /* I/Os that are waited for, where there are so many */
    unsigned reap_most;
    struct engine_done *done;
    struct clock clock;
    struct worker_live *live;
    struct worker_run runs[IO_OPS_NR];
    unsigned runs_mask;     /* of those that may not be empty */
    uint64_t now_ns;        /* when the last reap was */
    uint64_t deadline_ns, ramp_end_ns; /* UINT64_MAX: none; 0: over */
    uint64_t next_due_ns;   /* what the loop may sleep until; 0: need not */
    uint64_t woke_ns;       /* when it last woke from that */
    uint64_t timer_late_ns; /* how late timers wake it, the median */
    bool is_asleep;
    bool is_timed;          /* latencies are wanted */
    bool is_over;           /* no new I/O */
    bool is_stopped;        /* from outside, or by an error */
    bool thinks;            /* once all in flight has ended */
    bool has_drawn;
    enum io_op drawn;       /* waits for its time */
    uint64_t marks;         /* writes so far: each is marked with its number */
    struct random data_random;
    struct pace pace;
    const struct job *job;

    struct worker_request request;
    struct job_figures figures;
    unsigned char *map, *buffers; /* buffers begin on a huge page of the map */
    size_t map_bytes, buffers_bytes, buffer_bytes;
    uint64_t *moved;   /* of each slot: by earlier parts, where those were short */
    unsigned looks_nr; /* slots where that is not 0, and one where reads are checked */
    bool checks_reads; /* each read, for it was signed */
    bool is_verifying; /* reads what was written: I/O is in no other count */
    uint64_t signed_nr; /* writes that were numbered, or reads of them */
    uint64_t lost[WORKER_LOST_MAX]; /* numbers of writes that were not done in full */
    unsigned lost_nr;  /* beyond the room: it is not known of all */
    unsigned told_nr;  /* reads that differ and were told */
    uint64_t issued;   /* I/Os drawn, syncs included */
    uint64_t synced_at_end; /* of these, by no workload */
    bool *has_written; /* of each file: a sync at the end has something to do */
    uint64_t calls_before;
    struct rusage usage_before;
    struct diag failure;    /* why it was stopped */
    bool has_failed, is_engine_lost;
    char text[ENGINE_TEXT_MAX + 128];
};

/* How many I/Os are on their way, queued ones included. */
static inline unsigned worker_in_flight(const struct worker *worker)
{
    return worker->depth - worker->free_nr;
}

/* Counts the first nr I/Os of worker->done and frees their slots; a short one is queued
 * again for the rest of it. */
void worker_count(struct worker *worker, unsigned nr);

/* Takes nr slots from the top of the stack, into which I/Os were drawn, and gives them to
 * the engine. */
void worker_issue(struct worker *worker, unsigned nr, uint64_t start_ns, uint64_t base_ns);

/* Submits, waits for wait_nr I/Os or timeout_ns, and counts what came back. */
void worker_turn(struct worker *worker, unsigned wait_nr, uint64_t timeout_ns);

/* Waits for what is in flight, as long as the caller allows. */
void worker_drain(struct worker *worker);

/* Notes that the slots that are queued are submitted now. */
void worker_stamp(struct worker *worker);

#endif
