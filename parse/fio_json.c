#include "parse/fio_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "parse/fio_error.h"
#include "parse/form.h"
#include "record/metric.h"
#include "record/units.h"

enum { MOST_PARAMS = 100, LONGEST_VALUE = 200, MOST_PERCENTILES = 40, SUB_BITS = 6 };

#define VERSION(major, minor) ((major) * 1000000UL + (minor) * 1000UL)

unsigned long fio_json_version(const char *text)
{
    unsigned long parts[3] = {0};
    if (!text)
        return 0;
    text += strncmp(text, "fio-", 4) ? 0 : 4;
    for (size_t i = 0; i < 3 && *text >= '0' && *text <= '9'; i++) {
        char *end;
        parts[i] = strtoul(text, &end, 10);
        parts[i] = parts[i] < 1000 ? parts[i] : 999;
        text = *end == '.' ? end + 1 : "";
    }
    return VERSION(parts[0], parts[1]) + parts[2];
}

double fio_json_number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    double number = json_is_number(value) ? json_number_value(value) : 0;
    return number > 0 ? number : 0;
}

/* Says whether the object is that of the sum over all clients. */
static bool is_all_clients(const json_t *object)
{
    const char *name = json_string_value(json_object_get(object, "jobname"));
    return name && !strcmp(name, "All clients");
}

/* "slat_ns" from 2.99 on, "slat" in microseconds before. */
static const json_t *latency_of(const json_t *direction, const char *kind, double *scale)
{
    char key[16];
    snprintf(key, sizeof key, "%s_ns", kind);
    const json_t *latency = json_object_get(direction, key);
    *scale = 1;
    if (!latency) {
        latency = json_object_get(direction, kind);
        *scale = 1000;
    }
    return json_is_object(latency) ? latency : NULL;
}

/* Percentiles of a kind; keys are texts such as "99.000000".  Old versions fill up with
 * "0.00". */
static void fill_percentiles(const json_t *list, const char *kind, double scale,
                             struct record *record)
{
    const char *key;
    json_t *value;
    size_t nr = 0;
    json_object_foreach((json_t *)list, key, value)
    {
        double percent;
        char name[40];
        if (!units_number(key, strlen(key), &percent, NULL) || percent <= 0 || percent > 100 ||
            !json_is_number(value) || json_number_value(value) < 0 || nr++ == MOST_PERCENTILES)
            continue;
        metric_percentile_name(name, sizeof name, kind, percent);
        record_set_metric(record, name, json_number_value(value) * scale, scale > 1 ? scale : 0);
    }
}

/* The index of fio's bin for a latency of ns.  Source: fio stat.c, plat_val_to_idx(). */
static uint32_t bin_of(uint64_t ns)
{
    unsigned shift = 0;
    while (ns >> shift >= 2U << SUB_BITS)
        shift++;
    return (uint32_t)((shift << SUB_BITS) + (ns >> shift));
}

static int compare_bins(const void *left, const void *right)
{
    const struct record_bin *a = left, *b = right;
    return (a->index > b->index) - (a->index < b->index);
}

/* JSON+ names each bin by the latency in its middle, so that it is known exactly. */
static void fill_hist(const json_t *bins, const char *name, struct record *record)
{
    struct record_hist hist = {.name = name, .sub_bits = SUB_BITS};
    const char *key;
    json_t *value;
    if (!json_object_size(bins))
        return;
    hist.bins = arena_alloc(record->arena, json_object_size(bins) * sizeof *hist.bins);
    json_object_foreach((json_t *)bins, key, value)
    {
        double ns, count = json_is_number(value) ? json_number_value(value) : -1;
        if (!units_number(key, strlen(key), &ns, NULL) || ns < 0 || ns > 1e18 || count < 0 ||
            count > 9e15)
            return; /* before 2.99 indices and constants stand here */
        if (count > 0)
            hist.bins[hist.nr++] = (struct record_bin){bin_of((uint64_t)ns), (uint64_t)count};
    }
    qsort(hist.bins, hist.nr, sizeof *hist.bins, compare_bins);
    for (size_t i = 1; i < hist.nr; i++)
        if (hist.bins[i].index == hist.bins[i - 1].index)
            return; /* other bins than fio's */
    if (!hist.nr)
        return;
    record->hists = record_grow(record, record->hists, record->hists_nr,
                                &record->hists_room, sizeof *record->hists);
    record->hists[record->hists_nr++] = hist;
}

/* kind: as in the JSON; shown: whose percentiles they are. */
/* Reads the latencies of a kind into metrics of that name, and its percentiles into those
 * of `shown`. */
