#include "collect/random.h"

/* splitmix64: one step of it gives one word. */
static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static const uint64_t step = UINT64_C(0x9e3779b97f4a7c15);

void random_seed(struct random *random, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        random->state[i] = mix(seed += step);
}

uint64_t random_derive(uint64_t seed, uint64_t number)
{
    return mix(mix(seed + step) + mix(number * step + UINT64_C(0xd1342543de82ef95)));
}
