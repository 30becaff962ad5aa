/* Random numbers of a job: fast, seeded, the same on every machine. */
#ifndef IOD_COLLECT_RANDOM_H
#define IOD_COLLECT_RANDOM_H

#include <stdint.h>

/* The state of xoshiro256** 1.0 (Blackman and Vigna, 2018, doi 10.1145/3460772): a
 * period of 2^256 - 1, no cryptography.  One for each stream; never shared
 * between threads. */
struct random {
    uint64_t state[4];
};

/* Starts the stream that belongs to seed, by splitmix64 as the authors advise.
 * Every seed is good, 0 as well. */
void random_seed(struct random *random, uint64_t seed);

/* Returns the seed of part number of what seed stands for: of a clone of a job, of
 * a file, of one purpose.  Different numbers give seeds that have nothing in
 * common. */
uint64_t random_derive(uint64_t seed, uint64_t number);

/* Returns the high half of the product. */
static inline uint64_t random_multiply_high(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    return (uint64_t)(((unsigned __int128)a * b) >> 64);
#else
    uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
    uint64_t middle = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
    uint64_t other = (a & UINT32_MAX) * (b >> 32) + (middle & UINT32_MAX);
    return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
#endif
}

/* Returns the next number of the stream, any of 64 bits. */
static inline uint64_t random_next(struct random *random)
{
    uint64_t *s = random->state;
    uint64_t fifth = s[1] * 5;
    uint64_t result = ((fifth << 7) | (fifth >> 57)) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}

/* Returns a number from 0 to nr - 1, 0 for nr 0.  None is likelier than another
 * by more than nr / 2^64. */
static inline uint64_t random_below(struct random *random, uint64_t nr)
{
    return random_multiply_high(random_next(random), nr);
}

/* Returns a number from 0 to less than 1, one of 2^53 equally far apart. */
static inline double random_real(struct random *random)
{
    return (double)(random_next(random) >> 11) * 0x1p-53;
}

#endif
