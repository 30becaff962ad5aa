/* What pages say of an article: dates, ids, and headers that became text. */
#ifndef IOD_PARSE_PAGE_FIELD_H
#define IOD_PARSE_PAGE_FIELD_H

#include "parse/page.h"

/* Returns a date as a record has it, in the arena, or NULL where the text is none that is
 * understood: "Tue, 1 Oct 2013 01:30:23 +0200 (CEST)", "Tue Oct  1 01:30:23 UTC 2013",
 * "2013-10-01 01:30 UTC", "2013-10-01T01:30:23Z", "20131001013023".  Without a zone it is
 * taken for UTC. */
const char *page_field_date(struct arena *arena, const char *text, size_t length);

/* Returns a message-id in angle brackets, in the arena, or NULL where there is none in the
 * text.  marc.info's " () " and " ! " become '@' and '.'. */
const char *page_field_id(struct arena *arena, const char *text, size_t length);

/* Returns the id at the end of a link to a mail (".../id/", NULL for none), in the arena, or
 * NULL. */
const char *page_field_link_id(struct arena *arena, const char *href);

/* Returns the text without white space around and with single blanks inside, in the arena;
 * NULL for nothing. */
const char *page_field_text(struct arena *arena, const char *text, size_t length);

/* Resolves "%3C" and its like, in the arena. */
const char *page_field_unescape(struct arena *arena, const char *text, size_t length);

/* Takes one line "Name: value" for the article where the name is one of a mail's header,
 * in any case and behind marks of lists and tables.  Returns whether the name was one. */
bool page_field_take(struct arena *arena, struct page_article *article, const char *line,
                     size_t length);

/* Takes the header at the start of a text.  Returns where the text goes on, behind the
 * blank line, or NULL where there is no header of two known fields. */
const char *page_field_header(struct arena *arena, struct page_article *article,
                              const char *text, size_t length);

#endif
