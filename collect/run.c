#include "collect/run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "collect/group.h"
#include "collect/medium.h"
#include "collect/plan.h"
#include "collect/precondition.h"
#include "collect/page_cache.h"
#include "collect/random.h"
#include "collect/result.h"
#include "collect/target.h"
#include "collect/verify.h"
#include "record/memory.h"

/* How long I/O in flight at the end may take before it is left. */
static const uint64_t drain_ns = UINT64_C(30000000000);

/* One clone of a job. */
struct clone {
    const struct job *job;
    unsigned number, phase, group;
    uint64_t seed, startdelay_ns;
    struct target target;
    struct medium medium;
    struct verify *verify; /* NULL: nothing is verified */
};

struct run {
    const struct run_request *request;
    const struct run_place *place;
    struct run_result *result;
    struct clone *clones;
    size_t nr, room;
    struct made_files made;
    struct guard *guard;
    struct budget budget;
    char invocation[RUN_PARTY_ID_MAX + 1];
    uint64_t number; /* of the run: no other has it */
    bool hangs; /* a thread is still in the kernel, and may use what it was given */
};

/* What threads that hang in the kernel may use until the process ends.  Nothing reads it: it
 * tells who looks for leaks that this is none. */
static struct {
    struct group_member *members;
    struct clone *clones;
} volatile left_behind;

/* Seeds of jobs that are the same in every run. */
enum { REPEATABLE_SEED = 0x10de17a };

static uint64_t any_number(void)
{
    uint64_t number;
    if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
        number = (uint64_t)time(NULL); /* a kernel without a generator */
    return number;
}

static uint64_t seed_of(const struct job *job, uint64_t number)
{
    uint64_t seed = REPEATABLE_SEED;
    if (job->is_seeded)
        seed = job->seed;
    else if (!job->is_repeatable)
        seed = any_number();
    return random_derive(seed, number);
}

static uint64_t delay_of(const struct job *job, uint64_t seed)
{
    struct random random;
    random_seed(&random, random_derive(seed, 'd'));
    uint64_t span = job->startdelay_ns.most - job->startdelay_ns.least;
    return job->startdelay_ns.least + (span ? random_below(&random, span) : 0);
}

static void add_clones(struct run *run, const struct job *job, unsigned phase, unsigned group)
{
    for (unsigned i = 0; i < job->numjobs; i++) {
        uint64_t seed = seed_of(job, run->nr);
        run->clones = memory_grow(run->clones, run->nr, &run->room, sizeof *run->clones);
        run->clones[run->nr++] = (struct clone){
            .job = job,
            .number = i,
            .phase = phase,
            .group = group,
            .seed = seed,
            .startdelay_ns = delay_of(job, seed),
        };
    }
}

/* Which jobs run together: a stonewall begins a new phase and a new group. */
static void plan(struct run *run)
{
    const struct job_list *jobs = run->request->jobs;
    unsigned phase = 0, group = 0;
    for (size_t i = 0; i < jobs->nr; i++) {
        bool waits = i > 0 && jobs->at[i].waits;
        phase += waits;
        group += waits || (i > 0 && jobs->at[i].is_new_group);
        add_clones(run, &jobs->at[i], phase, group);
    }
}

/* NULL where there is no end to what may be written. */
static struct budget *budget_of(struct run *run)
{
    return run->request->max_write_bytes < UINT64_MAX ? &run->budget : NULL;
}

static bool fills(const struct run *run)
{
    bool reads = run->request->preconditions;
    for (size_t i = 0; i < run->nr; i++)
        reads |= run->clones[i].job->does[IO_READ];
    return reads;
}

