/* iodelta-report: records in, a comparison out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/arena.h"
#include "record/diag.h"
#include "record/exit_code.h"
#include "record/memory.h"
#include "record/opt.h"
#include "record/outfile.h"
#include "record/strbuf.h"
#include "report/against.h"
#include "report/command_line.h"
#include "report/compare.h"
#include "report/html.h"
#include "report/listing.h"
#include "report/load.h"
#include "report/outputs.h"
#include "report/threshold.h"

static struct thresholds thresholds;

static const char program_name[] = "iodelta-report";

static struct {
    const char *baseline, *pair, *format, *units, *title, *template, *output;
    const char *method, *stat, *sort, *against;
    struct opt_list by, where, metrics, ops, fail_if;
    double noise, confidence, top;
    bool wants_template, lists, fails_undecided, is_quiet, is_verbose;
} given = {.noise = COMPARE_NOISE_PCT, .confidence = COMPARE_CONFIDENCE_PCT};

/* clang-format off: a table */
static const struct opt_row rows[] = {
    {OPT_SECTION, NULL, 0, NULL, NULL, "What is compared", 0, 0},
    {OPT_LIST, "by", 0, "FACTOR", &given.by,
     "compare by this factor; 'file' compares the inputs, A,B takes two factors as one; may be "
     "repeated",
     0, 0},
    {OPT_TEXT, "baseline", 0, "LEVEL", &given.baseline,
     "compare against this level (default: before, without, old, ..., else the first)", 0, 0},
    {OPT_TEXT, "pair", 0, "A,B", &given.pair, "show only level B against level A", 0, 0},
    {OPT_LIST, "where", 0, "CONDITION", &given.where,
     "only results that meet it: KEY=VALUE, or != < <= > >= and ~REGEX; may be repeated", 0, 0},
    {OPT_LIST, "metric", 0, "NAME", &given.metrics,
     "compare this metric; may be repeated (default: bandwidth or operations)", 0, 0},
    {OPT_LIST, "op", 0, "NAME", &given.ops, "compare this operation only; may be repeated", 0, 0},
    {OPT_NUMBER, "noise", 0, "PCT", &given.noise,
     "changes within this many percent do not matter (default 2)", 0, 1000},
    {OPT_NUMBER, "confidence", 0, "PCT", &given.confidence,
     "confidence of the intervals (default 95)", 50, 99.999},
    {OPT_TEXT, "method", 0, "log|fieller", &given.method,
     "how intervals are made: on the logarithm of the ratio (default), or Fieller's", 0, 0},
    {OPT_TEXT, "stat", 0, "mean|median", &given.stat,
     "what stands for the runs of a level (default mean)", 0, 0},
    {OPT_TEXT, "against", 0, "REPORT", &given.against,
     "compare with an earlier report in JSON, row by row and level by level", 0, 0},
    {OPT_FLAG, "list", 0, NULL, &given.lists,
     "print factors, levels, operations and metrics with their counts, and end", 0, 0},
    {OPT_SECTION, NULL, 0, NULL, NULL, "How it is shown", 0, 0},
    {OPT_TEXT, "format", 'f', "NAME", &given.format,
     "output format, 'help' lists them (default: by the extension of -o, else text)", 0, 0},
    {OPT_TEXT, "sort", 0, "ORDER", &given.sort,
     "order of rows: input (default), effect (largest change first) or name", 0, 0},
    {OPT_NUMBER, "top", 0, "N", &given.top, "show the N rows of largest change", 1, 1e6},
    {OPT_TEXT, "units", 0, "si|iec", &given.units,
     "show bytes in powers of 1000 or of 1024 (default: as the tool prints them)", 0, 0},
    {OPT_TEXT, "title", 0, "TEXT", &given.title, "title of the report", 0, 0},
    {OPT_TEXT, "template", 0, "FILE", &given.template, "template of the page, for the format html",
     0, 0},
    {OPT_FLAG, "dump-template", 0, NULL, &given.wants_template,
     "write the built-in template, to begin one from, and do nothing else", 0, 0},
    {OPT_SECTION, NULL, 0, NULL, NULL, "For scripts", 0, 0},
    {OPT_LIST, "fail-if", 0, "CHANGE", &given.fail_if,
     "exit with 4 where a decided change is beyond METRIC<-PCT% or METRIC>PCT%; may be repeated", 0,
     0},
    {OPT_FLAG, "fail-undecided", 0, NULL, &given.fails_undecided,
     "exit with 5 where a change has no verdict", 0, 0},
    OPT_COMMON(given.output, given.is_quiet, given.is_verbose),
    {OPT_SECTION, NULL, 0, NULL, NULL, NULL, 0, 0},
};
/* clang-format on */

