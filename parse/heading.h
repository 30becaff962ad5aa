/* Headings: the lines above results that may name a configuration. */
#ifndef IOD_PARSE_HEADING_H
#define IOD_PARSE_HEADING_H

#include <stdbool.h>
#include <stddef.h>

#include "parse/label_rule.h"
#include "parse/text.h"

/* In the order in which the rules are tried; the name stands in records. */
enum heading_kind {
    HEADING_MARKDOWN,   /* ## Title */
    HEADING_UNDERLINED, /* a line of ==== below */
    HEADING_BOXED,      /* *** Title *** */
    HEADING_NUMBERED,   /* 2. Title */
    HEADING_PAIR,       /* Before, with the patch, baseline … */
    HEADING_COLON,      /* Title: */
    HEADING_MARKED,     /* @ title, * title */
    HEADING_BARE,       /* a short line of its own */
    HEADING_SENTENCE,   /* the end of a sentence, ending in a colon */
    HEADING_LEAD,       /* the first sentence of two lines directly above a command */
};

struct heading {
    enum heading_kind kind;
    size_t line;      /* index in the stream */
    const char *text; /* without marks, numbers and colon */
    unsigned depth;   /* 0 is outermost; set by heading_settle_depths() */
    unsigned run;     /* where it is the number of a repetition, else 0 */
    unsigned run_beside; /* the number that stood beside the text, else 0 */
};

struct headings {
    struct heading *at; /* in the order of lines */
    size_t nr;
    size_t room;
};

/* Finds the headings of a stream whose lines have their classes: the kinds above in
 * their order, with a look at what follows, since a line is a heading only above
 * results, commands, tables or further headings.  Everything lives in the arena. */
void heading_find(const struct text_stream *stream, struct arena *arena,
                  struct headings *headings);

/* Takes the numbers of runs off the texts ("NoCache, run 2") where one text has several.
 * heading_find() does. */
void heading_split_runs(struct headings *headings, struct arena *arena);

/* Sets the depths.  Marked-up headings have theirs by kind; among plain ones a
 * heading that stands directly above another is the outer one, and texts that
 * never do are the innermost. */
void heading_settle_depths(const struct text_stream *stream, struct headings *headings);

/* Returns the rule that finds that kind. */
enum label_rule heading_rule(enum heading_kind kind);

/* Says whether a paragraph of prose ends the headings of that kind (it does not
 * end those that are marked up). */
bool heading_ends_at_prose(enum heading_kind kind);

/* Says whether the text can be a heading at all: short, few words, no sentence
 * of its author, no mail header, date, address or footer. */
bool heading_is_title(const char *text);

#endif
