#include "config.h"

#include "report/choose.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "record/memory.h"
#include "record/strbuf.h"
#include "report/compare_words.h"
#include "report/table.h"

enum { ALL_PAIRS_MAX = 6, JOIN_MAX = 16, PART_LEAST = 3 };

static bool pairs_something(const struct pairing *pairing, size_t factor)
{
    struct pairing_keys keys = pairing_keys(pairing, factor);
    size_t count = pairing_count(pairing, factor, &keys);
    free(keys.at);
    return count > 0;
}

static bool has_kind(const struct attribute *attribute, bool is_config)
{
    return is_config ? attribute->kind == ATTRIBUTE_CONFIG || attribute->kind == ATTRIBUTE_JOINED
                     : attribute->kind == ATTRIBUTE_HIDDEN || attribute->kind == ATTRIBUTE_TARGET;
}

/* Adds the factors of config, or the settings, that pair something. */
static void add_pairing(const struct pairing *pairing, struct choice *choice, bool is_config)
{
    const struct attribute_list *list = &pairing->attributes;
    size_t first = choice->nr;
    for (size_t i = 0; i < list->nr; i++) {
        const struct attribute *attribute = &list->at[i];
        if (!has_kind(attribute, is_config) || attribute->is_joined || !attribute->is_varying ||
            attribute->nr < 2)
            continue;
        if (!pairs_something(pairing, i)) {
            choice->failed = choice->failed == list->nr ? i : choice->failed;
            continue;
        }
        /* Fewest levels first; of equals the one seen first. */
        size_t place = choice->nr++;
        for (; place > first && list->at[choice->at[place - 1]].nr > attribute->nr; place--)
            choice->at[place] = choice->at[place - 1];
        choice->at[place] = i;
    }
}

static size_t find_kind(const struct attribute_list *list, enum attribute_kind kind)
{
    for (size_t i = 0; i < list->nr; i++)
        if (list->at[i].kind == kind)
            return i;
    return list->nr;
}

/* Whether every file holds the same configurations, more than one. */
static bool files_are_alike(const struct pairing *pairing, size_t file)
{
    const struct attribute_list *list = &pairing->attributes;
    struct table *configs = table_new(), *in_files = table_new();
    struct strbuf key = STRBUF_INIT;
    for (size_t i = 0; i < pairing->measures.nr; i++) {
        const uint32_t *levels = pairing->measures.at[i].levels;
        strbuf_cut(&key, 0);
        for (size_t k = 0; k < list->nr; k++)
            if (list->at[k].kind == ATTRIBUTE_CONFIG)
                strbuf_add(&key, (const char *)&levels[k], sizeof levels[k]);
        table_add(configs, key.text, key.length);
        strbuf_add(&key, (const char *)&levels[file], sizeof levels[file]);
        table_add(in_files, key.text, key.length);
    }
    size_t nr = table_nr(configs);
    bool alike = nr > 1 && table_nr(in_files) == nr * list->at[file].nr;
    strbuf_free(&key);
    table_free(configs);
    table_free(in_files);
    return alike;
}

static void choose_freely(const struct pairing *pairing, struct choice *choice)
{
    const struct attribute_list *list = &pairing->attributes;
    size_t file = find_kind(list, ATTRIBUTE_FILE), message = find_kind(list, ATTRIBUTE_MESSAGE);
    bool has_files = list->at[file].nr > 1;
    if (has_files && files_are_alike(pairing, file) && pairs_something(pairing, file))
        choice->at[choice->nr++] = file;
    add_pairing(pairing, choice, true);
    if (!choice->nr && has_files) {
        if (pairs_something(pairing, file))
            choice->at[choice->nr++] = file;
        else if (choice->failed == list->nr)
            choice->failed = file;
    }
    if (!choice->nr)
        add_pairing(pairing, choice, false);
    if (!choice->nr && list->at[message].nr > 1 && pairs_something(pairing, message))
        choice->at[choice->nr++] = message;
}

static int no_factor(const struct attribute_list *list, const char *name, struct diag *diag)
{
    struct strbuf known = STRBUF_INIT;
    for (size_t i = 0; i < list->nr; i++)
        if (!list->at[i].is_joined && list->at[i].nr > 1 && known.length < 200)
            strbuf_printf(&known, "%s%s", known.length ? ", " : "", list->at[i].name);
    struct strbuf mend = STRBUF_INIT;
    if (known.length)
        strbuf_printf(&mend, "what varies is: %s", known.text);
    else
        strbuf_string(&mend, "nothing varies in these results");
    diag_set(diag, DIAG_FATAL, NULL, 0, mend.text, "no result has a factor '%s'", name);
    strbuf_free(&known);
    strbuf_free(&mend);
    return -1;
}

/* Finds the factor that by names, joining several. */
static int choose_named(struct pairing *pairing, const char *by, size_t *factor, struct diag *diag)
{
    struct attribute_list *list = &pairing->attributes;
    *factor = attribute_index(list, by);
    if (*factor < list->nr)
        return 0;
    if (!strchr(by, ','))
        return no_factor(list, by, diag);
    size_t parts[JOIN_MAX], nr = 0;
    const char *part = by;
    while (nr < JOIN_MAX) {
        size_t length = strcspn(part, ",");
        char *name = arena_text(pairing->arena, part, length);
        parts[nr] = attribute_index(list, name);
        if (parts[nr] == list->nr)
            return no_factor(list, name, diag);
        nr++;
        if (!part[length])
            break;
        part += length + 1;
        part += strspn(part, " ");
    }
    *factor = attribute_join(list, &pairing->measures, parts, nr, pairing->arena);
    return 0;
}

