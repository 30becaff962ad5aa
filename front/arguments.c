#include "config.h"

#include "front/arguments.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"

/* The options of iodelta-report that take no argument; tests/front.test compares
 * them with its --help. */
static const struct flag {
    const char *name;
    char letter;
    size_t target; /* offset of a bool in struct arguments */
} flags[] = {
    {"help", 'h', offsetof(struct arguments, wants_help)},
    {"version", 'V', offsetof(struct arguments, wants_version)},
    {"quiet", 'q', offsetof(struct arguments, is_quiet)},
    {"verbose", 'v', offsetof(struct arguments, is_verbose)},
};

static void raise_flag(struct arguments *arguments, const struct flag *flag)
{
    *(bool *)((char *)arguments + flag->target) = true;
}

static const struct flag *find_flag(const char *name, char letter)
{
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (name ? strcmp(flags[i].name, name) == 0 : flags[i].letter == letter)
            return &flags[i];
    }
    return NULL;
}

/* Notes the flags in one argument that starts with a dash.  Returns whether the
 * next argument belongs to it. */
static bool read_option(struct arguments *arguments, const char *text)
{
    const struct flag *flag;
    if (text[1] == '-') {
        flag = find_flag(text + 2, 0);
        if (flag)
            raise_flag(arguments, flag);
        return !flag && !strchr(text, '=');
    }
    for (const char *letter = text + 1; *letter; letter++) {
        flag = find_flag(NULL, *letter);
        if (!flag)
            return letter[1] == '\0';
        raise_flag(arguments, flag);
    }
    return false;
}

static void add(const char ***list, size_t *nr, size_t *room, const char *text)
{
    *list = memory_grow(*list, *nr, room, sizeof **list);
    (*list)[(*nr)++] = text;
}

void arguments_split(struct arguments *arguments, char **argv, size_t nr)
{
    struct arguments *to = arguments;
    bool is_operand_only = false, is_taken = false;
    *to = (struct arguments){0};
    for (size_t i = 0; i < nr; i++) {
        if (is_taken) {
            add(&to->options, &to->options_nr, &to->options_room, argv[i]);
            is_taken = false;
        } else if (is_operand_only || argv[i][0] != '-' || !argv[i][1]) {
            add(&to->files, &to->files_nr, &to->files_room, argv[i]);
        } else if (strcmp(argv[i], "--") == 0) {
            is_operand_only = true;
        } else {
            add(&to->options, &to->options_nr, &to->options_room, argv[i]);
            is_taken = read_option(to, argv[i]);
        }
    }
}

void arguments_free(struct arguments *arguments)
{
    free(arguments->files);
    free(arguments->options);
    *arguments = (struct arguments){0};
}
