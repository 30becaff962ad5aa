/* iodelta-collect: runs jobs and records what they measured; host facts. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/collect_options.h"
#include "collect/hostfacts.h"
#include "collect/job_file.h"
#include "collect/job_option.h"
#include "collect/job_print.h"
#include "collect/preset.h"
#include "collect/session.h"
#include "record/arena.h"
#include "record/diag.h"
#include "record/exit_code.h"
#include "record/memory.h"
#include "record/opt.h"
#include "record/outfile.h"
#include "record/record_io.h"
#include "record/strbuf.h"

static const char program_name[] = "iodelta-collect";

/* Options of jobs among the arguments, "name=value" or "name". */
static struct {
    const char **at;
    size_t nr, room;
} job_options;

static int write_facts(const struct record *record)
{
    struct diag diag;
    struct outfile *file = outfile_open(collect_options.output, &diag);
    if (!file)
        return session_fail(&diag);
    if (record_write_json(record, outfile_stream(file)) != 0) {
        diag_set(&diag, DIAG_FATAL, collect_options.output, 0, NULL, "cannot be written: %s",
                 strerror(errno));
        outfile_abort(file);
        return session_fail(&diag);
    }
    return outfile_commit(file, &diag) == 0 ? 0 : session_fail(&diag);
}

static int collect_facts(const char *const *paths, size_t paths_nr)
{
    struct diag diag;
    struct hostfacts_request request = {
        .root = collect_options.root ? collect_options.root : "",
        .is_identified = collect_options.is_identified,
        .paths = paths,
        .paths_nr = paths_nr,
    };
    struct arena *arena = arena_new();
    const struct record *record = hostfacts_read(arena, &request, &diag);
    int status = record ? write_facts(record) : session_fail(&diag);
    if (record && collect_options.is_verbose && !collect_options.is_quiet)
        fprintf(stderr, "%s: %u facts\n", program_name, record->facts.nr);
    arena_free(arena);
    return status;
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
    return opt_end_output(&collect_program) ? 0 : EXIT_SYSTEM;
}

static int print_jobs(const struct job_list *jobs)
{
    struct diag diag;
    struct outfile *file = outfile_open(collect_options.output, &diag);
    if (!file)
        return session_fail(&diag);
    job_print(jobs, outfile_stream(file));
    return outfile_commit(file, &diag) == 0 ? 0 : session_fail(&diag);
}

static int list_presets(void)
{
    size_t nr;
    const struct preset *all = preset_list(&nr);
    for (size_t i = 0; i < nr; i++)
        printf("%-10s %s\n", all[i].name, all[i].meaning);
    return opt_end_output(&collect_program) ? 0 : EXIT_SYSTEM;
}

/* Returns the preset of that name, or NULL with a message that has the nearest one. */
static const struct preset *find_preset(const char *name)
{
    enum { NAMES_MAX = 64 };
    const char *names[NAMES_MAX], *nearest;
    const struct preset *preset = preset_find(name);
    if (preset)
        return preset;
    if (opt_nearest(name, names, preset_names(names, NAMES_MAX), &nearest))
        fprintf(stderr, "%s: no preset is called '%s'; did you mean '%s'?\n", program_name, name,
                nearest);
    else
        fprintf(stderr, "%s: no preset is called '%s'; --list-presets has them\n", program_name,
                name);
    return NULL;
}

static int show_preset(void)
{
    const struct preset *preset = find_preset(collect_options.shown_preset);
    if (!preset)
        return EXIT_USAGE;
    preset_print(preset, stdout);
    return opt_end_output(&collect_program) ? 0 : EXIT_SYSTEM;
}

/* What the preset stands for and the command line does not say otherwise. */
static void apply_preset(const struct preset *preset)
{
    if (preset->vary && !collect_options.vary.nr)
        opt_list_add(&collect_options.vary, preset->vary);
    if (!(collect_options.runs > 0))
        collect_options.runs = preset->runs;
    collect_options.interleaves |= preset->interleaves;
    collect_options.drops_caches |= preset->drops_caches;
}

static bool is_comparison(void)
{
    return collect_options.vary.nr || collect_options.runs > 1 || collect_options.until_ci ||
           collect_options.awaits_steady || collect_options.is_dry || collect_options.report;
}

/* Reads the jobs of the file, or of the options alone, and does what was asked for. */
static int do_jobs(const char *path)
{
    struct job_file_request request = {
        .options = job_options.at,
        .options_nr = job_options.nr,
        .ignores_unknown = collect_options.ignores_unknown,
        .sink = &session_sink,
    };
    struct campaign_jobs all = {
        .path = path,
        .request = &request,
        .scale_time = collect_options.only_parses ? 0 : collect_options.scale_time,
    };
    if (collect_options.resume)
        return session_resume(&request);
    if (collect_options.preset) {
        const struct preset *preset = find_preset(collect_options.preset);
        if (!preset)
            return EXIT_USAGE;
        apply_preset(preset);
        all.text = preset->jobs;
    }
    if (is_comparison() && !collect_options.only_parses)
        return session_compare(&all);
    struct arena *arena = arena_new();
    struct job_list jobs;
    int status = campaign_jobs_read(arena, &all, &request, &jobs);
    if (status)
        status = EXIT_USAGE;
    else
        status = collect_options.only_parses ? print_jobs(&jobs) : session_measure(&jobs);
    arena_free(arena);
    return status;
}

static int run(int argc, char **argv)
{
    int first = 0;
    argc = take_job_options(argc, argv);
    switch (opt_parse(&collect_program, argc, argv, &first)) {
    case OPT_DONE:
        return opt_end_output(&collect_program) ? 0 : EXIT_SYSTEM;
    case OPT_WRONG:
        return EXIT_USAGE;
    case OPT_GO:
        break;
    }
    if (collect_options.restores)
        return session_restore();
    if (collect_options.lists_options)
        return list_job_options();
    if (collect_options.wants_facts)
        return collect_facts((const char *const *)argv + first, (size_t)(argc - first));
    if (collect_options.lists_presets)
        return list_presets();
    if (collect_options.shown_preset)
        return show_preset();
    bool needs_none = collect_options.resume || collect_options.preset;
    bool has_jobs = argc > first || job_options.nr;
    if (needs_none ? argc == first : argc - first <= 1 && has_jobs)
        return do_jobs(argv[first]);
    fprintf(stderr, "%s: name one job file, give options of a job such as --rw=read, or use "
                    "--facts\n", program_name);
    opt_print_usage(&collect_program, stderr);
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    int status = run(argc, argv);
    free_job_options();
    opt_list_free(&collect_options.destructive);
    opt_list_free(&collect_options.vary);
    return status;
}
