/* Comparisons: campaigns that the command line asks for. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/campaign_file.h"
#include "collect/campaign_measure.h"
#include "collect/clock.h"
#include "collect/collect_options.h"
#include "collect/command.h"
#include "collect/result.h"
#include "collect/session_parts.h"
#include "collect/setting.h"
#include "collect/width.h"
#include "record/exit_code.h"
#include "record/locate.h"

/* Where the campaign is while it is measured. */
struct comparing {
    struct record_log *log;
    struct session_host *host;
    const struct campaign_plan *plan;
    char *report_program; /* NULL where it is not needed */
};

int session_refuse(const char *path, const char *mend, const char *what)
{
    struct diag diag;
    diag_set(&diag, DIAG_FATAL, path, 0, mend, "%s", what);
    diag_print(stderr, session_program, &diag);
    return EXIT_USAGE;
}

/* "2%" or "2". */
static bool read_percent(const char *text, double *pct)
{
    char *end;
    *pct = 0;
    if (!text)
        return true;
    *pct = strtod(text, &end);
    return end > text && *pct >= 0.01 && *pct <= 1000 && (!*end || strcmp(end, "%") == 0);
}

bool session_wish(struct campaign_wish *wish)
{
    *wish = (struct campaign_wish){
        .vary = collect_options.vary.at,
        .vary_nr = collect_options.vary.nr,
        .runs = (unsigned)collect_options.runs,
        .interleaves = collect_options.interleaves,
        .awaits_steady = collect_options.awaits_steady,
        .max_time_s = collect_options.max_time_s,
        .seed = collect_options.seed > 0 ? (uint64_t)collect_options.seed : 1,
        .setup = collect_options.setup,
        .teardown = collect_options.teardown,
        .allows_host_changes = collect_options.allows_host_changes,
    };
    return read_percent(collect_options.until_ci, &wish->width_pct);
}

static bool has_file(void)
{
    return collect_options.output && strcmp(collect_options.output, "-") != 0;
}

static int put_begin(struct record_log *log, const struct campaign_plan *plan,
                     const struct campaign_wish *wish, const struct campaign_jobs *jobs,
                     const char **id)
{
    char start[32];
    result_time(start, clock_unix_ns());
    struct record *record = campaign_file_begin(plan->arena, plan, wish, start);
    session_save(record, plan, jobs);
    record->invocation = record->start;
    record_set_id(record);
    *id = record->id;
    return record_log_put(log, record);
}

static int put(void *context, const struct record *record)
{
    const struct comparing *comparing = context;
    return record_log_put(comparing->log, record);
}

static int prepare(void *context, const struct schedule_run *run,
                   const struct record_pairs *config, struct diag *diag)
{
    const struct comparing *comparing = context;
    return session_host_prepare(comparing->host, config, &comparing->plan->jobs[run->cell], diag);
}

static int find_width(void *context, double *width_pct, struct diag *diag)
{
    const struct comparing *comparing = context;
    return width_find(comparing->report_program, collect_options.output, width_pct, diag);
}

static int write_report(const struct comparing *comparing)
{
    struct diag diag;
    const char *const words[] = {comparing->report_program, "--output", collect_options.report,
                                 "--", collect_options.output, NULL};
    int status = command_run(comparing->report_program, words, -1, &diag);
    return status < 0 ? session_fail(&diag) : status;
}

static void say_end(const struct campaign_plan *plan, const struct campaign_result *result)
{
    static const char *const words[] = {
        [CAMPAIGN_RUNS] = "all runs are over",
        [CAMPAIGN_WIDTH] = "every interval is narrow enough",
        [CAMPAIGN_STEADY] = "the figures are steady",
        [CAMPAIGN_TIME] = "time is up",
        [CAMPAIGN_STOPPED] = "it was interrupted; --resume goes on with it",
        [CAMPAIGN_FAILED] = "a run failed; --resume goes on with it",
    };
    bool is_short = result->end == CAMPAIGN_RUNS &&
                    (collect_options.awaits_steady || collect_options.until_ci);
    if (collect_options.is_quiet)
        return;
    fprintf(stderr, "%s: %lu of %lu runs: %s%s\n", session_program, result->runs_nr,
            schedule_nr(&plan->schedule), words[result->end],
            !is_short                        ? ""
            : collect_options.awaits_steady ? ", and a steady state was not reached"
                                            : ", and some interval is still too wide");
}

