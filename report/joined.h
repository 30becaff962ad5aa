/* Levels of two factors that are compared as one: "4k, 16" of "bs, iodepth". */
#ifndef IOD_REPORT_JOINED_H
#define IOD_REPORT_JOINED_H

#include <stdbool.h>
#include <stddef.h>

#include "report/comparison.h"

/* A section as a grid: levels of the first factor are its rows, those of the second its columns. */
struct joined_grid {
    const char *names[2];     /* of the factors */
    const char **rows, **cols;
    size_t rows_nr, cols_nr;
    size_t *levels; /* of the section, by row and column; JOINED_NONE where nothing was measured */
};
#define JOINED_NONE ((size_t)-1)

/* Parts a section; false where it is not of two factors, or a level does not say which part is
 * of which.  What it stores lives in arena. */
bool joined_part(const struct compare_section *section, struct arena *arena,
                 struct joined_grid *grid);

/* Brings levels of two factors that are numbers or sizes into rising order, the first factor
 * first; returns whether all are. */
bool joined_sort(struct compare_level *levels, size_t nr);

#endif
