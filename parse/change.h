/* Changes: the claims that tables print beside their figures get their labels. */
#ifndef IOD_PARSE_CHANGE_H
#define IOD_PARSE_CHANGE_H

#include "parse/claim.h"
#include "parse/tool.h"

/* Gives the claims of the changes of output, whose results have their labels, config, op and
 * what they compare, and adds them to claims. */
void change_settle(const struct tool_output *output, struct claim_list *claims);

/* Names the results that the claims compare, once these have their ids. */
void change_name_results(const struct tool_output *output);

#endif