/* Refuses what would write more than it may, as far as that is known before. */
static int check_plan(struct run *run, struct diag *diag)
{
    uint64_t most = run->request->max_write_bytes;
    struct plan plan = {.fills = fills(run), .preconditions = run->request->preconditions};
    if (most == UINT64_MAX)
        return 0;
    budget_init(&run->budget, most);
    for (size_t i = 0; i < run->nr; i++)
        plan_add(&plan, run->clones[i].job, run->clones[i].number);
    uint64_t bytes = plan_end(&plan);
    if (bytes <= most)
        return 0;
    diag_set(diag, DIAG_FATAL, NULL, 0, "allow more, or use smaller sizes",
             "the jobs would write %" PRIu64 " bytes, and --max-write allows %" PRIu64, bytes,
             most);
    return -1;
}

static int open_targets(struct run *run, struct diag *diag)
{
    struct target_request request = {
        .made = &run->made,
        .guard = run->guard,
        .budget = budget_of(run),
        .preconditions = run->request->preconditions,
        .fills = fills(run),
        .owner = run->place->owner,
        .stop = run->request->stop,
        .sink = run->request->sink,
    };
    for (size_t i = 0; i < run->nr; i++) {
        struct clone *clone = &run->clones[i];
        if (target_open(clone->job, clone->number, &request, &clone->target, diag) != 0)
            return -1;
        clone->verify =
            verify_new(clone->job, clone->target.files, run->number, clone->seed);
    }
    return 0;
}

static int precondition(struct run *run, struct diag *diag)
{
    struct file_ranges ranges = {.nr = 0};
    uint64_t bytes = 0;
    if (!run->request->preconditions)
        return 0;
    for (size_t i = 0; i < run->nr; i++)
        file_ranges_add(&ranges, run->clones[i].job->name, &run->clones[i].target);
    file_ranges_merge(&ranges);
    const struct precondition_request request = {&ranges, &run->made, budget_of(run),
                                                 run->request->stop};
    int status = precondition_write(&request, &bytes, diag);
    free(ranges.at);
    if (status)
        return -1;
    for (size_t i = 0; i < run->made.nr; i++)
        bytes += run->made.at[i].is_filled ? run->made.at[i].bytes : 0;
    struct diag note;
    diag_set(&note, DIAG_WARN, NULL, 0, NULL,
             "preconditioned: %" PRIu64 " bytes, all that jobs use, were written once before",
             bytes);
    diag_report(run->request->sink, &note);
    return 0;
}

/* What a verify found is an end of its own, however well the I/O went. */
static void tell_verify(struct run *run, const struct group_member *member)
{
    const struct job *job = member->worker.job;
    uint64_t sound = member->figures.verified, unlike = member->figures.verify_failed;
    if (!sound && !unlike)
        return;
    struct diag diag;
    diag_set(&diag, unlike ? DIAG_SKIP : DIAG_NOTE, job->path, job->line, NULL,
             "job %s: verify: %llu reads as written, %llu not", job->name,
             (unsigned long long)sound, (unsigned long long)unlike);
    diag_report(run->request->sink, &diag);
    run->result->found_unlike |= unlike > 0;
}

/* Says how many I/Os failed that the job was told to pass over. */
static void tell_errors(const struct run *run, const struct group_member *member)
{
    const struct job *job = member->worker.job;
    uint64_t failed = 0;
    for (int op = 0; op < IO_OPS_NR; op++)
        for (int i = 0; i < FIGURES_ERRNOS_NR; i++)
            failed += member->figures.op[op].errors[i];
    if (!failed || member->has_failed)
        return;
    struct diag diag;
    diag_set(&diag, DIAG_WARN, job->path, job->line, "see errors in the records",
             "job %s: %llu I/Os failed, and are not in its figures", job->name,
             (unsigned long long)failed);
    diag_report(run->request->sink, &diag);
}

