/* Blocks of fio's text output: a job's header and its directions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parse/fio.h"

static void fail_block(struct fio *fio)
{
    const struct fio_block *block = &fio->block;
    struct arena *arena = fio->output->arena;
    unsigned long line = fio->lines->lines[block->header].line;
    if (block->error) {
        const char *why = block->why ? strstr(block->why, "error=") : NULL;
        why = why ? strstr(why, ", error=") ? strstr(why, ", error=") + 8 : why + 6
                  : strerror(block->error);
        tool_fail(fio->output, line,
                  arena_printf(arena, "a fio job without any line of figures: it failed with "
                                      "error %d, %s", block->error, why),
                  "mend that and measure again");
    } else if (block->is_complete || block->is_idle) {
        tool_fail(fio->output, line, "a fio job that did no I/O, and so has no figures",
                  "see its size, runtime, rw and ioengine");
    } else {
        tool_fail(fio->output, line, "a fio job without any line of figures",
                  "see whether the text is complete");
    }
}

void fio_close_block(struct fio *fio)
{
    size_t first = fio->has_block ? fio->block.first_result : fio->output->nr;
    if (fio->has_block && fio->block.header != NO_LINE && first == fio->output->nr &&
        !fio->block.is_all_clients)
        fail_block(fio);
    for (size_t i = first; i < fio->output->nr; i++)
        fio_refine(fio->output->at[i].record);
    fio->has_block = false;
    fio->block.latency = NULL;
}

/* Behind the remnants of a line of progress a name starts anew. */
static const char *without_progress(const char *job)
{
    const char *mark = strstr(job, "[eta "), *end = NULL;
    for (; mark; mark = strstr(mark + 1, "[eta "))
        end = strchr(mark, ']') ? strchr(mark, ']') : end;
    if (!end)
        return job;
    end += strspn(end, "]");
    return end + strspn(end, " \t");
}

/* The sums of all clients of different runs stand one below the other. */
static bool is_other_sum(const struct fio *fio, bool is_all)
{
    return is_all && (!fio->invocation || fio->block.is_all_clients ||
                      (fio->has_foreign && !fio->is_client));
}

