/* Checks of fio's results: figures against each other, and against the settings. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parse/doubt.h"
#include "record/units.h"

/* What no rounding and no known bug of fio explains; the worst of them, that of
 * 2.17 to 2.19, is off by 9 %. */
#define EDITED 0.12

/* Bytes against rate times time.  Old fio prints the bytes modulo 2^32 on 32-bit
 * builds (its num2str() took an unsigned long until 2.2.0), while rate and time
 * are computed in 64 bits before. */
static void check_bytes(struct result *result)
{
    const double wrap = 4294967296.0;
    struct record *record = result->record;
    double bytes, rate, seconds;
    if (!record_metric(record, "io_bytes", &bytes) ||
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
        record_warn(record, "io-wrapped", doubt_line(result));
        return;
    }
    record_warn(record, "rate-mismatch", doubt_line(result));
    if (fabs(derived - bytes) > fmax(bytes, derived) * EDITED + tolerance && seconds >= 1)
        record_warn(record, "edited-by-hand", doubt_line(result));
}

/* IOPS against rate by block size, where that is one size. */
static void check_iops(struct result *result)
{
    struct record *record = result->record;
    const char *bs = record_pair(&record->params, "bs");
    double iops, rate, size;
    if (!bs || strpbrk(bs, "-,( ") || !units_size(bs, &size) || size < 1 ||
        !record_metric(record, "iops", &iops) ||
        !record_metric(record, "bw_bytes_per_s", &rate) || iops < 10)
        return;
    double digits =
        record_precision(record, "iops") + record_precision(record, "bw_bytes_per_s") / size;
    if (fabs(rate / size - iops) > fmax(iops * 0.02, 1 + digits))
        record_warn(record, "rate-mismatch", doubt_line(result));
}

/* The number of I/Os against IOPS and time.  Both are counted by one process, and
 * the block size does not matter. */
static void check_count(struct result *result)
{
    struct record *record = result->record;
    double ios, iops, seconds;
    if (!record_metric(record, "ios", &ios) || !record_metric(record, "iops", &iops) ||
        !record_metric(record, "runtime_s", &seconds) || seconds < 1 || iops < 10 ||
        record_has_warning(record, "job-error"))
        return;
    double tolerance = record_precision(record, "iops") * seconds;
    if (fabs(ios - iops * seconds) > fmax(ios, iops * seconds) * EDITED + tolerance)
        record_warn(record, "edited-by-hand", doubt_line(result));
}

/* Percentiles of one kind of latency, as they stand in the record. */
struct percentiles {
    double rank[64], value[64], digit[64];
    size_t nr;
};

/* "clat_p99_95_ns" is the percentile 99.95 of clat. */
static void take_percentile(struct percentiles *all, struct record_metric metric,
                            const char *kind)
{
    char rank[16];
    size_t length = strlen(kind), used = 0;
    const char *at = metric.name + length;
    if (strncmp(metric.name, kind, length) || strncmp(at, "_p", 2) ||
        all->nr == sizeof all->rank / sizeof all->rank[0])
        return;
    for (at += 2; used + 1 < sizeof rank && (strchr("0123456789", *at) || *at == '_') && *at; at++)
        rank[used++] = *at == '_' ? '.' : *at;
    rank[used] = '\0';
    size_t i = all->nr++;
    double new_rank = strtod(rank, NULL);
    for (; i && all->rank[i - 1] > new_rank; i--) {
        all->rank[i] = all->rank[i - 1];
        all->value[i] = all->value[i - 1];
        all->digit[i] = all->digit[i - 1];
    }
    all->rank[i] = new_rank;
    all->value[i] = metric.value;
    all->digit[i] = metric.precision;
}

static bool is_less(double low, double high, double digits)
{
    return low < high - fmax(digits, high * 0.001) * (1 + 1e-9);
}

/* Takes out the metrics of a kind whose names go on with one of those ends. */
static void drop_figures(struct record *record, const char *kind, const char *const *ends)
{
    size_t length = strlen(kind);
    for (size_t i = record->metrics_nr; i-- > 0;) {
        const char *name = record_metric_at(record, i).name;
        bool is_one = false;
        for (size_t e = 0; !strncmp(name, kind, length) && ends[e]; e++)
            is_one = is_one || !strncmp(name + length, ends[e], strlen(ends[e]));
        if (is_one)
            record_unset_metric(record, name);
    }
}

