#include "parse/prefilter.h"

#include <ctype.h>
#include <string.h>
#include <threads.h>

#include "parse/prefilter_scan.h"
#include "parse/prefilter_words.h"

enum { MOST_WORDS = 96 };

/* Classes of bytes that a pattern may name, a bit each. */
enum {
    DIGIT = 1,
    NO_DIGIT = 2,
    SPACE = 4,
    WORD_BYTE = 8,
    NO_WORD_BYTE = 16,
    UNIT = 32,
    SECOND = 64,
    NUL = 128,
    NO_EIGHT = 256,
    VALUE = 512,
    NO_BASE64 = 1024,
    NO_EQUALS = 2048,
    NO_PERCENT = 4096,
    ANY = 8191
};

/* What stands at one place of a pattern: a byte but for the bits that do not count, or one
 * of a class. */
struct place {
    uint8_t byte, counts;
    uint16_t class; /* 0 for a byte */
};

struct compiled {
    uint8_t key[SCAN_ANCHOR], counts[SCAN_ANCHOR]; /* bytes of the anchor, 0 for classes */
    uint8_t next;   /* of its bucket, MOST_WORDS behind the last */
    uint8_t kind;
    uint8_t nr;
    uint8_t anchor; /* the place of the first of its bytes */
    struct place places[PREFILTER_LONGEST];
};

/* All that is looked for; made once, and only read after that. */
static struct finder {
    struct scan_tables scan;
    struct compiled words[MOST_WORDS];
    size_t nr;
    uint8_t first[PREFILTER_BUCKETS];
    uint16_t classes[256];
} finder;
static once_flag finder_once = ONCE_FLAG_INIT;

static uint16_t classes_of(unsigned char byte)
{
    bool is_digit = byte >= '0' && byte <= '9';
    bool is_letter = (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z';
    bool is_space = byte >= 0x80 || byte == ' ' || (byte >= '\t' && byte <= '\r');
    bool is_unit = byte && strchr("kKMGTPE", byte);
    /* s, Cyrillic and East Asian letters, Indonesian, Vietnamese, a Latin c for the Cyrillic */
    bool is_second = is_space || (byte && strchr("sSdgc", byte));
    return (uint16_t)((is_digit ? DIGIT : NO_DIGIT) | (is_space ? SPACE : 0) |
                      (is_digit || is_letter ? WORD_BYTE : NO_WORD_BYTE) | (is_unit ? UNIT : 0) |
                      (is_second ? SECOND : 0) | (byte ? 0 : NUL) |
                      (is_digit && byte != '8' ? NO_EIGHT : 0) |
                      (is_digit || is_space || byte == '.' ? VALUE : 0) |
                      (is_digit || is_letter || (byte && strchr("+/=", byte)) ? 0 : NO_BASE64) |
                      (byte == '=' ? 0 : NO_EQUALS) | (byte == '%' ? 0 : NO_PERCENT));
}

static uint16_t class_named(char name)
{
    static const char names[] = "dDswWuezovbnp";
    const char *found = strchr(names, name);
    return found ? (uint16_t)(1u << (found - names)) : 0;
}

static void compile(struct compiled *word, const struct prefilter_word *from)
{
    *word = (struct compiled){.kind = (uint8_t)from->kind, .anchor = from->anchor};
    for (const char *at = from->pattern; *at && word->nr < PREFILTER_LONGEST; at++) {
        struct place *place = &word->places[word->nr++];
        uint16_t class = *at == '\\' ? class_named(at[1]) : 0;
        bool is_either = from->any_case && isalpha((unsigned char)*at);
        *place = (struct place){.byte = (uint8_t)*at, .counts = 0xff, .class = class};
        if (is_either) {
            place->counts = 0xdf;
            place->byte &= 0xdf;
        }
        at += class != 0;
    }
    while (word->nr < SCAN_ANCHOR)
        word->places[word->nr++] = (struct place){.class = ANY};
}

static bool fits(const struct place *place, unsigned char byte)
{
    return place->class == ANY ? true
           : place->class      ? (finder.classes[byte] & place->class) != 0
                               : (byte & place->counts) == place->byte;
}

static void add_byte(size_t place, unsigned byte, unsigned bucket)
{
    uint8_t bit = (uint8_t)(1u << bucket);
    finder.scan.exact[place][byte] |= bit;
    finder.scan.low[place][byte & 15] |= bit;
    finder.scan.high[place][byte >> 4] |= bit;
}

/* Tells the scan what to look for. */
static void set_anchor(struct compiled *word, unsigned bucket)
{
    for (size_t i = 0; i < SCAN_ANCHOR; i++) {
        const struct place *place = &word->places[word->anchor + i];
        if (!place->class) {
            word->key[i] = place->byte;
            word->counts[i] = place->counts;
            add_byte(i, place->byte, bucket);
            add_byte(i, place->byte | (0xffu & ~place->counts), bucket);
        }
        for (unsigned byte = 0; place->class && byte < 256; byte++)
            if (fits(place, (unsigned char)byte))
                add_byte(i, byte, bucket);
    }
    word->next = finder.first[bucket];
    finder.first[bucket] = (uint8_t)(word - finder.words);
}

static void make_finder(void)
{
    for (unsigned byte = 0; byte < 256; byte++)
        finder.classes[byte] = classes_of((unsigned char)byte);
    memset(finder.first, MOST_WORDS, sizeof finder.first);
    for (; finder.nr < prefilter_words_nr && finder.nr < MOST_WORDS; finder.nr++) {
        compile(&finder.words[finder.nr], &prefilter_words[finder.nr]);
        set_anchor(&finder.words[finder.nr], prefilter_words[finder.nr].bucket);
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

/* Four bytes of an anchor as one number. */
static uint32_t number_of(const uint8_t bytes[SCAN_ANCHOR])
{
    uint32_t number;
    memcpy(&number, bytes, sizeof number);
    return number;
}

/* Finds the word whose anchor stands there; of several the kind that says most. */
static bool verify(struct prefilter_walk *walk, ptrdiff_t place, size_t *at,
                   enum prefilter_kind *kind)
{
    uint8_t bytes[SCAN_ANCHOR];
    bool is_found = false;
    if (place >= 0 && walk->length - (size_t)place >= SCAN_ANCHOR)
        memcpy(bytes, walk->bytes + place, SCAN_ANCHOR);
    else
        for (int i = 0; i < SCAN_ANCHOR; i++)
            bytes[i] = byte_at(walk, place + i);
    for (unsigned buckets = scan_buckets(&finder.scan, bytes); buckets; buckets &= buckets - 1) {
        unsigned bucket = (unsigned)__builtin_ctz(buckets);
        for (uint8_t w = finder.first[bucket]; w < MOST_WORDS; w = finder.words[w].next) {
            const struct compiled *word = &finder.words[w];
            if ((number_of(bytes) & number_of(word->counts)) != number_of(word->key) ||
                (is_found && word->kind >= *kind) ||
                !stands_at(walk, word, place - word->anchor))
                continue;
            is_found = true;
            *kind = (enum prefilter_kind)word->kind;
            walk->word = w;
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

static bool find_next(struct prefilter_walk *walk, size_t *at, enum prefilter_kind *kind)
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

bool prefilter_next(struct prefilter_walk *walk, size_t *at, enum prefilter_kind *kind)
{
    if (!find_next(walk, at, kind))
        return false;
    if (*kind == PREFILTER_DECODE)
        walk->hidden |= 1u << prefilter_words[walk->word].hiding;
    return true;
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
