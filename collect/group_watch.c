/* How a group is watched while its threads do their I/O. */
#include <string.h>

#include "collect/group_parts.h"
#include "record/memory.h"

/* How long threads that were told to stop may take beyond their time to drain, before
 * they count as hanging. */
enum { HANG_GRACE_MS = 500 };

/* What is left of the last second of a job is one of its own, unless it is shorter. */
enum { PIECE_LEAST_MS = 50 };

/* What the watching thread keeps in mind. */
struct watch {
    struct group *group;
    unsigned nr;
    struct group_result *result;
    struct host_cpu host, host_end; /* when the figures began, and when all had ended */
    uint64_t host_at_ns;     /* when they are expected to begin; 0: read already */
    bool has_ended;          /* all that is measured; some may be verifying */
    struct group_progress progress; /* the last that was told */
    uint64_t next_second_ns;
    uint64_t stopped_ns;     /* when the threads were told to stop, 0: not */
};

struct timespec group_time(uint64_t ns)
{
    return (struct timespec){(time_t)(ns / NS_PER_S), (long)(ns % NS_PER_S)};
}

static void read_live(const struct worker_live *live, struct group_second *counts)
{
    for (int op = 0; op < IO_OPS_NR; op++) {
        counts->ios[op] = atomic_load_explicit(&live->ios[op], memory_order_relaxed);
        counts->bytes[op] = atomic_load_explicit(&live->bytes[op], memory_order_relaxed);
        counts->errors[op] = atomic_load_explicit(&live->errors[op], memory_order_relaxed);
        counts->clat_sum_ns[op] =
            atomic_load_explicit(&live->clat_sum_ns[op], memory_order_relaxed);
    }
    counts->is_ramp = atomic_load_explicit(&live->measured_from_ns, memory_order_relaxed) == 0;
}

/* Adds what a seat did since the last look, up to the end of its figures.  A piece that is too
 * short to tell is left out. */
static void add_second(struct seat *seat, uint64_t now_ns)
{
    if (seat->is_counted)
        return;
    seat->is_counted = atomic_load_explicit(&seat->live.is_done, memory_order_acquire);
    uint64_t ended_ns = atomic_load_explicit(&seat->live.ended_ns, memory_order_relaxed);
    if (seat->is_counted && ended_ns < now_ns)
        now_ns = ended_ns;
    if (now_ns < seat->last_ns + (uint64_t)PIECE_LEAST_MS * NS_PER_MS)
        return;
    struct group_second now = {.at_s = 0};
    read_live(&seat->live, &now);
    struct group_second second = now;
    for (int op = 0; op < IO_OPS_NR; op++) {
        second.ios[op] -= seat->last.ios[op];
        second.bytes[op] -= seat->last.bytes[op];
        second.errors[op] -= seat->last.errors[op];
        second.clat_sum_ns[op] -= seat->last.clat_sum_ns[op];
    }
    second.at_s = (double)(now_ns - seat->group->start_ns) / NS_PER_S;
    second.length_s = (double)(now_ns - seat->last_ns) / NS_PER_S;
    struct group_member *member = seat->member;
    member->seconds = memory_grow(member->seconds, member->seconds_nr, &member->seconds_room,
                                  sizeof *member->seconds);
    member->seconds[member->seconds_nr++] = second;
    seat->last = now;
    seat->last_ns = now_ns;
}

static void tell_progress(struct watch *watch, uint64_t now_ns)
{
    const struct group_request *request = watch->group->request;
    struct group_progress progress;
    if (!request->tell)
        return;
    group_progress_read(watch->group, watch->nr, now_ns, &watch->progress, &progress);
    watch->progress = progress;
    if (progress.job)
        request->tell(request->tell_context, &progress);
}

static void end_second(struct watch *watch, uint64_t now_ns)
{
    tell_progress(watch, now_ns);
    for (unsigned i = 0; i < watch->nr; i++)
        add_second(&watch->group->seats[i], now_ns);
    while (watch->next_second_ns <= now_ns)
        watch->next_second_ns += NS_PER_S;
}

static void tell_to_stop(struct watch *watch, uint64_t now_ns)
{
    atomic_store(&watch->group->stop, true);
    if (!watch->stopped_ns)
        watch->stopped_ns = now_ns;
}

/* Notes a member whose oldest I/O is too old.  Called under the lock: the seat's worker
 * lives as long as its thread is not over. */
