#include "parse/repeats.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "record/hash.h"
#include "record/memory.h"
#include "record/strbuf.h"

enum {
    MOST_LABELS = 16, /* of a result; others are compared only where all must be equal */
    MOST_ALIKE = 32,  /* results with one key: a bound on time */
    KEYS = 3,
};

struct label_hash {
    uint32_t factor, level;
};

/* What is kept of a result. */
struct met {
    uint64_t id, fingerprint;
    uint64_t thread;                      /* of the subject */
    uint64_t named_labels, other_labels; /* whether they are equal */
    uint32_t message; /* the number of it */
    uint32_t quote;
    bool is_mail;
    unsigned char labels_nr;
    struct label_hash labels[MOST_LABELS];
};

/* A place in the chain of results with one key. */
struct node {
    uint64_t key;
    size_t met;
    size_t next; /* index + 1, 0 for none */
};

struct repeats {
    struct met *met;
    size_t nr, room;
    struct node *nodes;
    size_t nodes_nr, nodes_room;
    size_t *buckets; /* a power of two of them; index of a node + 1, 0 for none */
    size_t buckets_nr;
    uint32_t message;
    struct strbuf key; /* for making hashes */
};

struct repeats *repeats_new(void)
{
    struct repeats *repeats = memory_alloc(sizeof *repeats);
    repeats->buckets_nr = 1024;
    repeats->buckets = memory_alloc(repeats->buckets_nr * sizeof *repeats->buckets);
    return repeats;
}

void repeats_free(struct repeats *repeats)
{
    if (!repeats)
        return;
    free(repeats->met);
    free(repeats->nodes);
    free(repeats->buckets);
    strbuf_free(&repeats->key);
    free(repeats);
}

void repeats_next_message(struct repeats *repeats)
{
    repeats->message++;
}

static void add_text(struct strbuf *key, const char *text)
{
    strbuf_string(key, text ? text : "");
    strbuf_byte(key, '\0');
}

/* Case and blanks of a level are nobody's statement. */
static uint32_t hash_word(const char *word)
{
    char lower[200];
    size_t length = 0;
    for (; *word && length < sizeof lower; word++)
        if (*word != ' ' && *word != '\t')
            lower[length++] = (char)tolower((unsigned char)*word);
    return (uint32_t)hash_bytes(lower, length);
}

static void add_label(struct met *met, const char *factor, const char *level)
{
    if (!level || !*level)
        return;
    struct label_hash label = {hash_word(factor), hash_word(level)};
    /* a sum, as their order is no matter */
    met->named_labels += hash_bytes(&label, sizeof label);
    if (met->labels_nr < MOST_LABELS)
        met->labels[met->labels_nr++] = label;
}

static size_t count_words(const char *at)
{
    size_t nr = 0;
    for (at += strspn(at, " \t"); *at; at += strspn(at, " \t")) {
        at += strcspn(at, " \t");
        nr++;
    }
    return nr;
}

/* Says whether the level is what a sentence above says, which another mail, or an
 * answer that cut it away, will say in other words. */
static bool is_said(const struct record *record, const char *factor)
{
    enum { SENTENCE = 6 };
    static const char unnamed[] = "configuration";
    const struct record_source *source = &record->source;
    if (strncmp(factor, unnamed, sizeof unnamed - 1))
        return false;
    for (size_t i = 0; i < source->labels_nr; i++) {
        const struct record_label *label = &source->labels[i];
        if (!strcmp(label->factor, factor))
            return label->rule && !strncmp(label->rule, "heading", 7) && label->text &&
                   count_words(label->text) >= SENTENCE;
    }
    return false;
}

