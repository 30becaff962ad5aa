/* fio's logs: one sample a line. */
#ifndef IOD_PARSE_FIO_LOG_H
#define IOD_PARSE_FIO_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/arena.h"
#include "record/record.h"

/* What a log holds; only its name tells. */
enum fio_log_kind { FIO_LOG_BW, FIO_LOG_IOPS, FIO_LOG_LAT, FIO_LOG_CLAT, FIO_LOG_SLAT,
                    FIO_LOG_HIST, FIO_LOG_UNKNOWN };

#define FIO_LOG_NSEC_VERSION 2099000UL /* 2.99: latencies in ns from here on */

enum { FIO_LOG_OPS = 3 }; /* read, write, trim: the third column is 0, 1 or 2 */

/* A line: time in ms, value, direction, block size (before 2.1.2 there was none), and
 * what came later: offset, priority, time of issue. */
struct fio_log_row {
    double time_ms, value;
    double block; /* bytes; 0 in a line that is an average, -1 where the column is missing */
    unsigned op;
    unsigned columns;
    double fifth; /* offset or priority, -1 where the column is missing */
};

/* All rows of one log. */
struct fio_log {
    enum fio_log_kind kind;
    struct fio_log_row *rows;
    size_t nr, room;
};

/* Returns what the name "PREFIX_clat.1.log", "PREFIX_bw.log" or "agg-read_bw.log" says;
 * length bytes of text that may hold more than the name. */
enum fio_log_kind fio_log_kind_of(const char *text, size_t length);

/* Reads a line; returns whether it is one of a log. */
bool fio_log_row(const char *line, struct fio_log_row *row);

/* Drops trailing rows that are all zero, which some versions write. */
void fio_log_trim(struct fio_log *log);

/* What the numbers of a latency log mean. */
enum fio_log_unit { FIO_LOG_USEC, FIO_LOG_NSEC, FIO_LOG_AMBIGUOUS };

/* Returns the unit of the latencies: version is that of the output beside the log (see
 * fio_json_version()), 0 where there is none; to 2.21 they are usec, from 2.99 on nsec.
 * Without it the columns may tell (priorities came with 3.18), else how many I/Os would
 * have been under way at a time; *is_guessed says so. */
enum fio_log_unit fio_log_unit_of(const struct fio_log *log, unsigned long version,
                                  bool *is_guessed);

/* Puts the samples of an operation into a record of kind series.  Returns NULL, or why
 * they give none: a constant. */
const char *fio_log_fill(const struct fio_log *log, unsigned op, double scale_ns,
                         struct record *record);

/* Returns how many rows of the operation there are. */
size_t fio_log_count(const struct fio_log *log, unsigned op);

#endif
