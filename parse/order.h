/* Order: what several threads find is taken one by one, in the order of their tasks. */
#ifndef IOD_PARSE_ORDER_H
#define IOD_PARSE_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "parse/document.h"
#include "parse/findings.h"
#include "record/diag.h"


enum find_kind {
    FIND_FINDINGS, /* of one message */
    FIND_DIAG,     /* something to say about a place or document */
    FIND_MESSAGES, /* so many messages were looked at */
    FIND_END,      /* of a document: all that was in it has been handed on */
};

/* One thing that was found. */
struct find {
    enum find_kind kind;
    struct findings *findings; /* owned */
    struct diag diag;
    size_t messages;
    char *path; /* of the document that ends, owned */
    bool is_named;
    enum document_verdict verdict;
    struct find *next;
};

/* Returns a new find of that kind, all else empty. */
struct find *find_new(enum find_kind kind);

struct order;
struct order_turn;

/* Returns an order whose finds are handed to take, by one thread at a time.  take
 * borrows the find and returns 0, or -1 when no more is wanted.  A task whose turn has
 * not come keeps up to most_held bytes of finds; then it waits.  The caller frees the
 * order with order_free() when all turns have ended. */
struct order *order_new(int (*take)(void *context, struct find *find), void *context,
                        size_t most_held);
void order_free(struct order *order);

/* Returns the turn of one more task, after all those so far.  Called by one thread. */
struct order_turn *order_next(struct order *order);

/* Hands on a find, which it takes.  Returns 0, or -1 when no more is wanted. */
int order_put(struct order_turn *turn, struct find *find);

/* Ends the task, whose turn is not used any more.  Called by any thread. */
void order_end(struct order_turn *turn);

#endif
