/* The parts of one mail; what message.c and its helpers share. */
#ifndef IOD_PARSE_MESSAGE_PART_H
#define IOD_PARSE_MESSAGE_PART_H

#include <gmime/gmime.h>

#include "parse/encoding.h"
#include "parse/message.h"

/* State of reading one mail, or a piece of one that is read once more. */
struct reading {
    struct message *message;
    struct arena *arena;
    const char *path;
    const struct diag_sink *sink;
    const struct message_unpack *unpack; /* NULL for none */
    const char *bytes; /* of the mail, from its first header on; borrowed */
    size_t length;
    uint64_t base;     /* where they stand in the file */
    bool is_encoded;   /* they are no bytes of the file: all is at base */
    bool has_escapes;  /* from an mbox: '>' stands before "From " */
    unsigned again;    /* how often a piece of a piece was read once more */
    unsigned parts;
    size_t read_to;    /* up to here parts were read */
    bool has_too_many; /* parts, or one in the other */
    bool has_said_lie;
};

/* Reads the headers that say where a mail is from into the message.  from_line is the
 * line "From ..." of an mbox above them, or empty. */
void message_head_read(struct reading *reading, GMimeMessage *mail, const char *from_line,
                       size_t length);

/* Reads the header fields at the start of a text that is no mail, as people paste them
 * and pages show them: three known ones at least, below a few other lines. */
void message_head_find(struct message *message, struct arena *arena, const char *bytes,
                       size_t length);

/* Says whether a field of mails has that name of length bytes. */
bool message_is_field(const char *name, size_t length);

/* Reads all parts of the mail. */
void message_body_read(struct reading *reading, GMimeMessage *mail);

/* Reads one part that is no multipart, where it is text. */
void message_part_read(struct reading *reading, GMimePart *part);

/* Says whether a part is packed and may have texts in it: by its name, by its type (NULL for
 * none), or by the first of its length bytes. */
bool message_is_packed(GMimeContentType *type, const char *name, const char *bytes, size_t length);

/* Reads such a part: a text in it has the name of the part, and behind it, where that is of
 * several, its own. */
void message_packed_read(struct reading *reading, GMimeObject *object, const char *name,
                         const char *bytes, size_t length, size_t offset);

/* Adds bytes in a charset (NULL if unknown) as a part of that name; offset is their place
 * in the bytes of the reading. */
void message_text_add(struct reading *reading, const char *bytes, size_t length,
                      const char *charset, const char *name, size_t offset,
                      struct text_form form);

/* Returns the encoding that the length bytes of the object have, of those that its fields
 * name; *span gets what of them has it.  A label that is false is noted. */
enum encoding message_encoding(struct reading *reading, GMimeObject *object, const char *bytes,
                               size_t length, bool is_wide, struct encoding_span *span);

/* Sends a message about the mail. */
void message_say(const struct reading *reading, enum diag_level level, const char *mend,
                 const char *what);

#endif
