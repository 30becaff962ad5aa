#include "collect/campaign.h"

#include <math.h>
#include <stddef.h>

const char *campaign_end_name(enum campaign_end end)
{
    static const char *const names[] = {
        [CAMPAIGN_RUNS] = "runs", [CAMPAIGN_WIDTH] = "width",     [CAMPAIGN_STEADY] = "steady",
        [CAMPAIGN_TIME] = "time", [CAMPAIGN_STOPPED] = "stopped", [CAMPAIGN_FAILED] = "failed",
    };
    return names[end];
}

const char *campaign_outcome_name(enum campaign_outcome outcome)
{
    static const char *const names[] = {
        [CAMPAIGN_RUN_DONE] = "done",
        [CAMPAIGN_RUN_PARTIAL] = "interrupted",
        [CAMPAIGN_RUN_FAILED] = "failed",
    };
    return names[outcome];
}

/* What is known while it goes on. */
struct progress {
    uint64_t start_ns, longest_ns; /* of a run */
};

static bool is_stopped(const struct campaign *campaign)
{
    return campaign->stop && atomic_load_explicit(campaign->stop, memory_order_relaxed);
}

/* Whether one more run of the longest kind, or a whole round where rounds are paired, would
 * end too late. */
static bool is_out_of_time(const struct campaign *campaign, const struct progress *progress,
                           unsigned long done_nr)
{
    const struct schedule *schedule = &campaign->schedule;
    uint64_t runs = 1;
    if (!campaign->max_time_ns)
        return false;
    if (schedule->interleaves && done_nr % schedule->cells_nr == 0)
        runs = schedule->cells_nr;
    uint64_t spent_ns = campaign->clock_ns(campaign->context) - progress->start_ns;
    return spent_ns + runs * progress->longest_ns > campaign->max_time_ns;
}

/* Whether what was measured is enough; asked for at the end of each round. */
static int judge(const struct campaign *campaign, struct campaign_result *result, bool *is_enough,
                 struct diag *diag)
{
    unsigned long cells = (unsigned long)campaign->schedule.cells_nr;
    unsigned long rounds = result->runs_nr / cells;
    if (result->runs_nr % cells || rounds < campaign->least_rounds)
        return 0;
    if (campaign->width_pct > 0) {
        if (campaign->find_width(campaign->context, &result->width_pct, diag) != 0)
            return -1;
        *is_enough = result->width_pct <= campaign->width_pct;
        result->end = CAMPAIGN_WIDTH;
    }
    if (campaign->awaits_steady && (*is_enough || !(campaign->width_pct > 0))) {
        *is_enough = campaign->is_steady(campaign->context);
        result->end = CAMPAIGN_STEADY;
    }
    return 0;
}

static int run_one(const struct campaign *campaign, struct progress *progress,
                   struct campaign_result *result, struct diag *diag)
{
    struct diag failure;
    struct schedule_run run = schedule_at(&campaign->schedule, result->runs_nr + 1);
    uint64_t before_ns = campaign->clock_ns(campaign->context);
    enum campaign_outcome outcome = campaign->run(campaign->context, &run, &failure);
    uint64_t took_ns = campaign->clock_ns(campaign->context) - before_ns;
    progress->longest_ns = took_ns > progress->longest_ns ? took_ns : progress->longest_ns;
    int status = campaign->over(campaign->context, &run, outcome, diag);
    if (outcome == CAMPAIGN_RUN_FAILED) {
        *diag = failure;
        status = -1;
    }
    result->runs_nr += outcome == CAMPAIGN_RUN_DONE;
    if (status)
        result->end = CAMPAIGN_FAILED;
    else if (outcome == CAMPAIGN_RUN_PARTIAL)
        result->end = CAMPAIGN_STOPPED;
    return status;
}

int campaign_run(const struct campaign *campaign, struct campaign_result *result,
                 struct diag *diag)
{
    bool is_open = campaign->width_pct > 0 || campaign->awaits_steady, is_enough = false;
    struct progress progress = {campaign->clock_ns(campaign->context), 0};
    *result = (struct campaign_result){CAMPAIGN_RUNS, campaign->done_nr, INFINITY};
    for (;;) {
        if (is_open && judge(campaign, result, &is_enough, diag) != 0) {
            result->end = CAMPAIGN_FAILED;
            return -1;
        }
        if (is_enough)
            return 0;
        result->end = CAMPAIGN_RUNS;
        if (result->runs_nr >= schedule_nr(&campaign->schedule))
            return 0;
        if (is_stopped(campaign) || is_out_of_time(campaign, &progress, result->runs_nr)) {
            result->end = is_stopped(campaign) ? CAMPAIGN_STOPPED : CAMPAIGN_TIME;
            return 0;
        }
        if (run_one(campaign, &progress, result, diag) != 0)
            return -1;
        if (result->end == CAMPAIGN_STOPPED)
            return 0;
    }
}
