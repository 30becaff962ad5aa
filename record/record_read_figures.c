/* The figures of a record out of JSON: metrics, histograms, errors, series, claims. */
#include <math.h>

#include "record/record_read.h"

/* Both rows of a table of two. */
enum { BOTH = 3 };

#define NO_PLACE ((size_t)-1)

/* Notes a number, or that there is another value: whether that matters turns out with the
 * metrics. */
static void add_number(struct reading *reading, struct reading_list *list, struct name *name)
{
    struct reading_figure *figure = reading_add(list, sizeof *figure);
    figure->name = name;
    figure->is_right = reading_real(reading, &figure->value);
}

static void take_metric(struct reading *reading, struct name *name)
{
    add_number(reading, &reading->metrics, name);
}

void reading_take_metrics(struct reading *reading, const struct reading_key *key)
{
    if (!reading_map(reading, take_metric))
        reading_wrong(reading, key->wrong);
}

static void take_digit(struct reading *reading, struct name *name)
{
    add_number(reading, &reading->digits, name);
}

void reading_take_precision(struct reading *reading, const struct reading_key *key)
{
    if (!reading_map(reading, take_digit))
        reading_wrong(reading, key->wrong);
}

static void take_limit(struct reading *reading, const struct reading_key *key)
{
    reading->bound.side = key->offset ? RECORD_LESS : RECORD_GREATER;
    reading->bound.is_right = reading_real(reading, &reading->bound.value);
}

const struct reading_key reading_bound_keys[] = {
    {"gt", take_limit, "bounds", 0},
    {"lt", take_limit, "bounds", 1},
    {NULL, NULL, NULL, 0},
};

static void take_bound(struct reading *reading, struct name *name)
{
    struct reading_figure *bound = reading_add(&reading->bounds, sizeof *bound);
    reading->bound = (struct reading_figure){.name = name};
    bool is_object = reading_object(reading, READING_BOUND);
    if (!is_object || reading->has == BOTH || !reading->bound.is_right)
        reading_wrong(reading, "bounds");
    *bound = reading->bound;
}

void reading_take_bounds(struct reading *reading, const struct reading_key *key)
{
    if (!reading_map(reading, take_bound))
        reading_wrong(reading, key->wrong);
}

/* The rule of record_set_metric(). */
static double coarse(double value, double precision)
{
    return precision > fabs(value) * 0.001 ? precision : 0;
}

static void join_bounds(struct reading *reading, uint64_t moment)
{
    struct record *record = &reading->record;
    const struct reading_figure *bounds = reading->bounds.at;
    record->bounds_nr = record->bounds_room = (uint32_t)reading->bounds.nr;
    if (reading->bounds.nr)
        record->bounds = arena_alloc(reading->arena, reading->bounds.nr * sizeof *record->bounds);
    for (size_t i = 0; i < reading->bounds.nr; i++) {
        record->bounds[i] =
            (struct record_bound){bounds[i].name->text, bounds[i].side, bounds[i].value};
        bounds[i].name->seen = moment;
    }
}

/* Gives the metrics their precision; returns whether all of theirs are numbers. */
static bool join_digits(struct reading *reading, const struct reading_figure *digit, size_t nr,
                        uint64_t moment)
{
    struct record_form *forms = reading->forms.at;
    const double *values = reading->record.values;
    for (; nr; nr--, digit++) {
        if (digit->name->seen != moment)
            continue;
        if (!digit->is_right)
            return false;
        if (digit->name->place == NO_PLACE)
            continue;
        size_t place = digit->name->place;
        forms[place].precision = coarse(values[place], digit->value);
    }
    return true;
}

/* Of records of one tool the names of all metrics are the same, and mostly so is what the
 * last digit is worth: of such forms there is one copy.  Where digits are all different it
 * would take more memory than it saves. */
static void keep_forms(struct reading *reading)
{
    enum { TRIED_LEAST = 1024 };
    size_t size = sizeof(struct record_form), length = reading->forms.nr * size;
    bool do_share = reading->forms_nr < TRIED_LEAST || reading->forms_new < reading->forms_nr / 4;
    if (!length)
        return;
    if (!do_share) {
        reading->record.forms = reading_keep(reading, &reading->forms, size);
        return;
    }
    struct name *name = names_add(reading->names, reading->forms.at, length);
    reading->record.forms = (void *)name->text;
    reading->forms_nr++;
    reading->forms_new += !name->seen;
    name->seen = ++reading->moment;
}