/* Puts the records of a member out. */
static int put_member(struct run *run, const struct clone *clone,
                      const struct group_member *member, const struct group_result *group)
{
    const struct run_request *request = run->request;
    if (member->has_failed) {
        diag_report(request->sink, &member->failure);
        /* An end that verify_fatal asked for is told below. */
        run->result->has_failed |=
            !(clone->job->is_verify_fatal && member->figures.verify_failed);
    }
    tell_verify(run, member);
    tell_errors(run, member);
    if (member->has_run)
        evidence_tell(member, request->sink);
    struct result_frame frame = {
        .invocation = run->invocation,
        .group = clone->group,
        .config = run->place->config,
        .rank = request->party ? &request->party->rank : NULL,
        .run = run->place->run,
        .seq = run->place->seq,
        .round = run->place->round,
        .is_preconditioned = request->preconditions,
        .result = group,
        .medium = &clone->medium,
    };
    struct arena *arena = arena_new();
    struct record *records[RESULT_RECORDS_MAX];
    size_t nr = member->has_run ? result_records(arena, &frame, member, records) : 0;
    int status = 0;
    for (size_t i = 0; i < nr && !status; i++) {
        run->result->results_nr += records[i]->kind == RECORD_RESULT;
        status = request->put(request->context, records[i]);
    }
    arena_free(arena);
    return status;
}

/* Looks at what clones use; of clones of one job the first speaks for all. */
static void look_at_media(struct run *run, size_t first, size_t end)
{
    struct file_ranges ranges = {.nr = 0};
    uint64_t bytes = 0;
    for (size_t i = first; i < end; i++) {
        const struct clone *clone = &run->clones[i];
        if (clone->job->does[IO_READ] && !clone->job->is_direct)
            file_ranges_add(&ranges, clone->job->name, &clone->target);
    }
    file_ranges_merge(&ranges);
    for (size_t i = 0; i < ranges.nr; i++)
        bytes += ranges.at[i].end_bytes - ranges.at[i].start_bytes;
    free(ranges.at);
    for (size_t i = first; i < end; i++) {
        struct clone *clone = &run->clones[i];
        medium_look(clone->job, &clone->target, bytes,
                    clone->number == 0 ? run->request->sink : NULL, &clone->medium);
    }
}

/* What an earlier phase left in memory is dropped as well. */
static void drop_caches(const struct clone *clone)
{
    for (unsigned i = 0; clone->job->is_invalidated && i < clone->target.nr; i++)
        page_cache_drop(clone->target.files[i].fd);
}

/* What group_run() tells, with its place among the phases. */
struct telling {
    const struct run_request *request;
    unsigned phase, phases_nr;
};

static void tell(void *context, const struct group_progress *group)
{
    const struct telling *telling = context;
    struct run_progress progress = {
        .group = group,
        .phase = telling->phase,
        .phases_nr = telling->phases_nr,
    };
    telling->request->tell(telling->request->context, &progress);
}

/* Runs the clones from first up to end, which are of one phase. */
static int run_phase(struct run *run, size_t first, size_t end, struct diag *diag)
{
    const struct run_request *request = run->request;
    size_t nr = end - first;
    struct group_member *members = memory_alloc(nr * sizeof *members);
    for (size_t i = 0; i < nr; i++) {
        const struct clone *clone = &run->clones[first + i];
        drop_caches(clone);
        members[i].startdelay_ns = clone->startdelay_ns;
        members[i].worker = (struct worker_request){
            .job = clone->job,
            .clone = clone->number,
            .seed = clone->seed,
            .files = clone->target.files,
            .extents = clone->target.extents,
            .files_nr = clone->target.nr,
            .verify = verify_hooks(clone->verify),
        };
    }
    struct telling telling = {request, run->clones[first].phase + 1,
                              run->clones[run->nr - 1].phase + 1};
    struct group_request group = {
        .members = members,
        .members_nr = (unsigned)nr,
        .stop = request->stop,
        .budget = budget_of(run),
        .io_timeout_ns = request->io_timeout_ns,
        .drain_ns = request->io_timeout_ns && request->io_timeout_ns < drain_ns
                        ? request->io_timeout_ns
                        : drain_ns,
        .root = "",
        .sink = request->sink,
        .tell = request->tell ? tell : NULL,
        .tell_context = &telling,
    };
    look_at_media(run, first, end);
    struct group_result result;
    int status = group_run(&group, &result, diag);
    run->result->was_stopped |= result.was_stopped || result.timed_out;
    for (size_t i = 0; i < nr; i++) {
        if (!status && put_member(run, &run->clones[first + i], &members[i], &result) != 0) {
            diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "records cannot be written");
            status = -1;
        }
        run->hangs |= members[i].hangs || members[i].left;
        group_free_member(&members[i]);
    }
    if (run->hangs)
        left_behind.members = members;
    else
        free(members);
    return status;
}

