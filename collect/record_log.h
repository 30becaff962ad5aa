/* A record log: records that are there, whole, as soon as they are put. */
#ifndef IOD_COLLECT_RECORD_LOG_H
#define IOD_COLLECT_RECORD_LOG_H

#include <stdbool.h>

#include "record/diag.h"
#include "record/record.h"

struct record_log;

/* Opens path for writing at its end; NULL or "-" is standard output.  A regular file
 * that is there already is refused unless appends.  Returns NULL with *diag set on
 * failure. */
struct record_log *record_log_open(const char *path, bool appends, struct diag *diag);

/* Writes the record as a line, and syncs it where the log is a regular file.  Returns 0, or -1
 * with errno set. */
int record_log_put(struct record_log *log, const struct record *record);

/* Closes and frees the log.  Returns 0, or -1 and *diag where something that was put
 * could not be written. */
int record_log_close(struct record_log *log, struct diag *diag);

#endif
