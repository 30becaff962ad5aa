/* Relatives of dd that print figures of their own: ddrescue and pv. */
#include <math.h>
#include <string.h>

#include "parse/dd.h"
#include "parse/row_table.h"
#include "parse/time_triple.h"

enum kin_row { KIN_RESCUED, KIN_AVERAGE, KIN_RUN_TIME, KIN_PV, KIN_PV_NUMERIC };

/* clang-format off: a table */
static const struct pattern_row kin_rows[] = {
    /* GNU ddrescue: one field of its status each, multiples of 1000.  In newer
     * versions rescued and run time share a line, in older ones others do. */
    {KIN_RESCUED, "rescued:", "(?<! pct ) \\s* \\b rescued: \\s+ (?<bytes> \\d+ \\s [kKMGTP]?i?B ) \\b",
     {{"bytes", "io_bytes", PATTERN_NONE}}},
    {KIN_AVERAGE, "average rate:", "\\b average \\s rate: \\s+ (?<rate> \\d+ \\s [kKMGTP]?i?B/s )",
     {{"rate", "bw_bytes_per_s", PATTERN_NONE}}},
    {KIN_RUN_TIME, "run time:", "\\b run \\s time: \\s+ (?: (?<hours> \\d+ ) \\s? h :? \\s* )? (?: (?<minutes> \\d+ ) \\s? m :? \\s* )? (?: (?<seconds> \\d+ (?:\\.\\d+)? ) \\s? s )?",
     {{"hours", "", PATTERN_NONE}, {"minutes", "", PATTERN_NONE}, {"seconds", "runtime_s", PATTERN_NONE}}},
    /* pv: multiples of 1024, also where old versions say MB; whole seconds.  Source:
     * pv's display.c, whose last rate is that of the whole. */
    {KIN_PV, "B/s]",
     "(?: ^ | \\s ) (?<bytes> \\d+ (?:[.,]\\d+)? \\s? [kKMGT]?i?B ) \\s+ (?<clock> (?: \\d+ : ){1,3} \\d\\d ) \\s+ \\[ \\s* (?<rate> \\d+ (?:[.,]\\d+)? \\s? [kKMGT]?i?B/s ) \\s* \\] (?: .*? \\s (?<percent> \\d{1,3} ) % )?",
     {{"bytes", "io_bytes", PATTERN_BINARY}, {"clock", "runtime_s", PATTERN_NONE}, {"rate", "bw_bytes_per_s", PATTERN_BINARY}, {"percent", "", PATTERN_NONE}}},
    /* pv -n -t -b: seconds and bytes so far, each second. */
    {KIN_PV_NUMERIC, ".", "^ (?<sec> \\d+ \\. \\d{4} ) \\s (?<bytes> \\d+ ) $",
     {{"sec", "runtime_s", PATTERN_NUMBER}, {"bytes", "io_bytes", PATTERN_NUMBER}}},
};
/* clang-format on */

const struct row_table row_table_dd_kin = {"dd_kin", kin_rows, sizeof kin_rows / sizeof kin_rows[0]};

struct pattern_set *dd_kin_rows(void)
{
    return pattern_set_new(row_table_dd_kin.rows, row_table_dd_kin.nr);
}

/* One reading of relatives. */
struct kin {
    struct text *text;
    struct text_stream *lines;
    size_t stream;
    struct pattern_set *rows;
    struct tool_output *output;
};

static bool match_row(const struct kin *kin, size_t at, int id, struct pattern_match *match)
{
    const struct text_line *line = &kin->lines->lines[at];
    return pattern_match_row(kin->rows, id, line->at, line->length, match);
}

static struct record *add(struct kin *kin, size_t at, const char *program)
{
    struct result *result = tool_add_result(kin->output, kin->text, kin->stream, at, "dd", "");
    result->invocation = ++kin->output->invocations;
    result->record->group = "0";
    record_set_pair(result->record, &result->record->params, "program", program);
    return result->record;
}

static bool is_ddrescue(const char *line)
{
    static const char *const marks[] = {"ipos:",      "opos:",     "rescued:", "non-tried:",
                                        "errsize:",   "average rate:", "run time:",
                                        "since last successful", "Copying non-tried",
                                        "Trimming failed", "Scraping failed", "Finished",
                                        "Press Ctrl-C", "GNU ddrescue", "Initial status"};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (strstr(line, marks[i]))
            return true;
    return false;
}

/* The figures of ddrescue's last status. */
struct rescue {
    double bytes, bytes_digit, rate, rate_digit, seconds;
    bool has_bytes, has_rate;
    size_t line; /* where the rate stands */
};

static void take_run_time(const struct pattern_match *match, struct rescue *rescue)
{
    static const struct {
        const char *group;
        double seconds;
    } parts[] = {{"hours", 3600}, {"minutes", 60}, {"seconds", 1}};
    double value;
    rescue->seconds = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (pattern_group_value(match, parts[i].group, PATTERN_NUMBER, &value, NULL))
            rescue->seconds += value * parts[i].seconds;
}

