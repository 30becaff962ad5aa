/* Where in one file the next I/O of a job goes. */
#ifndef IOD_COLLECT_PLACE_H
#define IOD_COLLECT_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/distribution.h"
#include "collect/job.h"
#include "collect/lengths.h"
#include "collect/permutation.h"
#include "collect/random.h"

/* How a job chooses places, the same for all its files. */
struct place_rules {
    const struct job *job;
    struct lengths lengths[IO_DIRECTIONS_NR];
    uint64_t align[IO_DIRECTIONS_NR]; /* of random offsets of that direction */
    uint64_t block;                   /* the smallest of these: what is visited once */
    uint64_t needed;                  /* an extent must be as long as this */
    bool has_map;          /* lengths differ, so that what is visited must be noted */
    bool is_separate;      /* directions have each one length, but not the same: each visits
                              its own blocks, regardless of the other */
    bool has_distribution;
    bool goes_round;       /* sequential I/O begins again by itself */
};

/* The blocks of one direction in its own order. */
struct place_order {
    struct permutation order;
    uint64_t drawn, passes;
};

/* A file in its pass: the time from its first block to when all were visited. */
struct place {
    uint64_t start, length; /* of the extent */
    uint64_t blocks_nr;     /* that random I/O may begin at; 0: too short for this job */
    uint64_t drawn, passes;
    uint64_t seed;
    struct permutation order;
    struct place_order own[IO_DIRECTIONS_NR]; /* where directions are separate */
    uint64_t *map;                           /* a bit for each block visited; owned */
    const struct distribution *distribution; /* borrowed */
    uint64_t next[IO_DIRECTIONS_NR];         /* offsets of sequential I/O, from start */
    uint64_t last[IO_DIRECTIONS_NR];         /* of the last I/O */
    bool is_over;                            /* the pass */
};

/* Sets the rules of a job, which they borrow. */
void place_rules_init(struct place_rules *rules, const struct job *job);

/* Sets up one file whose extent is given, in bytes; place_free() frees what it holds.
 * The caller gives it a distribution over its blocks where rules ask for one, and
 * begins a pass. */
void place_init(struct place *place, const struct place_rules *rules, uint64_t start_bytes,
                uint64_t length_bytes, uint64_t seed);

void place_free(struct place *place);

/* Begins a pass: nothing is visited, and the order is another than in the last one.
 * is_first: as if there had been none. */
void place_begin(struct place *place, const struct place_rules *rules, bool is_first);

/* Random numbers that places use up. */
struct place_random {
    struct random place, length;
};

/* Sets *offset_bytes, from the beginning of the file, and *bytes of the next I/O, random or
 * sequential.  Returns false where the pass is over. */
bool place_draw(struct place *place, const struct place_rules *rules, enum io_op op,
                bool is_random, struct place_random *random, uint64_t *offset_bytes,
                uint64_t *bytes);

#endif
