/* The tokens of an HTML page: tags, comments and the text between them.
 *
 * A reader of its own, since pages are hostile input: libxml2's keeps nothing that is
 * nested deeper than 256 elements, no text behind 10 MB in one piece, and takes time in
 * the square of the attributes of a tag. This one takes time in the length of the page
 * alone. */
#ifndef IOD_PARSE_PAGE_TOKEN_H
#define IOD_PARSE_PAGE_TOKEN_H

#include <stdbool.h>
#include <stddef.h>

#include "record/strbuf.h"

/* What an element means to a text. */
enum page_role {
    PAGE_INLINE, /* nothing */
    PAGE_VOID,   /* nothing, and it has no end tag */
    PAGE_BLOCK,  /* begins and ends lines */
    PAGE_PARAGRAPH, /* with a blank line around it */
    PAGE_BREAK,
    PAGE_RULE,
    PAGE_PRE,
    PAGE_QUOTE,
    PAGE_LIST,
    PAGE_ITEM,
    PAGE_HEADING,
    PAGE_TABLE,
    PAGE_ROW,
    PAGE_CELL,
    PAGE_SKIP, /* what is in it is no text of the page */
    PAGE_RAW,  /* the same, and tags in it are none */
};

struct page_element {
    const char *name; /* lower case */
    enum page_role role;
};

enum page_token_kind { PAGE_TEXT, PAGE_OPEN, PAGE_CLOSE, PAGE_COMMENT };

struct page_token {
    enum page_token_kind kind;
    const struct page_element *element; /* of a tag */
    const char *at;                     /* the text; of a comment what is in it, of a tag */
    size_t length;                      /* its attributes */
    size_t start;                       /* offset of the token in the page */
};

/* State of reading; a copy reads on from the same place. */
struct page_reader {
    const char *bytes; /* borrowed */
    size_t length;
    size_t at;
    const struct page_element *raw; /* whose end is waited for */
    bool has_no_end[4]; /* of a comment, of a value in " and in ', of a tag: none is left */
    const struct page_element *unclosed[8]; /* that page_skip() looked for in vain */
    unsigned unclosed_nr;
};

/* Starts at offset `at` of length bytes of UTF-8, which are borrowed. */
void page_reader_init(struct page_reader *reader, const char *bytes, size_t length, size_t at);

/* Gets the next token; returns false at the end.  Every byte is in one token: what is no
 * tag of HTML is text. */
bool page_next(struct page_reader *reader, struct page_token *token);

/* Moves behind the end of the element that the token opened.  Returns false, and does not
 * move, where it has none. */
bool page_skip(struct page_reader *reader, const struct page_token *token);

/* Says whether the token is that tag, by its lower-case name. */
bool page_is(const struct page_token *token, enum page_token_kind kind, const char *name);

/* Gets the value of an attribute of an opening tag, as it stands in the page (borrowed);
 * returns false where it has none of that name. */
bool page_attribute(const struct page_token *token, const char *name, const char **value,
                    size_t *length);

/* Says whether the value of the attribute holds the word, in any case. */
bool page_attribute_holds(const struct page_token *token, const char *name, const char *word);

/* Adds length bytes of a page to the buffer, with entities resolved. */
void page_decode(struct strbuf *buf, const char *at, size_t length);

#endif
