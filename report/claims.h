/* Claims: what authors said, set beside what the figures of their message give. */
#ifndef IOD_REPORT_CLAIMS_H
#define IOD_REPORT_CLAIMS_H

#include "report/comparison.h"

/* Fills the checks of the comparison: each claim that is no repeat, against the results
 * that were used of the same message; the change of a table against what it compares, among
 * all nr records. */
void claims_check(struct comparison *comparison, const struct record *const *used,
                  const struct record *const *records, size_t nr);

/* Says whether the claim is a change that a table prints. */
bool claims_is_change(const struct compare_claim *check);

/* Returns "reproduced", "direction only", "not shown", "contradicted" or "not derivable from
 * this data". */
const char *claims_verdict_word(enum compare_claim_verdict verdict);

/* Writes the nearest value as people read it, "+35.2 %", "\xc3\x97" "7.93", "+7.5 MB/s", or "" where
 * there is none. */
void claims_format_nearest(const struct compare_claim *claim, char *text, size_t size);

/* Writes what was claimed: "15 to 300 % increase", "up to 2 x decrease", "no difference". */
void claims_format_said(const struct record_claim *claim, char *text, size_t size);

#endif
