#include "parse/label.h"

#include <stdlib.h>
#include <string.h>

#include "parse/label_words.h"
#include "parse/vocabulary.h"
#include "record/units.h"
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

void label_note_unused(struct tool_output *output, const struct label *label,
                       enum label_unused_why why, const char *other)
{
    enum { MOST_UNUSED = 200 };
    if (output->unused_nr == MOST_UNUSED)
        return;
    output->unused = arena_grow(output->arena, output->unused, output->unused_nr,
                                &output->unused_room, sizeof *output->unused);
    output->unused[output->unused_nr++] = (struct label_unused){
        .value = label->value,
        .rule = label->rule,
        .line = label->line,
        .text = label->text,
        .why = why,
        .other = other};
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

static bool is_of_sizes(const struct position *position)
{
    return !strcmp(position->key, "param:bs");
}

static size_t find_level(struct position *position, const char *value)
{
    bool is_size = is_of_sizes(position);
    for (size_t i = 0; i < position->nr; i++) {
        double one, other; /* "1M" of a command, and 1048576 by its counts */
        if (!strcasecmp(position->levels[i], value) ||
            (is_size && units_size(position->levels[i], &one) && units_size(value, &other) &&
             one == other))
            return i;
    }
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

/* Levels that say nothing without the noun behind them: "with", "without", "the old". */
static bool is_with_or_without(const struct position *position)
{
    static const char *const words[] = {"with", "without", "w/o", "w/", "no", "old", "new",
                                        "the old", "the new", "my old", "my new"};
    for (size_t i = 0; i < position->nr; i++) {
        bool is_one = false;
        for (size_t w = 0; w < sizeof words / sizeof words[0]; w++)
            is_one = is_one || !strcasecmp(position->levels[i], words[w]);
        if (!is_one)
            return false;
    }
    return true;
}

static bool do_meet(const struct positions *positions, const struct position *a,
                    const struct position *b)
{
    for (size_t r = 0; r < positions->output->nr; r++)
        if (a->level_of[r] != NO_LEVEL && b->level_of[r] != NO_LEVEL)
            return true;
    return false;
}

/* Two positions of one name that no result has both of are one factor: a kernel stands in
 * a heading here, in a sentence there. */
static bool is_name_taken(const struct positions *positions, const char *name,
                          const struct position *position)
{
    for (size_t i = 0; i < positions->taken_nr; i++)
        if (!strcasecmp(positions->taken[i]->name, name) &&
            (!strcmp(name, "configuration") || do_meet(positions, positions->taken[i], position)))
            return true;
    return false;
}

static bool is_heading(const struct position *position)
{
    return !strncmp(position->key, "heading:", 8);
}

/* Returns what has the name already and is the same thing: of a heading, and of a row or
 * column of the table below it.  NULL for none. */
static const struct position *find_same_thing(const struct positions *positions,
                                              const struct position *position)
{
    for (size_t i = 0; i < positions->taken_nr; i++) {
        const struct position *taken = positions->taken[i];
        const struct position *other = is_heading(position) ? taken : position;
        if (taken != position && !strcasecmp(taken->name, position->name) &&
            is_heading(taken) != is_heading(position) && !strncmp(other->key, "table-named:", 12))
            return taken;
    }
    return NULL;
}

static void make_name_unique(struct positions *positions, struct position *position)
{
    const struct position *same = find_same_thing(positions, position);
    if (same) {
        position->name = same->name;
        return;
    }
    const char *base = position->name;
    for (unsigned n = 2; is_name_taken(positions, position->name, position); n++)
        position->name = arena_printf(positions->output->arena, "%s%u", base, n);
}

/* Names a position and strips its levels. */
static void settle_name(struct positions *positions, struct position *position)
{
    struct arena *arena = positions->output->arena;
    const char *shared_name = NULL, *noun = NULL;
    bool is_product = false;
    if (!position->name && position->nr > 1 && !label_words_are_phrase(position->levels, position->nr)) {
        size_t leading = label_words_named(
            position->levels[0], label_words_shared(position->levels, position->nr, false, 0));
        size_t trailing = label_words_shared(position->levels, position->nr, true, leading);
        noun = label_words_noun(arena, position->levels[0], trailing);
        if (label_words_split_parentheses(position->levels, position->nr, leading, trailing))
            leading = trailing = 0;
        shared_name = label_words_name(arena, position->levels[0], leading);
        is_product = label_words_end_in(position->levels[0], leading, shared_name);
        for (size_t i = 0; i < position->nr; i++)
            position->levels[i] = label_words_without(arena, position->levels[i], leading, trailing);
        label_words_unwrap(arena, position->levels, position->nr);
    }
    if (!position->name)
        position->name = vocabulary_factor(positions->words, position->levels, position->nr);
    /* "Proxmox 6.4" is no kernel */
    if (shared_name && !strcmp(position->name ? position->name : "", "kernel") && is_product)
        position->name = shared_name;
    bool is_patch = position->name && !strcmp(position->name, "patch");
    if (noun && ((is_patch && vocabulary_name(noun, strlen(noun))) ||
                 ((is_patch || !position->name) && is_with_or_without(position))))
        position->name = noun;
    if (!position->name)
        position->name = shared_name;
    if (!position->name && noun) /* "old controller", "new controller" in any language */
        position->name = vocabulary_name(noun, strlen(noun));
    if (!position->name)
        position->name = "configuration";
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
    const struct position *same = find_same_thing(positions, position);
    for (size_t r = 0; r < positions->output->nr; r++) {
        const struct label *label = label_find(&positions->labels[r], position->key);
        struct record *record = positions->output->at[r].record;
        const char *level = label && position->level_of[r] != NO_LEVEL
                                ? position->levels[position->level_of[r]]
                                : NULL;
        if (level && is_of_sizes(position))
            level = label->value; /* equal sizes may be spelled in two ways */
        /* what stands in the table is nearer than the heading above it */
        bool is_nearer = level && same && is_heading(position) &&
                         record_pair(&record->config, position->name);
        if (is_nearer || (level && !strcmp(label->position, "line-prefix") &&
                          is_told(record, position->name, level)))
            label_note_unused(positions->output, label, LABEL_UNUSED_TOLD, NULL);
        else if (level)
            record_set_label(record, position->name, level, label_rule_name(label->rule), label->line,
                             label->text);
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

/* Notes each level of a position that is not used, with the first of its results. */
static void leave_out(struct positions *positions, const struct position *position,
                      enum label_unused_why why, const char *other)
{
    bool *is_noted = arena_alloc(positions->output->arena, (position->nr + 1) * sizeof *is_noted);
    for (size_t r = 0; r < positions->output->nr; r++) {
        size_t level = position->level_of[r];
        if (level == NO_LEVEL || is_noted[level])
            continue;
        is_noted[level] = true;
        label_note_unused(positions->output, label_find(&positions->labels[r], position->key), why,
                          other);
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
    if (!strncmp(position->key, "param:", 6) || !strcmp(position->key, "prompt"))
        return;
    if (is_op_position(position)) {
        leave_out(positions, position, LABEL_UNUSED_OPERATION, NULL);
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
    bool is_op = is_op_position(position);
    if (is_op)
        keep_sections(positions, position);
    if (position->is_overfull || is_op) {
        leave_out(positions, position, is_op ? LABEL_UNUSED_OPERATION : LABEL_UNUSED_LEVELS, NULL);
        return;
    }
    for (size_t i = 0; i < positions->taken_nr; i++)
        if (positions->taken[i]->nr > 1 && !is_rest_of(position, positions->taken[i]) &&
            is_same_split(positions, positions->taken[i], position)) {
            leave_out(positions, position, LABEL_UNUSED_SAME, positions->taken[i]->name);
            return;
        }
    settle_name(positions, position);
    positions->taken[positions->taken_nr++] = position;
    set_config(positions, position);
}

void label_make_factors(struct tool_output *output, struct labels *labels)
{
    struct positions *positions = memory_alloc(sizeof *positions);
    label_split_crossed(output, labels);
    label_split_led(output, labels);
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
