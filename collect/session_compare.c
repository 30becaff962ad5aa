/* Comparisons: campaigns that the command line asks for, or that a file holds. */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/campaign_file.h"
#include "collect/campaign_measure.h"
#include "collect/clock.h"
#include "collect/collect_options.h"
#include "collect/command.h"
#include "collect/preset.h"
#include "collect/result.h"
#include "collect/session_parts.h"
#include "collect/setting.h"
#include "collect/width.h"
#include "record/exit_code.h"
#include "record/hash.h"
#include "record/locate.h"
#include "record/memory.h"

/* Options that a campaign goes on with, and the facts that keep them. */
static const struct {
    const char *fact;
    enum opt_kind kind;
    void *target;
} saved[] = {
    {"runs", OPT_NUMBER, &collect_options.runs},
    {"seed", OPT_NUMBER, &collect_options.seed},
    {"until_ci_pct", OPT_TEXT, &collect_options.until_ci},
    {"steady_state", OPT_FLAG, &collect_options.awaits_steady},
    {"max_time_s", OPT_NUMBER, &collect_options.max_time_s},
    {"scale_time", OPT_NUMBER, &collect_options.scale_time},
    {"io_timeout_s", OPT_NUMBER, &collect_options.io_timeout_s},
    {"max_write", OPT_TEXT, &collect_options.max_write},
    {"precondition", OPT_FLAG, &collect_options.preconditions},
    {"keep", OPT_FLAG, &collect_options.keeps_files},
    {"preset", OPT_TEXT, &collect_options.preset},
    {"drop_caches", OPT_FLAG, &collect_options.drops_caches},
    {"cool_down_s", OPT_NUMBER, &collect_options.cool_down_s},
    {"ignore_unknown", OPT_FLAG, &collect_options.ignores_unknown},
};

/* What runs commands or changes what is not ours is not taken from a file: it must be given
 * again. */
static const struct {
    const char *fact, *option;
    const char *const *target;
} given_again[] = {
    {"needs.setup", "--setup", &collect_options.setup},
    {"needs.teardown", "--teardown", &collect_options.teardown},
};

enum { SAVED_NR = sizeof saved / sizeof saved[0] };
enum { GIVEN_AGAIN_NR = sizeof given_again / sizeof given_again[0] };

/* Where the campaign is while it is measured. */
struct comparing {
    struct record_log *log;
    struct session_host *host;
    const struct campaign_plan *plan;
    char *report_program; /* NULL where it is not needed */
};

static int refuse(const char *path, const char *mend, const char *what)
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

static bool make_wish(struct campaign_wish *wish)
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

/* The hash of what a path names, "" where it cannot be read. */
static const char *hash_of_file(struct arena *arena, const char *path)
{
    enum { BYTES_MAX = JOB_FILE_BYTES_MAX + 1 };
    FILE *in = fopen(path, "re");
    if (!in)
        return "";
    char *bytes = memory_alloc(BYTES_MAX);
    size_t length = fread(bytes, 1, BYTES_MAX, in);
    fclose(in);
    const char *text = arena_printf(arena, "%016" PRIx64, hash_bytes(bytes, length));
    free(bytes);
    return text;
}

static const char *hash_of_folder(struct arena *arena)
{
    char *path = getcwd(NULL, 0);
    const char *text = path ? arena_printf(arena, "%016" PRIx64, hash_bytes(path, strlen(path)))
                            : "";
    free(path);
    return text;
}

