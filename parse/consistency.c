#include "parse/consistency.h"

#include <math.h>
#include <string.h>

#include "record/units.h"

bool consistency_agrees(double computed, double printed, double digit_value)
{
    double tolerance = digit_value > fabs(printed) * 0.001 ? digit_value : fabs(printed) * 0.001;
    return fabs(computed - printed) <= tolerance * (1 + 1e-9);
}

static unsigned long line_of(const struct result *result)
{
    return result->record->source.line;
}

/* Bytes against rate times time.  Old fio prints the bytes modulo 2^32 on 32-bit
 * builds (its num2str() took an unsigned long until 2.2.0), while rate and time
 * are computed in 64 bits before. */
static void check_bytes(struct result *result)
{
    const double wrap = 4294967296.0;
    struct record *record = result->record;
    double bytes, rate, seconds;
    if (strcmp(record->tool, "fio") || !record_metric(record, "io_bytes", &bytes) ||
        !record_metric(record, "bw_bytes_per_s", &rate) ||
        !record_metric(record, "runtime_s", &seconds) || seconds < 0.1)
        return;
    double derived = rate * seconds;
    double tolerance = fmax(derived * 0.01, record_precision(record, "bw_bytes_per_s") * seconds +
                                                record_precision(record, "io_bytes"));
    double turns = round((derived - bytes) / wrap);
    bool is_old = strstr(record->source.text, "runt=") != NULL;
    if (fabs(derived - bytes) <= tolerance)
        return;
    if (is_old && turns >= 1 && fabs(derived - bytes - turns * wrap) <= derived * 0.005) {
        record_set_metric(record, "io_bytes", round(derived), 0);
        record_warn(record, "io-wrapped", line_of(result));
    } else {
        record_warn(record, "rate-mismatch", line_of(result));
    }
}

/* IOPS against rate by block size, where that is one size. */
static void check_iops(struct result *result)
{
    struct record *record = result->record;
    const char *bs = record_pair(&record->params, "bs");
    double iops, rate, size;
    if (strcmp(record->tool, "fio") || !bs || strpbrk(bs, "-,( ") || !units_size(bs, &size) ||
        size < 1 || !record_metric(record, "iops", &iops) ||
        !record_metric(record, "bw_bytes_per_s", &rate) || iops < 10)
        return;
    double digits = record_precision(record, "iops") +
                    record_precision(record, "bw_bytes_per_s") / size;
    if (fabs(rate / size - iops) > fmax(iops * 0.02, 1 + digits))
        record_warn(record, "rate-mismatch", line_of(result));
}

/* Runs that are shorter than what the tools themselves take for meaningful. */
static void check_length(struct result *result)
{
    static const struct {
        const char *tool;
        double least_s;
    } limits[] = {{"fio", 1}, {"dd", 0.5}};
    double seconds;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        if (!strcmp(result->record->tool, limits[i].tool) &&
            record_metric(result->record, "runtime_s", &seconds) && seconds < limits[i].least_s)
            record_warn(result->record, "too-short", line_of(result));
}

static bool is_device(const char *path)
{
    return !strncmp(path, "/dev/", 5) && strncmp(path, "/dev/shm/", 9);
}

static bool has_word(const struct record *record, const char *param, const char *word)
{
    const char *value = record_pair(&record->params, param);
    return value && strstr(value, word);
}

/* dd to a regular file without any flush; a device is flushed at its close, and
 * that is inside dd's time. */
static void check_cached_write(struct result *result)
{
    struct record *record = result->record;
    const char *target = record_pair(&record->config, "target");
    if (!target)
        target = record_pair(&record->params, "target");
    if (strcmp(record->tool, "dd") || strcmp(record->op, "write") || !target ||
        is_device(target))
        return;
    if (has_word(record, "conv", "sync") || has_word(record, "oflag", "direct") ||
        has_word(record, "oflag", "sync"))
        return;
    record_warn(record, "cached-write", line_of(result));
}

/* bonnie++ reads back what it has just written: a rate far above that of writing,
 * and above what one device of its time gives, is the page cache's. */
static void check_cached_read(struct tool_output *output, struct result *result)
{
    const double times = 5, least_bytes_per_s = 500e6;
    struct record *record = result->record;
    double read, written;
    if (strcmp(record->tool, "bonnie++") || strcmp(record->op, "get_block") ||
        !record_metric(record, "bw_bytes_per_s", &read) || read < least_bytes_per_s)
        return;
    /* Results of one run stand side by side. */
    const struct result *first = result, *end = output->at + output->nr;
    while (first > output->at && first[-1].invocation == result->invocation)
        first--;
    for (; first < end && first->invocation == result->invocation; first++)
        if (!strcmp(first->record->op, "put_block") &&
            record_metric(first->record, "bw_bytes_per_s", &written) && read >= times * written)
            record_warn(record, "reads-cached", line_of(result));
}

/* A dd whose direction nothing tells is a copy. */
static void settle_op(struct result *result)
{
    if (!strcmp(result->record->tool, "dd") && !*result->record->op)
        result->record->op = "copy";
}

/* No figure of a benchmark is less than zero: what is was damaged on its way. */
static void drop_negative(struct record *record)
{
    for (size_t i = record->metrics_nr; i-- > 0;)
        if (record->metrics[i].value < 0)
            record_unset_metric(record, record->metrics[i].name);
}

void consistency_check(struct tool_output *output)
{
    for (size_t i = 0; i < output->nr; i++) {
        struct result *result = &output->at[i];
        settle_op(result);
        drop_negative(result->record);
        check_bytes(result);
        check_iops(result);
        check_length(result);
        check_cached_write(result);
        check_cached_read(output, result);
    }
}
