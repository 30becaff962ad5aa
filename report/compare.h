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

#endif