static void save(struct record *record, const struct campaign_jobs *jobs)
{
    struct arena *arena = record->arena;
    for (size_t i = 0; i < SAVED_NR; i++) {
        const char *value = NULL;
        if (record_pair(&record->facts, saved[i].fact))
            continue; /* the plan says it */
        if (saved[i].kind == OPT_FLAG)
            value = *(bool *)saved[i].target ? "1" : NULL;
        else if (saved[i].kind == OPT_TEXT)
            value = *(const char **)saved[i].target;
        else if (*(double *)saved[i].target > 0)
            value = arena_printf(arena, "%.15g", *(double *)saved[i].target);
        if (value)
            record_set_pair(record, &record->facts, saved[i].fact, value);
    }
    for (size_t i = 0; i < GIVEN_AGAIN_NR; i++)
        if (*given_again[i].target)
            record_set_pair(record, &record->facts, given_again[i].fact, "1");
    for (size_t i = 0; i < jobs->request->options_nr; i++)
        record_set_pair(record, &record->facts, arena_printf(arena, "option.%zu", i + 1),
                        jobs->request->options[i]);
    if (jobs->path) {
        record_set_pair(record, &record->facts, "job_file", jobs->path);
        record_set_pair(record, &record->facts, "job_file.hash",
                        hash_of_file(arena, jobs->path));
    }
    record_set_pair(record, &record->facts, "folder.hash", hash_of_folder(arena));
}

static int put_begin(struct record_log *log, const struct campaign_plan *plan,
                     const struct campaign_wish *wish, const struct campaign_jobs *jobs,
                     const char **id)
{
    char start[32];
    result_time(start, clock_unix_ns());
    struct record *record = campaign_file_begin(plan->arena, plan, wish, start);
    save(record, jobs);
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
    } else if (comparing->host = session_host_open(&plan->vary, plan->jobs,
                                                   plan->schedule.cells_nr, &diag),
               !comparing->host) {
        failed = -1;
    } else {
        session_say_once(true);
        session_open_meter();
        failed = campaign_measure(measure, &result, &sum, &diag);
        session_close_meter();
        session_say_once(false);
        settings_failed = session_host_close(comparing->host);
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
        refuse(NULL, "name a file with --output",
               "--until-ci and --report compare what is in a file");
        return false;
    }
    comparing->report_program = locate_program("iodelta-report", IODELTA_BINDIR);
    if (!comparing->report_program)
        refuse(NULL, "install it",
               "iodelta-report is neither beside this program nor on PATH");
    return comparing->report_program != NULL;
}

/* Measures the plan from its place on: a new campaign, or where begun is not NULL that one. */
static int go(struct campaign_plan *plan, const struct campaign_wish *wish,
              const struct campaign_jobs *jobs, const struct campaign_begun *begun)
{
    struct diag diag;
    struct comparing comparing = {.plan = plan};
    struct campaign_measure request = {
        .plan = plan, .wish = wish, .find_width = find_width, .prepare = prepare};
    if (!session_request(NULL, &request.request) || !find_report(&comparing))
        return EXIT_USAGE;
    bool appends = collect_options.appends || begun;
    if (begun && campaign_file_cut(collect_options.output, begun, &diag) != 0) {
        free(comparing.report_program);
        return session_fail(&diag);
    }
    comparing.log = record_log_open(collect_options.output, appends, &diag);
    if (!comparing.log) {
        free(comparing.report_program);
        return session_fail(&diag);
    }
    request.request.context = &comparing;
    request.request.put = put;
    session_catch_signals();
    int status;
    if (begun) {
        request.id = begun->record->id;
        request.done_nr = begun->done_nr;
        status = measure(&request, &comparing);
    } else if (put_begin(comparing.log, plan, wish, jobs, &request.id) != 0) {
        session_fail_output(&diag);
        status = session_fail(&diag);
    } else {
        status = measure(&request, &comparing);
    }
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
    if (!make_wish(&wish)) {
        refuse(NULL, "write it as in --until-ci=2%", "--until-ci: is no percentage");
    } else if (campaign_plan_make(arena, &wish, jobs, &plan) == 0) {
        status = 0;
        if (collect_options.is_dry)
            campaign_plan_print(&plan, &wish, stdout);
        else
            status = go(&plan, &wish, jobs, NULL);
    }
    arena_free(arena);
    return status;
}

