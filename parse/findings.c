#include "parse/findings.h"

#include "parse/change.h"
#include "parse/command.h"
#include "parse/consistency.h"
#include "parse/context.h"
#include "parse/line_class.h"
#include "parse/page.h"
#include "parse/source.h"
#include "record/strbuf.h"

enum {
    MOST_FAILURES_SAID = 20, /* a damaged text may have very many blocks that give nothing */
    MOST_UNPACKED = 16 << 20, /* bytes that the attachments of one message may unpack to */
};

static void keep_diag(void *context, const struct diag *diag)
{
    struct findings *findings = context;
    findings->diags = arena_grow(findings->arena, findings->diags, findings->diags_nr,
                                 &findings->diags_room, sizeof *findings->diags);
    findings->diags[findings->diags_nr++] = *diag;
}

static void say_failures(struct findings *findings)
{
    const struct tool_output *output = &findings->output;
    struct diag diag;
    for (size_t i = 0; i < output->failures_nr && i < MOST_FAILURES_SAID; i++) {
        const struct tool_failure *failure = &output->failures[i];
        diag_set(&diag, DIAG_SKIP, findings->path, failure->line, failure->mend, "%s",
                 failure->why);
        keep_diag(findings, &diag);
    }
    if (output->failures_nr > MOST_FAILURES_SAID) {
        diag_set(&diag, DIAG_SKIP, findings->path, 0, NULL, "%zu more blocks gave no record",
                 output->failures_nr - MOST_FAILURES_SAID);
        keep_diag(findings, &diag);
    }
}

/* Says that a run stands in the text more than once, in several forms. */
static void say_forms(struct findings *findings)
{
    struct diag diag;
    if (!findings->output.repeated_forms)
        return;
    diag_set(&diag, DIAG_NOTE, findings->path, 0, NULL,
             "%zu results stand here in another form as well (JSON before terse before text): "
             "the one with more digits counts", findings->output.repeated_forms);
    keep_diag(findings, &diag);
}

/* Says that a pattern of the user is no good. */
static void say_cut_off(struct findings *findings)
{
    struct diag diag;
    if (!findings->output.given_cut_off)
        return;
    diag_set(&diag, DIAG_WARN, findings->path, findings->output.given_cut_off,
             "write it without one repetition inside another",
             "a pattern of --label takes too long here and finds nothing");
    keep_diag(findings, &diag);
}

/* A hash of the block's figures: its lines with white space squeezed, so that a
 * quoted or re-indented copy has the same. */
static const char *fingerprint(const struct findings *findings, size_t in, size_t first,
                               size_t last)
{
    const struct text_stream *stream = &findings->message.text->streams[in];
    struct strbuf buf = STRBUF_INIT;
    for (size_t i = first; i <= last && i < stream->nr; i++) {
        if (!line_class_is_output(&stream->lines[i]))
            continue;
        for (const char *at = stream->lines[i].at; *at; at++)
            if (*at != ' ' && *at != '\t')
                strbuf_byte(&buf, *at);
        strbuf_byte(&buf, '\n');
    }
    const char *hash = record_hash(findings->arena, buf.text, buf.length);
    strbuf_free(&buf);
    return hash;
}

static void describe_source(const struct findings *findings, struct record *record)
{
    struct record_source *source = &record->source;
    source->path = findings->path;
    source->message_id = findings->message.message_id;
    source->date = findings->message.date;
    source->subject = findings->message.subject;
    source->list = findings->message.list;
}

static void describe_results(struct findings *findings)
{
    const struct result *before = NULL;
    for (size_t i = 0; i < findings->output.nr; i++) {
        const struct result *result = &findings->output.at[i];
        struct record *record = result->record;
        describe_source(findings, record);
        /* Very many results may share one long line. */
        bool is_same = before && before->stream == result->stream &&
                       before->first == result->first && before->last == result->last;
        record->source.fingerprint =
            is_same ? before->record->source.fingerprint
                    : fingerprint(findings, result->stream, result->first, result->last);
        before = result;
        if (findings->message.has_false_encoding)
            record_warn(record, "encoding-lie", 0);
    }
}

static void describe_series(struct findings *findings)
{
    for (size_t i = 0; i < findings->output.series_nr; i++) {
        const struct series *series = &findings->output.series[i];
        describe_source(findings, series->record);
        series->record->source.fingerprint =
            fingerprint(findings, series->stream, series->first, series->last);
    }
}

/* A piece of a log counts its lines from the start of the log. */
static void count_lines_before(struct text *text, unsigned long nr)
{
    for (size_t i = 0; nr && i < text->nr; i++)
        for (size_t k = 0; k < text->streams[i].nr; k++)
            text->streams[i].lines[k].line += nr;
}

