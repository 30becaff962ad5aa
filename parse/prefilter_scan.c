#include "parse/prefilter_scan.h"

#include <string.h>

#if defined __x86_64__ || defined __i386__
#define HAS_VECTORS 1
#include <immintrin.h>
#else
#define HAS_VECTORS 0
#endif

enum { SCALAR_BLOCK = 32 };

static const char boundary[] = "\nFrom ";
enum { BOUNDARY_LENGTH = sizeof boundary - 1 };

static size_t block_scalar(const struct scan_tables *tables, const unsigned char *bytes,
                           size_t length, size_t at, uint32_t *candidates)
{
    for (; at + SCALAR_BLOCK + SCAN_ANCHOR - 1 <= length; at += SCALAR_BLOCK) {
        uint32_t found = 0;
        for (unsigned i = 0; i < SCALAR_BLOCK; i++) {
            const unsigned char *here = bytes + at + i;
            unsigned buckets = tables->exact[0][here[0]] & tables->exact[1][here[1]] &
                               tables->exact[2][here[2]];
            found |= (uint32_t)(buckets != 0) << i;
        }
        *candidates = found;
        if (found)
            return at;
    }
    *candidates = 0;
    return at;
}

static size_t boundary_scalar(const unsigned char *bytes, size_t length, size_t at)
{
    const unsigned char *found =
        at < length ? memmem(bytes + at, length - at, boundary, BOUNDARY_LENGTH) : NULL;
    return found ? (size_t)(found - bytes) : length;
}

#if HAS_VECTORS
/* Buckets of words that each byte may begin, by the tables of its halves: a shuffle looks 16
 * of them up at once.  Source: Hyperscan's "Teddy". */
__attribute__((target("ssse3"))) static inline __m128i
buckets_16(const __m128i low[], const __m128i high[], const unsigned char *at)
{
    const __m128i half = _mm_set1_epi8(0x0f);
    __m128i all = _mm_set1_epi8(-1);
    for (int i = 0; i < SCAN_ANCHOR; i++) {
        __m128i these = _mm_loadu_si128((const __m128i *)(const void *)(at + i));
        __m128i upper = _mm_and_si128(_mm_srli_epi16(these, 4), half);
        all = _mm_and_si128(all, _mm_and_si128(
                                     _mm_shuffle_epi8(low[i], _mm_and_si128(these, half)),
                                     _mm_shuffle_epi8(high[i], upper)));
    }
    return all;
}

__attribute__((target("ssse3"))) static size_t
block_ssse3(const struct scan_tables *tables, const unsigned char *bytes, size_t length, size_t at,
            uint32_t *candidates)
{
    enum { BLOCK = 16 };
    __m128i low[SCAN_ANCHOR], high[SCAN_ANCHOR];
    for (int i = 0; i < SCAN_ANCHOR; i++) {
        low[i] = _mm_loadu_si128((const __m128i *)(const void *)tables->low[i]);
        high[i] = _mm_loadu_si128((const __m128i *)(const void *)tables->high[i]);
    }
    for (; at + BLOCK + SCAN_ANCHOR - 1 <= length; at += BLOCK) {
        __m128i none = _mm_cmpeq_epi8(buckets_16(low, high, bytes + at), _mm_setzero_si128());
        *candidates = ~(uint32_t)_mm_movemask_epi8(none) & 0xffff;
        if (*candidates)
            return at;
    }
    *candidates = 0;
    return at;
}

__attribute__((target("avx2"))) static inline __m256i
buckets_32(const __m256i low[], const __m256i high[], const unsigned char *at)
{
    const __m256i half = _mm256_set1_epi8(0x0f);
    __m256i all = _mm256_set1_epi8(-1);
    for (int i = 0; i < SCAN_ANCHOR; i++) {
        __m256i these = _mm256_loadu_si256((const __m256i *)(const void *)(at + i));
        __m256i upper = _mm256_and_si256(_mm256_srli_epi16(these, 4), half);
        all = _mm256_and_si256(all, _mm256_and_si256(
                                        _mm256_shuffle_epi8(low[i], _mm256_and_si256(these, half)),
                                        _mm256_shuffle_epi8(high[i], upper)));
    }
    return all;
}

