#include "collect/job_option.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/job_option_parts.h"
#include "collect/job_value.h"
#include "record/memory.h"
#include "record/opt.h"
#include "record/strbuf.h"

static int compare_name(const void *key, const void *row)
{
    return strcmp(key, ((const struct job_option *)row)->name);
}

const struct job_option *job_option_find(const char *name)
{
    size_t nr;
    const struct job_option *options = job_option_list(&nr);
    const struct job_option *option =
        bsearch(name, options, nr, sizeof *options, compare_name);
    for (size_t i = 0; !option && i < nr; i++)
        if (options[i].alias && strcmp(options[i].alias, name) == 0)
            option = &options[i];
    return option;
}

void job_option_defaults(struct job *job)
{
    *job = (struct job){
        .description = "",
        .nrfiles = 1,
        .is_invalidated = true,
        .does[IO_READ] = true,
        .run_length = 1,
        .rwmix_read_pct = 50,
        .is_repeatable = true,
        .engine = JOB_ENGINE_PSYNC,
        .engine_asked = "psync",
        .iodepth = 1,
        .thinktime_blocks = 1,
        .loops = 1,
        .numjobs = 1,
        .percentiles = {1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 99.5, 99.9, 99.95,
                        99.99},
        .percentiles_nr = 17,
    };
    for (int op = 0; op < IO_DIRECTIONS_NR; op++)
        job->bs_bytes[op] = (struct job_range){4096, 4096};
}

static void report(const struct job_setting *setting, enum diag_level level, const char *mend,
                   const char *text)
{
    struct diag diag;
    diag_set(&diag, level, setting->path, setting->line, mend, "%s", text);
    diag_report(setting->sink, &diag);
}

bool job_option_wrong(struct job_setting *setting, const char *wanted)
{
    char text[300], mend[300];
    snprintf(text, sizeof text, "%s: '%.120s' is no value of it", setting->option->name,
             setting->value ? setting->value : "");
    snprintf(mend, sizeof mend, "give %s", wanted);
    report(setting, DIAG_SKIP, mend, text);
    return false;
}

static bool wrong_number(struct job_setting *setting, const char *what)
{
    const struct job_option *option = setting->option;
    char wanted[120];
    if (option->most == UINT64_MAX)
        snprintf(wanted, sizeof wanted, "%s", what);
    else
        snprintf(wanted, sizeof wanted, "%s from %llu to %llu", what,
                 (unsigned long long)option->least, (unsigned long long)option->most);
    return job_option_wrong(setting, wanted);
}

static bool set_size(struct job_setting *setting, void *member)
{
    return job_value_size(setting->value, setting->kb_base, member) ||
           job_option_wrong(setting, "bytes, such as 100m, or a percentage");
}

static bool set_number(struct job_setting *setting, void *member)
{
    const struct job_option *option = setting->option;
    uint64_t value;
    if (!job_value_number(setting->value, setting->kb_base, &value) || value < option->least ||
        value > option->most)
        return wrong_number(setting, option->kind == JOB_OPTION_BYTES ? "bytes, such as 4k"
                                                                      : "a number");
    if (option->kind == JOB_OPTION_COUNT)
        *(unsigned *)member = (unsigned)value;
    else
        *(uint64_t *)member = value;
    return true;
}

static bool set_flag(struct job_setting *setting, void *member)
{
    uint64_t value = 1;
    if (setting->value &&
        (!job_value_number(setting->value, setting->kb_base, &value) || value > 1))
        return job_option_wrong(setting, "0 or 1");
    *(bool *)member = (value != 0) == (setting->option->kind == JOB_OPTION_FLAG);
    return true;
}

static bool set_time(struct job_setting *setting, void *member)
{
    return job_value_time(setting->value, setting->option->unit_ns, member) ||
           job_option_wrong(setting, "a time, such as 30s or 5ms");
}

static bool set_text(struct job_setting *setting, void *member)
{
    *(const char **)member = arena_string(setting->arena, setting->value);
    return true;
}

static bool set_own(struct job_setting *setting, void *member)
{
    (void)member;
    return setting->option->set(setting);
}

static bool note_ignored(struct job_setting *setting, void *member)
{
    (void)member;
    char text[200];
    snprintf(text, sizeof text, "%s changes nothing here: %s", setting->option->name,
             setting->option->meaning);
    report(setting, DIAG_NOTE, NULL, text);
    return true;
}

static bool refuse(struct job_setting *setting, void *member)
{
    (void)member;
    char text[200];
    snprintf(text, sizeof text, "%s is an option of fio that is not built here",
             setting->option->name);
    report(setting, setting->ignores_unknown ? DIAG_WARN : DIAG_SKIP,
           setting->ignores_unknown ? NULL : setting->option->meaning, text);
    return setting->ignores_unknown;
}

