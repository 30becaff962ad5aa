#include "report/verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>


#include "record/memory.h"
#include "report/stats.h"
#include "report/stats_sort.h"

/* The p of the family, sorted, and what Holm makes of each at its place. */
struct family {
    double *sorted;
    double *adjusted;
    size_t nr;
};

/* Whether a change puts a p into the family. */
static bool has_p(const struct compare_change *change)
{
    return change->has_interval || change->p < 1;
}

static struct family gather_family(const struct compare_section *section, bool is_cost)
{
    struct family family = {0};
    size_t most = section->rows_nr * section->pairs_nr + 1;
    family.sorted = memory_resize(NULL, most, sizeof *family.sorted);
    family.adjusted = memory_resize(NULL, most, sizeof *family.adjusted);
    for (size_t r = 0; r < section->rows_nr; r++)
        for (size_t p = 0; p < section->pairs_nr && section->rows[r].kind != ROW_PART; p++)
            if (section->rows[r].is_cost == is_cost &&
                has_p(&section->rows[r].changes[p]))
                family.sorted[family.nr++] = section->rows[r].changes[p].p;
    if (family.nr)
        stats_sort(family.sorted, family.nr);
    memcpy(family.adjusted, family.sorted, family.nr * sizeof *family.adjusted);
    stats_holm(family.adjusted, family.nr);
    return family;
}

/* Holm's p of one that stands in the family, or takes the place of its total. */
static double adjust(const struct family *family, double p)
{
    size_t low = 0, high = family->nr;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (family->sorted[middle] < p)
            low = middle + 1;
        else
            high = middle;
    }
    double before = low ? family->adjusted[low - 1] : 0;
    size_t left = family->nr > low ? family->nr - low : 1;
    return fmin(1, fmax(before, (double)left * p));
}

static enum compare_verdict direction(const struct compare_row *row, bool is_rise)
{
    enum metric_better better = row->known ? row->known->better : METRIC_NEITHER;
    if (better == METRIC_NEITHER)
        return is_rise ? VERDICT_RISE : VERDICT_FALL;
    return is_rise == (better == METRIC_HIGHER) ? VERDICT_BETTER : VERDICT_WORSE;
}

/* A one-sided verdict for runs that are bounds beyond all of the other side. */
static void judge_bounded(struct compare_change *change, const struct compare_row *row,
                          double noise)
{
    bool is_rise = change->bound == COMPARE_AT_LEAST;
    change->verdict = VERDICT_NONE;
    bool is_beyond = is_rise ? change->delta_pct > noise : change->delta_pct < -noise;
    if (!is_beyond || !(change->p_adjusted < VERDICT_ALPHA))
        return;
    if (change->base->is_unsure || change->level->is_unsure) {
        change->verdict = VERDICT_UNDECIDED;
        change->reason = REASON_UNSURE;
    } else {
        change->verdict = direction(row, is_rise);
    }
}

static void judge_interval(struct compare_change *change, const struct compare_row *row,
                           double noise)
{
    change->verdict = VERDICT_UNDECIDED;
    bool is_rise = change->low_pct > noise, is_fall = change->high_pct < -noise;
    if (change->base->is_unsure || change->level->is_unsure) {
        change->reason = REASON_UNSURE;
    } else if (change->low_pct >= -noise && change->high_pct <= noise) {
        change->verdict = VERDICT_SAME;
    } else if (!is_rise && !is_fall) {
        change->reason = REASON_WIDE;
    } else if (!(change->p_adjusted < VERDICT_ALPHA)) {
        change->reason = REASON_FAMILY;
    } else {
        change->verdict = direction(row, is_rise);
    }
}

