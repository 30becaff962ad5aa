#include "parse/fio_log.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_COLUMNS = 3, MOST_COLUMNS = 7, MOST_SAMPLES = 200000, LEAST_ROWS = 10 };

/* More than any time in ms since 1970, latency in ns or rate of a log. */
static const double most_value = 1e15;

static const struct {
    const char *name;
    enum fio_log_kind kind;
    const char *metric;
} kinds[] = {
    {"_clat_hist", FIO_LOG_HIST, NULL},     {"_bw", FIO_LOG_BW, "bw_bytes_per_s"},
    {"_iops", FIO_LOG_IOPS, "iops"},        {"_clat", FIO_LOG_CLAT, "clat_mean_ns"},
    {"_slat", FIO_LOG_SLAT, "slat_mean_ns"}, {"_lat", FIO_LOG_LAT, "lat_mean_ns"},
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* Says whether the text goes on with ".log" or ".N.log", and the name ends there. */
static bool is_log_end(const char *at, const char *end)
{
    if (at < end && *at == '.') {
        const char *digits = at + 1;
        while (digits < end && isdigit((unsigned char)*digits))
            digits++;
        if (digits > at + 1)
            at = digits;
    }
    return end - at >= 4 && !strncmp(at, ".log", 4) &&
           (end - at == 4 || !isalnum((unsigned char)at[4]));
}

enum fio_log_kind fio_log_kind_of(const char *text, size_t length)
{
    const char *end = text + length;
    for (size_t i = 0; i < KINDS; i++) {
        size_t size = strlen(kinds[i].name);
        for (const char *at = text; (at = memmem(at, (size_t)(end - at), kinds[i].name, size)); at++)
            if (is_log_end(at + size, end))
                return kinds[i].kind;
    }
    return FIO_LOG_UNKNOWN;
}

/* Reads a whole number, decimal or with 0x; NULL where there is none. */
static const char *read_number(const char *at, double *value)
{
    char *end;
    at += strspn(at, " \t");
    if (!isdigit((unsigned char)*at))
        return NULL;
    *value = (double)strtoull(at, &end, at[0] == '0' && (at[1] == 'x' || at[1] == 'X') ? 16 : 10);
    end += strspn(end, " \t");
    return end;
}

bool fio_log_row(const char *line, struct fio_log_row *row)
{
    double values[MOST_COLUMNS];
    unsigned nr = 0;
    do {
        if (nr == MOST_COLUMNS || !(line = read_number(line, &values[nr])))
            return false;
        nr++;
    } while (*line++ == ',');
    if (line[-1] || nr < LEAST_COLUMNS || values[2] >= FIO_LOG_OPS || values[0] > most_value ||
        values[1] > most_value)
        return false;
    *row = (struct fio_log_row){.time_ms = values[0],
                                .value = values[1],
                                .op = (unsigned)values[2],
                                .block = nr > 3 ? values[3] : -1,
                                .columns = nr,
                                .fifth = nr > 4 ? values[4] : -1};
    return true;
}

void fio_log_trim(struct fio_log *log)
{
    while (log->nr) {
        const struct fio_log_row *row = &log->rows[log->nr - 1];
        if (row->time_ms > 0 || row->value > 0 || row->block > 0)
            return;
        log->nr--;
    }
}

size_t fio_log_count(const struct fio_log *log, unsigned op)
{
    size_t nr = 0;
    for (size_t i = 0; i < log->nr; i++)
        nr += log->rows[i].op == op;
    return nr;
}

/* One row an I/O, or averages? */
static bool is_averaged(const struct fio_log *log)
{
    for (size_t i = 0; i < log->nr; i++)
        if (log->rows[i].block > 0)
            return false;
    return true;
}

/* A fifth column that is always 0 is the priority of 3.18 and later; offsets differ. */
static bool has_priorities(const struct fio_log *log)
{
    if (log->rows[0].columns > 5)
        return true;
    for (size_t i = 0; i < log->nr; i++)
        if (log->rows[i].fifth != 0)
            return false;
    return log->nr >= LEAST_ROWS;
}

static double sum_of_values(const struct fio_log *log)
{
    double sum = 0;
    for (size_t i = 0; i < log->nr; i++)
        sum += log->rows[i].value;
    return sum;
}

enum fio_log_unit fio_log_unit_of(const struct fio_log *log, unsigned long version,
                                  bool *is_guessed)
{
    /* No device answers within 1 usec on average, and no test waits a second. */
    static const double fastest_ns = 1000, slowest_usec = 1e6, least_depth = 0.3;
    *is_guessed = false;
    if (version)
        return version < FIO_LOG_NSEC_VERSION ? FIO_LOG_USEC : FIO_LOG_NSEC;
    if (has_priorities(log))
        return FIO_LOG_NSEC;
    *is_guessed = true;
    double mean = sum_of_values(log) / (double)log->nr;
    double span_ms = log->rows[log->nr - 1].time_ms - log->rows[0].time_ms;
    if (mean < fastest_ns)
        return FIO_LOG_USEC;
    if (mean > slowest_usec)
        return FIO_LOG_NSEC;
    if (is_averaged(log) || span_ms < 100)
        return FIO_LOG_AMBIGUOUS;
    /* Little's law: latencies add up to the time, times the number under way.  A job
     * that is not held back has one under way at least, and seldom a thousand. */
    double depth_if_ns = sum_of_values(log) / 1e6 / span_ms;
    return depth_if_ns >= least_depth ? FIO_LOG_NSEC : FIO_LOG_USEC;
}

static double *add_column(struct record *record, const char *name, size_t nr)
{
    record->series = record_grow(record, record->series, record->series_nr,
                                 &record->series_room, sizeof *record->series);
    struct record_column_values *column = &record->series[record->series_nr++];
    *column = (struct record_column_values){name, arena_alloc(record->arena, nr * sizeof(double)),
                                            nr};
    return column->at;
}

static const char *metric_of(enum fio_log_kind kind)
{
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i].kind == kind)
            return kinds[i].metric;
    return NULL;
}

