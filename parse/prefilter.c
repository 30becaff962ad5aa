#include "parse/prefilter.h"

#include <ctype.h>
#include <string.h>
#include <threads.h>

#include "parse/prefilter_scan.h"
#include "parse/prefilter_words.h"

enum { BUCKETS = 8, MOST_WORDS = 96 };

/* Classes of bytes that a pattern may name, a bit each. */
enum { DIGIT = 1, NO_DIGIT = 2, SPACE = 4, WORD_BYTE = 8, NO_WORD_BYTE = 16, NUL = 32 };

/* What stands at one place of a pattern: a byte but for the bits that do not count, or one
 * of a class. */
struct place {
    uint8_t byte, counts;
    uint8_t class; /* 0 for a byte */
};

struct compiled {
    struct place places[PREFILTER_LONGEST];
    uint8_t nr;
    uint8_t anchor; /* its three rarest places begin there */
    uint8_t bucket;
    uint8_t next; /* of its bucket, MOST_WORDS behind the last */
    uint8_t kind;
};

/* All that is looked for; made once, and only read after that. */
static struct finder {
    struct scan_tables scan;
    struct compiled words[MOST_WORDS];
    size_t nr;
    uint8_t first[BUCKETS];
    uint8_t classes[256];
} finder;
static once_flag finder_once = ONCE_FLAG_INIT;

