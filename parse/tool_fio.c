/* fio's text output: block structure over the rows of fio_rows.c. */
#include <ctype.h>
#include <glib.h>
#include <string.h>

#include "parse/fio.h"
#include "parse/line_class.h"

enum {
    WRAPPED_LINES = 2, /* how many lines mail may have added to a line of figures */
};

/* What only fio prints, in falling order of weight. */
static int fio_bid(const struct text *text)
{
    static const struct {
        const char *mark;
        int bid;
    } rows[] = {{"(groupid=", 90},  {"Run status group", 90}, {"runt=", 60},
                {"IOPS=", 60},      {"aggrb=", 60},           {"READ: bw=", 60},
                {"WRITE: bw=", 60}, {"TRIM: bw=", 60},        {"MIXED: bw=", 60},
                {"samples=", 40},      {"per=", 40},
                {"(g=", 40},        {"fio: ", 10}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (text_holds(text, rows[i].mark))
            return rows[i].bid;
    return 0;
}

static void take_version(struct fio *fio, const struct pattern_match *match)
{
    fio_end_invocation(fio);
    fio->version = pattern_group_text(match, "version", fio->output->arena);
}

static void take_client(struct fio *fio, const struct pattern_match *match)
{
    take_version(fio, match);
    fio->is_client = true;
}

static void take_description(struct fio *fio, const struct pattern_match *match)
{
    enum { LONGEST = 200 };
    const char *text = pattern_group_text(match, "text", fio->output->arena);
    if (fio->has_block && text && *text && strlen(text) <= LONGEST)
        fio->block.description = text;
}

/* A signal cuts the run short; other messages tell why there is no result. */
static void take_message(struct fio *fio, size_t at, const struct pattern_match *match)
{
    const char *text = pattern_group_text(match, "text", fio->output->arena);
    if (!strncmp(text, "terminating on", 14)) {
        fio->is_interrupted = fio->was_signalled = true;
        return;
    }
    static const char *const fatal[] = {"err=",    "failed", "unrecognized", "dropped", "unable ",
                                        "too small", "no ",  "bad ",         "must "};
    for (size_t i = 0; !fio->complaint && i < sizeof fatal / sizeof fatal[0]; i++)
        if (strstr(text, fatal[i])) {
            fio->complaint = text;
            fio->complaint_line = fio->lines->lines[at].line;
        }
}

/* Says whether a line starts figures that mail may have wrapped. */
static bool may_be_wrapped(const char *line)
{
    return strstr(line, "io=") || strstr(line, "IOPS=") || strstr(line, "aggrb=") ||
           strstr(line, " bw=") || strstr(line, "(g=") || strstr(line, "first_error=");
}

/* Says whether the figures start in the first line, of length bytes, and not behind it. */
static bool starts_in(const struct pattern_match *match, size_t length)
{
    static const char *const groups[] = {"op", "iops"};
    const char *at;
    size_t size;
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        if (pattern_group(match, groups[i], &at, &size))
            return (size_t)(at - match->subject) < length;
    return true;
}

/* Matches the line, or the line joined with the next ones; *used says how many. */
static bool match_line(struct fio *fio, size_t at, struct pattern_match *match,
                       const char **joined, size_t *used)
{
    *joined = fio_without_host(fio, fio->lines->lines[at].at);
    *used = 1;
    if (pattern_match(fio->rows, *joined, strlen(*joined), match))
        return true;
    if (!may_be_wrapped(*joined))
        return false;
    size_t length = strlen(*joined);
    for (*used = 2; *used <= 1 + WRAPPED_LINES && at + *used <= fio->lines->nr; ++*used) {
        *joined = fio_without_host(fio, text_join(fio->text, fio->lines, at, *used));
        if (pattern_match(fio->rows, *joined, strlen(*joined), match) &&
            match->row->id != FIO_DETAIL && match->row->id != FIO_TAIL && starts_in(match, length))
            return true;
    }
    *used = 1;
    return false;
}

/* Takes a line that tells more of a block or of the run, but gives no record. */
static void take_detail(struct fio *fio, size_t at, const struct pattern_match *match)
{
    switch ((enum fio_row)match->row->id) {
    case FIO_DESCRIPTION:
        take_description(fio, match);
        break;
    case FIO_LATENCY:
        fio_take_latency(fio, at, match);
        break;
    case FIO_PRIORITY:
        fio->block.latency = NULL;
        break;
    case FIO_PCT_HEAD:
        fio_take_percentile_head(fio, match);
        break;
    case FIO_PCT:
        fio_take_percentiles(fio, fio->lines->lines[at].at);
        break;
    case FIO_CPU:
        fio_take_cpu(fio, match);
        break;
    case FIO_ISSUED:
        fio_take_issued(fio, match);
        break;
    case FIO_ERRORS:
        fio_take_errors(fio, match);
        break;
    case FIO_DISK:
        fio_take_disk(fio, match);
        break;
    default:
        break;
    }
}

/* Takes a line that stands around the blocks. */
static void take_frame(struct fio *fio, size_t at, const struct pattern_match *match)
{
    switch ((enum fio_row)match->row->id) {
    case FIO_STATUS:
        fio_take_status(fio, match);
        break;
    case FIO_PREAMBLE:
        fio_take_preamble(fio, match);
        break;
    case FIO_DOTS:
        fio_take_dots(fio);
        break;
    case FIO_VERSION:
    case FIO_BARE:
        take_version(fio, match);
        break;
    case FIO_STARTING:
        fio_end_invocation(fio);
        break;
    case FIO_CLIENT:
        take_client(fio, match);
        break;
    case FIO_MESSAGE:
        take_message(fio, at, match);
        break;
    default:
        take_detail(fio, at, match);
        break;
    }
}

/* Says whether the line above is fio's. */
static bool is_below_output(const struct text_stream *lines, size_t at)
{
    return at && line_class_is_output(&lines->lines[at - 1]);
}

/* A list of figures that ends in a comma goes on in the next line. */
static bool is_tail(const struct text_stream *lines, size_t at)
{
    const struct text_line *above = at ? &lines->lines[at - 1] : NULL;
    return is_below_output(lines, at) && above->length && above->at[above->length - 1] == ',' &&
           strchr(lines->lines[at].at, '=');
}

/* What looks like fio's line but stands where fio prints none. */
static bool is_misplaced(const struct fio *fio, size_t at, int row)
{
    if (row == FIO_TAIL)
        return !is_below_output(fio->lines, at);
    if (row == FIO_BARE || row == FIO_DOTS)
        return !fio->is_below_preamble;
    return false;
}

/* "[...]": somebody left lines out. */
static bool is_gap(const char *line)
{
    while (*line && !isalnum((unsigned char)*line))
        line++;
    return !*line || !strncasecmp(line, "snip", 4) || !strncasecmp(line, "cut", 3);
}

static bool is_host_only(struct fio *fio, const char *line)
{
    const char *rest = fio_without_host(fio, line);
    return rest != line && !rest[strspn(rest, " \t")];
}

/* Lines of several hosts, each with its name in front. */
static bool is_of_other_host(const struct text_stream *lines, size_t at)
{
    const char *above = at ? lines->lines[at - 1].prefix : NULL, *own = lines->lines[at].prefix;
    return above && own && strcmp(above, own);
}

/* Takes the line at `at`; returns how many lines were used. */
static size_t take_line(struct fio *fio, size_t at)
{
    struct text_line *line = &fio->lines->lines[at];
    if (is_of_other_host(fio->lines, at))
        fio_end_invocation(fio);
    struct pattern_match match;
    const char *joined;
    size_t used;
    fio->has_foreign = fio->has_foreign || line->class == LINE_COMMAND;
    if (line->class != LINE_PROSE || text_is_blank(line) || fio_take_columns(fio, at))
        return 1;
    if (fio->is_client && is_host_only(fio, line->at)) {
        line->class = LINE_DETAIL;
        return 1;
    }
    if (!match_line(fio, at, &match, &joined, &used) ||
        is_misplaced(fio, at, match.row->id)) {
        if (is_tail(fio->lines, at))
            line->class = LINE_DETAIL;
        else if (!fio_take_named(fio, at))
            fio->has_foreign = fio->has_foreign || !is_gap(line->at);
        return 1;
    }
    int row = match.row->id;
    fio->has_samples = fio->has_samples || row == FIO_SAMPLES;
    fio->has_others = fio->has_others || row != FIO_SAMPLES;
    if (fio->disks_nr && row != FIO_DISK && row != FIO_TAIL)
        fio_close_disks(fio);
    if (row == FIO_HEADER) {
        fio_take_header(fio, at, &match);
    } else if (row == FIO_OLD || row == FIO_NEW || row == FIO_BLEND) {
        fio_take_direction(fio, at, used, joined, &match);
        if (used == 1 && row != FIO_BLEND)
            fio_take_beside(fio, at, &match);
    } else if (row == FIO_SUM_OLD || row == FIO_SUM_NEW) {
        fio_take_sum(fio, at, used, joined, &match);
    } else {
        for (size_t i = at; i < at + used; i++)
            fio->lines->lines[i].class = LINE_DETAIL;
        take_frame(fio, at, &match);
        if (fio->has_block && fio->output->nr > fio->block.first_result)
            fio->output->at[fio->output->nr - 1].last = at + used - 1;
    }
    fio->is_below_preamble = row == FIO_PREAMBLE || (fio->is_below_preamble && row == FIO_DOTS);
    return row == FIO_HEADER ? 1 : used;
}

/* A mixed direction that nothing filled is no result. */
static void drop_empty(struct fio *fio, size_t first)
{
    for (size_t i = first; i < fio->output->nr; i++) {
        struct result *result = &fio->output->at[i];
        if (result->is_superseded || strcmp(result->record->op, "mixed") ||
            record_metric(result->record, "bw_bytes_per_s", NULL))
            continue;
        result->is_superseded = true;
        tool_fail(fio->output, result->record->source.line,
                  "a mixed direction of fio that is printed without figures",
                  "read and write stand beside it");
    }
}

static void walk_stream(struct fio *fio)
{
    struct tool_output *output = fio->output;
    size_t first = output->nr, failures = output->failures_nr;
    for (size_t at = 0;
         at < fio->lines->nr && !tool_is_full(output, fio->lines->lines[at].line);)
        at += take_line(fio, at);
    fio_close_block(fio);
    fio_close_disks(fio);
    drop_empty(fio, first);
    if (fio->complaint && output->nr == first && output->failures_nr == failures)
        tool_fail(output, fio->complaint_line,
                  arena_printf(output->arena, "fio gave no result: %s", fio->complaint),
                  "mend that and measure again");
}

static void fio_run(struct text *text, const struct commands *commands,
                    struct tool_output *output)
{
    (void)commands;
    struct pattern_set *rows = pattern_set_new(fio_rows, fio_rows_nr);
    struct fio *walks = arena_alloc(output->arena, (text->nr + 1) * sizeof *walks);
    for (size_t s = 0; s < text->nr; s++) {
        struct fio *fio = &walks[s];
        *fio = (struct fio){.text = text,
                            .output = output,
                            .rows = rows,
                            .stream = s,
                            .lines = &text->streams[s],
                            .last_status = -1};
        fio->ops = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        walk_stream(fio);
    }
    bool is_lone = !output->nr;
    for (size_t s = 0; s < text->nr; s++) {
        if (is_lone && walks[s].has_samples && !walks[s].has_others && !text->streams[s].quote)
            fio_take_lone_samples(&walks[s]);
        g_hash_table_destroy(walks[s].ops);
    }
    fio_settle_copies(output);
    pattern_set_free(rows);
}

const struct tool_parser tool_fio = {"fio", fio_bid, fio_run};
