/* fio's text output: block structure over the rows of fio_rows.c. */
#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "parse/fio.h"
#include "parse/line_class.h"

enum {
    WRAPPED_LINES = 2, /* how many lines mail may have added to a line of figures */
};

static int fio_bid(const struct text *text)
{
    if (text_holds(text, "(groupid=") || text_holds(text, "Run status group"))
        return 90;
    return text_holds(text, "runt=") || text_holds(text, "IOPS=") ? 60 : 0;
}

static void fail_block(struct fio *fio)
{
    unsigned long line = fio->lines->lines[fio->block.header].line;
    const char *why = "a fio job without any line of figures";
    if (!fio->block.error) {
        tool_fail(fio->output, line, why, "see whether the text is complete");
        return;
    }
    tool_fail(fio->output, line,
              arena_printf(fio->output->arena, "%s: it failed with error %d, %s", why,
                           fio->block.error, strerror(fio->block.error)),
              "mend that and measure again");
}

/* A block whose header is followed by no line of figures. */
static void close_block(struct fio *fio)
{
    if (fio->has_block && fio->block.header != NO_LINE &&
        fio->block.first_result == fio->output->nr)
        fail_block(fio);
    for (size_t i = fio->has_block ? fio->block.first_result : fio->output->nr;
         i < fio->output->nr; i++)
        fio_refine(fio->output->at[i].record);
    fio->has_block = false;
    fio->block.latency = NULL;
}

static void take_header(struct fio *fio, size_t at, const struct pattern_match *match)
{
    struct arena *arena = fio->output->arena;
    const char *job = pattern_group_text(match, "job", arena);
    const char *group = pattern_group_text(match, "group", arena);
    const char *pid_text = pattern_group_text(match, "pid", arena);
    unsigned long pid = pid_text ? strtoul(pid_text, NULL, 10) : 0;
    double jobs = 0, error = 0;
    close_block(fio);
    job = job ? job : "";
    bool is_all = !strcmp(job, "All clients");
    fio_supersede(fio, job, group, pid);
    if (!is_all && fio_is_new_invocation(fio, job, group, pid))
        fio_start_invocation(fio);
    pattern_group_value(match, "jobs", PATTERN_NUMBER, &jobs, NULL);
    pattern_group_value(match, "err", PATTERN_NUMBER, &error, NULL);
    fio->block = (struct fio_block){.job = job,
                                .error = error > 0 && error < 4096 ? (int)error : 0,
                                .group = group,
                                .jobs = jobs > 0 && jobs < 1e6 ? (unsigned)jobs : 0,
                                .pid = pid,
                                .header = at,
                                .first_result = fio->output->nr,
                                .is_all_clients = is_all};
    fio->has_block = true;
    fio->has_foreign = false;
    fio->status_group = NULL;
    fio->lines->lines[at].class = LINE_DETAIL;
}

/* Returns the params that the preamble states for the job, or NULL. */
static const struct record_pairs *find_params(const struct fio *fio, const char *job)
{
    for (size_t i = fio->preambles_nr; i-- > 0;)
        if (!strcmp(fio->preambles[i].job, job))
            return &fio->preambles[i].params;
    return NULL;
}

/* Gives a record what its block, its invocation and the preamble know. */
static void describe(struct fio *fio, struct result *result)
{
    struct record *record = result->record;
    const struct fio_block *block = &fio->block;
    result->invocation = fio->invocation;
    record->invocation = arena_printf(fio->output->arena, "%u", fio->invocation);
    record->tool_version = fio->version;
    if (!fio->has_block || block->header == NO_LINE)
        return;
    result->first = block->header;
    result->pid = block->pid;
    if (block->error)
        record_warn(record, "job-error", fio->lines->lines[block->header].line);
    record->job = block->is_all_clients ? NULL : block->job;
    record->group = block->group;
    record->jobs = block->jobs;
    record->scope = block->is_all_clients ? RECORD_SCOPE_ALL_CLIENTS : RECORD_SCOPE_JOB;
    const struct record_pairs *params = find_params(fio, block->job);
    for (size_t i = 0; params && i < params->nr; i++)
        record_set_pair(record, &record->params, params->at[i].name, params->at[i].value);
}

