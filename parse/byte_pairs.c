#include "parse/byte_pairs.h"

void byte_pairs_add(struct byte_pairs *pairs, const char *text, size_t length)
{
    for (size_t i = 1; i < length; i++)
        pairs->after[text[i - 1] & 63] |= UINT64_C(1) << (text[i] & 63);
}