/* Sets the options that the facts keep. */
static bool restore(const struct record *record)
{
    bool is_sound = true;
    for (size_t i = 0; i < SAVED_NR; i++) {
        const char *value = record_pair(&record->facts, saved[i].fact);
        char *last = NULL;
        if (!value)
            continue;
        if (saved[i].kind == OPT_FLAG)
            *(bool *)saved[i].target = true;
        else if (saved[i].kind == OPT_TEXT)
            *(const char **)saved[i].target = value;
        else
            *(double *)saved[i].target = strtod(value, &last);
        is_sound &= !last || (!*last && *(double *)saved[i].target >= 0 &&
                              *(double *)saved[i].target <= 9007199254740992.0);
    }
    is_sound &= collect_options.runs >= 1 && collect_options.runs <= 1e6;
    const char *order = record_pair(&record->facts, "order");
    collect_options.interleaves = order && strcmp(order, "interleaved") == 0;
    return is_sound;
}

/* Collects "name.1", "name.2" …; the list is freed with opt_list_free(). */
static struct opt_list list_of(const struct record *record, const char *name)
{
    struct opt_list list = {NULL, 0, 0};
    char fact[64];
    const char *value;
    for (;;) {
        snprintf(fact, sizeof fact, "%s.%zu", name, list.nr + 1);
        value = record_pair(&record->facts, fact);
        if (!value)
            return list;
        list.at = memory_grow(list.at, list.nr, &list.room, sizeof *list.at);
        list.at[list.nr++] = value;
    }
}

/* Whether all is as it was when the campaign began. */
static bool is_as_it_was(struct arena *arena, const struct record *record, const char *job_file)
{
    const char *path = collect_options.output;
    const char *folder = record_pair(&record->facts, "folder.hash");
    const char *hash = record_pair(&record->facts, "job_file.hash");
    if (folder && strcmp(folder, hash_of_folder(arena)) != 0) {
        refuse(path, "go there first", "was begun in another folder");
        return false;
    }
    if (job_file && (!hash || strcmp(hash, hash_of_file(arena, job_file)) != 0)) {
        refuse(job_file, "begin anew", "is not the job file any more that the comparison began with");
        return false;
    }
    for (size_t i = 0; i < GIVEN_AGAIN_NR; i++) {
        char mend[64];
        if (!record_pair(&record->facts, given_again[i].fact) || *given_again[i].target)
            continue;
        snprintf(mend, sizeof mend, "give %s again", given_again[i].option);
        refuse(path, mend, "a command of the comparison is not taken from the file");
        return false;
    }
    return true;
}

int session_resume(const struct job_file_request *request)
{
    struct diag diag;
    struct campaign_begun begun;
    struct campaign_wish wish;
    struct arena *arena = arena_new();
    struct campaign_plan plan = {.vary.is_setting = setting_is_name};
    int status = EXIT_USAGE;
    if (request->options_nr || collect_options.vary.nr || collect_options.output) {
        refuse(NULL, "give --resume=FILE without them",
               "--resume takes the jobs, levels and output from FILE");
    } else if (campaign_file_read(arena, collect_options.resume, &begun, &diag) != 0) {
        status = session_fail(&diag);
    } else if (!restore(begun.record) || !make_wish(&wish)) {
        refuse(collect_options.resume, NULL, "its campaign is damaged");
    } else {
        struct opt_list options = list_of(begun.record, "option");
        struct job_file_request all = *request;
        struct campaign_jobs jobs = {
            .path = record_pair(&begun.record->facts, "job_file"),
            .request = &all,
            .scale_time = collect_options.scale_time,
        };
        const struct preset *preset =
            collect_options.preset ? preset_find(collect_options.preset) : NULL;
        jobs.text = preset ? preset->jobs : NULL;
        collect_options.output = collect_options.resume;
        collect_options.vary = list_of(begun.record, "vary");
        make_wish(&wish);
        all.options = options.at;
        all.options_nr = options.nr;
        all.ignores_unknown = collect_options.ignores_unknown;
        if (is_as_it_was(arena, begun.record, jobs.path) &&
            campaign_plan_make(arena, &wish, &jobs, &plan) == 0)
            status = go(&plan, &wish, &jobs, &begun);
        opt_list_free(&options);
    }
    arena_free(arena);
    return status;
}
