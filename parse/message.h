/* Messages: the bytes of one mail, or of a plain text, to decoded parts. */
#ifndef IOD_PARSE_MESSAGE_H
#define IOD_PARSE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parse/text.h"
#include "record/arena.h"
#include "record/diag.h"

struct message {
    bool is_mail;           /* had a header block */
    const char *message_id; /* NULL where there is none */
    const char *date;       /* UTC, "2013-07-28T12:22:50Z"; NULL */
    const char *subject;    /* NULL */
    struct text *text;
    bool has_false_encoding; /* a declared encoding was not believed */
    bool is_truncated;       /* a multipart body without its end, or not all of it read */
};

/* Reads length bytes into *message, in the arena.  path is for messages, base
 * the offset of bytes in the file.  A text without a header block is one part.
 * Damaged mail gives what can be read, and a message to the sink. */
void message_read(struct message *message, struct arena *arena, const char *bytes, size_t length,
                  const char *path, uint64_t base, const struct diag_sink *sink);

/* Says whether the bytes start with a block of mail headers: two known fields at
 * least, ended by a blank line or the end. */
bool message_looks_like_mail(const char *bytes, size_t length);

/* Says whether the first bytes are those of a file that is no text: a NUL byte
 * outside of UTF-16, or many control characters. */
bool message_is_binary(const char *bytes, size_t length);

/* Returns the bytes as valid UTF-8 in the arena: as they are where they are
 * valid, else from the named charset (NULL for none), else from Latin-1; *size
 * gets the length.  Where a character of the charset is one byte, lines that are valid
 * stay as they are.  UTF-16 is converted, with a mark or without. */
const char *message_to_utf8(struct arena *arena, const char *bytes, size_t length,
                            const char *charset, size_t *size);

#endif
