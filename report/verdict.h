/* Verdicts: the statistics of cells and changes, and what they decide. */
#ifndef IOD_REPORT_VERDICT_H
#define IOD_REPORT_VERDICT_H

#include "record/arena.h"
#include "report/comparison.h"

/* The adjusted p below which a difference counts as one. */
#define VERDICT_ALPHA 0.05

/* Fills the statistics of a cell from its samples, which are set: mean with
 * bounds at their value, fences (n >= 5), drift and steps (n >= 6), modes (n >= 8),
 * copies. */
void verdict_fill_cell(struct compare_cell *cell, const struct compare_options *options);

/* Compares two cells of a row by the options (noise, confidence); everything but
 * p_adjusted, verdict and reason, which need the family. */
void verdict_fill_change(struct compare_change *change, const struct compare_row *row,
                         const struct compare_cell *base, const struct compare_cell *level,
                         const struct compare_options *options, struct arena *arena);

/* Fills all cells and changes of a section whose levels, baseline, pairs, rows
 * and samples are set: adjusts p after Holm over the section's rows and pairs (a
 * total stands for its parts, which are adjusted as if in its place), gives the
 * verdicts, and takes the geometric means. */
void verdict_judge_section(struct compare_section *section, const struct compare_options *options,
                           struct arena *arena);

#endif
