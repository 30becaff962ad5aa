/* Which pairs of bytes stand in a text, by the low six bits of each: a word one of whose pairs
 * is missing need not be searched for. */
#ifndef IOD_PARSE_BYTE_PAIRS_H
#define IOD_PARSE_BYTE_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct byte_pairs {
    uint64_t after[64]; /* a bit for each byte that stands behind one of the index */
};

/* Adds the pairs of length bytes to those that are there; zeroes are none. */
void byte_pairs_add(struct byte_pairs *pairs, const char *text, size_t length);

/* Says whether the word may stand in what was added, in one piece.  False is sure. */
static inline bool byte_pairs_may_hold(const struct byte_pairs *pairs, const char *word)
{
    for (; word[0] && word[1]; word++)
        if (!(pairs->after[word[0] & 63] >> (word[1] & 63) & 1))
            return false;
    return true;
}

#endif
