/* Ways in which a text is damaged between a terminal and a reader. */
#ifndef IOD_TESTS_T_MANGLE_H
#define IOD_TESTS_T_MANGLE_H

#include <stdbool.h>
#include <stddef.h>

#include "record/strbuf.h"

enum {
    MANGLE_CUTS = 1,   /* text is lost: records may be fewer, but none may differ */
    MANGLE_WORDS = 2,  /* the words of headings suffer: config is not compared */
    MANGLE_HIDES = 4,  /* lines of settings are lost or run together: nor are params */
};

struct mangler {
    const char *name;
    int flags;
    /* What a mangler of lines puts before and behind each line; before may hold %n
     * (the line's number), %t (seconds that grow) and %% as in printf(). */
    const char *before, *behind;
    /* What one of bytes replaces, and by what: pairs, ended by NULL. */
    const char *const *pairs;
    /* What the others do: adds the damaged text to *out. */
    void (*mangle)(struct strbuf *out, const char *text, size_t length);
};

extern const struct mangler manglers[];
extern const size_t manglers_nr;

/* Adds the text, damaged that way, to *out; it may hold NUL bytes then. */
void mangle(const struct mangler *mangler, struct strbuf *out, const char *text, size_t length);

#endif
