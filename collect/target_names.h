/* The names of a job's files, and how large those are made. */
#ifndef IOD_COLLECT_TARGET_NAMES_H
#define IOD_COLLECT_TARGET_NAMES_H

#include <stdint.h>

#include "collect/job.h"

/* Calls each with the path, borrowed, of each file of a clone of the job, in order: those that
 * filename lists (a colon between them, "\:" within a name), or nrfiles of them named
 * "job.clone.file", below directory where they do not begin with a slash; names_nr is how many
 * there are.  Ends where each returns something else than 0, and returns that, or 0. */
int target_names_each(const struct job *job, unsigned clone,
                      int (*each)(void *context, const char *path, unsigned names_nr),
                      void *context);

/* How many bytes a file of the job must have, of names_nr that share its size; 0 where the job
 * does not say, UINT64_MAX where that is more than a file can have. */
uint64_t target_names_bytes(const struct job *job, unsigned names_nr);

#endif