/* Settings that make two results two where an author did not name them. */
static void add_labels(struct met *met, const struct record *record)
{
    static const char *const settings[] = {"bs", "rw", "iodepth", "numjobs", "direct", "if", "of"};
    for (size_t i = 0; i < record->config.nr; i++) {
        const struct record_pair *label = &record->config.at[i];
        if (is_said(record, label->name))
            met->other_labels += hash_word(label->value);
        else
            add_label(met, label->name, label->value);
    }
    add_label(met, "\1job", record->job);
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        if (!record_pair(&record->config, settings[i]))
            add_label(met, settings[i], record_pair(&record->params, settings[i]));
}

/* The subject without "Re:" and what stands in brackets, which differs from version
 * to version of a series; 0 for none. */
static uint64_t hash_subject(const char *subject)
{
    static const char *const answers[] = {"re:", "aw:", "fwd:", "fw:", "sv:"};
    const char *before = NULL;
    while (subject && subject != before) {
        before = subject;
        subject += strspn(subject, " \t");
        for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
            if (!strncasecmp(subject, answers[i], strlen(answers[i])))
                subject += strlen(answers[i]);
        const char *end = *subject == '[' ? strchr(subject, ']') : NULL;
        subject = end ? end + 1 : subject;
    }
    return subject && *subject ? hash_word(subject) : 0;
}

static struct met describe(const struct repeats *repeats, const struct record *record)
{
    const struct record_source *source = &record->source;
    struct met met = {.message = repeats->message, .quote = source->quote};
    met.id = record->id ? strtoull(record->id, NULL, 16) : 0;
    met.fingerprint = source->fingerprint ? strtoull(source->fingerprint, NULL, 16) : 0;
    met.is_mail = source->message_id || source->date || source->subject;
    met.thread = hash_subject(source->subject);
    add_labels(&met, record);
    return met;
}

static void start_key(struct repeats *repeats, const struct record *record, char kind)
{
    strbuf_cut(&repeats->key, 0);
    strbuf_byte(&repeats->key, kind);
    add_text(&repeats->key, record->tool);
    add_text(&repeats->key, record->op);
    strbuf_printf(&repeats->key, "%d ", (int)record->scope);
}

static uint64_t end_key(const struct repeats *repeats)
{
    uint64_t hash = hash_bytes(repeats->key.text, repeats->key.length);
    return hash ? hash : 1;
}

/* The line without white space; 0 where it is no line of figures, as in JSON. */
static uint64_t line_key(struct repeats *repeats, const struct record *record)
{
    const char *text = record->source.text;
    if (!text || text[strspn(text, " \t\"{[")] == '\0' || strchr("\"{[", text[strspn(text, " \t")]) ||
        !strpbrk(text, "0123456789"))
        return 0;
    start_key(repeats, record, 'l');
    add_text(&repeats->key, record->source.cell);
    for (; *text; text++)
        if (*text != ' ' && *text != '\t')
            strbuf_byte(&repeats->key, *text);
    return end_key(repeats);
}

static void add_number(struct strbuf *key, const char *name, double value)
{
    add_text(key, name);
    strbuf_add(key, (const char *)&value, sizeof value);
}

/* All figures; 0 where there is one alone, which may be equal by accident. */
static uint64_t figures_key(struct repeats *repeats, const struct record *record)
{
    if (record->metrics_nr + record->bounds_nr < 2)
        return 0;
    start_key(repeats, record, 'f');
    for (size_t i = 0; i < record->metrics_nr; i++) {
        struct record_metric metric = record_metric_at(record, i);
        add_number(&repeats->key, metric.name, metric.value);
    }
    for (size_t i = 0; i < record->bounds_nr; i++)
        add_number(&repeats->key, record->bounds[i].name, record->bounds[i].value);
    return end_key(repeats);
}

/* The block, and which of its results this one is. */
static uint64_t block_key(struct repeats *repeats, const struct record *record)
{
    if (!record->source.fingerprint)
        return 0;
    start_key(repeats, record, 'b');
    add_text(&repeats->key, record->source.fingerprint);
    add_text(&repeats->key, record->source.cell);
    add_text(&repeats->key, record->source.text);
    add_text(&repeats->key, record->job);
    return end_key(repeats);
}

