/* The list of tool parsers and what they share. */
#include <stdlib.h>

#include "parse/tool.h"

extern const struct tool_parser tool_bonnie, tool_dd, tool_fio;

const struct tool_parser *const tool_parsers[] = {&tool_fio, &tool_bonnie, &tool_dd, NULL};

struct result *tool_add_result(struct tool_output *output, struct text *text, size_t stream,
                               size_t line, const char *tool, const char *op)
{
    struct text_line *at = &text->streams[stream].lines[line];
    struct record *record = record_new(output->arena, RECORD_RESULT);
    output->at = arena_grow(output->arena, output->at, output->nr, &output->room,
                            sizeof *output->at);
    record->tool = tool;
    record->op = op;
    record->source.part = text->streams[stream].part;
    record->source.line = at->line;
    record->source.offset = at->offset;
    record->source.has_offset = true;
    record->source.quote = text->streams[stream].quote;
    record->source.text = at->at;
    at->class = LINE_RESULT;
    output->at[output->nr] = (struct result){.record = record,
                                             .stream = stream,
                                             .line = line,
                                             .first = line,
                                             .last = line,
                                             .serial = output->nr};
    return &output->at[output->nr++];
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

void tool_run_all(struct text *text, const struct commands *commands, struct tool_output *output)
{
    enum { MOST = 16 };
    const struct tool_parser *order[MOST];
    int bids[MOST], nr = 0;
    for (size_t i = 0; tool_parsers[i] && nr < MOST; i++) {
        int bid = tool_parsers[i]->bid(text), at = nr;
        if (bid <= 0)
            continue;
        for (; at > 0 && bids[at - 1] < bid; at--) {
            bids[at] = bids[at - 1];
            order[at] = order[at - 1];
        }
        bids[at] = bid;
        order[at] = tool_parsers[i];
        nr++;
    }
    for (int i = 0; i < nr; i++)
        order[i]->run(text, commands, output);
    drop_superseded(output);
    if (output->nr)
        qsort(output->at, output->nr, sizeof *output->at, compare_results);
}