static const struct opt_program program = {
    .name = program_name,
    .summary = "Compares storage benchmark results and says what the numbers bear.",
    .usage = "[OPTION]... [FILE]...",
    .example = "  iodelta-parse mail.txt | iodelta-report\n"
               "  iodelta-report all.jsonl --by controller --baseline LSI -o report.html\n"
               "  iodelta-report before.jsonl after.jsonl --by file\n",
    .rows = rows,
};

static void print_diag(void *context, const struct diag *diag)
{
    (void)context;
    enum diag_level least = given.is_quiet ? DIAG_SKIP : given.is_verbose ? DIAG_NOTE : DIAG_WARN;
    if (diag->level >= least)
        diag_print(stderr, program_name, diag);
}

static const struct diag_sink sink = {print_diag, NULL};

static int usage_error(const char *what, const char *value, const char *mend)
{
    struct diag diag;
    diag_set(&diag, DIAG_FATAL, NULL, 0, mend, "%s '%s'", what, value);
    diag_print(stderr, program_name, &diag);
    return EXIT_USAGE;
}

static int list_formats(void)
{
    size_t nr;
    const struct output_format *formats = outputs_list(&nr);
    for (size_t i = 0; i < nr; i++)
        printf("%-10s %s (.%s)%s\n", formats[i].name, formats[i].summary, formats[i].extension,
               formats[i].is_there && !formats[i].is_there() ? "; not in this build" : "");
    return opt_end_output(&program) ? EXIT_DONE : EXIT_SYSTEM;
}

/* The format that was asked for, by name or by the extension of the output. */
static const struct output_format *choose_format(void)
{
    size_t nr;
    if (given.format)
        return outputs_find(given.format);
    return given.output ? outputs_by_path(given.output) : outputs_list(&nr);
}

static int refuse_format(void)
{
    size_t nr;
    char mend[200] = "give one with --format:";
    const struct output_format *formats = outputs_list(&nr);
    for (size_t i = 0, at = strlen(mend); i < nr && at < sizeof mend; i++)
        at += (size_t)snprintf(mend + at, sizeof mend - at, "%s %s", i ? "," : "", formats[i].name);
    return given.format ? usage_error("no such format:", given.format, mend)
                        : usage_error("no format has the extension of", given.output, mend);
}

/* A word that an option takes, and the number that it stands for. */
struct word {
    const char *text;
    int number;
};

/* Reads an option that takes one of some words; leaves *number where it was not given. */
static int choose_word(const char *option, const char *text, const struct word *words, size_t nr,
                       int *number)
{
    struct strbuf what = STRBUF_INIT, mend = STRBUF_INIT;
    for (size_t i = 0; text && i < nr; i++) {
        if (!strcmp(text, words[i].text)) {
            *number = words[i].number;
            text = NULL;
        } else {
            strbuf_printf(&mend, "%s%s", i ? " or " : "", words[i].text);
        }
    }
    strbuf_printf(&what, "--%s takes no", option);
    int result = text ? usage_error(what.text, text, mend.text) : EXIT_DONE;
    strbuf_free(&what);
    strbuf_free(&mend);
    return result;
}

