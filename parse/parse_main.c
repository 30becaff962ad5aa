/* iodelta-parse: logs, mails and archives to records. */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parse/explain.h"
#include "parse/given.h"
#include "parse/listing.h"
#include "parse/parse.h"
#include "parse/pipeline.h"
#include "record/exit_code.h"
#include "record/memory.h"
#include "record/opt.h"
#include "record/outfile.h"
#include "record/progress.h"
#include "record/record_io.h"
#include "record/stopwatch.h"
#include "record/units.h"

static struct {
    const char *output;
    const char *format;
    const char *largest_message;
    struct opt_list labels, patterns, names, label_files;
    double threads;
    bool is_list, is_explained, decodes_all, has_no_summary;
    bool is_quiet, is_verbose, is_strict;
} options = {.format = "jsonl"};

static const struct opt_row rows[] = {
    {OPT_SECTION, NULL, 0, NULL, NULL, "Labels", 0, 0},
    {OPT_LIST, "set", 0, "FACTOR=LEVEL", &options.labels,
     "label every result, in place of what the text says; may be repeated", 0, 0},
    {OPT_LIST, "label", 0, "FACTOR=REGEX", &options.patterns,
     "label the results below each line that fits; the first group is the level; may be repeated",
     0, 0},
    {OPT_LIST, "rename", 0, "OLD=NEW", &options.names,
     "give a factor, or with FACTOR:OLD=NEW a level, another name; may be repeated", 0, 0},
    {OPT_LIST, "labels", 0, "FILE", &options.label_files,
     "take labels from a file with a section for each input", 0, 0},
    {OPT_SECTION, NULL, 0, NULL, NULL, "Reading", 0, 0},
    {OPT_NUMBER, "threads", 'j', "N", &options.threads,
     "read with N threads (default: one for each processor); the output is the same", 1,
     PIPELINE_MOST_THREADS},
    {OPT_TEXT, "max-message", 0, "SIZE", &options.largest_message,
     "leave out mails that are larger (default: 64M)", 0, 0},
    {OPT_FLAG, "no-prefilter", 0, NULL, &options.decodes_all,
     "decode every mail, not only those in which a word of a benchmark stands; the output is "
     "the same",
     0, 0},
    {OPT_SECTION, NULL, 0, NULL, NULL, "Output", 0, 0},
    {OPT_FLAG, "list", 0, NULL, &options.is_list,
     "say what was found, one line a message, in place of the records", 0, 0},
    {OPT_FLAG, "explain", 0, NULL, &options.is_explained,
     "say behind every label which rule and line gave it, in place of the records", 0, 0},
    {OPT_TEXT, "format", 0, "NAME", &options.format,
     "jsonl: one record a line (default); csv: one metric a row", 0, 0},
    {OPT_FLAG, "strict", 0, NULL, &options.is_strict,
     "end with exit code 1 where anything was doubtful", 0, 0},
    {OPT_FLAG, "no-summary", 0, NULL, &options.has_no_summary,
     "do not print the line with the sums at the end", 0, 0},
    OPT_COMMON(options.output, options.is_quiet, options.is_verbose),
    {0},
};

static const struct opt_program program = {
    .name = "iodelta-parse",
    .summary = "Reads fio, bonnie++ and dd results out of logs, mails and mail archives and "
               "writes records.",
    .usage = "[OPTION]... [FILE|DIR]...",
    .example = "  iodelta-parse mail.mbox logs/ 2013-July.txt.gz > all.jsonl\n"
               "  iodelta-parse --list lists.git\n"
               "  iodelta-report all.jsonl\n",
    .rows = rows,
};

/* One run of the program. */
struct run {
    FILE *out;
    struct parse *parse;
    struct pipeline *pipeline;
    struct given *given;
    struct progress *progress; /* NULL unless it is shown */
    struct stopwatch watch;
    atomic_size_t shown;    /* results so far, for progress */
    uint64_t total;         /* bytes of the input, where progress is shown */
    size_t found_before;    /* results before the document under way */
    size_t diagnosed;       /* warnings and worse */
    size_t unusable;        /* files named by the user that held nothing readable */
    bool is_broken;         /* the output could not be written */
};

static void take_diag(void *context, const struct diag *diag)
{
    struct run *run = context;
    run->diagnosed += diag->level >= DIAG_WARN;
    if (diag->level < DIAG_WARN ? !options.is_verbose
                                : diag->level == DIAG_WARN && options.is_quiet)
        return;
    progress_hide(run->progress);
    diag_print(stderr, program.name, diag);
    progress_show(run->progress);
}

static void say(struct run *run, enum diag_level level, const char *path, const char *text,
                const char *mend)
{
    struct diag diag;
    diag_set(&diag, level, path, 0, mend, "%s", text);
    take_diag(run, &diag);
}

/* Says why the output failed while errno still has it: the stream forgets. */
static void say_broken(struct run *run)
{
    struct diag diag;
    int error = errno;
    diag_set(&diag, DIAG_FATAL, options.output ? options.output : "standard output", 0,
             error == ENOSPC ? "make room and run it again" : NULL, "cannot write: %s",
             strerror(error));
    run->is_broken = true;
    take_diag(run, &diag);
}

