#include "parse/jobfile.h"

#include <string.h>

/* fio has some 250 options. */
enum { MOST_SECTIONS = 256, MOST_SETTINGS = 256, LONGEST_VALUE = 200 };

struct section {
    const char *name;
    size_t stream, line;
    struct record *holder; /* its params are the settings, those of [global] included */
};

struct sections {
    struct arena *arena;
    struct section at[MOST_SECTIONS];
    size_t nr;
};

static const struct {
    const char *name, *common;
} aliases[] = {{"blocksize", "bs"}, {"readwrite", "rw"}, {"blocksize_range", "bsrange"}};

static const char *common_name(const char *name)
{
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        if (!strcmp(aliases[i].name, name))
            return aliases[i].common;
    return name;
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
        record_set_pair(holder, &holder->params, common_name(name), value);
}

static void copy_pairs(struct record *to, const struct record *from, bool keep_own)
{
    for (size_t i = 0; i < from->params.nr; i++)
        if (!keep_own || !record_pair(&to->params, from->params.at[i].name))
            record_set_pair(to, &to->params, from->params.at[i].name, from->params.at[i].value);
}

static void find_sections(const struct text *text, struct sections *sections)
{
    for (size_t s = 0; s < text->nr; s++) {
        struct record *global = record_new(sections->arena, RECORD_RESULT), *holder = global;
        for (size_t i = 0; i < text->streams[s].nr; i++) {
            const struct text_line *line = &text->streams[s].lines[i];
            if (line->class != LINE_JOBFILE)
                continue;
            char *cut = cut_copy(sections->arena, line->at);
            size_t length = strlen(cut);
            if (cut[0] != '[' || cut[length - 1] != ']') {
                take_setting(sections->arena, holder, line->at);
                continue;
            }
            cut[length - 1] = '\0';
            holder = record_new(sections->arena, RECORD_RESULT);
            if (!strncmp(cut + 1, "global", 6)) {
                copy_pairs(holder, global, false);
                global = holder;
            } else if (sections->nr < MOST_SECTIONS) {
                copy_pairs(holder, global, false);
                sections->at[sections->nr++] = (struct section){cut + 1, s, i, holder};
            }
        }
    }
}

void jobfile_apply(const struct text *text, struct tool_output *output)
{
    struct sections *sections = arena_alloc(output->arena, sizeof *sections);
    sections->arena = output->arena;
    find_sections(text, sections);
    for (size_t i = 0; sections->nr && i < output->nr; i++) {
        struct result *result = &output->at[i];
        struct record *record = result->record;
        if (strcmp(record->tool, "fio") || !record->job)
            continue;
        for (size_t s = sections->nr; s-- > 0;) {
            const struct section *section = &sections->at[s];
            if (section->stream != result->stream || section->line > result->line ||
                strcmp(section->name, record->job))
                continue;
            copy_pairs(record, section->holder, true);
            break;
        }
    }
}
