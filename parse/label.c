#include "parse/label.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "parse/vocabulary.h"
#include "record/memory.h"

enum { MOST_POSITIONS = 64, MOST_LEVELS = 200, LONGEST_LEVEL = 200 };

/* The labels of one position over all results. */
struct position {
    const char *key;
    const char *name;      /* given by the text */
    const char *levels[MOST_LEVELS]; /* distinct without regard to case, as first met */
    size_t nr;
    bool is_overfull;      /* more levels than a factor has */
    size_t *level_of;      /* for each result: index of its level, or NO_LEVEL */
};

#define NO_LEVEL ((size_t)-1)

struct positions {
    struct tool_output *output;
    struct labels *labels;
    struct vocabulary *words;
    struct position *at[MOST_POSITIONS];
    size_t nr;
    struct position *taken[MOST_POSITIONS]; /* those that became factors */
    size_t taken_nr;
};

void label_add(struct labels *labels, struct label label)
{
    if (labels->nr < MOST_LABELS && label.value && *label.value &&
        strlen(label.value) <= LONGEST_LEVEL && !label_find(labels, label.position))
        labels->at[labels->nr++] = label;
}

const struct label *label_find(const struct labels *labels, const char *position)
{
    for (size_t i = 0; i < labels->nr; i++)
        if (!strcmp(labels->at[i].position, position))
            return &labels->at[i];
    return NULL;
}

static struct position *find_position(struct positions *positions, const struct label *label)
{
    for (size_t i = 0; i < positions->nr; i++)
        if (!strcmp(positions->at[i]->key, label->position))
            return positions->at[i];
    if (positions->nr == MOST_POSITIONS)
        return NULL;
    struct arena *arena = positions->output->arena;
    struct position *position = arena_alloc(arena, sizeof *position);
    position->key = label->position;
    position->name = label->name;
    position->level_of = arena_alloc(arena, positions->output->nr * sizeof *position->level_of);
    for (size_t r = 0; r < positions->output->nr; r++)
        position->level_of[r] = NO_LEVEL;
    positions->at[positions->nr++] = position;
    return position;
}

static size_t find_level(struct position *position, const char *value)
{
    for (size_t i = 0; i < position->nr; i++)
        if (!strcasecmp(position->levels[i], value))
            return i;
    if (position->nr == MOST_LEVELS) {
        position->is_overfull = true;
        return NO_LEVEL;
    }
    position->levels[position->nr] = value;
    return position->nr++;
}

static void collect(struct positions *positions)
{
    for (size_t r = 0; r < positions->output->nr; r++)
        for (size_t i = 0; i < positions->labels[r].nr; i++) {
            const struct label *label = &positions->labels[r].at[i];
            struct position *position = find_position(positions, label);
            if (position)
                position->level_of[r] = find_level(position, label->value);
        }
}

/* A position whose levels name nothing but operations says what was done, not
 * with what. */
static bool is_op_position(const struct position *position)
{
    for (size_t i = 0; i < position->nr; i++)
        if (!vocabulary_is_op_only(position->levels[i]))
            return false;
    return position->nr > 0;
}

/* Says whether two positions split the results in the same way: then one of them
 * is enough.  Results that lack a label of one side do not count. */
static bool is_same_split(const struct positions *positions, const struct position *a,
                          const struct position *b)
{
    size_t a_to_b[MOST_LEVELS], b_to_a[MOST_LEVELS], common = 0;
    for (size_t i = 0; i < MOST_LEVELS; i++)
        a_to_b[i] = b_to_a[i] = NO_LEVEL;
    for (size_t r = 0; r < positions->output->nr; r++) {
        size_t left = a->level_of[r], right = b->level_of[r];
        if (left == NO_LEVEL || right == NO_LEVEL)
            continue;
        common++;
        if ((a_to_b[left] != NO_LEVEL && a_to_b[left] != right) ||
            (b_to_a[right] != NO_LEVEL && b_to_a[right] != left))
            return false;
        a_to_b[left] = right;
        b_to_a[right] = left;
    }
    return common > 0;
}

/* Says whether one level is the beginning of all others: "Raw performance" and "Raw
 * performance (encrypted)".  Then what they share is a phrase, of which no part names a
 * factor. */
