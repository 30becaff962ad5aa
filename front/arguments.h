/* The command line "iodelta FILE… [option]…", taken apart. */
#ifndef IOD_FRONT_ARGUMENTS_H
#define IOD_FRONT_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "record/opt.h"

/* A growing list of arguments; an owned array of borrowed texts. */
struct argument_list {
    const char **at;
    size_t nr, room;
};

struct arguments {
    char **files; /* the operands, a part of argv */
    size_t files_nr;
    struct argument_list parse;  /* options for iodelta-parse */
    struct argument_list report; /* options for iodelta-report */
    bool wants_help, wants_version;
};

/* Sorts the arguments into operands and the options of both programs, each with
 * its argument behind it; argv is reordered.  Names may be cut short, as in those
 * programs.  program is what messages name; its table is not read.  Returns false
 * where an option is unknown or lacks its argument: a message was printed.  The
 * caller frees with arguments_free(). */
bool arguments_split(struct arguments *arguments, const struct opt_program *program, int argc,
                     char **argv);

void arguments_free(struct arguments *arguments);

#endif
