/* SipHash-2-4: a hash that tells nothing of its input to who lacks the key. */
#ifndef IOD_COLLECT_SIPHASH_H
#define IOD_COLLECT_SIPHASH_H

#include <stddef.h>
#include <stdint.h>

enum { SIPHASH_KEY_BYTES = 16 };

/* Returns the 64-bit hash of length bytes under the key.
 * Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012. */
uint64_t siphash(const unsigned char key[SIPHASH_KEY_BYTES], const void *bytes, size_t length);

#endif
