/* The keys of a record that hold a text, a number, a word or pairs, and those of the
 * smaller objects within it: a row each. */
#include <limits.h>
#include <string.h>

#include "record/record_read.h"

#define TARGET(type) (*(type *)((char *)reading + key->offset))

static void take_format(struct reading *reading, const struct reading_key *key)
{
    struct json_span span;
    (void)key;
    if (!reading_text(reading, &span))
        return;
    size_t length =
        span.length < sizeof reading->format ? span.length : sizeof reading->format - 1;
    memcpy(reading->format, span.at, length);
    reading->format[length] = '\0';
}

void reading_take_text(struct reading *reading, const struct reading_key *key)
{
    struct json_span span;
    if (reading_text(reading, &span))
        TARGET(const char *) = reading_copied(reading, &span);
    else
        reading_wrong(reading, key->wrong);
}

void reading_take_name(struct reading *reading, const struct reading_key *key)
{
    struct json_span span;
    if (reading_text(reading, &span))
        TARGET(const char *) = reading_shared(reading, &span);
    else
        reading_wrong(reading, key->wrong);
}

void reading_take_long(struct reading *reading, const struct reading_key *key)
{
    uint64_t count;
    if (reading_count(reading, ULONG_MAX, &count))
        TARGET(unsigned long) = (unsigned long)count;
    else
        reading_wrong(reading, key->wrong);
}

void reading_take_unsigned(struct reading *reading, const struct reading_key *key)
{
    uint64_t count;
    if (reading_count(reading, UINT_MAX, &count))
        TARGET(unsigned) = (unsigned)count;
    else
        reading_wrong(reading, key->wrong);
}

static void take_pair(struct reading *reading, struct name *name)
{
    struct json_span span;
    struct record_pair *pair = reading_add(&reading->pairs, sizeof *pair);
    *pair = (struct record_pair){name->text, NULL};
    if (!reading_text(reading, &span)) {
        reading_wrong(reading, reading->pairs_wrong);
        return;
    }
    pair->value = reading_shared(reading, &span);
    reading->has_long = reading->has_long || span.length > READING_SHARED_MAX;
}

/* Pairs come again from record to record: as their texts are shared, equal lists are equal
 * bytes. */
void reading_take_pairs(struct reading *reading, const struct reading_key *key)
{
    struct record_pairs *pairs = &TARGET(struct record_pairs);
    reading->pairs.nr = 0;
    reading->pairs_wrong = key->wrong;
    reading->has_long = false;
    if (!reading_map(reading, take_pair))
        reading_wrong(reading, key->wrong);
    pairs->nr = pairs->room = (uint32_t)reading->pairs.nr;
    if (!pairs->nr)
        return;
    size_t size = sizeof(struct record_pair);
    pairs->at = reading->has_long ? reading_keep(reading, &reading->pairs, size)
                                  : (void *)names_add(reading->names, reading->pairs.at,
                                                      pairs->nr * size)->text;
}

/* Finds a word by its number; returns whether the value is one. */
static bool take_word(struct reading *reading, const char *(*word)(int), int nr, int *number)
{
    struct json_span span;
    if (!reading_text(reading, &span))
        return false;
    for (*number = 0; *number < nr; ++*number)
        if (strlen(word(*number)) == span.length && !memcmp(word(*number), span.at, span.length))
            return true;
    return false;
}

static const char *kind_word(int number)
{
    return record_kind_name((enum record_kind)number);
}

static const char *scope_word(int number)
{
    return record_scope_name((enum record_scope)number);
}

static void take_kind(struct reading *reading, const struct reading_key *key)
{
    int number;
    if (!take_word(reading, kind_word, RECORD_KINDS_NR, &number)) {
        reading_wrong(reading, key->wrong);
        return;
    }
    reading->record.kind = (enum record_kind)number;
    reading->has_kind = true;
}

static void take_scope(struct reading *reading, const struct reading_key *key)
{
    int number;
    if (take_word(reading, scope_word, RECORD_SCOPE_ALL_CLIENTS + 1, &number))
        reading->record.scope = (enum record_scope)number;
    else
        reading_wrong(reading, key->wrong);
}

static void take_quoted(struct reading *reading, const struct reading_key *key)
{
    enum json_kind kind = json_line_kind(&reading->line);
    reading->record.quoted = kind == JSON_IS_TRUE;
    if (kind != JSON_IS_TRUE && kind != JSON_IS_FALSE)
        reading_wrong(reading, key->wrong);
    json_line_skip(&reading->line);
}

#define KEY(key, take, member)                                                                     \
    {                                                                                              \
        key, take, key, offsetof(struct reading, record.member)                                    \
    }

const struct reading_key reading_record_keys[] = {
    {"format", take_format, "format", 0},
    {"kind", take_kind, "kind", 0},
    KEY("id", reading_take_text, id),
    KEY("of", reading_take_text, of),
    KEY("tool", reading_take_name, tool),
    KEY("tool_version", reading_take_name, tool_version),
    KEY("config", reading_take_pairs, config),
    KEY("params", reading_take_pairs, params),
    KEY("facts", reading_take_pairs, facts),
    KEY("invocation", reading_take_text, invocation),
    KEY("group", reading_take_name, group),
    {"scope", take_scope, "scope", 0},
    KEY("jobs", reading_take_unsigned, jobs),
    KEY("job", reading_take_name, job),
    KEY("run", reading_take_unsigned, run),
    KEY("seq", reading_take_long, seq),
    KEY("round", reading_take_long, round),
    KEY("start", reading_take_text, start),
    KEY("end", reading_take_text, end),
    KEY("loop", reading_take_name, loop),
    KEY("op", reading_take_name, op),
    {"metrics", reading_take_metrics, "metrics", 0},
    {"precision", reading_take_precision, "precision", 0},
    {"bounds", reading_take_bounds, "bounds", 0},
    {"hist", reading_take_hists, "hist", 0},
    {"errors", reading_take_errors, "errors", 0},
    {"series", reading_take_series, "series", 0},
    {"warnings", reading_take_warnings, "warnings", 0},
    {"claim", reading_take_claim, "claim", 0},
    {"quoted", take_quoted, "quoted", 0},
    {"source", reading_take_source, "source", 0},
    {NULL, NULL, NULL, 0},
};
