/* Which parts of a file have data on its file system. */
#ifndef IOD_COLLECT_EXTENT_MAP_H
#define IOD_COLLECT_EXTENT_MAP_H

#include <stdint.h>

/* Stores in *hole_bytes how many of length_bytes from start_bytes on, within the file, were
 * never written: no extent is there, or one that is allocated alone.  Reads of those are
 * answered without the device.  What is dirty in memory is written first.  Returns 0, or
 * -1 where the file system does not tell.  Source: the kernel's Documentation/filesystems/fiemap.rst. */
int extent_map_holes(int fd, uint64_t start_bytes, uint64_t length_bytes, uint64_t *hole_bytes);

#endif
