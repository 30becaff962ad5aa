/* Author: what each of those who write in a mail says of the kernel of their results. */
#ifndef IOD_PARSE_AUTHOR_H
#define IOD_PARSE_AUTHOR_H

#include "parse/label.h"
#include "parse/text.h"
#include "parse/tool.h"

/* Adds a kernel to the labels of results, one set for each result of output, where two
 * authors (depths of quotation) name one kernel each in their sentences, and not the same.
 * A result with a version among its labels keeps that. */
void author_label(const struct text *text, struct tool_output *output, struct labels *labels);

#endif