/* Says whether something for people is written in place of the records. */
static bool is_account(void)
{
    return options.is_list || options.is_explained;
}

static int take_record(void *context, const struct record *record)
{
    struct run *run = context;
    bool is_csv = !strcmp(options.format, "csv");
    int result = is_account() ? 0
                 : is_csv     ? record_write_csv(record, run->out)
                              : record_write_json(record, run->out);
    if (result && !run->is_broken)
        say_broken(run);
    return result;
}

/* Returns how many records there are: samples without a result are worth having. */
static size_t found(const struct run *run)
{
    const struct parse_count *count = parse_counted(run->parse);
    return count->results + count->series;
}

static int take_findings(struct run *run, struct findings *findings)
{
    const struct tool_output *output = &findings->output;
    if (parse_take(run->parse, findings))
        return -1;
    atomic_store(&run->shown, found(run));
    if (!is_account() || (!output->nr && !output->series_nr && !output->failures_nr))
        return 0;
    if (!(options.is_list ? listing_write : explain_write)(findings, run->out))
        return 0;
    say_broken(run);
    return -1;
}

/* Says of a document what was not in it. */
static void take_end(struct run *run, const struct find *find)
{
    static const struct {
        const char *what, *mend;
    } rows_of[] = {
        [DOCUMENT_READ] = {"holds no result that is known here", NULL},
        [DOCUMENT_EMPTY] = {"is empty", "name a log, a mail or an archive of mails"},
        [DOCUMENT_BINARY] = {"is no text", "name a log, a mail or an archive of mails"},
        [DOCUMENT_RECORDS] = {"is a file of records already", "give it to iodelta-report"},
    };
    bool is_read = find->verdict == DOCUMENT_READ;
    bool holds_nothing = found(run) == run->found_before;
    run->found_before = found(run);
    if (is_read && !holds_nothing)
        return;
    run->unusable += !is_read && find->is_named;
    /* In a folder other files are to be expected. */
    say(run, !is_read && find->is_named ? DIAG_SKIP : DIAG_NOTE, find->path,
        rows_of[find->verdict].what, rows_of[find->verdict].mend);
}

static int take_find(void *context, struct find *find)
{
    struct run *run = context;
    switch (find->kind) {
    case FIND_FINDINGS:
        return take_findings(run, find->findings);
    case FIND_DIAG:
        take_diag(run, &find->diag);
        break;
    case FIND_MESSAGES:
        parse_count_messages(run->parse, find->messages);
        break;
    case FIND_END:
        take_end(run, find);
        break;
    }
    return run->is_broken ? -1 : 0;
}

static void look(void *context, struct progress_state *state)
{
    struct run *run = context;
    state->done = pipeline_bytes(run->pipeline);
    state->total = run->total;
    state->found = atomic_load(&run->shown);
}

static int add_size(void *context, const struct source_place *place)
{
    struct run *run = context;
    run->total += place->size;
    return 0;
}

/* Shows progress where somebody looks. */
static void start_progress(struct run *run, char **paths, int nr)
{
    struct source_count ignored = {0};
    if (options.is_quiet || !isatty(STDERR_FILENO))
        return;
    for (int i = 0; i < nr; i++)
        source_walk(paths[i], add_size, run, &ignored, NULL);
    run->progress = progress_start(stderr, look, run);
}

static void sum_up(struct run *run, const struct source_count *sources)
{
    const struct parse_count *count = parse_counted(run->parse);
    double seconds = stopwatch_seconds(&run->watch);
    double bytes = (double)pipeline_bytes(run->pipeline);
    if (!options.has_no_summary && !options.is_quiet)
        fprintf(stderr,
                "%s: files: %zu; messages: %zu, with results: %zu; results: %zu (quoted again: "
                "%zu); series: %zu; warnings on results: %zu; %.2f s, %.0f MB/s\n",
                program.name, sources->places, count->messages, count->messages_with_results,
                count->results, count->quoted, count->series, count->warnings, seconds,
                seconds > 0 ? bytes / seconds / 1e6 : 0);
    if (!found(run))
        say(run, DIAG_SKIP, NULL, "no result found",
            "iodelta-parse reads what fio, bonnie++ and dd print, in mails or as it is; "
            "'man iodelta-parse' lists the forms");
}

static int exit_code(const struct run *run, const struct source_count *sources)
{
    const struct parse_count *count = parse_counted(run->parse);
    if (run->is_broken || sources->unreadable)
        return EXIT_SYSTEM;
    if (!found(run) || count->failures || count->damaged || run->unusable || sources->skipped ||
        sources->damaged)
        return EXIT_INPUT;
    return options.is_strict && (count->warnings || run->diagnosed) ? EXIT_INPUT : EXIT_DONE;
}

/* Takes the labels that the user gives: those of files first, since what stands on the
 * command line counts.  Returns the exit code. */
