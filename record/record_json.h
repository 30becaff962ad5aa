/* One record as a JSON value: the layout of doc/record-format.md in code.  record_read.h is
 * the way back. */
#ifndef IOD_RECORD_RECORD_JSON_H
#define IOD_RECORD_RECORD_JSON_H

#include <jansson.h>

#include "record/record.h"

/* The significant digits of a number that is no exact integer. */
enum { RECORD_JSON_DIGITS = 15 };

/* Returns the record as a new JSON object (a new reference), keys in the order
 * in which they are written. */
json_t *record_to_json(const struct record *record);

#endif
