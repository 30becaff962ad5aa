/* What stands twice in a text: a line of a block that is quoted alone. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parse/fio.h"

/* What two lines about the same I/O have in common. */
struct key {
    const char *op;
    double runtime, io;
    double slack; /* how far the bytes may be off, a fraction */
};

static int compare_keys(const void *left, const void *right)
{
    const struct key *a = left, *b = right;
    int order = strcmp(a->op, b->op);
    if (order || a->runtime != b->runtime)
        return order ? order : a->runtime < b->runtime ? -1 : 1;
    return (a->io > b->io) - (a->io < b->io);
}

static bool make_key(const struct record *record, struct key *key)
{
    double runtime;
    if (strcmp(record->tool, "fio") || !record_metric(record, "io_bytes", &key->io) ||
        key->io <= 0 || !record_metric(record, "runtime_s", &runtime))
        return false;
    key->op = record->op;
    key->slack = record_precision(record, "io_bytes") / 2 / key->io + 0.001;
    key->runtime = round(runtime * 1000);
    return true;
}

/* The sorted keys of the directions of a text, of those with a header or without. */
struct keys {
    struct key *at;
    size_t nr;
};

static struct keys collect(struct tool_output *output, bool has_header)
{
    struct keys keys = {arena_alloc(output->arena, (output->nr + 1) * sizeof *keys.at), 0};
    for (size_t i = 0; i < output->nr; i++) {
        const struct result *result = &output->at[i];
        keys.nr += result->record->scope == RECORD_SCOPE_JOB && !result->is_superseded &&
                   !result->record->group == !has_header &&
                   make_key(result->record, &keys.at[keys.nr]);
    }
    qsort(keys.at, keys.nr, sizeof *keys.at, compare_keys);
    return keys;
}

/* Says whether a key of the same operation and time has the same bytes, as printed. */
static bool has_near(const struct keys *keys, const struct key *wanted)
{
    struct key least = *wanted;
    least.io *= 1 - wanted->slack;
    size_t low = 0, high = keys->nr;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_keys(&keys->at[middle], &least) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    const struct key *found = &keys->at[low];
    return low < keys->nr && !strcmp(found->op, wanted->op) &&
           found->runtime == wanted->runtime && found->io <= wanted->io * (1 + wanted->slack);
}

/* A line that lost its direction may be of any. */
static bool has_copy(const struct keys *keys, struct key *wanted)
{
    static const char *const ops[] = {"read", "write", "mixed"};
    if (*wanted->op)
        return has_near(keys, wanted);
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        wanted->op = ops[i];
        if (has_near(keys, wanted))
            return true;
    }
    return false;
}

void fio_settle_copies(struct tool_output *output)
{
    struct keys blocks = collect(output, true), lines = collect(output, false);
    struct key key;
    for (size_t i = 0; lines.nr && i < output->nr; i++) {
        struct result *result = &output->at[i];
        struct record *record = result->record;
        if (result->is_superseded || !make_key(record, &key))
            continue;
        if (record->scope == RECORD_SCOPE_GROUP)
            result->is_superseded = has_near(&lines, &key);
        else if (record->scope == RECORD_SCOPE_JOB && !record->group)
            record->quoted = has_copy(&blocks, &key);
    }
}
