#include "record/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void memory_exhausted(size_t size)
{
    fprintf(stderr, "iodelta: out of memory (%zu bytes wanted); use a smaller input\n", size);
    exit(3);
}

void *memory_alloc(size_t size)
{
    void *block = calloc(1, size ? size : 1);
    if (!block)
        memory_exhausted(size);
    return block;
}

void *memory_resize(void *array, size_t nr, size_t size)
{
    if (size && nr > SIZE_MAX / size)
        memory_exhausted(SIZE_MAX);
    size_t bytes = nr * size;
    void *block = realloc(array, bytes ? bytes : 1);
    if (!block)
        memory_exhausted(bytes);
    return block;
}

void *memory_grow(void *array, size_t nr, size_t *room, size_t size)
{
    if (nr < *room)
        return array;
    *room = *room ? *room * 2 : 8;
    return memory_resize(array, *room, size);
}

char *memory_string(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(memory_alloc(size), text, size);
}
