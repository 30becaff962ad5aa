#include "report/intake.h"

#include <stdlib.h>
#include <string.h>

#include "record/hash.h"
#include "record/memory.h"
#include "record/metric.h"
#include "record/strbuf.h"
#include "report/cost.h"
#include "report/table.h"

static void add_text(struct strbuf *key, const char *text)
{
    strbuf_string(key, text ? text : "");
    strbuf_byte(key, '\0');
}

/* The first record of each key. */
struct firsts {
    struct table *keys;
    const struct record **at; /* one for each key */
    size_t room;
};

/* Records that were met.  The same record may be given twice, by a file named
 * twice or by files put together; one message may stand in several archives, or
 * several times in one; and a block may be quoted or sent again in another message,
 * or lie in another file, that was parsed by itself. */
struct repeats {
    struct firsts ids;     /* the first record of each id */
    bool *has_content;     /* for each id: what its first record says is in contents */
    size_t content_room;
    struct table *contents; /* what the records of ids say that came again */
    struct firsts results; /* by figures with their place in a message */
    struct firsts blocks;  /* by hashes of blocks with their labels */
    struct strbuf key;
};

/* Returns the record that was met under the key before, or NULL where this is the first. */
static const struct record *first_of(struct firsts *firsts, const void *key, size_t length,
                                     const struct record *record)
{
    size_t known = table_nr(firsts->keys), number = table_add(firsts->keys, key, length);
    if (number < known)
        return firsts->at[number];
    firsts->at = memory_grow(firsts->at, known, &firsts->room, sizeof *firsts->at);
    firsts->at[number] = record;
    return NULL;
}

static void firsts_free(struct firsts *firsts)
{
    table_free(firsts->keys);
    free(firsts->at);
}

static void add_number(struct strbuf *key, double number)
{
    strbuf_add(key, (const char *)&number, sizeof number);
}

static void add_pairs(struct strbuf *key, const struct record_pairs *pairs)
{
    for (size_t i = 0; i < pairs->nr; i++) {
        add_text(key, pairs->at[i].name);
        add_text(key, pairs->at[i].value);
    }
}

/* What a record says: an id that another program made may not tell that apart. */
static void add_content(struct strbuf *key, const struct record *record)
{
    add_text(key, record->op);
    add_text(key, record->job);
    add_text(key, record->start);
    for (size_t i = 0; i < record->metrics_nr; i++) {
        add_text(key, record_metric_at(record, i).name);
        add_number(key, record_metric_at(record, i).value);
    }
    for (size_t i = 0; i < record->bounds_nr; i++) {
        add_text(key, record->bounds[i].name);
        add_number(key, record->bounds[i].value);
    }
    for (size_t i = 0; i < record->series_nr; i++) {
        add_text(key, record->series[i].name);
        for (size_t k = 0; k < record->series[i].nr; k++)
            add_number(key, record->series[i].at[k]);
    }
    add_pairs(key, &record->facts);
    add_text(key, record->claim ? record->claim->text : NULL);
}

/* Returns whether a record of this id that says the same was met. */
static bool is_known_content(struct repeats *repeats, const struct record *record)
{
    struct strbuf *key = &repeats->key;
    strbuf_cut(key, 0);
    add_text(key, record->id);
    add_text(key, record_kind_name(record->kind));
    add_text(key, record->source.fingerprint);
    add_content(key, record);
    size_t known = table_nr(repeats->contents);
    return table_add(repeats->contents, key->text, key->length) < known;
}

/* Whether the record itself was met.  What records say is looked at only where an id comes
 * again, which is rare. */
static bool is_given_again(struct repeats *repeats, const struct record *record)
{
    if (!record->id)
        return false;
    size_t length = strlen(record->id), known = table_nr(repeats->ids.keys);
    const struct record *first = first_of(&repeats->ids, record->id, length, record);
    if (!first) {
        repeats->has_content = memory_grow(repeats->has_content, known, &repeats->content_room,
                                           sizeof *repeats->has_content);
        repeats->has_content[known] = false;
        return false;
    }
    size_t number = table_find(repeats->ids.keys, record->id, length);
    if (!repeats->has_content[number])
        is_known_content(repeats, first);
    repeats->has_content[number] = true;
    return is_known_content(repeats, record);
}

static bool stands_elsewhere(const struct record_source *first, const struct record_source *source)
{
    return strcmp(first->path, source->path) != 0 ||
           (first->has_offset && source->has_offset && first->offset != source->offset);
}

/* Whether the message of a result was met, in another file or place. */
static bool is_sent_again(struct repeats *repeats, const struct record *record)
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
    const struct record *first = first_of(&repeats->results, key->text, key->length, record);
    return first && stands_elsewhere(&first->source, source);
}

static bool do_differ(const char *left, const char *right)
{
    return left && right && strcmp(left, right) != 0;
}

/* Whether a setting that both state is another one. */
static bool has_other_setting(const struct record_pairs *left, const struct record_pairs *right)
{
    for (size_t i = 0; i < left->nr; i++)
        if (do_differ(left->at[i].value, record_pair(right, left->at[i].name)))
            return true;
    return false;
}

/* Whether the block of a result was met under equal labels in another file or message.
 * Runs that one text has are runs, be their figures equal or not; so are the few digits
 * of a table, unless one of both is a quotation. */
