/* The text of a page, with the lines that a reader sees. */
#ifndef IOD_PARSE_PAGE_TEXT_H
#define IOD_PARSE_PAGE_TEXT_H

#include "parse/page_token.h"

/* Adds the text of what stands from the reader's place up to the offset `until` to the
 * buffer: lines end with LF.  In <pre> they are as they stand; elsewhere as their elements
 * begin and end them.  Marks are those of mails and markdown: "> " for a quotation, "- "
 * for an item, "# " for a heading, "| a | b |" for the rows of a table.  The tables that
 * bonnie++'s bon_csv2html writes stay markup, a row a line: its parser reads cells.
 * is_in_pre says that the place is inside of a <pre>. */
void page_write(struct strbuf *out, struct page_reader *reader, size_t until, bool is_in_pre);

#endif
