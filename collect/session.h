/* A session: one call of iodelta-collect that measures: what it says, where records go, and how
 * it is stopped. */
#ifndef IOD_COLLECT_SESSION_H
#define IOD_COLLECT_SESSION_H

#include "collect/campaign_plan.h"
#include "collect/run.h"
#include "record/diag.h"

/* Prints messages as -q and -v ask, and takes the meter away for them. */
extern const struct diag_sink session_sink;

/* Prints a message that ends the program.  Returns EXIT_SYSTEM. */
int session_fail(const struct diag *diag);

/* Measures the jobs once.  Returns the exit status. */
int session_measure(const struct job_list *jobs);

/* Measures a comparison: all that --vary and its companions ask for.  Returns the exit status. */
int session_compare(const struct campaign_jobs *jobs);

/* The same for one that was begun: --resume.  The request has no options of jobs then; all are
 * taken from the file. */
int session_resume(const struct job_file_request *request);

/* Puts back what an interrupted comparison left changed: --restore.  Returns the exit status. */
int session_restore(void);

#endif
