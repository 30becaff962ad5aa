/* How long the I/Os of one direction are: bs, bsrange, bssplit. */
#ifndef IOD_COLLECT_LENGTHS_H
#define IOD_COLLECT_LENGTHS_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/job.h"
#include "collect/random.h"

struct lengths {
    uint64_t least, most; /* bytes */
    uint64_t unit;        /* all are the least and some of these */
    const struct job_split *splits; /* the job's */
    unsigned splits_nr;
};

/* Sets the lengths of one direction of a job; they borrow it. */
void lengths_init(struct lengths *lengths, const struct job *job, enum io_op op);

/* Draws a length of at most room bytes, which must hold the least one: each of a range
 * is as likely as another, those of a split are as the job says; one that has no
 * room gives way to a shorter one. */
uint64_t lengths_draw(const struct lengths *lengths, struct random *random, uint64_t room);

#endif