static void fill_latency(const json_t *direction, const char *kind, const char *as,
                         const char *shown, struct record *record)
{
    static const char *const names[][2] = {
        {"slat", "slat_ns"}, {"clat", "clat_ns"}, {"lat", "lat_ns"}};
    static const char *const parts[] = {"min", "max", "mean", "stddev"};
    double scale;
    const json_t *latency = latency_of(direction, kind, &scale);
    double min = fio_json_number(latency, "min"), max = fio_json_number(latency, "max");
    /* Zeros are "not measured"; without samples some versions print 2^64 - 1 as min. */
    if (!latency || max <= 0 || min > max)
        return;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        char name[32];
        const json_t *value = json_object_get(latency, parts[i]);
        snprintf(name, sizeof name, "%s_%s_ns", as, parts[i]);
        if (json_is_number(value) && json_number_value(value) >= 0)
            record_set_metric(record, name, json_number_value(value) * scale,
                              scale > 1 && i < 2 ? scale : 0);
    }
    fill_percentiles(json_object_get(latency, "percentile"), shown, scale, record);
    for (size_t i = 0; scale == 1 && i < sizeof names / sizeof names[0]; i++)
        if (!strcmp(names[i][0], shown))
            fill_hist(json_object_get(latency, "bins"), names[i][1], record);
}

/* io_bytes are KiB up to 2.20; io_kbytes came with the change.  Where neither the key nor
 * the version tells, rate and time do. */
static double bytes_of(const json_t *direction, const struct fio_document *document)
{
    double io = fio_json_number(direction, "io_bytes"), rate = fio_json_number(direction, "bw");
    double runtime = fio_json_number(direction, "runtime");
    unsigned long version = fio_json_version(document->version);
    bool is_kib;
    if (json_object_get(direction, "io_kbytes") || json_object_get(direction, "bw_bytes"))
        is_kib = false;
    else if (version)
        is_kib = version < VERSION(2, 21);
    else
        is_kib = rate > 0 && runtime > 0 && io * 1000 / runtime < rate * 32;
    return is_kib ? io * 1024 : io;
}

static void fill_rate(const json_t *direction, double bytes, struct record *record)
{
    double exact = fio_json_number(direction, "bw_bytes");
    double kib = fio_json_number(direction, "bw");
    double runtime = fio_json_number(direction, "runtime");
    double computed = runtime > 0 ? bytes * 1000 / runtime : 0;
    if (exact > 0)
        record_set_metric(record, "bw_bytes_per_s", exact, 1);
    else if (fabs(computed / 1024 - kib) <= 1.01 + kib * 0.001 && computed > 0)
        record_set_metric(record, "bw_bytes_per_s", computed, 0); /* kib is cut */
    else if (kib > 0)
        record_set_metric(record, "bw_bytes_per_s", kib * 1024, 1024);
}

static void fill_direction(const json_t *direction, const struct fio_document *document,
                           struct record *record)
{
    double bytes = bytes_of(direction, document), ios = fio_json_number(direction, "total_ios");
    const char *of_percentiles = "clat";
    /* Before 3.13 the percentiles of lat stood under clat. */
    if (fio_json_version(document->version) < VERSION(3, 13) &&
        record_pair(&record->params, "lat_percentiles") &&
        !strcmp(record_pair(&record->params, "lat_percentiles"), "1"))
        of_percentiles = "lat";
    if (bytes > 0)
        record_set_metric(record, "io_bytes", bytes, 0);
    fill_rate(direction, bytes, record);
    if (fio_json_number(direction, "iops") > 0)
        record_set_metric(record, "iops", fio_json_number(direction, "iops"), 0);
    if (ios > 0)
        record_set_metric(record, "ios", ios, 0);
    if (fio_json_number(direction, "runtime") > 0)
        record_set_metric(record, "runtime_s", fio_json_number(direction, "runtime") / 1000, 0.001);
    fill_latency(direction, "slat", "slat", "slat", record);
    fill_latency(direction, "clat", "clat", of_percentiles, record);
    fill_latency(direction, "lat", "lat", "lat", record);
}

/* An I/O that failed is counted, but moved nothing. */
static bool has_io(const json_t *direction)
{
    return fio_json_number(direction, "io_bytes") > 0 || fio_json_number(direction, "iops") > 0;
}

static void add_options(struct record *record, const json_t *options)
{
    static const struct {
        const char *name, *common;
    } aliases[] = {{"blocksize", "bs"}, {"readwrite", "rw"}, {"name", NULL}};
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)options, key, value)
    {
        const char *name = key, *text = json_string_value(value);
        for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
            if (!strcmp(key, aliases[i].name))
                name = aliases[i].common;
        if (!name || !*name || !text || strlen(text) > LONGEST_VALUE ||
            record->params.nr >= MOST_PARAMS)
            continue;
        record_set_pair(record, &record->params, name, *text ? text : "1");
    }
}

