/* Rows of a section out of groups of measurements that share a row key. */
#ifndef IOD_REPORT_ROWS_H
#define IOD_REPORT_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "report/comparison.h"
#include "report/measure.h"
#include "report/pairing.h"
#include "report/table.h"

/* The measurements of one op in one setting of the keys, in input order. */
struct rows_group {
    const struct measure **at;
    size_t nr;
    size_t total; /* the group of the totals that these are parts of, TABLE_NONE if none */
    bool is_kept;
};

/* A section under construction; arrays are malloc()ed and owned by pairing_build(). */
struct rows_builder {
    const struct pairing *pairing;
    size_t factor;
    struct pairing_keys keys;
    struct table *table; /* row key → number of the group */
    struct rows_group *groups;
    size_t groups_nr;
    const struct measure **measures;
    size_t *level_records; /* per level number of the factor: records in kept groups */
    bool *level_met;       /* per level number: stands in a kept group */
    size_t *place;         /* per level number of the factor: index in the section */
    bool *redundant;       /* per key: tells no rows apart that others do not */
    size_t unpaired;
    bool is_too_large;
};

/* Makes the rows of the kept groups, one per metric, with cells and samples, in
 * the order of the input, a total before its parts; sets is_too_large and makes
 * none where there would be too many cells. */
void rows_make(struct rows_builder *builder, struct compare_section *section);

#endif