static bool has_late_io(const struct watch *watch, uint64_t now_ns)
{
    uint64_t limit = watch->group->request->io_timeout_ns;
    for (unsigned i = 0; limit && i < watch->nr; i++) {
        struct seat *seat = &watch->group->seats[i];
        struct worker *worker = seat->is_over ? NULL : atomic_load(&seat->worker);
        uint64_t oldest = worker ? worker_oldest_ns(worker) : 0;
        if (oldest && now_ns > oldest && now_ns - oldest > limit) {
            diag_set(&seat->failure, DIAG_WARN, NULL, 0, "see what the kernel's log says of it",
                     "job %s: an I/O took longer than %.3g s", seat->member->worker.job->name,
                     (double)limit / NS_PER_S);
            seat->has_failed = true;
            return true;
        }
    }
    return false;
}

static bool are_done(const struct watch *watch)
{
    for (unsigned i = 0; i < watch->nr; i++)
        if (!atomic_load_explicit(&watch->group->seats[i].live.is_done, memory_order_acquire))
            return false;
    return true;
}

/* What the host and its devices do after that is no part of the run. */
static void end_figures(struct watch *watch)
{
    const struct group_request *request = watch->group->request;
    watch->has_ended = true;
    host_cpu_read(request->root, &watch->host_end);
    if (!watch->group->is_cancelled)
        evidence_end(request->members, watch->nr, request->root);
}

/* Does what is due by now. */
static void look(struct watch *watch, uint64_t now_ns)
{
    const struct group_request *request = watch->group->request;
    if (!watch->has_ended && are_done(watch))
        end_figures(watch);
    if (watch->host_at_ns && now_ns >= watch->host_at_ns) {
        host_cpu_read(request->root, &watch->host);
        watch->host_at_ns = 0;
    }
    if (!watch->stopped_ns && (budget_is_spent(request->budget) ||
                               (request->stop && atomic_load_explicit(request->stop,
                                                                      memory_order_relaxed)))) {
        watch->result->was_stopped = true;
        tell_to_stop(watch, now_ns);
    }
    if (!watch->stopped_ns && has_late_io(watch, now_ns)) {
        watch->result->timed_out = true;
        tell_to_stop(watch, now_ns);
    }
    if (now_ns >= watch->next_second_ns)
        end_second(watch, now_ns);
}

/* Whether threads that were told to stop had all the time that they may have. */
static bool has_waited_enough(const struct watch *watch, uint64_t now_ns)
{
    uint64_t drain_ns = watch->group->request->drain_ns;
    uint64_t grace_ns = (uint64_t)HANG_GRACE_MS * NS_PER_MS;
    return watch->stopped_ns && drain_ns < UINT64_MAX - grace_ns &&
           now_ns - watch->stopped_ns > drain_ns + grace_ns;
}

/* When the figures of the last member begin: its delay and its ramp are over. */
static uint64_t figures_begin(const struct group *group, unsigned nr)
{
    uint64_t latest = 0;
    for (unsigned i = 0; i < nr; i++) {
        const struct group_member *member = &group->request->members[i];
        uint64_t ns = member->startdelay_ns + member->worker.job->ramp_time_ns;
        latest = ns > latest ? ns : latest;
    }
    return group->start_ns + latest;
}

void group_watch(struct group *group, unsigned nr, struct group_result *result)
{
    struct watch watch = {
        .group = group,
        .nr = nr,
        .result = result,
        .host_at_ns = figures_begin(group, nr),
        .next_second_ns = group->start_ns + NS_PER_S,
    };
    for (unsigned i = 0; i < nr; i++)
        group->seats[i].last_ns = group->start_ns;
    result->start_unix_ns = clock_unix_ns();
    pthread_mutex_lock(&group->lock);
    uint64_t now = clock_kernel_ns();
    while (group->over_nr < nr && !has_waited_enough(&watch, now)) {
        look(&watch, now);
        uint64_t wake = now + (uint64_t)STOP_LOOK_MS * NS_PER_MS;
        if (watch.next_second_ns < wake)
            wake = watch.next_second_ns;
        if (watch.host_at_ns && watch.host_at_ns < wake)
            wake = watch.host_at_ns;
        struct timespec until = group_time(wake);
        pthread_cond_timedwait(&group->changed, &group->lock, &until);
        now = clock_kernel_ns();
    }
    if (!watch.has_ended)
        end_figures(&watch);
    result->host = host_cpu_between(&watch.host, &watch.host_end);
    result->end_ns = now;
    if (!group->is_cancelled)
        end_second(&watch, now);
    pthread_mutex_unlock(&group->lock);
}
