/* fio's logs of samples (--write_bw_log and its like): where they stand in a text, and
 * what tells their meaning. */
#include <string.h>

#include "parse/fio_json.h"
#include "parse/fio_log.h"
#include "parse/tool.h"

enum {
    LEAST_UNNAMED = 8, /* rows that are a log without any name above them */
    HIST_COLUMNS = 100 /* a log of histograms has far more */
};

static const char *const ops[FIO_LOG_OPS] = {"read", "write", "trim"};

struct walk {
    struct text *text;
    struct tool_output *output;
    size_t stream;
    struct text_stream *lines;
    unsigned long version; /* of the results in the text, 0 for none or several units */
};

static int log_bid(const struct text *text)
{
    struct fio_log_row row;
    for (size_t s = 0; s < text->nr; s++)
        for (size_t i = 0; i < text->streams[s].nr; i++) {
            const char *at = text->streams[s].lines[i].at;
            if (*at >= '0' && *at <= '9' && strchr(at, ',') &&
                (fio_log_row(at, &row) || text->streams[s].lines[i].length > 3 * HIST_COLUMNS))
                return 5; /* after all others: their results tell the version */
        }
    return 0;
}

/* Returns the version whose units the results of the text have, 0 where they differ. */
static unsigned long find_version(const struct tool_output *output)
{
    unsigned long found = 0;
    for (size_t i = 0; i < output->nr; i++) {
        const struct record *record = output->at[i].record;
        unsigned long version =
            strcmp(record->tool, "fio") ? 0 : fio_json_version(record->tool_version);
        if (version && found && (version < FIO_LOG_NSEC_VERSION) != (found < FIO_LOG_NSEC_VERSION))
            return 0;
        found = version ? version : found;
    }
    return found;
}

/* Returns the line above that is not blank, NO_LINE where there is none. */
static size_t line_above(const struct text_stream *lines, size_t at)
{
    while (at-- > 0)
        if (!text_is_blank(&lines->lines[at]))
            return at;
    return NO_LINE;
}

/* A line above that names the log ("==> x_bw.1.log <=="), the attachment, or the file. */
static enum fio_log_kind find_kind(const struct walk *walk, size_t first, const char **name)
{
    size_t above = line_above(walk->lines, first);
    const char *texts[] = {above == NO_LINE ? "" : walk->lines->lines[above].at,
                           walk->lines->part ? walk->lines->part : "", walk->text->path};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        enum fio_log_kind kind = fio_log_kind_of(texts[i], strlen(texts[i]));
        if (kind == FIO_LOG_UNKNOWN)
            continue;
        *name = texts[i];
        if (i == 0)
            walk->lines->lines[above].class = LINE_DETAIL;
        return kind;
    }
    return FIO_LOG_UNKNOWN;
}

/* Makes room for the rows of a long log at once: what grows leaves copies in the arena. */
static void reserve(struct walk *walk, size_t first, struct fio_log *log)
{
    enum { MANY = 4096 };
    size_t end = first;
    while (end < walk->lines->nr && walk->lines->lines[end].at[0] >= '0' &&
           walk->lines->lines[end].at[0] <= '9')
        end++;
    if (end - first < MANY)
        return;
    log->room = end - first;
    log->rows = arena_alloc(walk->output->arena, log->room * sizeof *log->rows);
}

/* Returns the line behind the rows that start at first, which are put into the log. */
static size_t read_rows(struct walk *walk, size_t first, struct fio_log *log)
{
    size_t at = first, end = first;
    reserve(walk, first, log);
    for (; at < walk->lines->nr; at++) {
        const struct text_line *line = &walk->lines->lines[at];
        struct fio_log_row row;
        if (text_is_blank(line))
            continue;
        if (line->class == LINE_RESULT || !fio_log_row(line->at, &row))
            break;
        log->rows = arena_grow(walk->output->arena, log->rows, log->nr, &log->room,
                               sizeof *log->rows);
        log->rows[log->nr++] = row;
        end = at + 1;
    }
    return end;
}

static void fail(struct walk *walk, size_t at, const char *why, const char *mend)
{
    tool_fail(walk->output, walk->lines->lines[at].line, why, mend);
}

/* Returns how many ns one of a latency log's units is, or 0 where that cannot be told. */
static double find_scale(const struct walk *walk, const struct fio_log *log, bool *is_guessed)
{
    if (log->kind != FIO_LOG_LAT && log->kind != FIO_LOG_CLAT && log->kind != FIO_LOG_SLAT)
        return 1;
    enum fio_log_unit unit = fio_log_unit_of(log, walk->version, is_guessed);
    return unit == FIO_LOG_NSEC ? 1 : unit == FIO_LOG_USEC ? 1000 : 0;
}

