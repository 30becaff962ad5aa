/* What an author claims, out of JSON. */
#include "record/record_read.h"

/* The first rows of the table. */
enum { LOW_AND_HIGH = 3 };

static void take_limit(struct reading *reading, const struct reading_key *key)
{
    double *limit = (double *)((char *)reading + key->offset);
    if (!reading_real(reading, limit))
        reading_wrong(reading, key->wrong);
}

static void take_words(struct reading *reading, const struct reading_key *key)
{
    struct json_span span;
    bool is_first = true;
    reading->words.nr = 0;
    if (!reading_enter_array(reading)) {
        reading_wrong(reading, key->wrong);
        return;
    }
    while (json_line_element(&reading->line, &is_first)) {
        if (reading_text(reading, &span))
            *(const char **)reading_add(&reading->words, sizeof(char *)) =
                reading_shared(reading, &span);
        else
            reading_wrong(reading, key->wrong);
    }
    reading->claim.words_nr = reading->words.nr;
    reading->claim.words = reading_keep(reading, &reading->words, sizeof *reading->claim.words);
}

/* The ids of two results. */
static void take_compared(struct reading *reading, const struct reading_key *key)
{
    struct json_span span;
    bool is_first = true;
    size_t nr = 0;
    if (reading_enter_array(reading)) {
        for (; json_line_element(&reading->line, &is_first); nr++) {
            if (nr >= 2)
                json_line_skip(&reading->line);
            else if (reading_text(reading, &span))
                reading->claim.compares[nr] = reading_copied(reading, &span);
            else
                reading_wrong(reading, key->wrong);
        }
    }
    if (nr < 2)
        reading_wrong(reading, key->wrong);
}

#define KEY(key, take, member)                                                                     \
    {                                                                                              \
        key, take, "claim", offsetof(struct reading, claim.member)                                 \
    }

const struct reading_key reading_claim_keys[] = {
    KEY("low", take_limit, low),
    KEY("high", take_limit, high),
    KEY("unit", reading_take_name, unit),
    KEY("direction", reading_take_name, direction),
    KEY("op", reading_take_name, op),
    KEY("words", take_words, words),
    KEY("hedge", reading_take_name, hedge),
    KEY("text", reading_take_text, text),
    KEY("metric", reading_take_name, metric),
    KEY("baseline", reading_take_pairs, baseline),
    KEY("new", reading_take_pairs, new),
    KEY("compares", take_compared, compares),
    {NULL, NULL, NULL, 0},
};

void reading_take_claim(struct reading *reading, const struct reading_key *key)
{
    struct record_claim *claim = arena_alloc(reading->arena, sizeof *claim);
    reading->claim = (struct record_claim){0};
    if (!reading_object(reading, READING_CLAIM) || (reading->has & LOW_AND_HIGH) != LOW_AND_HIGH)
        reading_wrong(reading, key->wrong);
    *claim = reading->claim;
    reading->record.claim = claim;
}