static bool is_stopped(const struct run *run)
{
    if (run->request->max_write_bytes < UINT64_MAX && budget_is_spent(&run->budget))
        return true;
    const _Atomic bool *stop = run->request->stop;
    return run->result->was_stopped ||
           (stop && atomic_load_explicit(stop, memory_order_relaxed));
}

/* Begins when all hosts do, where there are several. */
static void await_party(const struct run *run)
{
    const struct run_party *party = run->request->party;
    if (!party || !party->start_unix_ns)
        return;
    bool was_early = clock_unix_ns() < party->start_unix_ns;
    int64_t late_ns = rank_await(party->start_unix_ns, run->request->stop);
    struct diag diag;
    if (was_early || late_ns < 0)
        return;
    diag_set(&diag, DIAG_WARN, NULL, 0, "begin later: files are laid out first",
             "--start-at had passed %.3g s before", (double)late_ns * 1e-9);
    diag_report(run->request->sink, &diag);
}

static int run_phases(struct run *run, struct diag *diag)
{
    int status = 0;
    await_party(run);
    for (size_t first = 0, end; first < run->nr && !status && !is_stopped(run); first = end) {
        for (end = first; end < run->nr && run->clones[end].phase == run->clones[first].phase;)
            end++;
        status = run_phase(run, first, end, diag);
    }
    run->result->was_stopped = is_stopped(run);
    if (budget_is_spent(budget_of(run))) {
        struct diag note;
        diag_set(&note, DIAG_WARN, NULL, 0, "allow more for the whole of it",
                 "the run ended at --max-write: %" PRIu64 " bytes were written",
                 run->request->max_write_bytes - run->budget.left_bytes);
        diag_report(run->request->sink, &note);
    }
    return status;
}

int run_jobs(const struct run_request *request, struct run_result *result, struct diag *diag)
{
    *result = (struct run_result){.results_nr = 0};
    static const struct run_place alone = {.owner = ""};
    struct run run = {
        .request = request,
        .place = request->place ? request->place : &alone,
        .result = result,
        .number = any_number(),
    };
    if (request->party)
        snprintf(run.invocation, sizeof run.invocation, "%s", request->party->id);
    else
        result_time(run.invocation, clock_unix_ns());
    plan(&run);
    run.guard = guard_new("", request->destructive, request->destructive_nr, request->sink);
    int status = check_plan(&run, diag);
    if (!status)
        status = open_targets(&run, diag);
    if (!status)
        status = precondition(&run, diag);
    if (!status)
        status = run_phases(&run, diag);
    if (budget_of(&run))
        result->written_bytes = request->max_write_bytes - run.budget.left_bytes;
    for (size_t i = 0; i < run.nr && !run.hangs; i++) {
        verify_free(run.clones[i].verify);
        target_close(&run.clones[i].target);
    }
    if (run.place->kept)
        made_files_pass(&run.made, run.place->owner, run.place->kept, request->sink);
    else
        made_files_end(&run.made, request->keeps_files, request->sink);
    guard_free(run.guard);
    if (run.hangs)
        left_behind.clones = run.clones;
    else
        free(run.clones);
    return status;
}
