/* Unread forms: input that is known, and not read by this version. */
#ifndef IOD_PARSE_UNREAD_H
#define IOD_PARSE_UNREAD_H

#include <stddef.h>

struct unread_form {
    const char *what, *mend; /* what it is, and what the user can do */
};

/* Returns the form of length bytes where it is one that is known but not read
 * (a page, …): a constant, or NULL.  For files without any result. */
const struct unread_form *unread_find(const char *bytes, size_t length);

#endif
