#include "parse/find.h"

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>

enum { BLOCK = 16 };

const char *find_word(const char *bytes, size_t length, const char *word, size_t size)
{
    const __m128i first = _mm_set1_epi8(word[0]), last = _mm_set1_epi8(word[size - 1]);
    size_t at = 0;
    for (; length >= size - 1 + BLOCK && at <= length - (size - 1) - BLOCK; at += BLOCK) {
        __m128i begins = _mm_loadu_si128((const __m128i *)(const void *)(bytes + at));
        __m128i ends = _mm_loadu_si128((const __m128i *)(const void *)(bytes + at + size - 1));
        __m128i both = _mm_and_si128(_mm_cmpeq_epi8(begins, first), _mm_cmpeq_epi8(ends, last));
        for (unsigned found = (unsigned)_mm_movemask_epi8(both); found; found &= found - 1) {
            const char *place = bytes + at + __builtin_ctz(found);
            if (!memcmp(place, word, size))
                return place;
        }
    }
    return at < length ? memmem(bytes + at, length - at, word, size) : NULL;
}
#else
const char *find_word(const char *bytes, size_t length, const char *word, size_t size)
{
    return memmem(bytes, length, word, size);
}
#endif
