#include "collect/steady.h"

#include <stdlib.h>
#include <string.h>

#include "record/memory.h"

bool steady_is(const double *values, size_t n)
{
    static const double span_share = 0.20, slope_share = 0.10;
    if (n < STEADY_RUNS)
        return false;
    const double *last = values + n - STEADY_RUNS;
    double least = last[0], most = last[0], sum = 0, slope = 0, squares = 0;
    for (int i = 0; i < STEADY_RUNS; i++) {
        double x = i - (STEADY_RUNS - 1) / 2.0;
        least = last[i] < least ? last[i] : least;
        most = last[i] > most ? last[i] : most;
        sum += last[i];
        slope += x * last[i];
        squares += x * x;
    }
    double mean = sum / STEADY_RUNS, rise = slope / squares * (STEADY_RUNS - 1);
    rise = rise < 0 ? -rise : rise;
    return mean > 0 && most - least <= span_share * mean && rise <= slope_share * mean;
}

/* One job and operation of one cell. */
struct track {
    size_t cell;
    char *job, *op;
    double *values; /* of each run */
    size_t nr, room;
    unsigned run; /* of the last value */
};

struct steady_log {
    struct track *tracks;
    size_t nr, room;
};

struct steady_log *steady_log_new(void)
{
    struct steady_log *log = memory_alloc(sizeof *log);
    *log = (struct steady_log){NULL, 0, 0};
    return log;
}

void steady_log_free(struct steady_log *log)
{
    for (size_t i = 0; i < log->nr; i++) {
        free(log->tracks[i].job);
        free(log->tracks[i].op);
        free(log->tracks[i].values);
    }
    free(log->tracks);
    free(log);
}

static struct track *find(struct steady_log *log, size_t cell, const char *job, const char *op)
{
    for (size_t i = 0; i < log->nr; i++) {
        struct track *track = &log->tracks[i];
        if (track->cell == cell && strcmp(track->job, job) == 0 && strcmp(track->op, op) == 0)
            return track;
    }
    log->tracks = memory_grow(log->tracks, log->nr, &log->room, sizeof *log->tracks);
    struct track *track = &log->tracks[log->nr++];
    *track = (struct track){.cell = cell, .job = memory_string(job), .op = memory_string(op)};
    return track;
}

void steady_log_add(struct steady_log *log, size_t cell, unsigned run, const char *job,
                    const char *op, double bw_bytes_per_s)
{
    struct track *track = find(log, cell, job, op);
    if (track->nr && track->run == run) {
        track->values[track->nr - 1] += bw_bytes_per_s;
        return;
    }
    track->values = memory_grow(track->values, track->nr, &track->room, sizeof *track->values);
    track->values[track->nr++] = bw_bytes_per_s;
    track->run = run;
}

bool steady_log_is_steady(const struct steady_log *log)
{
    for (size_t i = 0; i < log->nr; i++)
        if (!steady_is(log->tracks[i].values, log->tracks[i].nr))
            return false;
    return log->nr > 0;
}
