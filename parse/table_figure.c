/* From a cell to a metric: its own unit first, then that of its column, its row, and the
 * lines above. */
#include <math.h>
#include <string.h>

#include "parse/table.h"
#include "record/metric.h"

enum { NS = 1000000000 };

static bool is_measured(enum table_unit unit)
{
    return unit == TABLE_RATE || unit == TABLE_IOPS || unit == TABLE_OPS || unit == TABLE_TIME;
}

static bool is_named(const char *metric, const char *part)
{
    return metric && strstr(metric, part);
}

/* Says whether figures of that unit can be of the metric. */
static bool do_fit(const char *metric, enum table_unit unit)
{
    switch (unit) {
    case TABLE_RATE:
        return is_named(metric, "bw_");
    case TABLE_IOPS:
        return metric && !strcmp(metric, "iops");
    case TABLE_OPS:
        return is_named(metric, "ops");
    case TABLE_TIME:
        return is_named(metric, "_ns") || is_named(metric, "wall_s");
    case TABLE_PERCENT:
        return is_named(metric, "_pct");
    case TABLE_NO_UNIT:
    case TABLE_TIMES:
    case TABLE_BYTES:
    case TABLE_COUNT:
        break;
    }
    return false;
}

static const char *metric_of_unit(const struct table_scale *scale)
{
    switch (scale->unit) {
    case TABLE_RATE:
        return "bw_bytes_per_s";
    case TABLE_IOPS:
        return "iops";
    case TABLE_OPS:
        return "ops_per_s";
    case TABLE_TIME:
        /* nobody waits a second for one I/O */
        return scale->factor < 1 ? "lat_mean_ns" : "wall_s";
    case TABLE_NO_UNIT:
    case TABLE_PERCENT:
    case TABLE_TIMES:
    case TABLE_BYTES:
    case TABLE_COUNT:
        break;
    }
    return NULL;
}

/* What the words around a cell say, the nearest first. */
struct sayings {
    const struct table_words *at[3];
    size_t nr;
};

static struct sayings listen(const struct table_meaning *meaning, size_t column, size_t row)
{
    struct sayings sayings = {.nr = 0};
    if (meaning->has_row_metrics)
        sayings.at[sayings.nr++] = &meaning->rows[row];
    else
        sayings.at[sayings.nr++] = &meaning->columns[column].words;
    sayings.at[sayings.nr++] = &meaning->title;
    return sayings;
}

static const char *find_metric(const struct sayings *sayings, const struct table_scale *cell)
{
    for (size_t i = 0; i < sayings->nr; i++) {
        const char *metric = sayings->at[i]->metric;
        if (metric && (!is_measured(cell->unit) || do_fit(metric, cell->unit)))
            return metric;
    }
    return metric_of_unit(cell);
}

/* Finds the scale for a metric whose cell has none of its own; returns whether there is
 * one.  A column that names its unit in its cells does so in all. */
static bool find_scale(const struct sayings *sayings, const char *metric,
                       const struct table_scale *cell, struct table_scale *scale)
{
    *scale = *cell;
    if (do_fit(metric, cell->unit))
        return true;
    if (cell->unit == TABLE_BYTES && is_named(metric, "bw_"))
        return true; /* "120MB" below "bandwidth" */
    if (is_named(metric, "_pct"))
        return cell->unit == TABLE_NO_UNIT && !cell->has_prefix;
    if (cell->unit != TABLE_NO_UNIT)
        return false;
    for (size_t i = 0; i < sayings->nr; i++) {
        /* "bw_mb": nobody moves bytes alone */
        bool is_rate = sayings->at[i]->scale.unit == TABLE_BYTES && is_named(metric, "bw_");
        if (!is_rate && !do_fit(metric, sayings->at[i]->scale.unit))
            continue;
        *scale = sayings->at[i]->scale;
        scale->unit = scale->unit == TABLE_BYTES ? TABLE_RATE : scale->unit;
        if (cell->has_prefix)
            *scale = (struct table_scale){scale->unit, cell->factor, true, cell->is_binary};
        return true;
    }
    return false;
}

bool table_figure_read(const struct table_meaning *meaning, size_t column, size_t row,
                       const struct table_value *value, bool right, struct table_figure *figure)
{
    struct sayings sayings = listen(meaning, column, row);
    struct table_scale scale;
    const char *metric = find_metric(&sayings, &value->scale);
    if (value->is_missing || value->scale.unit == TABLE_TIMES || value->scale.unit == TABLE_COUNT ||
        value->value < 0 || value->right < 0)
        return false;
    if (!metric || !find_scale(&sayings, metric, &value->scale, &scale)) {
        /* a figure that nobody gives a unit; shares and sizes are none of a metric */
        if (value->scale.unit != TABLE_NO_UNIT || meaning->title.is_unclear ||
            (metric && is_named(metric, "_pct")))
            return false;
        metric = "value";
        scale = value->scale;
    }
    double factor = scale.factor * (is_named(metric, "_ns") ? NS : 1);
    figure->metric = metric;
    figure->value = (right ? value->right : value->value) * factor;
    figure->digit = (right ? value->right_digit : value->digit) * factor;
    figure->is_unit_guessed = is_named(metric, "bw_") && scale.has_prefix && !scale.is_binary;
    bool may_be_zero = is_named(metric, "_pct");
    return metric_is_possible(metric, figure->value) && (figure->value > 0 || may_be_zero);
}
