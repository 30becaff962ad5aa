/* iodelta-collect: runs jobs and records what they measured; host facts. */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/hostfacts.h"
#include "collect/job_file.h"
#include "collect/job_option.h"
#include "collect/job_print.h"
#include "collect/job_scale.h"
#include "collect/job_value.h"
#include "collect/meter.h"
#include "collect/record_log.h"
#include "collect/run.h"
#include "record/arena.h"
#include "record/diag.h"
#include "record/exit_code.h"
#include "record/memory.h"
#include "record/opt.h"
#include "record/outfile.h"
#include "record/record_io.h"
#include "record/strbuf.h"

static const char program_name[] = "iodelta-collect";

static struct {
    const char *output;
    const char *root;
    const char *max_write;
    bool wants_facts, is_identified, is_quiet, is_verbose;
    bool preconditions;
    bool only_parses, ignores_unknown, lists_options, keeps_files, appends, is_plain;
    double scale_time, io_timeout_s;
    struct opt_list destructive;
} options;

/* Options of jobs among the arguments, "name=value" or "name". */
static struct {
    const char **at;
    size_t nr, room;
} job_options;

static const struct opt_row rows[] = {
    {OPT_SECTION, NULL, 0, NULL, NULL, "Host facts", 0, 0},
    {OPT_FLAG, "facts", 0, NULL, &options.wants_facts,
     "write the facts of this host and of the devices below each PATH", 0, 0},
    {OPT_FLAG, "identify", 0, NULL, &options.is_identified,
     "include serial numbers, host name, machine id, UUIDs and backing paths", 0, 0},
    {OPT_TEXT, "root", 0, "DIR", &options.root,
     "read /proc, /sys and /etc below DIR instead of those of this host", 0, 0},
    {OPT_SECTION, NULL, 0, NULL, NULL, "Jobs", 0, 0},
    {OPT_FLAG, "parse-only", 0, NULL, &options.only_parses,
     "print the jobs of JOBFILE as they are understood, and run none",
     0, 0},
    {OPT_FLAG, "ignore-unknown", 0, NULL, &options.ignores_unknown,
     "warn of options of a job file that are not known or not built, and pass over them", 0, 0},
    {OPT_FLAG, "list-options", 0, NULL, &options.lists_options,
     "list the options of jobs, and end", 0, 0},
    {OPT_NUMBER, "scale-time", 0, "FACTOR", &options.scale_time,
     "multiply runtime, ramp_time and startdelay of all jobs", 1e-6, 1e6},
    {OPT_NUMBER, "io-timeout", 0, "SECONDS", &options.io_timeout_s,
     "end the run where an I/O takes longer", 0.1, 1e6},
    {OPT_LIST, "destructive", 0, "PATH[:SIGNATURE]", &options.destructive,
     "allow jobs to write over PATH, a device or file, and SIGNATURE on it", 0, 0},
    {OPT_TEXT, "max-write", 0, "BYTES", &options.max_write,
     "write and trim no more than BYTES in the whole run, as in 10g", 0, 0},
    {OPT_FLAG, "precondition", 0, NULL, &options.preconditions,
     "write all that jobs use once before the first begins", 0, 0},
    {OPT_FLAG, "keep", 0, NULL, &options.keeps_files, "leave files that were made", 0, 0},
    {OPT_FLAG, "append", 0, NULL, &options.appends,
     "add to the file of --output, where there is one", 0, 0},
    {OPT_FLAG, "plain", 0, NULL, &options.is_plain,
     "tell how far the run is in a line every ten seconds, for logs; else a terminal alone is told",
     0, 0},
    OPT_COMMON(options.output, options.is_quiet, options.is_verbose),
    {OPT_FLAG, NULL, 0, NULL, NULL, NULL, 0, 0},
};

static const struct opt_program program = {
    program_name,
    "Measures storage as job files of fio ask for, and collects what bears on its speed.",
    "[OPTION]... [--JOB-OPTION=VALUE]... [JOBFILE]\n"
    "       iodelta-collect --facts [OPTION]... [PATH]...",
    "  iodelta-collect --directory=/mnt/t --rw=randread --bs=4k --size=1g --iodepth=32 \\\n"
    "                  --runtime=30 --time_based -o run.jsonl\n"
    "  iodelta-collect seq.fio --bs=64k -o run.jsonl --append\n"
    "  iodelta-collect --facts /mnt/test -o host.jsonl\n",
    rows,
    job_option_names,
};

static int fail(const struct diag *diag)
{
    diag_print(stderr, program_name, diag);
    return EXIT_SYSTEM;
}

static int write_facts(const struct record *record)
{
    struct diag diag;
    struct outfile *file = outfile_open(options.output, &diag);
    if (!file)
        return fail(&diag);
    if (record_write_json(record, outfile_stream(file)) != 0) {
        diag_set(&diag, DIAG_FATAL, options.output, 0, NULL, "cannot be written: %s",
                 strerror(errno));
        outfile_abort(file);
        return fail(&diag);
    }
    return outfile_commit(file, &diag) == 0 ? 0 : fail(&diag);
}

