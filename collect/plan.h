/* The plan: how much a run will write, reckoned before it begins. */
#ifndef IOD_COLLECT_PLAN_H
#define IOD_COLLECT_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/job.h"

/* A file of some clone, and what of it is used. */
struct plan_file {
    uint64_t first, second; /* equal of equal files */
    uint64_t bytes;         /* its size */
    uint64_t start_bytes, end_bytes;
    bool is_new;            /* it is not there yet */
    bool is_filled;         /* if new, it gets data */
};

/* All zero bytes but for the first two members is a plan of nothing. */
struct plan {
    bool fills;          /* new files get data */
    bool preconditions;  /* what is used of others is written once */
    uint64_t jobs_bytes; /* that jobs write and trim which end when their work is done; of
                            jobs that end by time, or read as well, nothing is known */
    struct plan_file *files;
    size_t nr, room;
};

/* Adds a clone of a job.  Files that are there are looked at, and nothing is made or changed. */
void plan_add(struct plan *plan, const struct job *job, unsigned clone);

/* Returns how many bytes will be written and trimmed at least, and frees what plan_add() made. */
uint64_t plan_end(struct plan *plan);

#endif
