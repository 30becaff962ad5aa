/* Pipeline: operands to finds, by several threads, in the order of the input. */
#ifndef IOD_PARSE_PIPELINE_H
#define IOD_PARSE_PIPELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parse/given.h"
#include "parse/order.h"
#include "parse/source.h"

/* The most threads that can be asked for. */
#define PIPELINE_MOST_THREADS 256

struct pipeline_options {
    unsigned threads;       /* 1 or more */
    bool decodes_all;       /* messages without a word of a benchmark as well */
    size_t largest_message; /* bytes */
    struct given *given;    /* labels of the user, borrowed; NULL for none */
    size_t piece;           /* bytes: of longer logs; 0 for the usual */
    size_t slice;           /* bytes: larger archives are shared by the threads in slices of
                             * about so many; 0 for the usual */
};

struct pipeline;

/* Returns a pipeline that hands what it finds to take: one find at a time, in the order
 * of the input whatever the number of threads.  take borrows the find and returns 0,
 * or -1 to stop.  The caller frees it with pipeline_free(). */
struct pipeline *pipeline_new(const struct pipeline_options *options,
                              int (*take)(void *context, struct find *find), void *context);
void pipeline_free(struct pipeline *pipeline);

/* Reads one operand after another: a file, a folder, a repository, or "-". */
void pipeline_read(struct pipeline *pipeline, const char *operand);

/* Waits until all has been read and handed on. */
void pipeline_finish(struct pipeline *pipeline);

/* What was opened, valid once pipeline_finish() has returned. */
const struct source_count *pipeline_counted(const struct pipeline *pipeline);

/* Returns how many bytes of the input have been read; may be called by any thread at any time. */
uint64_t pipeline_bytes(struct pipeline *pipeline);

#endif
