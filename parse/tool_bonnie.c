/* bonnie++'s text output, 1.00 to 2.00a; its CSV line is read by bonnie_csv.c. */
#include <math.h>
#include <string.h>

#include "parse/bonnie.h"
#include "parse/row_table.h"
#include "record/units.h"

/* A rate and a CPU share, or the pluses of a test that was too fast. */
#define PAIR "(?: \\s+ (?: \\*{0,2} \\d+ (?:\\.\\d+)? [kmg]? \\*{0,2} | \\++ ) \\s+ (?: \\d{1,4} (?:\\.\\d)? | \\+{3} ) )"

enum bonnie_row {
    BONNIE_IO_HEAD,
    BONNIE_FILE_HEAD,
    BONNIE_CONCURRENCY,
    BONNIE_NAMES,
    BONNIE_LATENCY,
    BONNIE_IO,
    BONNIE_FILES,
    BONNIE_PROGRESS,
    BONNIE_TAIL,      /* cells that mail pushed into a line of their own */
    BONNIE_HEAD_TAIL, /* the same of a header */
};

/* clang-format off: a table */
static const struct pattern_row bonnie_rows[] = {
    {BONNIE_IO_HEAD, "Sequential Output",
     "(?: Version \\s+ (?<version>\\d\\.\\d\\d\\w?) \\s* )? (?<! -) -+ Sequential \\s Output -+",
     {{"version", "", PATTERN_NONE}}},
    {BONNIE_FILE_HEAD, "Sequential Create", "-Sequential \\s Create-", {{0}}},
    {BONNIE_CONCURRENCY, "-Per Chr-", "^ \\s* (?: Concurrency \\s+ (?<concurrency>\\d+) )? \\s* -Per \\s Chr-",
     {{"concurrency", "", PATTERN_NONE}}},
    {BONNIE_NAMES, "%CP", "(?: K/sec|/sec ) \\s+ %CP", {{0}}},
    {BONNIE_LATENCY, "Latency", "^ \\s* Latency (?<cells> (?: \\s+ \\d+ (?:us|ms|s) )+ ) \\s* $",
     {{"cells", "", PATTERN_NONE}}},
    /* The machine's name may hold blanks, be empty, or touch the size. */
    {BONNIE_IO, NULL,
     "^ (?<machine> (?: .*? \\S )?? ) \\s* (?<size> \\d{1,12}[MG] (?: :[\\w:]*)? ) (?<cells> " PAIR "{4,6} ) \\s* $",
     {{"machine", "", PATTERN_NONE}, {"size", "", PATTERN_NONE}, {"cells", "", PATTERN_NONE}}},
    {BONNIE_FILES, NULL,
     "^ (?: \\s*+ | .*? \\s ) (?<files> \\d+ ) (?: : [\\w:/]+ | /\\d+ )? (?<cells> " PAIR "{1,6} ) \\s* $",
     {{"files", "", PATTERN_NONE}, {"cells", "", PATTERN_NONE}}},
    {BONNIE_TAIL, NULL,
     "^ (?: \\s* (?: \\*{0,2} \\d+ (?:\\.\\d+)? (?:[kmg]|us|ms|s)? \\*{0,2} | \\++ ) (?= \\s | $ ) )+ $", {{0}}},
    {BONNIE_HEAD_TAIL, NULL, "^ (?: \\s* (?: -* [A-Z][A-Za-z]* -+ | /sec | %CP | K/sec ) )+ \\s* $", {{0}}},
    {BONNIE_PROGRESS, "...", "^ \\s* (?: Writing|Rewriting|Reading|start \\s 'em|Create|Stat|Delete ) \\b .* \\.\\.\\.", {{0}}},
};
/* clang-format on */

const struct row_table row_table_bonnie = {"bonnie++", bonnie_rows,
                                           sizeof bonnie_rows / sizeof bonnie_rows[0]};

/* What the next row of figures belongs to. */
enum part { PART_NONE, PART_IO, PART_FILES };

struct bonnie {
    struct text *text;
    struct tool_output *output;
    struct pattern_set *rows;
    size_t stream;
    struct text_stream *lines;
    struct bonnie_run run;
    enum part part;       /* the header above */
    enum part latency_of; /* the row above */
    const char *columns;  /* the line of column names above, NULL before it */
    const char *concurrency;
    size_t header;        /* line of the I/O section's first header, NO_LINE */
};

