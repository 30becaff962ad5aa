#include "collect/siphash.h"

enum { ROUNDS = 2, LAST_ROUNDS = 4 };

/* Bytes stand in the order of little-endian numbers, whatever the host's is. */
static uint64_t read_word(const unsigned char *at, size_t length)
{
    uint64_t word = 0;
    for (size_t i = 0; i < length; i++)
        word |= (uint64_t)at[i] << (8 * i);
    return word;
}

static uint64_t turn(uint64_t value, int bits)
{
    return value << bits | value >> (64 - bits);
}

static void mix(uint64_t v[4], int rounds)
{
    for (int i = 0; i < rounds; i++) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = turn(v[1], 13) ^ v[0];
        v[3] = turn(v[3], 16) ^ v[2];
        v[0] = turn(v[0], 32);
        v[2] += v[1];
        v[0] += v[3];
        v[1] = turn(v[1], 17) ^ v[2];
        v[3] = turn(v[3], 21) ^ v[0];
        v[2] = turn(v[2], 32);
    }
}

static void take(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    mix(v, ROUNDS);
    v[0] ^= word;
}

uint64_t siphash(const unsigned char key[SIPHASH_KEY_BYTES], const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    uint64_t first = read_word(key, 8), second = read_word(key + 8, 8);
    uint64_t v[4] = {
        first ^ UINT64_C(0x736f6d6570736575),
        second ^ UINT64_C(0x646f72616e646f6d),
        first ^ UINT64_C(0x6c7967656e657261),
        second ^ UINT64_C(0x7465646279746573),
    };
    for (size_t i = 0; i < length / 8; i++)
        take(v, read_word(at + 8 * i, 8));
    take(v, read_word(at + length / 8 * 8, length % 8) | (uint64_t)length << 56);
    v[2] ^= 0xff;
    mix(v, LAST_ROUNDS);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}
