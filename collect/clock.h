/* The clock of the loop that does I/O. */
#ifndef IOD_COLLECT_CLOCK_H
#define IOD_COLLECT_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

/* Nanoseconds of CLOCK_MONOTONIC, by the processor's time-stamp counter where the
 * kernel itself trusts it: that takes a fifth of the time of a call.  All zero bytes
 * are a clock that calls the kernel. */
struct clock {
    bool is_tsc;
    uint64_t base_ticks, base_ns;
    uint64_t ns_per_tick; /* 32 bits behind the point */
};

/* Returns CLOCK_MONOTONIC in ns, by the kernel. */
static inline uint64_t clock_kernel_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Returns CLOCK_REALTIME in ns since 1970, by the kernel. */
static inline int64_t clock_unix_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Makes the clock.  Where the kernel's clock source is "tsc" it measures the counter's
 * rate, which takes 50 ms once per process, to about 1 in 10^6; else it calls the
 * kernel.  May be called from several threads. */
void clock_init(struct clock *clock);

/* Returns ns since the same point as CLOCK_MONOTONIC; it drifts from that by less than
 * 2 in 10^6.  Never goes back in one thread. */
static inline uint64_t clock_now(const struct clock *clock)
{
#if defined(__x86_64__)
    if (clock->is_tsc) {
        uint64_t ticks = __rdtsc() - clock->base_ticks;
        return clock->base_ns +
               (uint64_t)(((unsigned __int128)ticks * clock->ns_per_tick) >> 32);
    }
#else
    (void)clock;
#endif
    return clock_kernel_ns();
}

#endif
