/* Claims: sentences in which an author says how much better or worse something was. */
#ifndef IOD_PARSE_CLAIM_H
#define IOD_PARSE_CLAIM_H

#include <stdbool.h>
#include <stddef.h>

#include "parse/text.h"
#include "parse/tool.h"

/* The claims of one text, in the order of streams and lines; all live in the arena of the
 * output. */
struct claim_list {
    struct record **at;
    size_t nr, room;
};

/* Says whether the text has marks of a claim at all: takes a small part of the time of
 * claim_find(). */
bool claim_may_hold(const struct text *text);

/* Finds the claims in the prose of a text whose lines have their class.  The results of
 * output tell which words name levels; a text without any must hold a word of a benchmark
 * unless is_free. */
void claim_find(struct text *text, const struct tool_output *output, bool is_free,
                struct claim_list *claims);

#endif
