/* Errors that fio counts in a job. */
#ifndef IOD_PARSE_FIO_ERROR_H
#define IOD_PARSE_FIO_ERROR_H

#include "record/record.h"

/* Notes in the record that I/Os failed, total of them, the first with the error number
 * first, by which all are counted: fio names no other.  Adds the warning job-error.
 * Numbers that fio cannot have printed are passed over. */
void fio_add_errors(struct record *record, double total, double first);

#endif
