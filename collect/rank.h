/* Several hosts that measure together: which of them this one is, and when all begin. */
#ifndef IOD_COLLECT_RANK_H
#define IOD_COLLECT_RANK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct rank {
    unsigned number; /* from 0 */
    unsigned nr;     /* of all; 0: nobody knows */
    bool is_known;
};

/* Finds what mpirun (Open MPI), srun (Slurm) or a launcher that speaks PMI says in the
 * environment, as getenv reads it. */
struct rank rank_of_environment(char *(*get)(const char *name));

/* Reads a moment: seconds since 1970, with a fraction or not, or UTC as in
 * "2026-01-31T09:05:00Z".  Returns false where text is neither. */
bool rank_moment(const char *text, int64_t *unix_ns);

/* Waits for the moment by the clock of this host, or until stop is set.  Returns by how many ns the
 * moment has passed then; less than 0 where it was stopped before. */
int64_t rank_await(int64_t unix_ns, const _Atomic bool *stop);

#endif
