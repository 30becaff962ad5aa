/* Context: which configuration each result was made with, from what stands
 * around it. */
#ifndef IOD_PARSE_CONTEXT_H
#define IOD_PARSE_CONTEXT_H

#include "parse/command.h"
#include "parse/given.h"
#include "parse/text.h"
#include "parse/tool.h"

/* Labels the results of a text: config with its evidence, op where the tool does
 * not name one, run numbers, settings of job files.  The lines must have their
 * classes (line_class_settle()).  Labels of given (NULL for none) go before those of the
 * text; series get them as well. */
void context_label(const struct text *text, const struct commands *commands,
                   const struct given_message *given, struct tool_output *output);

#endif