/* Says whether a factor that both have is at another level. */
static bool is_other(const struct met *left, const struct met *right)
{
    for (size_t l = 0; l < left->labels_nr; l++)
        for (size_t r = 0; r < right->labels_nr; r++)
            if (left->labels[l].factor == right->labels[r].factor &&
                left->labels[l].level != right->labels[r].level)
                return true;
    return false;
}

/* The rule of the header. */
static bool is_repeat(const struct met *met, const struct met *first)
{
    bool is_same_message = met->message == first->message;
    if ((is_same_message && met->quote == first->quote) || is_other(met, first))
        return false;
    if (met->quote)
        return true;
    bool is_block = met->fingerprint && met->fingerprint == first->fingerprint;
    if (first->quote || !is_block)
        return is_block;
    bool is_same_thread = met->thread && met->thread == first->thread;
    return met->is_mail && first->is_mail && met->named_labels == first->named_labels &&
           (is_same_thread || met->other_labels == first->other_labels);
}

/* Returns the earliest result with that key that this one repeats, or NULL; *alike
 * gets how many have the key. */
static const struct met *find(const struct repeats *repeats, uint64_t key, const struct met *met,
                              bool is_quoted, size_t *alike)
{
    const struct met *found = NULL;
    *alike = 0;
    for (size_t at = repeats->buckets[key & (repeats->buckets_nr - 1)]; at;
         at = repeats->nodes[at - 1].next) {
        const struct node *node = &repeats->nodes[at - 1];
        const struct met *first = &repeats->met[node->met];
        if (node->key != key)
            continue;
        ++*alike;
        if ((!found || first < found) && (is_quoted || is_repeat(met, first)))
            found = first;
    }
    return found;
}

static void grow_buckets(struct repeats *repeats)
{
    free(repeats->buckets);
    repeats->buckets_nr *= 4;
    repeats->buckets = memory_alloc(repeats->buckets_nr * sizeof *repeats->buckets);
    for (size_t i = 0; i < repeats->nodes_nr; i++) {
        size_t *bucket = &repeats->buckets[repeats->nodes[i].key & (repeats->buckets_nr - 1)];
        repeats->nodes[i].next = *bucket;
        *bucket = i + 1;
    }
}

static void add_node(struct repeats *repeats, uint64_t key, size_t met)
{
    if (repeats->nodes_nr >= repeats->buckets_nr)
        grow_buckets(repeats);
    size_t *bucket = &repeats->buckets[key & (repeats->buckets_nr - 1)];
    repeats->nodes = memory_grow(repeats->nodes, repeats->nodes_nr, &repeats->nodes_room,
                                 sizeof *repeats->nodes);
    repeats->nodes[repeats->nodes_nr] = (struct node){key, met, *bucket};
    *bucket = ++repeats->nodes_nr;
}

bool repeats_meet(struct repeats *repeats, struct record *record)
{
    struct met met = describe(repeats, record);
    uint64_t keys[KEYS] = {line_key(repeats, record), figures_key(repeats, record),
                           block_key(repeats, record)};
    const struct met *first = NULL;
    size_t alike[KEYS] = {0};
    for (size_t i = 0; i < KEYS; i++) {
        const struct met *found =
            keys[i] ? find(repeats, keys[i], &met, record->quoted, &alike[i]) : NULL;
        if (found && (!first || found < first))
            first = found;
    }
    if (first) {
        record->quoted = true;
        record->source.first =
            arena_printf(record->arena, "%016llx", (unsigned long long)first->id);
    }
    if (record->quoted)
        return true;
    repeats->met = memory_grow(repeats->met, repeats->nr, &repeats->room, sizeof *repeats->met);
    repeats->met[repeats->nr] = met;
    for (size_t i = 0; i < KEYS; i++)
        if (keys[i] && alike[i] < MOST_ALIKE)
            add_node(repeats, keys[i], repeats->nr);
    repeats->nr++;
    return false;
}
