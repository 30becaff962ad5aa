/* Flow: plain text in columns of a terminal, for labels that may hold anything. */
#ifndef IOD_REPORT_FLOW_H
#define IOD_REPORT_FLOW_H

#include <stddef.h>

#include "record/strbuf.h"

/* Returns how many columns the UTF-8 text takes: none for combining marks, two
 * for the wide characters of East Asia and for pictures, one for all others and
 * for each byte that is no UTF-8. */
size_t flow_width(const char *text);

/* Adds text with every control character, and every byte that is no UTF-8, as
 * '?', so that no label can steer a terminal. */
void flow_clean(struct strbuf *out, const char *text);

/* Adds text and blanks behind or before it up to width columns; longer text is
 * added whole. */
void flow_left(struct strbuf *out, const char *text, size_t width);
void flow_right(struct strbuf *out, const char *text, size_t width);

/* Adds text cleaned and wrapped at blanks to at most width columns, the first
 * line after what stands on it already (of column used), the others after indent
 * blanks; a word too long for a line is cut over several.  Ends the line. */
void flow_wrap(struct strbuf *out, const char *text, size_t used, size_t indent, size_t width);

/* Adds text cleaned, cut in its middle by "…" where it is wider than width. */
void flow_cut(struct strbuf *out, const char *text, size_t width);

#endif
