/* The way back of record_json.c: JSON objects to records. */
#include <limits.h>
#include <string.h>

#include "record/record_json.h"

static const char *take_text(struct arena *arena, const json_t *value)
{
    return arena_string(arena, json_string_value(value));
}

static bool is_count(const json_t *value)
{
    return json_is_integer(value) && json_integer_value(value) >= 0;
}

/* Texts and counts by key: one row each. */
enum field_kind { FIELD_TEXT, FIELD_UNSIGNED, FIELD_LONG };
struct field {
    const char *key;
    enum field_kind kind;
    size_t offset;
};

#define FIELD(key, kind, member) {key, kind, offsetof(struct record, member)}
static const struct field record_fields[] = {
    FIELD("id", FIELD_TEXT, id),
    FIELD("of", FIELD_TEXT, of),
    FIELD("tool", FIELD_TEXT, tool),
    FIELD("tool_version", FIELD_TEXT, tool_version),
    FIELD("invocation", FIELD_TEXT, invocation),
    FIELD("group", FIELD_TEXT, group),
    FIELD("jobs", FIELD_UNSIGNED, jobs),
    FIELD("job", FIELD_TEXT, job),
    FIELD("run", FIELD_UNSIGNED, run),
    FIELD("seq", FIELD_LONG, seq),
    FIELD("round", FIELD_LONG, round),
    FIELD("start", FIELD_TEXT, start),
    FIELD("end", FIELD_TEXT, end),
    FIELD("loop", FIELD_TEXT, loop),
    FIELD("op", FIELD_TEXT, op),
    {NULL, FIELD_TEXT, 0},
};
static const struct field source_fields[] = {
    FIELD("path", FIELD_TEXT, source.path),
    FIELD("message_id", FIELD_TEXT, source.message_id),
    FIELD("date", FIELD_TEXT, source.date),
    FIELD("subject", FIELD_TEXT, source.subject),
    FIELD("part", FIELD_TEXT, source.part),
    FIELD("line", FIELD_LONG, source.line),
    FIELD("quote", FIELD_UNSIGNED, source.quote),
    FIELD("text", FIELD_TEXT, source.text),
    FIELD("fingerprint", FIELD_TEXT, source.fingerprint),
    FIELD("cell", FIELD_TEXT, source.cell),
    {NULL, FIELD_TEXT, 0},
};

static const char *take_fields(struct record *record, const struct field *fields,
                               const json_t *object)
{
    for (const struct field *field = fields; field->key; field++) {
        const json_t *value = json_object_get(object, field->key);
        void *target = (char *)record + field->offset;
        if (!value)
            continue;
        if (field->kind == FIELD_TEXT ? !json_is_string(value) : !is_count(value))
            return field->key;
        if (field->kind == FIELD_TEXT)
            *(const char **)target = take_text(record->arena, value);
        else if (field->kind == FIELD_LONG)
            *(unsigned long *)target = (unsigned long)json_integer_value(value);
        else if (json_integer_value(value) > (json_int_t)UINT_MAX)
            return field->key;
        else
            *(unsigned *)target = (unsigned)json_integer_value(value);
    }
    return NULL;
}

static const char *take_pairs(struct record *record, struct record_pairs *pairs, const char *key,
                              const json_t *object)
{
    const json_t *list = json_object_get(object, key);
    const char *name;
    json_t *value;
    if (list && !json_is_object(list))
        return key;
    json_object_foreach((json_t *)list, name, value)
    {
        if (!json_is_string(value))
            return key;
        record_set_pair(record, pairs, name, json_string_value(value));
    }
    return NULL;
}

static const char *take_metrics(struct record *record, const json_t *object)
{
    const json_t *metrics = json_object_get(object, "metrics");
    const json_t *precision = json_object_get(object, "precision");
    const json_t *bounds = json_object_get(object, "bounds");
    const char *name;
    json_t *value;
    if ((metrics && !json_is_object(metrics)) || (precision && !json_is_object(precision)))
        return "metrics";
    json_object_foreach((json_t *)metrics, name, value)
    {
        if (!json_is_number(value))
            return "metrics";
        record_set_metric(record, name, json_number_value(value),
                          json_number_value(json_object_get(precision, name)));
    }
    if (bounds && !json_is_object(bounds))
        return "bounds";
    json_object_foreach((json_t *)bounds, name, value)
    {
        const json_t *gt = json_object_get(value, "gt"), *lt = json_object_get(value, "lt");
        if (!json_is_number(gt) && !json_is_number(lt))
            return "bounds";
        record_set_bound(record, name, gt ? RECORD_GREATER : RECORD_LESS,
                         json_number_value(gt ? gt : lt));
    }
    return NULL;
}

