/* The programs that come with bonnie++, whose results are its own with the name of the
 * program: zcav reads a disk from its start to its end, getc_putc times calls for single
 * bytes. */
#include <math.h>
#include <string.h>

#include "parse/row_table.h"
#include "parse/tool.h"

enum zcav_row { ZCAV_HEAD, ZCAV_TOTAL, ZCAV_LOOPS, ZCAV_BLOCK, ZCAV_FINISHED, CALLS_HEAD, CALLS };

enum { ZCAV_ROWS = CALLS + 1, CALLS_NR = 8 };

/* clang-format off: a table */
static const struct pattern_row zcav_rows[ZCAV_ROWS] = {
    /* to 1.93 "#block K/s time", then "#block offset (GiB), MiB/s, time" */
    {ZCAV_HEAD, "#block", "^ \\s* \\# block \\s (?: offset \\s \\( (?<offset>[MG])iB \\) , \\s )? (?<unit>[KM]) (?:iB)?/s ,? \\s time \\s* $",
     {{"offset", "", PATTERN_NONE}, {"unit", "", PATTERN_NONE}}},
    {ZCAV_TOTAL, "# Read ", "^ \\s* \\# \\s Read \\s (?<read>\\d+) \\s megs \\s in \\s (?<seconds>\\d+) \\s seconds, \\s (?<rate>\\d+) \\s megabytes \\s per \\s second",
     {{"read", "", PATTERN_NONE}, {"seconds", "", PATTERN_NONE}, {"rate", "", PATTERN_NONE}}},
    {ZCAV_LOOPS, "loops:", "^ \\s* \\# \\s? loops: \\s* (?<loops>\\d+)", {{"loops", "", PATTERN_NONE}}},
    {ZCAV_BLOCK, NULL, "^ \\s* \\#? \\s? (?<offset>\\d+(?:\\.\\d+)?) \\s+ (?: \\+{3,} | (?<rate>\\d+(?:\\.\\d+)?) ) \\s+ (?<seconds>\\d+\\.\\d+) \\s* $",
     {{"offset", "", PATTERN_NONE}, {"rate", "", PATTERN_NONE}, {"seconds", "", PATTERN_NONE}}},
    {ZCAV_FINISHED, "Finished loop", "^ \\s* \\# \\s Finished \\s loop \\s \\d+ (?: , \\s on \\s device \\s (?<device>\\S+) )?",
     {{"device", "", PATTERN_NONE}}},
    {CALLS_HEAD, "putcNT", "(?: Version \\s+ (?<version>\\d\\.\\d\\d\\w?) )? \\s+ write \\s+ read \\s+ putcNT \\s+ getcNT \\s+ putc \\s+ getc \\s+ putcU \\s+ getcU \\s* $",
     {{"version", "", PATTERN_NONE}}},
    {CALLS, NULL, "^ (?<machine> .*? ) (?<cells> (?: \\s+ (?: \\d+ | \\+{5,} ) ){8} ) \\s* $",
     {{"machine", "", PATTERN_NONE}, {"cells", "", PATTERN_NONE}}},
};
/* clang-format on */

const struct row_table row_table_zcav = {"zcav", zcav_rows, ZCAV_ROWS};

/* The columns of getc_putc: NT is without threads, U unlocked. */
static const char *const calls[CALLS_NR] = {"write", "read", "putcNT", "getcNT",
                                            "putc",  "getc", "putcU",  "getcU"};

struct zcav {
    struct text *text;
    struct tool_output *output;
    size_t stream;
    struct pattern_set *rows;
    const char *device;
    const char *version;
    size_t header;     /* line of the header of blocks, NO_LINE outside a table */
    size_t totals;     /* results of this run of the program so far */
    size_t calls_head; /* line of the header of calls, NO_LINE outside a table */
    unsigned invocation;
    double offset_unit, rate_unit; /* of the table, in bytes and bytes/s */
    struct blocks {
        size_t nr, last; /* last: line of the last one */
        double before, step, seconds; /* before: offset of the last one, in bytes */
        bool is_sound;   /* all are of one size, and their rates are those of their times */
    } blocks;
};

static int zcav_bid(const struct text *text)
{
    return text_holds(text, "#block ") || text_holds(text, " megs in ") ||
                   text_holds(text, "putcNT")
               ? 70
               : 0;
}

static void describe(struct result *result, unsigned invocation)
{
    result->invocation = invocation;
    result->record->group = "0";
}