static struct findings *findings_new(const char *path, const struct document_message *from)
{
    struct arena *arena = arena_new();
    struct findings *findings = arena_alloc(arena, sizeof *findings);
    *findings = (struct findings){.arena = arena,
                                  .path = arena_string(arena, path),
                                  .offset = from->offset,
                                  .length = from->length,
                                  .piece = from->piece,
                                  .is_continued = from->is_continued,
                                  .output = {.arena = arena}};
    return findings;
}

/* Claims of a mail count where it may hold a result as well. */
static void find_claims(struct findings *findings, const struct document_message *from)
{
    struct text *text = findings->message.text;
    bool is_free = !from->is_page && !findings->message.is_mail;
    change_settle(&findings->output, &findings->claims);
    if (claim_may_hold(text)) {
        if (!findings->output.nr && !findings->output.series_nr)
            line_class_settle(text);
        claim_find(text, &findings->output, is_free, &findings->claims);
    }
    for (size_t i = 0; i < findings->claims.nr; i++)
        describe_source(findings, findings->claims.at[i]);
}

/* Takes the message through all that makes records of it. */
static void find(struct findings *findings, struct given *given, struct given_carry *carry,
                 const struct document_message *from)
{
    struct given_message of = {given, findings->path, findings->message.message_id,
                               from->piece ? carry : NULL};
    struct text *text = findings->message.text;
    struct commands commands;
    /* A mail is one of benchmarks or none by the words in it, also where all are decoded: what
     * hides its words in a way that no program does must not count one time of two. */
    if (from->lacks_words)
        return;
    command_scan(text, &commands);
    tool_run_all(text, &commands, &findings->output);
    /* Most texts have nothing to label. */
    if (findings->output.nr || findings->output.series_nr) {
        line_class_settle(text);
        context_label(text, &commands, &of, &findings->output);
        consistency_check(text, &findings->output);
    } else if (of.carry) { /* what is here may label the next piece */
        findings->output.given_cut_off = given_apply(&of, text, &findings->output);
    }
    say_failures(findings);
    say_forms(findings);
    say_cut_off(findings);
    describe_results(findings);
    describe_series(findings);
    find_claims(findings, from);
}

static int read_page(const char *path, const struct document_message *from,
                     struct given *given,
                     int (*take)(void *context, struct findings *findings), void *context,
                     size_t *nr)
{
    struct arena *arena = arena_new();
    struct page page;
    int result = 0;
    page_read(arena, from->bytes, from->length, &page);
    for (size_t i = 0; i < page.nr && !result; i++) {
        struct findings *findings = findings_new(path, from);
        findings->offset += page.articles[i].offset;
        message_from_article(&findings->message, findings->arena, &page.articles[i],
                             findings->path);
        find(findings, given, NULL, from);
        ++*nr;
        result = take(context, findings);
    }
    arena_free(arena);
    return result;
}

static int unpack(void *context, const char *name, const char *bytes, size_t length,
                  void (*take)(void *take_context, const char *inside, const char *bytes,
                               size_t length),
                  void *take_context)
{
    return source_unpack(context, name, bytes, length, take, take_context);
}

/* Reads a mail or a text, with what is attached to it. */
static void read_message(struct findings *findings, const struct document_message *from)
{
    struct diag_sink sink = {keep_diag, findings};
    struct source_unpacking unpacking = {
        .path = findings->path,
        .sink = &sink,
        .most = MOST_UNPACKED,
    };
    struct message_unpack hook = {unpack, &unpacking};
    message_read_packed(&findings->message, findings->arena, from->bytes, from->length,
                        findings->path, from->offset, &hook, &sink);
    if (findings->message.text->is_full) {
        struct diag diag;
        diag_set(&diag, DIAG_SKIP, findings->path, 0, "split it",
                 "more than %zu lines in the message at byte %llu: the rest of it is not read",
                 TEXT_MOST_LINES, (unsigned long long)findings->offset);
        keep_diag(findings, &diag);
    }
    if (unpacking.is_damaged || findings->message.text->is_full)
        findings->message.is_truncated = true;
}

int findings_read(const char *path, const struct document_message *from, struct given *given,
                  struct given_carry *carry,
                  int (*take)(void *context, struct findings *findings), void *context,
                  size_t *nr)
{
    if (from->is_page)
        return read_page(path, from, given, take, context, nr);
    struct findings *findings = findings_new(path, from);
    read_message(findings, from);
    count_lines_before(findings->message.text, from->lines_before);
    if (from->piece == 1)
        given_carry_begin(carry);
    find(findings, given, carry, from);
    *nr += from->piece <= 1;
    return take(context, findings);
}

void findings_free(struct findings *findings)
{
    if (findings)
        arena_free(findings->arena);
}

bool findings_are_empty(const struct findings *findings)
{
    return !findings->piece && !findings->output.nr && !findings->output.series_nr &&
           !findings->claims.nr && !findings->diags_nr &&
           !findings->output.failures_nr && !findings->message.is_truncated;
}
