/* What the reader of fio's text shares with the reader of its figures. */
#ifndef IOD_PARSE_FIO_H
#define IOD_PARSE_FIO_H

#include <glib.h>

#include "parse/fio_rows.h"
#include "parse/tool.h"

enum { FIO_PREAMBLES = 256 };

/* What the line before the run says of a job. */
struct fio_preamble {
    const char *job;
    struct record_pairs params;
};

/* A job's block: from its header to the next. */
struct fio_block {
    const char *job;
    const char *group;
    unsigned jobs;
    int error;          /* errno that fio reports for the job, 0 for none */
    unsigned long pid;
    size_t header;      /* line of the header, NO_LINE for lines without one */
    size_t first_result; /* in output->at */
    bool is_all_clients;
    const char *latency; /* the kind whose percentiles follow, NULL for none */
    double latency_unit_ns;
};

/* The walk over one stream. */
struct fio {
    struct text *text;
    struct tool_output *output;
    struct pattern_set *rows;
    size_t stream;
    struct text_stream *lines;
    struct fio_block block;
    bool has_block;
    unsigned invocation;      /* of the block under way, 0 if none */
    size_t first_of_invocation; /* in output->at */
    GHashTable *ops;          /* groups and operations of that invocation, owned */
    bool is_boundary;         /* the next header starts an invocation */
    bool has_foreign;         /* a line that is not fio's came after the block */
    long last_status;         /* highest group whose status was printed, -1 if none */
    const char *status_group; /* of the status section under way, NULL outside */
    const char *version;
    struct fio_preamble preambles[FIO_PREAMBLES];
    size_t preambles_nr;
};

/* Decides whether a header starts another execution of fio: group numbers fall
 * back, statuses were printed, names come again, and pids of one execution follow
 * each other. */
bool fio_is_new_invocation(const struct fio *fio, const char *job, const char *group,
                           unsigned long pid);

/* Begins an execution, which has no results yet. */
void fio_start_invocation(struct fio *fio);

/* What fio_has_op() is asked for where any group will do, and how a result without
 * a group is kept. */
#define FIO_ANY_GROUP "*"
#define FIO_NO_GROUP ""

/* Remembers that the execution under way has a result of that group and operation,
 * and says whether it has one. */
void fio_note_op(struct fio *fio, const struct record *record);
bool fio_has_op(const struct fio *fio, const char *group, const char *op);

/* Drops the results of earlier blocks of the same process: with --status-interval
 * it prints its block again and again, each time with all that it has done so far,
 * and the last one counts. */
void fio_supersede(struct fio *fio, const char *job, const char *group, unsigned long pid);

/* Corrects the rate of a line of 1.x to 2.16 in the record: up to 1.31 fio labels
 * KiB/s what may be decimal (before 1.25.2), and bytes and time of the same line
 * decide.  printed is the line. */
void fio_correct_rate(struct record *record, const char *printed);

/* Corrects the rate of a sum line of the earliest versions (to 1.10), which print
 * "aggrb=558404": bytes by milliseconds, without a unit. */
void fio_correct_sum(const struct pattern_match *match, struct record *record);

/* Joins the two rates of a line from 2.17 on, in 1024s and in 1000s, each rounded
 * to three or four digits: the rate lies where both intervals meet.  Where they do
 * not (2.20 to 3.25 may drop a carry), the one counts that bytes and time confirm. */
void fio_choose_rate(const struct pattern_match *match, struct record *record);

/* Replaces the figures of a direction that were printed with three or four digits
 * (from 2.17 on) by those that its number of I/Os gives, where the block size is one and known:
 * bytes = I/Os * block size, and both by the run time.  They must agree with
 * what is printed. */
void fio_refine(struct record *record);

/* Returns the one size of "bs=16K-16K/16K-16K" or "bs=(R) 4096B-4096B, (W) 4096B-4096B,
 * (T) ..." where all are equal, in the arena, else the text as it is, borrowed. */
const char *fio_block_size(struct arena *arena, const char *text);

/* Read lines of a block into its records: latencies and percentiles belong to the
 * last direction, cpu and issued lines to the whole block. */
void fio_take_latency(struct fio *fio, const struct pattern_match *match);
void fio_take_percentile_head(struct fio *fio, const struct pattern_match *match);
void fio_take_percentiles(struct fio *fio, const char *line);
void fio_take_cpu(struct fio *fio, const struct pattern_match *match);
void fio_take_issued(struct fio *fio, const struct pattern_match *match);

#endif
