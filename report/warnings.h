/* Warning counts: how many records carry which code. */
#ifndef IOD_REPORT_WARNINGS_H
#define IOD_REPORT_WARNINGS_H

#include "record/arena.h"
#include "report/comparison.h"

struct warnings {
    struct arena *arena;
    struct compare_warning *at;
    size_t nr, room;
};

/* Counts the warnings of a record; codes that the table lacks are kept. */
void warnings_count(struct warnings *warnings, const struct record *record);

/* Adds nr records that carry the code. */
void warnings_add(struct warnings *warnings, const char *code, size_t nr);

/* Sorts by weight, then code: what is unsound first, unknown codes last. */
void warnings_sort(struct warnings *warnings);

/* Fills the warnings of all rows of a section and of the section itself, where
 * each record counts once. */
void warnings_of_section(struct compare_section *section, struct arena *arena);

#endif
