/* Verify: blocks that say what they are when they are written, and are asked when they
 * are read. */
#ifndef IOD_COLLECT_VERIFY_H
#define IOD_COLLECT_VERIFY_H

#include <stdint.h>

#include "collect/engine.h"
#include "collect/job.h"
#include "collect/worker.h"

/* What is written in front of each block: whole numbers, the low byte first.  A block is
 * 4096 bytes where all lengths of the job's writes are multiples of that, else 512,
 * else the whole write: so that what was written can be read in other lengths.
 *
 *   0  8  "iodvrfy1"
 *   8  4  bytes of the block, this header included
 *  12  4  enum checksum
 *  16  8  where the block is in its file
 *  24  8  number that the blocks of one run have in common
 *  32  8  seed of the clone that wrote it
 *  40  8  number of the write, among those of the clone
 *  48  4  number of the file, among those of the clone
 *  52  4  checksum of bytes 0 to 51 and of all from 56 on */
enum { VERIFY_HEADER_BYTES = 56, VERIFY_BLOCK_BYTES_MIN = 512 };

/* Returns the bytes of the blocks of a job; 0 where each write is one. */
uint64_t verify_block_bytes(const struct job *job);

struct verify;

/* Makes what signs and checks the blocks of one clone; NULL where its job asks for no
 * verify.  run is the same for all clones of a run, and of no other run; seed is
 * the clone's.  job and files are borrowed until verify_free(). */
struct verify *verify_new(const struct job *job, const struct engine_file *files, uint64_t run,
                          uint64_t seed);

/* Returns the functions for a worker; NULL for NULL.  They belong to verify.
 *
 * A block that was read is as it was written where its header is whole, says its place and
 * its checksum is right.  Of what this run wrote it must be the run's own, and, where
 * the job writes each place once, that very write: what an earlier one left is no
 * sound block.  With verify=pattern there is no header, and all bytes are compared. */
const struct worker_verify *verify_hooks(const struct verify *verify);

void verify_free(struct verify *verify);

#endif