static uint8_t classes_of(unsigned char byte)
{
    bool is_digit = byte >= '0' && byte <= '9';
    bool is_letter = (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z';
    bool is_space = byte >= 0x80 || byte == ' ' || (byte >= '\t' && byte <= '\r');
    return (uint8_t)((is_digit ? DIGIT : NO_DIGIT) | (is_space ? SPACE : 0) |
                     (is_digit || is_letter ? WORD_BYTE : NO_WORD_BYTE) | (byte ? 0 : NUL));
}

static uint8_t class_named(char name)
{
    static const char names[] = "dDswWz";
    const char *found = strchr(names, name);
    return found ? (uint8_t)(1 << (found - names)) : 0;
}

static void compile(struct compiled *word, const struct prefilter_word *from)
{
    *word = (struct compiled){.kind = (uint8_t)from->kind};
    for (const char *at = from->pattern; *at && word->nr < PREFILTER_LONGEST; at++) {
        struct place *place = &word->places[word->nr++];
        uint8_t class = *at == '\\' ? class_named(at[1]) : 0;
        bool is_either = from->any_case && isalpha((unsigned char)*at);
        *place = (struct place){.byte = (uint8_t)*at, .counts = 0xff, .class = class};
        if (is_either) {
            place->counts = 0xdf;
            place->byte &= 0xdf;
        }
        at += class != 0;
    }
}

static bool fits(const struct place *place, unsigned char byte)
{
    return place->class ? (finder.classes[byte] & place->class) != 0
                        : (byte & place->counts) == place->byte;
}

/* About how often a byte stands in mail, for choosing what to look for first. */
static unsigned weight_of_byte(unsigned byte)
{
    static const char letters[] = "zxjqkgbvpywfmculdrhsnioate"; /* by frequency */
    const char *letter = byte ? strchr(letters, (int)byte) : NULL;
    return letter                         ? 1 + 3 * (unsigned)(letter - letters)
           : byte == ' '                  ? 150
           : byte == '\n'                 ? 20
           : byte >= '0' && byte <= '9'   ? 12
           : byte >= 'A' && byte <= 'Z'   ? 6
           : byte && strchr("-./:,", (int)byte) ? 8
           : byte < 0x80 && byte > ' '          ? 2
                                                : 1;
}

static unsigned weight_of_place(const struct place *place)
{
    unsigned weight = 0;
    for (unsigned byte = 0; byte < 256; byte++)
        weight += fits(place, (unsigned char)byte) ? weight_of_byte(byte) : 0;
    return weight;
}

static double weight_at(const unsigned weights[], size_t at)
{
    double weight = 1;
    for (size_t i = 0; i < SCAN_ANCHOR; i++)
        weight *= weights[at + i];
    return weight;
}

static void choose_anchor(struct compiled *word)
{
    unsigned weights[PREFILTER_LONGEST];
    for (size_t i = 0; i < word->nr; i++)
        weights[i] = weight_of_place(&word->places[i]);
    /* A boundary's must begin with it, for prefilter_next_boundary(). */
    for (uint8_t i = 1; word->kind != PREFILTER_BOUNDARY && i + SCAN_ANCHOR <= word->nr; i++)
        if (weight_at(weights, i) < weight_at(weights, word->anchor))
            word->anchor = i;
}

/* Adds what each place of the anchor adds to the weights of a bucket. */
static void add_weights(const struct compiled *word, unsigned bucket,
                        unsigned weights[SCAN_ANCHOR])
{
    for (size_t i = 0; i < SCAN_ANCHOR; i++)
        for (unsigned byte = 0; byte < 256; byte++)
            if (fits(&word->places[word->anchor + i], (unsigned char)byte) &&
                !(finder.scan.exact[i][byte] >> bucket & 1))
                weights[i] += weight_of_byte(byte);
}

static void put_into(struct compiled *word, uint8_t bucket)
{
    struct scan_tables *scan = &finder.scan;
    for (size_t i = 0; i < SCAN_ANCHOR; i++)
        for (unsigned byte = 0; byte < 256; byte++)
            if (fits(&word->places[word->anchor + i], (unsigned char)byte)) {
                scan->exact[i][byte] |= (uint8_t)(1 << bucket);
                scan->low[i][byte & 15] |= (uint8_t)(1 << bucket);
                scan->high[i][byte >> 4] |= (uint8_t)(1 << bucket);
            }
    word->bucket = bucket;
    word->next = finder.first[bucket];
    finder.first[bucket] = (uint8_t)(word - finder.words);
}

/* Puts the word where it adds least to what is looked at in vain. */
static void choose_bucket(struct compiled *word, unsigned weights[BUCKETS][SCAN_ANCHOR])
{
    double least = 0;
    unsigned best = BUCKETS, best_weights[SCAN_ANCHOR];
    for (unsigned bucket = 0; bucket < BUCKETS; bucket++) {
        unsigned more[SCAN_ANCHOR];
        memcpy(more, weights[bucket], sizeof more);
        add_weights(word, bucket, more);
        double added = weight_at(more, 0) - weight_at(weights[bucket], 0);
        if (best == BUCKETS || added < least) {
            least = added;
            best = bucket;
            memcpy(best_weights, more, sizeof more);
        }
    }
    memcpy(weights[best], best_weights, sizeof best_weights);
    put_into(word, (uint8_t)best);
}

static void make_finder(void)
{
    unsigned weights[BUCKETS][SCAN_ANCHOR] = {{0}};
    for (unsigned byte = 0; byte < 256; byte++)
        finder.classes[byte] = classes_of((unsigned char)byte);
    memset(finder.first, MOST_WORDS, sizeof finder.first);
    for (; finder.nr < prefilter_words_nr && finder.nr < MOST_WORDS; finder.nr++) {
        struct compiled *word = &finder.words[finder.nr];
        compile(word, &prefilter_words[finder.nr]);
        choose_anchor(word);
        choose_bucket(word, weights);
    }
}

void prefilter_start(struct prefilter_walk *walk, const char *bytes, size_t length,
                     enum prefilter_way way)
{
    call_once(&finder_once, make_finder);
    if (way == PREFILTER_BEST)
        way = prefilter_has(PREFILTER_AVX2)    ? PREFILTER_AVX2
              : prefilter_has(PREFILTER_SSSE3) ? PREFILTER_SSSE3
                                               : PREFILTER_SCALAR;
    *walk = (struct prefilter_walk){
        .bytes = (const unsigned char *)bytes, .length = length, .way = way};
}

/* Around the bytes are line ends. */
static unsigned char byte_at(const struct prefilter_walk *walk, ptrdiff_t at)
{
    return at < 0 || (size_t)at >= walk->length ? '\n' : walk->bytes[at];
}

/* Says whether the word stands at a place that lies in the bytes, but for the line end in
 * front of it or behind it. */
static bool stands_at(const struct prefilter_walk *walk, const struct compiled *word, ptrdiff_t at)
{
    if (at < -1 || at + word->nr > (ptrdiff_t)walk->length + 1)
        return false;
    for (ptrdiff_t i = 0; i < word->nr; i++)
        if (!fits(&word->places[i], byte_at(walk, at + i)))
            return false;
    return true;
}

static size_t first_byte(const struct compiled *word, ptrdiff_t at)
{
    return (size_t)(word->kind == PREFILTER_BOUNDARY || at < 0 ? at + 1 : at);
}

/* Finds the word whose anchor stands there; of several the kind that says most. */
static bool verify(const struct prefilter_walk *walk, ptrdiff_t place, size_t *at,
                   enum prefilter_kind *kind)
{
    const struct scan_tables *scan = &finder.scan;
    unsigned buckets = 0xff;
    bool is_found = false;
    for (int i = 0; i < SCAN_ANCHOR; i++)
        buckets &= scan->exact[i][byte_at(walk, place + i)];
    for (; buckets; buckets &= buckets - 1) {
        unsigned bucket = (unsigned)__builtin_ctz(buckets);
        for (uint8_t w = finder.first[bucket]; w < MOST_WORDS; w = finder.words[w].next) {
            const struct compiled *word = &finder.words[w];
            if ((is_found && word->kind >= *kind) || !stands_at(walk, word, place - word->anchor))
                continue;
            is_found = true;
            *kind = (enum prefilter_kind)word->kind;
            *at = first_byte(word, place - word->anchor);
        }
    }
    return is_found;
}

/* Sets the next block with candidates; false at the end of the bytes. */
static bool find_block(struct prefilter_walk *walk)
{
    size_t size = scan_block_size(walk->way);
    walk->block = scan_block(&finder.scan, walk->way, walk->bytes, walk->length, walk->next,
                             &walk->candidates);
    if (walk->candidates) {
        walk->next = walk->block + size;
        return true;
    }
    /* The last places, of which fewer than 32 and an anchor are left: all are tried. */
    size_t left = walk->length - walk->block;
    walk->candidates = left >= 32 ? UINT32_MAX : (UINT32_C(1) << left) - 1;
    walk->next = walk->block + (left >= 32 ? 32 : left);
    return left > 0;
}

bool prefilter_next(struct prefilter_walk *walk, size_t *at, enum prefilter_kind *kind)
{
    if (!walk->has_begun) {
        walk->has_begun = true;
        if (walk->length && verify(walk, -1, at, kind))
            return true;
    }
    do {
        while (walk->candidates) {
            size_t place = walk->block + (size_t)__builtin_ctz(walk->candidates);
            walk->candidates &= walk->candidates - 1;
            if (verify(walk, (ptrdiff_t)place, at, kind))
                return true;
        }
    } while (find_block(walk));
    return false;
}

bool prefilter_next_boundary(struct prefilter_walk *walk, size_t *at)
{
    enum prefilter_kind kind;
    if (!walk->has_begun) {
        walk->has_begun = true;
        if (walk->length && verify(walk, -1, at, &kind) && kind == PREFILTER_BOUNDARY)
            return true;
    }
    size_t from = walk->candidates ? walk->block + (size_t)__builtin_ctz(walk->candidates)
                                   : walk->next;
    size_t found = scan_boundary(walk->way, walk->bytes, walk->length, from);
    walk->candidates = 0;
    walk->next = found < walk->length ? found + 1 : walk->length;
    *at = found + 1;
    return found < walk->length;
}
