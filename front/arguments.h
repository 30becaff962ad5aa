/* The command line "iodelta FILE… [report options]", taken apart. */
#ifndef IOD_FRONT_ARGUMENTS_H
#define IOD_FRONT_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

struct arguments {
    const char **files; /* operands, for parse; owned array of borrowed texts */
    size_t files_nr, files_room;
    const char **options; /* the rest, for report; likewise */
    size_t options_nr, options_room;
    bool wants_help, wants_version;
    bool is_quiet, is_verbose; /* also among the options */
};

/* Sorts nr arguments at argv into operands and options of report.  What follows
 * an option belongs to it, unless the option is one of those that take no
 * argument or has one already ("--by=cache", "-oFILE"); "--" makes operands of
 * all that follow.  The caller frees with arguments_free(). */
void arguments_split(struct arguments *arguments, char **argv, size_t nr);

void arguments_free(struct arguments *arguments);

#endif
