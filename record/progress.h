/* Progress: a line on a terminal that tells how far the work has come. */
#ifndef IOD_RECORD_PROGRESS_H
#define IOD_RECORD_PROGRESS_H

#include <stdint.h>
#include <stdio.h>

/* How far the work is. */
struct progress_state {
    uint64_t done, total; /* bytes; total 0 where it is not known */
    uint64_t found;       /* results */
};

struct progress;

/* Starts to show, on terminal, what look tells, five times a second from the first second
 * on; the line goes away at the end.  look is called by another thread.  Returns NULL where
 * no thread can be had; then nothing is shown. */
struct progress *progress_start(FILE *terminal, void (*look)(void *context,
                                                             struct progress_state *state),
                                void *context);

/* Takes the line away so that something can be printed, until progress_show().  NULL is
 * allowed. */
void progress_hide(struct progress *progress);
void progress_show(struct progress *progress);

/* Takes the line away for good and frees progress; NULL is allowed. */
void progress_end(struct progress *progress);

/* Writes the line into text, size bytes: seconds are those since the start, width the
 * columns there are.  ("[####      ]  41 %  1.2 of 3.0 GB  640 MB/s  0:03 left  12 results") */
void progress_line(char *text, size_t size, const struct progress_state *state, double seconds,
                   unsigned width);

#endif
