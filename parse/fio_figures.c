/* The lines of a block beneath its directions. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "parse/fio.h"
#include "parse/fio_error.h"
#include "record/metric.h"

#define SYNC_KIND "sync_lat"

static double unit_ns(const struct pattern_match *match)
{
    const char *at;
    size_t length;
    return pattern_group(match, "unit", &at, &length) ? units_second(at, length) * 1e9 : 0;
}

/* Lines beneath a direction describe its record, the last one of the block. */
static struct record *current_record(struct fio *fio)
{
    if (!fio->has_block || fio->output->nr == fio->block.first_result)
        return NULL;
    return fio->output->at[fio->output->nr - 1].record;
}

/* Calls of fsync() and the like belong to what the job wrote; a job that did nothing
 * else has them as its operation. */
static struct record *sync_record(struct fio *fio, size_t at)
{
    if (!fio->has_block || fio->block.header == NO_LINE)
        return NULL;
    for (size_t i = fio->block.first_result; i < fio->output->nr; i++)
        if (!strcmp(fio->output->at[i].record->op, "write"))
            return fio->output->at[i].record;
    if (fio->output->nr > fio->block.first_result)
        return current_record(fio);
    struct result *result = fio_add_result(fio, at, "sync");
    record_unset_pair(&result->record->params, "bs");
    return result->record;
}

void fio_fill_latency(struct record *record, const struct pattern_match *match, const char *kind,
                      size_t length)
{
    static const char *const parts[][2] = {
        {"min", "min"}, {"max", "max"}, {"avg", "mean"}, {"dev", "stddev"}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        double value, digit, scale = unit_ns(match);
        char name[32];
        if (!pattern_group_value(match, parts[i][0], PATTERN_COUNT, &value, &digit))
            continue;
        snprintf(name, sizeof name, "%.*s_%s_ns", (int)length, kind, parts[i][1]);
        record_set_metric(record, name, value * scale, digit * scale);
    }
}

/* A direction has one line of each kind; another is of a direction that was not read. */
static bool has_kind(const struct record *record, const char *kind, size_t length)
{
    char name[32];
    snprintf(name, sizeof name, "%.*s_mean_ns", (int)length, kind);
    return record_metric(record, name, NULL);
}

void fio_take_latency(struct fio *fio, size_t at, const struct pattern_match *match)
{
    const char *kind;
    size_t length;
    if (!pattern_group(match, "kind", &kind, &length))
        return;
    bool is_sync = !strncmp(kind, "sync", length);
    struct record *record = is_sync ? sync_record(fio, at) : current_record(fio);
    if (is_sync) {
        kind = SYNC_KIND;
        length = strlen(SYNC_KIND);
        fio->block.syncs = record;
    }
    if (record && !has_kind(record, kind, length))
        fio_fill_latency(record, match, kind, length);
}

void fio_take_percentile_head(struct fio *fio, const struct pattern_match *match)
{
    const char *kind = pattern_group_text(match, "kind", fio->output->arena);
    bool is_sync = kind && !strcmp(kind, "sync");
    /* Percentiles of syncs whose own line is lost belong to nothing. */
    fio->block.latency_of = is_sync ? fio->block.syncs : current_record(fio);
    fio->block.latency = fio->block.latency_of ? is_sync ? SYNC_KIND : kind : NULL;
    fio->block.latency_unit_ns = unit_ns(match);
}

/* fio prints at most 20 percentiles of a kind, and there are four kinds. */
enum { MOST_FIGURES = 128 };

/* Reads "|  1.00th=[   99],  5.00th=[  105]," by hand: a row may hold any number. */
void fio_take_percentiles(struct fio *fio, const char *line)
{
    struct record *record = fio->block.latency_of;
    if (!record || !fio->block.latency)
        return;
    for (const char *mark = strstr(line, "th=["); mark && record->metrics_nr < MOST_FIGURES;
         mark = strstr(mark + 4, "th=[")) {
        const char *first = mark;
        double percent, value, digit;
        char name[40];
        while (first > line && strchr("0123456789.", first[-1]))
            first--;
        const char *number = mark + 4 + strspn(mark + 4, " \t");
        if (!units_number(first, (size_t)(mark - first), &percent, NULL) || percent > 100 ||
            !units_number(number, strcspn(number, " \t]"), &value, &digit) || value < 0)
            continue;
        metric_percentile_name(name, sizeof name, fio->block.latency, percent);
        record_set_metric(record, name, value * fio->block.latency_unit_ns,
                          digit * fio->block.latency_unit_ns);
    }
}

