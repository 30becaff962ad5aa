/* Echoes: lines that an echo of a script in the same text will have printed. */
#ifndef IOD_PARSE_ECHO_H
#define IOD_PARSE_ECHO_H

#include <stddef.h>

#include "parse/command.h"
#include "parse/text.h"

enum { ECHO_VARIABLES = 8 };

/* A line (or a few, where mail has wrapped it) that fits a template. */
struct echo_hit {
    size_t stream;
    size_t line, nr;    /* first line in the stream, and how many */
    const char *text;   /* joined */
    const char *names[ECHO_VARIABLES];  /* of the shell variables */
    const char *values[ECHO_VARIABLES]; /* what stands in their places */
    size_t variables;
};

struct echo_hits {
    struct echo_hit *at; /* in the order of streams and lines */
    size_t nr;
    size_t room;
};

/* Makes a template of each echo in a script that prints a variable beside words
 * of its own, and finds the lines of prose that fit one, alone or joined with up
 * to three lines below.  The text's arena holds everything. */
void echo_find(const struct text *text, const struct commands *commands,
               struct echo_hits *hits);

#endif
