/* Unread forms: input that is known, and not read by this version. */
#ifndef IOD_PARSE_UNREAD_H
#define IOD_PARSE_UNREAD_H

#include <stddef.h>

/* Says what length bytes are where they are of a form that is known but not read
 * (compressed, a page, …), and what the user can do: *mend is set.  Returns a
 * constant, or NULL where the form is not known.  For files without any result. */
const char *unread_form(const char *bytes, size_t length, const char **mend);

#endif
