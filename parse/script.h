/* Scripts: which lines of a text are part of a shell script. */
#ifndef IOD_PARSE_SCRIPT_H
#define IOD_PARSE_SCRIPT_H

#include <stdbool.h>

/* Returns how many blocks (for, while, if, case) a line opens, less those that it
 * closes. */
int script_depth(const char *line);

/* Says whether a script starts with the line: with its interpreter, or a loop. */
bool script_starts(const char *line);

/* Says whether a script goes on with the line outside of blocks: whether only a shell
 * would read it. */
bool script_goes_on(const char *line);

#endif
