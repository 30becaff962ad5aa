#include "config.h"

#include "collect/session_parts.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/clock.h"
#include "collect/collect_options.h"
#include "collect/hostfacts.h"
#include "collect/job_value.h"
#include "collect/meter.h"
#include "collect/result.h"
#include "record/exit_code.h"
#include "record/hash.h"
#include "record/memory.h"

const char session_program[] = "iodelta-collect";
_Atomic bool session_stop;

/* While jobs run; NULL else. */
static struct meter *meter;

/* What was said by earlier runs of a comparison, as hashes: runs of one kind say the same. */
static struct {
    uint64_t *at;
    size_t nr, room;
    bool is_kept;
} said;

static bool was_said(const struct diag *diag)
{
    char text[sizeof diag->path + sizeof diag->text + 2];
    int length = snprintf(text, sizeof text, "%s\n%s", diag->path, diag->text);
    uint64_t hash = hash_bytes(text, (size_t)length);
    for (size_t i = 0; i < said.nr; i++)
        if (said.at[i] == hash)
            return true;
    if (said.is_kept) {
        said.at = memory_grow(said.at, said.nr, &said.room, sizeof *said.at);
        said.at[said.nr++] = hash;
    }
    return false;
}

void session_say_once(bool is_kept)
{
    free(said.at);
    said.at = NULL;
    said.nr = said.room = 0;
    said.is_kept = is_kept;
}

static void print_message(void *context, const struct diag *diag)
{
    (void)context;
    bool is_note = diag->level == DIAG_NOTE, is_warning = diag->level == DIAG_WARN;
    if ((is_note && !collect_options.is_verbose) ||
        ((is_note || is_warning) && (collect_options.is_quiet || was_said(diag))))
        return;
    if (meter)
        meter_hide(meter);
    diag_print(stderr, session_program, diag);
    if (meter)
        meter_show(meter);
}

const struct diag_sink session_sink = {print_message, NULL};

int session_fail(const struct diag *diag)
{
    diag_print(stderr, session_program, diag);
    return EXIT_SYSTEM;
}

static void ask_to_stop(int signal)
{
    (void)signal;
    atomic_store(&session_stop, true);
}

void session_catch_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    struct sigaction action = {.sa_handler = ask_to_stop, .sa_flags = (int)SA_RESETHAND};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        sigaction(signals[i], &action, NULL);
    /* A file that may not grow is an error of a call, as EFBIG. */
    signal(SIGXFSZ, SIG_IGN);
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

void session_open_meter(void)
{
    enum meter_kind kind = METER_NONE;
    if (collect_options.is_plain)
        kind = METER_PLAIN;
    else if (isatty(STDERR_FILENO) && !collect_options.is_quiet)
        kind = METER_TERMINAL;
    meter = meter_open(stderr, kind, session_program);
}

void session_close_meter(void)
{
    struct meter *closed = meter;
    meter = NULL;
    meter_close(closed);
}

/* Adds what the jobs of a list use to the paths, once each. */
static void add_paths(const struct job_list *jobs, const char ***paths, size_t *nr, size_t *room)
{
    for (size_t i = 0; i < 2 * jobs->nr; i++) {
        const struct job *job = &jobs->at[i / 2];
        bool has_folder = job->directory && access(job->directory, F_OK) == 0;
        const char *path = i % 2 ? job->filename : has_folder ? job->directory : ".";
        bool is_known = !path || (i % 2 && access(path, F_OK) != 0);
        for (size_t k = 0; k < *nr && !is_known; k++)
            is_known = strcmp((*paths)[k], path) == 0;
        if (is_known)
            continue;
        *paths = memory_grow(*paths, *nr, room, sizeof **paths);
        (*paths)[(*nr)++] = path;
    }
}

size_t session_paths(const struct job_list *lists, size_t lists_nr, const char ***paths)
{
    size_t nr = 0, room = 0;
    *paths = NULL;
    for (size_t i = 0; i < lists_nr; i++)
        add_paths(&lists[i], paths, &nr, &room);
    return nr;
}

int session_put_facts(const struct job_list *lists, size_t lists_nr, const char *of,
                      struct record_log *log)
{
    const char **paths;
    size_t nr = session_paths(lists, lists_nr, &paths);
    struct hostfacts_request request = {
        .root = "",
        .is_identified = collect_options.is_identified,
        .paths = paths,
        .paths_nr = nr,
        .of = of,
    };
    struct diag diag;
    struct arena *arena = arena_new();
    const struct record *record = hostfacts_read(arena, &request, &diag);
    int status = record ? record_log_put(log, record) : 0;
    arena_free(arena);
    free(paths);
    return status;
}

