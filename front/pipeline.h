/* Two programs joined by a pipe. */
#ifndef IOD_FRONT_PIPELINE_H
#define IOD_FRONT_PIPELINE_H

#include <stdbool.h>

#include "record/diag.h"

/* How the pipeline ended; the statuses are those of waitpid(2). */
struct pipeline_end {
    int first_status;
    int second_status;
    bool has_second; /* the second program was started */
    int signal;      /* that ended the pipeline from outside, 0 if none */
};

struct pipeline_program {
    const char *path;
    const char *const *argv; /* ended by NULL */
};

/* Runs first with its output piped into second and waits for both.  second is
 * started only when first has written something, so that an input without
 * results is reported once.  Where first is ended by a signal, second is ended
 * too, before it can take what it got for the whole.  SIGINT, SIGTERM and SIGHUP
 * that come meanwhile are handed on.  Returns 0, or -1 with *diag set where a
 * program could not be started. */
int pipeline_run(const struct pipeline_program *first, const struct pipeline_program *second,
                 struct pipeline_end *end, struct diag *diag);

#endif
