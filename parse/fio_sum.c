/* The status of groups: sums, which count only where their jobs do not stand. */
#include <stdlib.h>
#include <string.h>

#include "parse/fio.h"

void fio_take_status(struct fio *fio, const struct pattern_match *match)
{
    fio_close_block(fio);
    const char *text = pattern_group_text(match, "group", fio->output->arena);
    long group = strtol(text, NULL, 10);
    if (!fio->invocation || fio->is_boundary || (group <= fio->last_status && !fio->is_client))
        fio_start_invocation(fio);
    fio->last_status = group;
    fio->status_group = text;
}

/* With unified_rw_reporting=both the job's line of the mixed direction is empty:
 * the sum of a group of one job is what it should say. */
static void fill_mixed(struct fio *fio, const struct pattern_match *match)
{
    enum { LOOK_BACK = 4096 };
    size_t first = fio->first_of_invocation;
    if (fio->output->nr > first + LOOK_BACK)
        first = fio->output->nr - LOOK_BACK;
    for (size_t i = fio->output->nr; i-- > first;) {
        struct record *record = fio->output->at[i].record;
        if (strcmp(record->op, "mixed") || record_metric(record, "bw_bytes_per_s", NULL) ||
            record->scope != RECORD_SCOPE_JOB)
            continue;
        struct record *sum = record_new(record->arena, RECORD_RESULT);
        double bw, io, ios, runtime;
        sum->tool_version = record->tool_version;
        fio_fill(match, sum, false);
        fio_choose_rate(match, sum);
        if (!record_metric(sum, "bw_bytes_per_s", &bw) || !record_metric(sum, "io_bytes", &io))
            return;
        record_set_metric(record, "bw_bytes_per_s", bw, record_precision(sum, "bw_bytes_per_s"));
        record_set_metric(record, "io_bytes", io, record_precision(sum, "io_bytes"));
        if (record_metric(record, "ios", &ios) && record_metric(record, "runtime_s", &runtime) &&
            runtime > 0)
            record_set_metric(record, "iops", ios / runtime, 0);
        return;
    }
}

/* A line behind a status goes on with it; one without starts an invocation, unless
 * it is the next direction of the same. */
static void open_sum(struct fio *fio, const char *op)
{
    bool goes_on = fio->invocation && !fio->has_block && !fio->has_foreign &&
                   !fio_has_op(fio, FIO_ANY_GROUP, op) && !fio->is_boundary;
    if (!fio->invocation || (!fio->status_group && !goes_on)) {
        fio_close_block(fio);
        fio_start_invocation(fio);
    }
}

void fio_take_sum(struct fio *fio, size_t at, size_t used, const char *joined,
                  const struct pattern_match *match)
{
    const char *op = fio_op_name(match);
    bool is_new = match->row->id == FIO_SUM_NEW;
    for (size_t i = at; i < at + used; i++)
        fio->lines->lines[i].class = LINE_DETAIL;
    bool is_told = fio_has_op(fio, fio->status_group ? fio->status_group : FIO_ANY_GROUP, op) ||
                   fio_has_op(fio, FIO_NO_GROUP, op);
    if (is_told && (fio->status_group || fio->has_block)) {
        if (is_new && !strcmp(op, "mixed"))
            fill_mixed(fio, match);
        return;
    }
    open_sum(fio, op);
    struct result *result = tool_add_result(fio->output, fio->text, fio->stream, at, "fio", op);
    struct record *record = result->record;
    record->source.text = joined;
    result->last = at + used - 1;
    fio_describe(fio, result);
    record->group = fio->status_group;
    record->scope = RECORD_SCOPE_GROUP;
    fio_apply_preamble(fio, record, NULL, fio->status_group);
    fio_note_op(fio, record);
    fio->has_foreign = false;
    fio_fill(match, record, !is_new);
    if (is_new)
        fio_choose_rate(match, record);
    else
        fio_correct_sum(match, record);
    fio_refine(record);
}
