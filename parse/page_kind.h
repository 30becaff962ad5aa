/* The kinds of pages: where the articles of each stand. */
#ifndef IOD_PARSE_PAGE_KIND_H
#define IOD_PARSE_PAGE_KIND_H

#include "parse/page.h"
#include "parse/page_token.h"

/* State of reading a page. */
struct page_reading {
    struct arena *arena;
    struct page *page;
    const char *bytes; /* UTF-8 */
    size_t length;
    const char *file;  /* the page as it was given */
    size_t file_length;
    size_t seen, seen_in_file; /* a place in both, to go on from */
};

/* Reads the articles of a kind; returns false where the page turns out to have none. */
struct page_kind {
    const char *name;
    const char *marks[2]; /* that the page holds, all of them; NULL for none */
    bool (*read)(struct page_reading *reading);
};

/* The kinds, the most certain first, ended by one without a name.  The last one reads
 * any page. */
extern const struct page_kind page_kinds[];

bool page_read_pipermail(struct page_reading *reading);
bool page_read_mhonarc(struct page_reading *reading);
bool page_read_hypermail(struct page_reading *reading);
bool page_read_threads(struct page_reading *reading);  /* a thread of public-inbox */
bool page_read_single(struct page_reading *reading);   /* a mail of public-inbox */
bool page_read_marc(struct page_reading *reading);     /* marc.info */
bool page_read_openwall(struct page_reading *reading); /* blists */
bool page_read_atom(struct page_reading *reading);     /* a feed of public-inbox */
bool page_read_comments(struct page_reading *reading); /* one below the other: GitHub, ... */

/* Adds an article whose text begins at that offset of reading->bytes. */
struct page_article *page_add_article(struct page_reading *reading, size_t offset);

/* Adds length bytes of text, which live in the arena, to an article as a part. */
void page_add_part(struct page_reading *reading, struct page_article *article, const char *name,
                   const char *text, size_t length);

/* Adds text in which lines name the parts of a mail ("[-- Attachment #2: a.txt --]" of
 * public-inbox and mutt, '["a.txt" (text/plain)]' of marc.info) as parts. */
void page_add_parts(struct page_reading *reading, struct page_article *article,
                    const char *text, size_t length);

/* Returns the text of the page from one offset to another, in the arena; *length gets its
 * length.  is_in_pre says that it begins inside of a <pre>. */
const char *page_text_of(struct page_reading *reading, size_t from, size_t until,
                         bool is_in_pre, size_t *length);

/* Moves the reader behind the next comment that starts with the word, in front of `until`.
 * *token gets it, without white space around. */
bool page_find_comment(struct page_reader *reader, const char *word, size_t until,
                       struct page_token *token);

/* Moves the reader behind the next opening tag of that name, in front of `until`. */
bool page_find_open(struct page_reader *reader, const char *name, size_t until,
                    struct page_token *token);

/* Returns the text of the element that the token opened, with its white space squeezed, in
 * the arena; NULL where it is empty.  Reads on behind it. */
const char *page_element_text(struct page_reading *reading, struct page_reader *reader,
                              const struct page_token *token);

/* Returns length bytes of the page with entities resolved, in the arena. */
const char *page_decoded(struct page_reading *reading, const char *at, size_t length);

/* Returns the first byte that is no white space; *length loses what is around. */
const char *page_trim(const char *at, size_t *length);

/* Returns the value of an attribute with entities resolved, in the arena, or NULL. */
const char *page_attribute_text(struct page_reading *reading, const struct page_token *token,
                                const char *name);

/* Returns the page's title, in the arena, or NULL. */
const char *page_title(struct page_reading *reading);

#endif