bool session_request(struct record_log *log, struct run_request *request)
{
    uint64_t most_bytes = UINT64_MAX;
    const char *given = collect_options.max_write;
    if (given && !job_value_number(given, 1024, &most_bytes)) {
        fprintf(stderr,
                "%s: --max-write=%s: is no number of bytes; give one such as 500m or 10g\n",
                session_program, given);
        return false;
    }
    *request = (struct run_request){
        .stop = &session_stop,
        .io_timeout_ns = (uint64_t)(collect_options.io_timeout_s * 1e9),
        .keeps_files = collect_options.keeps_files,
        .destructive = collect_options.destructive.at,
        .destructive_nr = collect_options.destructive.nr,
        .max_write_bytes = most_bytes,
        .preconditions = collect_options.preconditions,
        .sink = &session_sink,
        .put = put_record,
        .context = log,
        .tell = tell,
    };
    return true;
}

int session_end(const struct run_result *result, bool has_failed)
{
    bool is_stopped = atomic_load(&session_stop);
    if (collect_options.is_verbose && !collect_options.is_quiet)
        fprintf(stderr, "%s: %u results\n", session_program, result->results_nr);
    /* What fails because of a signal is no failure of its own. */
    if ((has_failed || result->has_failed) && !is_stopped)
        return EXIT_SYSTEM;
    if (result->was_stopped)
        fprintf(stderr, "%s: stopped early; what was measured is marked partial\n",
                session_program);
    bool is_partial = result->was_stopped || is_stopped || !result->results_nr;
    return is_partial || result->found_unlike ? EXIT_INPUT : 0;
}

void session_fail_output(struct diag *diag)
{
    diag_set(diag, DIAG_FATAL, collect_options.output, 0, NULL, "cannot be written: %s",
             strerror(errno));
}

/* Sets what the options and the launcher say of several hosts; false, with a message, where an
 * option is wrong. */
static bool read_party(struct run_party *party)
{
    static char own_id[32];
    const char *group = collect_options.group;
    result_time(own_id, clock_unix_ns());
    *party = (struct run_party){.id = group ? group : own_id, .rank = rank_of_environment(getenv)};
    if (collect_options.rank >= 0)
        party->rank = (struct rank){(unsigned)collect_options.rank,
                                    (unsigned)collect_options.ranks, true};
    if (group && (!*group || strlen(group) > RUN_PARTY_ID_MAX)) {
        session_refuse(NULL, "choose another", "--group: a name of 1 to 63 bytes is wanted");
        return false;
    }
    if (party->rank.nr && party->rank.number >= party->rank.nr) {
        session_refuse(NULL, "count from 0", "--rank is not below --ranks");
        return false;
    }
    if (collect_options.start_at &&
        !rank_moment(collect_options.start_at, &party->start_unix_ns)) {
        session_refuse(NULL, "write it as in 2026-01-31T09:05:00Z, or as $(date -d +10sec +%s)",
                       "--start-at: is no time");
        return false;
    }
    return true;
}

int session_measure(const struct job_list *jobs)
{
    struct diag diag;
    struct run_request request;
    struct run_result result = {.results_nr = 0};
    struct run_party party;
    if (!session_request(NULL, &request) || !read_party(&party))
        return EXIT_USAGE;
    if (collect_options.group || collect_options.start_at)
        request.party = &party;
    struct record_log *log =
        record_log_open(collect_options.output, collect_options.appends, &diag);
    if (!log)
        return session_fail(&diag);
    request.context = log;
    request.jobs = jobs;
    session_catch_signals();
    struct session_host *host = session_host_open(NULL, jobs, 1, &diag);
    int failed = session_put_facts(jobs, 1, NULL, log);
    if (failed) {
        session_fail_output(&diag);
    } else {
        session_host_prepare(host, NULL, jobs, &diag);
        session_open_meter();
        failed = run_jobs(&request, &result, &diag);
        session_close_meter();
    }
    session_host_close(host);
    if (failed)
        diag_print(stderr, session_program, &diag);
    if (record_log_close(log, &diag) != 0 && !failed)
        failed = session_fail(&diag);
    return session_end(&result, failed);
}