static bool is_copied(struct repeats *repeats, const struct record *record)
{
    const struct record_source *source = &record->source;
    struct strbuf *key = &repeats->key;
    if (!source->fingerprint || !source->path)
        return false;
    strbuf_cut(key, 0);
    add_text(key, source->fingerprint);
    add_text(key, record->tool);
    add_text(key, record->op);
    add_text(key, record->job);
    add_text(key, source->cell);
    add_text(key, record_scope_name(record->scope));
    add_pairs(key, &record->config);
    uint64_t hash = hash_bytes(key->text, key->length);
    const struct record *first = first_of(&repeats->blocks, &hash, sizeof hash, record);
    if (!first)
        return false;
    bool is_elsewhere = strcmp(first->source.path, source->path) != 0 ||
                        do_differ(first->source.message_id, source->message_id);
    bool is_quotation = source->quote || first->source.quote;
    return is_elsewhere && (is_quotation || !record->tool || strcmp(record->tool, "table")) &&
           !has_other_setting(&record->params, &first->params);
}

/* Whether a result is free to be compared; counts it where it is not. */
static bool is_usable(struct comparison *comparison, struct repeats *repeats,
                      const struct record *record)
{
    comparison->results_nr++;
    if (is_given_again(repeats, record)) {
        comparison->repeated_nr++;
        return false;
    }
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
    if (is_sent_again(repeats, record) || is_copied(repeats, record)) {
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
    size_t kinds[RECORD_KINDS_NR] = {0};
    for (size_t i = 0; i < nr; i++)
        kinds[records[i]->kind]++;
    const struct record **used = arena_alloc(arena, (kinds[RECORD_RESULT] + 1) * sizeof *used);
    comparison->claims = arena_alloc(arena, (kinds[RECORD_CLAIM] + 1) * sizeof *used);
    comparison->hosts = arena_alloc(arena, (kinds[RECORD_HOST] + 1) * sizeof *used);
    comparison->series = arena_alloc(arena, (kinds[RECORD_SERIES] + 1) * sizeof *used);
    comparison->campaigns = arena_alloc(arena, (kinds[RECORD_CAMPAIGN] + 1) * sizeof *used);
    comparison->runs = arena_alloc(arena, (kinds[RECORD_RUN] + 1) * sizeof *used);
    struct repeats repeats = {.ids = {.keys = table_new()},
                              .contents = table_new(),
                              .results = {.keys = table_new()},
                              .blocks = {.keys = table_new()},
                              .key = STRBUF_INIT};
    for (size_t i = 0; i < nr; i++) {
        if (records[i]->kind == RECORD_RESULT) {
            if (is_usable(comparison, &repeats, records[i]))
                used[comparison->used_nr++] = records[i];
        } else if (is_given_again(&repeats, records[i])) {
            comparison->repeated_others_nr++;
        } else if (records[i]->kind == RECORD_CLAIM) {
            comparison->claims[comparison->claims_nr++] = records[i];
        } else if (records[i]->kind == RECORD_HOST) {
            comparison->hosts[comparison->hosts_nr++] = records[i];
        } else if (records[i]->kind == RECORD_CAMPAIGN) {
            comparison->campaigns[comparison->campaigns_nr++] = records[i];
        } else if (records[i]->kind == RECORD_RUN) {
            comparison->runs[comparison->runs_nr++] = records[i];
        } else {
            comparison->series[comparison->series_nr++] = records[i];
        }
    }
    firsts_free(&repeats.ids);
    free(repeats.has_content);
    table_free(repeats.contents);
    firsts_free(&repeats.results);
    firsts_free(&repeats.blocks);
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

/* Adds a metric that the report computes, where some result has what it is made of. */
static void add_computed(const char *name, const struct record *const *used, size_t nr,
                         struct table *metrics)
{
    bool is_cost = cost_find(name), has_parts = false;
    if (!is_cost && metric_percentile(name) < 0)
        return;
    for (size_t i = 0; i < nr && !has_parts; i++) {
        for (size_t k = 0; k < used[i]->metrics_nr && !has_parts; k++)
            has_parts = is_cost && cost_is_shared(record_metric_at(used[i], k).name);
        has_parts = has_parts || (!is_cost && used[i]->hists_nr);
    }
    if (has_parts)
        table_add(metrics, name, strlen(name));
}

int intake_check_options(const struct compare_options *options, const struct record *const *used,
                         size_t nr, struct diag *diag)
{
    if (!options->metrics_nr && !options->ops_nr && !options->also_nr)
        return 0;
    struct table *metrics = table_new(), *ops = table_new();
    for (size_t i = 0; i < nr; i++) {
        const char *op = used[i]->op ? used[i]->op : "";
        table_add(ops, op, strlen(op));
        for (size_t k = 0; k < used[i]->metrics_nr; k++)
            table_add(metrics, record_metric_at(used[i], k).name, strlen(record_metric_at(used[i], k).name));
        for (size_t k = 0; k < used[i]->bounds_nr; k++)
            table_add(metrics, used[i]->bounds[k].name, strlen(used[i]->bounds[k].name));
    }
    for (size_t i = 0; i < options->metrics_nr; i++)
        add_computed(options->metrics[i], used, nr, metrics);
    for (size_t i = 0; i < options->also_nr; i++)
        add_computed(options->also[i], used, nr, metrics);
    table_add(ops, COMPARE_OP_TOTAL, strlen(COMPARE_OP_TOTAL));
    int result = check_names(options->metrics, options->metrics_nr, "metric", metrics, diag);
    if (!result)
        result = check_names(options->also, options->also_nr, "metric", metrics, diag);
    if (!result)
        result = check_names(options->ops, options->ops_nr, "operation", ops, diag);
    table_free(metrics);
    table_free(ops);
    return result;
}