__attribute__((target("avx2"))) static size_t
block_avx2(const struct scan_tables *tables, const unsigned char *bytes, size_t length, size_t at,
           uint32_t *candidates)
{
    enum { BLOCK = 32 };
    __m256i low[SCAN_ANCHOR], high[SCAN_ANCHOR];
    for (int i = 0; i < SCAN_ANCHOR; i++) {
        low[i] = _mm256_broadcastsi128_si256(
            _mm_loadu_si128((const __m128i *)(const void *)tables->low[i]));
        high[i] = _mm256_broadcastsi128_si256(
            _mm_loadu_si128((const __m128i *)(const void *)tables->high[i]));
    }
    for (; at + BLOCK + SCAN_ANCHOR - 1 <= length; at += BLOCK) {
        __m256i all = buckets_32(low, high, bytes + at);
        if (_mm256_testz_si256(all, all))
            continue;
        __m256i none = _mm256_cmpeq_epi8(all, _mm256_setzero_si256());
        *candidates = ~(uint32_t)_mm256_movemask_epi8(none);
        return at;
    }
    *candidates = 0;
    return at;
}

/* A line end and the first letter behind it are rare enough together. */
__attribute__((target("avx2"))) static size_t boundary_avx2(const unsigned char *bytes,
                                                            size_t length, size_t at)
{
    enum { BLOCK = 32 };
    const __m256i end = _mm256_set1_epi8('\n'), letter = _mm256_set1_epi8('F');
    for (; at + BLOCK + BOUNDARY_LENGTH <= length; at += BLOCK) {
        __m256i first = _mm256_loadu_si256((const __m256i *)(const void *)(bytes + at));
        __m256i second = _mm256_loadu_si256((const __m256i *)(const void *)(bytes + at + 1));
        __m256i both = _mm256_and_si256(_mm256_cmpeq_epi8(first, end),
                                        _mm256_cmpeq_epi8(second, letter));
        for (uint32_t found = (uint32_t)_mm256_movemask_epi8(both); found; found &= found - 1) {
            size_t place = at + (size_t)__builtin_ctz(found);
            if (!memcmp(bytes + place, boundary, BOUNDARY_LENGTH))
                return place;
        }
    }
    return boundary_scalar(bytes, length, at);
}
#endif

bool prefilter_has(enum prefilter_way way)
{
#if HAS_VECTORS
    if (way == PREFILTER_AVX2)
        return __builtin_cpu_supports("avx2");
    if (way == PREFILTER_SSSE3)
        return __builtin_cpu_supports("ssse3");
#endif
    return way == PREFILTER_BEST || way == PREFILTER_SCALAR;
}

size_t scan_block(const struct scan_tables *tables, enum prefilter_way way,
                  const unsigned char *bytes, size_t length, size_t at, uint32_t *candidates)
{
#if HAS_VECTORS
    if (way == PREFILTER_AVX2)
        return block_avx2(tables, bytes, length, at, candidates);
    if (way == PREFILTER_SSSE3)
        return block_ssse3(tables, bytes, length, at, candidates);
#endif
    return block_scalar(tables, bytes, length, at, candidates);
}

size_t scan_block_size(enum prefilter_way way)
{
    return way == PREFILTER_SSSE3 ? 16 : SCALAR_BLOCK;
}

size_t scan_boundary(enum prefilter_way way, const unsigned char *bytes, size_t length, size_t at)
{
#if HAS_VECTORS
    if (way == PREFILTER_AVX2)
        return boundary_avx2(bytes, length, at);
#endif
    return boundary_scalar(bytes, length, at);
}
