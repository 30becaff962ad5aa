#include "collect/job_scale.h"

#include <stdio.h>

static void scale(uint64_t *ns, double factor)
{
    static const uint64_t least_ns = 1000;
    double scaled = (double)*ns * factor;
    if (*ns)
        *ns = scaled < (double)least_ns    ? least_ns
              : scaled >= (double)INT64_MAX ? INT64_MAX
                                            : (uint64_t)scaled;
}

void job_scale_times(struct arena *arena, struct job_list *jobs, double factor)
{
    struct record owner = {.arena = arena};
    char text[32];
    snprintf(text, sizeof text, "%g", factor);
    for (size_t i = 0; i < jobs->nr; i++) {
        struct job *job = &jobs->at[i];
        scale(&job->runtime_ns, factor);
        scale(&job->ramp_time_ns, factor);
        scale(&job->startdelay_ns.least, factor);
        scale(&job->startdelay_ns.most, factor);
        record_set_pair(&owner, &job->params, "scale_time", text);
    }
}
