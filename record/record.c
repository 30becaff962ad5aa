#include "record/record.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "record/hash.h"
#include "record/strbuf.h"

struct record *record_new(struct arena *arena, enum record_kind kind)
{
    struct record *record = arena_alloc(arena, sizeof *record);
    record->arena = arena;
    record->kind = kind;
    return record;
}

void *record_grow(struct record *record, void *list, uint32_t nr, uint32_t *room, size_t size)
{
    size_t wide = *room;
    list = arena_grow(record->arena, list, nr, &wide, size);
    *room = (uint32_t)wide;
    return list;
}

const char *record_text(struct record *record, const char *text, size_t length)
{
    return arena_text(record->arena, text, length);
}

void record_set_pair(struct record *record, struct record_pairs *pairs, const char *name,
                     const char *value)
{
    const char *copy = arena_string(record->arena, value);
    for (size_t i = 0; i < pairs->nr; i++) {
        if (!strcmp(pairs->at[i].name, name)) {
            pairs->at[i].value = copy;
            return;
        }
    }
    pairs->at = record_grow(record, pairs->at, pairs->nr, &pairs->room, sizeof *pairs->at);
    pairs->at[pairs->nr++] = (struct record_pair){arena_string(record->arena, name), copy};
}

const char *record_pair(const struct record_pairs *pairs, const char *name)
{
    for (size_t i = 0; i < pairs->nr; i++)
        if (!strcmp(pairs->at[i].name, name))
            return pairs->at[i].value;
    return NULL;
}

void record_unset_pair(struct record_pairs *pairs, const char *name)
{
    for (size_t i = 0; i < pairs->nr; i++) {
        if (strcmp(pairs->at[i].name, name))
            continue;
        pairs->nr--;
        memmove(&pairs->at[i], &pairs->at[i + 1], (pairs->nr - i) * sizeof *pairs->at);
        return;
    }
}

void record_set_params(struct record *record, const struct record_pairs *params)
{
    for (size_t i = 0; i < params->nr; i++)
        record_set_pair(record, &record->params, params->at[i].name, params->at[i].value);
}

void record_add_params(struct record *record, const struct record_pairs *params)
{
    for (size_t i = 0; i < params->nr; i++)
        if (!record_pair(&record->params, params->at[i].name))
            record_set_pair(record, &record->params, params->at[i].name, params->at[i].value);
}

void record_keep_common(struct record_pairs *pairs, const struct record_pairs *others)
{
    for (size_t i = pairs->nr; i-- > 0;) {
        const char *value = record_pair(others, pairs->at[i].name);
        if (!value || strcmp(value, pairs->at[i].value))
            record_unset_pair(pairs, pairs->at[i].name);
    }
}

/* Returns the number of the metric, metrics_nr where there is none. */
static uint32_t find_metric(const struct record *record, const char *name)
{
    const struct record_form *forms = record->forms;
    uint32_t i = 0;
    /* Most names differ in what is compared here without a call. */
    while (i < record->metrics_nr &&
           (forms[i].name[0] != name[0] || strcmp(forms[i].name, name)))
        i++;
    return i;
}

static void add_metric(struct record *record, const char *name)
{
    uint32_t nr = record->metrics_nr, room = record->metrics_room;
    record->forms = record_grow(record, record->forms, nr, &room, sizeof *record->forms);
    record->values = record_grow(record, record->values, nr, &record->metrics_room,
                                 sizeof *record->values);
    record->forms[nr].name = arena_string(record->arena, name);
    record->metrics_nr++;
}

static void unset_bound(struct record *record, const char *name)
{
    for (size_t i = 0; i < record->bounds_nr; i++) {
        if (strcmp(record->bounds[i].name, name))
            continue;
        record->bounds_nr--;
        memmove(&record->bounds[i], &record->bounds[i + 1],
                (record->bounds_nr - i) * sizeof *record->bounds);
        return;
    }
}

