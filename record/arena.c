#include "record/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"

enum { FIRST_CHUNK = 4096, LARGEST_CHUNK = 1 << 20 };

struct chunk {
    struct chunk *next;
    size_t used;
    size_t size;
    max_align_t bytes[];
};

struct arena {
    struct chunk *chunks; /* the newest first */
    size_t bytes;
};

struct arena *arena_new(void)
{
    return memory_alloc(sizeof(struct arena));
}

void arena_free(struct arena *arena)
{
    if (!arena)
        return;
    struct chunk *chunk = arena->chunks;
    while (chunk) {
        struct chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
    free(arena);
}

size_t arena_bytes(const struct arena *arena)
{
    return arena->bytes;
}

static struct chunk *chunk_new(size_t wanted, const struct chunk *last)
{
    size_t size = last ? last->size * 2 : FIRST_CHUNK;
    if (size > LARGEST_CHUNK)
        size = LARGEST_CHUNK;
    if (size < wanted)
        size = wanted;
    struct chunk *chunk = memory_alloc(sizeof(struct chunk) + size);
    chunk->size = size;
    return chunk;
}

/* Returns size zeroed bytes at a place that is a multiple of align. */
static void *take(struct arena *arena, size_t size, size_t align)
{
    struct chunk *chunk = arena->chunks;
    size_t first = chunk ? (chunk->used + align - 1) / align * align : 0;
    if (size > SIZE_MAX / 2)
        size = SIZE_MAX / 2; /* memory_alloc() refuses it with a message */
    if (!chunk || first > chunk->size || chunk->size - first < size) {
        chunk = chunk_new(size, arena->chunks);
        chunk->next = arena->chunks;
        arena->chunks = chunk;
        arena->bytes += chunk->size;
        first = 0;
    }
    chunk->used = first + size;
    return (char *)chunk->bytes + first;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    return take(arena, size, _Alignof(max_align_t));
}

char *arena_text(struct arena *arena, const char *text, size_t length)
{
    char *copy = take(arena, length + 1, 1);
    if (length)
        memcpy(copy, text, length);
    return copy;
}

char *arena_string(struct arena *arena, const char *text)
{
    return text ? arena_text(arena, text, strlen(text)) : NULL;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    if (length < 0)
        return arena_text(arena, "", 0);
    char *text = arena_alloc(arena, (size_t)length + 1);
    va_start(values, format);
    vsnprintf(text, (size_t)length + 1, format, values);
    va_end(values);
    return text;
}

void *arena_grow(struct arena *arena, void *array, size_t nr, size_t *room, size_t size)
{
    if (nr < *room)
        return array;
    size_t more = *room ? *room * 2 : 4;
    void *moved = arena_alloc(arena, more * size);
    if (nr)
        memcpy(moved, array, nr * size);
    *room = more;
    return moved;
}