static const char *op_name(const struct pattern_match *match)
{
    static const char *const names[] = {"read", "write", "trim", "mixed"};
    const char *at;
    size_t length;
    if (pattern_group(match, "op", &at, &length))
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
            if (!strncasecmp(names[i], at, length) && strlen(names[i]) == length)
                return names[i];
    return "";
}

/* Says whether the block already has a result of that operation; so it has few. */
static bool block_has_op(const struct fio *fio, const char *op)
{
    for (size_t i = fio->block.first_result; i < fio->output->nr; i++)
        if (!strcmp(fio->output->at[i].record->op, op))
            return true;
    return false;
}

/* Lines of figures without a header of their own: each new set is an execution.
 * Below a header each operation stands once, so that one more of the same has
 * lost its own. */
static void open_headless(struct fio *fio, const char *op)
{
    if (fio->has_block && !block_has_op(fio, op))
        return;
    close_block(fio);
    fio_start_invocation(fio);
    fio->block = (struct fio_block){.header = NO_LINE, .first_result = fio->output->nr};
    fio->has_block = true;
}

static void take_direction(struct fio *fio, size_t at, size_t used, const char *joined,
                           const struct pattern_match *match)
{
    const char *op = op_name(match);
    open_headless(fio, op);
    struct result *result =
        tool_add_result(fio->output, fio->text, fio->stream, at, "fio", op);
    struct record *record = result->record;
    record->source.text = joined;
    describe(fio, result);
    fio_note_op(fio, record);
    result->last = at + used - 1;
    for (size_t i = at + 1; i < at + used; i++)
        fio->lines->lines[i].class = LINE_DETAIL;
    pattern_fill(match, record);
    if (match->row->id == FIO_OLD)
        fio_correct_rate(record, joined);
    else
        fio_choose_rate(match, record);
    fio->block.latency = NULL;
    fio->has_foreign = false;
}

static void take_status(struct fio *fio, const struct pattern_match *match)
{
    close_block(fio);
    fio->status_group = pattern_group_text(match, "group", fio->output->arena);
    long group = strtol(fio->status_group, NULL, 10);
    if (!fio->invocation || group <= fio->last_status)
        fio_start_invocation(fio);
    fio->last_status = group;
}

/* A status line is a result only where no job of the group stands in the text. */
static void take_sum(struct fio *fio, size_t at, size_t used, const char *joined,
                     const struct pattern_match *match)
{
    const char *op = op_name(match);
    for (size_t i = at; i < at + used; i++)
        fio->lines->lines[i].class = LINE_DETAIL;
    if (fio_has_op(fio, fio->status_group ? fio->status_group : FIO_ANY_GROUP, op) ||
        fio_has_op(fio, FIO_NO_GROUP, op))
        return;
    if (!fio->invocation || !fio->status_group)
        fio_start_invocation(fio);
    struct result *result = tool_add_result(fio->output, fio->text, fio->stream, at, "fio", op);
    result->record->source.text = joined;
    result->last = at + used - 1;
    describe(fio, result);
    result->record->group = fio->status_group;
    result->record->scope = RECORD_SCOPE_GROUP;
    fio_note_op(fio, result->record);
    pattern_fill(match, result->record);
    if (match->row->id == FIO_SUM_NEW)
        fio_choose_rate(match, result->record);
    else
        fio_correct_sum(match, result->record);
}

static void take_preamble(struct fio *fio, const struct pattern_match *match)
{
    struct arena *arena = fio->output->arena;
    close_block(fio);
    fio->is_boundary = true;
    if (fio->preambles_nr == FIO_PREAMBLES)
        return;
    struct fio_preamble *preamble = &fio->preambles[fio->preambles_nr++];
    struct record *holder = record_new(arena, RECORD_RESULT);
    const char *job = pattern_group_text(match, "job", arena);
    const char *bs = pattern_group_text(match, "bs", arena);
    pattern_fill(match, holder);
    if (bs)
        record_set_pair(holder, &holder->params, "bs", fio_block_size(arena, bs));
    *preamble = (struct fio_preamble){job ? job : "", holder->params};
}

