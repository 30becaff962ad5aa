/* The statistics of a change: delta, interval, rank test, order of the runs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "report/jobs.h"
#include "report/stats.h"
#include "report/verdict.h"

static enum compare_bound opposite(enum compare_bound bound)
{
    if (bound == COMPARE_AT_LEAST)
        return COMPARE_AT_MOST;
    return bound == COMPARE_AT_MOST ? COMPARE_AT_LEAST : bound;
}

/* The bound of new/base: more above raises it, more below lowers it. */
static enum compare_bound delta_bound(const struct compare_cell *base,
                                      const struct compare_cell *level)
{
    if (base->bounds_nr && level->bounds_nr)
        return COMPARE_UNKNOWN;
    return base->bounds_nr ? opposite(base->bound) : level->bound;
}

/* How many decimals of the delta the printed digits of both means bear.  A printed
 * figure is off by up to half a unit of its last digit, so a step of the delta is
 * no finer than half the unit of the coarsest source. */
static int decimals_of(const struct compare_change *change)
{
    if (change->bound != COMPARE_EXACT)
        return 1;
    double ratio = 1 + change->delta_pct / 100;
    double unit = 0;
    const struct compare_cell *cells[] = {change->base, change->level};
    for (size_t i = 0; i < 2; i++)
        if (cells[i]->mean > 0 || cells[i]->mean < 0)
            unit = fmax(unit, fabs(100 * ratio * cells[i]->precision / cells[i]->mean));
    if (unit <= 0.02)
        return 2;
    return unit <= 0.2 ? 1 : 0;
}

/* Where the runs of both levels stand to each other in time, which is known only
 * within one text or one campaign. */
static enum compare_run_order judge_order(const struct compare_cell *base,
                                          const struct compare_cell *level)
{
    if (base->nr < 2 || level->nr < 2)
        return RUN_ORDER_UNKNOWN;
    const char *path = base->samples[0].records[0]->source.path;
    size_t least[2] = {SIZE_MAX, SIZE_MAX}, most[2] = {0, 0};
    bool rounds = true;
    const struct compare_cell *cells[] = {base, level};
    for (size_t c = 0; c < 2; c++)
        for (size_t i = 0; i < cells[c]->nr; i++) {
            const struct compare_sample *sample = &cells[c]->samples[i];
            const char *other = sample->records[0]->source.path;
            if (!path || !other || strcmp(path, other))
                return RUN_ORDER_UNKNOWN;
            least[c] = sample->order < least[c] ? sample->order : least[c];
            most[c] = sample->order > most[c] ? sample->order : most[c];
            rounds = rounds && sample->round;
        }
    if (most[0] < least[1] || most[1] < least[0])
        return RUN_ORDER_BLOCKED;
    return rounds && base->nr == level->nr ? RUN_ORDER_INTERLEAVED : RUN_ORDER_MIXED;
}

static double *values_of(const struct compare_cell *cell)
{
    double *values = memory_resize(NULL, cell->nr, sizeof *values);
    for (size_t i = 0; i < cell->nr; i++)
        values[i] = cell->samples[i].value;
    return values;
}

static void fill_rank(struct compare_change *change)
{
    double *base = values_of(change->base), *level = values_of(change->level);
    struct stats_rank rank = stats_rank(base, change->base->nr, level, change->level->nr);
    change->p_rank = rank.p;
    change->p_rank_least = rank.p_least;
    free(base);
    free(level);
}

/* Where all runs of one side are bounds that lie beyond all values of the other,
 * the order of the runs is known although the values are not, and the rank test
 * stands for the t. */
static void fill_bounded(struct compare_change *change)
{
    const struct compare_cell *base = change->base, *level = change->level;
    const struct compare_cell *bounded = base->bounds_nr ? base : level;
    const struct compare_cell *other = base->bounds_nr ? level : base;
    bool apart = bounded->bounds_nr == bounded->nr &&
                 (bounded->bound == COMPARE_AT_LEAST ? bounded->min > other->max
                                                     : bounded->max < other->min);
    if (!apart || base->nr < 2 || level->nr < 2 || base->is_copied || level->is_copied)
        return;
    fill_rank(change);
    change->p = change->p_rank;
}

static struct stats_summary summary_of(const struct compare_cell *cell)
{
    return (struct stats_summary){.n = cell->nr,
                                  .mean = cell->mean,
                                  .sd = cell->sd,
                                  .median = cell->median,
                                  .min = cell->min,
                                  .max = cell->max,
                                  .cv_pct = cell->cv_pct};
}

static void fill_interval(struct compare_change *change, double confidence)
{
    const struct compare_cell *base = change->base, *level = change->level;
    if (base->nr < 2 || level->nr < 2 || base->is_copied || level->is_copied)
        return;
    fill_rank(change);
    struct stats_summary b = summary_of(base), l = summary_of(level);
    struct stats_ratio ratio = stats_ratio(&b, &l, confidence);
    if (!ratio.has_interval)
        return;
    change->has_interval = true;
    change->low_pct = ratio.low_pct;
    change->high_pct = ratio.high_pct;
    change->df = ratio.df;
    change->p = ratio.p;
}

void verdict_fill_change(struct compare_change *change, const struct compare_row *row,
                         const struct compare_cell *base, const struct compare_cell *level,
                         const struct compare_options *options, struct arena *arena)
{
    *change = (struct compare_change){
        .base = base, .level = level, .p = 1, .p_adjusted = 1, .p_rank = 1, .p_rank_least = 1};
    if (!base->nr || !level->nr)
        return;
    change->bound = delta_bound(base, level);
    change->run_order = judge_order(base, level);
    jobs_fill_change(change, row, arena);
    struct stats_summary b = summary_of(base), l = summary_of(level);
    struct stats_ratio ratio = stats_ratio(&b, &l, options->confidence_pct / 100);
    if (!ratio.has_ratio || change->bound == COMPARE_UNKNOWN)
        return;
    change->has_delta = true;
    change->delta_pct = ratio.delta_pct;
    change->decimals = decimals_of(change);
    if (change->bound == COMPARE_EXACT)
        fill_interval(change, options->confidence_pct / 100);
    else
        fill_bounded(change);
}
