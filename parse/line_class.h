/* Line classes: what the lines that no tool claimed are. */
#ifndef IOD_PARSE_LINE_CLASS_H
#define IOD_PARSE_LINE_CLASS_H

#include "parse/text.h"

/* Sets the class of every line that is LINE_PROSE where it is something else:
 * blank, a rule, a job file, a patch, a table row, a signature or footer. */
void line_class_settle(struct text *text);

/* Says whether the line is one that tools print: LINE_RESULT or LINE_DETAIL. */
bool line_class_is_output(const struct text_line *line);

#endif
