/* The statistics of a cell: mean, spread, fences, drift, copies, doubtful runs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "report/stats.h"
#include "report/verdict.h"

enum { FENCES_LEAST = 5, DRIFT_LEAST = 6 };

static bool is_copy(const struct compare_sample *a, const struct compare_sample *b)
{
    const char *first = a->records[0]->source.fingerprint;
    const char *second = b->records[0]->source.fingerprint;
    return first && second && a->value <= b->value && a->value >= b->value &&
           !strcmp(first, second);
}

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

/* Whether two results are of different devices or files, which need not be equal. */
static bool do_targets_differ(const struct record *a, const struct record *b)
{
    static const char *const names[] = {"target", "filename"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *first = record_pair(&a->params, names[i]);
        const char *second = record_pair(&b->params, names[i]);
        if (first && second && strcmp(first, second))
            return true;
    }
    return false;
}

/* Whether nothing tells two samples apart as repetitions: no run number, no place
 * in a campaign, and one execution of a tool, or other targets.  The parser says the same of whole
 * results by labels-equal. */
static bool is_unsure_pair(const struct compare_sample *a, const struct compare_sample *b)
{
    const struct record *first = a->records[0], *second = b->records[0];
    if (first->run || second->run || first->seq || second->seq)
        return false;
    if (do_targets_differ(first, second))
        return true;
    return is_same_text(first->source.path, second->source.path) &&
           is_same_text(first->source.message_id, second->source.message_id) &&
           is_same_text(first->invocation, second->invocation);
}

/* What the bounds make of the mean. */
static void judge_bounds(struct compare_cell *cell)
{
    for (size_t i = 0; i < cell->nr; i++) {
        enum compare_bound bound = cell->samples[i].bound;
        if (bound == COMPARE_EXACT)
            continue;
        cell->bounds_nr++;
        cell->bound =
            cell->bound == COMPARE_EXACT || cell->bound == bound ? bound : COMPARE_UNKNOWN;
    }
}

static void judge_repetition(struct compare_cell *cell)
{
    cell->is_copied = cell->nr > 1;
    for (size_t i = 1; i < cell->nr; i++) {
        if (!is_copy(&cell->samples[0], &cell->samples[i]))
            cell->is_copied = false;
        if (is_unsure_pair(&cell->samples[i - 1], &cell->samples[i]))
            cell->is_unsure = true;
    }
    for (size_t i = 0; i < cell->nr && cell->nr > 1; i++)
        if (record_has_warning(cell->samples[i].records[0], "labels-equal"))
            cell->is_unsure = true;
}

/* Marks what lies beyond the fences; the first run may be alone there. */
static void judge_fences(struct compare_cell *cell, const double *values)
{
    if (cell->nr < FENCES_LEAST)
        return;
    struct stats_fences fences = stats_fences(values, cell->nr);
    for (size_t i = 0; i < cell->nr; i++)
        cell->samples[i].is_outlier = values[i] < fences.low || values[i] > fences.high;
    if (!cell->samples[0].is_outlier)
        return;
    cell->drift.is_first_off = true;
    cell->drift.without_first = stats_mean(values + 1, cell->nr - 1);
}

static void judge_drift(struct compare_cell *cell, const double *values)
{
    if (cell->nr < DRIFT_LEAST)
        return;
    struct stats_trend trend = stats_trend(values, cell->nr);
    cell->drift.is_known = true;
    cell->drift.tau = trend.tau;
    cell->drift.p = trend.p;
    size_t half = cell->nr / 2;
    double first = stats_mean(values, half);
    double second = stats_mean(values + cell->nr - half, half);
    double change = 100 * (second / first - 1);
    cell->drift.halves_pct = isfinite(change) ? change : 0;
    struct stats_step step = stats_step(values, cell->nr);
    cell->drift.step_after = step.first;
    cell->drift.step_from = step.before;
    cell->drift.step_to = step.after;
    cell->drift.step_p = step.p;
}

static void judge_modes(struct compare_cell *cell, const double *values)
{
    struct stats_modes modes = stats_modes(values, cell->nr);
    cell->modes = (struct compare_modes){modes.are_two, modes.low_nr, modes.low, modes.high};
}

static void judge_interval(struct compare_cell *cell, const double *values,
                           const struct stats_summary *summary,
                           const struct compare_options *options)
{
    double confidence = options->confidence_pct / 100;
    if (cell->bounds_nr || cell->is_unsure || cell->is_copied)
        return;
    cell->has_interval =
        options->stat == COMPARE_MEDIAN
            ? stats_median_interval(values, cell->nr, confidence, &cell->low, &cell->high)
            : stats_mean_interval(summary, confidence, &cell->low, &cell->high);
}

void verdict_fill_cell(struct compare_cell *cell, const struct compare_options *options)
{
    if (!cell->nr)
        return;
    double *values = memory_resize(NULL, cell->nr, sizeof *values);
    for (size_t i = 0; i < cell->nr; i++) {
        values[i] = cell->samples[i].value;
        cell->precision += cell->samples[i].precision / (double)cell->nr;
    }
    struct stats_summary summary = stats_summarise(values, cell->nr);
    cell->mean = summary.mean;
    cell->sd = summary.sd;
    cell->median = summary.median;
    cell->min = summary.min;
    cell->max = summary.max;
    cell->cv_pct = summary.cv_pct;
    cell->centre = options->stat == COMPARE_MEDIAN ? cell->median : cell->mean;
    judge_bounds(cell);
    judge_repetition(cell);
    if (!cell->bounds_nr) {
        judge_fences(cell, values);
        judge_drift(cell, values);
        judge_modes(cell, values);
    }
    judge_interval(cell, values, &summary, options);
    free(values);
}