/* The cpu, issued and errors lines speak of the whole block: of the results from
 * here to output->nr. */
static size_t first_of_block(const struct fio *fio)
{
    return fio->has_block ? fio->block.first_result : fio->output->nr;
}

void fio_take_cpu(struct fio *fio, const struct pattern_match *match)
{
    fio->block.latency = NULL;
    fio->block.is_complete = true;
    for (size_t i = first_of_block(fio); i < fio->output->nr; i++) {
        struct record *record = fio->output->at[i].record;
        double user, sys, digit;
        if (pattern_group_value(match, "usr", PATTERN_NUMBER, &user, &digit))
            record_set_metric(record, "cpu_user_pct", user, digit);
        if (pattern_group_value(match, "sys", PATTERN_NUMBER, &sys, &digit))
            record_set_metric(record, "cpu_sys_pct", sys, digit);
    }
}

void fio_take_issued(struct fio *fio, const struct pattern_match *match)
{
    static const char *const ops[][3] = {
        {"read", "r", "r2"}, {"write", "w", "w2"}, {"trim", "t", "t2"}, {"sync", "s2", "s2"}};
    enum { OPS = sizeof ops / sizeof ops[0], DIRECTIONS = 3 };
    double ios[OPS], sum = 0;
    bool is_known[OPS];
    for (size_t o = 0; o < OPS; o++) {
        is_known[o] = pattern_group_value(match, ops[o][1], PATTERN_NUMBER, &ios[o], NULL) ||
                      pattern_group_value(match, ops[o][2], PATTERN_NUMBER, &ios[o], NULL);
        sum += is_known[o] && o < DIRECTIONS ? ios[o] : 0;
    }
    for (size_t i = first_of_block(fio); i < fio->output->nr; i++) {
        struct record *record = fio->output->at[i].record;
        for (size_t o = 0; o < OPS; o++)
            if (!strcmp(record->op, ops[o][0]) && is_known[o])
                record_set_metric(record, "ios", ios[o], 0);
        if (!strcmp(record->op, "mixed"))
            record_set_metric(record, "ios", sum, 0);
    }
    if (fio->block.syncs && is_known[DIRECTIONS] && strcmp(fio->block.syncs->op, "sync"))
        record_set_metric(fio->block.syncs, "sync_ios", ios[DIRECTIONS], 0);
}

void fio_take_errors(struct fio *fio, const struct pattern_match *match)
{
    double total, first;
    if (!pattern_group_value(match, "total", PATTERN_NUMBER, &total, NULL) ||
        !pattern_group_value(match, "first", PATTERN_NUMBER, &first, NULL))
        return;
    for (size_t i = first_of_block(fio); i < fio->output->nr; i++)
        fio_add_errors(fio->output->at[i].record, total, first);
}

void fio_take_disk(struct fio *fio, const struct pattern_match *match)
{
    fio->block.latency = NULL;
    fio->disks_nr++;
    if (!pattern_group_value(match, "util", PATTERN_NUMBER, &fio->disk_util_pct, NULL))
        fio->disk_util_pct = -1;
}

void fio_close_disks(struct fio *fio)
{
    size_t first = fio->disks_from > fio->first_of_invocation ? fio->disks_from
                                                              : fio->first_of_invocation;
    bool is_one = fio->disks_nr == 1 && fio->disk_util_pct >= 0 && fio->invocation &&
                  !fio->is_client && fio->last_status <= 0;
    for (size_t i = first; is_one && i < fio->output->nr; i++)
        if (fio->output->at[i].record->group && strcmp(fio->output->at[i].record->group, "0"))
            is_one = false;
    for (size_t i = first; is_one && i < fio->output->nr; i++)
        if (fio->output->at[i].invocation == fio->invocation)
            record_set_metric(fio->output->at[i].record, "disk_util_pct", fio->disk_util_pct, 0.01);
    if (fio->disks_nr)
        fio->disks_from = fio->output->nr;
    fio->disks_nr = 0;
}
