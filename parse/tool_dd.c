/* GNU dd's totals in any language, and the BSD form. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "parse/consistency.h"
#include "parse/row_table.h"
#include "parse/tool.h"

enum dd_row { DD_TOTAL, DD_BSD, DD_RECORDS };

/* Commas of East Asian catalogues, as bytes: U+FF0C and U+3001. */
#define COMMA "(?: , | \xef\xbc\x8c | \xe3\x80\x81 )"
/* "s" in Latin and Cyrillic letters, and U+79D2. */
#define SECOND "(?: seconds? | s | c | \xd1\x81 | \xe7\xa7\x92 )"

/* clang-format off: a table */
static const struct pattern_row dd_rows[] = {
    /* The words differ from language to language; what stays is a count, its
     * translation in parentheses, seconds, and a rate.  Source: coreutils
     * dd.c, print_xfer_stats(), and its catalogues. */
    {DD_TOTAL, "B/",
     "(?<! [\\d.,]) (?<bytes>\\d+) [^\\d\\n(]{0,80}? (?: (?: \\( | \xef\xbc\x88 ) [^()\\n]{1,60}? (?: \\) | \xef\xbc\x89 ) )?"
     " [^\\d\\n]{0,60} " COMMA " \\s* (?<sec> \\d+ (?:[.,]\\d+)? (?:e[-+]\\d+)? ) (?<gap> \\s* )"
     " (?<second> " SECOND " ) \\s* " COMMA " \\s* (?<rate> \\d+ (?:[.,]\\d+)? ) (?<space> \\s* )"
     " (?<unit> [kKMGTPE]? i? B ) / (?: sec | s | c | \xd1\x81 | \xe7\xa7\x92 )",
     {{"bytes", "io_bytes", PATTERN_NUMBER}, {"sec", "", PATTERN_NONE}, {"gap", "", PATTERN_NONE},
      {"second", "", PATTERN_NONE}, {"rate", "", PATTERN_NONE}, {"space", "", PATTERN_NONE},
      {"unit", "", PATTERN_NONE}}},
    {DD_BSD, "bytes transferred in",
     "(?<! [\\d.,]) (?<bytes>\\d+) \\s bytes \\s transferred \\s in \\s (?<sec>\\d+(?:\\.\\d+)?) \\s (?:secs?|seconds)"
     " \\s \\((?<rate>\\d+(?:\\.\\d+)?) \\s bytes/sec\\)",
     {{"bytes", "io_bytes", PATTERN_NUMBER}, {"sec", "", PATTERN_NONE}, {"rate", "", PATTERN_NONE}}},
    {DD_RECORDS, "+", "^ \\s* \\d+\\+\\d+ \\s [^\\d]{2,60} $", {{0}}},
};
/* clang-format on */

const struct row_table row_table_dd = {"dd", dd_rows, sizeof dd_rows / sizeof dd_rows[0]};

static int dd_bid(const struct text *text)
{
    if (text_holds(text, " copied, ") || text_holds(text, "bytes transferred in") ||
        text_holds(text, "records in"))
        return 70;
    return text_holds(text, "B/") ? 20 : 0;
}

/* Reads a number whose decimal sign may be a comma. */
static bool group_decimal(const struct pattern_match *match, const char *name, double *value,
                          double *digit_value)
{
    const char *at;
    size_t length;
    char copy[40];
    if (!pattern_group(match, name, &at, &length) || length >= sizeof copy)
        return false;
    for (size_t i = 0; i < length; i++)
        copy[i] = at[i] == ',' ? '.' : at[i];
    return units_number(copy, length, value, digit_value);
}

/* busybox prints "seconds" and no blank before the unit, and means 1024s. */
static enum units_base base_of(const struct pattern_match *match)
{
    const char *at;
    size_t length;
    bool has_word = pattern_group(match, "second", &at, &length) && length > 3;
    return has_word && !pattern_group(match, "space", &at, &length) ? UNITS_BINARY
                                                                    : UNITS_DECIMAL;
}

static void check_printed(const struct pattern_match *match, struct record *record, double rate)
{
    double printed, digit, factor = 1;
    const char *unit;
    size_t length;
    if (!group_decimal(match, "rate", &printed, &digit))
        return;
    if (match->row->id == DD_TOTAL && (!pattern_group(match, "unit", &unit, &length) ||
                                       !units_prefix(unit, length, base_of(match), &factor)))
        return;
    if (!consistency_agrees(rate, printed * factor, digit * factor))
        record_warn(record, "rate-mismatch", record->source.line);
}

/* Bytes by seconds is far more exact than the printed rate of three digits. */
static void set_rate(const struct pattern_match *match, struct record *record)
{
    double bytes, seconds, digit;
    const char *at;
    size_t length;
    if (!record_metric(record, "io_bytes", &bytes) ||
        !group_decimal(match, "sec", &seconds, &digit))
        return;
    record_set_metric(record, "runtime_s", seconds, digit);
    if (pattern_group(match, "sec", &at, &length))
        record_set_column(record, "runtime_s", (size_t)(at - match->subject), length);
    if (seconds <= 0)
        return;
    double rate = bytes / seconds;
    record_set_metric(record, "bw_bytes_per_s", rate, rate * digit / seconds);
    if (pattern_group(match, "rate", &at, &length))
        record_set_column(record, "bw_bytes_per_s", (size_t)(at - match->subject), length);
    check_printed(match, record, rate);
}

