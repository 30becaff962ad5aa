#include "collect/permutation.h"

void permutation_init(struct permutation *permutation, uint64_t nr, uint64_t seed)
{
    unsigned bits = 0;
    while (bits < 63 && nr >> (bits + 1))
        bits++;
    permutation->nr = nr;
    /* The right half is the larger one; both stay within 32 bits. */
    permutation->left_bits = bits / 2;
    permutation->left_mask = (UINT64_C(1) << permutation->left_bits) - 1;
    permutation->right_nr = (nr + permutation->left_mask) >> permutation->left_bits;
    for (unsigned i = 0; i < PERMUTATION_ROUNDS_NR; i++)
        permutation->keys[i] = random_derive(seed, i) | 1;
}
