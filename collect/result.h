/* Results: what a clone of a job measured, as records. */
#ifndef IOD_COLLECT_RESULT_H
#define IOD_COLLECT_RESULT_H

#include "collect/group.h"
#include "collect/medium.h"
#include "collect/rank.h"
#include "record/record.h"

enum { RESULT_RECORDS_MAX = 2 * IO_OPS_NR };

/* What all results of one group share.  Texts are borrowed and copied into records. */
struct result_frame {
    const char *invocation; /* one call of the program: its start in UTC */
    unsigned group;         /* from 0, within the invocation */
    const struct record_pairs *config; /* factor to level; NULL: there are none */
    const struct rank *rank; /* of several hosts; NULL: of this one */
    unsigned run;           /* 1-based repetition, 0 if none */
    unsigned long seq, round;
    bool is_preconditioned; /* what was used had been written once before */
    const struct group_result *result;
    const struct medium *medium; /* of the clone; NULL: nothing is known */
};

/* Makes the records of a member that has run, in arena: for each direction in which it did
 * or tried I/O a result, and behind it a series of its seconds where there are two or more;
 * a job that did nothing but sync gives a result of op sync, else syncs are
 * figures of its writes, or of its last direction (doc/decisions/0015).  The CPU of the thread
 * and of the host stands in each of them.  Stores them in records, which
 * has room for RESULT_RECORDS_MAX, and returns how many. */
size_t result_records(struct arena *arena, const struct result_frame *frame,
                      const struct group_member *member, struct record **records);

/* Writes the moment, in ns since 1970, as UTC to the millisecond, as records have it:
 * "2026-01-31T09:05:00.250Z". */
void result_time(char text[32], int64_t unix_ns);

#endif
