/* What happens between two runs, so that the later does not live on what the earlier left. */
#ifndef IOD_COLLECT_BETWEEN_H
#define IOD_COLLECT_BETWEEN_H

#include <stdatomic.h>
#include <stdbool.h>

#include "collect/job.h"
#include "record/diag.h"

/* What is wanted; all is borrowed. */
struct between_request {
    const char *root;         /* before /proc; "" for this host */
    bool drops_caches;        /* all caches of this host, else only those of the jobs' files */
    double cool_down_s;       /* waited before each run but the first; 0: not at all */
    const _Atomic bool *stop; /* ends the wait */
    const struct diag_sink *sink;
};

struct between;

/* Makes one for a campaign; what is said once is said once for it.  Frees with between_free(). */
struct between *between_new(const struct between_request *request);
void between_free(struct between *between);

struct between_result {
    bool has_dropped_all;   /* the caches of the whole host were dropped */
    unsigned files_nr;      /* files and devices of the jobs that are there */
    double most_cached_pct; /* of the file of which most stayed in memory; less than 0: unknown */
    bool was_stopped;
};

/* Does what is to be done before a run of these jobs: waits for the cool-down, syncs, and drops
 * from the page cache what their files have there; proves it by mincore(2), and says what stayed.
 * Dropping all caches needs root: who is not is told once, and has the files dropped alone.
 * Never fails: what could not be done is reported. */
void between_do(struct between *between, const struct job_list *jobs,
                struct between_result *result);

#endif
