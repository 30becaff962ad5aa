/* Inside the prefilter: finds where a word may stand. */
#ifndef IOD_PARSE_PREFILTER_SCAN_H
#define IOD_PARSE_PREFILTER_SCAN_H

#include <stddef.h>
#include <stdint.h>

#include "parse/prefilter.h"

enum { SCAN_ANCHOR = 4 }; /* bytes of each word that are looked for first */

/* For each byte of an anchor: in which buckets a word has that byte there.  A word may
 * stand where all have a bucket in common. */
struct scan_tables {
    uint8_t exact[SCAN_ANCHOR][256];
    uint8_t low[SCAN_ANCHOR][16], high[SCAN_ANCHOR][16]; /* by halves of a byte: too many */
};

/* Returns the buckets of words that may stand there, a bit each. */
static inline unsigned scan_buckets(const struct scan_tables *tables, const unsigned char *at)
{
    return tables->exact[0][at[0]] & tables->exact[1][at[1]] & tables->exact[2][at[2]] &
           tables->exact[3][at[3]];
}

/* Looks at places from at on, of which each has all bytes of an anchor before length.
 * Returns the first block of places with candidates, with a bit set for each, or the place
 * up to where there is none, with *candidates 0; the rest is less than a block. */
size_t scan_block(const struct scan_tables *tables, enum prefilter_way way,
                  const unsigned char *bytes, size_t length, size_t at, uint32_t *candidates);

/* Returns how many bytes a block has. */
size_t scan_block_size(enum prefilter_way way);

/* Returns the place of the next "\nFrom " at or behind at, or length. */
size_t scan_boundary(enum prefilter_way way, const unsigned char *bytes, size_t length, size_t at);

#endif