/* Measures what is left, and puts the facts of the host before and after. */
static int measure(struct campaign_measure *measure, struct comparing *comparing)
{
    struct diag diag;
    struct campaign_result result = {.end = CAMPAIGN_FAILED};
    struct run_result sum = {.results_nr = 0};
    const struct campaign_plan *plan = measure->plan;
    int settings_failed = 0;
    int failed = session_put_facts(plan->jobs, plan->schedule.cells_nr, measure->id,
                                    comparing->log);
    if (failed) {
        session_fail_output(&diag);
    } else {
        session_say_once(true);
        session_open_meter();
        failed = campaign_measure(measure, &result, &sum, &diag);
        session_close_meter();
        session_say_once(false);
        settings_failed = session_host_close(comparing->host);
        comparing->host = NULL;
    }
    if (failed)
        diag_print(stderr, session_program, &diag);
    else if (session_put_facts(plan->jobs, plan->schedule.cells_nr, measure->id,
                                    comparing->log) != 0) {
        session_fail_output(&diag);
        failed = session_fail(&diag);
    }
    say_end(plan, &result);
    sum.results_nr += measure->done_nr > 0; /* there are some */
    return session_end(&sum, failed || settings_failed);
}

static int end(struct comparing *comparing, int status)
{
    struct diag diag;
    if (record_log_close(comparing->log, &diag) != 0 && status != EXIT_SYSTEM)
        status = session_fail(&diag);
    if (collect_options.report && status != EXIT_SYSTEM) {
        int reported = write_report(comparing);
        status = reported > status ? reported : status;
    }
    return status;
}

/* Finds iodelta-report where it will be needed; false with a message where that cannot be. */
static bool find_report(struct comparing *comparing)
{
    bool needs = collect_options.report || collect_options.until_ci;
    if (!needs)
        return true;
    if (!has_file()) {
        session_refuse(NULL, "name a file with --output",
               "--until-ci and --report compare what is in a file");
        return false;
    }
    comparing->report_program = locate_program("iodelta-report", IODELTA_BINDIR);
    if (!comparing->report_program)
        session_refuse(NULL, "install it",
               "iodelta-report is neither beside this program nor on PATH");
    return comparing->report_program != NULL;
}

/* Opens what is needed to measure the plan: first what may be refused, then the output. */
static int open_all(struct comparing *comparing, const struct campaign_begun *begun,
                    struct diag *diag)
{
    const struct campaign_plan *plan = comparing->plan;
    comparing->host =
        session_host_open(&plan->vary, plan->jobs, plan->schedule.cells_nr, diag);
    if (!comparing->host ||
        (begun && campaign_file_cut(collect_options.output, begun, diag) != 0))
        return -1;
    comparing->log =
        record_log_open(collect_options.output, collect_options.appends || begun, diag);
    return comparing->log ? 0 : -1;
}

int session_go(const struct campaign_plan *plan, const struct campaign_wish *wish,
               const struct campaign_jobs *jobs, const struct campaign_begun *begun)
{
    struct diag diag;
    struct comparing comparing = {.plan = plan};
    struct campaign_measure request = {
        .plan = plan, .wish = wish, .find_width = find_width, .prepare = prepare};
    int status;
    if (!session_request(NULL, &request.request) || !find_report(&comparing))
        return EXIT_USAGE;
    request.request.context = &comparing;
    request.request.put = put;
    session_catch_signals();
    if (open_all(&comparing, begun, &diag) != 0) {
        status = session_fail(&diag);
    } else if (begun) {
        request.id = begun->record->id;
        request.done_nr = begun->done_nr;
        status = measure(&request, &comparing);
    } else if (put_begin(comparing.log, plan, wish, jobs, &request.id) != 0) {
        session_fail_output(&diag);
        status = session_fail(&diag);
    } else {
        status = measure(&request, &comparing);
    }
    if (comparing.host)
        session_host_close(comparing.host);
    if (comparing.log)
        status = end(&comparing, status);
    free(comparing.report_program);
    return status;
}

int session_compare(const struct campaign_jobs *jobs)
{
    struct campaign_wish wish;
    struct campaign_plan plan = {.vary.is_setting = setting_is_name};
    struct arena *arena = arena_new();
    int status = EXIT_USAGE;
    if (collect_options.group || collect_options.start_at) {
        session_refuse(NULL, "give each run of several hosts a call of its own",
                       "--group and --start-at are of a single run");
    } else if (!session_wish(&wish)) {
        session_refuse(NULL, "write it as in --until-ci=2%", "--until-ci: is no percentage");
    } else if (campaign_plan_make(arena, &wish, jobs, &plan) == 0) {
        status = 0;
        if (collect_options.is_dry)
            campaign_plan_print(&plan, &wish, stdout);
        else
            status = session_go(&plan, &wish, jobs, NULL);
    }
    arena_free(arena);
    return status;
}