void record_set_metric(struct record *record, const char *name, double value, double precision)
{
    if (!isfinite(value))
        return;
    if (!isfinite(precision) || precision <= fabs(value) * 0.001)
        precision = 0;
    unset_bound(record, name);
    uint32_t metric = find_metric(record, name);
    if (metric == record->metrics_nr)
        add_metric(record, name);
    record->values[metric] = value;
    record->forms[metric].precision = precision;
}

bool record_metric(const struct record *record, const char *name, double *value)
{
    uint32_t metric = find_metric(record, name);
    if (metric < record->metrics_nr && value)
        *value = record->values[metric];
    return metric < record->metrics_nr;
}

double record_precision(const struct record *record, const char *name)
{
    uint32_t metric = find_metric(record, name);
    return metric < record->metrics_nr ? record->forms[metric].precision : 0;
}

void record_unset_metric(struct record *record, const char *name)
{
    uint32_t metric = find_metric(record, name);
    if (metric == record->metrics_nr)
        return;
    size_t left = --record->metrics_nr - metric;
    memmove(&record->forms[metric], &record->forms[metric + 1], left * sizeof *record->forms);
    memmove(&record->values[metric], &record->values[metric + 1], left * sizeof *record->values);
}

const struct record_bound *record_bound(const struct record *record, const char *name)
{
    for (size_t i = 0; i < record->bounds_nr; i++)
        if (!strcmp(record->bounds[i].name, name))
            return &record->bounds[i];
    return NULL;
}

void record_set_bound(struct record *record, const char *name, enum record_side side, double value)
{
    if (!isfinite(value))
        return;
    record_unset_metric(record, name);
    unset_bound(record, name);
    record->bounds = record_grow(record, record->bounds, record->bounds_nr,
                                 &record->bounds_room, sizeof *record->bounds);
    record->bounds[record->bounds_nr++] =
        (struct record_bound){arena_string(record->arena, name), side, value};
}

bool record_has_warning(const struct record *record, const char *code)
{
    for (size_t i = 0; i < record->warnings_nr; i++)
        if (!strcmp(record->warnings[i].code, code))
            return true;
    return false;
}

void record_warn(struct record *record, const char *code, unsigned long line)
{
    if (record_has_warning(record, code))
        return;
    record->warnings = record_grow(record, record->warnings, record->warnings_nr,
                                   &record->warnings_room, sizeof *record->warnings);
    record->warnings[record->warnings_nr++] =
        (struct record_warning){arena_string(record->arena, code), line};
}

void record_unwarn(struct record *record, const char *code)
{
    for (size_t i = 0; i < record->warnings_nr; i++) {
        if (strcmp(record->warnings[i].code, code))
            continue;
        record->warnings_nr--;
        memmove(&record->warnings[i], &record->warnings[i + 1],
                (record->warnings_nr - i) * sizeof *record->warnings);
        return;
    }
}

void record_set_label(struct record *record, const char *factor, const char *level,
                      const char *rule, unsigned long line, const char *text)
{
    struct record_source *source = &record->source;
    record_set_pair(record, &record->config, factor, level);
    struct record_label label = {arena_string(record->arena, factor),
                                 arena_string(record->arena, rule), line,
                                 arena_string(record->arena, text)};
    for (size_t i = 0; i < source->labels_nr; i++) {
        if (!strcmp(source->labels[i].factor, factor)) {
            source->labels[i] = label;
            return;
        }
    }
    source->labels = record_grow(record, source->labels, source->labels_nr,
                                 &source->labels_room, sizeof *source->labels);
    source->labels[source->labels_nr++] = label;
}

void record_add_error(struct record *record, const char *name, uint64_t count)
{
    for (size_t i = 0; i < record->errors_nr; i++)
        if (!strcmp(record->errors[i].name, name)) {
            record->errors[i].count += count;
            return;
        }
    record->errors = record_grow(record, record->errors, record->errors_nr,
                                 &record->errors_room, sizeof *record->errors);
    record->errors[record->errors_nr++] =
        (struct record_error){record_text(record, name, strlen(name)), count};
}

