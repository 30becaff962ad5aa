#include "parse/script.h"

#include <string.h>

int script_depth(const char *line)
{
    static const char *const opens[] = {"for", "while", "until", "if", "case"};
    static const char *const closes[] = {"done", "fi", "esac"};
    int depth = 0;
    for (const char *at = line + strspn(line, " \t"); *at && *at != '#';) {
        size_t length = strcspn(at, " \t;()");
        bool is_word = at[length] != '=';
        for (size_t i = 0; is_word && i < sizeof opens / sizeof opens[0]; i++)
            depth += strlen(opens[i]) == length && !strncmp(at, opens[i], length);
        for (size_t i = 0; is_word && i < sizeof closes / sizeof closes[0]; i++)
            depth -= strlen(closes[i]) == length && !strncmp(at, closes[i], length);
        at += length;
        at += strspn(at, " \t;()");
    }
    return depth;
}

static bool starts_with_word(const char *at, const char *word)
{
    size_t length = strlen(word);
    return !strncmp(at, word, length) && (!at[length] || strchr(" \t;(", at[length]));
}

bool script_starts(const char *line)
{
    const char *at = line + strspn(line, " \t");
    if (at[0] == '#' && at[1] == '!' && strchr(at, '/'))
        return true;
    if (starts_with_word(at, "for"))
        return strstr(at, " in ") && (strstr(at, "; do") || strstr(at, ";do") || !strchr(at, '.'));
    return starts_with_word(at, "while") && (strstr(at, "; do") || strstr(at, "["));
}

static bool is_assignment(const char *at)
{
    size_t name = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    return name && at[name] == '=' && at[name + 1] && at[name + 1] != ' ';
}

bool script_goes_on(const char *line)
{
    static const char *const words[] = {"for",  "while", "if",   "do",   "done", "fi",    "then",
                                        "else", "sync",  "echo", "sleep", "exit", "set",  "dd",
                                        "fio",  "mount", "umount", "cd", "rm",   "mkdir", "export",
                                        "function", "case", "esac", "}",  "{"};
    const char *at = line + strspn(line, " \t");
    if (at != line || *at == '#' || is_assignment(at))
        return true;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (starts_with_word(at, words[i]))
            return true;
    return false;
}
