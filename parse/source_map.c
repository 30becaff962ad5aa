/* Mapped files that may shrink.  Reading a page that a file has lost meanwhile raises
 * SIGBUS, which ends a program; here the page is made one of NUL bytes, and the reader
 * goes on.  The table is the only thing shared between threads: its members are set
 * before a mapping is read and cleared after it. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "parse/source_parts.h"

enum { SLOTS = 256 };

static struct {
    atomic_bool is_used;
    atomic_uintptr_t first, end; /* in whole pages; both 0 where there is none */
    atomic_bool is_short;
} slots[SLOTS];

static uintptr_t page_size;
static struct sigaction previous;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Puts NUL bytes where at lies and behind it, where that is in one of the mappings. */
static bool fill_missing(uintptr_t at)
{
    for (size_t i = 0; i < SLOTS; i++) {
        uintptr_t first = atomic_load(&slots[i].first), end = atomic_load(&slots[i].end);
        if (at < first || at >= end)
            continue;
        uintptr_t page = at & ~(page_size - 1);
        if (mmap((void *)page, end - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                 0) == MAP_FAILED)
            return false;
        atomic_store(&slots[i].is_short, true);
        return true;
    }
    return false;
}

static void on_bus(int signal, siginfo_t *info, void *context)
{
    int error = errno;
    (void)context;
    /* Where it is not ours, the instruction is run again under the old handler. */
    if (!fill_missing((uintptr_t)info->si_addr))
        sigaction(signal, &previous, NULL);
    errno = error;
}

static void watch(void)
{
    struct sigaction action = {.sa_sigaction = on_bus, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigemptyset(&action.sa_mask);
    page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    sigaction(SIGBUS, &action, &previous);
}

static int find_slot(void)
{
    for (int i = 0; i < SLOTS; i++) {
        bool is_used = false;
        if (atomic_compare_exchange_strong(&slots[i].is_used, &is_used, true))
            return i;
    }
    return -1;
}

int source_map_open(struct source_map *map, int fd, size_t length)
{
    pthread_once(&once, watch);
    map->slot = find_slot();
    if (map->slot < 0)
        return -1;
    void *bytes = mmap(NULL, length, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED) {
        atomic_store(&slots[map->slot].is_used, false);
        return -1;
    }
    (void)madvise(bytes, length, MADV_SEQUENTIAL);
    map->bytes = bytes;
    map->length = length;
    atomic_store(&slots[map->slot].is_short, false);
    atomic_store(&slots[map->slot].end,
                 (uintptr_t)bytes + ((length + page_size - 1) & ~(page_size - 1)));
    atomic_store(&slots[map->slot].first, (uintptr_t)bytes);
    return 0;
}

bool source_map_close(struct source_map *map)
{
    bool is_short = atomic_load(&slots[map->slot].is_short);
    atomic_store(&slots[map->slot].end, 0);
    atomic_store(&slots[map->slot].first, 0);
    munmap((void *)(uintptr_t)map->bytes, map->length);
    atomic_store(&slots[map->slot].is_used, false);
    return is_short;
}
