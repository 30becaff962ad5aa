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
static const char *fingerprint(const struct text *text, const struct result *result)
{
    const struct text_stream *stream = &text->streams[result->stream];
    struct strbuf buf = STRBUF_INIT;
    for (size_t i = result->first; i <= result->last && i < stream->nr; i++) {
        if (!line_class_is_output(&stream->lines[i]))
            continue;
        for (const char *at = stream->lines[i].at; *at; at++)
            if (*at != ' ' && *at != '\t')
                strbuf_byte(&buf, *at);
        strbuf_byte(&buf, '\n');
    }
    const char *hash = record_hash(result->record->arena, buf.text, buf.length);
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

static int emit(struct parse *parse, const struct message *message, const char *path,
                struct tool_output *output)
{
    for (size_t i = 0; i < output->nr; i++) {
        struct record *record = output->at[i].record;
        describe_source(message, path, record);
        record->source.fingerprint = fingerprint(message->text, &output->at[i]);
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
    return 0;
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
