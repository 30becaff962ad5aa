#include "config.h"

#include "collect/result.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "record/metric.h"

enum { MS_PER_S = 1000, NS_PER_MS = 1000000 };

/* A run of less than this says little, however fast the device. */
static const double short_s = 1;

/* What others may take before it is said: of one processor, and of all of them. */
static const double others_pct = 25, steal_pct = 5;

/* The share of its time from which a thread that issues I/O is itself the limit. */
static const double bound_pct = 95;

void result_time(char text[32], int64_t unix_ns)
{
    time_t seconds = (time_t)(unix_ns / 1000000000);
    int ms = (int)(unix_ns / NS_PER_MS % MS_PER_S);
    struct tm utc;
    gmtime_r(&seconds, &utc);
    size_t length = strftime(text, 24, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(text + length, 32 - length, ".%03dZ", ms);
}

static double seconds_of(const struct job_figures *figures)
{
    return figures->end_ns > figures->start_ns
               ? (double)(figures->end_ns - figures->start_ns) * 1e-9
               : 0;
}

static void set_errors(struct record *record, const struct op_figures *op, uint64_t unlike)
{
    uint64_t counts[FIGURES_ERRNOS_NR];
    memcpy(counts, op->errors, sizeof counts);
    counts[EILSEQ] += unlike;
    for (int i = 0; i < FIGURES_ERRNOS_NR; i++) {
        if (!counts[i])
            continue;
        char number[16];
        snprintf(number, sizeof number, "E%d", i);
        const char *name = NULL;
#ifdef HAVE_STRERRORNAME_NP
        name = strerrorname_np(i);
#endif
        record_add_error(record, name ? name : number, counts[i]);
        record_warn(record, "job-error", 0);
    }
}

static void set_latency(struct record *record, const char *kind, const struct latency *latency)
{
    const struct {
        const char *what;
        double ns;
    } moments[] = {
        {"mean", latency_mean(latency)},
        {"min", (double)latency->least_ns},
        {"max", (double)latency->most_ns},
        {"stddev", latency_deviation(latency)},
    };
    for (size_t i = 0; latency->nr && i < sizeof moments / sizeof moments[0]; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s_%s_ns", kind, moments[i].what);
        record_set_metric(record, name, moments[i].ns, 0);
    }
}

static void set_percentiles(struct record *record, const char *kind,
                            const struct latency *latency, const struct job *job)
{
    for (unsigned i = 0; latency->bins && latency->nr && i < job->percentiles_nr; i++) {
        char name[64];
        metric_percentile_name(name, sizeof name, kind, job->percentiles[i]);
        record_set_metric(record, name, latency_percentile(latency, job->percentiles[i]), 0);
    }
}

static void set_hist(struct record *record, const char *name, const struct latency *latency)
{
    if (!latency->bins || !latency->nr)
        return;
    size_t nr = 0;
    for (unsigned i = 0; i < LATENCY_BINS_NR; i++)
        nr += latency->bins[i] > 0;
    struct record_bin *bins = record_add_hist(record, name, LATENCY_SUB_BITS, nr);
    for (unsigned i = 0; i < LATENCY_BINS_NR; i++)
        if (latency->bins[i])
            *bins++ = (struct record_bin){i, latency->bins[i]};
}

static void set_latencies(struct record *record, const struct op_figures *op,
                          const struct job *job)
{
    set_latency(record, "slat", &op->slat);
    set_latency(record, "clat", &op->clat);
    set_percentiles(record, "clat", &op->clat, job);
    set_latency(record, "lat", &op->lat);
    set_percentiles(record, "lat", &op->lat, job);
    set_hist(record, "clat_ns", &op->clat);
    set_hist(record, "lat_ns", &op->lat);
}

static void set_syncs(struct record *record, const struct op_figures *sync)
{
    if (!sync->ios)
        return;
    record_set_metric(record, "sync_ios", (double)sync->ios, 0);
    set_latency(record, "sync_lat", &sync->lat);
}

static void set_cpu(struct record *record, const struct job_figures *figures,
                    const struct host_cpu_share *host)
{
    double seconds = seconds_of(figures);
    double user_pct = 0, sys_pct = 0;
    if (seconds > 0) {
        user_pct = (double)figures->cpu_user_ns * 1e-7 / seconds;
        sys_pct = (double)figures->cpu_sys_ns * 1e-7 / seconds;
        record_set_metric(record, "cpu_user_pct", user_pct, 0);
        record_set_metric(record, "cpu_sys_pct", sys_pct, 0);
    }
    if (seconds >= short_s && user_pct + sys_pct >= bound_pct)
        record_warn(record, "client-bound", 0);
    if (!host->is_known)
        return;
    if (seconds >= short_s &&
        (host->others_user_pct >= others_pct || host->steal_pct >= steal_pct))
        record_warn(record, "interference", 0);
    record_set_metric(record, "host_cpu_user_pct", host->user_pct, 0);
    record_set_metric(record, "host_cpu_sys_pct", host->sys_pct, 0);
    record_set_metric(record, "host_cpu_idle_pct", host->idle_pct, 0);
    record_set_metric(record, "host_cpu_iowait_pct", host->iowait_pct, 0);
    record_set_metric(record, "host_cpu_steal_pct", host->steal_pct, 0);
}

static void warn_of_medium(struct record *record, const struct medium *medium)
{
    if (medium && medium->is_memory)
        record_warn(record, "files-in-memory", 0);
    if (medium && medium->has_holes && record->op && strcmp(record->op, "read") == 0)
        record_warn(record, "reads-holes", 0);
    if (medium && medium->fits_memory && record->op && strcmp(record->op, "read") == 0)
        record_warn(record, "file-smaller-than-ram", 0);
}

/* What was asked for, and what of it the engine could give. */
static void set_params(struct record *record, const struct result_frame *frame,
                       const struct group_member *member)
{
    const struct job *job = member->worker.job;
    record_set_params(record, &job->params);
    if (frame->is_preconditioned)
        record_set_pair(record, &record->params, "precondition", "1");
    if (frame->rank && frame->rank->is_known) {
        char number[16];
        snprintf(number, sizeof number, "%u", frame->rank->number);
        record_set_pair(record, &record->params, "rank", number);
        snprintf(number, sizeof number, "%u", frame->rank->nr);
        if (frame->rank->nr)
            record_set_pair(record, &record->params, "ranks", number);
    }
    record_set_pair(record, &record->params, "engine", member->engine_name);
    record_set_pair(record, &record->params, "engine_setup", member->engine_text);
    if (member->depth != job->iodepth) {
        char depth[16];
        snprintf(depth, sizeof depth, "%u", member->depth);
        record_set_pair(record, &record->params, "iodepth_used", depth);
    }
    bool is_psync = member->engine_name && strcmp(member->engine_name, "psync") == 0;
    if (is_psync && job->engine != JOB_ENGINE_PSYNC)
        record_warn(record, "engine-fallback", 0);
}

static struct record *new_record(struct arena *arena, const struct result_frame *frame,
                                 const struct group_member *member, enum io_op op)
{
    const struct job *job = member->worker.job;
    struct record *record = record_new(arena, RECORD_RESULT);
    char text[320];
    record->tool = "iodelta";
    record->tool_version = PACKAGE_VERSION;
    record->invocation = record_text(record, frame->invocation, strlen(frame->invocation));
    snprintf(text, sizeof text, "%u", frame->group);
    record->group = record_text(record, text, strlen(text));
    record->scope = RECORD_SCOPE_JOB;
    record->jobs = 1;
    /* Clones differ by their number, as the names of their files do. */
    snprintf(text, sizeof text, job->numjobs > 1 ? "%s.%u" : "%s", job->name,
             member->worker.clone);
    record->job = record_text(record, text, strlen(text));
    for (unsigned i = 0; frame->config && i < frame->config->nr; i++)
        record_set_pair(record, &record->config, frame->config->at[i].name,
                        frame->config->at[i].value);
    record->run = frame->run;
    record->seq = frame->seq;
    record->round = frame->round;
    record->op = io_op_name(op);
    record->loop = member->figures.is_open_loop ? "open" : "closed";
    const struct group_result *group = frame->result;
    result_time(text, group->start_unix_ns +
                          (int64_t)(member->figures.start_ns - group->start_ns));
    record->start = record_text(record, text, strlen(text));
    result_time(text,
                group->start_unix_ns + (int64_t)(member->figures.end_ns - group->start_ns));
    record->end = record_text(record, text, strlen(text));
    record->source.path = job->path ? record_text(record, job->path, strlen(job->path))
                                    : "command line";
    record->source.line = job->path ? job->line : 0;
    record_set_id(record);
    return record;
}

static struct record *make_result(struct arena *arena, const struct result_frame *frame,
                                  const struct group_member *member, enum io_op op)
{
    const struct job_figures *figures = &member->figures;
    const struct op_figures *of = &figures->op[op];
    struct record *record = new_record(arena, frame, member, op);
    double seconds = seconds_of(figures);
    if (seconds > 0 && of->ios) {
        if (op != IO_SYNC)
            record_set_metric(record, "bw_bytes_per_s", (double)of->bytes / seconds, 0);
        record_set_metric(record, "iops", (double)of->ios / seconds, 0);
    }
    record_set_metric(record, "ios", (double)of->ios, 0);
    if (op != IO_SYNC)
        record_set_metric(record, "io_bytes", (double)of->bytes, 0);
    record_set_metric(record, "runtime_s", seconds, 0);
    set_latencies(record, of, member->worker.job);
    set_cpu(record, figures, &frame->result->host);
    evidence_put(record, member, op);
    set_params(record, frame, member);
    set_errors(record, of, op == IO_READ || !member->worker.job->does[IO_READ]
                               ? figures->verify_failed
                               : 0);
    warn_of_medium(record, frame->medium);
    if (!figures->is_complete || member->hangs)
        record_warn(record, "partial", 0);
    if (of->short_ios)
        record_warn(record, "short-io", 0);
    if (seconds < short_s)
        record_warn(record, "too-short", 0);
    return record;
}

/* One column of the series, filled by value of each second that counts. */
static void set_column(struct record *series, const char *name, enum io_op op,
                       const struct group_member *member, double begin_s,
                       double (*value)(const struct group_second *second, enum io_op op,
                                       double begin_s))
{
    size_t nr = 0;
    for (size_t i = 0; i < member->seconds_nr; i++)
        nr += !member->seconds[i].is_ramp;
    double *at = record_add_series(series, name, nr);
    for (size_t i = 0; i < member->seconds_nr; i++)
        if (!member->seconds[i].is_ramp)
            *at++ = value(&member->seconds[i], op, begin_s);
}

static double at_of(const struct group_second *second, enum io_op op, double begin_s)
{
    (void)op;
    return second->at_s > begin_s ? second->at_s - begin_s : 0;
}

static double rate_of(double count, const struct group_second *second)
{
    return second->length_s > 0 ? count / second->length_s : 0;
}

static double bw_of(const struct group_second *second, enum io_op op, double begin_s)
{
    (void)begin_s;
    return rate_of((double)second->bytes[op], second);
}

static double iops_of(const struct group_second *second, enum io_op op, double begin_s)
{
    (void)begin_s;
    return rate_of((double)second->ios[op], second);
}

static double clat_of(const struct group_second *second, enum io_op op, double begin_s)
{
    (void)begin_s;
    return second->ios[op] ? (double)second->clat_sum_ns[op] / (double)second->ios[op] : 0;
}

static struct record *make_series(struct arena *arena, const struct result_frame *frame,
                                  const struct group_member *member, enum io_op op,
                                  const struct record *result)
{
    size_t nr = 0;
    for (size_t i = 0; i < member->seconds_nr; i++)
        nr += !member->seconds[i].is_ramp;
    if (nr < 2)
        return NULL;
    struct record *series = record_new(arena, RECORD_SERIES);
    series->of = result->id;
    series->tool = result->tool;
    series->tool_version = result->tool_version;
    series->invocation = result->invocation;
    series->group = result->group;
    series->job = result->job;
    series->op = result->op;
    series->source = result->source;
    record_set_id(series);
    double begin_s = (double)(member->figures.start_ns - frame->result->start_ns) * 1e-9;
    set_column(series, "t_s", op, member, begin_s, at_of);
    set_column(series, "bw_bytes_per_s", op, member, begin_s, bw_of);
    set_column(series, "iops", op, member, begin_s, iops_of);
    set_column(series, "clat_mean_ns", op, member, begin_s, clat_of);
    return series;
}

static bool has_tried(const struct op_figures *figures)
{
    for (int i = 0; i < FIGURES_ERRNOS_NR; i++)
        if (figures->errors[i])
            return true;
    return figures->ios > 0;
}

size_t result_records(struct arena *arena, const struct result_frame *frame,
                      const struct group_member *member, struct record **records)
{
    const struct op_figures *op = member->figures.op;
    size_t nr = 0;
    struct record *takes_syncs = NULL;
    for (int i = 0; i < IO_DIRECTIONS_NR; i++) {
        if (!has_tried(&op[i]))
            continue;
        struct record *record = make_result(arena, frame, member, (enum io_op)i);
        records[nr++] = record;
        if (i == IO_WRITE || !takes_syncs || !op[IO_WRITE].ios)
            takes_syncs = record;
        struct record *series = make_series(arena, frame, member, (enum io_op)i, record);
        if (series)
            records[nr++] = series;
    }
    if (takes_syncs)
        set_syncs(takes_syncs, &op[IO_SYNC]);
    else if (has_tried(&op[IO_SYNC]))
        records[nr++] = make_result(arena, frame, member, IO_SYNC);
    return nr;
}
