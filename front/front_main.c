/* iodelta: the front command. */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "front/arguments.h"
#include "record/locate.h"
#include "front/pipeline.h"
#include "record/diag.h"
#include "record/exit_code.h"
#include "record/memory.h"
#include "record/opt.h"


static const char program_name[] = "iodelta";
static const char parse_name[] = "iodelta-parse";
static const char report_name[] = "iodelta-report";

static const struct command {
    const char *word, *program, *summary;
} commands[] = {
    {"collect", "iodelta-collect", "measures storage, or collects the facts of this host"},
    {"parse", parse_name, "reads benchmark results from text and mail and writes records"},
    {"report", report_name, "compares the records and writes text, HTML, CSV or JSON"},
};
enum { COMMANDS_NR = sizeof commands / sizeof *commands };

static const struct opt_row rows[] = {
    {OPT_SECTION, NULL, 0, NULL, NULL, "Options", 0, 0},
    {OPT_HELP, "help", 'h', NULL, NULL, "print this help", 0, 0},
    {OPT_VERSION, "version", 'V', NULL, NULL, "print the version", 0, 0},
    {OPT_FLAG, NULL, 0, NULL, NULL, NULL, 0, 0},
};

static const struct opt_program program = {
    program_name,
    "Reads the results in each FILE or DIR and compares them.  All options of\n"
    "iodelta-report work here, and of iodelta-parse --set, --strict, -j, --max-message and\n"
    "--no-prefilter.  With a COMMAND\n"
    "it runs the program of that name.",
    "FILE|DIR... [OPTION]... | COMMAND [ARGUMENT]...",
    "  iodelta before.txt after.txt\n"
    "  iodelta mail.eml --by controller --baseline LSI -o report.html\n",
    rows,
    NULL,
};

static int fail(const struct diag *diag, int status)
{
    diag_print(stderr, program_name, diag);
    return status;
}

static int list_programs(void)
{
    printf("iodelta compares storage benchmark results and says whether to believe it.\n\n"
           "  %-32s  reads and compares in one go\n",
           "iodelta FILE|DIR... [OPTION]...");
    for (int i = 0; i < COMMANDS_NR; i++)
        printf("  iodelta %-24s  %s\n", commands[i].word, commands[i].summary);
    printf("\n'iodelta COMMAND --help' has the options of each.\n");
    return opt_end_output(&program) ? 0 : EXIT_SYSTEM;
}

static char *locate(const char *name)
{
    struct diag diag;
    char *path = locate_program(name, IODELTA_BINDIR);
    if (!path) {
        diag_set(&diag, DIAG_FATAL, NULL, 0, "install it there, or add its folder to PATH",
                 "%s is neither beside this program nor in %s nor on PATH", name, IODELTA_BINDIR);
        diag_print(stderr, program_name, &diag);
    }
    return path;
}

static int run_command(const struct command *command, char **argv)
{
    struct diag diag;
    char *path = locate(command->program);
    if (!path)
        return EXIT_SYSTEM;
    argv[0] = (char *)command->program;
    execv(path, argv);
    diag_set(&diag, DIAG_FATAL, path, 0, NULL, "cannot be started: %s", strerror(errno));
    free(path);
    return fail(&diag, EXIT_SYSTEM);
}

/* Says that an operand is neither a file nor, where it stands first, a command. */
static int refuse_operand(const char *operand, bool is_first)
{
    struct diag diag;
    const char *words[COMMANDS_NR], *nearest = NULL;
    char mend[200] = "check the name";
    for (int i = 0; i < COMMANDS_NR; i++)
        words[i] = commands[i].word;
    if (is_first && opt_nearest(operand, words, COMMANDS_NR, &nearest))
        snprintf(mend, sizeof mend, "did you mean the command '%s'?", nearest);
    diag_set(&diag, DIAG_FATAL, operand, 0, mend,
             errno == ENOENT || errno == ENOTDIR ? "no such file%s" : "cannot be opened%s",
             is_first ? " or command" : "");
    return fail(&diag, EXIT_USAGE);
}

/* Says of a child that a signal ended; status is that of waitpid(2). */
static void tell_signal(const char *name, int status)
{
    struct diag diag;
    diag_set(&diag, DIAG_FATAL, NULL, 0, NULL, "%s was ended by signal %d (%s)", name,
             WTERMSIG(status), strsignal(WTERMSIG(status)));
    diag_print(stderr, program_name, &diag);
}

/* Ends by the signal, so that a caller sees what happened. */
static int end_by_signal(int number)
{
    signal(number, SIG_DFL);
    raise(number);
    return 128 + number;
}

