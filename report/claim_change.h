/* Checks of the changes that tables print: by the two figures that they compare. */
#ifndef IOD_REPORT_CLAIM_CHANGE_H
#define IOD_REPORT_CLAIM_CHANGE_H

#include "report/comparison.h"

/* Says whether the claim is a cell of a table. */
bool claim_change_is(const struct record *claim);

/* The results among nr records, by their ids; printed averages are some. */
struct claim_results;
struct claim_results *claim_change_results(const struct record *const *records, size_t nr,
                                           struct arena *arena);
void claim_change_free(struct claim_results *results);

/* Sets verdict, nearest value, rule and reason of a claim that is one; texts live in the
 * arena. */
void claim_change_check(struct compare_claim *out, const struct claim_results *results,
                        struct arena *arena);

#endif