static const char *take_hists(struct record *record, const json_t *object)
{
    const json_t *list = json_object_get(object, "hist");
    const char *name;
    json_t *value;
    if (list && !json_is_object(list))
        return "hist";
    json_object_foreach((json_t *)list, name, value)
    {
        const json_t *bins = json_object_get(value, "bins");
        const json_t *sub_bits = json_object_get(value, "sub_bits");
        if (!json_is_array(bins) || !is_count(sub_bits))
            return "hist";
        struct record_hist hist = {arena_string(record->arena, name),
                                   (unsigned)json_integer_value(sub_bits), NULL, 0};
        hist.bins = arena_alloc(record->arena, json_array_size(bins) * sizeof *hist.bins);
        for (; hist.nr < json_array_size(bins); hist.nr++) {
            const json_t *bin = json_array_get(bins, hist.nr);
            const json_t *index = json_array_get(bin, 0), *count = json_array_get(bin, 1);
            if (!is_count(index) || !is_count(count) || json_integer_value(index) > UINT32_MAX)
                return "hist";
            hist.bins[hist.nr] = (struct record_bin){(uint32_t)json_integer_value(index),
                                                     (uint64_t)json_integer_value(count)};
        }
        record->hists = arena_grow(record->arena, record->hists, record->hists_nr,
                                   &record->hists_room, sizeof *record->hists);
        record->hists[record->hists_nr++] = hist;
    }
    return NULL;
}

static const char *take_errors(struct record *record, const json_t *object)
{
    const json_t *list = json_object_get(object, "errors");
    const char *name;
    json_t *value;
    if (list && !json_is_object(list))
        return "errors";
    json_object_foreach((json_t *)list, name, value)
    {
        if (!is_count(value))
            return "errors";
        record->errors = arena_grow(record->arena, record->errors, record->errors_nr,
                                    &record->errors_room, sizeof *record->errors);
        record->errors[record->errors_nr++] = (struct record_error){
            arena_string(record->arena, name), (uint64_t)json_integer_value(value)};
    }
    return NULL;
}

static const char *take_series(struct record *record, const json_t *object)
{
    const json_t *list = json_object_get(object, "series");
    const char *name;
    json_t *value;
    if (list && !json_is_object(list))
        return "series";
    json_object_foreach((json_t *)list, name, value)
    {
        if (!json_is_array(value))
            return "series";
        struct record_column_values column = {arena_string(record->arena, name), NULL, 0};
        column.at = arena_alloc(record->arena, json_array_size(value) * sizeof *column.at);
        for (; column.nr < json_array_size(value); column.nr++) {
            const json_t *sample = json_array_get(value, column.nr);
            if (!json_is_number(sample))
                return "series";
            column.at[column.nr] = json_number_value(sample);
        }
        record->series = arena_grow(record->arena, record->series, record->series_nr,
                                    &record->series_room, sizeof *record->series);
        record->series[record->series_nr++] = column;
    }
    return NULL;
}

static const char *take_claim(struct record *record, const json_t *object)
{
    const json_t *in = json_object_get(object, "claim");
    if (!in)
        return NULL;
    const json_t *words = json_object_get(in, "words");
    if (!json_is_number(json_object_get(in, "low")) || !json_is_number(json_object_get(in, "high")))
        return "claim";
    struct record_claim *claim = arena_alloc(record->arena, sizeof *claim);
    claim->low = json_number_value(json_object_get(in, "low"));
    claim->high = json_number_value(json_object_get(in, "high"));
    claim->unit = take_text(record->arena, json_object_get(in, "unit"));
    claim->direction = take_text(record->arena, json_object_get(in, "direction"));
    claim->op = take_text(record->arena, json_object_get(in, "op"));
    claim->hedge = take_text(record->arena, json_object_get(in, "hedge"));
    claim->text = take_text(record->arena, json_object_get(in, "text"));
    claim->words = arena_alloc(record->arena, json_array_size(words) * sizeof *claim->words);
    for (size_t i = 0; i < json_array_size(words); i++)
        if (json_is_string(json_array_get(words, i)))
            claim->words[claim->words_nr++] = take_text(record->arena, json_array_get(words, i));
    record->claim = claim;
    return NULL;
}

