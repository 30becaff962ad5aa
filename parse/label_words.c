#include "parse/label_words.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "parse/vocabulary.h"

/* "Raw performance" and "Raw performance (encrypted)". */
bool label_words_are_phrase(const char *const *levels, size_t nr)
{
    for (size_t i = 0; i < nr; i++) {
        size_t length = strlen(levels[i]), begun = 0;
        for (size_t other = 0; other < nr; other++)
            begun += !strncasecmp(levels[other], levels[i], length) &&
                     (!levels[other][length] ||
                      strchr(" \t", levels[other][length]));
        if (begun == nr && strpbrk(levels[i], " \t"))
            return true;
    }
    return false;
}

size_t label_words_shared(const char *const *levels, size_t nr, bool from_end, size_t taken)
{
    size_t shared = 0;
    for (;; shared++) {
        const char *first = NULL;
        size_t first_length = 0;
        for (size_t i = 0; i < nr; i++) {
            const char *word = NULL;
            size_t length = 0, words = 0;
            for (const char *at = levels[i]; *at; at += strspn(at, " \t")) {
                at += strcspn(at, " \t");
                words++;
            }
            if (words <= taken + shared + 1)
                return shared;
            size_t wanted = from_end ? words - 1 - shared : shared, n = 0;
            for (const char *at = levels[i]; *at; n++) {
                size_t size = strcspn(at, " \t");
                if (n == wanted) {
                    word = at;
                    length = size;
                }
                at += size;
                at += strspn(at, " \t");
            }
            if (!first) {
                first = word;
                first_length = length;
            } else if (length != first_length || strncasecmp(word, first, length)) {
                return shared;
            }
        }
    }
}

size_t label_words_named(const char *level, size_t leading)
{
    size_t words = 0, kept = 0;
    for (const char *at = level; words < leading && *at; at += strspn(at, " \t")) {
        size_t length = strcspn(at, " \t");
        bool is_share = length > 1 && at[length - 1] == '%' && isdigit((unsigned char)*at);
        words++;
        kept = is_share ? kept : words;
        at += length;
    }
    return kept;
}

/* Where a level starts and ends without those words. */
static size_t find_rest(const char **level, size_t leading, size_t trailing)
{
    const char *at = *level;
    for (size_t i = 0; i < leading; i++) {
        at += strcspn(at, " \t");
        at += strspn(at, " \t");
    }
    size_t length = strlen(at);
    for (size_t i = 0; i < trailing; i++) {
        while (length && !strchr(" \t", at[length - 1]))
            length--;
        while (length && strchr(" \t,;", at[length - 1]))
            length--;
    }
    *level = at;
    return length;
}

const char *label_words_without(struct arena *arena, const char *level, size_t leading,
                                size_t trailing)
{
    size_t length = find_rest(&level, leading, trailing);
    return arena_text(arena, level, length);
}

bool label_words_split_parentheses(const char *const *levels, size_t nr, size_t leading,
                                   size_t trailing)
{
    for (size_t i = 0; i < nr; i++) {
        const char *at = levels[i];
        size_t length = find_rest(&at, leading, trailing);
        int open = 0;
        for (size_t c = 0; c < length; c++)
            open += (at[c] == '(') - (at[c] == ')');
        if (open && strchr(levels[i], ')'))
            return true;
    }
    return false;
}

const char *label_words_name(struct arena *arena, const char *level, size_t leading)
{
    const char *last = NULL, *at = level;
    size_t last_length = 0;
    for (size_t i = 0; i < leading; i++) {
        static const char *const weak[] = {"with", "on", "using", "via", "the", "for", "of", "and",
                                           "in", "at", "a", "to", "is", "was", "are", "were", "under",
                                           "result", "results", "number", "numbers", "test",
                                           "speed", "speeds", "performance", "same", "here"};
        size_t length = strcspn(at, " \t"), letters = length;
        while (letters && strchr(":=,-", at[letters - 1]))
            letters--;
        const char *known = vocabulary_name(at, letters);
        bool ends_item = length && strchr(",;", at[length - 1]); /* "12 disks, mirror" */
        bool is_weak = !letters || !isalpha((unsigned char)*at);
        for (size_t w = 0; w < sizeof weak / sizeof weak[0]; w++)
            is_weak = is_weak || (strlen(weak[w]) == letters && !strncasecmp(weak[w], at, letters));
        if (known)
            return known;
        if (!is_weak) {
            last = at;
            last_length = letters;
        }
        last = ends_item ? NULL : last;
        at += length;
        at += strspn(at, " \t");
    }
    return last ? arena_text(arena, last, last_length) : NULL;
}

bool label_words_end_in(const char *level, size_t leading, const char *name)
{
    const char *last = level;
    for (size_t i = 1; i < leading; i++) {
        last += strcspn(last, " \t");
        last += strspn(last, " \t");
    }
    return leading && name && !strncasecmp(last, name, strlen(name));
}

void label_words_unwrap(struct arena *arena, const char **levels, size_t nr)
{
    for (size_t i = 0; i < nr; i++) {
        size_t length = strlen(levels[i]);
        if (length < 3 || levels[i][0] != '(' || strcspn(levels[i], ")") != length - 1)
            return;
    }
    for (size_t i = 0; i < nr; i++)
        levels[i] = arena_text(arena, levels[i] + 1, strlen(levels[i]) - 2);
}

/* "With group_reporting" and "Without group_reporting" are levels of that setting. */
const char *label_words_noun(struct arena *arena, const char *level, size_t trailing)
{
    static const char *const patches[] = {"patch", "series", "change", "commit", "fix", "revert",
                                          "test", "run", "result", "code", "version", "way", "behavio",
                                          "number", "speed", "performance", "implementation"};
    static const char *const articles[] = {"the ", "this ", "these ", "my ", "that "};
    enum { LONGEST_NOUN = 30 };
    size_t length = strlen(level), start = length;
    for (size_t i = 0; i < trailing; i++) {
        while (start && strchr(" \t", level[start - 1]))
            start--;
        while (start && !strchr(" \t", level[start - 1]))
            start--;
    }
    const char *noun = level + start;
    for (size_t i = 0; i < sizeof articles / sizeof articles[0]; i++)
        if (!strncasecmp(noun, articles[i], strlen(articles[i])))
            noun += strlen(articles[i]);
    for (size_t i = 0; i < sizeof patches / sizeof patches[0]; i++)
        if (strcasestr(noun, patches[i]))
            return NULL;
    if (!*noun || !strcasecmp(noun, "one") || !strcasecmp(noun, "ones") || strlen(noun) > LONGEST_NOUN || !isalpha((unsigned char)*noun))
        return NULL;
    char *name = arena_string(arena, noun);
    for (char *c = name; *c; c++)
        if (*c == ' ' || *c == '\t')
            *c = '_';
    return name;
}