/* The shortest line that is still read as CSV has 14 fields. */
static bool has_csv(const struct text *text)
{
    for (size_t s = 0; s < text->nr; s++)
        for (size_t i = 0; i < text->streams[s].nr; i++) {
            unsigned commas = 0;
            for (const char *at = text->streams[s].lines[i].at; (at = strchr(at, ',')); at++)
                commas++;
            if (commas >= 13)
                return true;
        }
    return false;
}

static int bonnie_bid(const struct text *text)
{
    if (text_holds(text, "Sequential Output") || text_holds(text, "Sequential Create"))
        return 80;
    return has_csv(text) ? 50 : 0;
}

struct cell {
    const char *at;
    size_t length;
};

/* Splits at blanks and takes off what marks bold. */
static size_t split_cells(const char *at, size_t length, struct cell *cells, size_t most)
{
    size_t nr = 0;
    for (const char *end = at + length; at < end && nr < most;) {
        while (at < end && (*at == ' ' || *at == '\t' || *at == '*'))
            at++;
        size_t size = 0;
        while (at + size < end && !strchr(" \t*", at[size]))
            size++;
        if (size)
            cells[nr++] = (struct cell){at, size};
        at += size;
    }
    return nr;
}

/* Returns the operation (0 to 5) whose column of names ends nearest to where a
 * cell ends, or BONNIE_IO_OPS where there are no names. */
static unsigned column_of(const char *columns, size_t cell_end)
{
    unsigned op = 0, best = BONNIE_IO_OPS;
    size_t least = (size_t)-1;
    for (const char *at = columns; at && (at = strstr(at, "/sec")); at += 4, op++) {
        size_t end = (size_t)(at + 4 - columns);
        size_t distance = end > cell_end ? end - cell_end : cell_end - end;
        if (distance < least && op < BONNIE_IO_OPS) {
            least = distance;
            best = op;
        }
    }
    return best;
}

/* Which operation the pair number i of nr pairs is: all six in order; four are
 * those of a run without the per-character tests; else by the columns. */
static unsigned op_of_pair(const struct bonnie *bonnie, const char *line, const struct cell *cell,
                           size_t i, size_t nr)
{
    static const unsigned fast[] = {1, 2, 4, 5};
    if (nr == BONNIE_IO_OPS)
        return (unsigned)i;
    if (nr == sizeof fast / sizeof fast[0] && bonnie->part == PART_IO)
        return fast[i];
    return column_of(bonnie->columns, (size_t)(cell->at + cell->length - line));
}

/* Finds the operation of each pair; returns whether each has one of its own. */
static bool place_pairs(const struct bonnie *bonnie, const char *line, const struct cell *cells,
                        size_t pairs, unsigned *ops)
{
    bool is_taken[BONNIE_IO_OPS] = {false};
    for (size_t i = 0; i < pairs; i++) {
        ops[i] = op_of_pair(bonnie, line, &cells[2 * i], i, pairs);
        if (ops[i] >= BONNIE_IO_OPS || is_taken[ops[i]])
            return false;
        is_taken[ops[i]] = true;
    }
    return true;
}

static void add_pair(struct bonnie *bonnie, size_t at, const char *subject, unsigned op,
                     const struct cell *rate, const struct cell *cpu)
{
    double percent;
    bonnie->run.results[op] = bonnie->output->nr;
    struct result *result = tool_add_result(bonnie->output, bonnie->text, bonnie->stream, at,
                                            "bonnie++", bonnie_ops[op]);
    result->record->source.text = subject;
    if (bonnie->header != NO_LINE)
        result->first = bonnie->header;
    if (op >= BONNIE_IO_OPS && bonnie_prints_bogus_rates(bonnie->run.version) &&
        rate->at[0] != '+')
        record_warn(result->record, "create-rate-bogus", result->record->source.line);
    else if (bonnie_set_rate(result->record, &bonnie->run, op, rate->at, rate->length))
        record_set_column(result->record, op < BONNIE_SEEKS ? "bw_bytes_per_s" : "ops_per_s",
                          (size_t)(rate->at - subject), rate->length);
    if (units_number(cpu->at, cpu->length, &percent, NULL))
        record_set_metric(result->record, "cpu_pct", percent, 1);
    bonnie_describe(bonnie->output, &bonnie->run, result);
}

