/* Facts of a host on their way into a record: flat names with texts. */
#ifndef IOD_COLLECT_FACTS_H
#define IOD_COLLECT_FACTS_H

#include <stdbool.h>
#include <stddef.h>

#include "record/record.h"

/* What stands where a fact is not to be had, so that a reader can tell "was not
 * there" from "was not asked for". */
#define FACTS_ABSENT "absent"
#define FACTS_UNREADABLE "unreadable"

/* What stands where the file of a fact is empty: no limit, no processor … */
#define FACTS_NONE "none"

enum {
    FACTS_NAME_SIZE = 192,
    FACTS_VALUE_SIZE = 2048,
};

struct facts {
    struct record *record; /* borrowed; facts go into record->facts */
    const char *root;      /* borrowed; put before every path, "" for this host */
    bool is_identified;    /* serial numbers, host names and the like are wanted */
};

/* How the value of a fact stands in its file. */
enum facts_form {
    FACTS_LINE,     /* the first line */
    FACTS_LINES,    /* all lines */
    FACTS_CHOICE,   /* the word in brackets: "none [mq-deadline]" */
    FACTS_IDENTITY, /* the first line, only where is_identified */
};

struct facts_row {
    const char *name;
    const char *path;
    enum facts_form form;
};

/* Sets a fact; value NULL or "" is FACTS_ABSENT.  The name is name, or prefix,
 * a dot and name where prefix is not NULL. */
void facts_set(struct facts *facts, const char *prefix, const char *name, const char *value);

/* Sets a fact to a formatted value of at most FACTS_VALUE_SIZE - 1 bytes. */
void facts_printf(struct facts *facts, const char *prefix, const char *name, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));

/* Reads a file into value, of size bytes, in the given form.  Where it is not
 * there value is FACTS_ABSENT, where it may not be read FACTS_UNREADABLE, where
 * it is empty FACTS_NONE.  Returns whether the file was read. */
bool facts_read(const struct facts *facts, const char *path, enum facts_form form, char *value,
                size_t size);

/* Sets the facts of the nr rows: prefix as in facts_set(), folder before each
 * path.  A fact that is not to be had is set to the words above, or left out
 * where skips_absent. */
void facts_table(struct facts *facts, const char *prefix, const char *folder,
                 const struct facts_row *rows, size_t nr, bool skips_absent);

#endif
