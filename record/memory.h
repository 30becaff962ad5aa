/* Allocation that does not fail: see doc/decisions/0003-out-of-memory.md. */
#ifndef IOD_RECORD_MEMORY_H
#define IOD_RECORD_MEMORY_H

#include <stddef.h>

/* Returns size bytes, zeroed; the caller frees them with free().  When memory
 * is exhausted the program ends with a message and exit code 3: no caller could
 * do better.  Callers bound size themselves where input can drive it. */
void *memory_alloc(size_t size);

/* Resizes the array at array (or NULL) to hold nr elements of size bytes each,
 * like reallocarray(); ends the program when memory is exhausted or nr * size
 * overflows.  The caller owns the result. */
void *memory_resize(void *array, size_t nr, size_t size);

/* Makes room for one more element: array has nr elements of size bytes and room
 * for *room; where nr == *room the array is moved and *room raised.  Returns
 * the array, owned by the caller. */
void *memory_grow(void *array, size_t nr, size_t *room, size_t size);

/* Returns a copy of the string text, which the caller frees. */
char *memory_string(const char *text);

#endif
