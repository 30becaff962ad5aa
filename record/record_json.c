#include "record/record_json.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rounds to the digits that are written, so that what is read back is written in
 * the same way again; the largest doubles are not rounded upwards, out of range. */
static double rounded(double value)
{
    char digits[40];
    snprintf(digits, sizeof digits, "%.*g", RECORD_JSON_DIGITS, value);
    double read = strtod(digits, NULL);
    return isfinite(read) ? read : copysign(1.79769313486231e308, value);
}

/* Integers are written without a fraction as long as a double holds them
 * exactly. */
static json_t *number(double value)
{
    if (!isfinite(value))
        return NULL; /* and so the key is left out */
    static const double exact = 9007199254740992.0;
    if (value != floor(value) || fabs(value) > exact)
        value = rounded(value);
    if (value == floor(value) && fabs(value) <= exact)
        return json_integer((json_int_t)value);
    return json_real(value);
}

/* What is beyond the integers of JSON readers stays the largest of them. */
static json_t *count(uint64_t value)
{
    return json_integer(value < INT64_MAX ? (json_int_t)value : INT64_MAX);
}

/* Text is UTF-8 at this point by the contract of record.h; what is not becomes
 * U+FFFD rather than a lost record. */
static json_t *text(const char *value)
{
    json_t *string = json_string(value);
    if (string)
        return string;
    static const char replacement[] = "\xef\xbf\xbd";
    size_t length = strlen(value);
    json_t *whole = NULL;
    char *clean = malloc(length * 3 + 1), *to = clean;
    if (!clean)
        return json_string(replacement);
    for (size_t i = 0; i < length;) {
        unsigned char first = (unsigned char)value[i];
        size_t size = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
        json_t *piece = i + size <= length ? json_stringn(value + i, size) : NULL;
        if (piece) {
            memcpy(to, value + i, size);
            to += size;
            i += size;
            json_decref(piece);
        } else {
            memcpy(to, replacement, 3);
            to += 3;
            i++;
        }
    }
    whole = json_stringn(clean, (size_t)(to - clean));
    free(clean);
    return whole ? whole : json_string(replacement);
}

static void put_text(json_t *object, const char *key, const char *value)
{
    if (value)
        json_object_set_new(object, key, text(value));
}

static void put_count(json_t *object, const char *key, unsigned long value)
{
    if (value)
        json_object_set_new(object, key, count(value));
}

/* Keys come from input as well (factor names), so they are cleaned as texts are. */
static void put_keyed(json_t *object, const char *key, json_t *value)
{
    json_t *clean = text(key);
    json_object_set_new(object, json_string_value(clean), value);
    json_decref(clean);
}

static json_t *pairs_to_json(const struct record_pairs *pairs)
{
    json_t *object = json_object();
    for (size_t i = 0; i < pairs->nr; i++)
        put_keyed(object, pairs->at[i].name, text(pairs->at[i].value ? pairs->at[i].value : ""));
    return object;
}

/* Sets the object under key, or drops it where it is empty. */
static void put_unless_empty(json_t *object, const char *key, json_t *value)
{
    if (json_object_size(value))
        json_object_set_new(object, key, value);
    else
        json_decref(value);
}

static void put_metrics(const struct record *record, json_t *object)
{
    json_t *metrics = json_object(), *precision = json_object(), *bounds = json_object();
    for (size_t i = 0; i < record->metrics_nr; i++) {
        const struct record_metric metric = record_metric_at(record, i);
        put_keyed(metrics, metric.name, number(metric.value));
        if (metric.precision > 0)
            put_keyed(precision, metric.name, number(metric.precision));
    }
    for (size_t i = 0; i < record->bounds_nr; i++) {
        const struct record_bound *bound = &record->bounds[i];
        json_t *side = json_object();
        json_object_set_new(side, bound->side == RECORD_GREATER ? "gt" : "lt",
                            number(bound->value));
        put_keyed(bounds, bound->name, side);
    }
    if (record->kind == RECORD_RESULT)
        json_object_set_new(object, "metrics", metrics);
    else
        put_unless_empty(object, "metrics", metrics);
    put_unless_empty(object, "precision", precision);
    put_unless_empty(object, "bounds", bounds);
}

static void put_hists_and_errors(const struct record *record, json_t *object)
{
    json_t *hists = json_object(), *errors = json_object();
    for (size_t i = 0; i < record->hists_nr; i++) {
        const struct record_hist *hist = &record->hists[i];
        json_t *bins = json_array();
        for (size_t b = 0; b < hist->nr; b++)
            json_array_append_new(bins, json_pack("[o,o]", count(hist->bins[b].index),
                                                  count(hist->bins[b].count)));
        put_keyed(hists, hist->name,
                  json_pack("{s:o,s:o}", "sub_bits", count(hist->sub_bits), "bins", bins));
    }
    for (size_t i = 0; i < record->errors_nr; i++)
        put_keyed(errors, record->errors[i].name, count(record->errors[i].count));
    put_unless_empty(object, "hist", hists);
    put_unless_empty(object, "errors", errors);
}

