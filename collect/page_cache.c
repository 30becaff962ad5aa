#include "collect/page_cache.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE_BYTES = 4 << 20, PIECES_MAX = 64, PAGE_BYTES_LEAST = 4096 };

/* What the kernel asks before it tells (can_do_mincore() of Linux 5.2 and newer). */
static bool may_be_told(int fd, const struct stat *status)
{
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return status->st_uid == geteuid() || faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0;
}

/* Counts the pages of a piece, which begins with one, and those of them in memory; false
 * where that cannot be told. */
static bool count_piece(int fd, uint64_t start, uint64_t bytes, uint64_t page, uint64_t *pages,
                        uint64_t *held)
{
    unsigned char states[PIECE_BYTES / PAGE_BYTES_LEAST];
    void *map = mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, (off_t)start);
    if (map == MAP_FAILED)
        return false;
    bool is_told = mincore(map, bytes, states) == 0;
    munmap(map, bytes);
    for (uint64_t i = 0; is_told && i < (bytes + page - 1) / page; i++) {
        *held += states[i] & 1;
        ++*pages;
    }
    return is_told;
}

double page_cache_pct(int fd, uint64_t start_bytes, uint64_t length_bytes)
{
    struct stat status;
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), pages = 0, held = 0;
    if (length_bytes == 0 || page < PAGE_BYTES_LEAST || PIECE_BYTES % page ||
        fstat(fd, &status) != 0 || (!S_ISREG(status.st_mode) && !S_ISBLK(status.st_mode)) ||
        !may_be_told(fd, &status))
        return -1;
    uint64_t first = start_bytes / page * page, all = start_bytes + length_bytes - first;
    uint64_t nr = (all + PIECE_BYTES - 1) / PIECE_BYTES;
    uint64_t taken = nr < PIECES_MAX ? nr : PIECES_MAX;
    for (uint64_t i = 0; i < taken; i++) {
        /* All, or as many as there may be, equally far apart. */
        uint64_t at = nr / taken * i + nr % taken * i / taken, begin = at * PIECE_BYTES;
        uint64_t bytes = all - begin < PIECE_BYTES ? all - begin : PIECE_BYTES;
        if (!count_piece(fd, first + begin, bytes, page, &pages, &held))
            return -1;
    }
    return 100.0 * (double)held / (double)pages;
}

void page_cache_drop(int fd)
{
    posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
}
