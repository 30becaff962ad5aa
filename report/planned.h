/* The order of levels that a campaign of iodelta-collect was asked for. */
#ifndef IOD_REPORT_PLANNED_H
#define IOD_REPORT_PLANNED_H

#include "report/comparison.h"

/* Brings the levels of a factor into the order of --vary, where one of the nr campaigns varied it;
 * others follow in the order that they have. */
void planned_order(const struct record *const *campaigns, size_t nr, const char *factor,
                   struct compare_level *levels, size_t levels_nr);

/* Returns the level that the campaigns were to measure first, of those of the section, or NULL
 * where none of them varied its factor. */
const char *planned_first(const struct record *const *campaigns, size_t nr,
                          const struct compare_section *section);

#endif