static const char *take_labels(struct record *record, const json_t *source)
{
    const json_t *list = json_object_get(source, "labels");
    const char *name;
    json_t *value;
    if (list && !json_is_object(list))
        return "source.labels";
    json_object_foreach((json_t *)list, name, value)
    {
        const char *level = record_pair(&record->config, name);
        const char *rule = json_string_value(json_object_get(value, "rule"));
        if (level)
            record_set_label(record, name, level, rule ? rule : "",
                             (unsigned long)json_integer_value(json_object_get(value, "line")),
                             json_string_value(json_object_get(value, "text")));
    }
    return NULL;
}

static const char *take_source(struct record *record, const json_t *object)
{
    const json_t *source = json_object_get(object, "source");
    const char *wrong, *name;
    json_t *value;
    if (!source)
        return NULL;
    if (!json_is_object(source))
        return "source";
    if ((wrong = take_fields(record, source_fields, source)) ||
        (wrong = take_pairs(record, &record->source.cells, "cells", source)) ||
        (wrong = take_labels(record, source)))
        return wrong;
    const json_t *offset = json_object_get(source, "offset");
    if (offset && !is_count(offset))
        return "source.offset";
    record->source.has_offset = offset != NULL;
    record->source.offset = (uint64_t)json_integer_value(offset);
    json_object_foreach(json_object_get(source, "col"), name, value)
    {
        const json_t *first = json_array_get(value, 0), *length = json_array_get(value, 1);
        if (!is_count(first) || !is_count(length))
            return "source.col";
        record_set_column(record, name, (size_t)json_integer_value(first),
                          (size_t)json_integer_value(length));
    }
    return NULL;
}

static const char *take_warnings(struct record *record, const json_t *object)
{
    const json_t *codes = json_object_get(object, "warnings");
    const json_t *lines = json_object_get(json_object_get(object, "source"), "warnings");
    if (codes && !json_is_array(codes))
        return "warnings";
    for (size_t i = 0; i < json_array_size(codes); i++) {
        const char *code = json_string_value(json_array_get(codes, i));
        if (!code)
            return "warnings";
        record_warn(record, code,
                    (unsigned long)json_integer_value(json_object_get(lines, code)));
    }
    return NULL;
}

static bool take_word(const json_t *value, const char *(*name)(int), int nr, int *index)
{
    const char *word = json_string_value(value);
    for (*index = 0; word && *index < nr; ++*index)
        if (!strcmp(word, name(*index)))
            return true;
    return false;
}

static const char *kind_word(int index)
{
    return record_kind_name((enum record_kind)index);
}

static const char *scope_word(int index)
{
    return record_scope_name((enum record_scope)index);
}

struct record *record_from_json(struct arena *arena, const json_t *object, const char **wrong)
{
    int kind, scope = RECORD_SCOPE_JOB;
    *wrong = "kind";
    if (!take_word(json_object_get(object, "kind"), kind_word, RECORD_SERIES + 1, &kind))
        return NULL;
    struct record *record = record_new(arena, (enum record_kind)kind);
    *wrong = "scope";
    if (json_object_get(object, "scope") &&
        !take_word(json_object_get(object, "scope"), scope_word, RECORD_SCOPE_ALL_CLIENTS + 1,
                   &scope))
        return NULL;
    record->scope = (enum record_scope)scope;
    record->quoted = json_is_true(json_object_get(object, "quoted"));
    if ((*wrong = take_fields(record, record_fields, object)) ||
        (*wrong = take_pairs(record, &record->config, "config", object)) ||
        (*wrong = take_pairs(record, &record->params, "params", object)) ||
        (*wrong = take_pairs(record, &record->facts, "facts", object)) ||
        (*wrong = take_metrics(record, object)) || (*wrong = take_hists(record, object)) ||
        (*wrong = take_errors(record, object)) || (*wrong = take_series(record, object)) ||
        (*wrong = take_claim(record, object)) || (*wrong = take_source(record, object)) ||
        (*wrong = take_warnings(record, object)))
        return NULL;
    if (record->kind == RECORD_RESULT && !record->op)
        record->op = "";
    return record;
}
