#include "parse/prefilter_scan.h"

#include <string.h>

#if defined __x86_64__ || defined __i386__
#define HAS_VECTORS 1
#include <immintrin.h>
#define TARGET_SSSE3 __attribute__((target("ssse3")))
#define TARGET_AVX2 __attribute__((target("avx2")))
#else
#define HAS_VECTORS 0
#endif

enum { SCALAR_BLOCK = 32 };

/* Leaves of the candidates those whose bytes, not only their halves, are of a word. */
static inline uint32_t exact_candidates(const struct scan_tables *tables,
                                        const unsigned char *block, uint32_t candidates)
{
    uint32_t exact = 0;
    for (; candidates; candidates &= candidates - 1) {
        unsigned i = (unsigned)__builtin_ctz(candidates);
        exact |= (uint32_t)(scan_buckets(tables, block + i) != 0) << i;
    }
    return exact;
}

static const char boundary[] = "\nFrom ";
enum { BOUNDARY_LENGTH = sizeof boundary - 1 };

static size_t block_scalar(const struct scan_tables *tables, const unsigned char *bytes,
                           size_t length, size_t at, uint32_t *candidates)
{
    for (; at + SCALAR_BLOCK + SCAN_ANCHOR - 1 <= length; at += SCALAR_BLOCK) {
        uint32_t found = 0;
        for (unsigned i = 0; i < SCALAR_BLOCK; i++)
            found |= (uint32_t)(scan_buckets(tables, bytes + at + i) != 0) << i;
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
/* Of each byte the buckets of words that have it at one place of their anchor, by the tables
 * of its halves: a shuffle looks all bytes up at once.  Source: Hyperscan's "Teddy". */
TARGET_SSSE3 static inline __m128i buckets_16(__m128i low, __m128i high, const unsigned char *at)
{
    const __m128i half = _mm_set1_epi8(0x0f);
    __m128i these = _mm_loadu_si128((const __m128i *)(const void *)at);
    __m128i upper = _mm_and_si128(_mm_srli_epi16(these, 4), half);
    return _mm_and_si128(_mm_shuffle_epi8(low, _mm_and_si128(these, half)),
                         _mm_shuffle_epi8(high, upper));
}

TARGET_SSSE3 static inline __m128i table_16(const uint8_t table[16])
{
    return _mm_loadu_si128((const __m128i *)(const void *)table);
}

TARGET_SSSE3 static size_t block_ssse3(const struct scan_tables *tables,
                                       const unsigned char *bytes, size_t length, size_t at,
                                       uint32_t *candidates)
{
    enum { BLOCK = 16 };
    const __m128i low0 = table_16(tables->low[0]), high0 = table_16(tables->high[0]),
                  low1 = table_16(tables->low[1]), high1 = table_16(tables->high[1]),
                  low2 = table_16(tables->low[2]), high2 = table_16(tables->high[2]),
                  low3 = table_16(tables->low[3]), high3 = table_16(tables->high[3]);
    for (; at + BLOCK + SCAN_ANCHOR - 1 <= length; at += BLOCK) {
        const unsigned char *block = bytes + at;
        __m128i first = _mm_and_si128(buckets_16(low0, high0, block), buckets_16(low1, high1, block + 1));
        __m128i second =
            _mm_and_si128(buckets_16(low2, high2, block + 2), buckets_16(low3, high3, block + 3));
        __m128i all = _mm_and_si128(first, second);
        __m128i none = _mm_cmpeq_epi8(all, _mm_setzero_si128());
        uint32_t found = ~(uint32_t)_mm_movemask_epi8(none) & 0xffff;
        if (found && (*candidates = exact_candidates(tables, block, found)))
            return at;
    }
    *candidates = 0;
    return at;
}

TARGET_AVX2 static inline __m256i buckets_32(__m256i low, __m256i high, const unsigned char *at)
{
    const __m256i half = _mm256_set1_epi8(0x0f);
    __m256i these = _mm256_loadu_si256((const __m256i *)(const void *)at);
    __m256i upper = _mm256_and_si256(_mm256_srli_epi16(these, 4), half);
    return _mm256_and_si256(_mm256_shuffle_epi8(low, _mm256_and_si256(these, half)),
                            _mm256_shuffle_epi8(high, upper));
}

TARGET_AVX2 static inline __m256i table_32(const uint8_t table[16])
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)table));
}

TARGET_AVX2 static size_t block_avx2(const struct scan_tables *tables, const unsigned char *bytes,
                                     size_t length, size_t at, uint32_t *candidates)
{
    enum { BLOCK = 32 };
    const __m256i low0 = table_32(tables->low[0]), high0 = table_32(tables->high[0]),
                  low1 = table_32(tables->low[1]), high1 = table_32(tables->high[1]),
                  low2 = table_32(tables->low[2]), high2 = table_32(tables->high[2]),
                  low3 = table_32(tables->low[3]), high3 = table_32(tables->high[3]);
    for (; at + BLOCK + SCAN_ANCHOR - 1 <= length; at += BLOCK) {
        const unsigned char *block = bytes + at;
        __m256i first = _mm256_and_si256(buckets_32(low0, high0, block), buckets_32(low1, high1, block + 1));
        __m256i second =
            _mm256_and_si256(buckets_32(low2, high2, block + 2), buckets_32(low3, high3, block + 3));
        __m256i all = _mm256_and_si256(first, second);
        if (_mm256_testz_si256(all, all))
            continue;
        __m256i none = _mm256_cmpeq_epi8(all, _mm256_setzero_si256());
        uint32_t found = ~(uint32_t)_mm256_movemask_epi8(none);
        if ((*candidates = exact_candidates(tables, block, found)))
            return at;
    }
    *candidates = 0;
    return at;
}

/* A line end and the first letter behind it are rare enough together. */
TARGET_AVX2 static size_t boundary_avx2(const unsigned char *bytes, size_t length, size_t at)
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
