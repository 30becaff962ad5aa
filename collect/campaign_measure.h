/* Measures a campaign: the levels of each run are set, its jobs run, its records put. */
#ifndef IOD_COLLECT_CAMPAIGN_MEASURE_H
#define IOD_COLLECT_CAMPAIGN_MEASURE_H

#include "collect/campaign.h"
#include "collect/campaign_plan.h"
#include "collect/run.h"

/* How it is measured; all is borrowed. */
struct campaign_measure {
    const struct campaign_plan *plan;
    const struct campaign_wish *wish;
    const char *id;             /* of the record that began it */
    unsigned long done_nr;      /* runs that are over already */
    struct run_request request; /* of each run; jobs and place are set here, and context is
                                   handed on to put and tell */
    /* Finds the width of intervals; see struct campaign. */
    int (*find_width)(void *context, double *width_pct, struct diag *diag);
    /* Called before each run with its levels: changes settings of the host, waits, drops
     * caches.  Returns 0; or -1 and *diag.  May be NULL. */
    int (*prepare)(void *context, const struct schedule_run *run,
                   const struct record_pairs *config, struct diag *diag);
};

/* Runs what is left of it, puts the records of its runs, and the one that ends it.  Files that
 * it made are removed at the end unless the request keeps them.  *sum gets what the runs came
 * to together.  Returns 0; or -1 and *diag. */
int campaign_measure(const struct campaign_measure *measure, struct campaign_result *result,
                     struct run_result *sum, struct diag *diag);

#endif
