/* Stopwatches: seconds that have passed, on a clock that is never set. */
#ifndef IOD_RECORD_STOPWATCH_H
#define IOD_RECORD_STOPWATCH_H

#include <time.h>

struct stopwatch {
    struct timespec start;
};

void stopwatch_start(struct stopwatch *watch);

/* Returns the seconds since the start. */
double stopwatch_seconds(const struct stopwatch *watch);

#endif
