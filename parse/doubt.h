/* What the checks of parse/consistency*.c share. */
#ifndef IOD_PARSE_DOUBT_H
#define IOD_PARSE_DOUBT_H

#include <glib.h>

#include "parse/evidence.h"
#include "parse/tool.h"

/* The checks of one text. */
struct doubt {
    const struct text *text;
    struct tool_output *output;
    struct evidence evidence;
    GHashTable *touched; /* paths to the last result that read or wrote them, owned */
    size_t drop;         /* the first of evidence.drops that was not passed */
    unsigned drops;      /* how many were passed */
    unsigned long binary_line, decimal_line; /* first result in units of either base */
    unsigned long generations[3]; /* first result of each generation of bonnie++ */
};

/* Returns the line of a result's figures, and the one of its command, or that of
 * the figures where none is known. */
unsigned long doubt_line(const struct result *result);
unsigned long doubt_command_line(const struct doubt *doubt, const struct result *result);

/* Returns a setting that the record states or its command gives ("name=value",
 * "--name=value", "-name value"), or NULL; borrowed.  Where the command gives it
 * more than once, it may be another job's: NULL. */
const char *doubt_setting(const struct result *result, const char *name);

/* Says whether the words of value, which commas divide, include word. */
bool doubt_lists(const char *value, const char *word);

/* Says whether a path names a device. */
bool doubt_is_device(const char *path);

/* Flags a result whose file of that many bytes is smaller than twice the memory
 * that the text states. */
void doubt_size(const struct doubt *doubt, struct result *result, double bytes);

/* Notes the generation of a result of bonnie++, before the checks. */
void doubt_note_generation(struct doubt *doubt, const struct result *result);

/* The checks of one tool's results; each is called once for each of them, in the
 * order of the text. */
void doubt_bonnie(struct doubt *doubt, struct result *result);
void doubt_dd(struct doubt *doubt, struct result *result);
void doubt_fio(struct doubt *doubt, struct result *result);

/* Checks the sums of fio's status groups; flags the jobs where they are more than
 * their sum. */
void doubt_fio_sums(struct doubt *doubt);

#endif
