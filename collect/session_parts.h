/* What the parts of a session share. */
#ifndef IOD_COLLECT_SESSION_PARTS_H
#define IOD_COLLECT_SESSION_PARTS_H

#include <stdatomic.h>

#include "collect/campaign_file.h"
#include "collect/record_log.h"
#include "collect/session.h"

extern const char session_program[];

/* Set by SIGINT, SIGTERM, SIGHUP and SIGPIPE once they are caught; a second signal of a kind ends
 * the program at once. */
extern _Atomic bool session_stop;
void session_catch_signals(void);

/* Sets what the options say of runs, with records put to log; jobs are the caller's to set.
 * Returns false, with a message, where an option is wrong. */
bool session_request(struct record_log *log, struct run_request *request);

/* From now on says no warning or note twice; with false forgets what was said, and says all. */
void session_say_once(bool is_kept);

/* The line that tells how runs go; messages take it away for themselves. */
void session_open_meter(void);
void session_close_meter(void);

/* Puts the facts of this host, and of what the jobs use; a host that cannot be read has none.
 * of is the id of the campaign that they belong to, NULL for none.  Returns 0, or -1 and
 * errno. */
int session_put_facts(const struct job_list *lists, size_t lists_nr, const char *of,
                      struct record_log *log);

/* Stores in paths, an array to be freed, what the jobs use: their files where they are there, and
 * folders, once each.  Returns how many. */
size_t session_paths(const struct job_list *lists, size_t lists_nr, const char ***paths);

/* What is done to this host before runs: waits, caches, settings. */
struct session_host;

/* Looks whether all of the settings that vary, NULL for none, can be set here.  Returns NULL and
 * *diag where one cannot. */
struct session_host *session_host_open(const struct vary *vary, const struct job_list *lists,
                                       size_t lists_nr, struct diag *diag);

/* Does it before a run of these jobs, with the levels of config.  Returns 0, or -1 and *diag. */
int session_host_prepare(struct session_host *host, const struct record_pairs *config,
                         const struct job_list *jobs, struct diag *diag);

/* Puts all settings back, and frees; what cannot be put back is reported.  Returns 0 or -1. */
int session_host_close(struct session_host *host);

/* Prints what is wrong with the command line.  Returns EXIT_USAGE. */
int session_refuse(const char *path, const char *mend, const char *what);

/* Sets what the options say of comparisons; false where one is wrong. */
bool session_wish(struct campaign_wish *wish);

/* Adds the facts that session_resume() needs to the record that begins a campaign; the devices
 * below what its jobs use are known again by a keyed hash. */
void session_save(struct record *record, const struct campaign_plan *plan,
                  const struct campaign_jobs *jobs);

/* Measures the plan from its place on: a new campaign, or where begun is not NULL that one.
 * Returns the exit status. */
int session_go(const struct campaign_plan *plan, const struct campaign_wish *wish,
               const struct campaign_jobs *jobs, const struct campaign_begun *begun);

/* Sets *diag to say that the output failed, by errno. */
void session_fail_output(struct diag *diag);

/* Says how it ended, and returns the exit status. */
int session_end(const struct run_result *result, bool has_failed);

#endif
