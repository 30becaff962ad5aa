/* Files that a run made, or found and knows for its own. */
#ifndef IOD_COLLECT_MADE_H
#define IOD_COLLECT_MADE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "record/diag.h"

/* A file that may be written, and is known again by its number. */
struct made_file {
    char *path;
    dev_t dev;
    ino_t ino;
    uint64_t bytes;
    uint64_t seed;              /* of its data, if it has those */
    bool was_there;             /* an earlier run made and kept it */
    bool is_ready;              /* it has its size, or its data, as a job wanted it */
    bool is_filled;             /* this run gave it data all over */
    bool is_seeded;             /* it has those data, or had when jobs began */
    bool is_written;            /* a job writes or trims it */
    uint64_t unallocated_bytes; /* of its size, that writing will yet take of the file system */
};

/* All of a run.  All zero bytes are none. */
struct made_files {
    struct made_file *at;
    size_t nr, room;
};

/* Adds the file of *status, with a copy of path; returns it, valid until the next call. */
struct made_file *made_files_add(struct made_files *made, const char *path,
                                 const struct stat *status);

/* Finds the file that is that of *status; NULL where there is none. */
struct made_file *made_files_find(const struct made_files *made, const struct stat *status);

/* What writing to files on the device will yet take of it, in bytes. */
uint64_t made_files_promised(const struct made_files *made, dev_t dev);

/* Ends the run: removes what it made, and frees the list.  With keeps files that are ready stay,
 * and so do always those that were there; these are marked for the next run.  What is no longer
 * the file that was made is left alone, and what fails is reported. */
void made_files_end(struct made_files *made, bool keeps, const struct diag_sink *sink);

/* The same where more runs of the owner follow: files that are ready stay until the last, and
 * what such a run made of them is added to kept, for made_files_end() at last.  Those that
 * cannot be marked are removed, and made again by the next run. */
void made_files_pass(struct made_files *made, const char *owner, struct made_files *kept,
                     const struct diag_sink *sink);

#endif
