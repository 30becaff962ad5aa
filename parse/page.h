/* Pages: HTML as list archives, issue trackers and mail programs write it. */
#ifndef IOD_PARSE_PAGE_H
#define IOD_PARSE_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/arena.h"

/* A piece of an article that a mail has as a part of its own. */
struct page_part {
    const char *name; /* of an attachment, else "" */
    const char *text; /* UTF-8 */
    size_t length;
};

/* A mail, or what somebody wrote below another one.  Strings are NULL where the page does
 * not have them; addresses stay as the page has them. */
struct page_article {
    const char *message_id; /* in angle brackets */
    const char *date;       /* UTC, "2013-07-28T12:22:50Z" */
    const char *subject;
    const char *from;
    uint64_t offset; /* byte of the page where its text begins; of the line, where the page
                      * is not in UTF-8 */
    struct page_part *parts;
    size_t nr, room;
};

struct page {
    const char *kind; /* "pipermail", "mhonarc", ... as named in page_kind.c */
    struct page_article *articles;
    size_t nr, room;
};

/* Says whether a file is an HTML page, by how it begins.  What a benchmark wrote as a page
 * (bonnie++'s bon_csv2html) is output of a tool, and no page here. */
bool page_is_html(const char *bytes, size_t length);

/* Reads length bytes of a page into *page, in the arena: its articles in their order, at
 * least one.  Takes time and memory in proportion to the length, whatever is in it. */
void page_read(struct arena *arena, const char *bytes, size_t length, struct page *page);

/* Returns the text of an HTML part of a mail, in the arena; *size gets its length. */
const char *page_to_text(struct arena *arena, const char *bytes, size_t length, size_t *size);

#endif
