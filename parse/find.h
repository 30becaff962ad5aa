/* Finds words in bytes. */
#ifndef IOD_PARSE_FIND_H
#define IOD_PARSE_FIND_H

#include <stddef.h>

/* Returns where the word of size bytes, at least 2, first stands in length bytes, NULL where it
 * does not.  memmem() of the C library prepares itself for longer words than this is for. */
const char *find_word(const char *bytes, size_t length, const char *word, size_t size);

#endif
