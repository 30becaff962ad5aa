/* Output files that are whole or not there. */
#ifndef IOD_RECORD_OUTFILE_H
#define IOD_RECORD_OUTFILE_H

#include <stdio.h>

#include "record/diag.h"

struct outfile;

/* Opens path for writing; NULL or "-" is standard output.  Where path, followed
 * through links, is a regular file or does not exist, the bytes go beside it
 * and outfile_commit() puts them in its place in one step, keeping the mode of
 * the file that stood there; anything else (a FIFO, terminal, /dev/null, but no disk) is opened
 * and written in place.  Returns NULL with *diag set on failure. */
struct outfile *outfile_open(const char *path, struct diag *diag);

/* Returns the stream to write to; borrowed. */
FILE *outfile_stream(struct outfile *file);

/* Flushes, checks that everything was written, and puts the file in place; frees
 * file.  Returns 0, or -1 with *diag set; then what stood at path before is
 * untouched. */
int outfile_commit(struct outfile *file, struct diag *diag);

/* Drops what was written and frees file; NULL is allowed. */
void outfile_abort(struct outfile *file);

#endif
