#include "tests/t_tree.h"

#include <limits.h>
#include <string.h>

#include "tests/t_tree_parts.h"

/* Names of an object are unique, so lists are filled without a search: the time
 * that a hostile line takes must not grow with the square of its length. */
static void add_pair(struct record *record, struct record_pairs *pairs, const char *name,
                     const char *value)
{
    pairs->at = record_grow(record, pairs->at, pairs->nr, &pairs->room, sizeof *pairs->at);
    pairs->at[pairs->nr++] =
        (struct record_pair){arena_string(record->arena, name), arena_string(record->arena, value)};
}

/* Texts and counts by key: one row each. */
enum field_kind { FIELD_TEXT, FIELD_UNSIGNED, FIELD_LONG };
struct field {
    const char *name; /* for messages */
    const char *key;
    enum field_kind kind;
    size_t offset;
};

#define FIELD(key, kind, member)                                                                   \
    {                                                                                              \
        key, key, kind, offsetof(struct record, member)                                            \
    }
#define SOURCE_FIELD(key, kind, member)                                                            \
    {                                                                                              \
        "source." key, key, kind, offsetof(struct record, source.member)                           \
    }
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
    {NULL, NULL, FIELD_TEXT, 0},
};
static const struct field source_fields[] = {
    SOURCE_FIELD("path", FIELD_TEXT, path),
    SOURCE_FIELD("message_id", FIELD_TEXT, message_id),
    SOURCE_FIELD("date", FIELD_TEXT, date),
    SOURCE_FIELD("subject", FIELD_TEXT, subject),
    SOURCE_FIELD("list", FIELD_TEXT, list),
    SOURCE_FIELD("part", FIELD_TEXT, part),
    SOURCE_FIELD("line", FIELD_LONG, line),
    SOURCE_FIELD("quote", FIELD_UNSIGNED, quote),
    SOURCE_FIELD("text", FIELD_TEXT, text),
    SOURCE_FIELD("fingerprint", FIELD_TEXT, fingerprint),
    SOURCE_FIELD("first", FIELD_TEXT, first),
    SOURCE_FIELD("cell", FIELD_TEXT, cell),
    {NULL, NULL, FIELD_TEXT, 0},
};

static const char *take_fields(struct record *record, const struct field *fields,
                               const json_t *object)
{
    for (const struct field *field = fields; field->name; field++) {
        const json_t *value = json_object_get(object, field->key);
        void *target = (char *)record + field->offset;
        uint64_t count;
        if (!value)
            continue;
        if (field->kind == FIELD_TEXT
                ? !json_is_string(value)
                : !record_read_count(value, field->kind == FIELD_LONG ? ULONG_MAX : UINT_MAX,
                                     &count))
            return field->name;
        if (field->kind == FIELD_TEXT)
            *(const char **)target = record_read_text(record->arena, value);
        else if (field->kind == FIELD_LONG)
            *(unsigned long *)target = (unsigned long)count;
        else
            *(unsigned *)target = (unsigned)count;
    }
    return NULL;
}

static const char *take_pairs(struct record *record, struct record_pairs *pairs, const char *key,
                              const json_t *list)
{
    const char *name;
    json_t *value;
    if (list && !json_is_object(list))
        return key;
    json_object_foreach((json_t *)list, name, value)
    {
        if (!json_is_string(value))
            return key;
        add_pair(record, pairs, name, json_string_value(value));
    }
    return NULL;
}

static const char *take_labels(struct record *record, const json_t *in)
{
    struct record_source *source = &record->source;
    const json_t *list = json_object_get(in, "labels");
    const char *name;
    json_t *value;
    if (list && !json_is_object(list))
        return "source.labels";
    json_object_foreach((json_t *)list, name, value)
    {
        const json_t *rule = json_object_get(value, "rule"), *line = json_object_get(value, "line");
        const json_t *text = json_object_get(value, "text");
        uint64_t line_nr = 0;
        if (!json_is_string(rule) || (line && !record_read_count(line, ULONG_MAX, &line_nr)) ||
            (text && !json_is_string(text)))
            return "source.labels";
        source->labels = record_grow(record, source->labels, source->labels_nr,
                                     &source->labels_room, sizeof *source->labels);
        source->labels[source->labels_nr++] = (struct record_label){
            arena_string(record->arena, name), record_read_text(record->arena, rule),
            (unsigned long)line_nr, record_read_text(record->arena, text)};
    }
    return NULL;
}

