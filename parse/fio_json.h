/* fio's JSON output: a job's object to records. */
#ifndef IOD_PARSE_FIO_JSON_H
#define IOD_PARSE_FIO_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "parse/tool.h"

/* What a document says of all its jobs. */
struct fio_document {
    const char *version;     /* "3.33", NULL where it is lost */
    json_t *globals;         /* "global options", owned, NULL for none */
    double timestamp;        /* when it was written, seconds since 1970; 0 if unknown */
    double disk_util_pct;    /* of its only disk, -1 where there is none or several */
    unsigned invocation;
};

/* One job's object, and where it stands. */
struct fio_job {
    const json_t *object;
    size_t stream, line;     /* of the job's name */
    size_t first, last;      /* lines of the object */
    const char *text;        /* for source.text; in the arena */
};

/* Adds a result for every direction of the job that did I/O, and one for its syncs.
 * Returns how many.  The figures' units follow from the names of the keys and from the
 * version.  Source: fio stat.c, show_thread_status_json() and add_ddir_status_json(). */
size_t fio_json_take(struct tool_output *output, struct text *text,
                     const struct fio_document *document, const struct fio_job *job);

/* Returns a number that orders versions: "fio-3.33", "2.1.14", "2.19-12-gb94d"; 0 where
 * the text is none. */
unsigned long fio_json_version(const char *text);

/* Returns a key of an object as a number that is not negative, or 0. */
double fio_json_number(const json_t *object, const char *key);

/* Says whether the results from later on, the last ones, are those from first to before
 * end when the same jobs had done more, or nothing since. */
bool fio_json_is_later(const struct tool_output *output, size_t first, size_t end, size_t later);

/* Marks as superseded the sums over all clients among the results from first on, where
 * one of the clients' jobs has the same operation. */
void fio_json_settle_clients(struct tool_output *output, size_t first);

#endif
