/* The walk over what dd and its relatives print. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "parse/dd_walk.h"
#include "parse/time_triple.h"
#include "parse/vocabulary.h"

static int dd_bid(const struct text *text)
{
    static const char *const marks[] = {" copied, ", "bytes transferred in", "records in",
                                        "average rate:"};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (text_holds(text, marks[i]))
            return 70;
    static const char *const hints[] = {"B/", "dd if=", "dd: ", "+0 ", "blocks ("};
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++)
        if (text_holds(text, hints[i]))
            return 20;
    /* Bare numbers may be those of pv. */
    return text->nr && text->streams[0].nr && strchr(text->streams[0].lines[0].at, '.') ? 1 : 0;
}

static void take_total(struct dd *dd, size_t at, size_t used, const struct pattern_match *match,
                       bool is_cut)
{
    double bytes, seconds;
    if (!dd_total_figures(match, &bytes, &seconds) || bytes <= 0) {
        dd->lines->lines[at].class = LINE_DETAIL;
        tool_fail(dd->output, dd->lines->lines[at].line, "dd moved nothing: there is no rate",
                  "see whether an error stands above");
        dd->records.nr = 0;
        dd->error = NO_LINE;
        return;
    }
    struct result *result = dd_walk_add(dd, at);
    struct record *record = result->record;
    result->last = at + used - 1;
    record->source.text = match->subject;
    dd_total_fill(match, record);
    dd_walk_describe(dd, result);
    if (!*record->op) {
        /* "write, 1073741824 bytes …": what stands in front says what was done. */
        const char *digits, *op;
        size_t length;
        pattern_group(match, "bytes", &digits, &length);
        op = vocabulary_op(arena_text(dd->output->arena, match->subject,
                                      (size_t)(digits - match->subject)));
        record->op = op ? op : "";
    }
    if (is_cut)
        record_warn(record, "partial", record->source.line);
    dd_walk_finish(dd, result);
    dd_walk_drop_status(dd);
    dd->awaits_time = dd->output->nr - 1;
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
    if (dd_total_match(dd->rows, line->at, line->length, match))
        return true;
    if (!may_be_wrapped(line->at))
        return false;
    for (*used = 2; *used <= MOST_LINES && at + *used <= lines->nr; ++*used) {
        if (lines->lines[at + *used - 1].class != LINE_PROSE ||
            text_is_blank(&lines->lines[at + *used - 1]))
            break;
        const char *joined = text_join(dd->text, lines, at, *used);
        if (dd_total_match(dd->rows, joined, strlen(joined), match))
            return true;
    }
    return false;
}

/* Returns whether the line is one of totals; *end gets the line behind it. */
static bool try_total(struct dd *dd, size_t at, size_t *end)
{
    struct pattern_match match;
    size_t used, progress;
    if (!match_total(dd, at, &match, &used))
        return false;
    double whole[2], part[2];
    if (dd_records_read(dd->lines->lines[at].at, whole, part) == 2) {
        dd->records = (struct dd_records){{whole[0], whole[1]}, {part[0], part[1]}, 2, at, at};
    }
    progress = dd_progress_end(dd, at);
    *end = progress > at + used ? progress : at + used;
    if (progress > at) {
        dd->lines->lines[at].class = LINE_DETAIL;
    } else {
        dd_source_meet(&dd->source, at, dd->records.nr ? dd->records.first : at);
        if (dd_source_has_list(&dd->source))
            dd_source_share(&dd->source, dd_walk_count(dd, at));
        /* What was looked at since took the place of the match. */
        if (match_total(dd, at, &match, &used))
            take_total(dd, at, used, &match, dd_progress_is_cut(dd, &match));
    }
    for (size_t i = at + 1; i < *end; i++)
        dd->lines->lines[i].class = LINE_DETAIL;
    return true;
}

/* Records that no total followed are said, once it is known; those of parallel dds
 * come in any order. */
