/* fio's JSON that is cut or damaged: what of a job is whole. */
#ifndef IOD_PARSE_FIO_JSON_CUT_H
#define IOD_PARSE_FIO_JSON_CUT_H

#include "parse/json_scan.h"

/* Builds an object of what is whole of the job at index: its settings, its directions,
 * and of a direction that is cut the members in front of the cut, where rate and time
 * are among them.  *steps counts objects that were looked at and ends the search at
 * most.  Returns it, owned by the caller, or NULL where no direction is left. */
json_t *fio_json_salvage(const struct json_scan *scan, size_t index, size_t *steps, size_t most);

#endif
