/* Messages: the bytes of one mail, or of a plain text, to decoded parts. */
#ifndef IOD_PARSE_MESSAGE_H
#define IOD_PARSE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parse/page.h"
#include "parse/text.h"
#include "record/arena.h"
#include "record/diag.h"

struct message {
    bool is_mail;           /* had a header block */
    const char *message_id; /* NULL where there is none */
    const char *date;       /* UTC, "2013-07-28T12:22:50Z"; NULL */
    const char *subject;    /* decoded, on one line; NULL */
    const char *list;       /* the mailing list, by its List-Id, address or tag; NULL */
    struct text *text;
    bool has_false_encoding; /* a declared encoding was not believed */
    bool is_truncated;       /* a multipart body without its end, or not all of it read */
};

/* Reads length bytes into *message, in the arena.  path is for messages, base
 * the offset of bytes in the file.  A text without a header block is one part.
 * Damaged mail gives what can be read, and a message to the sink. */
void message_read(struct message *message, struct arena *arena, const char *bytes, size_t length,
                  const char *path, uint64_t base, const struct diag_sink *sink);

/* What unpacks attachments such as "a.log.gz" and "logs.zip".  unpack() calls take for each
 * text in one of that name: with take_context, "" or "/" and the name inside, and the text,
 * which are valid during the call.  It returns 0, or -1 where it could not read all of it, or
 * must not (there are bombs).  It may be called by several threads at once. */
struct message_unpack {
    int (*unpack)(void *context, const char *name, const char *bytes, size_t length,
                  void (*take)(void *take_context, const char *inside, const char *bytes,
                               size_t length),
                  void *take_context);
    void *context;
};

/* The same, with packed attachments unpacked; unpack may be NULL. */
void message_read_packed(struct message *message, struct arena *arena, const char *bytes,
                         size_t length, const char *path, uint64_t base,
                         const struct message_unpack *unpack, const struct diag_sink *sink);

/* Makes *message, in the arena, of an article of a page, which is only needed
 * during the call. */
void message_from_article(struct message *message, struct arena *arena,
                          const struct page_article *article, const char *path);

/* Says whether the bytes start with a block of mail headers: two known fields at
 * least, ended by a blank line or the end. */
bool message_looks_like_mail(const char *bytes, size_t length);

/* Says whether the first bytes are those of a file that is no text: one in 32 of them is
 * a control character, or starts a run of NUL bytes, which UTF-16 has as well. */
bool message_is_binary(const char *bytes, size_t length);

/* Says whether message_is_binary() says so of bytes that begin with these, whatever follows;
 * false where that is not yet sure. */
bool message_starts_binary(const char *bytes, size_t length);

/* Says whether the name of a charset, or NULL, is that of one with NUL bytes in it. */
bool message_is_wide(const char *charset);

/* Returns the bytes as UTF-8 in the arena; *size gets the length.  UTF-16 and UTF-32 are
 * told by their marks, by their NUL bytes, or by the name of a charset (NULL for none).
 * Of others what is valid UTF-8 is returned as it is, whatever the name says; then the
 * name is believed, where the bytes are in that charset (of one whose characters are single
 * bytes, lines that are UTF-8 stay as they are); then each byte that is not in
 * UTF-8 is one of windows-1252.  Charsets of seven bits with shifts, such as iso-2022-jp,
 * are converted where shifts are in the bytes. */
const char *message_to_utf8(struct arena *arena, const char *bytes, size_t length,
                            const char *charset, size_t *size);

#endif
