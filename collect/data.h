/* What is written: data that no device can make smaller, unless asked for. */
#ifndef IOD_COLLECT_DATA_H
#define IOD_COLLECT_DATA_H

#include <stddef.h>
#include <stdint.h>

#include "collect/job.h"
#include "collect/random.h"

/* Fills bytes at buffer as the job wants its data: incompressible, zero or its
 * pattern; with compress_pct so that each 512 bytes compress by that share. */
void data_fill(const struct job *job, struct random *random, void *buffer, size_t bytes);

/* Makes each 512 bytes at buffer differ from all others that were written, by a number
 * put into the first eight of them; for random data that is not filled anew.
 * number is one that no other write has: writes count up from a seed. */
void data_mark(void *buffer, size_t bytes, uint64_t number);

#endif
