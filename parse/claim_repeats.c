#include "parse/claim_repeats.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>

#include "record/hash.h"
#include "record/memory.h"
#include "record/strbuf.h"

struct met {
    uint64_t key; /* 0 for a free place */
    uint64_t id;
};

/* Open addressing; at most half of the places are taken. */
struct claim_repeats {
    struct met *at;
    size_t places; /* a power of two */
    size_t nr;
    struct strbuf key;
};

enum { FIRST_PLACES = 64 };

struct claim_repeats *claim_repeats_new(void)
{
    struct claim_repeats *repeats = memory_alloc(sizeof *repeats);
    repeats->places = FIRST_PLACES;
    repeats->at = memory_alloc(repeats->places * sizeof *repeats->at);
    repeats->key = (struct strbuf)STRBUF_INIT;
    return repeats;
}

void claim_repeats_free(struct claim_repeats *repeats)
{
    if (!repeats)
        return;
    strbuf_free(&repeats->key);
    free(repeats->at);
    free(repeats);
}

/* Of the changes of a table several may stand in one line. */
static void add_pairs(struct strbuf *key, const struct record_pairs *pairs)
{
    for (size_t i = 0; i < pairs->nr; i++)
        strbuf_printf(key, "\n%s=%s", pairs->at[i].name, pairs->at[i].value);
    strbuf_byte(key, '\n');
}

/* Mail wraps and marks sentences anew: only letters and digits count. */
static uint64_t key_of(struct claim_repeats *repeats, const struct record *record)
{
    const struct record_claim *claim = record->claim;
    strbuf_cut(&repeats->key, 0);
    for (const char *at = claim->text ? claim->text : ""; *at; at++)
        if (isalnum((unsigned char)*at) || (unsigned char)*at >= 0x80)
            strbuf_byte(&repeats->key, (char)tolower((unsigned char)*at));
    add_pairs(&repeats->key, &record->config);
    add_pairs(&repeats->key, &claim->baseline);
    add_pairs(&repeats->key, &claim->new);
    strbuf_printf(&repeats->key, " %.15g %.15g %s %s", claim->low, claim->high,
                  claim->unit ? claim->unit : "", claim->op ? claim->op : "");
    uint64_t key = hash_bytes(repeats->key.text, repeats->key.length);
    return key ? key : 1;
}

static struct met *place_of(const struct claim_repeats *repeats, uint64_t key)
{
    size_t at = key & (repeats->places - 1);
    while (repeats->at[at].key && repeats->at[at].key != key)
        at = (at + 1) & (repeats->places - 1);
    return &repeats->at[at];
}

static void grow(struct claim_repeats *repeats)
{
    struct met *old = repeats->at;
    size_t places = repeats->places;
    repeats->places *= 2;
    repeats->at = memory_alloc(repeats->places * sizeof *repeats->at);
    for (size_t i = 0; i < places; i++)
        if (old[i].key)
            *place_of(repeats, old[i].key) = old[i];
    free(old);
}

bool claim_repeats_meet(struct claim_repeats *repeats, struct record *record)
{
    uint64_t key = key_of(repeats, record);
    struct met *met = place_of(repeats, key);
    if (met->key) {
        record->quoted = true;
        record->source.first =
            arena_printf(record->arena, "%016llx", (unsigned long long)met->id);
        return true;
    }
    *met = (struct met){key, record->id ? strtoull(record->id, NULL, 16) : 0};
    if (++repeats->nr * 2 > repeats->places)
        grow(repeats);
    return false;
}
