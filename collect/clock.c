#include "collect/clock.h"

#include <pthread.h>
#include <string.h>

#include "collect/sysfile.h"

#if defined(__x86_64__)
/* How long the rate of the counter is measured. */
enum { MEASURED_NS = 50000000 };

struct pair {
    uint64_t ticks, ns;
};

/* Reads both as close together as some tries allow. */
static struct pair read_pair(void)
{
    struct pair best = {0, 0};
    uint64_t closest = UINT64_MAX;
    for (int i = 0; i < 16; i++) {
        uint64_t before = __rdtsc();
        uint64_t ns = clock_kernel_ns();
        uint64_t apart = __rdtsc() - before;
        if (apart < closest) {
            closest = apart;
            best = (struct pair){before + apart / 2, ns};
        }
    }
    return best;
}

/* The kernel uses the counter itself only where it runs evenly on all processors. */
static bool kernel_trusts_tsc(void)
{
    static const char path[] = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
    char name[32];
    return sysfile_line("", path, name, sizeof name) == 0 && strcmp(name, "tsc") == 0;
}

static struct clock measured;

static void measure(void)
{
    if (!kernel_trusts_tsc())
        return;
    struct pair from = read_pair(), to;
    struct timespec pause = {0, MEASURED_NS};
    nanosleep(&pause, NULL);
    to = read_pair();
    if (to.ticks <= from.ticks || to.ns - from.ns < MEASURED_NS / 2)
        return;
    double ns_per_tick = (double)(to.ns - from.ns) / (double)(to.ticks - from.ticks);
    if (ns_per_tick < 0.01 || ns_per_tick > 100)
        return;
    measured.ns_per_tick = (uint64_t)(ns_per_tick * 0x1p32);
    measured.base_ticks = to.ticks;
    measured.base_ns = to.ns;
    measured.is_tsc = true;
}
#endif

void clock_init(struct clock *clock)
{
#if defined(__x86_64__)
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, measure);
    *clock = measured;
#else
    memset(clock, 0, sizeof *clock);
#endif
}
