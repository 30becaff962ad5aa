/* Context: which configuration each result was made with, from what stands
 * around it. */
#ifndef IOD_PARSE_CONTEXT_H
#define IOD_PARSE_CONTEXT_H

#include "parse/command.h"
#include "parse/text.h"
#include "parse/tool.h"

/* Labels the results of a text: config with its evidence, op where the tool does
 * not name one, run numbers, settings of job files.  The lines must have their
 * classes (line_class_settle()). */
void context_label(const struct text *text, const struct commands *commands,
                   struct tool_output *output);

#endif
