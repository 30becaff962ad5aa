/* Loading: record files into memory, with messages for what is none. */
#ifndef IOD_REPORT_LOAD_H
#define IOD_REPORT_LOAD_H

#include <stdbool.h>
#include <stddef.h>

#include "record/arena.h"
#include "record/diag.h"
#include "record/record.h"

struct load {
    struct arena *arena; /* borrowed; the records live in it */
    const struct diag_sink *sink;
    bool leaves_lines; /* nobody will show the lines of the records: see record_io.h */
    struct record **records; /* malloc()ed, freed with load_free() */
    size_t nr, room;
    bool is_damaged; /* a line or file was no record, or cut; a message was sent */
    bool is_failed;  /* a file could not be opened or read; a message was sent */
};

/* Reads all records of the file at path, "-" for standard input, and adds them.
 * What is no record file is told with what it looks like and the command that
 * reads it; a directory with how to name its files.  At most ten messages about
 * lines are sent for one file, then their number. */
void load_file(struct load *load, const char *path);

void load_free(struct load *load);

#endif
