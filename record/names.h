/* Names: texts that come again and again, kept once. */
#ifndef IOD_RECORD_NAMES_H
#define IOD_RECORD_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/arena.h"

/* A text, ended by a NUL.  Equal texts of one table have one place, so that they are equal
 * where their addresses are.  The other members are the caller's, zero at first. */
struct name {
    const char *text;
    size_t length;
    uint64_t hash;
    struct name *next;     /* what came behind this one, as a guess */
    uint64_t seen;         /* when it was met last */
    size_t place;          /* where in a list it was met then */
    unsigned char *rows; /* NULL, or what the name means as a key */
    bool is_plain; /* in JSON it is written as it is */
};

struct names;

/* Returns an empty table, which names_free() frees.  Texts and names live in the arena,
 * which is borrowed. */
struct names *names_new(struct arena *arena);
void names_free(struct names *names);

/* Returns the name of length bytes of text, which is added where it is new. */
struct name *names_add(struct names *names, const char *text, size_t length);

#endif
