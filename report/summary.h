/* Summary: the few sentences that stand above everything else. */
#ifndef IOD_REPORT_SUMMARY_H
#define IOD_REPORT_SUMMARY_H

#include "record/strbuf.h"
#include "report/comparison.h"

/* Fills the leads of a comparison that is otherwise complete: the effect with both values,
 * of the section that says most; what a sweep shows; what the sums and means hide; what
 * limits belief.  Each is a sentence or two; there may be fewer. */
void summary_make(struct comparison *comparison);

/* What a sentence is about. */
struct summary_topic {
    const struct comparison *comparison;
    const struct compare_section *section;
    size_t pair;
};

/* Whether a sentence can speak of a change: one of exact values, and no part of a total. */
bool summary_is_told(const struct compare_row *row, const struct compare_change *change);

/* Whether it may be said which way a change goes: it is decided, or rests on single runs, of
 * which nothing speaks against it.  One that is undecided may go the other way. */
bool summary_has_sign(const struct compare_change *change);

/* Returns how large a change is, whatever its direction: halving counts as much as doubling. */
double summary_size(const struct compare_change *change);

/* Returns the section of most results, those in the author's own words before quoted ones; of
 * several nearly as large, one whose changes go to both sides; NULL where there is none. */
const struct compare_section *summary_choose_section(const struct comparison *comparison);

/* Returns the pair to speak of: what the author compares, by *claim; else one whose changes go
 * to both sides, the one with the largest; else the first.  *claim is NULL for the latter. */
size_t summary_choose_pair(const struct comparison *comparison,
                           const struct compare_section *section,
                           const struct compare_claim **claim);

/* Adds the sentences on what is hidden (jobs, runs that shift) and on what limits belief. */
void summary_add_hidden(const struct summary_topic *topic, struct strbuf *text);
void summary_add_limits(const struct summary_topic *topic, struct strbuf *text);

/* Adds what a sweep shows: the best and the worst level, the steepest step between
 * neighbours, and the value that stands for all levels.  False where a row shows none. */
bool summary_add_sweep(const struct summary_topic *topic, struct strbuf *text);

/* Adds the setting of a row, "NoCache, 4k"; where but is given, without that factor. */
void summary_add_where(struct strbuf *text, const struct compare_row *row, const char *but);

/* Adds "14.66 → 12.05 MiB/s" or one value with its unit, in the unit that suits them. */
void summary_add_values(struct strbuf *text, const struct compare_row *row,
                        const struct compare_change *change);
void summary_add_value(struct strbuf *text, const struct compare_row *row, size_t levels,
                       double value);

#endif
