/* iodelta-parse: logs, mails and archives to records. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parse/input.h"
#include "parse/message.h"
#include "parse/parse.h"
#include "parse/unread.h"
#include "record/exit_code.h"
#include "record/memory.h"
#include "record/opt.h"
#include "record/outfile.h"
#include "record/record_io.h"


static struct {
    const char *output;
    const char *format;
    struct opt_list labels;
    bool is_quiet, is_verbose, is_strict;
} options = {.format = "jsonl"};

static const struct opt_row rows[] = {
    {OPT_SECTION, NULL, 0, NULL, NULL, "Labels", 0, 0},
    {OPT_LIST, "set", 0, "FACTOR=LEVEL", &options.labels,
     "label every result, in place of what the text says; may be repeated", 0, 0},
    {OPT_SECTION, NULL, 0, NULL, NULL, "Output", 0, 0},
    {OPT_TEXT, "format", 0, "NAME", &options.format,
     "jsonl: one record a line (default); csv: one metric a row", 0, 0},
    {OPT_FLAG, "strict", 0, NULL, &options.is_strict,
     "end with exit code 1 where anything was doubtful", 0, 0},
    OPT_COMMON(options.output, options.is_quiet, options.is_verbose),
    {0},
};

static const struct opt_program program = {
    .name = "iodelta-parse",
    .summary = "Reads fio, bonnie++ and dd results out of logs, mails and mail archives and "
               "writes records.",
    .usage = "[OPTION]... [FILE|DIR]...",
    .example = "  iodelta-parse mail.mbox logs/ results.txt > all.jsonl\n"
               "  iodelta-report all.jsonl\n",
    .rows = rows,
};

/* One run of the program. */
struct run {
    FILE *out;
    struct parse *parse;
    size_t diagnosed; /* warnings and worse */
    size_t unusable;  /* files named by the user that held nothing readable */
    bool is_broken;   /* the output could not be written */
};

static void take_diag(void *context, const struct diag *diag)
{
    struct run *run = context;
    run->diagnosed += diag->level >= DIAG_WARN;
    if (diag->level < DIAG_WARN ? options.is_verbose : diag->level > DIAG_WARN || !options.is_quiet)
        diag_print(stderr, program.name, diag);
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

static int take_record(void *context, const struct record *record)
{
    struct run *run = context;
    bool is_csv = !strcmp(options.format, "csv");
    int result = is_csv ? record_write_csv(record, run->out) : record_write_json(record, run->out);
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

static void take_file(void *context, const struct input_file *file)
{
    struct run *run = context;
    if (run->is_broken)
        return;
    const struct unread_form *form = unread_find(file->bytes, file->length);
    /* In a folder other files are to be expected. */
    enum diag_level level = file->is_named ? DIAG_SKIP : DIAG_NOTE;
    if (!file->length || message_is_binary(file->bytes, file->length) ||
        record_looks_like(file->bytes, file->length)) {
        run->unusable += file->is_named;
        say(run, level, file->path,
            form           ? form->what
            : file->length ? "is no text"
                           : "is empty",
            form ? form->mend : "name a log, a mail or an mbox file");
        return;
    }
    size_t before = found(run);
    parse_file(run->parse, file->path, file->bytes, file->length);
    if (found(run) > before)
        return;
    say(run, form ? level : DIAG_NOTE, file->path,
        form ? form->what : "holds no result that is known here", form ? form->mend : NULL);
}

static void sum_up(struct run *run, const struct input_count *inputs)
{
    const struct parse_count *count = parse_counted(run->parse);
    char text[200];
    if (!found(run)) {
        say(run, DIAG_SKIP, NULL, "no result found",
            "iodelta-parse reads what fio, bonnie++ and dd print, in mails or as it is; "
            "'man iodelta-parse' lists the forms");
        return;
    }
    snprintf(text, sizeof text,
             "results: %zu (quoted again: %zu); series: %zu; messages: %zu; files: %zu; "
             "warnings on results: %zu",
             count->results, count->quoted, count->series, count->messages, inputs->files,
             count->warnings);
    say(run, DIAG_NOTE, NULL, text, NULL);
}

static int exit_code(const struct run *run, const struct input_count *inputs)
{
    const struct parse_count *count = parse_counted(run->parse);
    if (run->is_broken || inputs->unreadable)
        return EXIT_SYSTEM;
    if (!found(run) || count->failures || count->damaged || run->unusable || inputs->skipped)
        return EXIT_INPUT;
    return options.is_strict && (count->warnings || run->diagnosed) ? EXIT_INPUT : EXIT_DONE;
}

static bool is_label(const char *text)
{
    const char *equals = strchr(text, '=');
    return equals && equals > text && equals[1];
}

static void set_labels(struct parse *parse)
{
    for (size_t i = 0; i < options.labels.nr; i++) {
        char *factor = memory_string(options.labels.at[i]);
        char *equals = strchr(factor, '=');
        *equals = '\0';
        parse_set_label(parse, factor, equals + 1);
        free(factor);
    }
}

/* Checks what the option table cannot; returns whether the options are sound. */
static bool check_options(struct run *run)
{
    if (strcmp(options.format, "jsonl") && strcmp(options.format, "csv")) {
        say(run, DIAG_FATAL, NULL, "unknown format", "--format takes jsonl or csv");
        return false;
    }
    for (size_t i = 0; i < options.labels.nr; i++) {
        if (is_label(options.labels.at[i]))
            continue;
        say(run, DIAG_FATAL, NULL, "--set takes a factor and its level",
            "as in --set kernel=6.1");
        return false;
    }
    return true;
}

static int parse_all(struct run *run, char **paths, int nr, struct outfile *file)
{
    struct parse_sink records = {take_record, run};
    struct diag_sink diags = {take_diag, run};
    struct input_count inputs = {0};
    struct diag diag;
    run->out = outfile_stream(file);
    run->parse = parse_new(&records, &diags);
    set_labels(run->parse);
    if (!strcmp(options.format, "csv") && record_write_csv_header(run->out))
        say_broken(run);
    for (int i = 0; i < nr; i++)
        input_each(paths[i], take_file, run, &inputs, &diags);
    sum_up(run, &inputs);
    bool is_replaced = found(run) > 0;
    if (run->is_broken || (options.output && !is_replaced)) {
        /* Nothing to write, or not all of it: a good file of an earlier run stays. */
        outfile_abort(file);
    } else if (outfile_commit(file, &diag)) {
        run->is_broken = true;
        take_diag(run, &diag);
    }
    int code = exit_code(run, &inputs);
    parse_free(run->parse);
    return code;
}

int main(int argc, char **argv)
{
    static char standard_input[] = "-";
    char *only_input[] = {standard_input, NULL};
    struct run run = {0};
    struct diag diag;
    int first;
    switch (opt_parse(&program, argc, argv, &first)) {
    case OPT_DONE:
        return opt_end_output(&program) ? EXIT_DONE : EXIT_SYSTEM;
    case OPT_WRONG:
        return EXIT_USAGE;
    case OPT_GO:
        break;
    }
    if (!check_options(&run))
        return EXIT_USAGE;
    if (first == argc && isatty(STDIN_FILENO)) {
        opt_print_usage(&program, stderr);
        return EXIT_USAGE;
    }
    struct outfile *file = outfile_open(options.output, &diag);
    if (!file) {
        take_diag(&run, &diag);
        return EXIT_SYSTEM;
    }
    int code = first == argc ? parse_all(&run, only_input, 1, file)
                             : parse_all(&run, argv + first, argc - first, file);
    opt_list_free(&options.labels);
    return code;
}
