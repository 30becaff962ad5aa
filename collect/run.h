/* A run: all jobs of a list, one group after the other. */
#ifndef IOD_COLLECT_RUN_H
#define IOD_COLLECT_RUN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "collect/group.h"
#include "collect/job.h"
#include "collect/made.h"
#include "collect/rank.h"
#include "record/diag.h"
#include "record/record.h"

/* How far a run is. */
struct run_progress {
    const struct group_progress *group; /* that runs now */
    unsigned phase, phases_nr;          /* jobs between two stonewalls; from 1 */
    const char *run;                    /* "3/20 bs=4k", of a campaign; NULL: a run by itself */
    double rest_s;                      /* what the runs after this one will take, about */
};

/* The place of a run in a campaign; texts are borrowed. */
struct run_place {
    const struct record_pairs *config; /* factor to level; NULL: there are none */
    unsigned run;                      /* of these levels, from 1; 0: there is one */
    unsigned long seq, round;          /* from 1; 0: none */
    const char *owner; /* of files that are made: a run of it may use what another of it left */
    struct made_files *kept; /* gets the files that stay for the next run; NULL: none follows */
};

enum { RUN_PARTY_ID_MAX = 63 };

/* The part of this host where several measure together; texts are borrowed. */
struct run_party {
    const char *id;        /* what all of them are told, RUN_PARTY_ID_MAX bytes at most */
    struct rank rank;
    int64_t start_unix_ns; /* when jobs begin, after files are there; 0: at once */
};

/* How jobs are run; all is borrowed. */
struct run_request {
    const struct job_list *jobs;
    const _Atomic bool *stop; /* ends the run early: what was measured is put out */
    uint64_t io_timeout_ns;   /* an I/O that takes longer ends the run; 0: none does */
    bool keeps_files;         /* files that were made stay */
    const char *const *destructive; /* what may be written over, as guard_new() takes it */
    size_t destructive_nr;
    uint64_t max_write_bytes; /* all that is written and trimmed together; UINT64_MAX: no end */
    bool preconditions;       /* what jobs use is written once before the first begins */
    const struct run_place *place; /* NULL: a run by itself */
    const struct run_party *party; /* NULL: a host by itself */
    const struct diag_sink *sink;
    /* Gets each record as soon as its group is over; returns 0, or -1 to end the run. */
    int (*put)(void *context, const struct record *record);
    void *context;
    /* Told about once a second how far it is; may be NULL. */
    void (*tell)(void *context, const struct run_progress *progress);
};

struct run_result {
    unsigned results_nr; /* records of kind result */
    uint64_t written_bytes; /* of what max_write_bytes allows */
    bool was_stopped;    /* by the flag, or by an I/O that took too long */
    bool has_failed;     /* some job failed; it was reported */
    bool found_unlike;   /* something read is not as it was written; it was reported */
};

/* Opens or makes the files of all jobs, then runs them: jobs between two stonewalls at the
 * same time, each clone in a thread.  Jobs whose random numbers nobody fixed get the same in
 * every run (randrepeat), or others from the kernel.  Nothing is written but what it made and
 * what destructive names; a run that would write more than max_write_bytes is not begun, or
 * ends there where that was not to be known.  Files that it made are removed at the end.
 * Returns 0, or -1 and *diag where the run could not be done; records of groups that were
 * over have been put out all the same. */
int run_jobs(const struct run_request *request, struct run_result *result, struct diag *diag);

#endif
