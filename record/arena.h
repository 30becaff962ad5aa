/* An arena: memory that is handed out piece by piece and freed in one go. */
#ifndef IOD_RECORD_ARENA_H
#define IOD_RECORD_ARENA_H

#include <stddef.h>

struct arena;

/* Returns an empty arena, which the caller frees with arena_free(). */
struct arena *arena_new(void);

/* Frees the arena and everything in it; NULL is allowed. */
void arena_free(struct arena *arena);

/* Returns how many bytes the arena holds in all. */
size_t arena_bytes(const struct arena *arena);

/* Returns size zeroed bytes, aligned for any type, that live as long as the
 * arena. */
void *arena_alloc(struct arena *arena, size_t size);

/* Copies length bytes of text into the arena and ends them with a NUL; the
 * result lives as long as the arena. */
char *arena_text(struct arena *arena, const char *text, size_t length);

/* Copies the string text into the arena; NULL gives NULL. */
char *arena_string(struct arena *arena, const char *text);

/* Formats into the arena, as printf() does. */
char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Makes room for one more element in an array that lives in the arena: array
 * has nr elements of size bytes and room for *room.  A moved array leaves its
 * old place unused until the arena is freed. */
void *arena_grow(struct arena *arena, void *array, size_t nr, size_t *room, size_t size);

#endif
