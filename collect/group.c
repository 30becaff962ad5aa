#include "collect/group.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/group_parts.h"
#include "record/memory.h"

/* Sleeps until the member's delay is over, in pieces that notice a stop. */
static void wait_for_delay(struct seat *seat)
{
    struct group *group = seat->group;
    uint64_t until = group->start_ns + seat->member->startdelay_ns;
    uint64_t now = clock_kernel_ns();
    while (now < until && !atomic_load_explicit(&group->stop, memory_order_relaxed)) {
        uint64_t step = now + (uint64_t)STOP_LOOK_MS * NS_PER_MS;
        struct timespec wake = group_time(step < until ? step : until);
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, NULL);
        now = clock_kernel_ns();
    }
}

static void describe(struct group_member *member, const struct worker *worker)
{
    snprintf(member->engine_text, sizeof member->engine_text, "%s", worker_engine_text(worker));
    member->engine_name = worker_engine_name(worker);
    member->depth = worker_depth(worker);
}

/* Opens the worker, tells so, and waits for the start.  Returns whether it may run. */
static bool take_seat(struct seat *seat, struct worker **worker)
{
    struct group *group = seat->group;
    struct diag diag;
    *worker = worker_open(&seat->member->worker, &diag);
    pthread_mutex_lock(&group->lock);
    if (*worker)
        describe(seat->member, *worker);
    else
        seat->failure = diag;
    seat->is_open = *worker != NULL;
    group->opened_nr++;
    pthread_cond_broadcast(&group->changed);
    while (!group->may_start && !group->is_cancelled)
        pthread_cond_wait(&group->changed, &group->lock);
    bool may_run = *worker && !group->is_cancelled;
    pthread_mutex_unlock(&group->lock);
    return may_run;
}

/* Waits until all are measured, so that reading again is in nobody's figures, and blocks
 * of files that clones share are written no more.  Who has nothing to verify only says that it is
 * measured.  Returns whether to verify now. */
static bool wait_for_others(struct group *group, bool verifies)
{
    pthread_mutex_lock(&group->lock);
    group->done_nr++;
    pthread_cond_broadcast(&group->changed);
    while (verifies && group->done_nr < group->request->members_nr &&
           !atomic_load(&group->stop)) {
        struct timespec until =
            group_time(clock_kernel_ns() + (uint64_t)STOP_LOOK_MS * NS_PER_MS);
        pthread_cond_timedwait(&group->changed, &group->lock, &until);
    }
    bool are_done = group->done_nr == group->request->members_nr;
    pthread_mutex_unlock(&group->lock);
    return verifies && are_done;
}

static void *run_member(void *argument)
{
    struct seat *seat = argument;
    struct group *group = seat->group;
    struct worker *worker;
    bool has_failed = false;
    struct diag diag;
    if (take_seat(seat, &worker)) {
        wait_for_delay(seat);
        atomic_store(&seat->worker, worker);
        has_failed = worker_run(worker, &diag) != 0;
        bool verifies = !has_failed && worker_figures(worker)->is_complete &&
                        seat->member->worker.verify;
        if (wait_for_others(group, verifies))
            has_failed = worker_verify(worker, &diag) != 0;
        atomic_store(&seat->worker, NULL);
    }
    /* Closing would wait for what does not come back. */
    bool is_left = worker && worker_figures(worker)->unfinished > 0;
    pthread_mutex_lock(&group->lock);
    if (worker) {
        figures_init(&seat->figures, worker_figures(worker)->is_open_loop);
        figures_add(&seat->figures, worker_figures(worker));
    }
    if (has_failed)
        seat->failure = diag;
    seat->left = is_left ? worker : NULL;
    seat->has_failed |= has_failed;
    seat->is_over = true;
    group->over_nr++;
    pthread_cond_broadcast(&group->changed);
    pthread_mutex_unlock(&group->lock);
    if (!is_left)
        worker_close(worker);
    return NULL;
}

/* Notes of several threads, one at a time. */
static void take_note(void *context, const struct diag *diag)
{
    struct group *group = context;
    pthread_mutex_lock(&group->note_lock);
    diag_report(group->request->sink, diag);
    pthread_mutex_unlock(&group->note_lock);
}

static struct group *new_group(const struct group_request *request)
{
    struct group *group = memory_alloc(sizeof *group);
    group->request = request;
    group->seats = memory_alloc(request->members_nr * sizeof *group->seats);
    group->notes = (struct diag_sink){take_note, group};
    pthread_mutex_init(&group->lock, NULL);
    pthread_mutex_init(&group->note_lock, NULL);
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&group->changed, &clock);
    pthread_condattr_destroy(&clock);
    return group;
}

