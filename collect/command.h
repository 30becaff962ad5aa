/* Commands: other programs that a campaign needs. */
#ifndef IOD_COLLECT_COMMAND_H
#define IOD_COLLECT_COMMAND_H

#include "record/diag.h"

/* Runs the program at path with these words, NULL at their end, and waits for it: standard input
 * is empty, standard output goes to the descriptor output, or to standard error where that is
 * -1.  Nothing else that is open here is handed on, and signals are as they were when this
 * program began.  Returns its exit status, 128 + N where signal N ended it; or -1 and *diag
 * where it could not be run. */
int command_run(const char *path, const char *const *words, int output, struct diag *diag);

/* Runs a line of the user by sh with level as $1 and key as $2; neither ever stands in its text.
 * Returns 0; or -1 and *diag where it could not be run or did not exit with 0. */
int command_hook(const char *line, const char *key, const char *level, struct diag *diag);

#endif
