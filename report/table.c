#include "report/table.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "record/arena.h"
#include "record/hash.h"
#include "record/memory.h"

struct entry {
    uint64_t hash;
    const char *key;
    size_t length;
};

/* slots holds numbers of entries plus 1, 0 where free; room is a power of 2. */
struct table {
    struct arena *arena;
    struct entry *entries;
    size_t nr, entries_room;
    size_t *slots;
    size_t room;
};

struct table *table_new(void)
{
    struct table *table = memory_alloc(sizeof *table);
    table->arena = arena_new();
    table->room = 64;
    table->slots = memory_alloc(table->room * sizeof *table->slots);
    return table;
}

void table_free(struct table *table)
{
    if (!table)
        return;
    arena_free(table->arena);
    free(table->entries);
    free(table->slots);
    free(table);
}

/* Returns the slot where the key stands or belongs. */
static size_t find_slot(const struct table *table, const void *key, size_t length, uint64_t hash)
{
    size_t slot = (size_t)hash & (table->room - 1);
    while (table->slots[slot]) {
        const struct entry *entry = &table->entries[table->slots[slot] - 1];
        if (entry->hash == hash && entry->length == length && !memcmp(entry->key, key, length))
            break;
        slot = (slot + 1) & (table->room - 1);
    }
    return slot;
}

static void enlarge(struct table *table)
{
    free(table->slots);
    table->room *= 2;
    table->slots = memory_alloc(table->room * sizeof *table->slots);
    for (size_t i = 0; i < table->nr; i++) {
        size_t slot = (size_t)table->entries[i].hash & (table->room - 1);
        while (table->slots[slot])
            slot = (slot + 1) & (table->room - 1);
        table->slots[slot] = i + 1;
    }
}

size_t table_add(struct table *table, const void *key, size_t length)
{
    uint64_t hash = hash_bytes(key, length);
    size_t slot = find_slot(table, key, length, hash);
    if (table->slots[slot])
        return table->slots[slot] - 1;
    table->entries =
        memory_grow(table->entries, table->nr, &table->entries_room, sizeof *table->entries);
    const char *copy = arena_text(table->arena, key, length);
    table->entries[table->nr++] = (struct entry){hash, copy, length};
    table->slots[slot] = table->nr;
    if (table->nr * 4 > table->room * 3)
        enlarge(table);
    return table->nr - 1;
}

size_t table_find(const struct table *table, const void *key, size_t length)
{
    size_t slot = find_slot(table, key, length, hash_bytes(key, length));
    return table->slots[slot] ? table->slots[slot] - 1 : TABLE_NONE;
}

size_t table_nr(const struct table *table)
{
    return table->nr;
}

const char *table_key(const struct table *table, size_t number)
{
    return table->entries[number].key;
}
