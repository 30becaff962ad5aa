/* The hash of ids, fingerprints and tables. */
#ifndef IOD_RECORD_HASH_H
#define IOD_RECORD_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Returns the 64-bit FNV-1a hash of length bytes, with the finalizer of MurmurHash3's
 * first half behind it, so that the low bits are usable as they are.  Ids of records
 * depend on it: it never changes.
 * Source: draft-eastlake-fnv; the constant 0xff51afd7ed558ccd is MurmurHash3's. */
uint64_t hash_bytes(const void *bytes, size_t length);

#endif
