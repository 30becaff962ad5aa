/* Intake: which of the records given are free to be compared. */
#ifndef IOD_REPORT_INTAKE_H
#define IOD_REPORT_INTAKE_H

#include "record/diag.h"
#include "report/comparison.h"

/* Sorts nr records by kind into the comparison, counts those left out (quoted,
 * printed averages, records and messages that were given more than once) and
 * lists the inputs.  A record is given again where id, fingerprint and what it
 * says are the same; a message where message-id, fingerprint and place in it are; a block
 * where fingerprint and labels are the same in two files or messages, and no setting is
 * another one (of tables only where one of both is a quotation).
 * Returns the results to compare as an array of comparison->used_nr, in the
 * arena of the comparison. */
const struct record **intake_records(struct comparison *comparison,
                                     const struct record *const *records, size_t nr);

/* Checks that the metrics and ops of the options stand in some of the nr results
 * (or are the op of totals).  Returns 0, or -1 with *diag set. */
int intake_check_options(const struct compare_options *options, const struct record *const *used,
                         size_t nr, struct diag *diag);

#endif
