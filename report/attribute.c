#include "report/attribute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "record/memory.h"
#include "record/strbuf.h"
#include "record/units.h"
#include "report/jobset.h"
#include "report/table.h"

enum { KEY_MAX = 512, CONFIG_MAX = 64 };

/* Where a setting is not stated, a tool uses its default.  Of most settings that
 * may be the value which another result states; these turn something on. */
enum setting_kind { SETTING_VALUE, SETTING_SWITCH, SETTING_PLACE };

/* The settings that always tell results apart, with their other name. */
static const struct {
    const char *name;
    const char *alias;
    enum setting_kind kind;
} settings[] = {
    {"bs", "blocksize", SETTING_VALUE},   {"iodepth", NULL, SETTING_VALUE},
    {"numjobs", NULL, SETTING_VALUE},     {"direct", NULL, SETTING_SWITCH},
    {"buffered", NULL, SETTING_VALUE},    {"size", "filesize", SETTING_VALUE},
    {"count", NULL, SETTING_VALUE},       {"rw", "readwrite", SETTING_VALUE},
    {"rwmixread", NULL, SETTING_VALUE},   {"ioengine", NULL, SETTING_VALUE},
    {"fsync", NULL, SETTING_SWITCH},      {"fdatasync", NULL, SETTING_SWITCH},
    {"sync", NULL, SETTING_SWITCH},       {"conv", NULL, SETTING_SWITCH},
    {"oflag", NULL, SETTING_SWITCH},      {"iflag", NULL, SETTING_SWITCH},
    {"concurrency", NULL, SETTING_VALUE}, {"files", NULL, SETTING_VALUE},
    {"nrfiles", NULL, SETTING_VALUE},     {"rate", NULL, SETTING_VALUE},
    {"rate_iops", NULL, SETTING_VALUE},   {"program", NULL, SETTING_SWITCH},
    {"target", "filename", SETTING_PLACE},
};

enum { SETTINGS_NR = sizeof settings / sizeof settings[0] };

/* An attribute being filled. */
struct column {
    size_t index;
    struct table *keys;
    size_t room;
};

struct finder {
    struct arena *arena;
    struct measure_list *measures;
    struct attribute_list list;
    struct column *columns;
    size_t columns_nr, columns_room;
    struct table *config_names;
    bool is_switched[SETTINGS_NR]; /* per setting */
};

static size_t add_attribute(struct finder *finder, const char *name, enum attribute_kind kind)
{
    struct attribute_list *list = &finder->list;
    list->at = arena_grow(finder->arena, list->at, list->nr, &list->room, sizeof *list->at);
    list->at[list->nr] = (struct attribute){.name = name, .kind = kind, .is_numeric = true};
    finder->columns = memory_grow(finder->columns, finder->columns_nr, &finder->columns_room,
                                  sizeof *finder->columns);
    finder->columns[finder->columns_nr++] = (struct column){list->nr, table_new(), 0};
    return list->nr++;
}

/* Returns the number of the level plus 1, adding it where it is new. */
static uint32_t level_number(struct finder *finder, size_t column, const char *level)
{
    struct column *at = &finder->columns[column];
    struct attribute *attribute = &finder->list.at[at->index];
    char key[KEY_MAX];
    attribute_canonical(key, sizeof key, level);
    /* Longer levels are told apart by all their bytes. */
    size_t number = strlen(level) < sizeof key ? table_add(at->keys, key, strlen(key))
                                               : table_add(at->keys, level, strlen(level));
    if (number == attribute->nr) {
        attribute->levels = arena_grow(finder->arena, attribute->levels, attribute->nr, &at->room,
                                       sizeof *attribute->levels);
        attribute->levels[attribute->nr++] = level;
        if (!attribute_are_numbers(attribute->levels[0], level))
            attribute->is_numeric = false;
    }
    return (uint32_t)number + 1;
}

/* The value of a setting over the jobs of a measurement: the distinct values in
 * order; NULL where no job states it. */
