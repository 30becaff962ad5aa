#include "tests/fuzz_targets.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse/claim.h"
#include "parse/consistency.h"
#include "parse/context.h"
#include "parse/line_class.h"
#include "parse/page.h"
#include "parse/parse.h"
#include "parse/tool.h"
#include "record/metric.h"
#include "record/record_io.h"
#include "record/warning.h"

static void require(bool is_true, const char *what)
{
    if (is_true)
        return;
    fprintf(stderr, "fuzz_parse: something without %s\n", what);
    abort();
}

/* Records are written here, so that writing is tried too. */
static FILE *nowhere(void)
{
    static FILE *file;
    if (!file)
        file = fopen("/dev/null", "w");
    return file;
}

static void check_figures(const struct record *record)
{
    for (size_t i = 0; i < record->metrics_nr; i++) {
        const struct record_metric metric = record_metric_at(record, i);
        require(metric_find(metric.name) != NULL, "a known metric");
        require(isfinite(metric.value) && metric.value >= 0, "a sound value");
        require(isfinite(metric.precision) && metric.precision >= 0, "a sound precision");
    }
    for (size_t i = 0; i < record->bounds_nr; i++)
        require(isfinite(record->bounds[i].value), "a sound bound");
    for (size_t i = 0; i < record->series_nr; i++) {
        require(record->series[i].nr == record->series[0].nr, "columns of one length");
        for (size_t k = 0; k < record->series[i].nr; k++)
            require(isfinite(record->series[i].at[k]) && record->series[i].at[k] >= 0,
                    "sound samples");
    }
    for (size_t i = 0; i < record->warnings_nr; i++)
        require(warning_find(record->warnings[i].code) != NULL, "a known warning");
    for (size_t i = 0; i < record->source.cols_nr; i++)
        require(record->source.cols[i].first + record->source.cols[i].length <=
                    strlen(record->source.text),
                "columns inside its line");
}

static int check_record(void *context, const struct record *record)
{
    (void)context;
    require(record->id && strlen(record->id) == 16 && strspn(record->id, "0123456789abcdef") == 16,
            "a whole id");
    if (record->kind == RECORD_CLAIM) {
        require(record->source.path && record->source.text && record->source.line, "its source");
        require(!record_write_json(record, nowhere()), "a line of JSON");
        return 0;
    }
    require(record->tool && record->op, "tool and operation");
    require(record->kind != RECORD_RESULT || *record->op || !strcmp(record->tool, "table") ||
                !strcmp(record->tool, "fio"),
            "an operation");
    require(record->source.path && record->source.text && record->source.fingerprint, "its source");
    require(record->source.line > 0, "a line");
    check_figures(record);
    require(!record_write_json(record, nowhere()), "a line of JSON");
    return 0;
}

static void drop_diag(void *context, const struct diag *diag)
{
    (void)context;
    require(memchr(diag->text, '\0', sizeof diag->text) != NULL, "a whole message");
}

/* A whole input, from its messages to its records. */
static void try_mail(const struct fuzz_target *target, const char *bytes, size_t length)
{
    static const struct parse_sink records = {check_record, NULL};
    static const struct diag_sink diags = {drop_diag, NULL};
    struct parse *parse = parse_new(&records, &diags);
    parse_file(parse, target->name, bytes, length);
    parse_free(parse);
}

/* A page alone, whatever it begins with, and its text as that of a part. */
static void try_page(const struct fuzz_target *target, const char *bytes, size_t length)
{
    struct arena *arena = arena_new();
    struct page page;
    size_t size;
    page_read(arena, bytes, length, &page);
    require(page.nr > 0, "an article");
    for (size_t i = 0; i < page.nr; i++) {
        require(page.articles[i].offset <= length, "an article's place");
        for (size_t k = 0; k < page.articles[i].nr; k++)
            require(strlen(page.articles[i].parts[k].text) >= page.articles[i].parts[k].length,
                    "text without NUL bytes");
    }
    const char *text = page_to_text(arena, bytes, length, &size);
    require(strlen(text) == size, "the text of a page");
    if (page_is_html(bytes, length))
        try_mail(target, bytes, length);
    arena_free(arena);
}

static void check_commands(const struct text *text, const struct commands *commands)
{
    for (size_t i = 0; i < commands->nr; i++) {
        const struct command *command = &commands->at[i];
        require(command->stream < text->nr && command->first <= command->last &&
                    command->last < text->streams[command->stream].nr,
                "its lines");
        require(command->text && command->program, "a program");
        for (size_t w = 0; w < command->nr; w++)
            require(command->words[w] && strlen(command->words[w]) <= strlen(command->text),
                    "words of its text");
    }
}

