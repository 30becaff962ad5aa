/* Captions: text from records made fit for a page, and its width there. */
#ifndef IOD_REPORT_CAPTION_H
#define IOD_REPORT_CAPTION_H

#include <stdbool.h>
#include <stddef.h>

/* Returns text as valid UTF-8 that XML and HTML can hold; the caller frees it.
 * Bytes that are no UTF-8, surrogates, C1 controls, controls of writing
 * direction and noncharacters become U+FFFD; C0 controls other than tab and
 * line feed become their pictures (U+2400 + c), DEL U+2421.  NULL gives "". */
char *caption_clean(const char *text);

/* Returns the width in px of clean text in Helvetica (or a face of the same
 * metrics: Arial, Liberation Sans) at size px.  ASCII by the widths of Adobe's
 * AFM file of Helvetica and Helvetica-Bold, plus 3 %; other characters are
 * estimated: East Asian 1 em, combining 0, the rest 0.6 em. */
double caption_width(const char *text, double size, bool is_bold);

/* Returns text, or as much of its start as fits into width px with an ellipsis
 * behind it; the caller frees it.  *is_cut says which, if not NULL. */
char *caption_shorten(const char *text, double size, bool is_bold, double width, bool *is_cut);

#endif
