#include "collect/campaign_measure.h"

#include <stdio.h>
#include <string.h>

#include "collect/campaign_file.h"
#include "collect/clock.h"
#include "collect/command.h"
#include "collect/result.h"
#include "collect/steady.h"

/* A campaign that is being measured. */
struct measuring {
    const struct campaign_measure *measure;
    struct made_files kept;
    struct steady_log *steady;
    struct run_result *sum;

    /* The run under way. */
    const struct schedule_run *run;
    struct arena *arena;
    const struct record_pairs *config;
    char start[32];
    char title[256]; /* for the meter */

    uint64_t written_bytes; /* by all runs, where that is bounded */
    uint64_t spent_ns; /* by runs that are over here */
    unsigned long runs_nr;
};

/* Runs the line of the user for each label of the run; where one fails, so does the run. */
static int call_hooks(const struct measuring *measuring, const char *line, struct diag *diag)
{
    const struct campaign_plan *plan = measuring->measure->plan;
    for (size_t i = 0; line && i < plan->vary.nr; i++)
        if (plan->vary.factors[i].kind == VARY_LABEL &&
            command_hook(line, plan->vary.factors[i].name,
                         vary_level(&plan->vary, measuring->run->cell, i), diag) != 0)
            return -1;
    return 0;
}

static int put(void *context, const struct record *record)
{
    struct measuring *measuring = context;
    const struct run_request *request = &measuring->measure->request;
    if (record->kind == RECORD_RESULT && record->job) {
        double bw_bytes_per_s;
        if (record_metric(record, "bw_bytes_per_s", &bw_bytes_per_s))
            steady_log_add(measuring->steady, measuring->run->cell, measuring->run->run,
                           record->job, record->op, bw_bytes_per_s);
    }
    return request->put(request->context, record);
}

static void tell(void *context, const struct run_progress *progress)
{
    const struct measuring *measuring = context;
    const struct run_request *request = &measuring->measure->request;
    struct run_progress all = *progress;
    unsigned long left =
        schedule_nr(&measuring->measure->plan->schedule) - measuring->run->seq;
    all.run = measuring->title;
    if (measuring->runs_nr)
        all.rest_s = (double)measuring->spent_ns / (double)measuring->runs_nr * (double)left * 1e-9;
    else
        all.rest_s = (progress->group->elapsed_s + progress->group->left_s) * (double)left;
    request->tell(request->context, &all);
}

static int prepare(const struct measuring *measuring, struct diag *diag)
{
    const struct campaign_measure *measure = measuring->measure;
    if (measure->prepare &&
        measure->prepare(measure->request.context, measuring->run, measuring->config, diag) != 0)
        return -1;
    return call_hooks(measuring, measure->wish->setup, diag);
}

static enum campaign_outcome run_prepared(struct measuring *measuring, struct diag *diag)
{
    const struct campaign_measure *measure = measuring->measure;
    const struct run_place place = {
        .config = measuring->config,
        .run = measuring->run->run,
        .seq = measuring->run->seq,
        .round = measuring->run->round,
        .owner = measure->id,
        .kept = &measuring->kept,
    };
    struct run_request request = measure->request;
    struct run_result result;
    request.jobs = &measure->plan->jobs[measuring->run->cell];
    request.place = &place;
    request.put = put;
    request.tell = request.tell ? tell : NULL;
    request.context = measuring;
    if (request.max_write_bytes < UINT64_MAX)
        request.max_write_bytes -= measuring->written_bytes;
    int status = run_jobs(&request, &result, diag);
    measuring->written_bytes += result.written_bytes;
    measuring->sum->results_nr += result.results_nr;
    measuring->sum->has_failed |= result.has_failed;
    measuring->sum->found_unlike |= result.found_unlike;
    measuring->sum->was_stopped |= result.was_stopped;
    /* What fails because of a signal is no failure of its own. */
    bool is_stopped = result.was_stopped || (request.stop && atomic_load(request.stop));
    return is_stopped ? CAMPAIGN_RUN_PARTIAL : status ? CAMPAIGN_RUN_FAILED : CAMPAIGN_RUN_DONE;
}

static enum campaign_outcome run(void *context, const struct schedule_run *run, struct diag *diag)
{
    struct measuring *measuring = context;
    const struct campaign_plan *plan = measuring->measure->plan;
    struct diag failure;
    measuring->run = run;
    measuring->arena = arena_new();
    measuring->config = campaign_plan_config(plan, measuring->arena, run->cell);
    result_time(measuring->start, clock_unix_ns());
    snprintf(measuring->title, sizeof measuring->title, "%lu/%lu %s", run->seq,
             schedule_nr(&plan->schedule),
             campaign_plan_levels(plan, measuring->arena, run->cell));
    uint64_t start_ns = clock_kernel_ns();
    enum campaign_outcome outcome = CAMPAIGN_RUN_FAILED;
    if (prepare(measuring, diag) == 0)
        outcome = run_prepared(measuring, diag);
    /* What was set up is undone, whatever came of it. */
    if (call_hooks(measuring, measuring->measure->wish->teardown, &failure) != 0 &&
        outcome != CAMPAIGN_RUN_FAILED) {
        *diag = failure;
        outcome = CAMPAIGN_RUN_FAILED;
    }
    measuring->spent_ns += clock_kernel_ns() - start_ns;
    measuring->runs_nr++;
    return outcome;
}

static int over(void *context, const struct schedule_run *run, enum campaign_outcome outcome,
                struct diag *diag)
{
    struct measuring *measuring = context;
    const struct run_request *request = &measuring->measure->request;
    char end[32];
    result_time(end, clock_unix_ns());
    int status = request->put(request->context,
                              campaign_file_run(measuring->arena, measuring->measure->id,
                                                measuring->config, run, outcome, measuring->start,
                                                end));
    if (status)
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "records cannot be written");
    arena_free(measuring->arena);
    return status;
}

static int find_width(void *context, double *width_pct, struct diag *diag)
{
    const struct measuring *measuring = context;
    const struct campaign_measure *measure = measuring->measure;
    return measure->find_width(measure->request.context, width_pct, diag);
}

static bool is_steady(void *context)
{
    const struct measuring *measuring = context;
    return steady_log_is_steady(measuring->steady);
}

static uint64_t clock_of(void *context)
{
    (void)context;
    return clock_kernel_ns();
}

int campaign_measure(const struct campaign_measure *measure, struct campaign_result *result,
                     struct run_result *sum, struct diag *diag)
{
    struct measuring measuring = {
        .measure = measure, .steady = steady_log_new(), .sum = sum};
    const struct campaign campaign = {
        .schedule = measure->plan->schedule,
        .done_nr = measure->done_nr,
        .width_pct = measure->wish->width_pct,
        .awaits_steady = measure->wish->awaits_steady,
        .least_rounds = STEADY_RUNS,
        .max_time_ns = (uint64_t)(measure->wish->max_time_s * 1e9),
        .stop = measure->request.stop,
        .run = run,
        .over = over,
        .find_width = find_width,
        .is_steady = is_steady,
        .clock_ns = clock_of,
        .context = &measuring,
    };
    *sum = (struct run_result){.results_nr = 0};
    int status = campaign_run(&campaign, result, diag);
    struct arena *arena = arena_new();
    if (measure->request.put(measure->request.context,
                             campaign_file_end(arena, measure->id, result)) != 0 &&
        !status) {
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "records cannot be written");
        status = -1;
    }
    arena_free(arena);
    made_files_end(&measuring.kept, measure->request.keeps_files, measure->request.sink);
    steady_log_free(measuring.steady);
    return status;
}
