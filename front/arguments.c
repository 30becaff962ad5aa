#include "config.h"

#include "front/arguments.h"

#include <stdio.h>
#include <stdlib.h>

#include "record/memory.h"

static struct {
    bool wants_help, wants_version, is_quiet, is_verbose, is_strict, decodes_all;
    bool fails_undecided;
    struct opt_list labels, patterns, names, label_files;
    struct opt_list by, where, metrics, ops, limits;
    const char *baseline, *pair, *noise, *confidence, *method, *stat, *sort, *top, *against;
    const char *threads, *largest_message;
    const char *format, *units, *title, *template, *output;
} given;

enum receiver { FOR_PARSE = 1, FOR_REPORT = 2 };

/* The options of iodelta-report, and those of iodelta-parse that go with them;
 * tests/front.test compares them with the help of both.  Values are checked by the
 * program that gets them. */
static const struct opt_row rows[] = {
    {.kind = OPT_FLAG, .name = "help", .letter = 'h', .target = &given.wants_help},
    {.kind = OPT_FLAG, .name = "version", .letter = 'V', .target = &given.wants_version},
    {.kind = OPT_FLAG, .name = "quiet", .letter = 'q', .target = &given.is_quiet},
    {.kind = OPT_FLAG, .name = "verbose", .letter = 'v', .target = &given.is_verbose},
    {.kind = OPT_FLAG, .name = "strict", .target = &given.is_strict},
    {.kind = OPT_LIST, .name = "set", .argument = "FACTOR=LEVEL", .target = &given.labels},
    {.kind = OPT_LIST, .name = "label", .argument = "FACTOR=REGEX", .target = &given.patterns},
    {.kind = OPT_LIST, .name = "rename", .argument = "OLD=NEW", .target = &given.names},
    {.kind = OPT_LIST, .name = "labels", .argument = "FILE", .target = &given.label_files},
    {.kind = OPT_TEXT, .name = "threads", .letter = 'j', .argument = "N", .target = &given.threads},
    {.kind = OPT_TEXT,
     .name = "max-message",
     .argument = "SIZE",
     .target = &given.largest_message},
    {.kind = OPT_FLAG, .name = "no-prefilter", .target = &given.decodes_all},
    {.kind = OPT_LIST, .name = "by", .argument = "FACTOR", .target = &given.by},
    {.kind = OPT_TEXT, .name = "baseline", .argument = "LEVEL", .target = &given.baseline},
    {.kind = OPT_TEXT, .name = "pair", .argument = "A,B", .target = &given.pair},
    {.kind = OPT_LIST, .name = "where", .argument = "CONDITION", .target = &given.where},
    {.kind = OPT_LIST, .name = "metric", .argument = "NAME", .target = &given.metrics},
    {.kind = OPT_LIST, .name = "op", .argument = "NAME", .target = &given.ops},
    {.kind = OPT_TEXT, .name = "noise", .argument = "PCT", .target = &given.noise},
    {.kind = OPT_TEXT, .name = "confidence", .argument = "PCT", .target = &given.confidence},
    {.kind = OPT_TEXT, .name = "method", .argument = "log|fieller", .target = &given.method},
    {.kind = OPT_TEXT, .name = "stat", .argument = "mean|median", .target = &given.stat},
    {.kind = OPT_TEXT, .name = "sort", .argument = "ORDER", .target = &given.sort},
    {.kind = OPT_TEXT, .name = "top", .argument = "N", .target = &given.top},
    {.kind = OPT_TEXT, .name = "against", .argument = "FILE", .target = &given.against},
    {.kind = OPT_LIST, .name = "fail-if", .argument = "CHANGE", .target = &given.limits},
    {.kind = OPT_FLAG, .name = "fail-undecided", .target = &given.fails_undecided},
    {.kind = OPT_TEXT,
     .name = "format",
     .letter = 'f',
     .argument = "NAME",
     .target = &given.format},
    {.kind = OPT_TEXT, .name = "units", .argument = "si|iec", .target = &given.units},
    {.kind = OPT_TEXT, .name = "title", .argument = "TEXT", .target = &given.title},
    {.kind = OPT_TEXT, .name = "template", .argument = "FILE", .target = &given.template},
    {.kind = OPT_TEXT,
     .name = "output",
     .letter = 'o',
     .argument = "FILE",
     .target = &given.output},
    {0},
};

