#include "report/intake.h"

#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "record/strbuf.h"
#include "report/table.h"

static void add_text(struct strbuf *key, const char *text)
{
    strbuf_string(key, text ? text : "");
    strbuf_byte(key, '\0');
}

/* Where the same message came by several files its results stand in each.  Only
 * a message-id and the fingerprint of the figures together say so: two files
 * without a message may be two runs. */
struct repeats {
    struct table *results;
    const char **paths; /* per result: the file in which it was first seen */
    size_t room;
    struct strbuf key;
};

static bool is_repeated(struct repeats *repeats, const struct record *record)
{
    const struct record_source *source = &record->source;
    if (!source->message_id || !source->fingerprint || !source->path)
        return false;
    struct strbuf *key = &repeats->key;
    strbuf_cut(key, 0);
    add_text(key, source->message_id);
    add_text(key, source->fingerprint);
    add_text(key, source->part);
    add_text(key, record->op);
    add_text(key, record->job);
    strbuf_printf(key, "%lu %s", source->line, source->cell ? source->cell : "");
    size_t known = table_nr(repeats->results);
    size_t number = table_add(repeats->results, key->text, key->length);
    if (number == known) {
        repeats->paths = memory_grow(repeats->paths, known, &repeats->room, sizeof *repeats->paths);
        repeats->paths[number] = source->path;
        return false;
    }
    return strcmp(repeats->paths[number], source->path) != 0;
}

/* Whether a result is free to be compared; counts it where it is not. */
static bool is_usable(struct comparison *comparison, struct repeats *repeats,
                      const struct record *record)
{
    comparison->results_nr++;
    if (record->quoted) {
        comparison->quoted_nr++;
        return false;
    }
    if (record_has_warning(record, "aggregate")) {
        comparison->aggregate_nr++;
        return false;
    }
    if (!record->metrics_nr && !record->bounds_nr)
        return false;
    if (is_repeated(repeats, record)) {
        comparison->repeated_nr++;
        return false;
    }
    return true;
}

static void list_inputs(struct comparison *comparison, const struct record *const *records,
                        size_t nr)
{
    struct table *paths = table_new();
    for (size_t i = 0; i < nr; i++)
        if (records[i]->source.path)
            table_add(paths, records[i]->source.path, strlen(records[i]->source.path));
    comparison->inputs_nr = table_nr(paths);
    comparison->inputs =
        arena_alloc(comparison->arena, (table_nr(paths) + 1) * sizeof *comparison->inputs);
    for (size_t i = 0; i < table_nr(paths); i++)
        comparison->inputs[i] = arena_string(comparison->arena, table_key(paths, i));
    table_free(paths);
}

const struct record **intake_records(struct comparison *comparison,
                                     const struct record *const *records, size_t nr)
{
    struct arena *arena = comparison->arena;
    size_t kinds[4] = {0};
    for (size_t i = 0; i < nr; i++)
        kinds[records[i]->kind]++;
    const struct record **used = arena_alloc(arena, (kinds[RECORD_RESULT] + 1) * sizeof *used);
    comparison->claims = arena_alloc(arena, (kinds[RECORD_CLAIM] + 1) * sizeof *used);
    comparison->hosts = arena_alloc(arena, (kinds[RECORD_HOST] + 1) * sizeof *used);
    comparison->series = arena_alloc(arena, (kinds[RECORD_SERIES] + 1) * sizeof *used);
    struct repeats repeats = {.results = table_new(), .key = STRBUF_INIT};
    for (size_t i = 0; i < nr; i++) {
        if (records[i]->kind == RECORD_CLAIM)
            comparison->claims[comparison->claims_nr++] = records[i];
        else if (records[i]->kind == RECORD_HOST)
            comparison->hosts[comparison->hosts_nr++] = records[i];
        else if (records[i]->kind == RECORD_SERIES)
            comparison->series[comparison->series_nr++] = records[i];
        else if (is_usable(comparison, &repeats, records[i]))
            used[comparison->used_nr++] = records[i];
    }
    table_free(repeats.results);
    free(repeats.paths);
    strbuf_free(&repeats.key);
    list_inputs(comparison, records, nr);
    return used;
}

static int refuse(const char *what, const char *name, const struct table *known, struct diag *diag)
{
    struct strbuf mend = STRBUF_INIT;
    strbuf_string(&mend, "there are:");
    for (size_t i = 0; i < table_nr(known) && mend.length < 200; i++)
        strbuf_printf(&mend, "%s %s", i ? "," : "", table_key(known, i));
    diag_set(diag, DIAG_FATAL, NULL, 0, mend.text, "no result has the %s '%s'", what, name);
    strbuf_free(&mend);
    return -1;
}

static int check_names(const char *const *names, size_t nr, const char *what,
                       const struct table *known, struct diag *diag)
{
    for (size_t i = 0; i < nr; i++)
        if (table_find(known, names[i], strlen(names[i])) == TABLE_NONE)
            return refuse(what, names[i], known, diag);
    return 0;
}

int intake_check_options(const struct compare_options *options, const struct record *const *used,
                         size_t nr, struct diag *diag)
{
    if (!options->metrics_nr && !options->ops_nr)
        return 0;
    struct table *metrics = table_new(), *ops = table_new();
    for (size_t i = 0; i < nr; i++) {
        const char *op = used[i]->op ? used[i]->op : "";
        table_add(ops, op, strlen(op));
        for (size_t k = 0; k < used[i]->metrics_nr; k++)
            table_add(metrics, used[i]->metrics[k].name, strlen(used[i]->metrics[k].name));
        for (size_t k = 0; k < used[i]->bounds_nr; k++)
            table_add(metrics, used[i]->bounds[k].name, strlen(used[i]->bounds[k].name));
    }
    table_add(ops, COMPARE_OP_TOTAL, strlen(COMPARE_OP_TOTAL));
    int result = check_names(options->metrics, options->metrics_nr, "metric", metrics, diag);
    if (!result)
        result = check_names(options->ops, options->ops_nr, "operation", ops, diag);
    table_free(metrics);
    table_free(ops);
    return result;
}