/* Adds the result of a pass over the whole disk; returns its record. */
static struct record *add_pass(struct zcav *zcav, size_t at, double rate, double digit,
                               double bytes, double seconds)
{
    const double most_error = 0.01;
    struct result *result = tool_add_result(zcav->output, zcav->text, zcav->stream, at,
                                            "bonnie++", "read");
    struct record *record = result->record;
    record_set_metric(record, "bw_bytes_per_s", rate, digit);
    record_set_metric(record, "io_bytes", bytes, 0);
    record_set_metric(record, "runtime_s", seconds, seconds * digit / rate);
    if (digit / 2 > rate * most_error)
        record_warn(record, "rounded", record->source.line);
    record_set_pair(record, &record->params, "program", "zcav");
    if (zcav->device)
        record_set_pair(record, &record->params, "device", zcav->device);
    if (zcav->header != NO_LINE)
        result->first = zcav->header;
    describe(result, ++zcav->output->invocations);
    result->run_key = arena_printf(zcav->output->arena, "%zu", zcav->totals++);
    return record;
}

/* The rate is of the exact time, and stands to a whole MiB/s; the seconds beside it have
 * lost their fraction. */
static void take_total(struct zcav *zcav, size_t at, const struct pattern_match *match)
{
    const double mib = 1048576;
    double read, rate;
    if (!pattern_group_value(match, "read", PATTERN_NUMBER, &read, NULL) ||
        !pattern_group_value(match, "rate", PATTERN_NUMBER, &rate, NULL) || rate <= 0)
        return;
    add_pass(zcav, at, rate * mib, mib, read * mib, read / rate);
    zcav->header = NO_LINE;
}

/* A row of the table: offset, rate and time of a block. */
static void take_block(struct zcav *zcav, size_t at, const struct pattern_match *match)
{
    const double most_error = 0.02;
    struct blocks *blocks = &zcav->blocks;
    double offset = 0, rate, seconds = 0;
    pattern_group_value(match, "offset", PATTERN_NUMBER, &offset, NULL);
    pattern_group_value(match, "seconds", PATTERN_NUMBER, &seconds, NULL);
    offset *= zcav->offset_unit;
    if (!blocks->nr)
        *blocks = (struct blocks){.is_sound = true};
    else if (blocks->nr == 1)
        blocks->step = offset - blocks->before;
    else if (fabs(offset - blocks->before - blocks->step) > most_error * blocks->step)
        blocks->is_sound = false;
    /* The first block's rate is not looked at: its size is not known yet. */
    if (blocks->nr && pattern_group_value(match, "rate", PATTERN_NUMBER, &rate, NULL) &&
        fabs(rate * zcav->rate_unit * seconds - blocks->step) > most_error * blocks->step)
        blocks->is_sound = false;
    blocks->before = offset;
    blocks->seconds += seconds;
    blocks->last = at;
    blocks->nr++;
}

/* A table of blocks without a line of its total: it is the sum of the blocks.  Since
 * offsets stand in GiB a total is always printed, so that blocks may be missing, too. */
static void end_table(struct zcav *zcav)
{
    const double gib = 1073741824;
    const struct blocks *blocks = &zcav->blocks;
    if (zcav->header != NO_LINE && blocks->nr && !zcav->totals) {
        double bytes = blocks->step * (double)blocks->nr;
        if (blocks->nr > 1 && blocks->is_sound && blocks->step > 0 && blocks->seconds > 0) {
            struct record *record = add_pass(zcav, blocks->last, bytes / blocks->seconds, 0,
                                             bytes, blocks->seconds);
            if (zcav->offset_unit == gib)
                record_warn(record, "partial", record->source.line);
        } else {
            tool_fail(zcav->output, zcav->text->streams[zcav->stream].lines[zcav->header].line,
                      "a table of zcav whose blocks do not fit each other",
                      "add the line '# Read ... megs' from the end of zcav's output");
        }
    }
    zcav->header = NO_LINE;
    zcav->blocks.nr = 0;
}

/* Splits the cells of a row of calls; counts those that are numbers. */
static size_t read_calls(const char *at, size_t length, double *values)
{
    size_t nr = 0, i = 0;
    for (const char *end = at + length; at < end && i < CALLS_NR; i++) {
        at += strspn(at, " \t");
        size_t size = strcspn(at, " \t");
        values[i] = NAN;
        nr += units_number(at, size, &values[i], NULL);
        at += size;
    }
    return nr;
}

