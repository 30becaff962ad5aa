#include "collect/figures.h"

#include <string.h>

void figures_init(struct job_figures *figures, bool is_open_loop)
{
    memset(figures, 0, sizeof *figures);
    figures->is_open_loop = is_open_loop;
    for (int op = 0; op < IO_OPS_NR; op++) {
        latency_init(&figures->op[op].slat, false);
        latency_init(&figures->op[op].clat, true);
        latency_init(&figures->op[op].lat, is_open_loop);
    }
}

void figures_free(struct job_figures *figures)
{
    for (int op = 0; op < IO_OPS_NR; op++) {
        latency_free(&figures->op[op].slat);
        latency_free(&figures->op[op].clat);
        latency_free(&figures->op[op].lat);
    }
    memset(figures, 0, sizeof *figures);
}

void figures_clear(struct job_figures *figures)
{
    struct job_figures empty = {.is_open_loop = figures->is_open_loop};
    for (int op = 0; op < IO_OPS_NR; op++) {
        latency_clear(&figures->op[op].slat);
        latency_clear(&figures->op[op].clat);
        latency_clear(&figures->op[op].lat);
        empty.op[op].slat = figures->op[op].slat;
        empty.op[op].clat = figures->op[op].clat;
        empty.op[op].lat = figures->op[op].lat;
    }
    *figures = empty;
}

static void op_figures_add(struct op_figures *sum, const struct op_figures *one)
{
    sum->ios += one->ios;
    sum->bytes += one->bytes;
    sum->short_ios += one->short_ios;
    latency_merge(&sum->slat, &one->slat);
    latency_merge(&sum->clat, &one->clat);
    latency_merge(&sum->lat, &one->lat);
    for (int i = 0; i < FIGURES_ERRNOS_NR; i++)
        sum->errors[i] += one->errors[i];
}

void figures_add(struct job_figures *sum, const struct job_figures *one)
{
    /* The first one says what the sum is. */
    bool is_first = sum->end_ns == 0;
    sum->is_complete = one->is_complete && (is_first || sum->is_complete);
    sum->is_open_loop = one->is_open_loop && (is_first || sum->is_open_loop);
    if (is_first || one->start_ns < sum->start_ns)
        sum->start_ns = one->start_ns;
    if (one->end_ns > sum->end_ns)
        sum->end_ns = one->end_ns;
    for (int op = 0; op < IO_OPS_NR; op++)
        op_figures_add(&sum->op[op], &one->op[op]);
    sum->cpu_user_ns += one->cpu_user_ns;
    sum->cpu_sys_ns += one->cpu_sys_ns;
    sum->switches_voluntary += one->switches_voluntary;
    sum->switches_forced += one->switches_forced;
    sum->calls += one->calls;
    for (int i = 0; i < FIGURES_DEPTHS_NR; i++)
        sum->depth_ios[i] += one->depth_ios[i];
    sum->verified += one->verified;
    sum->verify_failed += one->verify_failed;
    if (one->late_ns_max > sum->late_ns_max)
        sum->late_ns_max = one->late_ns_max;
    sum->late_ns_sum += one->late_ns_sum;
    sum->unfinished += one->unfinished;
}