static void leave_records(struct dd *dd)
{
    if (dd->records.nr && !dd_source_is_parallel(&dd->source))
        tool_fail(dd->output, dd->lines->lines[dd->records.first].line,
                  "counts of records without bytes and seconds give no rate",
                  "run dd without status=noxfer, or below time, with its command in the text");
    dd->records.nr = 0;
}

/* A complaint that no total followed is all that the dd printed. */
static void leave_error(struct dd *dd)
{
    if (dd->error != NO_LINE)
        tool_fail(dd->output, dd->lines->lines[dd->error].line, "dd stopped with an error", NULL);
    dd->error = NO_LINE;
}

static bool try_records(struct dd *dd, size_t at)
{
    struct dd_records *records = &dd->records;
    double whole[2], part[2];
    unsigned nr = dd_records_read(dd->lines->lines[at].at, whole, part);
    if (!nr)
        return false;
    if (records->nr + nr > 2)
        leave_records(dd);
    if (!records->nr)
        records->first = at;
    for (unsigned i = 0; i < nr; i++) {
        records->whole[records->nr] = whole[i];
        records->part[records->nr++] = part[i];
    }
    records->last = at;
    dd->lines->lines[at].class = LINE_DETAIL;
    return true;
}

/* A result of records and times: bytes are whole blocks by their size, where there are
 * no others. */
static bool take_timed_records(struct dd *dd, const struct time_triple *triple)
{
    const struct dd_records *records = &dd->records;
    dd_source_meet(&dd->source, records->first, records->first);
    const struct command *command = dd_source_current(&dd->source);
    double block = command ? dd_block(dd->source.commands, command, true) : 0;
    if (command && dd_source_setting(&dd->source, command).times_other)
        return false;
    if (dd->kin_block > 0)
        block = dd->kin_block;
    if (records->nr != 2 || records->part[1] > 0 || block <= 0 || records->whole[1] < 1)
        return false;
    double bytes = records->whole[1] * block;
    struct result *result = dd_walk_add(dd, records->last);
    struct record *record = result->record;
    result->first = records->first;
    result->last = triple->last;
    dd_walk_describe(dd, result);
    record_set_metric(record, "io_bytes", bytes, 0);
    if (triple->wall > 0) {
        record_set_metric(record, "runtime_s", triple->wall, triple->digit);
        record_set_metric(record, "bw_bytes_per_s", bytes / triple->wall,
                          bytes / triple->wall * triple->digit / triple->wall);
    }
    time_triple_fill(triple, record);
    dd_walk_finish(dd, result);
    return true;
}

/* Gives times to the result above them, unless they are another command's. */
static void take_times(struct dd *dd, const struct time_triple *triple)
{
    double seconds = 0;
    struct dd_setting setting = {0};
    struct result *result = &dd->output->at[dd->awaits_time];
    if (result->command)
        setting = dd_source_setting(&dd->source, result->command);
    dd->awaits_time = NO_LINE;
    record_metric(result->record, "runtime_s", &seconds);
    /* Less than dd itself measured is not its own, nor is the time of a script. */
    if (setting.times_other || dd_source_times_script(&dd->source, result->command) || triple->wall < seconds * 0.98 - triple->digit)
        return;
    time_triple_fill(triple, result->record);
    result->last = triple->last;
}

static bool try_times(struct dd *dd, size_t at, size_t *end)
{
    struct time_triple triple;
    bool has_result = dd->awaits_time != NO_LINE;
    if (!time_triple_read(dd->times, dd->lines, at, &triple))
        return false;
    *end = triple.last + 1;
    if (dd->records.nr) {
        if (!take_timed_records(dd, &triple))
            leave_records(dd);
        dd->awaits_time = NO_LINE;
    } else if (has_result) {
        take_times(dd, &triple);
    } else if (!dd_source_current(&dd->source)) {
        return false;
    }
    for (size_t i = at; i <= triple.last; i++)
        if (dd->lines->lines[i].class == LINE_PROSE)
            dd->lines->lines[i].class = LINE_DETAIL;
    return true;
}

