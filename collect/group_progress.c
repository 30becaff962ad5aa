/* How far a group is. */
#include <math.h>
#include <string.h>

#include "collect/group_parts.h"

/* How many seconds a job needs that has done such a part of its work in so many. */
static double rest_s(double done, double all, double seconds)
{
    if (done >= all)
        return 0;
    return done > 0 && seconds > 0 ? seconds * (all - done) / done : INFINITY;
}

static uint64_t sum_of(const _Atomic uint64_t *counts)
{
    uint64_t sum = 0;
    for (int op = 0; op < IO_DIRECTIONS_NR; op++)
        sum += atomic_load_explicit(&counts[op], memory_order_relaxed);
    return sum;
}

/* Returns how many seconds a member will yet take; infinite where nothing tells. */
static double left_of(const struct seat *seat, double elapsed_s)
{
    const struct group_member *member = seat->member;
    const struct job *job = member->worker.job;
    double delay_s = (double)member->startdelay_ns / NS_PER_S, left_s = INFINITY;
    double run_s = elapsed_s - delay_s;
    if (job->runtime_ns)
        left_s = fmax((double)(job->ramp_time_ns + job->runtime_ns) / NS_PER_S - run_s, 0);
    uint64_t total = atomic_load_explicit(&seat->live.total_bytes, memory_order_relaxed);
    if (total && !job->is_time_based)
        left_s = fmin(left_s, rest_s((double)sum_of(seat->live.bytes), (double)total, run_s));
    double ios = (double)job->number_ios * (job->does[IO_TRIM] && job->does[IO_WRITE] ? 2 : 1);
    if (ios > 0 && !job->is_time_based)
        left_s = fmin(left_s, rest_s((double)sum_of(seat->live.ios), ios, run_s));
    return left_s;
}

static void add_seat(struct group_progress *progress, const struct seat *seat)
{
    const struct worker_live *live = &seat->live;
    for (int op = 0; op < IO_OPS_NR; op++) {
        progress->ios[op] += atomic_load_explicit(&live->ios[op], memory_order_relaxed);
        progress->bytes[op] += atomic_load_explicit(&live->bytes[op], memory_order_relaxed);
        progress->errors += atomic_load_explicit(&live->errors[op], memory_order_relaxed);
    }
    if (seat->is_over)
        return;
    bool is_done = atomic_load_explicit(&live->is_done, memory_order_acquire);
    /* One that is measured yet stands before those that verify. */
    if (!progress->job || (!is_done && progress->verifying_nr == progress->running_nr))
        progress->job = seat->member->worker.job->name;
    progress->running_nr++;
    if (is_done) {
        progress->verifying_nr++;
        return;
    }
    progress->left_s = fmax(progress->left_s, left_of(seat, progress->elapsed_s));
    progress->ramping_nr +=
        atomic_load_explicit(&live->measured_from_ns, memory_order_relaxed) == 0;
}

void group_progress_read(const struct group *group, unsigned nr, uint64_t now_ns,
                         const struct group_progress *before, struct group_progress *progress)
{
    memset(progress, 0, sizeof *progress);
    progress->elapsed_s = (double)(now_ns - group->start_ns) / NS_PER_S;
    for (unsigned i = 0; i < nr; i++)
        add_seat(progress, &group->seats[i]);
    double seconds = progress->elapsed_s - before->elapsed_s;
    for (int op = 0; op < IO_OPS_NR && seconds > 0; op++) {
        progress->iops[op] = (double)(progress->ios[op] - before->ios[op]) / seconds;
        progress->bytes_per_s[op] = (double)(progress->bytes[op] - before->bytes[op]) / seconds;
    }
}
