/* Libraries that few inputs need: loaded when the first of these is met. */
#ifndef IOD_PARSE_LIBRARY_H
#define IOD_PARSE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* A function of a library, and the pointer that gets its address. */
struct library_symbol {
    const char *name;
    void *to; /* points to a pointer to a function of that type */
};

/* Loads the library of that name, with the number of its interface ("libz.so.1"), and sets the
 * nr pointers.  It stays until the program ends.  Returns false where it, or a function, is
 * missing: then the pointers are not to be used. */
bool library_load(const char *name, const struct library_symbol *symbols, size_t nr);

#endif
