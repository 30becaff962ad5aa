/* The list of tool parsers and what they share. */
#include <stdlib.h>
#include <string.h>

#include "parse/form.h"
#include "parse/tool.h"

extern const struct tool_parser tool_bonnie, tool_dd, tool_fio, tool_fio_json, tool_fio_log,
    tool_fio_terse, tool_fio_uring, tool_prose, tool_table, tool_zcav;

const struct tool_parser *const tool_parsers[] = {
    &tool_fio, &tool_fio_json, &tool_fio_log, &tool_fio_terse, &tool_fio_uring,
    &tool_bonnie, &tool_dd, &tool_zcav, &tool_prose, &tool_table, NULL,
};

static void set_source(struct record *record, const struct text *text, size_t stream, size_t line)
{
    const struct text_line *at = &text->streams[stream].lines[line];
    record->source.part = text->streams[stream].part;
    record->source.line = at->line;
    record->source.offset = at->offset;
    record->source.has_offset = true;
    record->source.quote = text->streams[stream].quote;
    record->source.text = at->at;
}

struct result *tool_add_result(struct tool_output *output, struct text *text, size_t stream,
                               size_t line, const char *tool, const char *op)
{
    struct record *record = record_new(output->arena, RECORD_RESULT);
    output->at = arena_grow(output->arena, output->at, output->nr, &output->room,
                            sizeof *output->at);
    record->tool = tool;
    record->op = op;
    set_source(record, text, stream, line);
    text->streams[stream].lines[line].class = LINE_RESULT;
    output->at[output->nr] = (struct result){.record = record,
                                             .stream = stream,
                                             .line = line,
                                             .first = line,
                                             .last = line,
                                             .prefix = text->streams[stream].lines[line].prefix,
                                             .serial = output->nr};
    return &output->at[output->nr++];
}

struct series *tool_add_series(struct tool_output *output, struct text *text, size_t stream,
                               size_t first, size_t last, const char *tool, const char *op)
{
    struct record *record = record_new(output->arena, RECORD_SERIES);
    output->series = arena_grow(output->arena, output->series, output->series_nr,
                                &output->series_room, sizeof *output->series);
    record->tool = tool;
    record->op = op;
    set_source(record, text, stream, first);
    for (size_t i = first; i <= last; i++)
        text->streams[stream].lines[i].class = LINE_DETAIL;
    output->series[output->series_nr] =
        (struct series){.record = record, .stream = stream, .first = first, .last = last};
    return &output->series[output->series_nr++];
}

struct change *tool_add_change(struct tool_output *output, struct text *text, size_t stream,
                               size_t line)
{
    struct record *record = record_new(output->arena, RECORD_CLAIM);
    output->changes = arena_grow(output->arena, output->changes, output->changes_nr,
                                 &output->changes_room, sizeof *output->changes);
    record->claim = arena_alloc(output->arena, sizeof *record->claim);
    set_source(record, text, stream, line);
    output->changes[output->changes_nr] =
        (struct change){.record = record, .stream = stream, .line = line};
    return &output->changes[output->changes_nr++];
}

void tool_fail(struct tool_output *output, unsigned long line, const char *why, const char *mend)
{
    output->failures = arena_grow(output->arena, output->failures, output->failures_nr,
                                  &output->failures_room, sizeof *output->failures);
    output->failures[output->failures_nr++] = (struct tool_failure){line, why, mend};
}

bool tool_is_full(struct tool_output *output, unsigned long line)
{
    if (output->nr < TOOL_MOST_RESULTS)
        return false;
    if (!output->is_full)
        tool_fail(output, line, "too many results in one text: from here on they are not read",
                  "split it");
    output->is_full = true;
    return true;
}

static int compare_results(const void *left, const void *right)
{
    const struct result *a = left, *b = right;
    if (a->stream != b->stream)
        return a->stream < b->stream ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return a->serial < b->serial ? -1 : a->serial > b->serial;
}

static void drop_superseded(struct tool_output *output)
{
    size_t kept = 0;
    for (size_t i = 0; i < output->nr; i++)
        if (!output->at[i].is_superseded)
            output->at[kept++] = output->at[i];
    output->nr = kept;
}

/* The results of one tool and operation in a text: samples are theirs where there is
 * only one. */
struct owner {
    const char *tool, *op;
    const struct record *record;
    size_t nr;
};

enum { MOST_OWNERS = 32 };

static void tie_series(struct tool_output *output)
{
    struct owner owners[MOST_OWNERS];
    size_t nr = 0;
    for (size_t i = 0; output->series_nr && i < output->nr; i++) {
        const struct record *record = output->at[i].record;
        size_t o = 0;
        while (o < nr && (strcmp(owners[o].tool, record->tool) || strcmp(owners[o].op, record->op)))
            o++;
        if (o == MOST_OWNERS)
            continue;
        if (o == nr)
            owners[nr++] = (struct owner){record->tool, record->op, record, 0};
        owners[o].nr++;
    }
    for (size_t i = 0; i < output->series_nr; i++)
        for (size_t o = 0; o < nr; o++)
            if (owners[o].nr == 1 && !strcmp(owners[o].tool, output->series[i].record->tool) &&
                !strcmp(owners[o].op, output->series[i].record->op))
                output->series[i].of = owners[o].record;
}

/* Parsers count executions, and may still join two when the record is long made. */
static void tell_invocations(struct tool_output *output)
{
    for (size_t i = 0; i < output->nr; i++)
        output->at[i].record->invocation =
            arena_printf(output->arena, "%u", output->at[i].invocation);
}

void tool_run(const struct tool_parser *const *parsers, struct text *text,
              const struct commands *commands, struct tool_output *output)
{
    enum { MOST = 16 };
    const struct tool_parser *order[MOST];
    int bids[MOST], nr = 0;
    for (size_t i = 0; parsers[i] && nr < MOST; i++) {
        int bid = parsers[i]->bid(text), at = nr;
        if (bid <= 0)
            continue;
        for (; at > 0 && bids[at - 1] < bid; at--) {
            bids[at] = bids[at - 1];
            order[at] = order[at - 1];
        }
        bids[at] = bid;
        order[at] = parsers[i];
        nr++;
    }
    for (int i = 0; i < nr; i++)
        order[i]->run(text, commands, output);
    form_settle(output);
    drop_superseded(output);
    tell_invocations(output);
    tie_series(output);
    if (output->nr)
        qsort(output->at, output->nr, sizeof *output->at, compare_results);
}

void tool_run_all(struct text *text, const struct commands *commands, struct tool_output *output)
{
    tool_run(tool_parsers, text, commands, output);
}
