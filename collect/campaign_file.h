/* The records of a campaign itself: what was planned, which runs are over, why it ended; and how
 * they are found again, to go on. */
#ifndef IOD_COLLECT_CAMPAIGN_FILE_H
#define IOD_COLLECT_CAMPAIGN_FILE_H

#include <stdint.h>

#include "collect/campaign.h"
#include "collect/campaign_plan.h"
#include "record/record.h"

/* Makes the record that begins a campaign, in arena: the plan, and what of the wish says how to
 * go on.  start is the time, UTC.  More facts can be added before record_set_id(). */
struct record *campaign_file_begin(struct arena *arena, const struct campaign_plan *plan,
                                   const struct campaign_wish *wish, const char *start);

/* Makes the record that ends it; of is the id of the first. */
const struct record *campaign_file_end(struct arena *arena, const char *of,
                                       const struct campaign_result *result);

/* Makes the record of a run that is over, between two times, UTC. */
const struct record *campaign_file_run(struct arena *arena, const char *of,
                                       const struct record_pairs *config,
                                       const struct schedule_run *run,
                                       enum campaign_outcome outcome, const char *start,
                                       const char *end);

/* A campaign that was begun. */
struct campaign_begun {
    const struct record *record; /* its first */
    unsigned long done_nr;       /* runs that are over, the first ones of its schedule */
    uint64_t end_bytes;          /* where the record of the last of them ends, or its own */
};

/* Reads the file at path for the last campaign in it.  Records live in arena.  Returns 0; or -1
 * and *diag where it cannot be read, or holds none that one could go on with. */
int campaign_file_read(struct arena *arena, const char *path, struct campaign_begun *begun,
                       struct diag *diag);

/* Cuts off what stands behind the last run that is over: records of one that is not.  Returns 0;
 * or -1 and *diag. */
int campaign_file_cut(const char *path, const struct campaign_begun *begun, struct diag *diag);

#endif
