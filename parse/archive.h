/* Archives: a file's bytes as messages. */
#ifndef IOD_PARSE_ARCHIVE_H
#define IOD_PARSE_ARCHIVE_H

#include <stddef.h>

/* The messages of an mbox or pipermail month file, or the one message that any
 * other text is. */
struct archive {
    const char *bytes; /* borrowed */
    size_t length;
    size_t at;         /* where the next message starts */
};

/* Starts on length bytes, borrowed. */
void archive_open(struct archive *archive, const char *bytes, size_t length);

/* Gets the next message, from its "From " line where it has one; *offset is its
 * place in the bytes.  Returns 1, or 0 at the end.
 *
 * A line starts a message where it reads "From address day month date time" (the
 * address may be written "user at host", the date also as in RFC 822) and a
 * header or a '>' follows: many archives hold other lines that start with "From". */
int archive_next(struct archive *archive, const char **bytes, size_t *length, size_t *offset);

#endif
