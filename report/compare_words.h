/* Words and signs of the comparison that all formats share. */
#ifndef IOD_REPORT_COMPARE_WORDS_H
#define IOD_REPORT_COMPARE_WORDS_H

#include "report/comparison.h"

/* Returns the word for a verdict: "faster" and "slower" for rates and times,
 * "better" and "worse" for other metrics that have a direction, "higher" and
 * "lower" for the rest, and "no practical change", "undecided", "single run",
 * "no verdict", "not comparable", "unpaired".  Lives for ever. */
const char *compare_verdict_word(enum compare_verdict verdict, const struct metric *metric);

/* Returns whether a verdict says which way a change goes. */
bool compare_is_decided(enum compare_verdict verdict);

/* Returns what a row was measured on, for sentences: "block write" for put_block, the op of
 * others as it is, the title of the metric where there is none.  Lives as long as the row. */
const char *compare_op_title(const struct compare_row *row);

/* Returns a sentence part that says why: "" for REASON_NONE.  Lives for ever. */
const char *compare_reason_text(enum compare_reason reason);

/* Writes the letter that stands for a level in the legend: A for the baseline, B and
 * so on for the others in their order; "#1", "#2" with more than 26 levels. */
void compare_level_letter(const struct compare_section *section, size_t level, char *letter,
                          size_t size);

/* Returns whether the values of a cell, or a row, which has that many levels, are shown in
 * KiB and MiB where the user did not choose: where all come from fio or bonnie++,
 * whose K is 1024, so that a reader finds the printed figures again. */
bool compare_cell_is_iec(const struct compare_cell *cell);
bool compare_is_iec(const struct compare_row *row, size_t levels);

/* Returns the change of a level of the section from its baseline, NULL where no pair has it;
 * borrowed from the row. */
const struct compare_change *compare_baseline_change(const struct compare_section *section,
                                                     const struct compare_row *row, size_t level);

/* Returns the sign before a value that is a bound, without a blank: "" for an exact one.
 * Lives for ever. */
const char *compare_bound_sign(enum compare_bound bound);

/* Writes the levels of a legend to levels, which has room for all of the section: the baseline
 * first, then those that a pair names, since --pair may leave most of them out.  Returns how
 * many they are. */
size_t compare_legend_levels(const struct compare_section *section, size_t *levels);

/* Writes a percentage with sign (none for zero) and decimals ("+22.25", "\xe2\x88\x92" "17.79" with
 * the minus sign U+2212 where is_ascii is false, else "-17.79") to text. */
void compare_format_pct(char *text, size_t size, double pct, int decimals, bool is_ascii);

/* Writes delta and unit as people read it: "+22.25 %", "≥ +6.5 %", or "" where
 * there is no delta. */
void compare_format_delta(char *text, size_t size, const struct compare_change *change);

/* Returns "mean" or "median".  Lives for ever. */
const char *compare_stat_name(enum compare_stat stat);

/* Returns what a change is of: "arithmetic means" or "medians".  Lives for ever. */
const char *compare_stat_text(const struct comparison *comparison);

/* Returns the comparisons of the largest family of Holm's correction; 0 where no row has an
 * interval. */
size_t compare_largest_family(const struct comparison *comparison);

/* Returns how the intervals of a comparison were made, as part of a sentence.  Lives for
 * ever. */
const char *compare_method_text(const struct comparison *comparison);

/* Writes "[−15.72, −9.71]", "[unbounded]" where
 * Fieller's has no ends, or "" where there is no interval. */
void compare_format_interval(char *text, size_t size, const struct compare_change *change);

#endif