/* UTC, as in record.h; NULL for none. */
static const char *time_text(struct arena *arena, double timestamp)
{
    time_t seconds = (time_t)timestamp;
    struct tm tm;
    char text[40];
    if (timestamp < 1 || timestamp > 4e9 || !gmtime_r(&seconds, &tm) ||
        !strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &tm))
        return NULL;
    return arena_string(arena, text);
}

static void describe(struct record *record, const struct fio_document *document,
                     const struct fio_job *job)
{
    struct arena *arena = record->arena;
    const char *name = json_string_value(json_object_get(job->object, "jobname"));
    const char *host = json_string_value(json_object_get(job->object, "hostname"));
    bool is_all = is_all_clients(job->object);
    record->tool_version = document->version;
    record->job = is_all || !name ? NULL : arena_string(arena, name);
    if (name)
        record->group = arena_printf(arena, "%.0f", fio_json_number(job->object, "groupid"));
    record->scope = is_all ? RECORD_SCOPE_ALL_CLIENTS : RECORD_SCOPE_JOB;
    record->end = time_text(arena, document->timestamp);
    add_options(record, document->globals);
    add_options(record, json_object_get(job->object, "job options"));
    /* With it, one object stands for all jobs of its group, and how many is not said. */
    record->jobs = record_pair(&record->params, "group_reporting") || is_all || !name ? 0 : 1;
    if (host && *host && strlen(host) <= LONGEST_VALUE)
        record_set_pair(record, &record->params, "host", host);
}

static struct record *add_result(struct tool_output *output, struct text *text,
                                 const struct fio_document *document, const struct fio_job *job,
                                 const char *op)
{
    struct result *result = tool_add_result(output, text, job->stream, job->line, "fio", op);
    struct record *record = result->record;
    result->first = job->first;
    result->last = job->last;
    result->form = FORM_JSON;
    result->invocation = document->invocation;
    record->source.text = job->text;
    describe(record, document, job);
    if (fio_json_number(job->object, "error") > 0)
        record_warn(record, "job-error", record->source.line);
    fio_add_errors(record, fio_json_number(job->object, "total_err"),
                   fio_json_number(job->object, "first_error"));
    return record;
}

static void fill_host(struct record *record, const struct fio_document *document,
                      const struct fio_job *job)
{
    if (json_is_number(json_object_get(job->object, "usr_cpu")))
        record_set_metric(record, "cpu_user_pct", fio_json_number(job->object, "usr_cpu"), 0);
    if (json_is_number(json_object_get(job->object, "sys_cpu")))
        record_set_metric(record, "cpu_sys_pct", fio_json_number(job->object, "sys_cpu"), 0);
    if (document->disk_util_pct >= 0)
        record_set_metric(record, "disk_util_pct", document->disk_util_pct, 0);
}

/* Calls of fsync() and the like belong to what the job wrote; a job that did nothing
 * else has them as its operation. */
static void take_syncs(struct tool_output *output, struct text *text,
                       const struct fio_document *document, const struct fio_job *job,
                       size_t first)
{
    const json_t *sync = json_object_get(job->object, "sync");
    double ios = fio_json_number(sync, "total_ios");
    if (ios <= 0)
        return;
    struct record *record = output->nr > first ? output->at[output->nr - 1].record : NULL;
    for (size_t i = first; i < output->nr; i++)
        if (!strcmp(output->at[i].record->op, "write"))
            record = output->at[i].record;
    if (!record) {
        record = add_result(output, text, document, job, "sync");
        record_set_metric(record, "ios", ios, 0);
    } else {
        record_set_metric(record, "sync_ios", ios, 0);
    }
    fill_latency(sync, "lat", "sync_lat", "sync_lat", record);
}

size_t fio_json_take(struct tool_output *output, struct text *text,
                     const struct fio_document *document, const struct fio_job *job)
{
    static const char *const ops[] = {"read", "write", "trim", "mixed"};
    size_t before = output->nr;
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        const json_t *direction = json_object_get(job->object, ops[i]);
        if (!json_is_object(direction) || !has_io(direction))
            continue;
        struct record *record = add_result(output, text, document, job, ops[i]);
        fill_direction(direction, document, record);
        fill_host(record, document, job);
    }
    take_syncs(output, text, document, job, before);
    return output->nr - before;
}
