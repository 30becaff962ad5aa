#include "collect/rank.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collect/clock.h"

static const struct {
    const char *number, *nr;
} launchers[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
    {"PMIX_RANK", "PMIX_SIZE"},
    {"PMI_RANK", "PMI_SIZE"},
    {"SLURM_PROCID", "SLURM_NTASKS"},
};

static bool read_number(const char *text, unsigned *number)
{
    char *end;
    if (!text || !isdigit((unsigned char)*text))
        return false;
    unsigned long value = strtoul(text, &end, 10);
    *number = (unsigned)value;
    return !*end && value <= 1000000;
}

struct rank rank_of_environment(char *(*get)(const char *name))
{
    struct rank rank = {0, 0, false};
    for (size_t i = 0; i < sizeof launchers / sizeof launchers[0]; i++) {
        if (!read_number(get(launchers[i].number), &rank.number))
            continue;
        rank.is_known = true;
        if (!read_number(get(launchers[i].nr), &rank.nr) || rank.number >= rank.nr)
            rank.nr = 0;
        return rank;
    }
    return rank;
}

bool rank_moment(const char *text, int64_t *unix_ns)
{
    struct tm tm = {.tm_isdst = 0};
    const char *rest = strptime(text, "%Y-%m-%dT%H:%M:%S", &tm);
    if (rest && strcmp(rest, "Z") == 0) {
        *unix_ns = (int64_t)timegm(&tm) * 1000000000;
        return true;
    }
    char *end;
    bool is_plain = isdigit((unsigned char)*text) && !text[strspn(text, "0123456789.")];
    double seconds = is_plain ? strtod(text, &end) : NAN;
    if (!(seconds >= 0 && seconds < 9e9) || *end)
        return false;
    int64_t whole = (int64_t)seconds;
    *unix_ns = whole * 1000000000 + llround((seconds - (double)whole) * 1e9);
    return true;
}

int64_t rank_await(int64_t unix_ns, const _Atomic bool *stop)
{
    const int64_t look_ns = 100000000;
    for (;;) {
        int64_t left_ns = unix_ns - clock_unix_ns();
        if (left_ns <= 0 || (stop && atomic_load_explicit(stop, memory_order_relaxed)))
            return -left_ns;
        int64_t pause_ns = left_ns < look_ns ? left_ns : look_ns;
        const struct timespec pause = {0, (long)pause_ns};
        clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
    }
}
