#include "collect/campaign_plan.h"

#include <inttypes.h>
#include <string.h>

#include "collect/job_scale.h"
#include "collect/plan.h"
#include "collect/setting.h"
#include "record/memory.h"
#include "record/strbuf.h"
#include "record/units.h"

/* What repeats until something is reached, and nobody said how often at most. */
enum { ROUNDS_MAX = 100, ROUNDS_LEAST = 5 };

static int refuse(const struct campaign_jobs *jobs, const char *mend, const char *what)
{
    struct diag diag;
    diag_set(&diag, DIAG_FATAL, NULL, 0, mend, "%s", what);
    diag_report(jobs->request->sink, &diag);
    return -1;
}

static int add_factors(struct arena *arena, const struct campaign_wish *wish,
                       const struct campaign_jobs *jobs, struct vary *vary)
{
    int status = 0;
    for (size_t i = 0; i < wish->vary_nr; i++) {
        struct diag diag;
        if (vary_add(vary, arena, wish->vary[i], &diag) == 0)
            continue;
        diag_report(jobs->request->sink, &diag);
        status = -1;
    }
    return status;
}

/* What the factors need that was not given. */
static int check_factors(const struct campaign_wish *wish, const struct campaign_jobs *jobs,
                         const struct vary *vary)
{
    char text[256];
    for (size_t i = 0; i < vary->nr; i++) {
        const struct vary_factor *factor = &vary->factors[i];
        if (factor->kind == VARY_LABEL && !wish->setup) {
            snprintf(text, sizeof text,
                     "--vary=%.100s: is no option of a job and no setting of the host, so that "
                     "nothing would differ",
                     factor->name);
            return refuse(jobs, "give --setup=COMMAND, which makes the difference; its $1 is the "
                                "level", text);
        }
        if (factor->kind == VARY_SETTING && !wish->allows_host_changes) {
            snprintf(text, sizeof text, "--vary=%.100s: changes a setting of this host",
                     factor->name);
            return refuse(jobs, "allow it with --allow-host-changes", text);
        }
        for (size_t k = 0; k < factor->levels_nr && factor->kind == VARY_SETTING; k++) {
            struct diag diag;
            if (setting_check(factor->name, factor->levels[k], &diag) != 0) {
                diag_report(jobs->request->sink, &diag);
                return -1;
            }
        }
    }
    if (wish->teardown && !wish->setup)
        return refuse(jobs, "give --setup too", "--teardown without --setup has nothing to undo");
    return 0;
}

int campaign_jobs_read(struct arena *arena, const struct campaign_jobs *jobs,
                       const struct job_file_request *request, struct job_list *list)
{
    int status;
    if (jobs->text)
        status = job_file_parse(arena, "preset", jobs->text, strlen(jobs->text), request, list);
    else if (jobs->path)
        status = job_file_read(arena, jobs->path, request, list);
    else
        status = job_file_of_options(arena, request, list);
    if (!status && jobs->scale_time > 0)
        job_scale_times(arena, list, jobs->scale_time);
    return status;
}

/* Reads the jobs of one cell: the levels of options come after all others. */
static int read_jobs(const struct campaign_plan *plan, const struct campaign_jobs *jobs,
                     size_t cell, struct job_list *list)
{
    struct job_file_request request = *jobs->request;
    const char **options =
        arena_alloc(plan->arena, (request.options_nr + plan->vary.nr + 1) * sizeof *options);
    size_t nr = request.options_nr;
    if (nr)
        memcpy(options, request.options, nr * sizeof *options);
    for (size_t i = 0; i < plan->vary.nr; i++)
        if (plan->vary.factors[i].kind == VARY_OPTION)
            options[nr++] =
                arena_printf(plan->arena, "%s=%s", vary_option_name(&plan->vary.factors[i]),
                             vary_level(&plan->vary, cell, i));
    request.options = options;
    request.options_nr = nr;
    return campaign_jobs_read(plan->arena, jobs, &request, list);
}

static struct schedule schedule_of(const struct campaign_wish *wish, const struct vary *vary)
{
    bool is_open = wish->width_pct > 0 || wish->awaits_steady;
    struct schedule schedule = {
        .cells_nr = vary_cells_nr(vary),
        .runs = wish->runs ? wish->runs : is_open ? ROUNDS_MAX : 1,
        .interleaves = wish->interleaves || is_open,
        .seed = wish->seed,
    };
    if (is_open && schedule.runs < ROUNDS_LEAST)
        schedule.runs = ROUNDS_LEAST;
    return schedule;
}

int campaign_plan_make(struct arena *arena, const struct campaign_wish *wish,
                       const struct campaign_jobs *jobs, struct campaign_plan *plan)
{
    plan->arena = arena;
    if (add_factors(arena, wish, jobs, &plan->vary) != 0 ||
        check_factors(wish, jobs, &plan->vary) != 0)
        return -1;
    if (wish->width_pct > 0 && vary_cells_nr(&plan->vary) < 2)
        return refuse(jobs, "vary something with --vary",
                      "--until-ci: there is no difference whose interval could be awaited");
    plan->schedule = schedule_of(wish, &plan->vary);
    plan->jobs = arena_alloc(arena, plan->schedule.cells_nr * sizeof *plan->jobs);
    int status = 0;
    for (size_t cell = 0; cell < plan->schedule.cells_nr && !status; cell++)
        status = read_jobs(plan, jobs, cell, &plan->jobs[cell]);
    return status;
}

