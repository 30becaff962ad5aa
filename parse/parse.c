#include "parse/parse.h"

#include <gmime/gmime.h>
#include <signal.h>
#include <stdlib.h>

#include "parse/change.h"
#include "parse/claim_repeats.h"
#include "parse/document.h"
#include "parse/repeats.h"
#include "record/memory.h"

struct parse {
    const struct parse_sink *records;
    const struct diag_sink *diags;
    struct parse_count count;
    struct repeats *repeats;
    struct claim_repeats *claim_repeats;
    unsigned runs;           /* of tools, in what was taken of the document */
    bool has_result;         /* a piece of the log under way has one */
};

struct parse *parse_new(const struct parse_sink *records, const struct diag_sink *diags)
{
    struct parse *parse = memory_alloc(sizeof *parse);
    struct sigaction pipe;
    /* Once and for all: GMime does not start again after its shutdown.  A library
     * that it brings along ignores SIGPIPE, which is not its to decide. */
    sigaction(SIGPIPE, NULL, &pipe);
    g_mime_init();
    sigaction(SIGPIPE, &pipe, NULL);
    parse->records = records;
    parse->diags = diags;
    parse->repeats = repeats_new();
    parse->claim_repeats = claim_repeats_new();
    return parse;
}

void parse_free(struct parse *parse)
{
    if (!parse)
        return;
    repeats_free(parse->repeats);
    claim_repeats_free(parse->claim_repeats);
    free(parse);
}

const struct parse_count *parse_counted(const struct parse *parse)
{
    return &parse->count;
}

/* Samples go with the result that they belong to, whose id is known by now. */
static int emit_series(struct parse *parse, const struct tool_output *output)
{
    for (size_t i = 0; i < output->series_nr; i++) {
        const struct series *series = &output->series[i];
        struct record *record = series->record;
        if (series->of) {
            record->of = series->of->id;
            record->tool_version = series->of->tool_version;
            record->invocation = series->of->invocation;
        }
        record_set_id(record);
        parse->count.series++;
        parse->count.warnings += record->warnings_nr;
        if (parse->records->take(parse->records->context, record))
            return -1;
    }
    return 0;
}

/* Runs are counted in the whole of a log, not in each of its pieces. */
static void count_runs(struct parse *parse, const struct findings *findings)
{
    const struct tool_output *output = &findings->output;
    unsigned before = findings->piece > 1 ? parse->runs : 0;
    if (before && findings->is_continued)
        before--;
    for (size_t i = 0; before && i < output->nr; i++)
        output->at[i].record->invocation =
            arena_printf(output->arena, "%u", before + output->at[i].invocation);
    parse->runs = before + output->invocations;
}

static int emit_results(struct parse *parse, const struct tool_output *output)
{
    for (size_t i = 0; i < output->nr; i++) {
        struct record *record = output->at[i].record;
        record_set_id(record);
        parse->count.quoted += repeats_meet(parse->repeats, record);
        parse->count.results++;
        parse->count.warnings += record->warnings_nr;
        if (parse->records->take(parse->records->context, record))
            return -1;
    }
    return 0;
}

static int emit_claims(struct parse *parse, const struct claim_list *claims)
{
    for (size_t i = 0; i < claims->nr; i++) {
        struct record *record = claims->at[i];
        record_set_id(record);
        claim_repeats_meet(parse->claim_repeats, record);
        parse->count.claims++;
        if (parse->records->take(parse->records->context, record))
            return -1;
    }
    return 0;
}

int parse_take(struct parse *parse, struct findings *findings)
{
    const struct tool_output *output = &findings->output;
    for (size_t i = 0; i < findings->diags_nr; i++)
        diag_report(parse->diags, &findings->diags[i]);
    parse->count.failures += output->failures_nr;
    parse->count.damaged += findings->message.is_truncated;
    count_runs(parse, findings);
    if (findings->piece <= 1) {
        repeats_next_message(parse->repeats);
        parse->has_result = false;
    }
    parse->count.messages_with_results += output->nr > 0 && !parse->has_result;
    parse->has_result = parse->has_result || output->nr;
    if (emit_results(parse, output) || emit_series(parse, output))
        return -1;
    change_name_results(output);
    return emit_claims(parse, &findings->claims);
}

void parse_count_messages(struct parse *parse, size_t nr)
{
    parse->count.messages += nr;
}

struct file {
    struct parse *parse;
    const char *path;
};

static int take_findings(void *context, struct findings *findings)
{
    int result = parse_take(context, findings);
    findings_free(findings);
    return result;
}

static int take_message(void *context, const struct document_message *message)
{
    const struct file *file = context;
    size_t nr = 0;
    int result = findings_read(file->path, message, NULL, NULL, take_findings, file->parse, &nr);
    parse_count_messages(file->parse, nr);
    return result;
}

int parse_file(struct parse *parse, const char *path, const char *bytes, size_t length)
{
    struct file file = {parse, path};
    struct source_document document = {.path = path, .bytes = bytes, .length = length};
    struct document_reading reading = {.largest_message = DOCUMENT_LARGEST_MESSAGE,
                                       .take = take_message,
                                       .context = &file,
                                       .sink = parse->diags};
    enum document_verdict verdict;
    return document_read(&document, &reading, &verdict);
}