const char *reading_join_figures(struct reading *reading)
{
    struct record *record = &reading->record;
    const struct reading_figure *metrics = reading->metrics.at;
    uint64_t bound = ++reading->moment, metric = ++reading->moment;
    join_bounds(reading, bound);
    if (!reading->metrics.nr)
        return NULL;
    reading->forms.nr = 0;
    record->values = arena_alloc(reading->arena, reading->metrics.nr * sizeof *record->values);
    record->metrics_room = (uint32_t)reading->metrics.nr;
    for (size_t i = 0; i < reading->metrics.nr; i++) {
        struct name *name = metrics[i].name;
        if (!metrics[i].is_right)
            return "metrics";
        bool has_bound = name->seen == bound;
        name->seen = metric;
        name->place = has_bound ? NO_PLACE : record->metrics_nr;
        if (has_bound)
            continue; /* a bound is no value too */
        *(struct record_form *)reading_add(&reading->forms, sizeof(struct record_form)) =
            (struct record_form){name->text, 0};
        record->values[record->metrics_nr++] = metrics[i].value;
    }
    if (!join_digits(reading, reading->digits.at, reading->digits.nr, metric))
        return "precision";
    keep_forms(reading);
    return NULL;
}

static void take_sub_bits(struct reading *reading, const struct reading_key *key)
{
    /* A bin of a value of 64 bits keeps at most 63 below the leading one. */
    uint64_t sub_bits = 0;
    if (!reading_count(reading, 63, &sub_bits))
        reading_wrong(reading, key->wrong);
    reading->hist.sub_bits = (unsigned)sub_bits;
}

static void take_bins(struct reading *reading, const struct reading_key *key)
{
    static const uint64_t most[2] = {UINT32_MAX, UINT64_MAX};
    bool is_first = true;
    reading->bins.nr = 0;
    if (!reading_enter_array(reading)) {
        reading_wrong(reading, key->wrong);
        return;
    }
    while (json_line_element(&reading->line, &is_first)) {
        uint64_t bin[2] = {0, 0};
        if (!reading_counts(reading, bin, 2, most))
            reading_wrong(reading, key->wrong);
        *(struct record_bin *)reading_add(&reading->bins, sizeof(struct record_bin)) =
            (struct record_bin){(uint32_t)bin[0], bin[1]};
    }
    reading->hist.nr = reading->bins.nr;
    reading->hist.bins = reading_keep(reading, &reading->bins, sizeof *reading->hist.bins);
}

const struct reading_key reading_hist_keys[] = {
    {"sub_bits", take_sub_bits, "hist", 0},
    {"bins", take_bins, "hist", 0},
    {NULL, NULL, NULL, 0},
};

static void take_hist(struct reading *reading, struct name *name)
{
    reading->hist = (struct record_hist){.name = name->text};
    if (!reading_object(reading, READING_HIST) || reading->has != BOTH)
        reading_wrong(reading, "hist");
    *(struct record_hist *)reading_add(&reading->hists, sizeof(struct record_hist)) = reading->hist;
}

void reading_take_hists(struct reading *reading, const struct reading_key *key)
{
    struct record *record = &reading->record;
    reading->hists.nr = 0;
    if (!reading_map(reading, take_hist))
        reading_wrong(reading, key->wrong);
    record->hists = reading_keep(reading, &reading->hists, sizeof *record->hists);
    record->hists_nr = record->hists_room = (uint32_t)reading->hists.nr;
}

static void take_error(struct reading *reading, struct name *name)
{
    struct record_error *error = reading_add(&reading->errors, sizeof *error);
    error->name = name->text;
    if (!reading_count(reading, UINT64_MAX, &error->count))
        reading_wrong(reading, "errors");
}

void reading_take_errors(struct reading *reading, const struct reading_key *key)
{
    struct record *record = &reading->record;
    reading->errors.nr = 0;
    if (!reading_map(reading, take_error))
        reading_wrong(reading, key->wrong);
    record->errors = reading_keep(reading, &reading->errors, sizeof *record->errors);
    record->errors_nr = record->errors_room = (uint32_t)reading->errors.nr;
}

static void take_column(struct reading *reading, struct name *name)
{
    bool is_first = true;
    reading->samples.nr = 0;
    if (!reading_enter_array(reading)) {
        reading_wrong(reading, "series");
        return;
    }
    while (json_line_element(&reading->line, &is_first)) {
        double *sample = reading_add(&reading->samples, sizeof *sample);
        if (!reading_real(reading, sample))
            reading_wrong(reading, "series");
    }
    struct record_column_values *column = reading_add(&reading->series, sizeof *column);
    column->name = name->text;
    column->nr = reading->samples.nr;
    column->at = reading_keep(reading, &reading->samples, sizeof *column->at);
}

void reading_take_series(struct reading *reading, const struct reading_key *key)
{
    struct record *record = &reading->record;
    reading->series.nr = 0;
    if (!reading_map(reading, take_column))
        reading_wrong(reading, key->wrong);
    record->series = reading_keep(reading, &reading->series, sizeof *record->series);
    record->series_nr = record->series_room = (uint32_t)reading->series.nr;
    for (size_t i = 1; i < record->series_nr; i++)
        if (record->series[i].nr != record->series[0].nr)
            reading_wrong(reading, key->wrong); /* columns have one length */
}
