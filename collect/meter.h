/* The meter: a line that tells how a run goes, for a terminal or a log. */
#ifndef IOD_COLLECT_METER_H
#define IOD_COLLECT_METER_H

#include <stddef.h>
#include <stdio.h>

#include "collect/run.h"

/* Writes the line into text, size bytes; where width, in columns, is too little for all, what
 * is said last is left out:
 *
 *   scan 2/5: read 12.3k IOPS 50.4 MB/s, write 4.10k IOPS 16.8 MB/s; 34 %, 0:12 left
 *
 * Names of jobs may hold anything: bytes that a terminal could take for commands are
 * shown as '?'. */
void meter_line(char *text, size_t size, const struct run_progress *progress, unsigned width);

enum meter_kind {
    METER_NONE,
    METER_TERMINAL, /* one line that changes, and goes away before anything else is printed */
    METER_PLAIN,    /* a line of its own every ten seconds, for logs */
};

struct meter;

/* Makes a meter that writes to file; program stands before plain lines.  Both are borrowed
 * until meter_close(). */
struct meter *meter_open(FILE *file, enum meter_kind kind, const char *program);

void meter_tell(struct meter *meter, const struct run_progress *progress);

/* Takes the line away, so that the caller can print, and keeps it away until
 * meter_show(), which must follow.  From any thread. */
void meter_hide(struct meter *meter);
void meter_show(struct meter *meter);

/* Takes the line away for good. */
void meter_close(struct meter *meter);

#endif
