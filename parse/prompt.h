/* Prompts: the host on which a command was given. */
#ifndef IOD_PARSE_PROMPT_H
#define IOD_PARSE_PROMPT_H

#include "record/arena.h"

/* Returns the host that the prompt in front of a command names, "root@alpha:~# ls", "[jo@alpha
 * dir]$ ls", "alpha$ ls", in the arena; NULL where there is no prompt, or it names none. */
const char *prompt_host(struct arena *arena, const char *line);

/* Returns the host that a program which runs a command on many of them prints above the output
 * of each: "[1] 09:42:11 [SUCCESS] node1", "node1 | CHANGED | rc=0 >>"; in the arena, NULL for
 * none. */
const char *prompt_remote(struct arena *arena, const char *line);

#endif
