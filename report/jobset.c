#include "report/jobset.h"

#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "record/strbuf.h"
#include "report/table.h"

/* The groups of one invocation that nothing else tells apart. */
struct bucket {
    const char *group; /* of the first */
    bool has_several;
    bool is_alike; /* two of its groups have the same names, or none */
};

struct jobset {
    const struct measure_list *measures;
    const struct attribute_list *list;
    struct arena *arena;
    struct bucket *buckets;
    size_t *bucket_of;  /* per measurement, TABLE_NONE where it has no group */
    const char **names; /* per measurement: of its jobs */
};

static void add_text(struct strbuf *key, const char *text)
{
    strbuf_string(key, text ? text : "");
    strbuf_byte(key, text ? '\0' : '\1');
}

static void bucket_key(const struct jobset *jobset, const struct measure *measure,
                       struct strbuf *key)
{
    const struct record *record = measure->records[0];
    strbuf_cut(key, 0);
    add_text(key, record->source.path);
    add_text(key, record->source.message_id);
    add_text(key, record->source.part);
    add_text(key, record->invocation);
    add_text(key, measure->op);
    strbuf_printf(key, "%u/%lu ", record->run, record->round);
    for (size_t i = 0; i < jobset->list->nr; i++)
        if (jobset->list->at[i].is_varying)
            strbuf_add(key, (const char *)&measure->levels[i], sizeof measure->levels[i]);
}

/* The distinct names of the jobs, in their order. */
static const char *names_of(const struct measure *measure, struct arena *arena)
{
    if (measure->nr == 1)
        return measure->records[0]->job ? measure->records[0]->job : "";
    struct table *names = table_new();
    struct strbuf text = STRBUF_INIT;
    for (size_t i = 0; i < measure->nr; i++)
        if (measure->records[i]->job)
            table_add(names, measure->records[i]->job, strlen(measure->records[i]->job));
    for (size_t i = 0; i < table_nr(names); i++)
        strbuf_printf(&text, "%s%s", i ? "," : "", table_key(names, i));
    const char *joined = arena_text(arena, text.text, text.length);
    strbuf_free(&text);
    table_free(names);
    return joined;
}

/* Puts the measurements into buckets. */
static void fill_buckets(struct jobset *jobset)
{
    struct table *keys = table_new(), *in_buckets = table_new();
    struct strbuf key = STRBUF_INIT;
    for (size_t i = 0; i < jobset->measures->nr; i++) {
        const struct measure *measure = &jobset->measures->at[i];
        const char *group = measure->records[0]->group;
        jobset->bucket_of[i] = TABLE_NONE;
        if (!group)
            continue;
        bucket_key(jobset, measure, &key);
        size_t known = table_nr(keys), number = table_add(keys, key.text, key.length);
        struct bucket *bucket = &jobset->buckets[number];
        jobset->bucket_of[i] = number;
        jobset->names[i] = names_of(measure, jobset->arena);
        if (number == known)
            bucket->group = group;
        else if (strcmp(bucket->group, group) != 0)
            bucket->has_several = true;
        strbuf_cut(&key, 0);
        strbuf_printf(&key, "%zu ", number);
        strbuf_string(&key, jobset->names[i]);
        known = table_nr(in_buckets);
        if (table_add(in_buckets, key.text, key.length) < known || !*jobset->names[i])
            bucket->is_alike = true;
    }
    strbuf_free(&key);
    table_free(keys);
    table_free(in_buckets);
}

/* Gives the levels: first to the groups that need them, then to those of the same
 * names. */
static void give_levels(const struct jobset *jobset, const char **levels)
{
    struct table *given = table_new();
    for (size_t i = 0; i < jobset->measures->nr; i++) {
        if (jobset->bucket_of[i] == TABLE_NONE)
            continue;
        const struct bucket *bucket = &jobset->buckets[jobset->bucket_of[i]];
        if (!bucket->has_several)
            continue;
        levels[i] = bucket->is_alike ? arena_printf(jobset->arena, "group %s",
                                                    jobset->measures->at[i].records[0]->group)
                                     : jobset->names[i];
        table_add(given, levels[i], strlen(levels[i]));
    }
    for (size_t i = 0; i < jobset->measures->nr; i++)
        if (!levels[i] && jobset->names[i] &&
            table_find(given, jobset->names[i], strlen(jobset->names[i])) != TABLE_NONE)
            levels[i] = jobset->names[i];
    table_free(given);
}

const char **jobset_levels(const struct measure_list *measures, const struct attribute_list *list,
                           struct arena *arena)
{
    size_t nr = measures->nr + 1;
    struct jobset jobset = {.measures = measures, .list = list, .arena = arena};
    const char **levels = memory_alloc(nr * sizeof *levels);
    jobset.buckets = memory_alloc(nr * sizeof *jobset.buckets);
    jobset.bucket_of = memory_alloc(nr * sizeof *jobset.bucket_of);
    jobset.names = memory_alloc(nr * sizeof *jobset.names);
    fill_buckets(&jobset);
    give_levels(&jobset, levels);
    free(jobset.buckets);
    free(jobset.bucket_of);
    free(jobset.names);
    return levels;
}
