/* Loops of the shell: which of its items each result of a loop belongs to. */
#ifndef IOD_PARSE_LOOP_H
#define IOD_PARSE_LOOP_H

#include "parse/command.h"
#include "parse/label.h"
#include "parse/tool.h"

/* Labels results whose executions stand below a loop over named items, "for s in noop cfq;
 * do echo $s > …/scheduler; dd …; done", and are as many as it gives; loops inside loops
 * too.  A variable that only counts, or that no command of the body reads for a setting, is
 * no label. */
void loop_label(const struct text *text, const struct commands *commands,
                const struct tool_output *output, struct labels *labels);

#endif
