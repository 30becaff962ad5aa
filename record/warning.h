/* Warning codes: the one list of what can be doubtful about a record. */
#ifndef IOD_RECORD_WARNING_H
#define IOD_RECORD_WARNING_H

#include <stddef.h>

enum warning_weight {
    WARNING_NOTE,   /* the figure stands; a reader should know */
    WARNING_DOUBT,  /* the figure may mislead */
    WARNING_UNSOUND /* a figure was left out or replaced */
};

struct warning {
    const char *code; /* as it stands in records: lower case, hyphens */
    enum warning_weight weight;
    const char *title;   /* a few words for a list */
    const char *meaning; /* a sentence or two: what was seen and what it means */
};

/* Returns the warning of that code, or NULL for an unknown one. */
const struct warning *warning_find(const char *code);

/* Returns all warnings as an array of *nr. */
const struct warning *warning_list(size_t *nr);

#endif