static void put_series(const struct record *record, json_t *object)
{
    json_t *series = json_object();
    for (size_t i = 0; i < record->series_nr; i++) {
        json_t *values = json_array();
        size_t nr = 0;
        while (nr < record->series[i].nr &&
               !json_array_append_new(values, number(record->series[i].at[nr])))
            nr++;
        /* Columns have one length: one with a sample that is no number goes. */
        if (nr == record->series[i].nr)
            put_keyed(series, record->series[i].name, values);
        else
            json_decref(values);
    }
    put_unless_empty(object, "series", series);
}

static void put_claim(const struct record_claim *claim, json_t *object)
{
    json_t *out = json_object(), *words = json_array();
    json_object_set_new(out, "low", number(claim->low));
    json_object_set_new(out, "high", number(claim->high));
    put_text(out, "unit", claim->unit ? claim->unit : "");
    put_text(out, "direction", claim->direction ? claim->direction : "");
    put_text(out, "op", claim->op ? claim->op : "");
    for (size_t i = 0; i < claim->words_nr; i++)
        json_array_append_new(words, text(claim->words[i]));
    json_object_set_new(out, "words", words);
    put_text(out, "hedge", claim->hedge ? claim->hedge : "");
    put_text(out, "text", claim->text ? claim->text : "");
    put_text(out, "metric", claim->metric);
    put_unless_empty(out, "baseline", pairs_to_json(&claim->baseline));
    put_unless_empty(out, "new", pairs_to_json(&claim->new));
    if (claim->compares[0] && claim->compares[1])
        json_object_set_new(out, "compares",
                            json_pack("[ss]", claim->compares[0], claim->compares[1]));
    json_object_set_new(object, "claim", out);
}

static json_t *labels_to_json(const struct record_source *source)
{
    json_t *labels = json_object();
    for (size_t i = 0; i < source->labels_nr; i++) {
        json_t *label = json_object();
        put_text(label, "rule", source->labels[i].rule);
        put_count(label, "line", source->labels[i].line);
        put_text(label, "text", source->labels[i].text);
        put_keyed(labels, source->labels[i].factor, label);
    }
    return labels;
}

static json_t *source_to_json(const struct record *record)
{
    const struct record_source *source = &record->source;
    json_t *out = json_object(), *cols = json_object(), *lines = json_object();
    put_text(out, "path", source->path);
    put_text(out, "message_id", source->message_id);
    put_text(out, "date", source->date);
    put_text(out, "subject", source->subject);
    put_text(out, "list", source->list);
    put_text(out, "part", source->part);
    put_count(out, "line", source->line);
    if (source->has_offset)
        json_object_set_new(out, "offset", count(source->offset));
    if (source->line)
        json_object_set_new(out, "quote", json_integer(source->quote));
    put_text(out, "text", source->text);
    put_text(out, "fingerprint", source->fingerprint);
    put_text(out, "first", source->first);
    put_text(out, "cell", source->cell);
    put_unless_empty(out, "cells", pairs_to_json(&source->cells));
    for (size_t i = 0; i < source->cols_nr; i++)
        put_keyed(cols, source->cols[i].metric,
                  json_pack("[o,o]", count(source->cols[i].first),
                            count(source->cols[i].length)));
    put_unless_empty(out, "col", cols);
    put_unless_empty(out, "labels", labels_to_json(source));
    for (size_t i = 0; i < record->warnings_nr; i++)
        if (record->warnings[i].line)
            put_keyed(lines, record->warnings[i].code, count(record->warnings[i].line));
    put_unless_empty(out, "warnings", lines);
    return out;
}

static void put_place(const struct record *record, json_t *object)
{
    put_text(object, "invocation", record->invocation);
    put_text(object, "group", record->group);
    if (record->kind == RECORD_RESULT)
        put_text(object, "scope", record_scope_name(record->scope));
    put_count(object, "jobs", record->jobs);
    put_text(object, "job", record->job);
    put_count(object, "run", record->run);
    put_count(object, "seq", record->seq);
    put_count(object, "round", record->round);
    put_text(object, "start", record->start);
    put_text(object, "end", record->end);
    put_text(object, "loop", record->loop);
}

json_t *record_to_json(const struct record *record)
{
    bool is_result = record->kind == RECORD_RESULT;
    json_t *object = json_object();
    put_text(object, "format", RECORD_FORMAT);
    put_text(object, "kind", record_kind_name(record->kind));
    put_text(object, "id", record->id);
    put_text(object, "of", record->of);
    put_text(object, "tool", record->tool);
    put_text(object, "tool_version", record->tool_version);
    if (is_result || record->config.nr)
        json_object_set_new(object, "config", pairs_to_json(&record->config));
    if (is_result || record->params.nr)
        json_object_set_new(object, "params", pairs_to_json(&record->params));
    put_unless_empty(object, "facts", pairs_to_json(&record->facts));
    put_place(record, object);
    put_text(object, "op", record->op ? record->op : is_result ? "" : NULL);
    put_metrics(record, object);
    put_hists_and_errors(record, object);
    put_series(record, object);
    if (is_result || record->warnings_nr) {
        json_t *codes = json_array();
        for (size_t i = 0; i < record->warnings_nr; i++)
            json_array_append_new(codes, text(record->warnings[i].code));
        json_object_set_new(object, "warnings", codes);
    }
    if (record->claim)
        put_claim(record->claim, object);
    if (record->quoted)
        json_object_set_new(object, "quoted", json_true());
    put_unless_empty(object, "source", source_to_json(record));
    return object;
}
