#include "record/stopwatch.h"

void stopwatch_start(struct stopwatch *watch)
{
    clock_gettime(CLOCK_MONOTONIC, &watch->start);
}

double stopwatch_seconds(const struct stopwatch *watch)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - watch->start.tv_sec) +
           (double)(now.tv_nsec - watch->start.tv_nsec) / 1e9;
}