static int collect_facts(const char *const *paths, size_t paths_nr)
{
    struct diag diag;
    struct hostfacts_request request = {
        .root = options.root ? options.root : "",
        .is_identified = options.is_identified,
        .paths = paths,
        .paths_nr = paths_nr,
    };
    struct arena *arena = arena_new();
    const struct record *record = hostfacts_read(arena, &request, &diag);
    int status = record ? write_facts(record) : fail(&diag);
    if (record && options.is_verbose && !options.is_quiet)
        fprintf(stderr, "%s: %u facts\n", program_name, record->facts.nr);
    arena_free(arena);
    return status;
}

/* While jobs run; NULL else. */
static struct meter *meter;

static void print_message(void *context, const struct diag *diag)
{
    (void)context;
    bool is_note = diag->level == DIAG_NOTE;
    bool is_warning = diag->level == DIAG_WARN;
    if ((is_note && !options.is_verbose) || ((is_note || is_warning) && options.is_quiet))
        return;
    if (meter)
        meter_hide(meter);
    diag_print(stderr, program_name, diag);
    if (meter)
        meter_show(meter);
}

/* Takes the options of jobs out of argv; a value may stand in the next argument. */
static int take_job_options(int argc, char **argv)
{
    int kept = 0;
    bool is_over = false;
    for (int i = 0; i < argc; i++) {
        is_over |= strcmp(argv[i], "--") == 0;
        bool is_long = i > 0 && !is_over && strncmp(argv[i], "--", 2) == 0;
        const char *word = is_long ? argv[i] + 2 : "";
        size_t length = strcspn(word, "=");
        char name[64];
        const struct job_option *option = NULL;
        if (is_long && length < sizeof name) {
            snprintf(name, sizeof name, "%.*s", (int)length, word);
            option = job_option_find(name);
        }
        if (!option) {
            argv[kept++] = argv[i];
            continue;
        }
        bool has_value = word[length] == '=', is_flag = job_option_may_stand_alone(option);
        job_options.at =
            memory_grow(job_options.at, job_options.nr, &job_options.room, sizeof *job_options.at);
        if (has_value || is_flag || i + 1 == argc) {
            job_options.at[job_options.nr++] = memory_string(word);
        } else {
            struct strbuf both = STRBUF_INIT;
            strbuf_printf(&both, "%s=%s", word, argv[++i]);
            job_options.at[job_options.nr++] = strbuf_take(&both);
        }
    }
    argv[kept] = NULL;
    return kept;
}

static void free_job_options(void)
{
    for (size_t i = 0; i < job_options.nr; i++)
        free((char *)job_options.at[i]);
    free(job_options.at);
}

static int list_job_options(void)
{
    size_t nr;
    const struct job_option *all = job_option_list(&nr);
    static const char *const words[] = {
        [JOB_OPTION_IGNORED] = "changes nothing: ",
        [JOB_OPTION_LACKING] = "refused: ",
    };
    for (size_t i = 0; i < nr; i++) {
        bool is_ours = all[i].kind != JOB_OPTION_IGNORED && all[i].kind != JOB_OPTION_LACKING;
        printf("%-26s %s%s%s%s%s\n", all[i].name, is_ours ? "" : words[all[i].kind],
               all[i].meaning, all[i].alias ? " (also " : "", all[i].alias ? all[i].alias : "",
               all[i].alias ? ")" : "");
    }
    return opt_end_output(&program) ? 0 : EXIT_SYSTEM;
}

static int print_jobs(const struct job_list *jobs)
{
    struct diag diag;
    struct outfile *file = outfile_open(options.output, &diag);
    if (!file)
        return fail(&diag);
    job_print(jobs, outfile_stream(file));
    return outfile_commit(file, &diag) == 0 ? 0 : fail(&diag);
}

static _Atomic bool stop;

static void ask_to_stop(int signal)
{
    (void)signal;
    atomic_store(&stop, true);
}

/* A second signal of a kind ends the program at once. */
static void catch_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    struct sigaction action = {.sa_handler = ask_to_stop, .sa_flags = (int)SA_RESETHAND};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        sigaction(signals[i], &action, NULL);
}

static int put_record(void *context, const struct record *record)
{
    return record_log_put(context, record);
}

static void tell(void *context, const struct run_progress *progress)
{
    (void)context;
    meter_tell(meter, progress);
}

static enum meter_kind meter_kind(void)
{
    if (options.is_plain)
        return METER_PLAIN;
    return isatty(STDERR_FILENO) && !options.is_quiet ? METER_TERMINAL : METER_NONE;
}

static int run_with_meter(const struct run_request *request, struct run_result *result,
                          struct diag *diag)
{
    meter = meter_open(stderr, meter_kind(), program_name);
    int status = run_jobs(request, result, diag);
    struct meter *closed = meter;
    meter = NULL;
    meter_close(closed);
    return status;
}

