/* Options: one table per program drives parsing, --help and the test of the man
 * page. */
#ifndef IOD_RECORD_OPT_H
#define IOD_RECORD_OPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum opt_kind {
    OPT_SECTION, /* no option: a heading in --help, in help */
    OPT_FLAG,    /* no argument; target is a bool */
    OPT_TEXT,    /* target is a const char *, borrowed from argv; the last one counts */
    OPT_LIST,    /* may be repeated; target is a struct opt_list */
    OPT_NUMBER,  /* target is a double, within least and most */
    OPT_HELP,    /* prints help and ends with opt_parse() returning OPT_DONE */
    OPT_VERSION,
};

struct opt_list {
    const char **at; /* borrowed texts; the array is freed with opt_list_free() */
    size_t nr;
    size_t room;
};

struct opt_row {
    enum opt_kind kind;
    const char *name;     /* long name, without dashes */
    char letter;          /* short name, 0 if none */
    const char *argument; /* how --help names the argument, NULL for a flag */
    void *target;
    const char *help; /* one sentence, no full stop */
    double least, most;
};

struct opt_program {
    const char *name;
    const char *summary;  /* one sentence */
    const char *usage;    /* what follows the name: "[OPTION]... [FILE]..." */
    const char *example;  /* lines for --help, each ended by a newline */
    const struct opt_row *rows; /* ended by a row whose name and help are NULL */
    /* Stores up to room long names that the program takes out of argv by itself, which an
     * unknown one may have meant, and returns how many; NULL where there are none. */
    size_t (*more_names)(const char **names, size_t room);
};

/* The rows that all programs share; put them into the table as OPT_COMMON(output,
 * is_quiet, is_verbose). */
#define OPT_COMMON(output, is_quiet, is_verbose)                                                   \
    {OPT_SECTION, NULL, 0, NULL, NULL, "Common options", 0, 0},                                    \
    {OPT_TEXT, "output", 'o', "FILE", &(output), "write to FILE instead of standard output", 0, 0},\
    {OPT_FLAG, "quiet", 'q', NULL, &(is_quiet), "print errors only", 0, 0},                        \
    {OPT_FLAG, "verbose", 'v', NULL, &(is_verbose), "print notes as well", 0, 0},                  \
    {OPT_HELP, "help", 'h', NULL, NULL, "print this help", 0, 0},                                  \
    {OPT_VERSION, "version", 'V', NULL, NULL, "print the version", 0, 0}

enum opt_result {
    OPT_GO,    /* parsed; *first is the first operand */
    OPT_DONE,  /* --help or --version was printed to stdout */
    OPT_WRONG, /* usage error; a message with the nearest name was printed to stderr */
};

/* Parses argv by the table.  Operands may stand between options; "--" ends the
 * options.  *first gets the index in argv (which is reordered) of the first
 * operand.  Long names may be cut where that is unambiguous. */
enum opt_result opt_parse(const struct opt_program *program, int argc, char **argv, int *first);

/* Writes the long help to out. */
void opt_print_help(const struct opt_program *program, FILE *out);

/* Writes "usage: …" and a pointer to --help to out. */
void opt_print_usage(const struct opt_program *program, FILE *out);

/* Ends what was printed to stdout: flushes it.  Returns false, with a message on
 * stderr, where not every byte was taken. */
bool opt_end_output(const struct opt_program *program);

/* Sets *nearest to that of the nr names which is nearest to wrong by
 * edit distance; returns false where none is near enough to be meant. */
bool opt_nearest(const char *wrong, const char *const *names, size_t nr, const char **nearest);

/* Adds a text, which is borrowed. */
void opt_list_add(struct opt_list *list, const char *text);
void opt_list_free(struct opt_list *list);

#endif
