/* Reference: a result that stands beside a sweep and has no level of the swept factor. */
#ifndef IOD_REPORT_REFERENCE_H
#define IOD_REPORT_REFERENCE_H

#include "report/comparison.h"
#include "report/rows.h"

/* Fills the reference of a row whose group is given: of the measurements without a level of
 * the factor those that are equal in op and in all that varies but one factor of config.
 * Without effect where several levels of that would do, or there is none. */
void reference_find(const struct rows_builder *builder, const struct rows_group *group,
                    struct compare_row *row);

#endif
