/* Filters: which results a comparison is about. */
#ifndef IOD_REPORT_FILTER_H
#define IOD_REPORT_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "record/diag.h"
#include "record/record.h"

struct filter;

/* Reads conditions such as "cache=none", "bs!=4k", "iodepth<8", "iodepth>=8", "kernel~^6\\." and
 * "kernel!~rc".  Returns a filter over all nr of them, which filter_free() frees, or NULL with
 * *diag set.
 *
 * A key is a factor of config, a setting, one of tool, tool_version, op, job, run, file, message,
 * subject, list and date, or a metric.  Values are equal as levels are: without regard to case,
 * and sizes by their value.  Less and greater compare numbers and sizes, and dates as text.  A
 * regular expression is one of PCRE2 without regard to case, with a limit on its work.  A result
 * without the key meets only conditions with "!". */
struct filter *filter_new(const char *const *conditions, size_t nr, struct diag *diag);
void filter_free(struct filter *filter);

/* Whether a result meets all conditions. */
bool filter_takes(const struct filter *filter, const struct record *record);

/* Returns a key that none of nr results has, or NULL. */
const char *filter_unknown_key(const struct filter *filter, const struct record *const *records,
                               size_t nr);

#endif
