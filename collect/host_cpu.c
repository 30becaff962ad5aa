#include "collect/host_cpu.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "collect/sysfile.h"

static const uint64_t NS_PER_S = 1000000000;

void host_cpu_read(const char *root, struct host_cpu *cpu)
{
    *cpu = (struct host_cpu){.is_known = false};
    char line[512];
    if (sysfile_line(root, "/proc/stat", line, sizeof line) != 0)
        return;
    uint64_t user, nice, sys, idle, iowait = 0, irq = 0, softirq = 0, steal = 0;
    int nr = sscanf(line,
                    "cpu %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
                    " %" SCNu64 " %" SCNu64,
                    &user, &nice, &sys, &idle, &iowait, &irq, &softirq, &steal);
    if (nr < 4)
        return;
    *cpu = (struct host_cpu){user + nice, sys + irq + softirq, idle, iowait, steal, 0, true};
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) == 0)
        cpu->own_user_ns = (uint64_t)usage.ru_utime.tv_sec * NS_PER_S +
                           (uint64_t)usage.ru_utime.tv_usec * 1000;
}

static double grown(uint64_t before, uint64_t after)
{
    return after > before ? (double)(after - before) : 0;
}

/* What others had of one processor, whose time is all ticks over the number of processors. */
static double others_of(const struct host_cpu *before, const struct host_cpu *after,
                        double all_ticks)
{
    double per_s = (double)sysconf(_SC_CLK_TCK), processors = (double)sysconf(_SC_NPROCESSORS_ONLN);
    double own_ticks = grown(before->own_user_ns, after->own_user_ns) / (double)NS_PER_S * per_s;
    double others_ticks = grown(before->user, after->user) - own_ticks;
    return others_ticks > 0 && processors > 0 ? 100 * others_ticks / (all_ticks / processors) : 0;
}

struct host_cpu_share host_cpu_between(const struct host_cpu *before,
                                       const struct host_cpu *after)
{
    struct host_cpu_share share = {
        .user_pct = grown(before->user, after->user),
        .sys_pct = grown(before->sys, after->sys),
        .idle_pct = grown(before->idle, after->idle),
        .iowait_pct = grown(before->iowait, after->iowait),
        .steal_pct = grown(before->steal, after->steal),
    };
    double all = share.user_pct + share.sys_pct + share.idle_pct + share.iowait_pct +
                 share.steal_pct;
    share.is_known = before->is_known && after->is_known && all > 0;
    share.others_user_pct = share.is_known ? others_of(before, after, all) : 0;
    double scale = share.is_known ? 100 / all : 0;
    share.user_pct *= scale;
    share.sys_pct *= scale;
    share.idle_pct *= scale;
    share.iowait_pct *= scale;
    share.steal_pct *= scale;
    return share;
}
