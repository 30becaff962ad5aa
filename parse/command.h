/* Commands: the shell lines and scripts that stand between results. */
#ifndef IOD_PARSE_COMMAND_H
#define IOD_PARSE_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "parse/text.h"

struct command {
    size_t stream;       /* index in text->streams */
    size_t first, last;  /* its lines in the stream */
    const char *text;    /* joined, without the prompt; of a list ("a; b") its own part */
    const char *whole;   /* all that stands in its lines, joined */
    size_t offset;       /* where its own part starts in whole */
    const char *program; /* "dd", "fio", …: the first word behind sudo, time and the like */
    const char **words;  /* the rest, split at blanks; quotes are kept together and taken off */
    size_t nr;
    bool is_script;      /* a line of a script's text: it was not run here */
};

struct commands {
    struct arena *arena; /* borrowed */
    struct command *at;  /* in the order of streams and lines */
    size_t nr;
    size_t room;
};

/* Finds the commands of a text, joins those that were wrapped or continued, and
 * sets the classes LINE_COMMAND and LINE_SCRIPT.  A line without a prompt counts
 * only where it starts with a benchmark and an operand of it.  A dd with its
 * figures in the same line is a command too, but the line keeps its class. */
void command_scan(struct text *text, struct commands *commands);

/* Returns the next command of the stream that starts above line `end` of it, NULL where
 * there is none.  *next, 0 before the first call, is where the walk goes on in
 * commands->at: streams, and the lines of each, are asked for from the top down. */
const struct command *command_next(const struct commands *commands, size_t *next, size_t stream,
                                   size_t end);

/* Returns the value of the operand name=value, or NULL; borrowed. */
const char *command_operand(const struct command *command, const char *name);

/* Returns the value that the text gives a shell variable, whose name has length
 * bytes, above the command; NULL for none, or one that is no plain text.  Borrowed. */
const char *command_variable(const struct commands *commands, const struct command *command,
                             const char *name, size_t length);

#endif