int choose_factors(struct pairing *pairing, struct choice *choice, struct diag *diag)
{
    const struct compare_options *options = pairing->options;
    *choice = (struct choice){.failed = pairing->attributes.nr};
    choice->at = memory_alloc((pairing->attributes.nr + options->by_nr + 2) * sizeof *choice->at);
    if (!options->by_nr) {
        choose_freely(pairing, choice);
        return 0;
    }
    size_t failed = SIZE_MAX;
    for (size_t i = 0; i < options->by_nr; i++) {
        size_t factor;
        bool is_known = false;
        if (choose_named(pairing, options->by[i], &factor, diag))
            return -1;
        for (size_t k = 0; k < choice->nr; k++)
            is_known = is_known || choice->at[k] == factor;
        if (!is_known && pairs_something(pairing, factor))
            choice->at[choice->nr++] = factor;
        else if (!is_known)
            failed = factor;
    }
    choice->failed = failed == SIZE_MAX ? pairing->attributes.nr : failed;
    return 0;
}

/* Whether word stands in text by itself, without regard to case. */
static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; text[i]; i++) {
        if (i && isalnum((unsigned char)text[i - 1]))
            continue;
        size_t k = 0;
        while (k < length && tolower((unsigned char)text[i + k]) == word[k])
            k++;
        if (k == length && !isalnum((unsigned char)text[i + k]))
            return true;
    }
    return false;
}

static bool says_baseline(const char *level)
{
    static const char *const words[] = {"before",   "without",   "old",    "base",
                                        "baseline", "unpatched", "orig",   "original",
                                        "vanilla",  "stock",     "default"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (has_word(level, words[i]))
            return true;
    return false;
}

static bool find_exactly(const struct compare_section *section, const char *text, size_t *index)
{
    char wanted[512], key[512];
    attribute_canonical(wanted, sizeof wanted, text);
    for (size_t i = 0; i < section->levels_nr; i++) {
        attribute_canonical(key, sizeof key, section->levels[i].name);
        /* What is too long for a key is told apart by all its bytes. */
        if (strcmp(key, wanted) ||
            (strlen(text) >= sizeof key && strcmp(text, section->levels[i].name)))
            continue;
        *index = i;
        return true;
    }
    return false;
}

static bool find_letter(const struct compare_section *section, const char *text, size_t *index)
{
    char letter[32];
    for (size_t i = 0; i < section->levels_nr; i++) {
        compare_level_letter(section, i, letter, sizeof letter);
        if (strcasecmp(letter, text))
            continue;
        *index = i;
        return true;
    }
    return false;
}

/* Finds a level by its name, else by its letter, else as the only one that contains
 * the text, which is long enough to mean something. */
static bool find_level(const struct compare_section *section, const char *text, size_t *index)
{
    size_t found = 0;
    if (find_exactly(section, text, index) || find_letter(section, text, index))
        return true;
    for (size_t i = 0; i < section->levels_nr && strlen(text) >= PART_LEAST; i++)
        if (strcasestr(section->levels[i].name, text)) {
            *index = i;
            found++;
        }
    return found == 1;
}

static void choose_baseline(struct compare_section *section, const char *first_level)
{
    for (size_t i = 0; i < section->levels_nr; i++)
        if (!strcmp(section->levels[i].name, first_level))
            section->baseline = i;
    /* A path holds words that say nothing about the level. */
    if (!strcmp(section->factor, COMPARE_BY_FILE))
        return;
    for (size_t i = section->levels_nr; i-- > 0;)
        if (says_baseline(section->levels[i].name))
            section->baseline = i;
}

/* Reads "A,B", where levels may hold commas themselves. */
static bool find_pair(const struct compare_section *section, const char *text,
                      struct compare_pair *pair)
{
    bool found = false;
    for (const char *comma = strchr(text, ','); comma && !found; comma = strchr(comma + 1, ',')) {
        char *left = memory_string(text);
        left[comma - text] = '\0';
        found = find_level(section, left, &pair->base) &&
                find_level(section, comma + 1, &pair->level) && pair->base != pair->level;
        free(left);
    }
    return found;
}

static void add_pair(struct compare_section *section, size_t base, size_t level)
{
    section->pairs[section->pairs_nr++] =
        (struct compare_pair){.base = base, .level = level, .ratio = 1};
}

bool choose_pairs(struct compare_section *section, const struct compare_options *options,
                  const char *first_level, struct arena *arena)
{
    bool found = true;
    size_t nr = section->levels_nr;
    choose_baseline(section, first_level);
    if (options->baseline)
        found = find_level(section, options->baseline, &section->baseline);
    size_t most = nr <= ALL_PAIRS_MAX ? nr * nr : nr;
    section->pairs = arena_alloc(arena, (most + 1) * sizeof *section->pairs);
    struct compare_pair named = {.ratio = 1};
    if (options->pair) {
        if (!find_pair(section, options->pair, &named))
            return false;
        section->baseline = named.base;
        add_pair(section, named.base, named.level);
        return found;
    }
    for (size_t i = 0; i < nr; i++)
        if (i != section->baseline)
            add_pair(section, section->baseline, i);
    for (size_t i = 0; i < nr && nr <= ALL_PAIRS_MAX; i++)
        for (size_t k = i + 1; k < nr; k++)
            if (i != section->baseline && k != section->baseline)
                add_pair(section, i, k);
    return found;
}
