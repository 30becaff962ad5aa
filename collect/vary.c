#include "collect/vary.h"

#include <string.h>

#include "collect/job_option.h"

/* Names that are easier to say than those of options. */
static const struct {
    const char *key, *option;
} aliases[] = {
    {"engine", "ioengine"},
};

static const char *option_of(const char *key)
{
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        if (strcmp(aliases[i].key, key) == 0)
            return aliases[i].option;
    return key;
}

static int wrong(struct diag *diag, const char *text, const char *mend, const char *what)
{
    diag_set(diag, DIAG_FATAL, NULL, 0, mend, "--vary=%s: %s", text, what);
    return -1;
}

static enum vary_kind kind_of(const struct vary *vary, const char *key)
{
    if (vary->is_setting && vary->is_setting(key))
        return VARY_SETTING;
    return job_option_find(option_of(key)) ? VARY_OPTION : VARY_LABEL;
}

/* Takes the level that begins at *at, and leaves *at behind the comma, NULL at the end. */
static const char *take_level(struct arena *arena, const char **at)
{
    char *level = arena_alloc(arena, strlen(*at) + 1);
    size_t length = 0;
    const char *from = *at;
    for (; *from && *from != ','; from++) {
        if (from[0] == '\\' && from[1] == ',')
            from++;
        level[length++] = *from;
    }
    level[length] = '\0';
    *at = *from ? from + 1 : NULL;
    return level;
}

static bool has_level(const struct vary_factor *factor, const char *level)
{
    for (size_t i = 0; i < factor->levels_nr; i++)
        if (strcmp(factor->levels[i], level) == 0)
            return true;
    return false;
}

int vary_add(struct vary *vary, struct arena *arena, const char *text, struct diag *diag)
{
    size_t length = strcspn(text, "=");
    if (!length || !text[length] || !text[length + 1])
        return wrong(diag, text, "write KEY=LEVEL,LEVEL", "a key and its levels are wanted");
    if (vary->nr == VARY_FACTORS_MAX)
        return wrong(diag, text, "vary fewer at a time", "more than 16 keys are varied");
    struct vary_factor factor = {
        .name = arena_text(arena, text, length),
        .levels = arena_alloc(arena, VARY_LEVELS_MAX * sizeof *factor.levels),
    };
    factor.kind = kind_of(vary, factor.name);
    for (size_t i = 0; i < vary->nr; i++)
        if (strcmp(option_of(vary->factors[i].name), option_of(factor.name)) == 0)
            return wrong(diag, text, "give all its levels at once", "the key is varied already");
    for (const char *at = text + length + 1; at;) {
        const char *level = take_level(arena, &at);
        if (!*level)
            return wrong(diag, text, "take the comma out", "a level is empty");
        if (has_level(&factor, level))
            return wrong(diag, text, "name it once", "a level comes twice");
        if (factor.levels_nr == VARY_LEVELS_MAX)
            return wrong(diag, text, "vary fewer at a time", "more than 256 levels");
        factor.levels[factor.levels_nr++] = level;
    }
    if (vary_cells_nr(vary) * factor.levels_nr > VARY_CELLS_MAX)
        return wrong(diag, text, "vary fewer at a time",
                     "there would be more than 4096 combinations");
    vary->factors[vary->nr++] = factor;
    return 0;
}

size_t vary_cells_nr(const struct vary *vary)
{
    size_t nr = 1;
    for (size_t i = 0; i < vary->nr; i++)
        nr *= vary->factors[i].levels_nr;
    return nr;
}

const char *vary_level(const struct vary *vary, size_t cell, size_t factor)
{
    for (size_t i = vary->nr - 1; i > factor; i--)
        cell /= vary->factors[i].levels_nr;
    return vary->factors[factor].levels[cell % vary->factors[factor].levels_nr];
}

bool vary_has(const struct vary *vary, enum vary_kind kind)
{
    for (size_t i = 0; i < vary->nr; i++)
        if (vary->factors[i].kind == kind)
            return true;
    return false;
}

const char *vary_option_name(const struct vary_factor *factor)
{
    return option_of(factor->name);
}