static void take_cells(struct bonnie *bonnie, size_t at, const struct pattern_match *match)
{
    struct cell cells[2 * BONNIE_IO_OPS];
    unsigned ops[BONNIE_IO_OPS];
    const char *start;
    size_t length;
    unsigned first = bonnie->part == PART_IO ? 0 : BONNIE_IO_OPS;
    if (!pattern_group(match, "cells", &start, &length))
        return;
    size_t pairs = split_cells(start, length, cells, 2 * BONNIE_IO_OPS) / 2;
    if (!place_pairs(bonnie, match->subject, cells, pairs, ops)) {
        tool_fail(bonnie->output, bonnie->lines->lines[at].line,
                  "a row of bonnie++ whose columns cannot be told apart", "add its CSV line");
        return;
    }
    for (size_t i = 0; i < pairs; i++)
        add_pair(bonnie, at, match->subject, first + ops[i], &cells[2 * i], &cells[2 * i + 1]);
    bonnie->latency_of = bonnie->part;
}

static void take_io_row(struct bonnie *bonnie, size_t at, const struct pattern_match *match)
{
    struct arena *arena = bonnie->output->arena;
    const char *version = bonnie->run.version;
    double bytes = 0;
    bonnie->run = bonnie_run_new();
    bonnie->run.version = version;
    bonnie->run.concurrency = bonnie->concurrency;
    bonnie->run.machine = pattern_group_text(match, "machine", arena);
    bonnie->run.size = pattern_group_text(match, "size", arena);
    if (bonnie->run.size &&
        units_quantity(bonnie->run.size, strcspn(bonnie->run.size, ":"), UNITS_BINARY, &bytes, NULL))
        bonnie->run.size_bytes = bytes;
    bonnie->run.invocation = ++bonnie->output->invocations;
    take_cells(bonnie, at, match);
}

static void take_file_row(struct bonnie *bonnie, size_t at, const struct pattern_match *match)
{
    pattern_group_value(match, "files", PATTERN_NUMBER, &bonnie->run.files, NULL);
    if (!bonnie->run.invocation)
        bonnie->run.invocation = ++bonnie->output->invocations;
    take_cells(bonnie, at, match);
    bonnie->part = PART_NONE;
}

/* The longest time of one operation, in the order of the columns. */
static void take_latency(struct bonnie *bonnie, size_t at, const struct pattern_match *match)
{
    struct cell cells[BONNIE_IO_OPS];
    const char *start;
    size_t length;
    unsigned first = bonnie->latency_of == PART_FILES ? BONNIE_IO_OPS : 0;
    if (bonnie->latency_of == PART_NONE || !pattern_group(match, "cells", &start, &length))
        return;
    size_t nr = split_cells(start, length, cells, BONNIE_IO_OPS);
    for (size_t i = 0; i < nr; i++) {
        unsigned op = first + op_of_pair(bonnie, match->subject, &cells[i], i, nr);
        double seconds;
        if (op >= BONNIE_OPS || bonnie->run.results[op] == NO_LINE ||
            !units_duration(cells[i].at, cells[i].length, &seconds, NULL))
            continue;
        struct result *result = &bonnie->output->at[bonnie->run.results[op]];
        record_set_metric(result->record, "lat_max_ns", round(seconds * 1e9), 0);
        result->last = at;
    }
}

static void take_head(struct bonnie *bonnie, size_t at, const struct pattern_match *match)
{
    bonnie->part = match->row->id == BONNIE_IO_HEAD ? PART_IO : PART_FILES;
    bonnie->columns = NULL;
    if (bonnie->part != PART_IO)
        return;
    bonnie->header = at;
    bonnie->run.version = pattern_group_text(match, "version", bonnie->output->arena);
    bonnie->concurrency = NULL;
}

/* Says whether a match of that row counts where the walk stands. */
static bool is_in_place(const struct bonnie *bonnie, int row)
{
    if (row == BONNIE_IO)
        return bonnie->part == PART_IO;
    if (row == BONNIE_TAIL || row == BONNIE_HEAD_TAIL)
        return false; /* only behind what they are the tail of */
    return row == BONNIE_FILES ? bonnie->part == PART_FILES : true;
}

