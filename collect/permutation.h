/* All numbers of a range in a random order, each once, without memory. */
#ifndef IOD_COLLECT_PERMUTATION_H
#define IOD_COLLECT_PERMUTATION_H

#include <stdint.h>

#include "collect/random.h"

enum { PERMUTATION_ROUNDS_NR = 4 };

/* A Feistel network over 2^left_bits times right_nr numbers, which is nr or just
 * above it (Black and Rogaway, "Ciphers with arbitrary finite domains", 2002): what
 * falls on the surplus is taken through the network again. */
struct permutation {
    uint64_t nr;
    uint64_t right_nr;
    uint64_t left_mask;
    unsigned left_bits;
    uint64_t keys[PERMUTATION_ROUNDS_NR]; /* odd */
};

/* The largest range there can be; more than all blocks of any device. */
#define PERMUTATION_NR_MAX (UINT64_C(1) << 60)

/* Makes the order that belongs to seed of the numbers 0 to nr - 1, where nr is 1 to
 * PERMUTATION_NR_MAX. */
void permutation_init(struct permutation *permutation, uint64_t nr, uint64_t seed);

/* A square's middle depends on all bits below it (Widynski, "Squares: a fast counter-based
 * RNG", 2020); a product alone would leave the order of neighbours to be seen. */
static inline uint64_t permutation_hash(uint64_t value, uint64_t key)
{
    value = (value + 1) * key;
    return (value * value + value) >> 32;
}

static inline uint64_t permutation_move(const struct permutation *permutation, uint64_t right,
                                        uint64_t left, uint64_t key)
{
    right += (permutation_hash(left, key) * permutation->right_nr) >> 32;
    return right >= permutation->right_nr ? right - permutation->right_nr : right;
}

/* Returns which number comes at index, 0 to nr - 1: the same for the same seed and
 * index, another for each index. */
static inline uint64_t permutation_at(const struct permutation *permutation, uint64_t index)
{
    do {
        uint64_t left = index & permutation->left_mask;
        uint64_t right = index >> permutation->left_bits;
        right = permutation_move(permutation, right, left, permutation->keys[0]);
        left ^= permutation_hash(right, permutation->keys[1]) & permutation->left_mask;
        right = permutation_move(permutation, right, left, permutation->keys[2]);
        left ^= permutation_hash(right, permutation->keys[3]) & permutation->left_mask;
        index = (right << permutation->left_bits) | left;
    } while (index >= permutation->nr);
    return index;
}

#endif
