#include "collect/checksum.h"

#include <pthread.h>

/* Eight bytes are taken at a time: table k says what a byte does that k others follow
 * (Kounavis and Berry, "A systematic approach to building high performance
 * software-based CRC generators", 2005). */
enum { SLICES = 8 };

static const struct {
    const char *name;
    uint32_t polynomial; /* reflected */
} kinds[CHECKSUMS_NR] = {
    [CHECKSUM_CRC32C] = {"crc32c", 0x82f63b78},
    [CHECKSUM_CRC32] = {"crc32", 0xedb88320},
};

static uint32_t tables[CHECKSUMS_NR][SLICES][256];

static void make_table(uint32_t table[SLICES][256], uint32_t polynomial)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        uint32_t sum = byte;
        for (int bit = 0; bit < 8; bit++)
            sum = (sum >> 1) ^ (sum & 1 ? polynomial : 0);
        table[0][byte] = sum;
    }
    for (unsigned byte = 0; byte < 256; byte++)
        for (int k = 1; k < SLICES; k++)
            table[k][byte] = (table[k - 1][byte] >> 8) ^ table[0][table[k - 1][byte] & 0xff];
}

static void make_tables(void)
{
    for (int kind = 0; kind < CHECKSUMS_NR; kind++)
        make_table(tables[kind], kinds[kind].polynomial);
}

/* Whatever the order of bytes in the machine's words. */
static uint32_t take_word(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

uint32_t checksum_add(enum checksum kind, uint32_t sum, const void *data, size_t bytes)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_tables);
    uint32_t(*const table)[256] = tables[kind];
    const unsigned char *at = data;
    sum = ~sum;
    for (; bytes >= SLICES; at += SLICES, bytes -= SLICES) {
        uint32_t low = take_word(at) ^ sum, high = take_word(at + 4);
        sum = table[7][low & 0xff] ^ table[6][low >> 8 & 0xff] ^ table[5][low >> 16 & 0xff] ^
              table[4][low >> 24] ^ table[3][high & 0xff] ^ table[2][high >> 8 & 0xff] ^
              table[1][high >> 16 & 0xff] ^ table[0][high >> 24];
    }
    for (; bytes > 0; at++, bytes--)
        sum = (sum >> 8) ^ table[0][(sum ^ *at) & 0xff];
    return ~sum;
}

const char *checksum_name(enum checksum kind)
{
    return kinds[kind].name;
}
