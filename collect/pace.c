#include "collect/pace.h"

#include <math.h>
#include <string.h>

enum { SECOND_NS = 1000000000 };

void pace_init(struct pace *pace, const struct job *job, uint64_t seed, uint64_t start_ns)
{
    memset(pace, 0, sizeof *pace);
    random_seed(&pace->random, seed);
    pace->is_poisson = job->arrivals == JOB_ARRIVE_POISSON;
    pace->drops_lateness = job->drops_lateness;
    pace->thinktime_ns = job->thinktime_ns;
    pace->thinktime_spin_ns = job->thinktime_spin_ns;
    pace->thinktime_blocks = job->thinktime_blocks ? job->thinktime_blocks : 1;
    pace->blocks_left = pace->thinktime_blocks;
    for (int op = 0; op < IO_DIRECTIONS_NR; op++) {
        struct pace_schedule *schedule = &pace->schedule[op];
        schedule->rate_bytes_per_s = job->does[op] ? job->rate_bytes_per_s[op] : 0;
        schedule->rate_iops = job->does[op] ? job->rate_iops[op] : 0;
        if (schedule->rate_bytes_per_s == 0 && schedule->rate_iops == 0)
            continue;
        pace->is_paced = true;
        schedule->due_ns = start_ns;
        schedule->bytes_due_ns = schedule->rate_bytes_per_s ? start_ns : 0;
        schedule->iops_due_ns = schedule->rate_iops ? start_ns : 0;
    }
}

enum io_op pace_choose(const struct pace *pace, const struct job *job, enum io_op op,
                       uint64_t now_ns)
{
    /* Only reads and writes are drawn: a trim and the write of its block are a pair. */
    if (!job->does[IO_READ] || !job->does[IO_WRITE] || (op != IO_READ && op != IO_WRITE))
        return op;
    enum io_op other = op == IO_READ ? IO_WRITE : IO_READ;
    if (pace->schedule[op].due_ns <= now_ns)
        return op;
    return pace->schedule[other].due_ns < pace->schedule[op].due_ns ? other : op;
}

/* Moves *due_ns on by the time that amount takes at rate, with a rest for the next. */
static void move_on(uint64_t *due_ns, uint64_t *rest, uint64_t amount, uint64_t rate,
                    double stretch)
{
    if (rate == 0)
        return;
    if (stretch >= 0) {
        *due_ns += (uint64_t)((double)amount * SECOND_NS / (double)rate * stretch + 0.5);
        return;
    }
    /* Whole seconds apart, so that nothing overflows. */
    *due_ns += amount / rate * SECOND_NS;
    uint64_t left = amount % rate;
    double exact = (double)left * SECOND_NS;
    if (exact + (double)*rest < 0x1p63) {
        uint64_t sum = left * SECOND_NS + *rest;
        *due_ns += sum / rate;
        *rest = sum % rate;
    } else {
        *due_ns += (uint64_t)(exact / (double)rate);
    }
}

static void set_due(struct pace_schedule *schedule)
{
    schedule->due_ns = schedule->bytes_due_ns > schedule->iops_due_ns ? schedule->bytes_due_ns
                                                                      : schedule->iops_due_ns;
}

void pace_issue(struct pace *pace, enum io_op op, uint64_t bytes)
{
    if (op == IO_SYNC)
        return;
    if (pace->thinktime_ns && pace->blocks_left)
        pace->blocks_left--;
    struct pace_schedule *schedule = &pace->schedule[op];
    if (schedule->due_ns == 0)
        return;
    /* Gaps of a Poisson process are exponential: -ln u of the mean gap. */
    double stretch = pace->is_poisson ? -log1p(-random_real(&pace->random)) : -1;
    move_on(&schedule->bytes_due_ns, &schedule->bytes_rest, bytes, schedule->rate_bytes_per_s,
            stretch);
    move_on(&schedule->iops_due_ns, &schedule->iops_rest, 1, schedule->rate_iops, stretch);
    set_due(schedule);
}

bool pace_thinks(struct pace *pace)
{
    if (pace->thinktime_ns == 0 || pace->blocks_left)
        return false;
    pace->blocks_left = pace->thinktime_blocks;
    return true;
}

void pace_thought(struct pace *pace, uint64_t ns)
{
    if (!pace->drops_lateness)
        return;
    for (int op = 0; op < IO_DIRECTIONS_NR; op++) {
        struct pace_schedule *schedule = &pace->schedule[op];
        if (schedule->due_ns == 0)
            continue;
        schedule->bytes_due_ns += schedule->rate_bytes_per_s ? ns : 0;
        schedule->iops_due_ns += schedule->rate_iops ? ns : 0;
        set_due(schedule);
    }
}
