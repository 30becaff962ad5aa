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
        if (cells[i]->centre > 0 || cells[i]->centre < 0)
            unit = fmax(unit, fabs(100 * ratio * cells[i]->precision / cells[i]->centre));
    if (unit <= 0.02)
        return 2;
    return unit <= 0.2 ? 1 : 0;
}

/* A run of either level on the way to a common order. */
struct timed {
    const struct compare_sample *sample;
    size_t side;       /* 0: the baseline */
    const char *start; /* when it began; NULL for all where that is not known of one */
};

/* By time where that is known, else by place in the input. */
static int compare_timed(const void *a, const void *b)
{
    const struct timed *left = a, *right = b;
    int times = left->start && right->start ? strcmp(left->start, right->start) : 0;
    if (times)
        return times;
    return left->sample->order < right->sample->order ? -1
                                                      : left->sample->order > right->sample->order;
}

static const char *start_of(const struct compare_sample *sample)
{
    return sample->records[0]->start;
}

/* Whether the order of two runs in time is known: by when they began, or by their order in
 * one text or campaign.  How a table is laid out says nothing. */
static bool is_order_known(const struct compare_sample *a, const struct compare_sample *b)
{
    const struct record *first = a->records[0], *second = b->records[0];
    if (first->start && second->start)
        return true;
    return first->source.path && second->source.path &&
           !strcmp(first->source.path, second->source.path) &&
           !(first->tool && !strcmp(first->tool, "table"));
}

/* Whether each pair of runs one after the other has one of either level, and those of a
 * round stand together. */
static bool are_in_turn(const struct timed *runs, size_t nr)
{
    for (size_t i = 0; i + 1 < nr; i += 2)
        if (runs[i].side == runs[i + 1].side ||
            compare_round_of(runs[i].sample) != compare_round_of(runs[i + 1].sample))
            return false;
    return nr % 2 == 0;
}

static enum compare_run_order order_of(const struct timed *runs, size_t nr)
{
    size_t changes = 0;
    for (size_t i = 0; i < nr; i++)
        if (!is_order_known(runs[0].sample, runs[i].sample))
            return RUN_ORDER_UNKNOWN;
    for (size_t i = 1; i < nr; i++)
        changes += runs[i].side != runs[i - 1].side;
    if (changes == 1)
        return RUN_ORDER_BLOCKED;
    return are_in_turn(runs, nr) ? RUN_ORDER_INTERLEAVED : RUN_ORDER_MIXED;
}

/* The runs of both levels in the order of time, which the caller frees; sets run_order. */
static struct timed *judge_order(struct compare_change *change)
{
    const struct compare_cell *cells[] = {change->base, change->level};
    size_t nr = 0;
    struct timed *runs = memory_alloc((cells[0]->nr + cells[1]->nr + 1) * sizeof *runs);
    change->run_order = RUN_ORDER_UNKNOWN;
    if (cells[0]->nr < 2 || cells[1]->nr < 2)
        return runs;
    for (size_t c = 0; c < 2; c++)
        for (size_t i = 0; i < cells[c]->nr; i++)
            runs[nr++] = (struct timed){&cells[c]->samples[i], c, start_of(&cells[c]->samples[i])};
    bool are_timed = true;
    for (size_t i = 0; i < nr; i++)
        are_timed = are_timed && runs[i].start;
    for (size_t i = 0; i < nr && !are_timed; i++)
        runs[i].start = NULL;
    qsort(runs, nr, sizeof *runs, compare_timed);
    change->run_order = order_of(runs, nr);
    return runs;
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

/* Compares pairs of runs that were made one after the other. */
static struct stats_ratio compare_pairs(const struct timed *runs, size_t nr, double confidence)
{
    double *values = memory_resize(NULL, nr, sizeof *values);
    size_t half = nr / 2;
    for (size_t i = 0; i < nr; i++)
        values[runs[i].side * half + i / 2] = runs[i].sample->value;
    struct stats_ratio ratio = stats_paired(values, values + half, half, confidence);
    free(values);
    return ratio;
}

static struct stats_ratio compare_medians(const struct compare_change *change, double confidence)
{
    double *base = values_of(change->base), *level = values_of(change->level);
    struct stats_ratio ratio =
        stats_median_ratio(base, change->base->nr, level, change->level->nr, confidence);
    free(base);
    free(level);
    return ratio;
}

static void fill_interval(struct compare_change *change, const struct timed *runs,
                          const struct compare_options *options)
{
    const struct compare_cell *base = change->base, *level = change->level;
    double confidence = options->confidence_pct / 100;
    if (base->nr < 2 || level->nr < 2 || base->is_copied || level->is_copied)
        return;
    fill_rank(change);
    struct stats_summary b = summary_of(base), l = summary_of(level);
    struct stats_ratio ratio;
    bool is_paired = false;
    if (options->stat == COMPARE_MEDIAN) {
        ratio = compare_medians(change, confidence);
    } else if (options->method == COMPARE_FIELLER) {
        ratio = stats_fieller(&b, &l, confidence);
    } else if (change->run_order == RUN_ORDER_INTERLEAVED && !base->is_unsure &&
               !level->is_unsure) {
        ratio = compare_pairs(runs, base->nr + level->nr, confidence);
        is_paired = ratio.has_interval;
    } else {
        ratio = stats_ratio(&b, &l, confidence);
    }
    change->is_unbounded = ratio.is_unbounded;
    if (!ratio.has_interval)
        return;
    change->has_interval = true;
    change->is_paired = is_paired;
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
    struct timed *runs = judge_order(change);
    jobs_fill_change(change, row, arena);
    struct stats_summary b = summary_of(base), l = summary_of(level);
    b.mean = base->centre;
    l.mean = level->centre;
    struct stats_ratio ratio = stats_ratio(&b, &l, options->confidence_pct / 100);
    if (ratio.has_ratio && change->bound != COMPARE_UNKNOWN) {
        change->has_delta = true;
        change->delta_pct = ratio.delta_pct;
        change->decimals = decimals_of(change);
        if (change->bound == COMPARE_EXACT)
            fill_interval(change, runs, options);
        else
            fill_bounded(change);
    }
    free(runs);
}
