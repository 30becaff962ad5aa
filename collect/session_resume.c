/* Comparisons that go on: what of the command line a file keeps, and how it comes back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/collect_options.h"
#include "collect/identity.h"
#include "collect/preset.h"
#include "collect/session_parts.h"
#include "collect/setting.h"
#include "record/exit_code.h"
#include "record/memory.h"

/* Options that a campaign goes on with, and the facts that keep them. */
static const struct {
    const char *fact;
    enum opt_kind kind;
    void *target;
} saved[] = {
    {"runs", OPT_NUMBER, &collect_options.runs},
    {"seed", OPT_NUMBER, &collect_options.seed},
    {"until_ci_pct", OPT_TEXT, &collect_options.until_ci},
    {"steady_state", OPT_FLAG, &collect_options.awaits_steady},
    {"max_time_s", OPT_NUMBER, &collect_options.max_time_s},
    {"scale_time", OPT_NUMBER, &collect_options.scale_time},
    {"io_timeout_s", OPT_NUMBER, &collect_options.io_timeout_s},
    {"max_write", OPT_TEXT, &collect_options.max_write},
    {"precondition", OPT_FLAG, &collect_options.preconditions},
    {"keep", OPT_FLAG, &collect_options.keeps_files},
    {"preset", OPT_TEXT, &collect_options.preset},
    {"drop_caches", OPT_FLAG, &collect_options.drops_caches},
    {"cool_down_s", OPT_NUMBER, &collect_options.cool_down_s},
    {"ignore_unknown", OPT_FLAG, &collect_options.ignores_unknown},
};

/* What runs commands or changes what is not ours is not taken from a file: it must be given
 * again. */
static const struct {
    const char *fact, *option;
    const char *const *target;
} given_again[] = {
    {"needs.setup", "--setup", &collect_options.setup},
    {"needs.teardown", "--teardown", &collect_options.teardown},
};

enum { SAVED_NR = sizeof saved / sizeof saved[0] };
enum { GIVEN_AGAIN_NR = sizeof given_again / sizeof given_again[0] };

/* The hash of what a path names, "" where it cannot be read. */
static const char *hash_of_file(struct arena *arena, const char *path)
{
    enum { BYTES_MAX = JOB_FILE_BYTES_MAX + 1 };
    FILE *in = fopen(path, "re");
    if (!in)
        return "";
    char *bytes = memory_alloc(BYTES_MAX);
    size_t length = fread(bytes, 1, BYTES_MAX, in);
    fclose(in);
    const char *text = record_hash(arena, bytes, length);
    free(bytes);
    return text;
}

static const char *hash_of_folder(struct arena *arena)
{
    char *path = getcwd(NULL, 0);
    const char *text = path ? record_hash(arena, path, strlen(path)) : "";
    free(path);
    return text;
}

static void save_devices(struct record *record, const struct campaign_plan *plan)
{
    struct identity_key key;
    char text[IDENTITY_KEY_TEXT];
    const char **paths;
    size_t nr = session_paths(plan->jobs, plan->schedule.cells_nr, &paths), saved_nr = 0;
    bool has_key = identity_key_make(&key) == 0;
    for (size_t i = 0; i < nr && has_key; i++) {
        struct identity identity;
        struct diag diag;
        if (identity_of_path("", paths[i], IDENTITY_LASTING, &key, &identity, &diag) != 0)
            continue;
        saved_nr++;
        record_set_pair(record, &record->facts,
                        arena_printf(record->arena, "device.%zu.path", saved_nr), paths[i]);
        record_set_pair(record, &record->facts,
                        arena_printf(record->arena, "device.%zu.id", saved_nr), identity.text);
    }
    if (saved_nr) {
        identity_key_write(&key, text);
        record_set_pair(record, &record->facts, "device.key", text);
    }
    free(paths);
}

/* Whether what each path led to when the campaign began is there. */
static bool are_same_devices(struct arena *arena, const struct record *record)
{
    struct identity_key key;
    const char *text = record_pair(&record->facts, "device.key");
    bool has_key = text && identity_key_read(text, &key);
    for (size_t i = 1; has_key; i++) {
        const char *path =
            record_pair(&record->facts, arena_printf(arena, "device.%zu.path", i));
        const char *id = record_pair(&record->facts, arena_printf(arena, "device.%zu.id", i));
        struct identity identity;
        struct diag diag;
        if (!path || !id)
            break;
        if (identity_of_path("", path, IDENTITY_LASTING, &key, &identity, &diag) == 0 &&
            strcmp(identity.text, id) == 0)
            continue;
        session_refuse(path, "begin anew",
                       "is on another device than when the comparison began");
        return false;
    }
    return true;
}