struct record_bin *record_add_hist(struct record *record, const char *name, unsigned sub_bits,
                                   size_t nr)
{
    struct record_hist hist = {
        .name = record_text(record, name, strlen(name)),
        .sub_bits = sub_bits,
        .bins = arena_alloc(record->arena, nr * sizeof *hist.bins),
        .nr = nr,
    };
    record->hists = record_grow(record, record->hists, record->hists_nr,
                                &record->hists_room, sizeof *record->hists);
    record->hists[record->hists_nr++] = hist;
    return hist.bins;
}

double *record_add_series(struct record *record, const char *name, size_t nr)
{
    struct record_column_values column = {
        .name = record_text(record, name, strlen(name)),
        .at = arena_alloc(record->arena, nr * sizeof *column.at),
        .nr = nr,
    };
    record->series = record_grow(record, record->series, record->series_nr,
                                 &record->series_room, sizeof *record->series);
    record->series[record->series_nr++] = column;
    return column.at;
}

void record_set_column(struct record *record, const char *metric, size_t first, size_t length)
{
    struct record_source *source = &record->source;
    for (size_t i = 0; i < source->cols_nr; i++) {
        if (!strcmp(source->cols[i].metric, metric)) {
            source->cols[i].first = first;
            source->cols[i].length = length;
            return;
        }
    }
    source->cols = record_grow(record, source->cols, source->cols_nr, &source->cols_room,
                               sizeof *source->cols);
    source->cols[source->cols_nr++] =
        (struct record_column){arena_string(record->arena, metric), first, length};
}

const char *record_hash(struct arena *arena, const char *text, size_t length)
{
    return arena_printf(arena, "%016" PRIx64, hash_bytes(text, length));
}

/* Each field ends in a NUL, so that "1" before "23" is not "12" before "3". */
static void add_field(struct strbuf *buf, const char *text)
{
    strbuf_string(buf, text ? text : "");
    strbuf_byte(buf, '\0');
}

static void add_number(struct strbuf *buf, uintmax_t number)
{
    strbuf_printf(buf, "%ju", number);
    strbuf_byte(buf, '\0');
}

/* The place of the record in its message, or in its file where no message is
 * named: there a line number may be that of several unnamed messages. */
static void add_place(struct strbuf *buf, const struct record_source *source)
{
    add_field(buf, source->message_id ? source->message_id : source->path);
    add_field(buf, source->part);
    add_number(buf, source->line);
    add_number(buf, source->has_offset && !source->message_id ? source->offset : 0);
    add_field(buf, source->cell);
    add_field(buf, source->fingerprint);
    for (size_t i = 0; i < source->cols_nr; i++) {
        add_field(buf, source->cols[i].metric);
        add_number(buf, source->cols[i].first);
    }
}

static void add_pairs(struct strbuf *buf, const struct record_pairs *pairs)
{
    for (size_t i = 0; i < pairs->nr; i++) {
        add_field(buf, pairs->at[i].name);
        add_field(buf, pairs->at[i].value);
    }
}

void record_set_id(struct record *record)
{
    struct strbuf buf = STRBUF_INIT;
    add_field(&buf, record_kind_name(record->kind));
    add_place(&buf, &record->source);
    add_field(&buf, record->of);
    add_field(&buf, record->tool);
    add_field(&buf, record->invocation);
    add_field(&buf, record->group);
    add_field(&buf, record->job);
    add_field(&buf, record->op);
    add_number(&buf, record->run);
    add_number(&buf, record->seq);
    if (record->claim) {
        char range[64];
        snprintf(range, sizeof range, "%.15g %.15g", record->claim->low, record->claim->high);
        add_field(&buf, record->claim->text);
        add_field(&buf, range);
        add_field(&buf, record->claim->op);
        add_pairs(&buf, &record->config);
        add_pairs(&buf, &record->claim->new);
    }
    record->id = record_hash(record->arena, buf.text, buf.length);
    strbuf_free(&buf);
}

const char *record_kind_name(enum record_kind kind)
{
    static const char *const names[] = {"result", "claim",    "host",
                                        "series", "campaign", "run"};
    return names[kind];
}

const char *record_scope_name(enum record_scope scope)
{
    static const char *const names[] = {"job", "group", "all-clients"};
    return names[scope];
}
