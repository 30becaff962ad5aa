#include "parse/setting.h"

#include <ctype.h>
#include <string.h>

/* Names of settings in words; a blank stands for a blank, '-', '_' or nothing. */
static const struct {
    const char *words, *name;
    bool is_size; /* a number of bytes, else a bare one */
} phrases[] = {
    {"block size", "bs", true},    {"bs", "bs", true},           {"queue depth", "iodepth", false},
    {"io depth", "iodepth", false}, {"qd", "iodepth", false},     {"num jobs", "numjobs", false},
};

/* Returns the length of the words at `at`, 0 where others stand there. */
static size_t words_length(const char *at, const char *words)
{
    const char *first = at;
    for (; *words; words++) {
        if (*words == ' ') {
            at += strspn(at, " \t-_") ? 1 : 0;
            continue;
        }
        if (tolower((unsigned char)*at) != *words)
            return 0;
        at++;
    }
    return (size_t)(at - first);
}

/* Returns the length of a number with its unit, 0 for none. */
static size_t number_length(const char *at, bool is_size)
{
    size_t length = strspn(at, "0123456789");
    if (!length)
        return 0;
    if (is_size) {
        if (at[length] == '.' && isdigit((unsigned char)at[length + 1]))
            length += 1 + strspn(at + length + 1, "0123456789");
        size_t blank = at[length] == ' ' && at[length + 1] && strchr("kKmM", at[length + 1]);
        size_t unit = length + blank;
        unit += at[unit] && strchr("kKmMgG", at[unit]);
        unit += unit > length && at[unit] == 'i';
        unit += at[unit] == 'B' || at[unit] == 'b';
        length = isalnum((unsigned char)at[unit]) ? length : unit;
    }
    return isalnum((unsigned char)at[length]) ? 0 : length;
}

static void add(struct arena *arena, struct heading_settings *settings, const char *name,
                const char *value, size_t length)
{
    settings->names[settings->nr] = name;
    settings->values[settings->nr++] = arena_text(arena, value, length);
}

/* Reads "block size = 4k" at `at`; returns its length, 0 where there is none. */
static size_t read_phrase(struct arena *arena, const char *at, struct heading_settings *settings)
{
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++) {
        size_t length = words_length(at, phrases[i].words);
        if (!length || isalpha((unsigned char)at[length]))
            continue;
        length += strspn(at + length, " \t");
        if (at[length] == '=' || at[length] == ':')
            length++;
        length += strspn(at + length, " \t");
        size_t value = number_length(at + length, phrases[i].is_size);
        if (!value)
            continue;
        add(arena, settings, phrases[i].name, at + length, value);
        return length + value;
    }
    return 0;
}

/* Reads "4 threads" at `at`; returns its length, 0 where there is none. */
static size_t read_count(struct arena *arena, const char *at, struct heading_settings *settings)
{
    static const char *const words[] = {"threads", "thread", "jobs", "job"};
    size_t digits = strspn(at, "0123456789"), blank = digits + strspn(at + digits, " -");
    if (!digits || digits > 4 || blank > digits + 1)
        return 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = words_length(at + blank, words[i]);
        if (!length || isalnum((unsigned char)at[blank + length]))
            continue;
        add(arena, settings, "numjobs", at, digits);
        return blank + length;
    }
    return 0;
}

/* Reads "key=value" at `at`; returns its length, 0 where there is none. */
static size_t read_pair(struct arena *arena, const char *at, struct heading_settings *settings)
{
    size_t length = strcspn(at, " \t,;"), name = 0;
    while (isalnum((unsigned char)at[name]) || at[name] == '_' || at[name] == '-')
        name++;
    if (!name || name + 1 >= length || at[name] != '=' || !isalpha((unsigned char)*at))
        return 0;
    size_t sign = name + 1 + (at[name + 1] == '>'); /* an arrow: "Block=>256k" */
    if (sign == length)
        return 0;
    add(arena, settings, arena_text(arena, at, name), at + sign, length - sign);
    return length;
}

/* Returns the text without separators at its ends. */
static const char *trimmed(char *text)
{
    size_t length = strlen(text);
    while (length && strchr(" \t,;:&/|-", text[length - 1]))
        text[--length] = '\0';
    return text + strspn(text, " \t,;:&/|");
}

/* Says whether the words only lead to settings: "mounted with". */
static bool is_filler(const char *text)
{
    static const char *const words[] = {"with", "mounted", "using", "on", "and", "for", "the",
                                        "set",  "to",      "at",    "of", "options", "option",
                                        "mount", "same",   "again", "now", "then", "run", "test",
                                        "but",  "also",    "in",    "a",  "is"};
    for (size_t length; *text; text += length, text += strspn(text, " ,;:()")) {
        bool is_one = false;
        length = strcspn(text, " ,;:()");
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            is_one = is_one || (strlen(words[i]) == length && !strncasecmp(words[i], text, length));
        if (length && !is_one)
            return false;
    }
    return true;
}

void setting_read(struct arena *arena, const char *heading, struct heading_settings *settings)
{
    char *rest = arena_alloc(arena, strlen(heading) + 1);
    size_t kept = 0;
    settings->nr = 0;
    for (const char *at = heading; *at;) {
        bool is_start = at == heading || strchr(" \t,;(", at[-1]);
        size_t length = 0;
        if (is_start && settings->nr < MOST_HEADING_SETTINGS &&
            !(length = read_phrase(arena, at, settings)) &&
            !(length = read_count(arena, at, settings)))
            length = read_pair(arena, at, settings);
        if (!length) {
            rest[kept++] = *at++;
            continue;
        }
        at += length;
        /* One separator is left of the two around it, and no empty parentheses. */
        if (kept && rest[kept - 1] == '(' && *at == ')') {
            kept--;
            at++;
        }
        while (kept && strchr(" \t,;", rest[kept - 1]) && *at && strchr(" \t,;", *at))
            at++;
    }
    rest[kept] = '\0';
    settings->rest = settings->nr ? trimmed(rest) : heading;
    if (settings->nr && is_filler(settings->rest))
        settings->rest = "";
}
