/* The comparison as Markdown of the kind that GitHub shows (GFM), for a comment, an issue
 * or a file beside the code. */
#ifndef IOD_REPORT_MARKDOWN_H
#define IOD_REPORT_MARKDOWN_H

#include <stdio.h>

#include "record/strbuf.h"
#include "report/outputs.h"

/* Writes the comparison: a table for each pair of levels, then notes, claims, warnings and
 * the method.  Returns 0, or -1 with *diag set where writing failed. */
int markdown_write(const struct comparison *comparison, const struct output_options *options,
                   FILE *out, struct diag *diag);

/* Adds a text of the input so that it is shown as it is, on one line, also in the cell of a
 * table: no markup, element, link, mention, reference or picture comes of it, and control
 * characters become '?'.  (Source: the GitHub Flavored Markdown specification 0.29, 2.4
 * backslash escapes, 4.10 tables, 6.9 autolinks.)  A comment that holds nothing parts what
 * would be a link, since links are looked for behind all escapes. */
void markdown_add_text(struct strbuf *out, const char *text);

#endif
