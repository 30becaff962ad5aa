/* The workload: which I/O a job does next.  Pure: no I/O, no clock; the same job,
 * files and seed give the same I/Os in the same order. */
#ifndef IOD_COLLECT_WORKLOAD_H
#define IOD_COLLECT_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/io.h"
#include "collect/job.h"
#include "record/diag.h"

/* The part of a file that a job may touch, in bytes from its beginning. */
struct workload_extent {
    uint64_t start_bytes, length_bytes;
};

struct workload;

/* Returns the part of a file of file_bytes that a clone, counted from 0, of the job
 * uses: from offset (a percentage is rounded up to a block) plus offset_increment for
 * each clone before it, as long as size says, shared by nrfiles, or filesize says,
 * or to the end of the file; never beyond that.  Its length is 0 where offset lies
 * beyond the end. */
struct workload_extent workload_extent_of(const struct job *job, unsigned clone,
                                          uint64_t file_bytes);

/* Makes the workload of a job over extents_nr extents.  It borrows job, copies the
 * extents, and the caller frees it with workload_free().  NULL and *diag where
 * nothing can be done: no extent is as long as a block.
 *
 * Random I/O without norandommap visits each block of each extent once before it
 * comes to any for the second time, in an order that a permutation gives; where
 * block sizes differ a map of the blocks cuts I/Os at those already visited; where only
 * those of reads and writes differ, each direction has an order of its own.  The I/Os
 * between two random ones (randread:8) follow the last of their own direction
 * and visit blocks regardless.  What is left at an extent's end and is shorter
 * than a block is not touched. */
struct workload *workload_new(const struct job *job, const struct workload_extent *extents,
                              unsigned extents_nr, uint64_t seed, struct diag *diag);

void workload_free(struct workload *workload);

/* Starts again from the beginning with the same seed: the same I/Os once more. */
void workload_rewind(struct workload *workload);

/* Returns what the next I/O does: IO_SYNC where one is due after so many writes and more
 * I/O follows,
 * else a direction, drawn by rwmixread in a mixed job.  Each call draws anew. */
enum io_op workload_draw(struct workload *workload);

/* Sets *io to the next I/O of that direction, or to a sync, and returns true; returns
 * false where the job is done: in each of its loops io_size is issued, or, without that, a
 * pass over its extents is over or their bytes are issued, or number_ios are; a job that
 * is time-based is never done.  An I/O counts
 * as issued when it is returned here, whatever comes of it.  op is what
 * workload_draw() returned, or another direction of the job where rates say so. */
bool workload_next_of(struct workload *workload, enum io_op op, struct io *io);

/* As both of these. */
bool workload_next(struct workload *workload, struct io *io);

/* Draws nr I/Os into the slots of these numbers; returns how many, fewer where the job
 * is done. */
unsigned workload_fill(struct workload *workload, struct io_slot *slots, const unsigned *numbers,
                       unsigned nr);

/* The largest I/O that may come, in bytes. */
uint64_t workload_bytes_max(const struct workload *workload);

/* Bytes that are issued before the job is done; 0 where it is time-based. */
uint64_t workload_total_bytes(const struct workload *workload);

#endif
