/* Checksums of data, as iSCSI, ext4 and zip use them. */
#ifndef IOD_COLLECT_CHECKSUM_H
#define IOD_COLLECT_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* A CRC of 32 bits, reflected, that begins and ends inverted. */
enum checksum {
    CHECKSUM_CRC32C, /* polynomial 0x1edc6f41 (RFC 3720, appendix B.4) */
    CHECKSUM_CRC32,  /* polynomial 0x04c11db7 (ISO 3309; zip and gzip) */
    CHECKSUMS_NR,
};

/* Returns the checksum of what sum stands for with bytes at data behind it; sum is 0
 * for nothing.  May be called from several threads. */
uint32_t checksum_add(enum checksum kind, uint32_t sum, const void *data, size_t bytes);

/* Returns its name in options: "crc32c", "crc32". */
const char *checksum_name(enum checksum kind);

#endif