void session_save(struct record *record, const struct campaign_plan *plan,
                  const struct campaign_jobs *jobs)
{
    struct arena *arena = record->arena;
    for (size_t i = 0; i < SAVED_NR; i++) {
        const char *value = NULL;
        if (record_pair(&record->facts, saved[i].fact))
            continue; /* the plan says it */
        if (saved[i].kind == OPT_FLAG)
            value = *(bool *)saved[i].target ? "1" : NULL;
        else if (saved[i].kind == OPT_TEXT)
            value = *(const char **)saved[i].target;
        else if (*(double *)saved[i].target > 0)
            value = arena_printf(arena, "%.15g", *(double *)saved[i].target);
        if (value)
            record_set_pair(record, &record->facts, saved[i].fact, value);
    }
    for (size_t i = 0; i < GIVEN_AGAIN_NR; i++)
        if (*given_again[i].target)
            record_set_pair(record, &record->facts, given_again[i].fact, "1");
    for (size_t i = 0; i < jobs->request->options_nr; i++)
        record_set_pair(record, &record->facts, arena_printf(arena, "option.%zu", i + 1),
                        jobs->request->options[i]);
    if (jobs->path) {
        record_set_pair(record, &record->facts, "job_file", jobs->path);
        record_set_pair(record, &record->facts, "job_file.hash",
                        hash_of_file(arena, jobs->path));
    }
    record_set_pair(record, &record->facts, "folder.hash", hash_of_folder(arena));
    save_devices(record, plan);
}

/* Adds "name.1", "name.2" … of the facts to the list. */
static void take_list(const struct record *record, const char *name, struct opt_list *list)
{
    char fact[64];
    const char *value;
    for (size_t i = 1;; i++) {
        snprintf(fact, sizeof fact, "%s.%zu", name, i);
        value = record_pair(&record->facts, fact);
        if (!value)
            return;
        opt_list_add(list, value);
    }
}

/* Sets the options that the facts keep. */
static bool restore(const struct record *record)
{
    bool is_sound = true;
    for (size_t i = 0; i < SAVED_NR; i++) {
        const char *value = record_pair(&record->facts, saved[i].fact);
        char *last = NULL;
        if (!value)
            continue;
        if (saved[i].kind == OPT_FLAG)
            *(bool *)saved[i].target = true;
        else if (saved[i].kind == OPT_TEXT)
            *(const char **)saved[i].target = value;
        else
            *(double *)saved[i].target = strtod(value, &last);
        is_sound &= !last || (!*last && *(double *)saved[i].target >= 0 &&
                              *(double *)saved[i].target <= 9007199254740992.0);
    }
    is_sound &= collect_options.runs >= 1 && collect_options.runs <= 1e6;
    const char *order = record_pair(&record->facts, "order");
    collect_options.interleaves = order && strcmp(order, "interleaved") == 0;
    take_list(record, "vary", &collect_options.vary);
    return is_sound;
}

/* Whether all is as it was when the campaign began. */
static bool is_as_it_was(struct arena *arena, const struct record *record, const char *job_file)
{
    const char *path = collect_options.output;
    const char *folder = record_pair(&record->facts, "folder.hash");
    const char *hash = record_pair(&record->facts, "job_file.hash");
    if (folder && strcmp(folder, hash_of_folder(arena)) != 0) {
        session_refuse(path, "go there first", "was begun in another folder");
        return false;
    }
    if (job_file && (!hash || strcmp(hash, hash_of_file(arena, job_file)) != 0)) {
        session_refuse(job_file, "begin anew",
                       "is not the job file any more that the comparison began with");
        return false;
    }
    if (!are_same_devices(arena, record))
        return false;
    for (size_t i = 0; i < GIVEN_AGAIN_NR; i++) {
        char mend[64];
        if (!record_pair(&record->facts, given_again[i].fact) || *given_again[i].target)
            continue;
        snprintf(mend, sizeof mend, "give %s again", given_again[i].option);
        session_refuse(path, mend, "a command of the comparison is not taken from the file");
        return false;
    }
    return true;
}

int session_resume(const struct job_file_request *request)
{
    struct diag diag;
    struct campaign_begun begun;
    struct campaign_wish wish;
    struct arena *arena = arena_new();
    struct campaign_plan plan = {.vary.is_setting = setting_is_name};
    int status = EXIT_USAGE;
    if (request->options_nr || collect_options.vary.nr || collect_options.output) {
        session_refuse(NULL, "give --resume=FILE without them",
                       "--resume takes the jobs, levels and output from FILE");
    } else if (campaign_file_read(arena, collect_options.resume, &begun, &diag) != 0) {
        status = session_fail(&diag);
    } else if (!restore(begun.record) || !session_wish(&wish)) {
        session_refuse(collect_options.resume, NULL, "its campaign is damaged");
    } else {
        struct opt_list options = {NULL, 0, 0};
        struct job_file_request all = *request;
        struct campaign_jobs jobs = {
            .path = record_pair(&begun.record->facts, "job_file"),
            .request = &all,
            .scale_time = collect_options.scale_time,
        };
        const struct preset *preset =
            collect_options.preset ? preset_find(collect_options.preset) : NULL;
        jobs.text = preset ? preset->jobs : NULL;
        take_list(begun.record, "option", &options);
        collect_options.output = collect_options.resume;
        all.options = options.at;
        all.options_nr = options.nr;
        all.ignores_unknown = collect_options.ignores_unknown;
        if (is_as_it_was(arena, begun.record, jobs.path) &&
            campaign_plan_make(arena, &wish, &jobs, &plan) == 0)
            status = session_go(&plan, &wish, &jobs, &begun);
        opt_list_free(&options);
    }
    arena_free(arena);
    return status;
}
