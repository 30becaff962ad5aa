/* The parts of finding headings, which heading.c puts together. */
#ifndef IOD_PARSE_HEADING_PARTS_H
#define IOD_PARSE_HEADING_PARTS_H

#include "parse/heading.h"

/* Says whether the text starts so, without regard to case. */
bool heading_starts(const char *text, const char *start);

/* Returns how many words stand in the text. */
size_t heading_words(const char *text);

/* Returns length bytes without blanks around them and the colon or dash at their end, in
 * the arena. */
const char *heading_trimmed(struct arena *arena, const char *at, size_t length);

/* Says whether the text begins with one of a before and after: "patched", "without …". */
bool heading_is_pair_word(const char *text);

/* Says whether line `at` of the stream is prose and not blank. */
bool heading_is_text(const struct text_stream *stream, size_t at);

/* Returns what a heading in an author's own words names, without what leads to it: "and on
 * reiserfs" is reiserfs, "yes, with SLOG it is" with SLOG, "here are numbers from my laptop"
 * laptop; NULL where it names nothing.  In the arena, or the text itself. */
const char *heading_plain(struct arena *arena, const char *text);

/* Returns what the end of a sentence that leads to figures names, which mail may have
 * wrapped, or the title in two lines; NULL where line `at` is neither.  In the arena. */
const char *heading_sentence(struct arena *arena, const struct text_stream *stream, size_t at);

/* Returns what a sentence with a colon at its end says from its "before" or "after" on, where
 * another such sentence of the stream has the other word: "it gives this before the patch:"
 * and "and this after:".  NULL where line `at` is none.  In the arena. */
const char *heading_partner(struct arena *arena, const struct text_stream *stream, size_t at);

/* Returns the first sentence of a short paragraph directly above a command, "Second case
 * with half of the requests" and what goes on in the next line, where line `at` begins one;
 * else NULL.  In the arena. */
const char *heading_lead(struct arena *arena, const struct text_stream *stream, size_t at);

#endif
