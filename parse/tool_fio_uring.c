/* The lines of fio's t/io_uring, one for each second of a run. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parse/row_table.h"
#include "parse/tool.h"

enum uring_row { URING_SECOND, URING_FILE, URING_SETUP, URING_ENGINE, URING_COMMAND, URING_DETAIL };

/* clang-format off: a table, a pattern a paragraph.  Source: fio t/io_uring.c, main(). */
static const struct pattern_row uring_rows[] = {
    {URING_SECOND, "IOS/call=",
     "^ \\s* IOPS=(?<iops>[\\d.]+ [KMG]?) \\s* , (?: \\s* BW=(?<bw>[\\d.]+) \\s? (?<unit>[KMG]iB)/s \\s* ,)?"
     " \\s* IOS/call=-?\\d+/-?\\d+ (?: \\s* , \\s* inflight=.* )? \\s* $",
     {{"iops", "iops", PATTERN_COUNT}, {"bw", "", PATTERN_NONE}, {"unit", "", PATTERN_NONE}}},
    {URING_FILE, "submitter=",
     "^ \\s* submitter=\\d+ \\s* , \\s* tid=\\d+ (?: \\s* , \\s* file=(?<file>[^\\s,]+) )?"
     " (?: \\s* , \\s* nfiles=\\d+ )? (?: \\s* , \\s* node=(?<node>-?\\d+) )?",
     {{"file", "filename", PATTERN_TEXT}, {"node", "node", PATTERN_TEXT}}},
    {URING_SETUP, "polled=",
     "^ \\s* polled=(?<polled>\\d+) \\s* , \\s* fixedbufs=(?<fixedbufs>[\\d/]+) \\s* ,"
     " (?: \\s* register_files=(?<files>\\d+) \\s* ,)? \\s* buffered=(?<buffered>\\d+) \\s* , \\s* QD=(?<depth>\\d+)",
     {{"polled", "polled", PATTERN_TEXT}, {"fixedbufs", "fixedbufs", PATTERN_TEXT},
      {"files", "register_files", PATTERN_TEXT}, {"buffered", "buffered", PATTERN_TEXT},
      {"depth", "iodepth", PATTERN_TEXT}}},
    {URING_ENGINE, "Engine=",
     "^ \\s* Engine=(?<engine>[\\w/-]+) (?: \\s* , \\s* sq_ring=(?<sq>\\d+) \\s* , \\s* cq_ring=(?<cq>\\d+) )?",
     {{"engine", "ioengine", PATTERN_TEXT}, {"sq", "sq_ring", PATTERN_TEXT}, {"cq", "cq_ring", PATTERN_TEXT}}},
    {URING_COMMAND, "io_uring ",
     "(?: ^|[\\s/] ) t/io_uring \\s (?: .*? \\s )? -b \\s* (?<bs>\\d+) \\b",
     {{"bs", "bs", PATTERN_TEXT}}},
    {URING_DETAIL, NULL,
     "^ \\s* (?: Maximum \\s IOPS= | (?:sq_ring|sqes|cq_ring) \\s+ ptr \\s* = | Added \\s file \\s | Exiting \\s on \\s)",
     {{0}}},
};
/* clang-format on */

const struct row_table row_table_uring = {"t/io_uring", uring_rows,
                                          sizeof uring_rows / sizeof uring_rows[0]};

/* The settings that were printed above, and which of them are complete. */
struct setting {
    struct record *holder;
    bool has_lines; /* a line of figures came: what follows is another run's */
};

static int uring_bid(const struct text *text)
{
    return text_holds(text, "IOS/call=") ? 70 : 0;
}

/* The values that a printed figure may stand for: bandwidth is cut to whole MiB/s, and
 * from 2000 on printed as "GiB/s", which are 1000 of these. */
struct range {
    double low, high;
};

static bool read_rate(const struct pattern_match *match, struct range *rate)
{
    double value, digit;
    const char *unit;
    size_t length;
    if (!pattern_group_value(match, "bw", PATTERN_NUMBER, &value, &digit) ||
        !pattern_group(match, "unit", &unit, &length))
        return false;
    double mib = *unit == 'K' ? 1.0 / 1024 : *unit == 'M' ? 1 : 1000;
    *rate = *unit == 'G' ? (struct range){(value - digit) * mib, (value + digit) * mib}
                         : (struct range){value * mib, (value + digit) * mib};
    return true;
}

