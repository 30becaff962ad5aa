/* Documents: one text of any size, message by message. */
#ifndef IOD_PARSE_DOCUMENT_H
#define IOD_PARSE_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parse/archive.h"
#include "parse/source.h"
#include "record/diag.h"

/* The largest mail that is read unless the user allows more. */
#define DOCUMENT_LARGEST_MESSAGE ((size_t)64 << 20)

/* A plain log that is longer is read in pieces of at most so many bytes. */
#define DOCUMENT_PIECE ((size_t)16 << 20)

struct document_message {
    const char *bytes; /* valid during the call */
    size_t length;
    uint64_t offset;   /* of bytes in the document */
    unsigned long lines_before; /* of the document, where this is a piece of a log */
    unsigned piece;    /* of a log in pieces, the first is 1; 0 of what is in one */
    bool is_continued; /* this piece has the head of the document of JSON again, of which the
                        * last one had a part: bytes are those at offset only behind it */
    bool is_page;      /* an HTML page, which may have several messages in it */
    bool lacks_words;  /* a mail or a page without any word of a benchmark */
    bool may_hold;     /* a result, as far as the words of a mail tell; of a log always */
};

/* Why a document was not looked into. */
enum document_verdict {
    DOCUMENT_READ,
    DOCUMENT_EMPTY,
    DOCUMENT_BINARY,
    DOCUMENT_RECORDS, /* a file of records */
};

struct document_reading {
    size_t largest_message; /* bytes; a larger mail is left out and said */
    size_t piece;           /* bytes: of longer logs; 0 for DOCUMENT_PIECE */
    bool is_filtered;       /* mails are looked through for words first */
    /* Takes one message; returns 0, or -1 to stop. */
    int (*take)(void *context, const struct document_message *message);
    void *context;
    const struct diag_sink *sink; /* for what is left out */
    size_t left_out;              /* counts messages that are */
};

/* Calls take for each message of the document.  Holds no more than a few MiB, the largest
 * message, or a piece of a log.  A piece ends where the output of a tool begins if
 * there is such a place, else at a blank line or a line end.  Returns 0, or -1
 * when take stopped it.  A document of fio's JSON that is longer is cut between its
 * jobs, and its head is repeated in front of each piece. */
int document_read(struct source_document *document, struct document_reading *reading,
                  enum document_verdict *verdict);

/* The same for some whole messages of an archive of that form, which the document gives:
 * offset bytes of the archive stand in front of them. */
int document_read_messages(struct source_document *document, enum archive_form form,
                           uint64_t offset, struct document_reading *reading);

#endif
