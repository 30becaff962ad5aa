/* What the parts of a workload share: workload_make.c makes it, workload.c draws. */
#ifndef IOD_COLLECT_WORKLOAD_PARTS_H
#define IOD_COLLECT_WORKLOAD_PARTS_H

#include "collect/place.h"
#include "collect/workload.h"

/* Streams of random numbers, by what they decide; of files from the last one on. */
enum { STREAM_OP, STREAM_PLACE, STREAM_LENGTH, STREAM_FILES };

struct workload {
    const struct job *job;
    uint64_t seed;
    struct place_rules rules;
    struct place *places;
    unsigned places_nr;
    unsigned over_nr;                    /* places whose pass is over, or that are too short */
    unsigned turn;                       /* the place that is next */
    struct distribution **distributions; /* one for each number of blocks */
    unsigned distributions_nr;
    struct random op_random;
    struct place_random random;
    uint64_t read_below; /* of 2^64: the share of reads in a mix */
    bool is_mixed, is_trimwrite;
    enum io_op only;                 /* where nothing is mixed */
    unsigned run_left;               /* I/Os until the next random offset */
    uint64_t loop_bytes;             /* UINT64_MAX: time-based */
    uint64_t bytes_left, loops_left; /* of this loop; after it */
    uint64_t ios_left;               /* UINT64_MAX: no limit */
    uint64_t writes_since_fsync, writes_since_fdatasync;
    unsigned last_file;
    bool ends_with_pass;  /* a loop, however many bytes it has moved */
    bool has_drawn;       /* in this loop */
    uint64_t plain_bytes; /* the one length of a plain workload: one file, one length, no
                             syncs; 0 where it is none */
    uint64_t plain_left;  /* I/Os that come before anything has to be looked at */
    struct io pair;       /* what was trimmed and is written next */
    bool has_pair;
};

#endif