static bool has_common_phrase(const struct position *position)
{
    for (size_t i = 0; i < position->nr; i++) {
        size_t length = strlen(position->levels[i]), begun = 0;
        for (size_t other = 0; other < position->nr; other++)
            begun += !strncasecmp(position->levels[other], position->levels[i], length) &&
                     (!position->levels[other][length] ||
                      strchr(" \t", position->levels[other][length]));
        if (begun == position->nr && strpbrk(position->levels[i], " \t"))
            return true;
    }
    return false;
}

/* How many leading (or, from the end, trailing) words all levels share; at least
 * one word is left of each. */
static size_t shared_words(const struct position *position, bool from_end, size_t taken)
{
    size_t shared = 0;
    for (;; shared++) {
        const char *first = NULL;
        size_t first_length = 0;
        for (size_t i = 0; i < position->nr; i++) {
            const char *word = NULL;
            size_t length = 0, words = 0;
            for (const char *at = position->levels[i]; *at; at += strspn(at, " \t")) {
                at += strcspn(at, " \t");
                words++;
            }
            if (words <= taken + shared + 1)
                return shared;
            size_t wanted = from_end ? words - 1 - shared : shared, n = 0;
            for (const char *at = position->levels[i]; *at; n++) {
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

/* "100% random" and "100% sequential" share a figure, which is part of what they say. */
static size_t without_share(const char *level, size_t leading)
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

static const char *without_shared(struct arena *arena, const char *level, size_t leading,
                                  size_t trailing)
{
    const char *at = level;
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
    return arena_text(arena, at, length);
}

/* The name that the shared words give: one of the vocabulary, else the last word
 * of letters. */
static const char *name_of_shared(struct arena *arena, const char *level, size_t leading)
{
    const char *last = NULL, *at = level;
    size_t last_length = 0;
    for (size_t i = 0; i < leading; i++) {
        static const char *const weak[] = {"with", "on", "using", "via", "the", "for", "of", "and",
                                           "in", "at", "a", "to"};
        size_t length = strcspn(at, " \t"), letters = length;
        while (letters && strchr(":=,-", at[letters - 1]))
            letters--;
        const char *known = vocabulary_name(at, letters);
        bool is_weak = !letters || !isalpha((unsigned char)*at);
        for (size_t w = 0; w < sizeof weak / sizeof weak[0]; w++)
            is_weak = is_weak || (strlen(weak[w]) == letters && !strncasecmp(weak[w], at, letters));
        if (known)
            return known;
        if (!is_weak) {
            last = at;
            last_length = letters;
        }
        at += length;
        at += strspn(at, " \t");
    }
    return last ? arena_text(arena, last, last_length) : NULL;
}

/* "With group_reporting" and "Without group_reporting" are levels of that setting,
 * where it is no patch that was with or without.  Returns the noun in the shared
 * words behind the levels, or NULL. */
static const char *noun_behind(struct arena *arena, const char *level, size_t trailing)
{
    static const char *const patches[] = {"patch", "series", "change", "commit", "fix", "revert",
                                          "test", "run", "result"};
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
    if (!*noun || strlen(noun) > LONGEST_NOUN || !isalpha((unsigned char)*noun))
        return NULL;
    char *name = arena_string(arena, noun);
    for (char *c = name; *c; c++)
        if (*c == ' ' || *c == '\t')
            *c = '_';
    return name;
}

static bool is_with_or_without(const struct position *position)
{
    static const char *const words[] = {"with", "without", "w/o", "w/"};
    for (size_t i = 0; i < position->nr; i++) {
        bool is_one = false;
        for (size_t w = 0; w < sizeof words / sizeof words[0]; w++)
            is_one = is_one || !strcasecmp(position->levels[i], words[w]);
        if (!is_one)
            return false;
    }
    return true;
}

static bool is_name_taken(const struct positions *positions, const char *name)
{
    for (size_t i = 0; i < positions->taken_nr; i++)
        if (!strcasecmp(positions->taken[i]->name, name))
            return true;
    return false;
}

static void make_name_unique(struct positions *positions, struct position *position)
{
    const char *base = position->name;
    for (unsigned n = 2; is_name_taken(positions, position->name); n++)
        position->name = arena_printf(positions->output->arena, "%s%u", base, n);
}

/* Names a position and strips its levels. */
static void settle_name(struct positions *positions, struct position *position)
{
    struct arena *arena = positions->output->arena;
    const char *shared_name = NULL, *noun = NULL;
    if (!position->name && position->nr > 1 && !has_common_phrase(position)) {
        size_t leading = without_share(position->levels[0], shared_words(position, false, 0));
        size_t trailing = shared_words(position, true, leading);
        shared_name = name_of_shared(arena, position->levels[0], leading);
        noun = noun_behind(arena, position->levels[0], trailing);
        for (size_t i = 0; i < position->nr; i++)
            position->levels[i] = without_shared(arena, position->levels[i], leading, trailing);
    }
    if (!position->name)
        position->name = vocabulary_factor(positions->words, position->levels, position->nr);
    if (position->name && noun && !strcmp(position->name, "patch") &&
        (is_with_or_without(position) || vocabulary_name(noun, strlen(noun))))
        position->name = noun;
    if (!position->name)
        position->name = shared_name ? shared_name : "configuration";
    make_name_unique(positions, position);
}

/* Says whether a parser has made another factor of the level: "dom0" of a list is a host. */
static bool is_told(const struct record *record, const char *factor, const char *level)
{
    for (size_t i = 0; i < record->config.nr; i++)
        if (strcmp(record->config.at[i].name, factor) &&
            !strcasecmp(record->config.at[i].value, level))
            return true;
    return false;
}

static void set_config(struct positions *positions, const struct position *position)
{
    for (size_t r = 0; r < positions->output->nr; r++) {
        const struct label *label = label_find(&positions->labels[r], position->key);
        struct record *record = positions->output->at[r].record;
        const char *level = label && position->level_of[r] != NO_LEVEL
                                ? position->levels[position->level_of[r]]
                                : NULL;
        if (level && !(!strcmp(label->position, "line-prefix") &&
                       is_told(record, position->name, level)))
            record_set_label(record, position->name, level, label->rule, label->line, label->text);
    }
}

/* "Writing speeds" above results that say so themselves is no factor, and stays with
 * them. */
static void keep_sections(const struct positions *positions, const struct position *position)
{
    if (strncmp(position->key, "heading:", 8))
        return;
    for (size_t r = 0; r < positions->output->nr; r++) {
        struct record *record = positions->output->at[r].record;
        if (position->level_of[r] != NO_LEVEL && !record_pair(&record->params, "section"))
            record_set_pair(record, &record->params, "section",
                            position->levels[position->level_of[r]]);
    }
}

/* A position with one level is kept: it tells this text from others.  Variables of a script go to params. */
static void keep_constant(struct positions *positions, struct position *position)
{
    bool is_variable = !strncmp(position->key, "template:", 9);
    if (is_variable) {
        for (size_t r = 0; r < positions->output->nr; r++) {
            struct record *record = positions->output->at[r].record;
            if (position->level_of[r] != NO_LEVEL && !record_pair(&record->params, position->name))
                record_set_pair(record, &record->params, position->name, position->levels[0]);
        }
        return;
    }
    if (!strncmp(position->key, "param:", 6))
        return;
    if (is_op_position(position)) {
        keep_sections(positions, position);
        return;
    }
    if (!position->name)
        position->name = vocabulary_factor_of_all(positions->words, position->levels[0]);
    if (!position->name)
        position->name = "configuration";
    make_name_unique(positions, position);
    positions->taken[positions->taken_nr++] = position;
    set_config(positions, position);
}

/* A heading says what it says beside the settings in it, even if both always change
 * together: "sequential; bs = 64k" and "random; bs = 4k". */
static bool is_rest_of(const struct position *heading, const struct position *setting)
{
    return !strncmp(heading->key, "heading:", 8) && !strncmp(setting->key, "setting:", 8);
}

static void make_factor(struct positions *positions, struct position *position)
{
    if (is_op_position(position))
        keep_sections(positions, position);
    if (position->is_overfull || is_op_position(position))
        return;
    for (size_t i = 0; i < positions->taken_nr; i++)
        if (positions->taken[i]->nr > 1 && !is_rest_of(position, positions->taken[i]) &&
            is_same_split(positions, positions->taken[i], position))
            return;
    settle_name(positions, position);
    positions->taken[positions->taken_nr++] = position;
    set_config(positions, position);
}

void label_make_factors(struct tool_output *output, struct labels *labels)
{
    struct positions *positions = memory_alloc(sizeof *positions);
    positions->output = output;
    positions->labels = labels;
    positions->words = vocabulary_new();
    collect(positions);
    for (size_t i = 0; i < positions->nr; i++)
        if (positions->at[i]->nr > 1)
            make_factor(positions, positions->at[i]);
    for (size_t i = 0; i < positions->nr; i++)
        if (positions->at[i]->nr == 1)
            keep_constant(positions, positions->at[i]);
    vocabulary_free(positions->words);
    free(positions);
}
