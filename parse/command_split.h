/* The words of a command. */
#ifndef IOD_PARSE_COMMAND_SPLIT_H
#define IOD_PARSE_COMMAND_SPLIT_H

#include "parse/command.h"

/* Splits command->text as a shell does; sets the program and the words behind it, which live
 * in the arena. */
void command_split(struct arena *arena, struct command *command);

#endif
