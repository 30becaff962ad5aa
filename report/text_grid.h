/* A comparison by two factors as a grid of plain text. */
#ifndef IOD_REPORT_TEXT_GRID_H
#define IOD_REPORT_TEXT_GRID_H

#include "record/strbuf.h"
#include "report/comparison.h"
#include "report/text_rows.h"

/* Adds a grid for each row of a section that is of two factors: levels of the first below each
 * other, of the second beside each other, values with their change from the baseline beneath.
 * Adds nothing where a section is of other factors, or a grid would be wider than width. */
void text_grid_add(struct strbuf *text, const struct text_rows *rows,
                   const struct compare_section *section, size_t width);

#endif
