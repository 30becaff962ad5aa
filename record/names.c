#include "record/names.h"

#include <stdlib.h>
#include <string.h>

#include "record/memory.h"

enum { FIRST_SLOTS = 256 };

struct names {
    struct arena *arena;
    struct name **slots; /* open addressing; a power of two of them */
    size_t nr, slots_nr;
};

struct names *names_new(struct arena *arena)
{
    struct names *names = memory_alloc(sizeof *names);
    names->arena = arena;
    names->slots_nr = FIRST_SLOTS;
    names->slots = memory_alloc(FIRST_SLOTS * sizeof *names->slots);
    return names;
}

void names_free(struct names *names)
{
    if (!names)
        return;
    free(names->slots);
    free(names);
}

static uint64_t mix(uint64_t hash)
{
    hash ^= hash >> 32;
    hash *= UINT64_C(0xff51afd7ed558ccd);
    return hash ^ hash >> 29;
}

/* Of eight bytes at a time: the hash of record/hash.h, which takes them one by one, would
 * be most of the work.  It stays within the program, so it may be another on another
 * machine. */
static uint64_t hash_of(const char *text, size_t length)
{
    uint64_t hash = length * UINT64_C(0x9e3779b97f4a7c15), word;
    size_t i = 0;
    for (; i + sizeof word <= length; i += sizeof word) {
        memcpy(&word, text + i, sizeof word);
        hash = mix(hash ^ word);
    }
    word = 0;
    memcpy(&word, text + i, length - i);
    return mix(hash ^ word);
}

static void grow(struct names *names)
{
    size_t slots_nr = names->slots_nr * 2;
    struct name **slots = memory_alloc(slots_nr * sizeof *slots);
    for (size_t i = 0; i < names->slots_nr; i++) {
        struct name *name = names->slots[i];
        if (!name)
            continue;
        size_t slot = name->hash & (slots_nr - 1);
        while (slots[slot])
            slot = (slot + 1) & (slots_nr - 1);
        slots[slot] = name;
    }
    free(names->slots);
    names->slots = slots;
    names->slots_nr = slots_nr;
}

static bool is_written_plain(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < 0x20 || text[i] == '"' || text[i] == '\\')
            return false;
    return true;
}

struct name *names_add(struct names *names, const char *text, size_t length)
{
    uint64_t hash = hash_of(text, length);
    size_t slot = hash & (names->slots_nr - 1);
    for (struct name *name; (name = names->slots[slot]); slot = (slot + 1) & (names->slots_nr - 1))
        if (name->hash == hash && name->length == length && !memcmp(name->text, text, length))
            return name;
    struct name *name = arena_alloc(names->arena, sizeof *name);
    /* Aligned for whatever the bytes are. */
    char *copy = arena_alloc(names->arena, length + 1);
    memcpy(copy, text, length);
    name->text = copy;
    name->length = length;
    name->hash = hash;
    name->is_plain = is_written_plain(text, length);
    names->slots[slot] = name;
    if (++names->nr * 2 > names->slots_nr)
        grow(names);
    return name;
}
