/* The plan of a campaign: its cells with their jobs, and their order. */
#ifndef IOD_COLLECT_CAMPAIGN_PLAN_H
#define IOD_COLLECT_CAMPAIGN_PLAN_H

#include <stdio.h>

#include "collect/job_file.h"
#include "collect/schedule.h"
#include "collect/vary.h"

/* What a user asks for; texts are borrowed. */
struct campaign_wish {
    const char *const *vary; /* "KEY=V1,V2" */
    size_t vary_nr;
    unsigned runs; /* of each combination; 0: not said */
    bool interleaves;
    double width_pct;   /* as in struct campaign; 0: not asked for */
    bool awaits_steady;
    double max_time_s;  /* 0: no limit */
    uint64_t seed;
    const char *setup, *teardown; /* lines for sh; NULL: none */
    bool allows_host_changes;
};

/* Where the jobs come from. */
struct campaign_jobs {
    const char *path; /* of a job file; NULL: the options alone make one */
    const char *text; /* of a job file that is built in; NULL: none */
    const struct job_file_request *request;
    double scale_time; /* 0: times are as they are */
};

/* Reads them, as request says, in arena; returns 0, or -1 with what is wrong reported. */
int campaign_jobs_read(struct arena *arena, const struct campaign_jobs *jobs,
                       const struct job_file_request *request, struct job_list *list);

struct campaign_plan {
    struct arena *arena; /* borrowed */
    struct vary vary;
    struct schedule schedule;
    struct job_list *jobs; /* of each cell */
};

/* Makes the plan, in arena, of a *plan whose members are all 0 but for vary.is_setting: reads the
 * jobs of every cell, so that all that is wrong with one is known before the first run.  Returns 0; or -1, with what is wrong reported. */
int campaign_plan_make(struct arena *arena, const struct campaign_wish *wish,
                       const struct campaign_jobs *jobs, struct campaign_plan *plan);

/* Returns the levels of a cell as pairs, in arena. */
const struct record_pairs *campaign_plan_config(const struct campaign_plan *plan,
                                                struct arena *arena, size_t cell);

/* Returns them as "bs=4k iodepth=1", "" for none; in arena. */
const char *campaign_plan_levels(const struct campaign_plan *plan, struct arena *arena,
                                 size_t cell);

/* Prints what would be done: the order of runs, how much they write at least, and how long they
 * take at least. */
void campaign_plan_print(const struct campaign_plan *plan, const struct campaign_wish *wish,
                         FILE *out);

#endif
