#include "parse/fio_settings.h"

#include <ctype.h>
#include <string.h>

#include "parse/fio.h"
#include "parse/jobfile.h"

enum { MOST_JOBS = 64, MOST_SETTINGS = 128, LONGEST_VALUE = 200 };

/* The jobs of a command line: what stands before the first --name holds for all. */
struct line_jobs {
    struct record *global;
    struct record *at[MOST_JOBS];
    const char *names[MOST_JOBS];
    size_t nr;
    bool has_file; /* a job file is read as well */
};

/* What concerns fio itself and not a job. */
static bool is_of_program(const char *name)
{
    static const char *const names[] = {
        "output", "output-format", "client", "server", "section", "debug", "parse-only",
        "minimal", "append-terse", "bandwidth-log", "eta", "eta-interval", "eta-newline",
        "status-interval", "readonly", "showcmd", "help", "version", "alloc-size",
        "warnings-fatal", "max-jobs", "terse-version", "idle-prof", "inflate-log", "aux-path",
        "daemonize", "remote-config", "latency-log", "merge-blktrace-only"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

/* Options that have no value behind a blank. */
static bool is_flag(const char *name)
{
    static const char *const names[] = {
        "time_based", "group_reporting", "readonly", "thread", "norandommap", "fixedbufs",
        "hipri", "registerfiles", "minimal", "append-terse", "stonewall", "new_group",
        "nonvectored", "sqthread_poll", "refill_buffers", "gtod_reduce", "showcmd", "latency-log"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

static bool is_job_file(const char *word)
{
    static const char *const endings[] = {".fio", ".job", ".ini", ".conf", ".cfg", ".txt"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t length = strlen(word), size = strlen(endings[i]);
        if (length > size && !strcmp(word + length - size, endings[i]))
            return true;
    }
    return false;
}

/* Takes a word's backslashes off, as a shell does. */
static char *without_escapes(struct arena *arena, const char *word)
{
    char *text = arena_string(arena, word), *to = text;
    for (const char *at = text; *at; at++)
        if (*at != '\\')
            *to++ = *at;
    *to = '\0';
    return text;
}

static void start_job(struct line_jobs *jobs, const char *name)
{
    if (jobs->nr == MOST_JOBS)
        return;
    struct record *job = record_new(jobs->global->arena, RECORD_RESULT);
    record_set_params(job, &jobs->global->params);
    jobs->names[jobs->nr] = name;
    jobs->at[jobs->nr++] = job;
}

static void take_option(struct line_jobs *jobs, const char *name, const char *value)
{
    struct record *holder = jobs->nr ? jobs->at[jobs->nr - 1] : jobs->global;
    if (is_of_program(name))
        return;
    if (!strcmp(name, "name")) {
        start_job(jobs, value);
        return;
    }
    /* What a shell was to fill in is not known. */
    if (!*name || strchr(value, '$') || strchr(value, '`') || strlen(value) > LONGEST_VALUE ||
        holder->params.nr == MOST_SETTINGS)
        return;
    record_set_pair(holder, &holder->params, jobfile_common_name(name), value);
}

/* Splits the words of a command, --name=value, -name=value or --name value. */
static void read_command(struct arena *arena, const struct command *command,
                         struct line_jobs *jobs)
{
    *jobs = (struct line_jobs){.global = record_new(arena, RECORD_RESULT)};
    for (size_t i = 0; i < command->nr; i++) {
        char *word = without_escapes(arena, command->words[i]);
        size_t dashes = strspn(word, "-");
        if (!dashes) {
            jobs->has_file = jobs->has_file || is_job_file(word);
            continue;
        }
        if (!isalpha((unsigned char)word[dashes]))
            continue;
        char *name = word + dashes, *equals = strchr(name, '=');
        const char *value = "1", *next = i + 1 < command->nr ? command->words[i + 1] : "-";
        if (equals) {
            *equals = '\0';
            value = equals + 1;
        } else if (!is_flag(name) && *next != '-' && !strpbrk(next, "<>=") && !is_job_file(next)) {
            value = without_escapes(arena, next);
            i++;
        }
        take_option(jobs, name, value);
    }
}

/* Returns the job of the command that the result is of, or NULL. */
static const struct record *find_job(const struct line_jobs *jobs, const struct record *record)
{
    if (!jobs->nr)
        return jobs->has_file && record->job ? NULL : jobs->global;
    if (!record->job)
        return jobs->nr == 1 ? jobs->at[0] : NULL;
    for (size_t i = jobs->nr; i-- > 0;)
        if (!strcmp(jobs->names[i], record->job))
            return jobs->at[i];
    return NULL;
}

static void apply_jobs(const struct line_jobs *jobs, struct record *record)
{
    const struct record *job = find_job(jobs, record);
    if (job && !jobfile_contradicts(record, &job->params))
        record_add_params(record, &job->params);
}

/* Results of one command stand together, so it is read once. */
static void apply_commands(struct tool_output *output)
{
    struct line_jobs *jobs = arena_alloc(output->arena, sizeof *jobs);
    const struct command *read = NULL;
    for (size_t i = 0; i < output->nr; i++) {
        const struct result *result = &output->at[i];
        const struct command *command = result->command;
        if (strcmp(result->record->tool, "fio") || !command || strcmp(command->program, "fio"))
            continue;
        if (command != read)
            read_command(output->arena, command, jobs);
        read = command;
        apply_jobs(jobs, result->record);
    }
}

void fio_settings_apply(const struct text *text, struct tool_output *output)
{
    apply_commands(output);
    jobfile_apply(text, output);
    fio_settle_figures(output);
}