static void finish_record(const struct fuzz_target *target, struct record *record)
{
    record->source.path = target->name;
    record->source.fingerprint = "";
    record_set_id(record);
    check_record(NULL, record);
}

/* A text given to one parser, and what it finds to the steps that follow. */
static void try_parser(const struct fuzz_target *target, const char *bytes, size_t length)
{
    const struct tool_parser *const parsers[] = {target->parser, NULL};
    struct arena *arena = arena_new();
    struct text *text = text_new(arena);
    struct commands commands;
    struct tool_output output = {.arena = arena};
    text->path = length % 2 ? "a_bw.1.log" : "a_clat.1.log"; /* a log says what it holds there */
    text_add_part(text, bytes, length, "", 0, true);
    command_scan(text, &commands);
    check_commands(text, &commands);
    tool_run(parsers, text, &commands, &output);
    line_class_settle(text);
    context_label(text, &commands, NULL, &output);
    consistency_check(text, &output);
    for (size_t i = 0; i < output.nr; i++) {
        struct record *record = output.at[i].record;
        require(output.at[i].stream < text->nr &&
                    output.at[i].line < text->streams[output.at[i].stream].nr,
                "its place");
        finish_record(target, record);
    }
    for (size_t i = 0; i < output.series_nr; i++)
        finish_record(target, output.series[i].record);
    arena_free(arena);
}

/* Text alone: nothing of it may be lost but marks and line ends. */
static void try_text(const struct fuzz_target *target, const char *bytes, size_t length)
{
    struct arena *arena = arena_new();
    struct text *text = text_new(arena);
    struct commands commands;
    size_t total = 0;
    (void)target;
    text_add_part(text, bytes, length, "", 0, true);
    for (size_t s = 0; s < text->nr; s++)
        for (size_t i = 0; i < text->streams[s].nr; i++) {
            const struct text_line *line = &text->streams[s].lines[i];
            require(line->at && strlen(line->at) == line->length, "its length");
            require(line->line > 0 && line->offset <= length, "its place");
            total += line->length;
        }
    require(total <= length, "less text than was given");
    command_scan(text, &commands);
    check_commands(text, &commands);
    line_class_settle(text);
    arena_free(arena);
}

/* Sentences: figures are sound and the text is part of the input. */
static void try_claim(const struct fuzz_target *target, const char *bytes, size_t length)
{
    struct arena *arena = arena_new();
    struct text *text = text_new(arena);
    struct tool_output output = {.arena = arena};
    struct claim_list claims = {0};
    text_add_part(text, bytes, length, "", 0, true);
    line_class_settle(text);
    claim_find(text, &output, true, &claims);
    for (size_t i = 0; i < claims.nr; i++) {
        const struct record_claim *claim = claims.at[i]->claim;
        require(isfinite(claim->low) && isfinite(claim->high) && claim->low <= claim->high,
                "a sound range");
        require(*claim->unit && *claim->text, "a unit and a text");
        finish_record(target, claims.at[i]);
    }
    arena_free(arena);
}

extern const struct tool_parser tool_bonnie, tool_dd, tool_fio, tool_fio_json, tool_fio_log,
    tool_fio_terse, tool_fio_uring, tool_prose, tool_table, tool_zcav;

/* A parser's target is a row here and a folder of seeds. */
const struct fuzz_target fuzz_targets[] = {
    {"mail", try_mail, NULL, "samples"},
    {"page", try_page, NULL, NULL},
    {"text", try_text, NULL, NULL},
    {"command", try_text, NULL, NULL},
    {"claim", try_claim, NULL, NULL},
    {"fio", try_parser, &tool_fio, NULL},
    {"fio-json", try_parser, &tool_fio_json, NULL},
    {"fio-log", try_parser, &tool_fio_log, NULL},
    {"fio-terse", try_parser, &tool_fio_terse, NULL},
    {"fio-uring", try_parser, &tool_fio_uring, NULL},
    {"jobfile", try_parser, &tool_fio, NULL},
    {"bonnie", try_parser, &tool_bonnie, NULL},
    {"dd", try_parser, &tool_dd, NULL},
    {"zcav", try_parser, &tool_zcav, NULL},
    {"prose", try_parser, &tool_prose, NULL},
    {"table", try_parser, &tool_table, NULL},
    {NULL, NULL, NULL, NULL},
};

const char *fuzz_without_target(void)
{
    for (size_t p = 0; tool_parsers[p]; p++) {
        bool has = false;
        for (size_t i = 0; fuzz_targets[i].name; i++)
            has = has || fuzz_targets[i].parser == tool_parsers[p];
        if (!has)
            return tool_parsers[p]->name;
    }
    return NULL;
}