/* A higher percentile is never less than a lower one. */
static void check_percentiles(struct result *result, const char *kind)
{
    static const char *const ends[] = {"_p", NULL};
    struct record *record = result->record;
    struct percentiles all = {.nr = 0};
    for (size_t i = 0; i < record->metrics_nr; i++)
        take_percentile(&all, record_metric_at(record, i), kind);
    for (size_t i = 1; i < all.nr; i++) {
        if (!is_less(all.value[i], all.value[i - 1], all.digit[i] + all.digit[i - 1]))
            continue;
        drop_figures(record, kind, ends);
        record_warn(record, "edited-by-hand", doubt_line(result));
        return;
    }
}

/* The mean lies between the least and the greatest; where it does not, nothing
 * tells which of them is wrong. */
static void check_mean(struct result *result, const char *kind)
{
    static const char *const ends[] = {"_min_", "_mean_", "_max_", "_stddev_", NULL};
    struct record *record = result->record;
    char names[3][24];
    double least, mean, most;
    for (size_t i = 0; i < 3; i++) {
        strcpy(names[i], kind);
        strcat(strcat(names[i], ends[i]), "ns");
    }
    if (!record_metric(record, names[0], &least) || !record_metric(record, names[1], &mean) ||
        !record_metric(record, names[2], &most))
        return;
    double digits = record_precision(record, names[1]);
    if (!is_less(mean, least, digits + record_precision(record, names[0])) &&
        !is_less(most, mean, digits + record_precision(record, names[2])))
        return;
    drop_figures(record, kind, ends);
    record_warn(record, "edited-by-hand", doubt_line(result));
}

/* Reads a time of fio: seconds, or with a unit; 0 for anything else.  Source:
 * fio's HOWTO, "Parameter types", time. */
static double read_time(const char *text)
{
    static const struct {
        const char *unit;
        double seconds;
    } units[] = {{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}, {"ms", 1e-3}};
    double value;
    size_t digits = strspn(text, "0123456789.");
    if (!digits || !units_number(text, digits, &value, NULL))
        return 0;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (!strcmp(text + digits, units[i].unit))
            return value * units[i].seconds;
    return 0;
}

/* Says on which line of a job file, or else of the command, a time limit stands. */
static unsigned long limit_line(const struct doubt *doubt, const struct result *result)
{
    const struct text_stream *stream = &doubt->text->streams[result->stream];
    enum { FARTHEST = 5000 };
    size_t end = result->line > FARTHEST ? result->line - FARTHEST : 0;
    for (size_t i = result->line; i-- > end;) {
        const char *at = stream->lines[i].at + strspn(stream->lines[i].at, " \t");
        if (stream->lines[i].class == LINE_JOBFILE && !strncmp(at, "runtime", 7))
            return stream->lines[i].line;
    }
    return doubt_command_line(doubt, result);
}

/* fio ends a job with the I/O under way when its time is over: some milliseconds
 * later, and not seconds. */
static void check_runtime(const struct doubt *doubt, struct result *result)
{
    const char *limit = doubt_setting(result, "runtime");
    double seconds, allowed = limit ? read_time(limit) : 0;
    if (allowed > 0 && record_metric(result->record, "runtime_s", &seconds) &&
        seconds - allowed > fmax(1, allowed * 0.005))
        record_warn(result->record, "runtime-overrun", limit_line(doubt, result));
}

/* Says whether the settings let the page cache take part. */
static bool is_buffered(const struct result *result)
{
    static const char *const engines[] = {"sync",   "psync",    "vsync",    "pvsync",
                                          "pvsync2", "libaio",  "io_uring", "posixaio",
                                          "mmap",   "splice",   "solarisaio"};
    static const char *const flushes[] = {"fsync", "fdatasync", "end_fsync", "sync"};
    const char *engine = doubt_setting(result, "ioengine");
    const char *direct = doubt_setting(result, "direct");
    const char *file = doubt_setting(result, "filename");
    bool is_known = !engine;
    for (size_t i = 0; engine && i < sizeof engines / sizeof engines[0]; i++)
        is_known = is_known || !strcmp(engine, engines[i]);
    if (!is_known || (direct && strcmp(direct, "0")) || (file && doubt_is_device(file)))
        return false;
    for (size_t i = 0; strcmp(result->record->op, "read") && i < 4; i++) {
        const char *value = doubt_setting(result, flushes[i]);
        if (value && strcmp(value, "0"))
            return false;
    }
    return true;
}

