/* Order: in which the rows of a section are shown, and how many of them. */
#ifndef IOD_REPORT_ORDER_H
#define IOD_REPORT_ORDER_H

#include "report/comparison.h"

/* Sorts the rows of a judged section; a total keeps its parts behind it, and costs stay
 * behind the others.  Rows move, so nothing may point to them yet. */
void order_rows(struct compare_section *section, enum compare_sort sort);

/* Keeps the first top rows, and as many of cost; parts go with their total and do not
 * count.  0 keeps all.  left_out_nr counts the others; notes about them
 * point to no row. */
void order_keep_top(struct compare_section *section, size_t top, struct arena *arena);

#endif