static int read_labels(struct run *run)
{
    static const struct {
        const struct opt_list *list;
        enum given_kind kind;
    } lists[] = {{&options.patterns, GIVEN_LABEL},
                 {&options.names, GIVEN_RENAME},
                 {&options.labels, GIVEN_SET}};
    struct diag diag;
    int result = 0;
    run->given = given_new();
    for (size_t i = 0; i < options.label_files.nr && !result; i++)
        result = given_read(run->given, options.label_files.at[i], &diag);
    for (size_t l = 0; l < sizeof lists / sizeof lists[0]; l++)
        for (size_t i = 0; i < lists[l].list->nr && !result; i++)
            result = given_add(run->given, lists[l].kind, NULL, lists[l].list->at[i], NULL, 0,
                               &diag);
    if (result)
        take_diag(run, &diag);
    return !result ? EXIT_DONE : result == -1 ? EXIT_USAGE : EXIT_SYSTEM;
}

/* Checks what the option table cannot; returns whether the options are sound. */
static bool check_options(struct run *run, struct pipeline_options *reading)
{
    enum { LEAST_MESSAGE = 1 << 20 };
    double largest = (double)DOCUMENT_LARGEST_MESSAGE;
    if (strcmp(options.format, "jsonl") && strcmp(options.format, "csv")) {
        say(run, DIAG_FATAL, NULL, "unknown format", "--format takes jsonl or csv");
        return false;
    }
    if (options.is_list && options.is_explained) {
        say(run, DIAG_FATAL, NULL, "--list and --explain exclude each other", "give one of them");
        return false;
    }
    if (options.largest_message && (!units_size(options.largest_message, &largest) ||
                                    largest < LEAST_MESSAGE || largest > 1e12)) {
        say(run, DIAG_FATAL, NULL, "--max-message takes a size from 1M on",
            "as in --max-message=256M");
        return false;
    }
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (!(options.threads >= 1))
        options.threads = processors < 1                       ? 1
                          : processors > PIPELINE_MOST_THREADS ? PIPELINE_MOST_THREADS
                                                               : (double)processors;
    *reading = (struct pipeline_options){.threads = (unsigned)options.threads,
                                         .largest_message = (size_t)largest,
                                         .decodes_all = options.decodes_all};
    return true;
}

static void read_all(struct run *run, const struct pipeline_options *reading, char **paths, int nr)
{
    run->pipeline = pipeline_new(reading, take_find, run);
    start_progress(run, paths, nr);
    for (int i = 0; i < nr; i++)
        pipeline_read(run->pipeline, paths[i]);
    pipeline_finish(run->pipeline);
    progress_end(run->progress);
    run->progress = NULL;
}

static int parse_all(struct run *run, const struct pipeline_options *reading, char **paths, int nr,
                     struct outfile *file)
{
    struct parse_sink records = {take_record, run};
    struct diag_sink diags = {take_diag, run};
    struct diag diag;
    run->out = outfile_stream(file);
    run->parse = parse_new(&records, &diags);
    if (!is_account() && !strcmp(options.format, "csv") && record_write_csv_header(run->out))
        say_broken(run);
    read_all(run, reading, paths, nr);
    const struct source_count *sources = pipeline_counted(run->pipeline);
    bool is_replaced = found(run) > 0;
    if (run->is_broken || (options.output && !is_replaced)) {
        /* Nothing to write, or not all of it: a good file of an earlier run stays. */
        outfile_abort(file);
    } else if (outfile_commit(file, &diag)) {
        run->is_broken = true;
        take_diag(run, &diag);
    }
    given_say_unused(run->given, &diags);
    if (!run->is_broken)
        sum_up(run, sources);
    int code = exit_code(run, sources);
    pipeline_free(run->pipeline);
    parse_free(run->parse);
    return code;
}

static int open_and_parse(struct run *run, const struct pipeline_options *reading, char **paths,
                          int nr)
{
    struct diag diag;
    struct outfile *file = outfile_open(options.output, &diag);
    if (file)
        return parse_all(run, reading, paths, nr, file);
    take_diag(run, &diag);
    return EXIT_SYSTEM;
}

int main(int argc, char **argv)
{
    static char standard_input[] = "-";
    char *only_input[] = {standard_input, NULL};
    struct run run = {.out = NULL};
    struct pipeline_options reading;
    int first;
    switch (opt_parse(&program, argc, argv, &first)) {
    case OPT_DONE:
        return opt_end_output(&program) ? EXIT_DONE : EXIT_SYSTEM;
    case OPT_WRONG:
        return EXIT_USAGE;
    case OPT_GO:
        break;
    }
    stopwatch_start(&run.watch);
    if (!check_options(&run, &reading))
        return EXIT_USAGE;
    int code = read_labels(&run);
    reading.given = run.given;
    if (code == EXIT_DONE && first == argc && isatty(STDIN_FILENO)) {
        opt_print_usage(&program, stderr);
        code = EXIT_USAGE;
    }
    if (code == EXIT_DONE)
        code = first == argc ? open_and_parse(&run, &reading, only_input, 1)
                             : open_and_parse(&run, &reading, argv + first, argc - first);
    given_free(run.given);
    opt_list_free(&options.labels);
    opt_list_free(&options.patterns);
    opt_list_free(&options.names);
    opt_list_free(&options.label_files);
    return code;
}
