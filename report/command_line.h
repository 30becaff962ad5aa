/* The command that was given, for a page that says how it was made. */
#ifndef IOD_REPORT_COMMAND_LINE_H
#define IOD_REPORT_COMMAND_LINE_H

#include "record/strbuf.h"

/* Appends the command as a shell reads it, without -o and its file: the same page may go
 * anywhere.  program: the name to give; argv as main() has it, before options and files are
 * put in order. */
void command_line_note(struct strbuf *command, const char *program, int argc, char *const *argv);

#endif
