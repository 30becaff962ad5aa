/* The page cache of files: what of them is in memory. */
#ifndef IOD_COLLECT_PAGE_CACHE_H
#define IOD_COLLECT_PAGE_CACHE_H

#include <stdint.h>

/* Returns how many percent of the bytes from start on, length of them, are in the page
 * cache, by mincore(2); of long ranges 64 pieces of 4 MiB stand for all.  fd is
 * open for reading, of a file or a block device.  Less than 0 where the kernel does not
 * tell: it says "all" of files that the caller neither owns nor may write. */
double page_cache_pct(int fd, uint64_t start_bytes, uint64_t length_bytes);

/* Asks the kernel to drop what it holds of a file or device; what is dirty stays. */
void page_cache_drop(int fd);

#endif