static const char *joined_setting(const struct measure *measure, size_t setting,
                                  struct arena *arena)
{
    const char *first = NULL;
    struct strbuf all = STRBUF_INIT;
    struct table *seen = NULL;
    for (size_t i = 0; i < measure->nr; i++) {
        const struct record_pairs *params = &measure->records[i]->params;
        const char *value = record_pair(params, settings[setting].name);
        if (!value && settings[setting].alias)
            value = record_pair(params, settings[setting].alias);
        if (value && settings[setting].kind == SETTING_SWITCH && !strcmp(value, "0"))
            value = NULL;
        if (!value || (first && !strcmp(first, value)))
            continue;
        if (!first) {
            first = value;
            continue;
        }
        if (!seen) {
            seen = table_new();
            table_add(seen, first, strlen(first));
            strbuf_string(&all, first);
        }
        size_t known = table_nr(seen);
        if (table_add(seen, value, strlen(value)) == known)
            strbuf_printf(&all, ",%s", value);
    }
    if (seen)
        first = arena_text(arena, all.text, all.length);
    table_free(seen);
    strbuf_free(&all);
    return first;
}

static void set_level(struct finder *finder, struct measure *measure, size_t column,
                      const char *level)
{
    if (level)
        measure->levels[column] = level_number(finder, column, level);
    else
        finder->list.at[column].absent++;
}

/* Collects the names of all config factors, in the order seen. */
static void find_config_names(struct finder *finder)
{
    struct table *names = table_new();
    finder->config_names = table_new();
    for (size_t i = 0; i < finder->measures->nr; i++) {
        const struct record_pairs *config = &finder->measures->at[i].records[0]->config;
        for (size_t k = 0; k < config->nr; k++)
            table_add(names, config->at[k].name, strlen(config->at[k].name));
    }
    for (size_t i = 0; i < table_nr(names) && i < CONFIG_MAX; i++)
        table_add(finder->config_names, table_key(names, i), strlen(table_key(names, i)));
    finder->list.dropped_nr = table_nr(names) - table_nr(finder->config_names);
    table_free(names);
    for (size_t i = 0; i < table_nr(finder->config_names); i++) {
        const char *name = table_key(finder->config_names, i);
        add_attribute(finder, arena_string(finder->arena, name), ATTRIBUTE_CONFIG);
    }
}

/* Whether a measurement states settings at all: else nothing is known of a switch. */
static bool states_settings(const struct measure *measure)
{
    for (size_t i = 0; i < measure->nr; i++)
        if (measure->records[i]->params.nr)
            return true;
    return false;
}

/* Finds the switches that some measurement turns on: the others need to be told
 * from it. */
static void find_switches(struct finder *finder)
{
    for (size_t i = 0; i < SETTINGS_NR; i++)
        for (size_t k = 0; k < finder->measures->nr && !finder->is_switched[i]; k++)
            finder->is_switched[i] = settings[i].kind == SETTING_SWITCH &&
                                     joined_setting(&finder->measures->at[k], i, finder->arena);
}

/* The level of a setting; NULL where nothing is known of it. */
static const char *setting_level(const struct finder *finder, const struct measure *measure,
                                 size_t setting)
{
    const char *level = joined_setting(measure, setting, finder->arena);
    if (!level && finder->is_switched[setting] && states_settings(measure))
        return ATTRIBUTE_NOT_GIVEN;
    return level;
}

static void fill_measure(struct finder *finder, struct measure *measure, size_t columns)
{
    const struct record *record = measure->records[0];
    measure->levels = arena_alloc(finder->arena, columns * sizeof *measure->levels);
    size_t column = 0;
    for (; column < table_nr(finder->config_names); column++)
        set_level(finder, measure, column,
                  record_pair(&record->config, finder->list.at[column].name));
    set_level(finder, measure, column++, record->tool);
    set_level(finder, measure, column++, record->tool_version);
    for (size_t i = 0; i < SETTINGS_NR; i++)
        set_level(finder, measure, column++, setting_level(finder, measure, i));
    set_level(finder, measure, column++, record->source.path);
    set_level(finder, measure, column++, record->source.message_id);
}

/* What the levels of a measurement come from, by address: texts and lists that are equal
 * are there once in records that were read. */
static void levels_key(struct strbuf *key, const struct measure *measure)
{
    const struct record *record = measure->records[0];
    const void *const of_first[] = {record->config.at, record->tool, record->tool_version,
                                    record->source.path, record->source.message_id};
    strbuf_cut(key, 0);
    strbuf_add(key, (const char *)of_first, sizeof of_first);
    strbuf_add(key, (const char *)&record->config.nr, sizeof record->config.nr);
    for (size_t i = 0; i < measure->nr; i++) {
        const struct record_pairs *params = &measure->records[i]->params;
        strbuf_add(key, (const char *)&params->at, sizeof params->at);
        strbuf_add(key, (const char *)&params->nr, sizeof params->nr);
    }
}

