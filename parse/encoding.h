/* Transfer encodings: is the label of a MIME part to be believed? */
#ifndef IOD_PARSE_ENCODING_H
#define IOD_PARSE_ENCODING_H

#include <stdbool.h>
#include <stddef.h>

/* Says whether length bytes can be quoted-printable: every '=' is followed by
 * two hex digits that stand for no control character, or the end of its line.
 * (Honest parts keep to this without exception; "bs=1M" and "count=100" in a
 * lying one do not.) */
bool encoding_is_quoted_printable(const char *bytes, size_t length);

/* Says whether length bytes can be base64: at least 95 % of the non-blank bytes
 * are of its alphabet and no line has a blank inside. */
bool encoding_is_base64(const char *bytes, size_t length);

#endif
