/* iodelta-report: records in, a comparison out. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "record/arena.h"
#include "record/diag.h"
#include "record/exit_code.h"
#include "record/opt.h"
#include "record/outfile.h"
#include "record/strbuf.h"
#include "report/compare.h"
#include "report/load.h"
#include "report/outputs.h"

static const char program_name[] = "iodelta-report";

static struct {
    const char *by, *baseline, *pair, *format, *units, *title, *template, *output;
    const char *method, *stat;
    struct opt_list metrics, ops;
    double noise, confidence;
    bool is_quiet, is_verbose;
} given = {.noise = COMPARE_NOISE_PCT, .confidence = COMPARE_CONFIDENCE_PCT};

/* clang-format off: a table */
static const struct opt_row rows[] = {
    {OPT_SECTION, NULL, 0, NULL, NULL, "What is compared", 0, 0},
    {OPT_TEXT, "by", 0, "FACTOR", &given.by,
     "compare by this factor; 'file' compares the inputs, A,B takes two factors as one", 0, 0},
    {OPT_TEXT, "baseline", 0, "LEVEL", &given.baseline,
     "compare against this level (default: before, without, old, ..., else the first)", 0, 0},
    {OPT_TEXT, "pair", 0, "A,B", &given.pair, "show only level B against level A", 0, 0},
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
    {OPT_SECTION, NULL, 0, NULL, NULL, "How it is shown", 0, 0},
    {OPT_TEXT, "format", 'f', "NAME", &given.format,
     "output format, 'help' lists them (default: by the extension of -o, else text)", 0, 0},
    {OPT_TEXT, "units", 0, "si|iec", &given.units,
     "show bytes in powers of 1000 or of 1024 (default: as the tool prints them)", 0, 0},
    {OPT_TEXT, "title", 0, "TEXT", &given.title, "title of the report", 0, 0},
    {OPT_TEXT, "template", 0, "FILE", &given.template, "template of the page, for the format html",
     0, 0},
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
        printf("%-10s %s\n", formats[i].name, formats[i].summary);
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
    int unit = OUTPUT_UNITS_AUTO, method = COMPARE_LOG, stat = COMPARE_MEAN;
    if (choose_word("units", given.units, units, 2, &unit) ||
        choose_word("method", given.method, methods, 2, &method) ||
        choose_word("stat", given.stat, stats, 2, &stat))
        return EXIT_USAGE;
    if (stat == COMPARE_MEDIAN && given.method)
        return usage_error("--method has no meaning for", "--stat=median",
                           "an interval of medians comes from ranks");
    output->units = (enum output_units)unit;
    compare->method = (enum compare_method)method;
    compare->stat = (enum compare_stat)stat;
    return EXIT_DONE;
}

static int write_output(const struct comparison *comparison, const struct output_format *format,
                        const struct output_options *options)
{
    struct diag diag;
    struct outfile *file = outfile_open(given.output, &diag);
    if (!file) {
        diag_report(&sink, &diag);
        return EXIT_SYSTEM;
    }
    if (format->write(comparison, options, outfile_stream(file), &diag)) {
        diag_report(&sink, &diag);
        outfile_abort(file);
        return EXIT_SYSTEM;
    }
    if (outfile_commit(file, &diag)) {
        diag_report(&sink, &diag);
        return EXIT_SYSTEM;
    }
    return EXIT_DONE;
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
                     comparison->results_nr ? "none of the results can be compared: all are "
                                              "quoted, averages or empty"
                                            : "the input holds no results");
            diag_report(&sink, &diag);
        }
        return load->is_failed ? EXIT_SYSTEM : EXIT_INPUT;
    }
    int result = write_output(comparison, format, options);
    if (result)
        return result;
    return load->is_failed ? EXIT_SYSTEM : load->is_damaged ? EXIT_INPUT : EXIT_DONE;
}

static int load_and_report(char **files, size_t nr, const struct output_format *format,
                           const struct output_options *options,
                           const struct compare_options *compare)
{
    struct load load = {.arena = arena_new(), .sink = &sink};
    struct arena *arena = load.arena;
    if (!nr)
        load_file(&load, "-");
    for (size_t i = 0; i < nr; i++)
        load_file(&load, files[i]);
    int result = report(&load, format, options, compare);
    load_free(&load);
    arena_free(arena);
    return result;
}

int main(int argc, char **argv)
{
    int first;
    enum opt_result parsed = opt_parse(&program, argc, argv, &first);
    if (parsed == OPT_DONE)
        return opt_end_output(&program) ? EXIT_DONE : EXIT_SYSTEM;
    if (parsed == OPT_WRONG)
        return EXIT_USAGE;
    if (given.format && !strcmp(given.format, "help"))
        return list_formats();
    struct output_options options = {.title = given.title, .template = given.template};
    struct compare_options compare = {.by = given.by,
                                      .baseline = given.baseline,
                                      .pair = given.pair,
                                      .metrics = given.metrics.at,
                                      .metrics_nr = given.metrics.nr,
                                      .ops = given.ops.at,
                                      .ops_nr = given.ops.nr,
                                      .noise_pct = given.noise,
                                      .confidence_pct = given.confidence};
    const struct output_format *format = choose_format();
    int result;
    if (!format) {
        result = refuse_format();
    } else if (choose_words(&options, &compare)) {
        result = EXIT_USAGE;
    } else if (first >= argc && isatty(STDIN_FILENO)) {
        opt_print_usage(&program, stderr);
        result = EXIT_USAGE;
    } else {
        result = load_and_report(argv + first, (size_t)(argc - first), format, &options, &compare);
    }
    opt_list_free(&given.metrics);
    opt_list_free(&given.ops);
    return result;
}
