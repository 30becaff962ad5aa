/* Findings: what one message gave, before it has its place among the others. */
#ifndef IOD_PARSE_FINDINGS_H
#define IOD_PARSE_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parse/claim.h"
#include "parse/document.h"
#include "parse/given.h"
#include "parse/message.h"
#include "parse/tool.h"
#include "record/diag.h"

struct findings {
    struct arena *arena; /* owned; the findings themselves and all below live in it */
    const char *path;    /* of the document */
    uint64_t offset;     /* byte where the message starts in it */
    size_t length;       /* of the message, in bytes */
    unsigned piece;      /* of a log in pieces, 1 for the first; 0 of what is in one */
    bool is_continued;   /* it begins inside of what the piece before it began */
    struct message message;
    struct tool_output output; /* the results have their labels and doubts, but no id */
    struct claim_list claims;  /* what the author says of them, without an id */
    struct diag *diags;        /* in the order in which they came up */
    size_t diags_nr;
    size_t diags_room;
};

/* Reads one message of the document path, or the messages of a page, and hands what was
 * found in each to take, which takes it and returns 0, or -1 to stop.  given holds the labels
 * of the user, NULL for none; carry is NULL, or what of them goes on through the pieces of a
 * document, which then come one after the other.  The bytes are only needed during the call.  Several threads may do so at a time.  *nr is raised by the
 * number of messages.  Returns 0, or -1 when take stopped it. */
int findings_read(const char *path, const struct document_message *from,
                  struct given *given, struct given_carry *carry,
                  int (*take)(void *context, struct findings *findings), void *context,
                  size_t *nr);
void findings_free(struct findings *findings);

/* Says whether there is nothing to hand on: no record and nothing to say. */
bool findings_are_empty(const struct findings *findings);

#endif
