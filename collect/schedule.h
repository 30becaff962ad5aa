/* The schedule: in which order the cells of a campaign are measured. */
#ifndef IOD_COLLECT_SCHEDULE_H
#define IOD_COLLECT_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct schedule {
    size_t cells_nr;  /* 1 or more */
    unsigned runs;    /* of each cell, 1 or more */
    bool interleaves; /* each round has every cell once, so that what drifts does not fall on one
                         of them: odd rounds in an order drawn at random, even ones in that of
                         the round before turned round; else all runs of a cell follow each
                         other */
    uint64_t seed;    /* orders depend on it, and on nothing else */
};

/* One place in a schedule. */
struct schedule_run {
    unsigned long seq;   /* from 1 */
    size_t cell;         /* from 0 */
    unsigned run;        /* of the cell, from 1 */
    unsigned long round; /* from 1; 0 where nothing is interleaved */
};

/* Returns how many runs there are. */
unsigned long schedule_nr(const struct schedule *schedule);

/* Returns the run at a place, from 1.  An interleaved schedule goes on beyond its end: more
 * rounds of the same kind. */
struct schedule_run schedule_at(const struct schedule *schedule, unsigned long seq);

#endif
