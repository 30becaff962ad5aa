/* A campaign: the runs of a comparison, one after the other, and when they are enough. */
#ifndef IOD_COLLECT_CAMPAIGN_H
#define IOD_COLLECT_CAMPAIGN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "collect/schedule.h"
#include "record/diag.h"

/* Why a campaign ended. */
enum campaign_end {
    CAMPAIGN_RUNS,    /* all runs that were asked for are over */
    CAMPAIGN_WIDTH,   /* every interval is narrow enough */
    CAMPAIGN_STEADY,  /* figures do not change any more */
    CAMPAIGN_TIME,    /* the next run would not end in time */
    CAMPAIGN_STOPPED, /* by a signal */
    CAMPAIGN_FAILED,
};

/* How a run went. */
enum campaign_outcome { CAMPAIGN_RUN_DONE, CAMPAIGN_RUN_PARTIAL, CAMPAIGN_RUN_FAILED };

/* What is done, and by whom; all is borrowed. */
struct campaign {
    struct schedule schedule;
    unsigned long done_nr; /* runs of an earlier part, which are over */
    double width_pct;      /* interleaved rounds go on until no interval goes farther than so
                              many percent from its delta; 0: as many as the schedule has */
    bool awaits_steady;    /* … until the figures are steady */
    unsigned least_rounds; /* of both, before they are judged */
    uint64_t max_time_ns;  /* 0: no limit */
    const _Atomic bool *stop;

    /* Measures one run and puts its records.  Sets *diag where the outcome is
     * CAMPAIGN_RUN_FAILED, which ends the campaign. */
    enum campaign_outcome (*run)(void *context, const struct schedule_run *run,
                                 struct diag *diag);
    /* Is told how a run went.  Returns 0; or -1 and *diag, which ends the campaign. */
    int (*over)(void *context, const struct schedule_run *run, enum campaign_outcome outcome,
                struct diag *diag);
    /* Finds how far the widest interval of the runs so far goes from its delta, in percent,
     * infinity where there are none yet.  Returns 0, or -1 and *diag. */
    int (*find_width)(void *context, double *width_pct, struct diag *diag);
    /* Whether the figures of all cells are steady. */
    bool (*is_steady)(void *context);
    uint64_t (*clock_ns)(void *context); /* any that does not run backwards */
    void *context;
};

struct campaign_result {
    enum campaign_end end;
    unsigned long runs_nr; /* that are over, those of the earlier part too */
    double width_pct;      /* the last that was found; infinity where none was */
};

/* Runs what is left of the campaign.  Where it ends on what was measured (width_pct,
 * awaits_steady) the schedule must be interleaved; its runs are then the most rounds there are.
 * Returns 0; or -1 and *diag where it failed.  *result holds in both cases. */
int campaign_run(const struct campaign *campaign, struct campaign_result *result,
                 struct diag *diag);

/* Returns the word for an end, as records have it: "runs", "width", "steady", "time",
 * "stopped", "failed". */
const char *campaign_end_name(enum campaign_end end);

/* Returns the word for an outcome: "done", "interrupted", "failed". */
const char *campaign_outcome_name(enum campaign_outcome outcome);

#endif