/* Rows of single I/Os say nothing of bandwidth (theirs is block size by latency), but
 * they can be counted, second by second.  The last second is seldom whole. */
static const char *count_seconds(const struct fio_log *log, unsigned op, struct record *record)
{
    double first = log->rows[0].time_ms, last = log->rows[log->nr - 1].time_ms;
    double whole = floor((last - first) / 1000);
    if (whole < 1)
        return "a log of single I/Os over less than a second: no rate over time in it";
    if (whole > MOST_SAMPLES)
        return "a log whose times are not in order, or that is too long";
    for (size_t i = 0; log->kind == FIO_LOG_BW && i < log->nr; i++)
        if (log->rows[i].block < 0)
            return "a log of bandwidth in which some lines lack their block size";
    size_t nr = (size_t)whole;
    double *times = add_column(record, "t_s", nr);
    double *values = add_column(record, metric_of(log->kind), nr);
    for (size_t i = 0; i < nr; i++)
        times[i] = (double)(i + 1);
    for (size_t i = 0; i < log->nr; i++) {
        const struct fio_log_row *row = &log->rows[i];
        double second = floor((row->time_ms - first) / 1000);
        if (row->op == op && second >= 0 && second < whole)
            values[(size_t)second] += log->kind == FIO_LOG_BW ? row->block : 1;
    }
    return NULL;
}

/* Of very many samples the mean of each second is kept, at its end. */
static const char *average_seconds(const struct fio_log *log, unsigned op, double start_ms,
                                   double scale, struct record *record)
{
    double first = INFINITY, last = 0;
    for (size_t i = 0; i < log->nr; i++) {
        double second = floor((log->rows[i].time_ms - start_ms) / 1000);
        if (log->rows[i].op == op) {
            first = fmin(first, second);
            last = fmax(last, second);
        }
    }
    if (first < 0 || last - first >= MOST_SAMPLES)
        return "a log whose times are not in order, or that is too long";
    size_t seconds = (size_t)(last - first) + 1, kept = 0;
    double *times = add_column(record, "t_s", seconds);
    double *values = add_column(record, metric_of(log->kind), seconds);
    size_t *counts = arena_alloc(record->arena, seconds * sizeof *counts);
    for (size_t i = 0; i < log->nr; i++) {
        size_t second = (size_t)(floor((log->rows[i].time_ms - start_ms) / 1000) - first);
        if (log->rows[i].op != op)
            continue;
        values[second] += log->rows[i].value * scale;
        counts[second]++;
    }
    for (size_t i = 0; i < seconds; i++) {
        if (!counts[i])
            continue;
        times[kept] = first + (double)i + 1;
        values[kept++] = values[i] / (double)counts[i];
    }
    for (size_t i = 0; i < record->series_nr; i++)
        record->series[i].nr = kept;
    record_warn(record, "reduced", record->source.line);
    return NULL;
}

const char *fio_log_fill(const struct fio_log *log, unsigned op, double scale_ns,
                         struct record *record)
{
    bool is_rate = log->kind == FIO_LOG_BW || log->kind == FIO_LOG_IOPS;
    size_t nr = fio_log_count(log, op), at = 0;
    if (is_rate && !is_averaged(log))
        return count_seconds(log, op, record);
    /* log_unix_epoch writes milliseconds since 1970. */
    double start = log->rows[0].time_ms > 1e11 ? log->rows[0].time_ms : 0;
    double scale = log->kind == FIO_LOG_BW ? 1024 : is_rate ? 1 : scale_ns;
    if (nr > MOST_SAMPLES)
        return average_seconds(log, op, start, scale, record);
    double *times = add_column(record, "t_s", nr);
    double *values = add_column(record, metric_of(log->kind), nr);
    for (size_t i = 0; i < log->nr; i++) {
        if (log->rows[i].op != op)
            continue;
        if (log->rows[i].time_ms < start)
            return "a log whose times are not in order";
        times[at] = (log->rows[i].time_ms - start) / 1000;
        values[at++] = log->rows[i].value * scale;
    }
    return NULL;
}
