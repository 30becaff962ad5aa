/* The figures of a record out of JSON: metrics, histograms, errors, series, claims. */
#include <math.h>

#include "tests/t_tree_parts.h"

/* The rule of record_set_metric(). */
static double coarse(double value, double precision)
{
    return precision > fabs(value) * 0.001 ? precision : 0;
}

/* Without a search, see add_pair() of t_tree.c. */
static void add_metric(struct record *record, const char *name, double value, double precision)
{
    uint32_t nr = record->metrics_nr, room = record->metrics_room;
    record->forms = record_grow(record, record->forms, nr, &room, sizeof *record->forms);
    record->values =
        record_grow(record, record->values, nr, &record->metrics_room, sizeof *record->values);
    record->forms[nr] = (struct record_form){arena_string(record->arena, name), precision};
    record->values[nr] = value;
    record->metrics_nr++;
}

static const char *take_metrics(struct record *record, const json_t *object)
{
    const json_t *metrics = json_object_get(object, "metrics");
    const json_t *precision = json_object_get(object, "precision");
    const json_t *bounds = json_object_get(object, "bounds");
    const char *name;
    json_t *value;
    if (metrics && !json_is_object(metrics))
        return "metrics";
    if (precision && !json_is_object(precision))
        return "precision";
    json_object_foreach((json_t *)metrics, name, value)
    {
        const json_t *digit = json_object_get(precision, name);
        if (!json_is_number(value))
            return "metrics";
        if (digit && !json_is_number(digit))
            return "precision";
        if (json_object_get(bounds, name))
            continue; /* a bound is no value too */
        add_metric(record, name, json_number_value(value),
                   coarse(json_number_value(value), json_number_value(digit)));
    }
    return NULL;
}

static const char *take_bounds(struct record *record, const json_t *object)
{
    const json_t *bounds = json_object_get(object, "bounds");
    const char *name;
    json_t *value;
    if (bounds && !json_is_object(bounds))
        return "bounds";
    json_object_foreach((json_t *)bounds, name, value)
    {
        const json_t *gt = json_object_get(value, "gt"), *lt = json_object_get(value, "lt");
        const json_t *limit = gt ? gt : lt;
        if ((gt && lt) || !json_is_number(limit))
            return "bounds";
        record->bounds = record_grow(record, record->bounds, record->bounds_nr,
                                     &record->bounds_room, sizeof *record->bounds);
        record->bounds[record->bounds_nr++] =
            (struct record_bound){arena_string(record->arena, name),
                                  gt ? RECORD_GREATER : RECORD_LESS, json_number_value(limit)};
    }
    return NULL;
}

static bool take_bins(struct record *record, const json_t *bins, struct record_hist *hist)
{
    hist->bins = arena_alloc(record->arena, json_array_size(bins) * sizeof *hist->bins);
    for (; hist->nr < json_array_size(bins); hist->nr++) {
        const json_t *bin = json_array_get(bins, hist->nr);
        uint64_t index;
        if (json_array_size(bin) != 2 ||
            !record_read_count(json_array_get(bin, 0), UINT32_MAX, &index) ||
            !record_read_count(json_array_get(bin, 1), UINT64_MAX, &hist->bins[hist->nr].count))
            return false;
        hist->bins[hist->nr].index = (uint32_t)index;
    }
    return true;
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
        struct record_hist hist = {arena_string(record->arena, name), 0, NULL, 0};
        uint64_t sub_bits;
        /* A bin of a value of 64 bits keeps at most 63 below the leading one. */
        if (!json_is_array(bins) ||
            !record_read_count(json_object_get(value, "sub_bits"), 63, &sub_bits) ||
            !take_bins(record, bins, &hist))
            return "hist";
        hist.sub_bits = (unsigned)sub_bits;
        record->hists = record_grow(record, record->hists, record->hists_nr,
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
        uint64_t count;
        if (!record_read_count(value, UINT64_MAX, &count))
            return "errors";
        record->errors = record_grow(record, record->errors, record->errors_nr,
                                     &record->errors_room, sizeof *record->errors);
        record->errors[record->errors_nr++] =
            (struct record_error){arena_string(record->arena, name), count};
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
        if (record->series_nr && column.nr != record->series[0].nr)
            return "series"; /* columns have one length */
        record->series = record_grow(record, record->series, record->series_nr,
                                     &record->series_room, sizeof *record->series);
        record->series[record->series_nr++] = column;
    }
    return NULL;
}

/* Texts of a claim; each may be left out. */
static bool take_claim_texts(struct arena *arena, const json_t *in, struct record_claim *claim)
{
    const struct {
        const char *key;
        const char **target;
    } texts[] = {
        {"unit", &claim->unit},   {"direction", &claim->direction}, {"op", &claim->op},
        {"hedge", &claim->hedge}, {"text", &claim->text},           {"metric", &claim->metric},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const json_t *value = json_object_get(in, texts[i].key);
        if (value && !json_is_string(value))
            return false;
        *texts[i].target = record_read_text(arena, value);
    }
    const json_t *words = json_object_get(in, "words");
    if (words && !json_is_array(words))
        return false;
    claim->words = arena_alloc(arena, json_array_size(words) * sizeof *claim->words);
    for (; claim->words_nr < json_array_size(words); claim->words_nr++) {
        const json_t *word = json_array_get(words, claim->words_nr);
        if (!json_is_string(word))
            return false;
        claim->words[claim->words_nr] = record_read_text(arena, word);
    }
    return true;
}

static bool take_side(struct record *record, const json_t *in, struct record_pairs *side)
{
    const char *name;
    json_t *value;
    if (in && !json_is_object(in))
        return false;
    json_object_foreach((json_t *)in, name, value)
    {
        if (!json_is_string(value))
            return false;
        record_set_pair(record, side, name, json_string_value(value));
    }
    return true;
}

/* What the change of a table compares. */
static bool take_sides(struct record *record, const json_t *in, struct record_claim *claim)
{
    const json_t *ids = json_object_get(in, "compares");
    for (size_t i = 0; ids && i < 2; i++) {
        const json_t *id = json_array_get(ids, i);
        if (!json_is_string(id))
            return false;
        claim->compares[i] = record_read_text(record->arena, id);
    }
    return take_side(record, json_object_get(in, "baseline"), &claim->baseline) &&
           take_side(record, json_object_get(in, "new"), &claim->new);
}

static const char *take_claim(struct record *record, const json_t *object)
{
    const json_t *in = json_object_get(object, "claim");
    const json_t *low = json_object_get(in, "low"), *high = json_object_get(in, "high");
    if (!in)
        return NULL;
    struct record_claim *claim = arena_alloc(record->arena, sizeof *claim);
    if (!json_is_number(low) || !json_is_number(high) ||
        !take_claim_texts(record->arena, in, claim) || !take_sides(record, in, claim))
        return "claim";
    claim->low = json_number_value(low);
    claim->high = json_number_value(high);
    record->claim = claim;
    return NULL;
}

const char *record_read_figures(struct record *record, const json_t *object)
{
    static const char *(*const takers[])(struct record *, const json_t *) = {
        take_metrics, take_bounds, take_hists, take_errors, take_series, take_claim,
    };
    const char *wrong = NULL;
    for (size_t i = 0; !wrong && i < sizeof takers / sizeof takers[0]; i++)
        wrong = takers[i](record, object);
    return wrong;
}