/* Returns the only block size, a power of two, with which both figures agree; 0 where
 * there is none or more than one. */
static double block_size(double iops, double digit, const struct range *rate)
{
    double only = 0;
    for (double size = 512; size <= 16777216; size *= 2) {
        double low = (iops - digit) * size / 1048576, high = (iops + digit) * size / 1048576;
        if (high < rate->low || low > rate->high)
            continue;
        if (only > 0)
            return 0;
        only = size;
    }
    return only;
}

static void fill_rate(const struct pattern_match *match, struct record *record)
{
    const char *bs = record_pair(&record->params, "bs");
    struct range rate = {0, 0};
    bool has_rate = read_rate(match, &rate);
    double iops, digit, size = bs ? strtod(bs, NULL) : 0;
    if (!pattern_group_value(match, "iops", PATTERN_COUNT, &iops, &digit))
        return;
    if (size <= 0 && has_rate)
        size = block_size(iops, digit, &rate);
    if (size <= 0 || size > 1e9)
        return;
    double bytes = iops * size;
    digit *= size;
    /* A stated size that the printed rate contradicts is that of another run. */
    if (has_rate && (bytes + digit < rate.low * 1048576 || bytes - digit > rate.high * 1048576))
        record_warn(record, "rate-mismatch", record->source.line);
    else
        record_set_metric(record, "bw_bytes_per_s", bytes, digit);
}

static void take_second(struct tool_output *output, struct text *text, size_t stream, size_t at,
                        const struct pattern_match *match, const struct setting *setting)
{
    struct result *result = tool_add_result(output, text, stream, at, "fio", "");
    struct record *record = result->record;
    result->invocation = ++output->invocations;
    record_set_params(record, &setting->holder->params);
    record_set_pair(record, &record->params, "program", "t/io_uring");
    pattern_fill(match, record);
    /* The column of the rate is not its metric's: it is computed. */
    fill_rate(match, record);
}

/* Takes a line of settings; those of the next run begin anew. */
static void take_setting(struct tool_output *output, const struct pattern_match *match,
                         struct setting *setting)
{
    if (setting->has_lines)
        *setting = (struct setting){record_new(output->arena, RECORD_RESULT), false};
    struct record *read = record_new(output->arena, RECORD_RESULT);
    pattern_fill(match, read);
    /* Of several submitters the first one's file stays. */
    record_add_params(setting->holder, &read->params);
}

static void walk_stream(struct text *text, size_t stream, struct pattern_set *rows,
                        struct tool_output *output)
{
    struct text_stream *lines = &text->streams[stream];
    struct setting setting = {record_new(output->arena, RECORD_RESULT), false};
    for (size_t at = 0; at < lines->nr && !tool_is_full(output, lines->lines[at].line); at++) {
        struct text_line *line = &lines->lines[at];
        struct pattern_match match;
        if (line->class == LINE_RESULT || !line->length ||
            !pattern_match(rows, line->at, line->length, &match))
            continue;
        switch ((enum uring_row)match.row->id) {
        case URING_SECOND:
            take_second(output, text, stream, at, &match, &setting);
            setting.has_lines = true;
            break;
        case URING_FILE:
        case URING_SETUP:
        case URING_ENGINE:
            take_setting(output, &match, &setting);
            line->class = LINE_DETAIL;
            break;
        case URING_COMMAND:
            take_setting(output, &match, &setting);
            break;
        case URING_DETAIL:
            line->class = LINE_DETAIL;
            break;
        }
    }
}

static void uring_run(struct text *text, const struct commands *commands,
                      struct tool_output *output)
{
    (void)commands;
    struct pattern_set *rows = pattern_set_new(uring_rows, sizeof uring_rows / sizeof uring_rows[0]);
    for (size_t s = 0; s < text->nr; s++)
        walk_stream(text, s, rows, output);
    pattern_set_free(rows);
}

const struct tool_parser tool_fio_uring = {"fio", uring_bid, uring_run};
