#include "parse/parse.h"

#include <glib.h>
#include <gmime/gmime.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "parse/archive.h"
#include "parse/command.h"
#include "parse/consistency.h"
#include "parse/context.h"
#include "parse/line_class.h"
#include "parse/message.h"
#include "parse/tool.h"
#include "record/memory.h"
#include "record/strbuf.h"

struct parse {
    const struct parse_sink *records;
    const struct diag_sink *diags;
    struct parse_count count;
    struct arena *arena;     /* of the labels that were given */
    struct record *given;    /* its config holds them */
    GHashTable *seen; /* fingerprints of the results so far, owned by it */
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
    parse->arena = arena_new();
    parse->given = record_new(parse->arena, RECORD_RESULT);
    parse->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return parse;
}

void parse_free(struct parse *parse)
{
    if (!parse)
        return;
    g_hash_table_destroy(parse->seen);
    arena_free(parse->arena);
    free(parse);
}

void parse_set_label(struct parse *parse, const char *factor, const char *level)
{
    record_set_pair(parse->given, &parse->given->config, factor, level);
}

const struct parse_count *parse_counted(const struct parse *parse)
{
    return &parse->count;
}

/* A hash of the block's figures: its lines with white space squeezed, so that a
 * quoted or re-indented copy has the same. */
static const char *fingerprint(const struct text *text, struct arena *arena, size_t in,
                               size_t first, size_t last)
{
    const struct text_stream *stream = &text->streams[in];
    struct strbuf buf = STRBUF_INIT;
    for (size_t i = first; i <= last && i < stream->nr; i++) {
        if (!line_class_is_output(&stream->lines[i]))
            continue;
        for (const char *at = stream->lines[i].at; *at; at++)
            if (*at != ' ' && *at != '\t')
                strbuf_byte(&buf, *at);
        strbuf_byte(&buf, '\n');
    }
    const char *hash = record_hash(arena, buf.text, buf.length);
    strbuf_free(&buf);
    return hash;
}

/* A quoted result that was met before is kept, but does not count. */
static void mark_quoted(struct parse *parse, struct record *record)
{
    gchar *key = g_strdup_printf("%s %s %s %s", record->source.fingerprint, record->op,
                                 record->job ? record->job : "",
                                 record->source.cell ? record->source.cell : "");
    if (record->quoted || (record->source.quote && g_hash_table_contains(parse->seen, key))) {
        record->quoted = true;
        parse->count.quoted++;
    }
    g_hash_table_add(parse->seen, key);
}

static void describe_source(const struct message *message, const char *path,
                            struct record *record)
{
    struct record_source *source = &record->source;
    source->path = path;
    source->message_id = message->message_id;
    source->date = message->date;
    source->subject = message->subject;
}

static void set_given_labels(const struct parse *parse, struct record *record)
{
    const struct record_pairs *given = &parse->given->config;
    for (size_t i = 0; i < given->nr; i++)
        record_set_label(record, given->at[i].name, given->at[i].value, "given", 0, NULL);
}

/* Samples go with the result that they belong to, whose id is known by now. */
static int emit_series(struct parse *parse, const struct message *message, const char *path,
                       struct tool_output *output)
{
    for (size_t i = 0; i < output->series_nr; i++) {
        const struct series *series = &output->series[i];
        struct record *record = series->record;
        describe_source(message, path, record);
        record->source.fingerprint = fingerprint(message->text, record->arena, series->stream,
                                                 series->first, series->last);
        set_given_labels(parse, record);
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

static int emit(struct parse *parse, const struct message *message, const char *path,
                struct tool_output *output)
{
    const struct result *before = NULL;
    for (size_t i = 0; i < output->nr; i++) {
        const struct result *result = &output->at[i];
        struct record *record = result->record;
        describe_source(message, path, record);
        /* Very many results may share one long line. */
        bool is_same = before && before->stream == result->stream &&
                       before->first == result->first && before->last == result->last;
        record->source.fingerprint =
            is_same ? before->record->source.fingerprint
                    : fingerprint(message->text, record->arena, result->stream, result->first,
                                  result->last);
        before = result;
        if (message->has_false_encoding)
            record_warn(record, "encoding-lie", 0);
        set_given_labels(parse, record);
        mark_quoted(parse, record);
        record_set_id(record);
        parse->count.results++;
        parse->count.warnings += record->warnings_nr;
        if (parse->records->take(parse->records->context, record))
            return -1;
    }
    return emit_series(parse, message, path, output);
}

/* Says that a run stands in the text more than once, in several forms. */
static void say_forms(struct parse *parse, const char *path, const struct tool_output *output)
{
    struct diag diag;
    if (!output->repeated_forms)
        return;
    diag_set(&diag, DIAG_NOTE, path, 0, NULL,
             "%zu results stand here in another form as well (JSON before terse before text): "
             "the one with more digits counts", output->repeated_forms);
    diag_report(parse->diags, &diag);
}

static void say_failures(struct parse *parse, const char *path, const struct tool_output *output)
{
    enum { MOST_SAID = 20 }; /* of one text; a damaged one may have very many */
    struct diag diag;
    for (size_t i = 0; i < output->failures_nr && i < MOST_SAID; i++) {
        diag_set(&diag, DIAG_SKIP, path, output->failures[i].line, output->failures[i].mend, "%s",
                 output->failures[i].why);
        diag_report(parse->diags, &diag);
    }
    if (output->failures_nr > MOST_SAID) {
        diag_set(&diag, DIAG_SKIP, path, 0, NULL, "%zu more blocks gave no record",
                 output->failures_nr - MOST_SAID);
        diag_report(parse->diags, &diag);
    }
    parse->count.failures += output->failures_nr;
}

static int parse_message(struct parse *parse, const char *path, const char *bytes, size_t length,
                         size_t offset)
{
    struct arena *arena = arena_new();
    struct message message;
    struct commands commands;
    struct tool_output output = {.arena = arena};
    message_read(&message, arena, bytes, length, path, offset, parse->diags);
    command_scan(message.text, &commands);
    tool_run_all(message.text, &commands, &output);
    line_class_settle(message.text);
    context_label(message.text, &commands, &output);
    consistency_check(message.text, &output);
    say_failures(parse, path, &output);
    say_forms(parse, path, &output);
    parse->count.messages++;
    parse->count.damaged += message.is_truncated;
    int result = emit(parse, &message, path, &output);
    arena_free(arena);
    return result;
}

int parse_file(struct parse *parse, const char *path, const char *bytes, size_t length)
{
    struct archive archive;
    const char *message;
    size_t size, offset;
    archive_open(&archive, bytes, length);
    while (archive_next(&archive, &message, &size, &offset))
        if (parse_message(parse, path, message, size, offset))
            return -1;
    return 0;
}
