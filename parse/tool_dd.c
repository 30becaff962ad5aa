/* GNU dd's totals in any language, and the BSD form. */
#include <stdio.h>
#include <stdlib.h>
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

/* Which way the data went, and which end is the one that was measured. */
static void set_direction(struct record *record, const struct command *command)
{
    const char *from = command_operand(command, "if"), *to = command_operand(command, "of");
    bool reads = from && !is_pseudo_source(from), writes = to && !is_sink(to);
    if (reads && (!to || is_sink(to))) {
        record->op = "read";
        record_set_pair(record, &record->params, "target", from);
    } else if (writes && (!from || is_pseudo_source(from))) {
        record->op = "write";
        record_set_pair(record, &record->params, "target", to);
    } else if (from || to) {
        record->op = "copy";
        if (!reads && !writes)
            record_warn(record, "no-device", record->source.line);
    }
}

/* Operands as the command states them; shell variables say nothing. */
static void set_params(struct record *record, const struct command *command)
{
    static const char *const names[] = {"if",    "of",   "bs",    "ibs",  "obs", "count",
                                        "iflag", "oflag", "conv", "skip", "seek"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = command_operand(command, names[i]);
        if (value && *value && !strpbrk(value, "$`"))
            record_set_pair(record, &record->params, names[i], value);
    }
}

/* The command of a total is the last one above it.  Where a script was run
 * instead, its only dd says at least what does not vary. */
static const struct command *find_command(const struct commands *commands, size_t stream,
                                          size_t line)
{
    const struct command *command = command_before(commands, "dd", stream, line);
    const struct command *in_script = NULL;
    if (command)
        return command;
    for (size_t i = 0; i < commands->nr; i++) {
        const struct command *candidate = &commands->at[i];
        const char *count = command_operand(candidate, "count");
        bool is_wake_up = count && !strcmp(count, "1");
        if (candidate->stream != stream || candidate->first > line || !candidate->is_script ||
            strcmp(candidate->program, "dd") || is_wake_up)
            continue;
        if (in_script)
            return NULL;
        in_script = candidate;
    }
    return in_script;
}

static void take_total(struct text *text, const struct commands *commands,
                       struct tool_output *output, size_t stream, size_t at,
                       const struct pattern_match *match)
{
    const struct command *command = find_command(commands, stream, at);
    struct result *result = tool_add_result(output, text, stream, at, "dd", "");
    struct record *record = result->record;
    result->invocation = ++output->invocations;
    record->invocation = arena_printf(output->arena, "%u", result->invocation);
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
}

/* A terminal would have written the next piece of the same line over this one. */
static bool is_progress(const struct text_stream *lines, size_t at)
{
    return at + 1 < lines->nr && lines->lines[at + 1].line == lines->lines[at].line;
}

static void dd_run(struct text *text, const struct commands *commands, struct tool_output *output)
{
    struct pattern_set *rows = pattern_set_new(row_table_dd.rows, row_table_dd.nr);
    for (size_t s = 0; s < text->nr; s++) {
        for (size_t at = 0; at < text->streams[s].nr; at++) {
            struct text_line *line = &text->streams[s].lines[at];
            struct pattern_match match;
            if (line->class != LINE_PROSE ||
                !pattern_match(rows, line->at, line->length, &match))
                continue;
            if (match.row->id == DD_RECORDS || is_progress(&text->streams[s], at))
                line->class = LINE_DETAIL;
            else
                take_total(text, commands, output, s, at, &match);
        }
    }
    pattern_set_free(rows);
}

const struct tool_parser tool_dd = {"dd", dd_bid, dd_run};
