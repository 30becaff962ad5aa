/* The figures of fio's text output. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "parse/consistency.h"
#include "parse/fio.h"
#include "record/metric.h"
#include "record/units.h"

void fio_correct_rate(struct record *record, const char *printed)
{
    double bw, io, runtime;
    if (!strstr(printed, "KiB/s") || !record_metric(record, "bw_bytes_per_s", &bw) ||
        !record_metric(record, "io_bytes", &io) || !record_metric(record, "runtime_s", &runtime) ||
        runtime <= 0 || io <= 0)
        return;
    double fit = bw * runtime / io;
    if (fabs(fit - 1.024) < 0.006)
        record_set_metric(record, "bw_bytes_per_s", bw / 1.024, 1000);
}

void fio_correct_sum(const struct pattern_match *match, struct record *record)
{
    const char *at;
    size_t length;
    double rate, digit;
    if (pattern_group(match, "bw", &at, &length) && units_number(at, length, &rate, &digit))
        record_set_metric(record, "bw_bytes_per_s", rate * 1000, digit * 1000);
}

void fio_choose_rate(const struct pattern_match *match, struct record *record)
{
    double first, second, first_digit, second_digit, io, runtime;
    if (!pattern_group_value(match, "bw", PATTERN_DECIMAL, &first, &first_digit) ||
        !pattern_group_value(match, "bw2", PATTERN_DECIMAL, &second, &second_digit) || !first)
        return;
    double low = fmax(first - first_digit / 2, second - second_digit / 2);
    double high = fmin(first + first_digit / 2, second + second_digit / 2);
    if (low < high) {
        record_set_metric(record, "bw_bytes_per_s", (low + high) / 2, high - low);
    } else if (record_metric(record, "io_bytes", &io) &&
               record_metric(record, "runtime_s", &runtime) && runtime > 0 &&
               fabs(second - io / runtime) < fabs(first - io / runtime)) {
        record_set_metric(record, "bw_bytes_per_s", second, second_digit);
    }
}

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

void fio_take_latency(struct fio *fio, const struct pattern_match *match)
{
    static const char *const parts[][2] = {
        {"min", "min"}, {"max", "max"}, {"avg", "mean"}, {"dev", "stddev"}};
    struct record *record = current_record(fio);
    const char *kind;
    size_t length;
    if (!record || !pattern_group(match, "kind", &kind, &length))
        return;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        double value, digit, scale = unit_ns(match);
        char name[32];
        if (!pattern_group_value(match, parts[i][0], PATTERN_COUNT, &value, &digit))
            continue;
        snprintf(name, sizeof name, "%.*s_%s_ns", (int)length, kind, parts[i][1]);
        record_set_metric(record, name, value * scale, digit * scale);
    }
}

void fio_take_percentile_head(struct fio *fio, const struct pattern_match *match)
{
    fio->block.latency = pattern_group_text(match, "kind", fio->output->arena);
    fio->block.latency_unit_ns = unit_ns(match);
}

/* fio prints at most 20 percentiles of a kind, and there are three kinds. */
enum { MOST_FIGURES = 128 };

/* Reads "|  1.00th=[   99],  5.00th=[  105]," by hand: a row may hold any number. */
void fio_take_percentiles(struct fio *fio, const char *line)
{
    struct record *record = current_record(fio);
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

/* The cpu and issued lines speak of the whole block. */
void fio_take_cpu(struct fio *fio, const struct pattern_match *match)
{
    for (size_t i = fio->has_block ? fio->block.first_result : fio->output->nr;
         i < fio->output->nr; i++) {
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
        {"read", "r", "r2"}, {"write", "w", "w2"}, {"trim", "t", "t2"}};
    for (size_t i = fio->has_block ? fio->block.first_result : fio->output->nr;
         i < fio->output->nr; i++) {
        struct record *record = fio->output->at[i].record;
        double ios;
        for (size_t o = 0; o < sizeof ops / sizeof ops[0]; o++)
            if (!strcmp(record->op, ops[o][0]) &&
                (pattern_group_value(match, ops[o][1], PATTERN_NUMBER, &ios, NULL) ||
                 pattern_group_value(match, ops[o][2], PATTERN_NUMBER, &ios, NULL)))
                record_set_metric(record, "ios", ios, 0);
    }
}

/* One unit of the last printed digit around the printed value; the programs cut
 * some figures and round others. */
static bool is_confirmed(const struct record *record, const char *name, double value)
{
    double printed;
    return !record_metric(record, name, &printed) ||
           consistency_agrees(value, printed, record_precision(record, name));
}

void fio_refine(struct record *record)
{
    static const char *const names[] = {"bw_bytes_per_s", "iops", "io_bytes"};
    const char *bs = record_pair(&record->params, "bs");
    double ios, runtime, size;
    if (!bs || strpbrk(bs, "-,( ") || !units_size(bs, &size) || size < 1 ||
        !record_metric(record, "ios", &ios) || ios < 1 ||
        !record_metric(record, "runtime_s", &runtime) || runtime < 0.1 ||
        !strstr(record->source.text, "BW="))
        return;
    const double values[] = {ios * size / runtime, ios / runtime, ios * size};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!is_confirmed(record, names[i], values[i]))
            return;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (record_metric(record, names[i], NULL))
            record_set_metric(record, names[i], values[i], 0);
}

const char *fio_block_size(struct arena *arena, const char *text)
{
    const char *first = text + strcspn(text, "0123456789");
    size_t length = strspn(first, "0123456789.KMGiB");
    const char *one = arena_text(arena, first, length);
    for (const char *at = first; *at; at += strcspn(at, "0123456789")) {
        size_t size = strspn(at, "0123456789.KMGiB");
        if (size && (size != length || strncmp(at, one, size)))
            return text;
        at += size;
    }
    return length ? one : text;
}