/* Lines of dd that are neither counts nor totals. */
static bool try_remark(struct dd *dd, size_t at)
{
    struct text_line *line = &dd->lines->lines[at];
    const char *text = line->at + strspn(line->at, " \t");
    const char *blocks = strstr(text, " blocks (");
    if (!strncmp(text, "dd: ", 4) && !isdigit((unsigned char)text[4])) {
        dd->error = at;
    } else if (blocks && strstr(blocks, "Mb) written.")) {
        /* dcfldd: "512 blocks (16Mb) written.", Mb being 2^20 bytes. */
        double nr, mb;
        if (units_number(text, (size_t)(blocks - text), &nr, NULL) && nr > 0 &&
            units_number(blocks + 9, strcspn(blocks + 9, "M"), &mb, NULL))
            dd->kin_block = mb * 1048576 / nr;
    } else if (!strstr(text, " truncated record") || strspn(text, "0123456789") == 0) {
        return false;
    }
    line->class = LINE_DETAIL;
    return true;
}

/* A command between a total and times is theirs, unless a shell repeats the one of the
 * total in front of them. */
static void meet_command_line(struct dd *dd, size_t at)
{
    const char *line = dd->lines->lines[at].at;
    leave_records(dd);
    leave_error(dd);
    dd_source_meet(&dd->source, at, at);
    const struct command *above = dd->awaits_time == NO_LINE
                                      ? NULL
                                      : dd->output->at[dd->awaits_time].command;
    if (above && dd->source.last && strcmp(above->text, dd->source.last->text))
        dd->awaits_time = NO_LINE;
    if (strstr(line, "drop_caches"))
        dd->drop_caches = dd_walk_drop_level(dd, line);
}

static bool try_kin(struct dd *dd, size_t at, size_t *end)
{
    size_t before = dd->output->nr;
    *end = dd_kin_read(dd->text, dd->stream, at, dd->kin, dd->output);
    if (dd->output->nr > before) {
        dd_source_meet(&dd->source, at, at);
        dd_source_describe_kin(&dd->source, &dd->output->at[before]);
    }
    return *end > at;
}

/* Counts that stand far above belong to something else. */
static void expire(struct dd *dd, size_t at)
{
    enum { FARTHEST = 6 };
    if (dd->records.nr && at > dd->records.last + FARTHEST)
        leave_records(dd);
}

static void scan_stream(struct dd *dd)
{
    struct text_stream *lines = dd->lines;
    for (size_t at = 0; at < lines->nr && !tool_is_full(dd->output, lines->lines[at].line);) {
        size_t end = at + 1;
        enum line_class class = lines->lines[at].class;
        expire(dd, at);
        if (class == LINE_COMMAND || class == LINE_SCRIPT)
            meet_command_line(dd, at);
        if (class == LINE_PROSE && !text_is_blank(&lines->lines[at]) &&
            !try_total(dd, at, &end) && !try_records(dd, at) && !try_times(dd, at, &end) &&
            !try_remark(dd, at) && !try_kin(dd, at, &end)) {
            end = at + 1;
            dd->has_prose = true;
        }
        at = end;
    }
    leave_records(dd);
    leave_error(dd);
}

static void dd_run(struct text *text, const struct commands *commands, struct tool_output *output)
{
    struct pattern_set *rows = dd_total_rows(), *times = time_triple_rows(), *kin = dd_kin_rows();
    for (size_t s = 0; s < text->nr; s++) {
        struct dd dd = {.text = text,
                        .source = {.text = text, .commands = commands, .stream = s},
                        .output = output,
                        .rows = rows,
                        .times = times,
                        .kin = kin,
                        .stream = s,
                        .lines = &text->streams[s],
                        .error = NO_LINE,
                        .awaits_time = NO_LINE};
        scan_stream(&dd);
    }
    pattern_set_free(rows);
    pattern_set_free(times);
    pattern_set_free(kin);
}

const struct tool_parser tool_dd = {"dd", dd_bid, dd_run};