static void take_version(struct fio *fio, const struct pattern_match *match)
{
    close_block(fio);
    fio->version = pattern_group_text(match, "version", fio->output->arena);
    fio->is_boundary = true;
}

/* Says whether a line starts figures that mail may have wrapped. */
static bool may_be_wrapped(const char *line)
{
    return strstr(line, "io=") || strstr(line, "IOPS=") || strstr(line, "aggrb=") ||
           strstr(line, " bw=") || strstr(line, "(g=");
}

/* Matches the line, or the line joined with the next ones; *used says how many. */
static bool match_line(struct fio *fio, size_t at, struct pattern_match *match,
                       const char **joined, size_t *used)
{
    const struct text_line *line = &fio->lines->lines[at];
    *joined = line->at;
    *used = 1;
    if (pattern_match(fio->rows, line->at, line->length, match))
        return true;
    if (!may_be_wrapped(line->at))
        return false;
    for (*used = 2; *used <= 1 + WRAPPED_LINES && at + *used <= fio->lines->nr; ++*used) {
        *joined = text_join(fio->text, fio->lines, at, *used);
        if (pattern_match(fio->rows, *joined, strlen(*joined), match) &&
            match->row->id != FIO_DETAIL && match->row->id != FIO_TAIL)
            return true;
    }
    *used = 1;
    return false;
}

/* Takes a line that tells more of a block or of the run, but gives no record. */
static void take_detail(struct fio *fio, size_t at, size_t used,
                        const struct pattern_match *match)
{
    switch ((enum fio_row)match->row->id) {
    case FIO_LATENCY:
        fio_take_latency(fio, match);
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
    case FIO_STATUS:
        take_status(fio, match);
        break;
    case FIO_PREAMBLE:
        take_preamble(fio, match);
        break;
    case FIO_VERSION:
        take_version(fio, match);
        break;
    case FIO_STARTING:
        fio->is_boundary = true;
        break;
    default:
        break;
    }
    for (size_t i = at; i < at + used; i++)
        fio->lines->lines[i].class = LINE_DETAIL;
    if (fio->has_block && fio->output->nr > fio->block.first_result)
        fio->output->at[fio->output->nr - 1].last = at + used - 1;
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

/* Takes the line at `at`; returns how many lines were used. */
static size_t take_line(struct fio *fio, size_t at)
{
    struct text_line *line = &fio->lines->lines[at];
    struct pattern_match match;
    const char *joined;
    size_t used;
    if (line->class != LINE_PROSE || text_is_blank(line))
        return 1;
    if (!match_line(fio, at, &match, &joined, &used) ||
        (match.row->id == FIO_TAIL && !is_below_output(fio->lines, at))) {
        if (is_tail(fio->lines, at))
            line->class = LINE_DETAIL;
        else
            fio->has_foreign = true;
        return 1;
    }
    switch ((enum fio_row)match.row->id) {
    case FIO_HEADER:
        take_header(fio, at, &match);
        return 1;
    case FIO_OLD:
    case FIO_NEW:
        take_direction(fio, at, used, joined, &match);
        return used;
    case FIO_SUM_OLD:
    case FIO_SUM_NEW:
        take_sum(fio, at, used, joined, &match);
        return used;
    default:
        take_detail(fio, at, used, &match);
        return used;
    }
}

static void fio_run(struct text *text, const struct commands *commands,
                    struct tool_output *output)
{
    (void)commands;
    struct pattern_set *rows = pattern_set_new(fio_rows, fio_rows_nr);
    for (size_t s = 0; s < text->nr; s++) {
        struct fio *fio = arena_alloc(output->arena, sizeof *fio);
        *fio = (struct fio){.text = text,
                            .output = output,
                            .rows = rows,
                            .stream = s,
                            .lines = &text->streams[s],
                            .last_status = -1};
        fio->ops = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        for (size_t at = 0;
             at < fio->lines->nr && !tool_is_full(output, fio->lines->lines[at].line);)
            at += take_line(fio, at);
        close_block(fio);
        g_hash_table_destroy(fio->ops);
    }
    pattern_set_free(rows);
}

const struct tool_parser tool_fio = {"fio", fio_bid, fio_run};
