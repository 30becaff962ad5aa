/* Consistency: every result is checked against itself. */
#ifndef IOD_PARSE_CONSISTENCY_H
#define IOD_PARSE_CONSISTENCY_H

#include <stdbool.h>

#include "parse/tool.h"

/* Checks each result of a text, once it has its labels: what is unsound is left
 * out or replaced and flagged by a code of record/warning.h, with the line of the
 * evidence.  The text is the one that the results were found in. */
void consistency_check(const struct text *text, struct tool_output *output);

/* Returns whether a computed value fits a printed one, whose last digit is worth
 * digit_value: within one of that digit (some programs cut, some round), or one
 * per mille. */
bool consistency_agrees(double computed, double printed, double digit_value);

#endif