/* How much an exit code tells, in rising order; an unknown one is a failure. */
static int weight(int code)
{
    static const int order[] = {0, 5, 4, EXIT_INPUT, EXIT_SYSTEM, EXIT_USAGE};
    for (int i = 0; i < (int)(sizeof order / sizeof *order); i++) {
        if (order[i] == code)
            return i;
    }
    return weight(EXIT_SYSTEM);
}

/* Returns the exit code that tells more: a usage error, a failure, damaged input,
 * a threshold that was crossed, an undecided comparison. */
static int worse(int left, int right)
{
    int code = weight(left) > weight(right) ? left : right;
    return code >= 0 && code <= 5 ? code : EXIT_SYSTEM;
}

static int judge(const struct pipeline_end *end)
{
    bool is_first_dead = WIFSIGNALED(end->first_status);
    bool is_second_dead = end->has_second && WIFSIGNALED(end->second_status);
    if (end->signal)
        return end_by_signal(end->signal);
    /* The reader of the report went away, as head(1) does. */
    if (is_second_dead && WTERMSIG(end->second_status) == SIGPIPE)
        return end_by_signal(SIGPIPE);
    if (is_first_dead && WTERMSIG(end->first_status) != SIGPIPE) {
        tell_signal(parse_name, end->first_status);
        return EXIT_SYSTEM;
    }
    if (is_second_dead) {
        tell_signal(report_name, end->second_status);
        return EXIT_SYSTEM;
    }
    /* Where the report ended before its input did, its word counts. */
    int first = is_first_dead ? 0 : WEXITSTATUS(end->first_status);
    if (end->has_second)
        return worse(first, WEXITSTATUS(end->second_status));
    return first ? worse(first, first) : EXIT_INPUT;
}

/* The arguments of a program: its name, its options, then the files, which a marker
 * keeps from being taken for options. */
static const char **make_argv(const char *name, const struct argument_list *options, char **files,
                              size_t files_nr)
{
    const char **argv = memory_alloc((options->nr + files_nr + 3) * sizeof *argv);
    size_t at = 0;
    argv[at++] = name;
    for (size_t i = 0; i < options->nr; i++)
        argv[at++] = options->at[i];
    if (files_nr)
        argv[at++] = "--";
    for (size_t i = 0; i < files_nr; i++)
        argv[at++] = files[i];
    return argv;
}

static int parse_and_report(const struct arguments *arguments)
{
    struct diag diag;
    struct pipeline_end end;
    int status = EXIT_SYSTEM;
    char *parse_path = locate(parse_name);
    char *report_path = parse_path ? locate(report_name) : NULL;
    if (report_path) {
        const char **parse_argv =
            make_argv(parse_name, &arguments->parse, arguments->files, arguments->files_nr);
        const char **report_argv = make_argv(report_name, &arguments->report, NULL, 0);
        const struct pipeline_program parse = {parse_path, parse_argv};
        const struct pipeline_program report = {report_path, report_argv};
        status = pipeline_run(&parse, &report, &end, &diag) == 0 ? judge(&end)
                                                                 : fail(&diag, EXIT_SYSTEM);
        free(parse_argv);
        free(report_argv);
    }
    free(parse_path);
    free(report_path);
    return status;
}

/* Prints the help or the version, as the other programs do. */
static int print_about(const char *option)
{
    int first;
    char *argv[] = {(char *)program_name, (char *)option, NULL};
    if (opt_parse(&program, 2, argv, &first) != OPT_DONE)
        return EXIT_USAGE;
    return opt_end_output(&program) ? 0 : EXIT_SYSTEM;
}

static int run_arguments(struct arguments *arguments)
{
    if (arguments->wants_help)
        return print_about("--help");
    if (arguments->wants_version)
        return print_about("--version");
    if (arguments->files_nr == 0 && isatty(STDIN_FILENO)) {
        fprintf(stderr, "%s: no FILE is named\n", program_name);
        opt_print_usage(&program, stderr);
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < arguments->files_nr; i++) {
        const char *file = arguments->files[i];
        if (strcmp(file, "-") != 0 && access(file, F_OK) != 0)
            return refuse_operand(file, i == 0);
    }
    return parse_and_report(arguments);
}

int main(int argc, char **argv)
{
    struct arguments arguments;
    if (argc < 2)
        return list_programs();
    for (int i = 0; i < COMMANDS_NR; i++) {
        if (strcmp(argv[1], commands[i].word) == 0)
            return run_command(&commands[i], argv + 1);
    }
    int status =
        arguments_split(&arguments, &program, argc, argv) ? run_arguments(&arguments) : EXIT_USAGE;
    arguments_free(&arguments);
    return status;
}