void fio_take_header(struct fio *fio, size_t at, const struct pattern_match *match)
{
    struct arena *arena = fio->output->arena;
    const char *job = pattern_group_text(match, "job", arena);
    const char *group = pattern_group_text(match, "group", arena);
    const char *pid_text = pattern_group_text(match, "pid", arena);
    unsigned long pid = pid_text ? strtoul(pid_text, NULL, 10) : 0;
    double jobs = 0, error = 0;
    fio_close_block(fio);
    job = job ? without_progress(fio_without_host(fio, job)) : "";
    bool is_all = !strcmp(job, "All clients");
    bool is_repeated = fio_supersede(fio, job, group, pid);
    bool is_new = is_all ? is_other_sum(fio, is_all) : fio_is_new_invocation(fio, job, group, pid);
    if (is_new && !is_repeated)
        fio_start_invocation(fio);
    pattern_group_value(match, "jobs", PATTERN_NUMBER, &jobs, NULL);
    pattern_group_value(match, "err", PATTERN_NUMBER, &error, NULL);
    fio->block = (struct fio_block){.job = job,
                                    .error = error > 0 && error < 4096 ? (int)error : 0,
                                    .why = pattern_group_text(match, "why", arena),
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

void fio_describe(struct fio *fio, struct result *result)
{
    struct record *record = result->record;
    result->invocation = fio->invocation;
    record->tool_version = fio->version;
    if (fio->host)
        record_set_pair(record, &record->params, "host", fio->host);
    if (fio->is_interrupted)
        record_warn(record, "partial", record->source.line);
}

struct result *fio_add_result(struct fio *fio, size_t at, const char *op)
{
    struct result *result = tool_add_result(fio->output, fio->text, fio->stream, at, "fio", op);
    struct record *record = result->record;
    const struct fio_block *block = &fio->block;
    fio_describe(fio, result);
    if (!fio->has_block || block->header == NO_LINE)
        return result;
    result->first = block->header;
    result->pid = block->pid;
    if (block->error)
        record_warn(record, "job-error", fio->lines->lines[block->header].line);
    record->job = block->is_all_clients ? NULL : block->job;
    record->group = block->group;
    record->jobs = block->jobs;
    record->scope = block->is_all_clients ? RECORD_SCOPE_ALL_CLIENTS : RECORD_SCOPE_JOB;
    fio_apply_preamble(fio, record, record->job, block->group);
    if (block->description)
        record_set_pair(record, &record->params, "description", block->description);
    return result;
}

const char *fio_op_name(const struct pattern_match *match)
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

/* Says whether a direction goes on with the block under way: the lines behind those of
 * all directions were not seen yet, and where its header is lost nothing else stood
 * between. */
static bool goes_on(const struct fio *fio, const char *op)
{
    return fio->has_block && *op && !block_has_op(fio, op) && !fio->block.is_complete &&
           (fio->block.header != NO_LINE || !fio->has_foreign);
}

/* Lines of figures without a header of their own: each new set is an execution.
 * Below a header each operation stands once, so that one more of the same has
 * lost its own. */
static void open_headless(struct fio *fio, const char *op)
{
    if (goes_on(fio, op))
        return;
    fio_close_block(fio);
    fio_start_invocation(fio);
    fio->block = (struct fio_block){.header = NO_LINE, .first_result = fio->output->nr};
    fio->has_block = true;
}

/* A direction that moved nothing: with unified_rw_reporting=both the mixed one is
 * printed so, and its figures stand elsewhere. */
static bool is_empty(const struct record *record)
{
    double io, bw;
    return record_metric(record, "io_bytes", &io) && io <= 0 &&
           !(record_metric(record, "bw_bytes_per_s", &bw) && bw > 0);
}

static void unset_figures(struct record *record)
{
    static const char *const names[] = {"bw_bytes_per_s", "iops", "io_bytes"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        record_unset_metric(record, names[i]);
}

/* By which part of the bytes rate and time miss them; 0 where one is not known. */
static double misfit(const struct record *record)
{
    double bw, io, runtime;
    if (!record_metric(record, "bw_bytes_per_s", &bw) || !record_metric(record, "io_bytes", &io) ||
        !record_metric(record, "runtime_s", &runtime) || io <= 0)
        return 0;
    return fabs(bw * runtime / io - 1);
}

/* Nothing but bytes, rate and time tells what a letter means in a line of no version. */
static void fill_blend(const struct pattern_match *match, struct record *record)
{
    fio_fill(match, record, false);
    double decimal = misfit(record);
    fio_fill(match, record, true);
    if (misfit(record) >= decimal)
        fio_fill(match, record, false);
}

/* The sum of all clients stands for its jobs, where they are printed: then it does not
 * count.  Where only sums of single clients are, those are parts of it.  Returns whether
 * it counts. */
static bool replaces_parts(struct fio *fio, const char *op)
{
    enum { MOST = 4096 };
    if (!fio_has_op(fio, FIO_ANY_GROUP, op))
        return true;
    if (fio->output->nr - fio->first_of_invocation > MOST)
        return false;
    for (size_t i = fio->first_of_invocation; i < fio->output->nr; i++) {
        const struct record *record = fio->output->at[i].record;
        if (!strcmp(record->op, op) && record->scope != RECORD_SCOPE_GROUP)
            return false;
    }
    for (size_t i = fio->first_of_invocation; i < fio->output->nr; i++) {
        struct result *result = &fio->output->at[i];
        result->is_superseded = result->is_superseded || !strcmp(result->record->op, op);
    }
    return true;
}

void fio_take_direction(struct fio *fio, size_t at, size_t used, const char *joined,
                        const struct pattern_match *match)
{
    const char *op = fio_op_name(match);
    bool is_old = match->row->id == FIO_OLD;
    open_headless(fio, op);
    for (size_t i = at; i < at + used; i++)
        fio->lines->lines[i].class = LINE_DETAIL;
    fio->block.latency = NULL;
    fio->has_foreign = false;
    fio->block.is_complete = false;
    if (fio->block.is_all_clients && !replaces_parts(fio, op))
        return;
    struct result *result = fio_add_result(fio, at, op);
    struct record *record = result->record;
    record->source.text = joined;
    result->last = at + used - 1;
    fio_note_op(fio, record);
    if (match->row->id == FIO_BLEND)
        fill_blend(match, record);
    else
        fio_fill(match, record, is_old);
    if (is_empty(record)) {
        unset_figures(record);
        fio->block.is_idle = true;
        result->is_superseded = strcmp(op, "mixed") != 0;
        if (result->is_superseded)
            tool_fail(fio->output, record->source.line, "a fio direction that moved nothing",
                      "see the size and runtime of the job");
    } else if (is_old) {
        fio_correct_rate(record, joined);
    } else {
        fio_choose_rate(match, record);
    }
}