/* Gives each measurement its levels in the first columns, filled_nr of them.  Those of one
 * setting share all columns. */
static void fill_measures(struct finder *finder, size_t columns, size_t filled_nr)
{
    struct table *keys = table_new();
    struct strbuf key = STRBUF_INIT;
    struct measure_list *measures = finder->measures;
    size_t *first = memory_resize(NULL, measures->nr + 1, sizeof *first);
    for (size_t i = 0; i < measures->nr; i++) {
        struct measure *measure = &measures->at[i];
        levels_key(&key, measure);
        size_t known = table_nr(keys), number = table_add(keys, key.text, key.length);
        if (number == known) {
            first[number] = i;
            fill_measure(finder, measure, columns);
            continue;
        }
        measure->levels = measures->at[first[number]].levels;
        for (size_t k = 0; k < filled_nr; k++)
            finder->list.at[k].absent += !measure->levels[k];
    }
    free(first);
    strbuf_free(&key);
    table_free(keys);
}
/* Whether two columns tell measurements apart in exactly the same way. */
static bool go_together(const struct measure_list *measures, const struct attribute_list *list,
                        size_t a, size_t b)
{
    if (list->at[a].nr != list->at[b].nr)
        return false;
    size_t nr = list->at[a].nr + 1;
    uint32_t *partner = memory_alloc(nr * sizeof *partner);
    bool *is_met = memory_alloc(nr * sizeof *is_met),
         *is_taken = memory_alloc(nr * sizeof *is_taken);
    bool together = true;
    for (size_t i = 0; i < measures->nr && together; i++) {
        uint32_t level = measures->at[i].levels[a], other = measures->at[i].levels[b];
        if (is_met[level]) {
            together = partner[level] == other;
        } else {
            together = !is_taken[other];
            is_met[level] = is_taken[other] = true;
            partner[level] = other;
        }
    }
    free(partner);
    free(is_met);
    free(is_taken);
    return together;
}

/* Joins the config factors whose levels always go together. */
static void join_config(struct attribute_list *list, struct measure_list *measures,
                        struct arena *arena)
{
    size_t nr = list->nr;
    for (size_t i = 0; i < nr; i++) {
        size_t parts[CONFIG_MAX], found = 0;
        if (list->at[i].kind != ATTRIBUTE_CONFIG || !list->at[i].is_varying ||
            list->at[i].is_joined)
            continue;
        parts[found++] = i;
        for (size_t k = i + 1; k < nr; k++)
            if (list->at[k].kind == ATTRIBUTE_CONFIG && list->at[k].is_varying &&
                !list->at[k].is_joined && go_together(measures, list, i, k))
                parts[found++] = k;
        if (found > 1)
            attribute_join(list, measures, parts, found, arena);
    }
}

/* A setting that is also a varying factor of config tells nothing apart that the
 * factor does not. */
static void judge(struct attribute_list *list)
{
    for (size_t i = 0; i < list->nr; i++) {
        struct attribute *attribute = &list->at[i];
        bool is_config = attribute->kind == ATTRIBUTE_CONFIG;
        attribute->is_varying =
            attribute->nr > 1 || (is_config && attribute->nr && attribute->absent);
        attribute->is_numeric = attribute->is_numeric && attribute->nr > 0;
    }
    for (size_t i = 0; i < list->nr; i++)
        for (size_t k = 0; k < list->nr; k++)
            if ((list->at[i].kind == ATTRIBUTE_HIDDEN || list->at[i].kind == ATTRIBUTE_TARGET) &&
                list->at[k].kind == ATTRIBUTE_CONFIG && list->at[k].is_varying && attribute_index(list, list->at[i].name) == k)
                list->at[i].is_varying = false;
}

/* Fills the column of job sets, which depends on what else varies.  Where there is one, the
 * measurements of a setting no longer have the same levels. */