/* Who gets an option; most are for the report. */
static int receivers(const struct opt_row *row)
{
    if (row->target == &given.wants_help || row->target == &given.wants_version)
        return 0;
    if (row->target == &given.is_quiet || row->target == &given.is_verbose)
        return FOR_PARSE | FOR_REPORT;
    const void *const of_parse[] = {&given.is_strict, &given.labels, &given.patterns,
                                    &given.names, &given.label_files, &given.threads,
                                    &given.largest_message, &given.decodes_all};
    for (size_t i = 0; i < sizeof of_parse / sizeof *of_parse; i++)
        if (row->target == of_parse[i])
            return FOR_PARSE;
    return FOR_REPORT;
}

static void add(struct argument_list *list, const char *text)
{
    list->at = memory_grow(list->at, list->nr, &list->room, sizeof *list->at);
    list->at[list->nr++] = text;
}

/* Adds "--name" for whoever gets the row, with its argument unless it is NULL. */
static void hand_on(struct arguments *arguments, const struct opt_row *row, const char *name,
                    const char *argument)
{
    struct argument_list *lists[] = {&arguments->parse, &arguments->report};
    static const enum receiver bits[] = {FOR_PARSE, FOR_REPORT};
    for (size_t i = 0; i < 2; i++) {
        if (!(receivers(row) & (int)bits[i]))
            continue;
        add(lists[i], name);
        if (argument)
            add(lists[i], argument);
    }
}

static void hand_on_row(struct arguments *arguments, const struct opt_row *row, const char *name)
{
    if (row->kind == OPT_FLAG && *(const bool *)row->target)
        hand_on(arguments, row, name, NULL);
    if (row->kind == OPT_TEXT && *(const char *const *)row->target)
        hand_on(arguments, row, name, *(const char *const *)row->target);
    const struct opt_list *list = row->kind == OPT_LIST ? row->target : NULL;
    for (size_t i = 0; list && i < list->nr; i++)
        hand_on(arguments, row, name, list->at[i]);
}

bool arguments_split(struct arguments *arguments, const struct opt_program *program, int argc,
                     char **argv)
{
    enum { ROWS_NR = sizeof rows / sizeof *rows, NAME_MAX_SIZE = 24 };
    static char names[ROWS_NR][NAME_MAX_SIZE];
    struct opt_program own = *program;
    int first;
    *arguments = (struct arguments){0};
    own.rows = rows;
    if (opt_parse(&own, argc, argv, &first) != OPT_GO)
        return false;
    arguments->files = argv + first;
    arguments->files_nr = (size_t)(argc - first);
    arguments->wants_help = given.wants_help;
    arguments->wants_version = given.wants_version;
    for (size_t i = 0; rows[i].name; i++) {
        snprintf(names[i], sizeof names[i], "--%s", rows[i].name);
        hand_on_row(arguments, &rows[i], names[i]);
    }
    /* The report tells what was read. */
    add(&arguments->parse, "--no-summary");
    return true;
}

void arguments_free(struct arguments *arguments)
{
    free(arguments->parse.at);
    free(arguments->report.at);
    opt_list_free(&given.labels);
    opt_list_free(&given.patterns);
    opt_list_free(&given.names);
    opt_list_free(&given.label_files);
    opt_list_free(&given.by);
    opt_list_free(&given.where);
    opt_list_free(&given.metrics);
    opt_list_free(&given.ops);
    opt_list_free(&given.limits);
    *arguments = (struct arguments){0};
}