static void prepare_seat(struct group *group, unsigned i)
{
    struct seat *seat = &group->seats[i];
    struct group_member *member = &group->request->members[i];
    seat->group = group;
    seat->member = member;
    member->worker.live = &seat->live;
    member->worker.stop = &group->stop;
    member->worker.budget = group->request->budget;
    member->worker.drain_ns = group->request->drain_ns;
    member->worker.sink = &group->notes;
    member->has_run = member->has_failed = member->hangs = false;
    member->left = NULL;
    member->seconds = NULL;
    member->seconds_nr = member->seconds_room = 0;
    memset(&member->figures, 0, sizeof member->figures);
}

/* Starts the threads; returns how many there are. */
static unsigned start_threads(struct group *group, struct diag *diag)
{
    unsigned nr = 0;
    for (; nr < group->request->members_nr; nr++) {
        struct seat *seat = &group->seats[nr];
        prepare_seat(group, nr);
        int error = pthread_create(&seat->thread, NULL, run_member, seat);
        if (error) {
            diag_set(diag, DIAG_FATAL, NULL, 0, "use fewer jobs, or raise the limit of processes",
                     "no thread can be had for job %s: %s", seat->member->worker.job->name,
                     strerror(error));
            break;
        }
    }
    return nr;
}

/* Waits until all have opened; returns whether they have, with *diag of the first that
 * could not. */
static bool wait_for_open(struct group *group, unsigned nr, struct diag *diag)
{
    bool are_open = true;
    pthread_mutex_lock(&group->lock);
    while (group->opened_nr < nr)
        pthread_cond_wait(&group->changed, &group->lock);
    for (unsigned i = 0; i < nr && are_open; i++)
        if (!group->seats[i].is_open) {
            *diag = group->seats[i].failure;
            are_open = false;
        }
    pthread_mutex_unlock(&group->lock);
    return are_open;
}

static void let_go(struct group *group, bool may_start)
{
    pthread_mutex_lock(&group->lock);
    group->start_ns = clock_kernel_ns();
    group->may_start = may_start;
    group->is_cancelled = !may_start;
    pthread_cond_broadcast(&group->changed);
    pthread_mutex_unlock(&group->lock);
}

/* Moves what a seat has into its member.  A thread that hangs keeps its seat; what it
 * counted is copied: it writes nothing while it is in the kernel. */
static void leave_seat(struct seat *seat)
{
    struct group_member *member = seat->member;
    struct worker *worker = atomic_load(&seat->worker);
    member->has_run = true;
    member->has_failed = seat->has_failed;
    member->failure = seat->failure;
    member->hangs = !seat->is_over;
    member->left = seat->left;
    if (seat->is_over) {
        member->figures = seat->figures;
        return;
    }
    figures_init(&member->figures, worker && worker_figures(worker)->is_open_loop);
    if (!worker)
        return;
    figures_add(&member->figures, worker_figures(worker));
    member->figures.end_ns = clock_kernel_ns();
    member->figures.unfinished += atomic_load(&seat->live.in_flight);
    member->figures.is_complete = false;
}

static void free_group(struct group *group)
{
    pthread_cond_destroy(&group->changed);
    pthread_mutex_destroy(&group->lock);
    pthread_mutex_destroy(&group->note_lock);
    free(group->seats);
    free(group);
}

/* Joins the threads that are over, and takes what they have.  Returns whether all are. */
static bool end_threads(struct group *group, unsigned nr, bool takes)
{
    bool are_over = true;
    for (unsigned i = 0; i < nr; i++) {
        struct seat *seat = &group->seats[i];
        pthread_mutex_lock(&group->lock);
        bool is_over = seat->is_over;
        if (takes)
            leave_seat(seat);
        else if (is_over && seat->is_open)
            figures_free(&seat->figures);
        pthread_mutex_unlock(&group->lock);
        if (is_over)
            pthread_join(seat->thread, NULL);
        else
            pthread_detach(seat->thread);
        are_over &= is_over;
    }
    return are_over;
}

int group_run(const struct group_request *request, struct group_result *result,
              struct diag *diag)
{
    *result = (struct group_result){0};
    struct group *group = new_group(request);
    unsigned nr = start_threads(group, diag);
    bool may_start = nr == request->members_nr && wait_for_open(group, nr, diag);
    if (may_start)
        evidence_begin(request->members, nr, request->root);
    let_go(group, may_start);
    result->start_ns = group->start_ns;
    group_watch(group, nr, result);
    /* A thread that hangs needs its group for as long as the process lives. */
    if (end_threads(group, nr, may_start))
        free_group(group);
    return may_start ? 0 : -1;
}

void group_free_member(struct group_member *member)
{
    figures_free(&member->figures);
    free(member->seconds);
    member->seconds = NULL;
    member->seconds_nr = member->seconds_room = 0;
}