static int choose_words(struct output_options *output, struct compare_options *compare)
{
    static const struct word units[] = {{"si", OUTPUT_UNITS_SI}, {"iec", OUTPUT_UNITS_IEC}};
    static const struct word methods[] = {{"log", COMPARE_LOG}, {"fieller", COMPARE_FIELLER}};
    static const struct word stats[] = {{"mean", COMPARE_MEAN}, {"median", COMPARE_MEDIAN}};
    static const struct word sorts[] = {{"input", COMPARE_SORT_INPUT},
                                        {"effect", COMPARE_SORT_EFFECT},
                                        {"name", COMPARE_SORT_NAME}};
    int sort = given.top > 0 ? COMPARE_SORT_EFFECT : COMPARE_SORT_INPUT;
    int unit = OUTPUT_UNITS_AUTO, method = COMPARE_LOG, stat = COMPARE_MEAN;
    if (choose_word("units", given.units, units, 2, &unit) ||
        choose_word("method", given.method, methods, 2, &method) ||
        choose_word("sort", given.sort, sorts, 3, &sort) ||
        choose_word("stat", given.stat, stats, 2, &stat))
        return EXIT_USAGE;
    if (stat == COMPARE_MEDIAN && given.method)
        return usage_error("--method has no meaning for", "--stat=median",
                           "an interval of medians comes from ranks");
    output->units = (enum output_units)unit;
    compare->method = (enum compare_method)method;
    compare->stat = (enum compare_stat)stat;
    compare->sort = (enum compare_sort)sort;
    return EXIT_DONE;
}

/* Opens the output, NULL with a message where that fails. */
static struct outfile *open_output(void)
{
    struct diag diag;
    struct outfile *file = outfile_open(given.output, &diag);
    if (!file)
        diag_report(&sink, &diag);
    return file;
}

/* Ends the output with *diag of what failed, where something did. */
static int end_output(struct outfile *file, bool is_failed, struct diag *diag)
{
    if (is_failed)
        outfile_abort(file);
    else
        is_failed = outfile_commit(file, diag);
    if (is_failed)
        diag_report(&sink, diag);
    return is_failed ? EXIT_SYSTEM : EXIT_DONE;
}

static int write_template(void)
{
    struct diag diag;
    struct outfile *file = open_output();
    if (!file)
        return EXIT_SYSTEM;
    html_write_template(outfile_stream(file));
    return end_output(file, false, &diag);
}

static int write_output(const struct comparison *comparison, const struct output_format *format,
                        const struct output_options *options)
{
    struct diag diag;
    struct outfile *file = open_output();
    if (!file)
        return EXIT_SYSTEM;
    bool is_failed = format->write(comparison, options, outfile_stream(file), &diag);
    return end_output(file, is_failed, &diag);
}

static int list(const struct load *load, const struct compare_options *options)
{
    struct diag diag;
    struct outfile *file = open_output();
    if (!file)
        return EXIT_SYSTEM;
    bool is_failed = listing_write((const struct record *const *)load->records, load->nr, options,
                                   load->arena, outfile_stream(file), &diag);
    int result = end_output(file, is_failed, &diag);
    return result             ? result
           : load->is_failed  ? EXIT_SYSTEM
           : load->is_damaged ? EXIT_INPUT
                              : EXIT_DONE;
}

/* Reads the thresholds; their metrics are compared as well. */
static int read_thresholds(struct compare_options *compare)
{
    struct diag diag;
    if (thresholds_read(&thresholds, given.fail_if.at, given.fail_if.nr, &diag)) {
        diag_report(&sink, &diag);
        return EXIT_USAGE;
    }
    compare->also = thresholds.metrics;
    compare->also_nr = thresholds.nr;
    return EXIT_DONE;
}

/* Compares with the earlier report that was given; NULL where that fails. */
static struct comparison *compare_against(const struct comparison *now,
                                          const struct compare_options *options)
{
    struct diag diag;
    size_t missing;
    struct comparison *result = against_compare(now, given.against, options, &missing, &diag);
    if (!result)
        diag_report(&sink, &diag);
    if (missing) {
        diag_set(&diag, DIAG_WARN, given.against, 0, NULL,
                 "%zu row%s of the earlier report %s not in this one", missing,
                 missing == 1 ? "" : "s", missing == 1 ? "is" : "are");
        diag_report(&sink, &diag);
    }
    return result;
}

