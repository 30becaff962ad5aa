/* Job files in fio's format, and jobs of the command line. */
#ifndef IOD_COLLECT_JOB_FILE_H
#define IOD_COLLECT_JOB_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/job.h"
#include "record/diag.h"

enum {
    JOB_FILE_BYTES_MAX = 1 << 20, /* of one file */
    JOB_FILE_DEPTH_MAX = 16,      /* of files that include others */
    JOB_FILE_JOBS_MAX = 4096,
    JOB_NAME_MAX = 255,
};

/* How jobs are read.  All is borrowed. */
struct job_file_request {
    /* Options of the command line, "name=value" or "name": they are set last in every
     * job, or make one job by themselves. */
    const char *const *options;
    size_t options_nr;
    bool ignores_unknown; /* options that we lack are warned of and passed over */
    const struct diag_sink *sink;
};

/* Reads the file at path: sections in brackets, of which those whose names begin with
 * "global" hold for the jobs below; "name=value" or "name" lines; comments from ';' or '#'
 * on, anywhere in a line; "include FILE", from the folder of the including file; ${NAME} of
 * the environment, and $pagesize, $mb_memory, $ncpus (fio's HOWTO, "Job file format").
 * Reports all that is wrong, not the first alone.  Returns 0 with *jobs, which live in
 * arena; -1 where anything is wrong.  Nothing that the file says is run. */
int job_file_read(struct arena *arena, const char *path, const struct job_file_request *request,
                  struct job_list *jobs);

/* The same of length bytes at text; path is for messages, and its folder is that of
 * includes. */
int job_file_parse(struct arena *arena, const char *path, const char *text, size_t length,
                   const struct job_file_request *request, struct job_list *jobs);

/* Makes one job of the options of the request alone: with direct I/O by io_uring, unless they say
 * otherwise.  Returns as above. */
int job_file_of_options(struct arena *arena, const struct job_file_request *request,
                        struct job_list *jobs);

#endif
