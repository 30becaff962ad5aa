/* When a job does its next I/O: rates and think time. */
#ifndef IOD_COLLECT_PACE_H
#define IOD_COLLECT_PACE_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/job.h"
#include "collect/random.h"

/* When one direction may do its next I/O.  A schedule goes on whether or not the I/Os
 * before are done (open loop): what comes late is late by its own measure. */
struct pace_schedule {
    uint64_t rate_bytes_per_s, rate_iops; /* 0: none */
    uint64_t due_ns;                      /* of the next I/O */
    uint64_t bytes_due_ns, iops_due_ns;   /* by each of the rates */
    uint64_t bytes_rest, iops_rest;       /* of the last divisions, so that none is lost */
};

struct pace {
    bool is_paced; /* has a rate */
    bool is_poisson, drops_lateness;
    struct pace_schedule schedule[IO_DIRECTIONS_NR];
    struct random random;
    uint64_t thinktime_ns, thinktime_spin_ns;
    uint64_t thinktime_blocks, blocks_left;
};

/* Makes the pace of a job whose first I/O may come at start_ns, which is not 0. */
void pace_init(struct pace *pace, const struct job *job, uint64_t seed, uint64_t start_ns);

/* Returns which direction comes next, op or another that the job does: op where it is
 * due at now_ns, else one that is due, else the one that is due first. */
enum io_op pace_choose(const struct pace *pace, const struct job *job, enum io_op op,
                       uint64_t now_ns);

/* Returns when the next I/O of that direction is due; 0 where it has no rate. */
static inline uint64_t pace_due(const struct pace *pace, enum io_op op)
{
    return op != IO_SYNC ? pace->schedule[op].due_ns : 0;
}

/* Takes note that an I/O of so many bytes is issued and moves its schedule on. */
void pace_issue(struct pace *pace, enum io_op op, uint64_t bytes);

/* Returns true where it is time to think, after every thinktime_blocks I/Os issued;
 * the caller waits for all that is in flight and then thinks. */
bool pace_thinks(struct pace *pace);

/* Moves schedules by the time that was spent thinking, where the job does not make up
 * for it; else what was due meanwhile comes at once. */
void pace_thought(struct pace *pace, uint64_t ns);

#endif