/* Reads ddrescue's status up to its end; it writes it over and over. */
static size_t read_ddrescue(struct kin *kin, size_t at, struct rescue *rescue)
{
    size_t end = at;
    for (size_t i = at; i < kin->lines->nr; i++) {
        const struct text_line *line = &kin->lines->lines[i];
        struct pattern_match match;
        if (text_is_blank(line))
            continue;
        if (line->class != LINE_PROSE || !is_ddrescue(line->at))
            break;
        if (match_row(kin, i, KIN_RESCUED, &match))
            rescue->has_bytes = pattern_group_value(&match, "bytes", PATTERN_DECIMAL,
                                                    &rescue->bytes, &rescue->bytes_digit);
        if (match_row(kin, i, KIN_AVERAGE, &match)) {
            rescue->has_rate = pattern_group_value(&match, "rate", PATTERN_DECIMAL, &rescue->rate,
                                                   &rescue->rate_digit);
            rescue->line = i;
        }
        if (match_row(kin, i, KIN_RUN_TIME, &match))
            take_run_time(&match, rescue);
        end = i + 1;
    }
    return end;
}

static size_t take_ddrescue(struct kin *kin, size_t at)
{
    struct rescue rescue = {0};
    size_t end = read_ddrescue(kin, at, &rescue);
    for (size_t i = at; i < end; i++)
        kin->lines->lines[i].class = LINE_DETAIL;
    if (!rescue.has_bytes || !rescue.has_rate || rescue.bytes <= 0) {
        tool_fail(kin->output, kin->lines->lines[at].line,
                  "the status of ddrescue has no bytes or no average rate", NULL);
        return end;
    }
    struct record *record = add(kin, rescue.line, "ddrescue");
    record_set_metric(record, "io_bytes", rescue.bytes, rescue.bytes_digit);
    if (rescue.rate > 0)
        record_set_metric(record, "bw_bytes_per_s", rescue.rate, rescue.rate_digit);
    if (rescue.seconds > 0)
        record_set_metric(record, "runtime_s", rescue.seconds, 1);
    return end;
}

/* Takes the last of the lines that pv writes over each other. */
static size_t take_pv(struct kin *kin, size_t at)
{
    struct pattern_match match;
    const char *clock;
    size_t length, next = at + 1;
    double seconds, percent;
    while (next < kin->lines->nr && kin->lines->lines[next].class == LINE_PROSE &&
           match_row(kin, next, KIN_PV, &match))
        kin->lines->lines[next++ - 1].class = LINE_DETAIL;
    if (!match_row(kin, next - 1, KIN_PV, &match))
        return at;
    struct record *record = add(kin, next - 1, "pv");
    pattern_fill(&match, record);
    if (pattern_group(&match, "clock", &clock, &length) &&
        time_triple_clock(clock, length, &seconds, NULL) && seconds > 0) {
        record_set_metric(record, "runtime_s", seconds, 1);
        record_set_column(record, "runtime_s", (size_t)(clock - match.subject), length);
    }
    if (strstr(match.subject, "ETA") ||
        (pattern_group_value(&match, "percent", PATTERN_NUMBER, &percent, NULL) && percent < 100))
        record_warn(record, "partial", record->source.line);
    return next;
}

/* Bare numbers are pv's where a line comes each second, and both columns grow. */
static size_t take_pv_numeric(struct kin *kin, size_t at)
{
    enum { LEAST_LINES = 3 };
    struct pattern_match match;
    double seconds = 0, bytes = 0, next_s, next_bytes;
    size_t end = at;
    for (; end < kin->lines->nr && match_row(kin, end, KIN_PV_NUMERIC, &match); end++) {
        if (!pattern_group_value(&match, "sec", PATTERN_NUMBER, &next_s, NULL) ||
            !pattern_group_value(&match, "bytes", PATTERN_NUMBER, &next_bytes, NULL) ||
            next_s <= seconds || next_s > seconds + 1.2 || next_bytes < bytes)
            break;
        seconds = next_s;
        bytes = next_bytes;
    }
    if (end < at + LEAST_LINES || !match_row(kin, end - 1, KIN_PV_NUMERIC, &match))
        return at;
    for (size_t i = at; i < end; i++)
        kin->lines->lines[i].class = LINE_DETAIL;
    struct record *record = add(kin, end - 1, "pv");
    pattern_fill(&match, record);
    record_set_metric(record, "bw_bytes_per_s", bytes / seconds, 0);
    return end;
}

size_t dd_kin_read(struct text *text, size_t stream, size_t at, struct pattern_set *rows,
                   struct tool_output *output)
{
    struct kin kin = {text, &text->streams[stream], stream, rows, output};
    const char *line = kin.lines->lines[at].at;
    struct pattern_match match;
    if (strstr(line, "ipos:") || strstr(line, "rescued:") || !strncmp(line, "GNU ddrescue", 12))
        return take_ddrescue(&kin, at);
    if (match_row(&kin, at, KIN_PV, &match))
        return take_pv(&kin, at);
    if (match_row(&kin, at, KIN_PV_NUMERIC, &match))
        return take_pv_numeric(&kin, at);
    return at;
}
