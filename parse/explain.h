/* Explain: an account of how the results of a message got their labels. */
#ifndef IOD_PARSE_EXPLAIN_H
#define IOD_PARSE_EXPLAIN_H

#include <stdio.h>

#include "parse/findings.h"

/* Writes the account of one message to out: its results, those with the same labels
 * together; the rule, the text and the line behind each label and each number of a run;
 * the settings; and what was found and not used.  parse_take() has had the findings.
 * Returns 0, or -1 where out failed. */
int explain_write(const struct findings *findings, FILE *out);

#endif