static const char *take_columns(struct record *record, const json_t *in)
{
    struct record_source *source = &record->source;
    const json_t *list = json_object_get(in, "col");
    const char *name;
    json_t *value;
    if (list && !json_is_object(list))
        return "source.col";
    json_object_foreach((json_t *)list, name, value)
    {
        uint64_t first, length;
        if (json_array_size(value) != 2 ||
            !record_read_count(json_array_get(value, 0), SIZE_MAX, &first) ||
            !record_read_count(json_array_get(value, 1), SIZE_MAX, &length))
            return "source.col";
        source->cols = record_grow(record, source->cols, source->cols_nr, &source->cols_room,
                                   sizeof *source->cols);
        source->cols[source->cols_nr++] = (struct record_column){arena_string(record->arena, name),
                                                                 (size_t)first, (size_t)length};
    }
    return NULL;
}

static const char *take_source(struct record *record, const json_t *object)
{
    const json_t *source = json_object_get(object, "source");
    const json_t *offset = json_object_get(source, "offset");
    const char *wrong;
    if (source && !json_is_object(source))
        return "source";
    if ((wrong = take_fields(record, source_fields, source)) ||
        (wrong = take_pairs(record, &record->source.cells, "source.cells",
                            json_object_get(source, "cells"))) ||
        (wrong = take_labels(record, source)) || (wrong = take_columns(record, source)))
        return wrong;
    if (offset && !record_read_count(offset, UINT64_MAX, &record->source.offset))
        return "source.offset";
    record->source.has_offset = offset != NULL;
    return NULL;
}

static const char *take_warnings(struct record *record, const json_t *object)
{
    const json_t *codes = json_object_get(object, "warnings");
    const json_t *lines = json_object_get(json_object_get(object, "source"), "warnings");
    const char *wrong = NULL;
    if (codes && !json_is_array(codes))
        return "warnings";
    if (lines && !json_is_object(lines))
        return "source.warnings";
    json_t *seen = json_object();
    for (size_t i = 0; !wrong && i < json_array_size(codes); i++) {
        const char *code = json_string_value(json_array_get(codes, i));
        const json_t *line = code ? json_object_get(lines, code) : NULL;
        uint64_t line_nr = 0;
        if (!code)
            wrong = "warnings";
        else if (line && !record_read_count(line, ULONG_MAX, &line_nr))
            wrong = "source.warnings";
        if (wrong || json_object_get(seen, code))
            continue;
        json_object_set_new(seen, code, json_true());
        record->warnings = record_grow(record, record->warnings, record->warnings_nr,
                                       &record->warnings_room, sizeof *record->warnings);
        record->warnings[record->warnings_nr++] =
            (struct record_warning){arena_string(record->arena, code), (unsigned long)line_nr};
    }
    json_decref(seen);
    return wrong;
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

/* Builds a record from an object; NULL with *wrong set where a value is of the wrong type. */
static struct record *record_from_json(struct arena *arena, const json_t *object, const char **wrong)
{
    int kind, scope = RECORD_SCOPE_JOB;
    *wrong = "kind";
    if (!take_word(json_object_get(object, "kind"), kind_word, RECORD_KINDS_NR, &kind))
        return NULL;
    struct record *record = record_new(arena, (enum record_kind)kind);
    *wrong = "scope";
    if (json_object_get(object, "scope") && !take_word(json_object_get(object, "scope"), scope_word,
                                                       RECORD_SCOPE_ALL_CLIENTS + 1, &scope))
        return NULL;
    record->scope = (enum record_scope)scope;
    *wrong = "quoted";
    if (json_object_get(object, "quoted") && !json_is_boolean(json_object_get(object, "quoted")))
        return NULL;
    record->quoted = json_is_true(json_object_get(object, "quoted"));
    if ((*wrong = take_fields(record, record_fields, object)) ||
        (*wrong =
             take_pairs(record, &record->config, "config", json_object_get(object, "config"))) ||
        (*wrong =
             take_pairs(record, &record->params, "params", json_object_get(object, "params"))) ||
        (*wrong = take_pairs(record, &record->facts, "facts", json_object_get(object, "facts"))) ||
        (*wrong = record_read_figures(record, object)) || (*wrong = take_source(record, object)) ||
        (*wrong = take_warnings(record, object)))
        return NULL;
    if (record->kind == RECORD_RESULT && !record->op)
        record->op = "";
    return record;
}

enum record_read_result t_tree_read(struct arena *arena, const char *text, size_t length,
                                    struct record **record, const char **why)
{
    json_error_t error;
    json_t *object = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!object)
        return RECORD_READ_NO_JSON;
    const char *format = json_string_value(json_object_get(object, "format"));
    enum record_read_result result = RECORD_READ_DONE;
    if (!format || strncmp(format, "iodelta/", 8))
        result = RECORD_READ_NO_RECORD;
    else if (strcmp(format, RECORD_FORMAT) && strncmp(format, RECORD_FORMAT ".", 10))
        result = RECORD_READ_OTHER_VERSION;
    else if (!(*record = record_from_json(arena, object, why)))
        result = RECORD_READ_WRONG_VALUE;
    json_decref(object);
    return result;
}
