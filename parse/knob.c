#include "parse/knob.h"

#include <string.h>

enum { LONGEST_VALUE = 40 };

const char *knob_of_path(const char *path)
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

/* Reads "zfs set compression=lz4 tank/test". */
static bool read_zfs(struct arena *arena, const struct command *command, struct knob *knob)
{
    const char *sign = command->nr > 1 ? strchr(command->words[1], '=') : NULL;
    if (!sign || strcmp(command->words[0], "set"))
        return false;
    knob->name = arena_text(arena, command->words[1], (size_t)(sign - command->words[1]));
    knob->value = arena_string(arena, sign + 1);
    knob->is_of_files = true;
    return *knob->name != '\0';
}

/* Programs with the option behind which the value stands. */
static const struct {
    const char *program, *option, *name;
} options[] = {
    {"blockdev", "--setra", "readahead"},
    {"mount", "-o", "mount"},
    {"hdparm", "-W", "write_cache"},
};

const char *knob_of_option(const char *program, const char *option)
{
    for (size_t o = 0; o < sizeof options / sizeof options[0]; o++)
        if (!strcmp(program, options[o].program) && !strcmp(option, options[o].option))
            return options[o].name;
    return NULL;
}

static bool read_options(struct arena *arena, const struct command *command, struct knob *knob)
{
    if (!strcmp(command->program, "zfs") || !strcmp(command->program, "zpool"))
        return read_zfs(arena, command, knob);
    for (size_t i = 0; !strcmp(command->program, "sysctl") && i < command->nr; i++)
        if (set_pair(arena, knob, command->words[i]))
            return true;
    for (size_t o = 0; o < sizeof options / sizeof options[0]; o++)
        for (size_t i = 0; !strcmp(command->program, options[o].program) && i < command->nr; i++) {
            const char *word = command->words[i];
            size_t length = strlen(options[o].option);
            bool is_joined = length == 2 && word[1] && word[2]; /* "-W0" */
            if (strncmp(word, options[o].option, length) || (word[length] && !is_joined))
                continue;
            const char *value = is_joined              ? word + 2
                                : i + 1 < command->nr ? command->words[i + 1]
                                                      : "";
            /* without a value, or with a file behind it, hdparm only asks */
            *knob = (struct knob){options[o].name, value, !strcmp(options[o].program, "mount")};
            return *value && *value != '/' && *value != '-';
        }
    return false;
}

const char *knob_written(struct arena *arena, const struct command *echo)
{
    const char *path = written_file(arena, echo);
    return path ? knob_of_path(path) : NULL;
}

/* The trace of a shell shows what is written, and not where: "+ echo cfq". */
static const char *knob_of_trace(const struct command *command)
{
    static const char *const schedulers[] = {"noop",   "none",         "deadline", "cfq", "bfq",
                                             "kyber",  "anticipatory", "mq-deadline"};
    if (*command->whole != '+' || command->nr != 1)
        return NULL;
    for (size_t i = 0; i < sizeof schedulers / sizeof schedulers[0]; i++)
        if (!strcmp(command->words[0], schedulers[i]))
            return "scheduler";
    return NULL;
}

bool knob_read(struct arena *arena, const struct command *command, struct knob *knob)
{
    *knob = (struct knob){NULL, NULL, false};
    if (!strcmp(command->program, "echo") && command->nr) {
        knob->name = knob_written(arena, command);
        knob->name = knob->name ? knob->name : knob_of_trace(command);
        knob->value = command->words[0];
        return knob->name && *knob->value && !strpbrk(knob->value, "$`>") &&
               strlen(knob->value) <= LONGEST_VALUE;
    }
    return read_options(arena, command, knob) && *knob->value && !strpbrk(knob->value, "$`") &&
           strlen(knob->value) <= LONGEST_VALUE;
}
