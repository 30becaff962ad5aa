/* Makes a comparison of records. */
#ifndef IOD_REPORT_COMPARE_H
#define IOD_REPORT_COMPARE_H

#include "report/comparison.h"

/* Compares nr records.  arena owns the result and must outlive it, as must the
 * records and options.  Returns NULL with *diag set where the options cannot be
 * met: a factor, level, metric or operation that no record has.  A comparison
 * without sections is no error; its notes say why. */
struct comparison *compare_records(const struct record *const *records, size_t nr,
                                   const struct compare_options *options, struct arena *arena,
                                   struct diag *diag);

/* Sorts nr records into a comparison whose arena and options are set, and returns the results
 * that are free to be compared and meet the conditions of its options, an array of
 * comparison->used_nr in the arena; NULL with *diag set where a condition is none. */
const struct record **compare_take(struct comparison *comparison,
                                   const struct record *const *records, size_t nr,
                                   struct diag *diag);

#endif
