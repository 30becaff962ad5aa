/* Input: the files that the operands of a program stand for. */
#ifndef IOD_PARSE_INPUT_H
#define IOD_PARSE_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "record/diag.h"

/* The largest file that is read. */
#define INPUT_LARGEST ((size_t)64 << 20)

struct input_file {
    const char *path;  /* as given, or below the folder given; "-" for standard input */
    const char *bytes;
    size_t length;
    bool is_named;     /* the operand itself, not found in a folder */
};

/* What input_each() counts. */
struct input_count {
    size_t files;
    size_t unreadable; /* could not be opened or read: said to the sink */
    size_t skipped;    /* too large: said to the sink */
};

/* Calls take for the file at path, for each regular file below it where it is a
 * folder (in the byte order of names, hidden ones and links left out), or for
 * standard input where path is "-".  The bytes are valid during the call. */
void input_each(const char *path, void (*take)(void *context, const struct input_file *file),
                void *context, struct input_count *count, const struct diag_sink *sink);

#endif