/* What sets an option of each kind, and whether it may stand without a value. */
static const struct {
    bool (*set)(struct job_setting *setting, void *member);
    bool may_stand_alone;
} kinds[] = {
    [JOB_OPTION_SIZE] = {set_size, false},     [JOB_OPTION_BYTES] = {set_number, false},
    [JOB_OPTION_COUNT] = {set_number, false},  [JOB_OPTION_COUNTS] = {set_number, false},
    [JOB_OPTION_FLAG] = {set_flag, true},      [JOB_OPTION_UNFLAG] = {set_flag, true},
    [JOB_OPTION_TIME] = {set_time, false},     [JOB_OPTION_TEXT] = {set_text, false},
    [JOB_OPTION_OWN] = {set_own, false},       [JOB_OPTION_OWN_FLAG] = {set_own, true},
    [JOB_OPTION_IGNORED] = {note_ignored, true}, [JOB_OPTION_LACKING] = {refuse, true},
};

bool job_option_may_stand_alone(const struct job_option *option)
{
    return kinds[option->kind].may_stand_alone;
}

size_t job_option_names(const char **names, size_t room)
{
    size_t nr, names_nr = 0;
    const struct job_option *options = job_option_list(&nr);
    for (size_t i = 0; i < nr && names_nr + 2 <= room; i++) {
        names[names_nr++] = options[i].name;
        if (options[i].alias)
            names[names_nr++] = options[i].alias;
    }
    return names_nr;
}

static int report_unknown(const struct job_setting *setting, const char *name)
{
    enum { NAMES_MAX = 512 };
    const char *names[NAMES_MAX], *nearest;
    bool is_near = opt_nearest(name, names, job_option_names(names, NAMES_MAX), &nearest);
    char text[200], mend[200];
    snprintf(text, sizeof text, "'%.100s' is no option of a job", name);
    if (is_near)
        snprintf(mend, sizeof mend, "did you mean '%s'?", nearest);
    else
        snprintf(mend, sizeof mend, "take it out, or use --ignore-unknown");
    if (setting->ignores_unknown)
        report(setting, DIAG_WARN, NULL, text);
    else
        report(setting, DIAG_SKIP, mend, text);
    return setting->ignores_unknown ? 0 : -1;
}

/* Notes an option in the params of the job, for those who read records: numbers whose
 * suffix means another number there, as those of kb_base=1000 and all with "ib", are
 * written out. */
static void note_param(struct job_setting *setting, const char *value)
{
    const struct job_option *option = setting->option;
    bool has_numbers = option->kind != JOB_OPTION_TEXT && !option->unit_ns &&
                       option->kind != JOB_OPTION_FLAG;
    struct strbuf text = STRBUF_INIT;
    for (const char *at = value; *at;) {
        size_t length = isdigit((unsigned char)*at) ? strspn(at, "0123456789kKmMgGtTpPiIbB") : 0;
        char token[32];
        uint64_t number;
        if (has_numbers && length && length < sizeof token) {
            snprintf(token, sizeof token, "%.*s", (int)length, at);
            if ((setting->kb_base == 1000 || strpbrk(token, "iI")) &&
                job_value_number(token, setting->kb_base, &number))
                snprintf(token, sizeof token, "%llu", (unsigned long long)number);
            strbuf_string(&text, token);
        } else {
            length = length ? length : 1;
            strbuf_add(&text, at, length);
        }
        at += length;
    }
    struct record owner = {.arena = setting->arena};
    record_set_pair(&owner, &setting->job->params, option->name, text.text);
    strbuf_free(&text);
}

int job_option_set(struct job_setting *setting, const char *name, const char *value)
{
    const struct job_option *option = job_option_find(name);
    if (!option)
        return report_unknown(setting, name);
    setting->option = option;
    setting->value = value;
    bool is_alone = !value || !*value;
    /* An empty value is a flag that stands alone, too. */
    if (is_alone)
        setting->value = NULL;
    if (is_alone && !kinds[option->kind].may_stand_alone) {
        job_option_wrong(setting, "a value");
        return -1;
    }
    if (!kinds[option->kind].set(setting, (char *)setting->job + option->member))
        return -1;
    bool is_noted = option->kind != JOB_OPTION_IGNORED && option->kind != JOB_OPTION_LACKING &&
                    option->set != job_set_kb_base;
    if (is_noted)
        note_param(setting, is_alone ? "1" : value);
    return 0;
}