/* Puts the facts of this host before the results; a host that cannot be read has none. */
static int put_facts(struct arena *arena, const struct job_list *jobs, struct record_log *log)
{
    const char **paths = memory_resize(NULL, 2 * jobs->nr, sizeof *paths);
    size_t nr = 0;
    for (size_t i = 0; i < jobs->nr; i++) {
        const struct job *job = &jobs->at[i];
        paths[nr++] = job->directory && access(job->directory, F_OK) == 0 ? job->directory : ".";
        if (job->filename && access(job->filename, F_OK) == 0)
            paths[nr++] = job->filename;
    }
    struct hostfacts_request request = {"", options.is_identified, paths, nr};
    struct diag diag;
    const struct record *record = hostfacts_read(arena, &request, &diag);
    int status = record ? record_log_put(log, record) : 0;
    free(paths);
    return status;
}

/* Reads --max-write; false with a message where it is no number of bytes. */
static bool read_max_write(uint64_t *bytes)
{
    *bytes = UINT64_MAX;
    if (!options.max_write || job_value_number(options.max_write, 1024, bytes))
        return true;
    fprintf(stderr, "%s: --max-write=%s: is no number of bytes; give one such as 500m or 10g\n",
            program_name, options.max_write);
    return false;
}

static int measure(struct arena *arena, struct job_list *jobs)
{
    struct diag diag;
    struct diag_sink sink = {print_message, NULL};
    uint64_t max_write_bytes;
    if (!read_max_write(&max_write_bytes))
        return EXIT_USAGE;
    if (options.scale_time > 0)
        job_scale_times(arena, jobs, options.scale_time);
    struct record_log *log = record_log_open(options.output, options.appends, &diag);
    if (!log)
        return fail(&diag);
    catch_signals();
    struct run_request request = {
        .jobs = jobs,
        .stop = &stop,
        .io_timeout_ns = (uint64_t)(options.io_timeout_s * 1e9),
        .keeps_files = options.keeps_files,
        .destructive = options.destructive.at,
        .destructive_nr = options.destructive.nr,
        .max_write_bytes = max_write_bytes,
        .preconditions = options.preconditions,
        .sink = &sink,
        .put = put_record,
        .context = log,
        .tell = tell,
    };
    struct run_result result = {.results_nr = 0};
    int failed = put_facts(arena, jobs, log);
    if (failed)
        diag_set(&diag, DIAG_FATAL, options.output, 0, NULL, "cannot be written: %s",
                 strerror(errno));
    else
        failed = run_with_meter(&request, &result, &diag);
    if (failed)
        diag_print(stderr, program_name, &diag);
    if (record_log_close(log, &diag) != 0 && !failed)
        failed = fail(&diag);
    if (options.is_verbose && !options.is_quiet)
        fprintf(stderr, "%s: %u results\n", program_name, result.results_nr);
    /* What fails because of a signal is no failure of its own. */
    if ((failed || result.has_failed) && !atomic_load(&stop))
        return EXIT_SYSTEM;
    if (result.was_stopped)
        fprintf(stderr, "%s: stopped early; what was measured is marked partial\n", program_name);
    bool is_partial = result.was_stopped || atomic_load(&stop) || !result.results_nr;
    return is_partial || result.found_unlike ? EXIT_INPUT : 0;
}

/* Reads the jobs of the file, or of the options alone, and does what was asked for. */
static int do_jobs(const char *path)
{
    struct diag_sink sink = {print_message, NULL};
    struct job_file_request request = {
        .options = job_options.at,
        .options_nr = job_options.nr,
        .ignores_unknown = options.ignores_unknown,
        .sink = &sink,
    };
    struct arena *arena = arena_new();
    struct job_list jobs;
    int status = path ? job_file_read(arena, path, &request, &jobs)
                      : job_file_of_options(arena, &request, &jobs);
    if (status)
        status = EXIT_USAGE;
    else
        status = options.only_parses ? print_jobs(&jobs) : measure(arena, &jobs);
    arena_free(arena);
    return status;
}

static int run(int argc, char **argv)
{
    int first = 0;
    argc = take_job_options(argc, argv);
    switch (opt_parse(&program, argc, argv, &first)) {
    case OPT_DONE:
        return opt_end_output(&program) ? 0 : EXIT_SYSTEM;
    case OPT_WRONG:
        return EXIT_USAGE;
    case OPT_GO:
        break;
    }
    if (options.lists_options)
        return list_job_options();
    if (options.wants_facts)
        return collect_facts((const char *const *)argv + first, (size_t)(argc - first));
    if (argc - first <= 1 && (argc > first || job_options.nr))
        return do_jobs(argv[first]);
    fprintf(stderr, "%s: name one job file, give options of a job such as --rw=read, or use "
                    "--facts\n", program_name);
    opt_print_usage(&program, stderr);
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    int status = run(argc, argv);
    free_job_options();
    opt_list_free(&options.destructive);
    return status;
}