static void tell_groups_apart(struct finder *finder, size_t column, size_t columns)
{
    const char **names = jobset_levels(finder->measures, &finder->list, finder->arena);
    bool has_one = false;
    for (size_t i = 0; i < finder->measures->nr && !has_one; i++)
        has_one = names[i] != NULL;
    for (size_t i = 0; i < finder->measures->nr; i++) {
        struct measure *measure = &finder->measures->at[i];
        size_t size = columns * sizeof *measure->levels;
        if (has_one)
            measure->levels = memcpy(arena_alloc(finder->arena, size), measure->levels, size);
        set_level(finder, measure, column, names[i]);
    }
    finder->list.at[column].is_varying = finder->list.at[column].nr > 1;
    finder->list.at[column].is_numeric = false;
    free(names);
}

struct attribute_list attribute_find(struct measure_list *measures, struct arena *arena)
{
    struct finder finder = {.arena = arena, .measures = measures};
    find_config_names(&finder);
    find_switches(&finder);
    add_attribute(&finder, "tool", ATTRIBUTE_HIDDEN);
    add_attribute(&finder, "tool_version", ATTRIBUTE_HIDDEN);
    for (size_t i = 0; i < SETTINGS_NR; i++)
        add_attribute(&finder, settings[i].name,
                      settings[i].kind == SETTING_PLACE ? ATTRIBUTE_TARGET : ATTRIBUTE_HIDDEN);
    add_attribute(&finder, COMPARE_BY_FILE, ATTRIBUTE_FILE);
    add_attribute(&finder, "message", ATTRIBUTE_MESSAGE);
    size_t job = add_attribute(&finder, "job", ATTRIBUTE_HIDDEN);
    /* Room for joined attributes, which have levels of their own. */
    size_t columns = finder.list.nr + table_nr(finder.config_names) + 1;
    fill_measures(&finder, columns, job);
    judge(&finder.list);
    tell_groups_apart(&finder, job, columns);
    join_config(&finder.list, measures, arena);
    for (size_t i = 0; i < finder.columns_nr; i++)
        table_free(finder.columns[i].keys);
    free(finder.columns);
    table_free(finder.config_names);
    return finder.list;
}

static const char *main_name(const char *name)
{
    for (size_t i = 0; i < SETTINGS_NR; i++)
        if (settings[i].alias && !strcmp(settings[i].alias, name))
            return settings[i].name;
    return name;
}

size_t attribute_index(const struct attribute_list *list, const char *name)
{
    for (int loose = 0; loose < 2; loose++)
        for (size_t i = 0; i < list->nr; i++) {
            const char *other = list->at[i].name;
            if (list->at[i].nr &&
                !(loose ? strcmp(main_name(other), main_name(name)) : strcmp(other, name)))
                return list->at[i].is_joined ? list->at[i].joined : i;
        }
    return list->nr;
}

size_t attribute_join(struct attribute_list *list, struct measure_list *measures,
                      const size_t *indices, size_t nr, struct arena *arena)
{
    struct strbuf text = STRBUF_INIT;
    for (size_t i = 0; i < nr; i++)
        strbuf_printf(&text, "%s%s", i ? ", " : "", list->at[indices[i]].name);
    list->at = arena_grow(arena, list->at, list->nr, &list->room, sizeof *list->at);
    size_t index = list->nr++;
    struct attribute *joined = &list->at[index];
    *joined = (struct attribute){.name = arena_text(arena, text.text, text.length),
                                 .kind = ATTRIBUTE_JOINED,
                                 .is_varying = true};
    struct table *keys = table_new();
    size_t room = 0;
    for (size_t i = 0; i < measures->nr; i++) {
        uint32_t *levels = measures->at[i].levels;
        uint32_t key[CONFIG_MAX];
        for (size_t k = 0; k < nr; k++)
            key[k] = levels[indices[k]];
        size_t number = table_add(keys, key, nr * sizeof *key);
        levels[index] = (uint32_t)number + 1;
        if (number < joined->nr)
            continue;
        strbuf_cut(&text, 0);
        for (size_t k = 0; k < nr; k++)
            strbuf_printf(&text, "%s%s", k ? ", " : "",
                          key[k] ? list->at[indices[k]].levels[key[k] - 1] : "(none)");
        joined->levels =
            arena_grow(arena, joined->levels, joined->nr, &room, sizeof *joined->levels);
        joined->levels[joined->nr++] = arena_text(arena, text.text, text.length);
    }
    for (size_t i = 0; i < nr; i++) {
        list->at[indices[i]].is_joined = true;
        list->at[indices[i]].joined = index;
    }
    table_free(keys);
    strbuf_free(&text);
    return index;
}
