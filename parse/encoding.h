/* Transfer encodings: is the label of a MIME part to be believed, and the bytes behind. */
#ifndef IOD_PARSE_ENCODING_H
#define IOD_PARSE_ENCODING_H

#include <stdbool.h>
#include <stddef.h>

#include "record/arena.h"

enum encoding {
    ENCODING_NONE, /* 7bit, 8bit, binary, and all names that are not known */
    ENCODING_BASE64,
    ENCODING_QUOTED_PRINTABLE,
    ENCODING_UUENCODE,
    ENCODING_YENC,
};

/* Returns what the value of a field Content-Transfer-Encoding names, in any spelling. */
enum encoding encoding_named(const char *label);

/* Says whether length bytes can be quoted-printable: every '=' is followed by two hex
 * digits that stand for no control character, or the end of its line; and where digits
 * and letters are written so, which no program has a reason for, something else shows
 * that it is one.  (Honest parts keep to this without exception; "bs=1M", "count=100"
 * and "iodepth=32" in a lying one do not.)  may_hold_nul: the part is in UTF-16 or the
 * like. */
bool encoding_is_quoted_printable(const char *bytes, size_t length, bool may_hold_nul);

/* Says whether length bytes can be base64: at least 95 % of the non-blank bytes
 * are of its alphabet and no line has a blank inside. */
bool encoding_is_base64(const char *bytes, size_t length);

/* Bytes of a part: those that are in an encoding, between those that a list or a mail
 * program put around them as they are. */
struct encoding_span {
    size_t first, length;
};

/* Finds what of length bytes is in the encoding; the rest is text as it is.  Returns
 * whether there is any: if not, the label is false.  may_hold_nul: as above. */
bool encoding_find(enum encoding encoding, const char *bytes, size_t length, bool may_hold_nul,
                   struct encoding_span *span);

/* Decodes length bytes, which encoding_find() gave, into the arena; *size gets the
 * length.  What is damaged in them is passed over. */
const char *encoding_decode(struct arena *arena, enum encoding encoding, const char *bytes,
                            size_t length, size_t *size);

#endif