/* Counts results of the same execution and operation around one, each of which
 * may have a file of its own; gives up at a number that no memory matches. */
static double files_beside(const struct doubt *doubt, const struct result *result)
{
    enum { MOST = 64 };
    const struct result *first = doubt->output->at, *end = first + doubt->output->nr;
    double nr = 0;
    for (const struct result *at = result; at < end && at->invocation == result->invocation; at++)
        if (!strcmp(at->record->op, result->record->op) &&
            (nr += at->record->jobs > 1 ? at->record->jobs : 1) > MOST)
            return INFINITY;
    for (const struct result *at = result;
         at > first && at[-1].invocation == result->invocation; at--)
        if (!strcmp(at[-1].record->op, result->record->op) &&
            (nr += at[-1].record->jobs > 1 ? at[-1].record->jobs : 1) > MOST)
            return INFINITY;
    return nr;
}

static void check_size(const struct doubt *doubt, struct result *result)
{
    const char *size = doubt_setting(result, "size"), *files = doubt_setting(result, "numjobs");
    const char *engine = doubt_setting(result, "ioengine");
    double bytes, nr;
    if (!doubt->evidence.ram.line)
        return;
    if (!size)
        size = doubt_setting(result, "filesize");
    /* Without a setting at all nothing is known of how the job ran. */
    if (!size || !units_size(size, &bytes) || !is_buffered(result) ||
        (!engine && !doubt_setting(result, "rw")))
        return;
    if (!files || !units_size(files, &nr))
        nr = 1;
    nr = fmax(nr, files_beside(doubt, result));
    doubt_size(doubt, result, bytes * nr);
}

/* Zeros, where something on the way to the disk makes less of them. */
static void check_zeros(const struct doubt *doubt, struct result *result)
{
    const char *zeros = doubt_setting(result, "zero_buffers");
    if (zeros && strcmp(zeros, "0") && doubt->evidence.compression &&
        !doubt->evidence.denies_compression)
        record_warn(result->record, "compressible-zeros", doubt->evidence.compression);
}

/* Says whether a key stands in length bytes of a line, at the start of a word. */
static bool has_key(const char *at, size_t length, const char *key)
{
    for (const char *found = at; (found = memmem(found, length - (size_t)(found - at), key,
                                                 strlen(key)));
         found++)
        if (found == at || strchr(" ,;\t", found[-1]))
            return true;
    return false;
}

/* "io=, bw=, iops=, runt=" is of 1.x to 2.16, "IOPS=, BW=" of 2.17 and later: one
 * direction line never has keys of both. */
static void check_keys(struct result *result)
{
    static const char *const old[] = {"io=", "bw=", "iops=", "runt="};
    static const char *const new[] = {"IOPS=", "BW="};
    const char *line = result->record->source.text, *at = strstr(line, result->record->op);
    bool has_old = false, has_new = false;
    if (!at || !(at = strchr(at, ':')))
        return;
    at++;
    /* Where lines were joined, the next one starts before the next colon. */
    size_t length = strcspn(at, ":");
    for (size_t i = 0; i < 4; i++)
        has_old = has_old || has_key(at, length, old[i]);
    for (size_t i = 0; i < 2; i++)
        has_new = has_new || has_key(at, length, new[i]);
    if (has_old && has_new)
        record_warn(result->record, "fabricated", doubt_line(result));
}

void doubt_fio(struct doubt *doubt, struct result *result)
{
    static const char *const kinds[] = {"slat", "clat", "lat"};
    double seconds;
    check_bytes(result);
    check_iops(result);
    check_count(result);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        check_percentiles(result, kinds[i]);
        check_mean(result, kinds[i]);
    }
    if (record_metric(result->record, "runtime_s", &seconds) && seconds < 1)
        record_warn(result->record, "too-short", doubt_line(result));
    check_runtime(doubt, result);
    check_size(doubt, result);
    check_zeros(doubt, result);
    check_keys(result);
}
