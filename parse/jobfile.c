#include "parse/jobfile.h"

#include <stdlib.h>
#include <string.h>

/* fio has some 250 options. */
enum { MOST_SECTIONS = 256, MOST_SETTINGS = 256, LONGEST_VALUE = 200 };

struct section {
    const char *name;
    size_t stream, line;
    size_t file;     /* sections of one file stand together */
    unsigned group;  /* jobs that wait for the earlier ones start another */
    struct record *holder; /* its params are the settings, those of [global] included */
};

struct sections {
    struct arena *arena;
    struct section at[MOST_SECTIONS];
    size_t nr;
    size_t files;
};

static const struct {
    const char *name, *common;
} aliases[] = {{"blocksize", "bs"}, {"readwrite", "rw"}, {"blocksize_range", "bsrange"}};

const char *jobfile_common_name(const char *name)
{
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        if (!strcmp(aliases[i].name, name))
            return aliases[i].common;
    return name;
}

bool jobfile_contradicts(const struct record *record, const struct record_pairs *settings)
{
    static const char *const names[] = {"rw", "ioengine", "iodepth"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *printed = record_pair(&record->params, names[i]);
        const char *set = record_pair(settings, names[i]);
        /* "randrw:2" is printed as "randrw", "readwrite" as "rw". */
        if (set && !strncmp(set, "readwrite", 9))
            set = "rw";
        if (printed && set &&
            (strcspn(set, ":") != strlen(printed) || strncmp(printed, set, strlen(printed))))
            return true;
    }
    return false;
}

static char *cut_copy(struct arena *arena, const char *at)
{
    at += strspn(at, " \t");
    size_t length = strcspn(at, ";#");
    while (length && strchr(" \t", at[length - 1]))
        length--;
    return arena_text(arena, at, length);
}

static void take_setting(struct arena *arena, struct record *holder, const char *line)
{
    char *name = cut_copy(arena, line);
    char *equals = strchr(name, '=');
    const char *value = "1";
    if (equals) {
        *equals = '\0';
        value = equals + 1 + strspn(equals + 1, " \t");
    }
    for (size_t length = strlen(name); length && strchr(" \t", name[length - 1]);)
        name[--length] = '\0';
    if (*name && strlen(value) <= LONGEST_VALUE && holder->params.nr < MOST_SETTINGS)
        record_set_pair(holder, &holder->params, jobfile_common_name(name), value);
}

/* A line of a job file that no section stands above: another file has begun. */
static bool begins_file(const struct text_stream *stream, size_t at)
{
    while (at && (stream->lines[at - 1].class == LINE_BLANK || text_is_blank(&stream->lines[at - 1])))
        at--;
    return !at || stream->lines[at - 1].class != LINE_JOBFILE;
}

/* Takes a section's head; returns who holds the settings below. */
static struct record *take_section(struct sections *sections, char *head, size_t stream, size_t line,
                                   struct record **global)
{
    struct record *holder = record_new(sections->arena, RECORD_RESULT);
    head[strlen(head) - 1] = '\0';
    record_set_params(holder, &(*global)->params);
    if (!strncmp(head + 1, "global", 6))
        *global = holder;
    else if (sections->nr < MOST_SECTIONS)
        sections->at[sections->nr++] =
            (struct section){head + 1, stream, line, sections->files, 0, holder};
    return holder;
}

static void find_sections(const struct text *text, struct sections *sections)
{
    for (size_t s = 0; s < text->nr; s++) {
        const struct text_stream *stream = &text->streams[s];
        struct record *global = record_new(sections->arena, RECORD_RESULT), *holder = global;
        for (size_t i = 0; i < stream->nr; i++) {
            if (stream->lines[i].class != LINE_JOBFILE)
                continue;
            if (begins_file(stream, i)) {
                holder = global = record_new(sections->arena, RECORD_RESULT);
                sections->files++;
            }
            char *cut = cut_copy(sections->arena, stream->lines[i].at);
            size_t length = strlen(cut);
            if (cut[0] == '[' && cut[length - 1] == ']')
                holder = take_section(sections, cut, s, i, &global);
            else
                take_setting(sections->arena, holder, stream->lines[i].at);
        }
    }
}

/* Source: fio's HOWTO, "stonewall" and "new_group": the job and those below it are
 * a group of their own. */
static void number_groups(struct sections *sections)
{
    static const char *const starts[] = {"stonewall", "wait_for_previous", "new_group"};
    for (size_t i = 1; i < sections->nr; i++) {
        struct section *section = &sections->at[i];
        bool is_start = false;
        if (section->file != section[-1].file)
            continue;
        for (size_t n = 0; n < sizeof starts / sizeof starts[0]; n++) {
            const char *value = record_pair(&section->holder->params, starts[n]);
            is_start = is_start || (value && strcmp(value, "0"));
        }
        section->group = section[-1].group + is_start;
    }
}

/* Gives a result without a job's name what the jobs of its group have in common. */
static void apply_group(const struct sections *sections, const struct result *result)
{
    const struct section *last = NULL;
    struct record *common = NULL, *record = result->record;
    for (size_t s = sections->nr; !last && s-- > 0;)
        if (sections->at[s].stream == result->stream && sections->at[s].line < result->line)
            last = &sections->at[s];
    for (size_t s = 0; last && s < sections->nr; s++) {
        const struct section *section = &sections->at[s];
        if (section->file != last->file ||
            (record->group && strtoul(record->group, NULL, 10) != section->group))
            continue;
        if (jobfile_contradicts(record, &section->holder->params))
            return;
        if (!common) {
            common = record_new(sections->arena, RECORD_RESULT);
            record_set_params(common, &section->holder->params);
        }
        record_keep_common(&common->params, &section->holder->params);
    }
    if (common)
        record_add_params(record, &common->params);
}

static void apply_job(const struct sections *sections, const struct result *result)
{
    for (size_t s = sections->nr; s-- > 0;) {
        const struct section *section = &sections->at[s];
        if (section->stream != result->stream || section->line > result->line ||
            strcmp(section->name, result->record->job))
            continue;
        record_add_params(result->record, &section->holder->params);
        return;
    }
}

void jobfile_apply(const struct text *text, struct tool_output *output)
{
    struct sections *sections = arena_alloc(output->arena, sizeof *sections);
    sections->arena = output->arena;
    find_sections(text, sections);
    number_groups(sections);
    for (size_t i = 0; sections->nr && i < output->nr; i++) {
        const struct result *result = &output->at[i];
        if (strcmp(result->record->tool, "fio"))
            continue;
        if (result->record->job)
            apply_job(sections, result);
        else
            apply_group(sections, result);
    }
}