/* Returns the last part of the name's path, without the marks that tail(1) puts around. */
static const char *base_name(struct arena *arena, const char *name)
{
    const char *end = strstr(name, ".log");
    const char *first = end;
    while (first && first > name && !strchr("/ \t=>\"'`", first[-1]))
        first--;
    return end ? arena_text(arena, first, (size_t)(end + 4 - first)) : name;
}

static void add_series(struct walk *walk, size_t first, size_t last, const struct fio_log *log,
                       const char *name)
{
    bool is_guessed = false;
    double scale = find_scale(walk, log, &is_guessed);
    if (scale == 0) {
        fail(walk, first, "a log of latencies that may be microseconds or nanoseconds",
             "give it in one file or mail with the output of the same run");
        return;
    }
    for (unsigned op = 0; op < FIO_LOG_OPS; op++) {
        if (!fio_log_count(log, op))
            continue;
        struct series *series =
            tool_add_series(walk->output, walk->text, walk->stream, first, last, "fio", ops[op]);
        const char *why = fio_log_fill(log, op, scale, series->record);
        if (why) {
            walk->output->series_nr--;
            fail(walk, first, why, "write it with --log_avg_msec=1000");
            return;
        }
        record_set_pair(series->record, &series->record->params, "log",
                        base_name(walk->output->arena, name));
        if (is_guessed)
            record_warn(series->record, "unit-guessed", series->record->source.line);
    }
}

/* Takes the log that starts at first; returns the line behind it. */
static size_t take_log(struct walk *walk, size_t first)
{
    struct fio_log log = {0};
    const char *name = "";
    size_t end = read_rows(walk, first, &log);
    log.kind = find_kind(walk, first, &name);
    if (log.kind == FIO_LOG_UNKNOWN && log.nr < LEAST_UNNAMED)
        return end;
    for (size_t i = first; i < end; i++)
        walk->lines->lines[i].class = LINE_DETAIL;
    fio_log_trim(&log);
    if (log.kind == FIO_LOG_UNKNOWN)
        fail(walk, first, "what looks like a log of fio, of bandwidth, IOPS or latencies",
             "name the file as fio does: PREFIX_bw.1.log, _iops, _lat, _clat or _slat");
    else if (!log.nr)
        fail(walk, first, "a log of fio without any sample", "see whether the job ran");
    else if (log.kind == FIO_LOG_HIST)
        fail(walk, first, "a log of histograms that is cut",
             "give the output of fio's format 'json+', which has the histogram");
    else
        add_series(walk, first, end - 1, &log, name);
    return end;
}

/* A line of a histogram log: time, direction, block size, and a count for each bin. */
static bool is_hist_row(const char *line)
{
    size_t columns = 1;
    for (const char *at = line; *at; at++) {
        if (!strchr("0123456789, ", *at))
            return false;
        columns += *at == ',';
    }
    return columns >= HIST_COLUMNS;
}

/* Histogram logs are known, but what their bins are depends on options of the run. */
static size_t pass_hist(struct walk *walk, size_t first)
{
    size_t end = first;
    while (end < walk->lines->nr && is_hist_row(walk->lines->lines[end].at))
        walk->lines->lines[end++].class = LINE_DETAIL;
    fail(walk, first, "a log of latency histograms, which is not read",
         "give the output of fio's format 'json+', which has the histogram of the whole run");
    return end;
}

static void walk_stream(struct walk *walk)
{
    for (size_t at = 0; at < walk->lines->nr;) {
        const struct text_line *line = &walk->lines->lines[at];
        struct fio_log_row row;
        bool is_open = line->class != LINE_RESULT && line->class != LINE_DETAIL;
        if (is_open && fio_log_row(line->at, &row))
            at = take_log(walk, at);
        else if (is_open && line->length > 2 * HIST_COLUMNS && is_hist_row(line->at))
            at = pass_hist(walk, at);
        else
            at++;
    }
}

static void log_run(struct text *text, const struct commands *commands,
                    struct tool_output *output)
{
    (void)commands;
    for (size_t s = 0; s < text->nr; s++) {
        struct walk walk = {.text = text,
                            .output = output,
                            .stream = s,
                            .lines = &text->streams[s],
                            .version = find_version(output)};
        walk_stream(&walk);
    }
}

const struct tool_parser tool_fio_log = {"fio", log_bid, log_run};