static void take_calls(struct zcav *zcav, size_t at, const struct pattern_match *match)
{
    const double kib = 1024, most_error = 0.01;
    double values[CALLS_NR];
    const char *start;
    size_t length;
    const char *machine = pattern_group_text(match, "machine", zcav->output->arena);
    if (!pattern_group(match, "cells", &start, &length))
        return;
    if (!read_calls(start, length, values)) {
        tool_fail(zcav->output, zcav->text->streams[zcav->stream].lines[at].line,
                  "getc_putc was too fast to be measured in all columns",
                  "run it with a larger -s");
        return;
    }
    unsigned invocation = ++zcav->output->invocations;
    for (size_t i = 0; i < CALLS_NR; i++) {
        if (isnan(values[i]))
            continue; /* too fast, and the amount is not printed: no bound either */
        struct result *result = tool_add_result(zcav->output, zcav->text, zcav->stream, at,
                                                "bonnie++", calls[i]);
        record_set_pair(result->record, &result->record->params, "program", "getc_putc");
        record_set_metric(result->record, "bw_bytes_per_s", values[i] * kib, kib);
        if (values[i] * most_error < 1)
            record_warn(result->record, "rounded", result->record->source.line);
        if (machine && *machine)
            record_set_pair(result->record, &result->record->params, "machine",
                            arena_text(zcav->output->arena, machine, strcspn(machine, " \t")));
        result->record->tool_version = zcav->version;
        result->first = zcav->calls_head;
        describe(result, invocation);
    }
    zcav->calls_head = NO_LINE;
}

/* Says whether a match of that row counts where the walk stands. */
static bool is_in_place(const struct zcav *zcav, int row)
{
    if (row == ZCAV_BLOCK)
        return zcav->header != NO_LINE;
    return row == CALLS ? zcav->calls_head != NO_LINE : true;
}

/* The older versions count offsets in MiB, and rates in KiB/s. */
static void take_head(struct zcav *zcav, size_t at, const struct pattern_match *match)
{
    const double kib = 1024, mib = 1048576, gib = 1073741824;
    const char *offset = pattern_group_text(match, "offset", zcav->output->arena);
    const char *unit = pattern_group_text(match, "unit", zcav->output->arena);
    end_table(zcav);
    zcav->header = at;
    zcav->offset_unit = offset && *offset == 'G' ? gib : mib;
    zcav->rate_unit = unit && *unit == 'K' ? kib : mib;
}

static void take_line(struct zcav *zcav, size_t at)
{
    struct text_line *line = &zcav->text->streams[zcav->stream].lines[at];
    struct pattern_match match;
    if (line->class != LINE_PROSE || text_is_blank(line) ||
        !pattern_match(zcav->rows, line->at, line->length, &match) ||
        !is_in_place(zcav, match.row->id))
        return;
    line->class = LINE_DETAIL;
    switch ((enum zcav_row)match.row->id) {
    case ZCAV_LOOPS: /* the first line of zcav before 1.94, and behind the totals since */
        break;
    case ZCAV_HEAD:
        take_head(zcav, at, &match);
        break;
    case ZCAV_BLOCK:
        take_block(zcav, at, &match);
        break;
    case ZCAV_FINISHED:
        zcav->device = pattern_group_text(&match, "device", zcav->output->arena);
        break;
    case ZCAV_TOTAL:
        take_total(zcav, at, &match);
        break;
    case CALLS_HEAD:
        zcav->calls_head = at;
        zcav->version = pattern_group_text(&match, "version", zcav->output->arena);
        break;
    case CALLS:
        take_calls(zcav, at, &match);
        break;
    }
}

static void zcav_run(struct text *text, const struct commands *commands,
                     struct tool_output *output)
{
    (void)commands;
    struct pattern_set *rows = pattern_set_new(zcav_rows, ZCAV_ROWS);
    for (size_t s = 0; s < text->nr; s++) {
        struct zcav zcav = {.text = text,
                            .output = output,
                            .stream = s,
                            .rows = rows,
                            .header = NO_LINE,
                            .calls_head = NO_LINE};
        for (size_t at = 0; at < text->streams[s].nr &&
                            !tool_is_full(output, text->streams[s].lines[at].line);
             at++)
            take_line(&zcav, at);
        end_table(&zcav);
    }
    pattern_set_free(rows);
}

const struct tool_parser tool_zcav = {"zcav", zcav_bid, zcav_run};