static void judge(struct compare_change *change, const struct compare_row *row,
                  const struct compare_options *options)
{
    double noise = options->noise_pct;
    bool is_median = options->stat == COMPARE_MEDIAN;
    const struct compare_cell *base = change->base, *level = change->level;
    if (!base->nr || !level->nr) {
        change->verdict = VERDICT_UNPAIRED;
    } else if (!change->has_delta) {
        change->verdict = VERDICT_INCOMPARABLE;
        if (change->bound != COMPARE_UNKNOWN)
            change->reason = REASON_NEGATIVE;
    } else if (change->bound != COMPARE_EXACT) {
        judge_bounded(change, row, noise);
    } else if (base->nr < 2 || level->nr < 2 || base->is_copied || level->is_copied) {
        change->verdict = VERDICT_SINGLE;
    } else if (change->has_interval) {
        judge_interval(change, row, noise);
    } else {
        change->verdict = VERDICT_UNDECIDED;
        change->reason = change->is_unbounded                  ? REASON_UNBOUNDED
                         : !(base->centre * level->centre > 0) ? REASON_NEGATIVE
                         : is_median                           ? REASON_FEW
                                                               : REASON_NO_SPREAD;
    }
}

/* putc and getc move one character a call: they measure the CPU. */
static bool is_cpu_bound(const char *op)
{
    return !strcmp(op, "putc") || !strcmp(op, "getc");
}

/* The geometric mean over the rows of a pair; a rate that falls and a latency
 * that rises both count as worse. */
static void mean_of_pair(struct compare_section *section, size_t index)
{
    struct compare_pair *pair = &section->pairs[index];
    double *ratios = memory_resize(NULL, section->rows_nr + 1, sizeof *ratios);
    pair->ratio = 1;
    for (size_t r = 0; r < section->rows_nr; r++) {
        struct compare_row *row = &section->rows[r];
        const struct compare_change *change = &row->changes[index];
        if (row->kind != ROW_PART && !row->is_cost)
            pair->verdicts[change->verdict]++;
        if (!row->is_in_mean)
            continue;
        pair->ratio_of++;
        double ratio = 1 + change->delta_pct / 100;
        if (!change->has_delta || change->bound != COMPARE_EXACT || !(ratio > 0))
            continue;
        ratios[pair->ratio_nr++] = row->known->better == METRIC_LOWER ? 1 / ratio : ratio;
    }
    double mean = stats_geometric_mean(ratios, pair->ratio_nr);
    if (mean > 0)
        pair->ratio = mean;
    else
        pair->ratio_nr = 0;
    free(ratios);
}

/* Judges the rows of one family; returns how many comparisons it has. */
static size_t judge_family(struct compare_section *section, bool is_cost,
                           const struct compare_options *options)
{
    struct family family = gather_family(section, is_cost);
    for (size_t r = 0; r < section->rows_nr; r++)
        for (size_t p = 0; p < section->pairs_nr && section->rows[r].is_cost == is_cost; p++) {
            struct compare_change *change = &section->rows[r].changes[p];
            if (has_p(change))
                change->p_adjusted = adjust(&family, change->p);
            judge(change, &section->rows[r], options);
        }
    free(family.sorted);
    free(family.adjusted);
    return family.nr;
}

void verdict_judge_section(struct compare_section *section, const struct compare_options *options,
                           struct arena *arena)
{
    for (size_t r = 0; r < section->rows_nr; r++) {
        struct compare_row *row = &section->rows[r];
        for (size_t i = 0; i < section->levels_nr; i++)
            verdict_fill_cell(&row->cells[i], options);
        row->changes = arena_alloc(arena, (section->pairs_nr + 1) * sizeof *row->changes);
        for (size_t p = 0; p < section->pairs_nr; p++)
            verdict_fill_change(&row->changes[p], row, &row->cells[section->pairs[p].base],
                                &row->cells[section->pairs[p].level], options, arena);
        row->is_in_mean = row->kind != ROW_PART && !row->is_cost && !is_cpu_bound(row->op) && row->known &&
                          row->known->better != METRIC_NEITHER;
    }
    section->family = judge_family(section, false, options);
    section->cost_family = judge_family(section, true, options);
    for (size_t p = 0; p < section->pairs_nr; p++)
        mean_of_pair(section, p);
}