const struct record_pairs *campaign_plan_config(const struct campaign_plan *plan,
                                                struct arena *arena, size_t cell)
{
    struct record *record = record_new(arena, RECORD_RESULT);
    for (size_t i = 0; i < plan->vary.nr; i++)
        record_set_pair(record, &record->config, plan->vary.factors[i].name,
                        vary_level(&plan->vary, cell, i));
    return &record->config;
}

const char *campaign_plan_levels(const struct campaign_plan *plan, struct arena *arena,
                                 size_t cell)
{
    const char *text = "";
    for (size_t i = 0; i < plan->vary.nr; i++)
        text = arena_printf(arena, "%s%s%s=%s", text, i ? " " : "", plan->vary.factors[i].name,
                            vary_level(&plan->vary, cell, i));
    return text;
}

/* How long jobs take that end by time; the jobs between two stonewalls run together. */
static uint64_t least_ns(const struct job_list *jobs)
{
    uint64_t sum_ns = 0, phase_ns = 0;
    for (size_t i = 0; i < jobs->nr; i++) {
        const struct job *job = &jobs->at[i];
        uint64_t job_ns = job->startdelay_ns.least;
        if (job->is_time_based)
            job_ns += job->ramp_time_ns + job->runtime_ns;
        if (i && job->waits) {
            sum_ns += phase_ns;
            phase_ns = 0;
        }
        phase_ns = job_ns > phase_ns ? job_ns : phase_ns;
    }
    return sum_ns + phase_ns;
}

/* How much one run writes, as far as that is known before. */
static uint64_t least_bytes(const struct job_list *jobs)
{
    struct plan plan = {.fills = false};
    for (size_t i = 0; i < jobs->nr; i++)
        plan.fills |= jobs->at[i].does[IO_READ];
    for (size_t i = 0; i < jobs->nr; i++)
        for (unsigned clone = 0; clone < jobs->at[i].numjobs; clone++)
            plan_add(&plan, &jobs->at[i], clone);
    return plan_end(&plan);
}

static void print_order(const struct campaign_plan *plan, FILE *out)
{
    enum { SHOWN_MAX = 100 };
    unsigned long nr = schedule_nr(&plan->schedule);
    for (unsigned long seq = 1; seq <= nr && seq <= SHOWN_MAX; seq++) {
        struct arena *arena = arena_new();
        struct schedule_run run = schedule_at(&plan->schedule, seq);
        fprintf(out, "%4lu  ", seq);
        if (run.round)
            fprintf(out, "round %lu  ", run.round);
        else
            fprintf(out, "run %u  ", run.run);
        fprintf(out, "%s\n", campaign_plan_levels(plan, arena, run.cell));
        arena_free(arena);
    }
    if (nr > SHOWN_MAX)
        fprintf(out, "      … and %lu more\n", nr - SHOWN_MAX);
}

void campaign_plan_print(const struct campaign_plan *plan, const struct campaign_wish *wish,
                         FILE *out)
{
    const struct schedule *schedule = &plan->schedule;
    uint64_t bytes = 0, most_bytes = 0, ns = 0;
    char amount[40];
    for (size_t cell = 0; cell < schedule->cells_nr; cell++) {
        uint64_t cell_bytes = least_bytes(&plan->jobs[cell]);
        bytes += cell_bytes * schedule->runs;
        most_bytes = cell_bytes > most_bytes ? cell_bytes : most_bytes;
        ns += least_ns(&plan->jobs[cell]) * schedule->runs;
    }
    bool is_open = wish->width_pct > 0 || wish->awaits_steady;
    fprintf(out, "%zu combination%s, %s%u run%s each: %s%lu runs, %s; seed %" PRIu64 "\n",
            schedule->cells_nr, schedule->cells_nr == 1 ? "" : "s", is_open ? "at most " : "",
            schedule->runs, schedule->runs == 1 ? "" : "s", is_open ? "at most " : "",
            schedule_nr(schedule),
            schedule->interleaves ? "interleaved in rounds" : "all of one after the other",
            schedule->seed);
    print_order(plan, out);
    struct units_scale scale = units_scale(UNIT_BYTES, UNITS_SI, (double)most_bytes);
    units_format(amount, sizeof amount, (double)most_bytes, &scale, 3);
    fprintf(out, "A run writes at least %s %s", amount, scale.unit);
    scale = units_scale(UNIT_BYTES, UNITS_SI, (double)bytes);
    units_format(amount, sizeof amount, (double)bytes, &scale, 3);
    fprintf(out, "; all of them at most %s %s where files are laid out anew each time.\n", amount,
            scale.unit);
    uint64_t s = ns / 1000000000;
    fprintf(out, "Jobs that end by time take %" PRIu64 ":%02" PRIu64 ":%02" PRIu64
                 "; those that end by their work are not reckoned.\n",
            s / 3600, s / 60 % 60, s % 60);
}
