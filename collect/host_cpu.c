#include "collect/host_cpu.h"

#include <inttypes.h>
#include <stdio.h>

#include "collect/sysfile.h"

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
    *cpu = (struct host_cpu){user + nice, sys + irq + softirq, idle, iowait, steal, true};
}

static double grown(uint64_t before, uint64_t after)
{
    return after > before ? (double)(after - before) : 0;
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
    double scale = share.is_known ? 100 / all : 0;
    share.user_pct *= scale;
    share.sys_pct *= scale;
    share.idle_pct *= scale;
    share.iowait_pct *= scale;
    share.steal_pct *= scale;
    return share;
}
