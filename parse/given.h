/* Given labels: what the user says of configurations, where rules cannot know. */
#ifndef IOD_PARSE_GIVEN_H
#define IOD_PARSE_GIVEN_H

#include "parse/text.h"
#include "parse/tool.h"
#include "record/diag.h"

enum given_kind {
    GIVEN_LABEL,  /* "cache=^(NoCache|WriteBack)$": the first group is the level, from its
                   * line on */
    GIVEN_RENAME, /* "old=new" for a factor, "factor:old=new" for a level; without
                   * the new name it is taken out */
    GIVEN_SET,    /* "kernel=6.1" for all results */
};

/* All that was given.  Once it is complete, given_apply() may run in several threads. */
struct given;

/* Returns an empty one, which the caller frees with given_free(). */
struct given *given_new(void);
void given_free(struct given *given);

/* Adds one.  input says for which documents and messages: NULL for all, else a pattern of
 * the shell over the path ('*' fits slashes as well; one without a slash fits the name
 * alone), or a message-id in angle brackets.  path and line say where the user wrote it
 * (NULL and 0 for the command line).  All texts are copied.  Returns 0, or -1 with *diag. */
int given_add(struct given *given, enum given_kind kind, const char *input, const char *text,
              const char *path, unsigned long line, struct diag *diag);

/* Adds what a labels file says: sections "[input]" with lines "set = ...", "label = ...",
 * "rename = ..."; a '#' or ';' begins a line that does not count.  Returns 0; -1 with *diag
 * where a line is wrong; -2 with *diag where the file cannot be read. */
int given_read(struct given *given, const char *path, struct diag *diag);

/* What patterns found in the pieces of a document so far, which stays in force in the
 * next one.  Used by one thread at a time. */
struct given_carry;

/* Returns one in which nothing is in force, or NULL for NULL; the caller frees it with
 * given_carry_free().  It borrows the labels. */
struct given_carry *given_carry_new(struct given *given);
void given_carry_free(struct given_carry *carry);

/* Forgets the document before.  carry may be NULL. */
void given_carry_begin(struct given_carry *carry);

/* The message that labels are given to. */
struct given_message {
    struct given *given; /* borrowed; NULL for none */
    const char *path;    /* of the document */
    const char *id;      /* NULL where there is none */
    struct given_carry *carry; /* of the document that the message is a piece of, or NULL */
};

/* Labels the records of a message: first the patterns, over its lines in the order in
 * which they stand in it, then new names, then what is set; of two for one factor the one
 * given last counts.  Returns the line at which a pattern took too long, 0 for none.
 * A piece of a document goes on from the one before; lines of that are not tried again. */
unsigned long given_apply(const struct given_message *message, const struct text *text,
                          struct tool_output *output);

/* Says to the sink what of the patterns, names and inputs never fitted. */
void given_say_unused(const struct given *given, const struct diag_sink *sink);

#endif