static bool is_sink(const char *path)
{
    return !strcmp(path, "/dev/null") || !strcmp(path, "/dev/zero");
}

static bool is_pseudo_source(const char *path)
{
    return !strcmp(path, "/dev/zero") || !strcmp(path, "/dev/urandom") ||
           !strcmp(path, "/dev/random") || !strcmp(path, "/dev/null");
}

/* Sets a param; shell variables say nothing. */
static void set_stated(struct record *record, const char *name, const char *value)
{
    if (value && *value && !strpbrk(value, "$`"))
        record_set_pair(record, &record->params, name, value);
}

/* Which way the data went, and which end is the one that was measured. */
static void set_direction(struct record *record, const struct command *command)
{
    const char *from = command_operand(command, "if"), *to = command_operand(command, "of");
    bool reads = from && !is_pseudo_source(from), writes = to && !is_sink(to);
    if (reads && (!to || is_sink(to))) {
        record->op = "read";
        set_stated(record, "target", from);
    } else if (writes && (!from || is_pseudo_source(from))) {
        record->op = "write";
        set_stated(record, "target", to);
    } else if (from || to) {
        record->op = "copy";
        if (!reads && !writes)
            record_warn(record, "no-device", record->source.line);
    }
}

/* Operands as the command states them. */
static void set_params(struct record *record, const struct command *command)
{
    static const char *const names[] = {"if",    "of",   "bs",    "ibs",  "obs", "count",
                                        "iflag", "oflag", "conv", "skip", "seek"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        set_stated(record, names[i], command_operand(command, names[i]));
}

/* The walk over one stream. */
struct dd {
    struct text *text;
    const struct commands *commands;
    struct tool_output *output;
    struct pattern_set *rows;
    size_t stream;
    struct text_stream *lines;
    size_t settled;              /* lines below are known to be no progress */
    size_t next;                 /* the first command that was not met so far */
    const struct command *last;  /* the last dd met, NULL before it */
    const struct command *in_script; /* the first one met in a script */
    bool has_several;            /* there were more in scripts */
};

static void meet_command(struct dd *dd, const struct command *command)
{
    if (strcmp(command->program, "dd"))
        return;
    const char *count = command_operand(command, "count");
    if (!command->is_script)
        dd->last = command;
    else if (count && !strcmp(count, "1"))
        return; /* it only wakes the device up */
    else if (dd->in_script)
        dd->has_several = true;
    else
        dd->in_script = command;
}

/* A command that stands in a loop, or with others in a line, may print many totals. */
static bool is_single(const struct text *text, const struct command *command)
{
    const char *line = text->streams[command->stream].lines[command->first].at;
    return !strstr(line, "for ") && !strstr(line, "while ") && !strstr(line, "seq ") &&
           !strstr(line, "xargs");
}

/* Drops the result before where it is a total that the same dd printed on its way
 * (it does so when a signal asks): bytes and time go on from it. */
static void drop_status(const struct text *text, struct tool_output *output)
{
    static const char *const grown[] = {"io_bytes", "runtime_s"};
    struct result *now = &output->at[output->nr - 1];
    struct result *before = output->nr > 1 ? now - 1 : NULL;
    if (!before || !now->command || before->command != now->command ||
        !is_single(text, now->command))
        return;
    for (size_t i = 0; i < sizeof grown / sizeof grown[0]; i++) {
        double first, second;
        if (!record_metric(before->record, grown[i], &first) ||
            !record_metric(now->record, grown[i], &second) || second <= first)
            return;
    }
    text->streams[before->stream].lines[before->line].class = LINE_DETAIL;
    *before = *now;
    output->nr--;
}

/* The command of a total is the last one above it.  Where a script was run
 * instead, its only dd says at least what does not vary.  Totals are met from the
 * top down, and so are commands: a search for each total would take too long. */
static const struct command *find_command(struct dd *dd, size_t line)
{
    const struct commands *commands = dd->commands;
    for (; dd->next < commands->nr; dd->next++) {
        const struct command *command = &commands->at[dd->next];
        if (command->stream > dd->stream ||
            (command->stream == dd->stream && command->first > line))
            break;
        if (command->stream == dd->stream)
            meet_command(dd, command);
    }
    if (dd->last)
        return dd->last;
    return dd->has_several ? NULL : dd->in_script;
}

static void take_total(struct dd *dd, size_t at, size_t used, const struct pattern_match *match)
{
    const struct command *command = find_command(dd, at);
    double bytes;
    if (!pattern_group_value(match, "bytes", PATTERN_NUMBER, &bytes, NULL) || bytes <= 0) {
        /* Nothing was moved: an error stands above. */
        dd->lines->lines[at].class = LINE_DETAIL;
        return;
    }
    struct result *result = tool_add_result(dd->output, dd->text, dd->stream, at, "dd", "");
    struct record *record = result->record;
    result->last = at + used - 1;
    record->source.text = match->subject;
    result->invocation = ++dd->output->invocations;
    record->invocation = arena_printf(dd->output->arena, "%u", result->invocation);
    record->group = "0";
    pattern_fill(match, record);
    set_rate(match, record);
    if (!command)
        return;
    set_params(record, command);
    if (!command->is_script) {
        result->command = command;
        set_direction(record, command);
    }
    drop_status(dd->text, dd->output);
}

/* Says whether a line starts a total that mail may have wrapped. */
static bool may_be_wrapped(const char *line)
{
    line += strspn(line, " \t");
    size_t digits = strspn(line, "0123456789");
    return digits && line[digits] == ' ' && (strchr(line, '(') || strstr(line, "transferred"));
}

/* Matches a total in the line, or in the line joined with the next ones; *used says
 * how many. */
static bool match_total(struct dd *dd, size_t at, struct pattern_match *match, size_t *used)
{
    enum { MOST_LINES = 3 };
    const struct text_stream *lines = dd->lines;
    const struct text_line *line = &lines->lines[at];
    *used = 1;
    if (pattern_match(dd->rows, line->at, line->length, match))
        return true;
    if (!may_be_wrapped(line->at))
        return false;
    for (*used = 2; *used <= MOST_LINES && at + *used <= lines->nr; ++*used) {
        if (lines->lines[at + *used - 1].class != LINE_PROSE ||
            text_is_blank(&lines->lines[at + *used - 1]))
            break;
        const char *joined = text_join(dd->text, lines, at, *used);
        if (pattern_match(dd->rows, joined, strlen(joined), match))
            return true;
    }
    return false;
}

/* "1024+0 records in", in any language. */
static bool is_records(const struct text_line *line)
{
    const char *at = line->at + strspn(line->at, " \t");
    size_t whole = strspn(at, "0123456789");
    return whole && at[whole] == '+' && isdigit((unsigned char)at[whole + 1]);
}

/* Reads bytes and seconds of a line of totals. */
static bool read_total(struct pattern_set *rows, const struct text_line *line, double *bytes,
                       double *seconds)
{
    struct pattern_match match;
    return pattern_match_row(rows, DD_TOTAL, line->at, line->length, &match) &&
           pattern_group_value(&match, "bytes", PATTERN_NUMBER, bytes, NULL) &&
           group_decimal(&match, "sec", seconds, NULL);
}

/* With status=progress dd prints a total each whole second; a terminal would have
 * written the next piece of the same line over it.  Where a line end came between,
 * totals grow, and the records of the last one, which stand above any other total,
 * follow.  Returns the line behind such totals, or at where there is none. */
static size_t progress_end(struct dd *dd, size_t at)
{
    const struct text_stream *lines = dd->lines;
    double bytes, seconds, before = 0;
    size_t next = at;
    if (lines->lines[at].is_written_over)
        return at + 1;
    if (at < dd->settled || (at && is_records(&lines->lines[at - 1])))
        return at;
    while (next < lines->nr && read_total(dd->rows, &lines->lines[next], &bytes, &seconds) &&
           bytes >= before && seconds > 0.5 && fabs(seconds - round(seconds)) < 1e-3) {
        before = bytes;
        next = text_next(lines, next);
    }
    if (next > at && next < lines->nr && is_records(&lines->lines[next]))
        return next;
    dd->settled = next;
    return at;
}

static void scan_stream(struct dd *dd)
{
    struct text_stream *lines = dd->lines;
    for (size_t at = 0; at < lines->nr && !tool_is_full(dd->output, lines->lines[at].line); at++) {
        struct text_line *line = &lines->lines[at];
        struct pattern_match match;
        size_t used;
        if (line->class != LINE_PROSE || !match_total(dd, at, &match, &used))
            continue;
        size_t end = progress_end(dd, at);
        if (match.row->id == DD_RECORDS || end > at)
            line->class = LINE_DETAIL;
        else if (match_total(dd, at, &match, &used))
            take_total(dd, at, used, &match);
        if (end < at + used)
            end = at + used;
        for (; at + 1 < end; at++)
            lines->lines[at + 1].class = LINE_DETAIL;
    }
}

static void dd_run(struct text *text, const struct commands *commands, struct tool_output *output)
{
    struct pattern_set *rows = pattern_set_new(row_table_dd.rows, row_table_dd.nr);
    for (size_t s = 0; s < text->nr; s++) {
        struct dd dd = {.text = text,
                        .commands = commands,
                        .output = output,
                        .rows = rows,
                        .stream = s,
                        .lines = &text->streams[s]};
        scan_stream(&dd);
    }
    pattern_set_free(rows);
}

const struct tool_parser tool_dd = {"dd", dd_bid, dd_run};
