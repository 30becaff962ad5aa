/* Forms: one result that stands in a text several times, as text, terse and JSON. */
#ifndef IOD_PARSE_FORM_H
#define IOD_PARSE_FORM_H

#include "parse/tool.h"

/* What the forms of fio's output are called in struct result: the later ones have
 * more digits, or more figures. */
enum form { FORM_TEXT, FORM_TERSE, FORM_JSON };

/* Marks as superseded what stands in the same stream in a higher form as well: results
 * of one tool, job, group, operation and run time (which fio prints in whole
 * milliseconds in every form) whose IOPS agree.  A result that stays gets what
 * only the other form tells (params, number of jobs, number of I/Os).  output->repeated_forms counts
 * those left out. */
void form_settle(struct tool_output *output);

#endif
