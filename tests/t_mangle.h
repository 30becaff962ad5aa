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

/* What the table shares with the manglers of t_mangle_bytes.c. */

/* Returns the length of the line at text, and in *next what it and its end span. */
size_t mangle_line_length(const char *text, size_t length, size_t *next);

/* Adds the text with what is in the pairs replaced. */
void mangle_replace(const char *const *pairs, struct strbuf *out, const char *text, size_t length);

/* Those add the damaged text to *out. */
void mangle_wrap_72(struct strbuf *out, const char *text, size_t length);
void mangle_wrap_76(struct strbuf *out, const char *text, size_t length);
void mangle_wrap_78(struct strbuf *out, const char *text, size_t length);
void mangle_wrap_flowed(struct strbuf *out, const char *text, size_t length);
void mangle_wrap_quoted(struct strbuf *out, const char *text, size_t length);
void mangle_wrap_unquoted(struct strbuf *out, const char *text, size_t length);
void mangle_wrap_hard(struct strbuf *out, const char *text, size_t length);
void mangle_quoted_printable(struct strbuf *out, const char *text, size_t length);
void mangle_quoted_printable_quoted(struct strbuf *out, const char *text, size_t length);
void mangle_fence(struct strbuf *out, const char *text, size_t length);
void mangle_tilde_fence(struct strbuf *out, const char *text, size_t length);
void mangle_bbcode(struct strbuf *out, const char *text, size_t length);
void mangle_pre(struct strbuf *out, const char *text, size_t length);
void mangle_utf16le_mark(struct strbuf *out, const char *text, size_t length);
void mangle_utf16be_mark(struct strbuf *out, const char *text, size_t length);
void mangle_utf16le(struct strbuf *out, const char *text, size_t length);
void mangle_utf16be(struct strbuf *out, const char *text, size_t length);
void mangle_utf8_mark(struct strbuf *out, const char *text, size_t length);
void mangle_latin_1(struct strbuf *out, const char *text, size_t length);

#endif