static int report(const struct load *load, const struct output_format *format,
                  const struct output_options *options, const struct compare_options *compare)
{
    struct diag diag;
    struct comparison *comparison = compare_records((const struct record *const *)load->records,
                                                    load->nr, compare, load->arena, &diag);
    if (!comparison) {
        diag_report(&sink, &diag);
        return EXIT_USAGE;
    }
    if (!comparison->used_nr) {
        if (!load->is_damaged && !load->is_failed) {
            diag_set(&diag, DIAG_FATAL, NULL, 0,
                     "was iodelta-parse given the right file? try it with -v",
                     comparison->filtered_nr  ? "no result meets all conditions of --where"
                     : comparison->results_nr ? "none of the results can be compared: all are "
                                                "quoted, averages or empty"
                                              : "the input holds no results");
            diag_report(&sink, &diag);
        }
        return load->is_failed ? EXIT_SYSTEM : EXIT_INPUT;
    }
    if (given.against)
        comparison = compare_against(comparison, compare);
    if (!comparison)
        return EXIT_INPUT;
    int result = write_output(comparison, format, options);
    if (!result)
        result = load->is_failed ? EXIT_SYSTEM : load->is_damaged ? EXIT_INPUT : EXIT_DONE;
    return result ? result
                  : thresholds_check(&thresholds, comparison, given.fails_undecided, &sink);
}

static int load_and_report(char **files, size_t nr, const struct output_format *format,
                           const struct output_options *options,
                           const struct compare_options *compare)
{
    struct load load = {
        .arena = arena_new(), .sink = &sink, .leaves_lines = given.lists || !format->shows_lines};
    struct arena *arena = load.arena;
    if (!nr)
        load_file(&load, "-");
    for (size_t i = 0; i < nr; i++)
        load_file(&load, files[i]);
    int result = given.lists ? list(&load, compare) : report(&load, format, options, compare);
    load_free(&load);
    arena_free(arena);
    return result;
}

/* command: what was given, in words. */
static int run(int argc, char **argv, const char *command)
{
    int first;
    enum opt_result parsed = opt_parse(&program, argc, argv, &first);
    if (parsed == OPT_DONE)
        return opt_end_output(&program) ? EXIT_DONE : EXIT_SYSTEM;
    if (parsed == OPT_WRONG)
        return EXIT_USAGE;
    if (given.format && !strcmp(given.format, "help"))
        return list_formats();
    if (given.wants_template)
        return write_template();
    struct output_options options = {
        .title = given.title, .template = given.template, .command = command};
    struct compare_options compare = {.by = given.by.at,
                                      .by_nr = given.by.nr,
                                      .where = given.where.at,
                                      .where_nr = given.where.nr,
                                      .top = (size_t)given.top,
                                      .baseline = given.baseline,
                                      .pair = given.pair,
                                      .metrics = given.metrics.at,
                                      .metrics_nr = given.metrics.nr,
                                      .ops = given.ops.at,
                                      .ops_nr = given.ops.nr,
                                      .noise_pct = given.noise,
                                      .confidence_pct = given.confidence};
    const struct output_format *format = choose_format();
    if (!format)
        return refuse_format();
    if (choose_words(&options, &compare) || read_thresholds(&compare))
        return EXIT_USAGE;
    if (first >= argc && isatty(STDIN_FILENO)) {
        opt_print_usage(&program, stderr);
        return EXIT_USAGE;
    }
    return load_and_report(argv + first, (size_t)(argc - first), format, &options, &compare);
}

int main(int argc, char **argv)
{
    struct strbuf command = STRBUF_INIT;
    command_line_note(&command, program_name, argc, argv); /* before options and files are put in order */
    int result = run(argc, argv, command.text);
    thresholds_free(&thresholds);
    opt_list_free(&given.by);
    opt_list_free(&given.where);
    opt_list_free(&given.fail_if);
    opt_list_free(&given.metrics);
    opt_list_free(&given.ops);
    strbuf_free(&command);
    return result;
}
