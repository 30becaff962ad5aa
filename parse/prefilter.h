/* The prefilter: which messages of an archive can hold a result at all.
 *
 * One pass over the bytes finds where messages may begin and words without which no
 * parser gives a record: all others need not be decoded. */
#ifndef IOD_PARSE_PREFILTER_H
#define IOD_PARSE_PREFILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum prefilter_kind {
    PREFILTER_BOUNDARY, /* "From " at the start of a line: a message may begin here */
    PREFILTER_WORD,     /* a word that a parser needs: the message must be read */
    PREFILTER_DECODE,   /* the message is encoded: only prefilter_may_hold() can tell */
};

/* How the bytes are looked at.  All ways find the same. */
enum prefilter_way {
    PREFILTER_BEST, /* the fastest that the processor has */
    PREFILTER_SCALAR,
    PREFILTER_SSSE3,
    PREFILTER_AVX2,
};

/* Says whether the processor has that way. */
bool prefilter_has(enum prefilter_way way);

/* A walk over bytes; its fields belong to prefilter.c. */
struct prefilter_walk {
    const unsigned char *bytes; /* borrowed */
    size_t length;
    size_t next;   /* what lies before was looked at */
    size_t block;  /* where the candidates lie */
    uint32_t candidates; /* a bit for each byte from block on */
    unsigned word; /* the index in prefilter_words of what prefilter_next() found */
    unsigned hidden; /* bits of what hides words, of all that it found; the user may clear it */
    enum prefilter_way way;
    bool has_begun;
};

/* Begins a walk over length bytes, borrowed until its end.  Threads may walk at the same
 * time.  Bytes before the first and behind the last count as line ends. */
void prefilter_start(struct prefilter_walk *walk, const char *bytes, size_t length,
                     enum prefilter_way way);

/* Finds what comes next.  *at gets where it begins: of a boundary the 'F', of others the
 * first byte of the word.  Returns false at the end of the bytes. */
bool prefilter_next(struct prefilter_walk *walk, size_t *at, enum prefilter_kind *kind);

/* Finds the next boundary, and passes all words before it; several times as fast.  The walk
 * may then go on with either. */
bool prefilter_next_boundary(struct prefilter_walk *walk, size_t *at);

/* Says whether a message of length bytes, encoded or not, may give a record: whether a word
 * stands in it, or in what its quoted-printable, base64 or HTML stand for.  Takes a small part
 * of the time of reading it; threads may ask at the same time.  False means that
 * message_read() gives a text without any word. */
bool prefilter_may_hold(const char *bytes, size_t length, enum prefilter_way way);

/* The same of a message that a walk has found no word in: hidden is what the walk met there. */
bool prefilter_may_hide(const char *bytes, size_t length, unsigned hidden,
                        enum prefilter_way way);

#endif
