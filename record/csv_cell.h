/* A cell of CSV, as every program writes it. */
#ifndef IOD_RECORD_CSV_CELL_H
#define IOD_RECORD_CSV_CELL_H

#include "record/strbuf.h"

/* Adds text as one cell, quoted where it must be (Source: RFC 4180).  A text that a
 * spreadsheet would take for a formula gets an apostrophe in front; a signed
 * number is none.  Control characters other than tabs and line ends become "?": a terminal
 * would obey them.  NULL counts as "". */
void csv_cell_add(struct strbuf *row, const char *text);

#endif
