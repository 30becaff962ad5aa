#include "parse/command_split.h"

#include <ctype.h>
#include <string.h>

enum { MOST_WORDS = 200 };

/* Splits into words, up to what the shell starts something else with; quotes
 * keep blanks together. */
static void split_words(struct arena *arena, struct command *command)
{
    const char *at = command->text;
    size_t most = 1;
    for (const char *blank = at; most < MOST_WORDS && *blank; blank++)
        most += *blank == ' ' || *blank == '\t';
    command->words = arena_alloc(arena, most * sizeof *command->words);
    /* A word and its NUL take no more room than it takes in the text. */
    char *to = arena_alloc(arena, strlen(at) + 1);
    while (command->nr < most) {
        at += strspn(at, " \t");
        if (!*at || (command->nr && strchr(";&|)#", *at)))
            return;
        char quote = 0;
        int depth = 0; /* of parentheses that the word itself opens */
        command->words[command->nr++] = to;
        for (; *at && (quote || !strchr(depth ? " \t" : " \t;|)`", *at)); at++) {
            const char *sum = quote || strncmp(at, "$((", 3) ? NULL : strstr(at, "))");
            if (sum) {
                /* Blanks in a sum do not part words. */
                memcpy(to, at, (size_t)(sum + 1 - at));
                to += sum + 1 - at;
                at = sum + 1;
            }
            if (!quote && !sum)
                depth += (*at == '(') - (*at == ')');
            if (quote ? *at == quote : *at == '"' || *at == '\'')
                quote = quote ? 0 : *at;
            else
                *to++ = *at;
        }
        *to++ = '\0';
    }
}

static bool is_any(const char *word, const char *const *list, size_t nr)
{
    const char *slash = strrchr(word, '/');
    for (size_t i = 0; i < nr; i++)
        if (!strcmp(slash ? slash + 1 : word, list[i]))
            return true;
    return false;
}

/* Says how many words stand in front of the benchmark that a program with options of its own
 * runs, "taskset -c 0 fio …"; 0 where it runs none. */
static size_t count_runner(const struct command *command, size_t at)
{
    static const char *const runners[] = {"taskset", "numactl", "chrt", "timeout", "cgexec",
                                          "stdbuf", "nice", "ionice", "systemd-run", "setarch"};
    static const char *const benchmarks[] = {"fio", "dd", "bonnie", "bonnie++"};
    if (at >= command->nr || !is_any(command->words[at], runners, sizeof runners / sizeof *runners))
        return 0;
    for (size_t i = at + 1; i + 1 < command->nr; i++)
        if (is_any(command->words[i], benchmarks, sizeof benchmarks / sizeof *benchmarks))
            return i - at;
    return 0;
}

/* Moves the program behind sudo, time, environment settings and the like to the front. */
static void find_program(struct arena *arena, struct command *command)
{
    static const char *const wrappers[] = {"sudo", "time", "nice", "ionice", "exec", "nohup", "-p",
                                           "do",   "then", "else", "{"};
    size_t skip = 0;
    for (bool is_more = true; is_more && skip < command->nr; skip += is_more) {
        const char *word = command->words[skip];
        is_more = strchr(word, '=') && (isalpha((unsigned char)word[0]) || word[0] == '_') &&
                  skip + 1 < command->nr;
        for (size_t i = 0; i < sizeof wrappers / sizeof wrappers[0]; i++)
            is_more = is_more || !strcmp(word, wrappers[i]);
    }
    if (skip == command->nr)
        skip = 0;
    skip += count_runner(command, skip);
    /* "$(dd …" and "(dd …": the bracket that closes stands behind the last word. */
    if (command->nr) {
        const char *first = command->words[skip], *last = command->words[command->nr - 1];
        size_t length = strlen(last);
        command->words[skip] += !strncmp(first, "$(", 2) ? 2 : *first == '(' || *first == '`';
        if (length > 1 && last[length - 1] == ')' && !strchr(last, '('))
            command->words[command->nr - 1] = arena_text(arena, last, length - 1);
    }
    const char *slash = command->nr ? strrchr(command->words[skip], '/') : NULL;
    command->program = !command->nr ? "" : slash ? slash + 1 : command->words[skip];
    command->words += command->nr ? skip + 1 : 0;
    command->nr -= command->nr ? skip + 1 : 0;
    /* In a sentence a comma may follow an operand. */
    for (size_t i = 0; i < command->nr && !strcmp(command->program, "dd"); i++) {
        const char *word = command->words[i];
        size_t length = strlen(word);
        if (length > 1 && strchr(",;", word[length - 1]) && strchr(word, '='))
            command->words[i] = arena_text(arena, word, length - 1);
    }
}

void command_split(struct arena *arena, struct command *command)
{
    split_words(arena, command);
    find_program(arena, command);
}