static bool is_head(int row)
{
    return row == BONNIE_IO_HEAD || row == BONNIE_FILE_HEAD || row == BONNIE_CONCURRENCY ||
           row == BONNIE_NAMES;
}

/* Matches the line, joined with the next one where mail has pushed cells or column
 * names there; *used says how many lines that takes. */
static bool match_line(struct bonnie *bonnie, size_t at, struct pattern_match *match, size_t *used)
{
    const struct text_stream *lines = bonnie->lines;
    const struct text_line *line = &lines->lines[at];
    const struct text_line *next = at + 1 < lines->nr ? line + 1 : NULL;
    struct pattern_match tail;
    *used = 1;
    if (next && next->class == LINE_PROSE && !text_is_blank(next)) {
        const char *joined = text_join(bonnie->text, lines, at, 2);
        bool is_cells =
            pattern_match_row(bonnie->rows, BONNIE_TAIL, next->at, next->length, &tail);
        bool is_names =
            !is_cells &&
            pattern_match_row(bonnie->rows, BONNIE_HEAD_TAIL, next->at, next->length, &tail);
        *used = 2;
        if ((is_cells || is_names) &&
            pattern_match(bonnie->rows, joined, strlen(joined), match) &&
            is_in_place(bonnie, match->row->id) && is_head(match->row->id) == is_names)
            return true;
        *used = 1;
    }
    return pattern_match(bonnie->rows, line->at, line->length, match) &&
           is_in_place(bonnie, match->row->id);
}

/* Takes the line at `at`; returns how many lines were used. */
static size_t take_line(struct bonnie *bonnie, size_t at)
{
    struct text_line *line = &bonnie->lines->lines[at];
    struct pattern_match match;
    size_t used;
    if (line->class != LINE_PROSE || text_is_blank(line))
        return 1;
    if (strchr(line->at, ',') &&
        bonnie_take_csv(bonnie->text, bonnie->output, bonnie->stream, at, &bonnie->run))
        return 1;
    if (!match_line(bonnie, at, &match, &used)) {
        /* The machine's name of the file section stands alone before its columns. */
        if (bonnie->part == PART_FILES && strstr(line->at, "-Create--"))
            line->class = LINE_DETAIL;
        return 1;
    }
    line->class = LINE_DETAIL;
    switch ((enum bonnie_row)match.row->id) {
    case BONNIE_IO_HEAD:
    case BONNIE_FILE_HEAD:
        take_head(bonnie, at, &match);
        break;
    case BONNIE_CONCURRENCY:
        bonnie->concurrency = pattern_group_text(&match, "concurrency", bonnie->output->arena);
        break;
    case BONNIE_NAMES:
        bonnie->columns = match.subject;
        break;
    case BONNIE_LATENCY:
        take_latency(bonnie, at, &match);
        break;
    case BONNIE_IO:
        take_io_row(bonnie, at, &match);
        break;
    case BONNIE_FILES:
        take_file_row(bonnie, at, &match);
        break;
    case BONNIE_PROGRESS:
    case BONNIE_TAIL:
    case BONNIE_HEAD_TAIL:
        break;
    }
    for (size_t i = at; i < at + used; i++)
        if (bonnie->lines->lines[i].class == LINE_PROSE)
            bonnie->lines->lines[i].class = LINE_DETAIL;
    return used;
}

static void bonnie_run_parser(struct text *text, const struct commands *commands,
                              struct tool_output *output)
{
    (void)commands;
    struct pattern_set *rows = pattern_set_new(row_table_bonnie.rows, row_table_bonnie.nr);
    for (size_t s = 0; s < text->nr; s++) {
        struct bonnie bonnie = {.text = text,
                                .output = output,
                                .rows = rows,
                                .stream = s,
                                .lines = &text->streams[s],
                                .run = bonnie_run_new(),
                                .header = NO_LINE};
        for (size_t at = 0;
             at < bonnie.lines->nr && !tool_is_full(output, bonnie.lines->lines[at].line);)
            at += take_line(&bonnie, at);
    }
    pattern_set_free(rows);
}

const struct tool_parser tool_bonnie = {"bonnie++", bonnie_bid, bonnie_run_parser};
