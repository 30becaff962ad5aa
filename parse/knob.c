#include "parse/knob.h"

#include <string.h>

enum { LONGEST_VALUE = 40 };

/* "/sys/block/sda/queue/scheduler" gives "scheduler", NULL for other files. */
static const char *knob_of_path(const char *path)
{
    static const char *const roots[] = {"/sys/", "/proc/sys/"};
    const char *slash = strrchr(path, '/');
    for (size_t i = 0; i < sizeof roots / sizeof roots[0]; i++)
        if (!strncmp(path, roots[i], strlen(roots[i])))
            return slash[1] && strcmp(slash + 1, "drop_caches") ? slash + 1 : NULL;
    return NULL;
}

/* Returns the file that an echo writes to, itself or through tee, or NULL. */
static const char *written_file(struct arena *arena, const struct command *command)
{
    const char *at = strpbrk(command->text, ">|");
    if (at && *at == '|') {
        at = strstr(at, "tee ");
        at = at ? at + 4 : NULL;
    }
    if (!at)
        return NULL;
    at += strspn(at, "> \t");
    return arena_text(arena, at, strcspn(at, " \t;&|)\"'"));
}

static bool set_pair(struct arena *arena, struct knob *knob, const char *text)
{
    const char *sign = strchr(text, '=');
    const char *dot = sign ? memrchr(text, '.', (size_t)(sign - text)) : NULL;
    if (!dot || !sign[1])
        return false;
    knob->name = arena_text(arena, dot + 1, (size_t)(sign - dot - 1));
    knob->value = arena_string(arena, sign + 1);
    return strcmp(knob->name, "drop_caches") != 0;
}

bool knob_read(struct arena *arena, const struct command *command, struct knob *knob)
{
    if (!strcmp(command->program, "echo") && command->nr) {
        const char *path = written_file(arena, command);
        knob->name = path ? knob_of_path(path) : NULL;
        knob->value = command->words[0];
        return knob->name && *knob->value && !strpbrk(knob->value, "$`>") &&
               strlen(knob->value) <= LONGEST_VALUE;
    }
    if (!strcmp(command->program, "sysctl"))
        for (size_t i = 0; i < command->nr; i++)
            if (set_pair(arena, knob, command->words[i]))
                return true;
    if (!strcmp(command->program, "blockdev"))
        for (size_t i = 0; i + 1 < command->nr; i++)
            if (!strcmp(command->words[i], "--setra")) {
                *knob = (struct knob){"read_ahead", command->words[i + 1]};
                return !strpbrk(knob->value, "$`");
            }
    return false;
}
