#include "collect/affinity.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* Reads a number of a CPU at *at and moves on; -1 if there is none. */
static long read_cpu(const char **at)
{
    if (**at < '0' || **at > '9')
        return -1;
    char *end;
    unsigned long cpu = strtoul(*at, &end, 10);
    *at = end;
    return cpu < CPU_SETSIZE ? (long)cpu : -1;
}

static bool read_list(const char *at, cpu_set_t *cpus)
{
    CPU_ZERO(cpus);
    for (;;) {
        long first = read_cpu(&at), last = first;
        if (*at == '-') {
            at++;
            last = read_cpu(&at);
        }
        if (first < 0 || last < first)
            return false;
        for (long cpu = first; cpu <= last; cpu++)
            CPU_SET((size_t)cpu, cpus);
        if (*at == '\0')
            return true;
        if (*at++ != ',')
            return false;
    }
}

int affinity_read(const char *list, cpu_set_t *cpus, struct diag *diag)
{
    if (read_list(list, cpus))
        return 0;
    diag_set(diag, DIAG_FATAL, NULL, 0, "write it as 0-3,6", "'%s' is no list of CPUs", list);
    return -1;
}

/* Leaves only the one whose turn it is. */
static void keep_one(cpu_set_t *cpus, unsigned clone)
{
    unsigned turn = clone % (unsigned)CPU_COUNT(cpus);
    for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, cpus) && turn-- != 0)
            CPU_CLR(cpu, cpus);
}

int affinity_set(const struct job *job, unsigned clone, struct diag *diag)
{
    cpu_set_t cpus;
    if (job->cpus_allowed) {
        if (affinity_read(job->cpus_allowed, &cpus, diag) != 0)
            return -1;
        if (job->splits_cpus)
            keep_one(&cpus, clone);
        if (sched_setaffinity(0, sizeof cpus, &cpus) != 0) {
            diag_set(diag, DIAG_FATAL, job->path, job->line, "nproc says how many there are",
                     "job %s: cannot run on the CPUs %s: %s", job->name, job->cpus_allowed,
                     strerror(errno));
            return -1;
        }
    }
    if (job->nice != 0 && setpriority(PRIO_PROCESS, 0, job->nice) != 0) {
        diag_set(diag, DIAG_FATAL, job->path, job->line, "only root may lower it below 0",
                 "job %s: cannot have the nice value %d: %s", job->name, job->nice,
                 strerror(errno));
        return -1;
    }
    return 0;
}
