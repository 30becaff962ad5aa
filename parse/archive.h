/* Archives: bytes as messages. */
#ifndef IOD_PARSE_ARCHIVE_H
#define IOD_PARSE_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "parse/prefilter.h"

/* The messages of an mbox or pipermail month file, or the one message that any
 * other text is.
 *
 * A line starts a message where it reads "From address day month date time" (the
 * address may be written "user at host", the date also as in RFC 822) and a
 * header or a '>' follows: many archives hold other lines that start with "From".
 * (Source: RFC 4155, and month files as pipermail wrote them.) */
enum archive_form {
    ARCHIVE_ONE,     /* one text */
    ARCHIVE_MBOX,
    ARCHIVE_PATCHES, /* an mbox as git format-patch writes it: all its dates are the same.  In
                      * other mails such a line starts a patch, not a message. */
};

struct archive {
    const char *bytes; /* borrowed */
    size_t length;
    size_t at;         /* where the next message starts */
    enum archive_form form;
    bool is_filtered;
    struct prefilter_walk walk;
};

struct archive_message {
    const char *bytes; /* from its "From " line where it has one */
    size_t length;
    size_t offset;     /* of bytes in the archive */
    bool may_hold;     /* a result, as far as its words tell */
};

/* Tells the form from the bytes at the start of a file.  An mbox may begin with what a
 * cut has left of a message; but one mail may quote another with its "From " line. */
enum archive_form archive_tell_form(const char *bytes, size_t length);

/* Starts on length bytes, borrowed: a file of that form, or some whole messages of it.
 * is_filtered says whether messages of an mbox are looked through for words; otherwise
 * all may hold something. */
void archive_open(struct archive *archive, enum archive_form form, bool is_filtered,
                  const char *bytes, size_t length);

/* Gets the next message; the same messages, filtered or not.  Returns whether there
 * was one. */
bool archive_next(struct archive *archive, struct archive_message *message);

/* Says whether one message may hold a result, as archive_next() does. */
bool archive_may_hold(const char *bytes, size_t length);

/* Returns where the first message starts at or behind from, or length. */
size_t archive_first_cut(enum archive_form form, const char *bytes, size_t length, size_t from);

/* Returns where the last message starts, or 0 where no line but the first starts one. */
size_t archive_last_cut(enum archive_form form, const char *bytes, size_t length);

#endif
