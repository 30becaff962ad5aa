/* What the files of the reader of fio's text share. */
#ifndef IOD_PARSE_FIO_H
#define IOD_PARSE_FIO_H

#include <glib.h>

#include "parse/fio_rows.h"
#include "parse/tool.h"
#include "record/units.h"

/* What the line before the run says of a job. */
struct fio_preamble {
    const char *job, *group;
    struct record_pairs params; /* rw, ioengine, iodepth */
    const char *bs[3];          /* of reads, writes and trims, as printed; NULL if unknown */
    bool is_several;            /* the job is started several times */
};

/* A job's block: from its header to the next. */
struct fio_block {
    const char *job;
    const char *group;
    const char *description; /* the user's words, NULL for none */
    unsigned jobs;
    int error;          /* errno that fio reports for the job, 0 for none */
    const char *why;    /* what fio says of the error, NULL for nothing */
    unsigned long pid;
    size_t header;      /* line of the header, NO_LINE for lines without one */
    size_t first_result; /* in output->at */
    bool is_all_clients;
    bool is_complete;    /* lines below the directions were seen */
    bool is_idle;        /* a direction without any I/O was printed */
    const char *latency; /* the kind whose percentiles follow, NULL for none */
    struct record *latency_of; /* whose percentiles follow */
    double latency_unit_ns;
    struct record *syncs; /* the record that has the block's syncs, NULL for none */
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
    bool is_client;           /* the invocation is of a client: blocks of several hosts */
    bool is_interrupted;      /* a signal ended the invocation */
    bool was_signalled;       /* a signal was told of before its first block */
    bool has_foreign;         /* a line that is not fio's came after the block */
    long last_status;         /* highest group whose status was printed, -1 if none */
    const char *status_group; /* of the status section under way, NULL outside */
    const char *host;         /* whose block follows, NULL where none is named */
    bool has_samples;       /* lines of samples were met */
    bool has_others;        /* other lines of fio were met */
    const char *version;
    struct fio_preamble *preambles; /* in the arena */
    size_t preambles_nr, preambles_room;
    size_t first_preamble;    /* of the invocation under way, or to come */
    bool is_below_preamble;   /* nothing but preambles since the last one */
    size_t disks_nr;          /* in the section of disk stats under way */
    double disk_util_pct;
    size_t disks_from;        /* in output->at: what came after the section before */
    const char *complaint;    /* fio's last message of an error, NULL for none */
    unsigned long complaint_line;
};

/* Says whether the text before a name is a host's of a client's output ("<vm> "),
 * and returns what follows; *host gets the name in the arena. */
const char *fio_without_host(struct fio *fio, const char *line);

/* --- fio_block.c: blocks and their records --- */

/* Takes the header of a job's block; at is its line. */
void fio_take_header(struct fio *fio, size_t at, const struct pattern_match *match);

/* Ends the block under way: settles its figures, or says why there are none. */
void fio_close_block(struct fio *fio);

/* Takes a direction, which stands in `used` lines from at on; joined is their text. */
void fio_take_direction(struct fio *fio, size_t at, size_t used, const char *joined,
                        const struct pattern_match *match);

/* Adds a result of the block under way, and gives it what block, invocation and
 * preamble know.  Valid until the next call. */
struct result *fio_add_result(struct fio *fio, size_t at, const char *op);

/* Gives a result what its invocation knows: version, number and host. */
void fio_describe(struct fio *fio, struct result *result);

/* Returns the operation that a line names, a constant; "" for none. */
const char *fio_op_name(const struct pattern_match *match);

/* --- fio_sum.c: the status of groups --- */

void fio_take_status(struct fio *fio, const struct pattern_match *match);
void fio_take_sum(struct fio *fio, size_t at, size_t used, const char *joined,
                  const struct pattern_match *match);

/* --- fio_copies.c --- */

/* Finds what a text says twice.  A direction without a header that repeats one of a
 * block is quoted and does not count; the sum of a group whose only job's line stands
 * without a header elsewhere is taken back. */
void fio_settle_copies(struct tool_output *output);

/* --- fio_preamble.c --- */

void fio_take_preamble(struct fio *fio, const struct pattern_match *match);
void fio_take_dots(struct fio *fio);

/* Gives the record what the preamble states of its job, or where it has none of
 * the jobs of its group, as far as they agree. */
void fio_apply_preamble(const struct fio *fio, struct record *record, const char *job,
                        const char *group);

/* --- fio_named.c: lines with a name in front --- */

/* Reads a line of a block that has the same name in front as a direction above it, such
 * as "before: clat (usec): min=…" below "before: read: IOPS=…": its figures belong to
 * that one, whatever stands between.  Returns whether the line at `at` is one. */
bool fio_take_named(struct fio *fio, size_t at);

/* Takes the directions that stand in the same line behind the one that was taken, as in
 * "before: read: IOPS=…, write: IOPS=…"; match is that one's. */
void fio_take_beside(struct fio *fio, size_t at, const struct pattern_match *match);

/* --- fio_samples.c --- */

/* Adds results for a stream of a text without any other, of which the author kept
 * nothing but the lines of samples ("iops : min=…, avg=…"): then their means are what
 * was measured.  Quoted, they are what somebody kept of a result elsewhere. */
void fio_take_lone_samples(struct fio *fio);

/* --- fio_columns.c: results side by side --- */

/* Reads a row that holds figures of several runs in columns; returns whether the
 * line at `at` is one. */
bool fio_take_columns(struct fio *fio, size_t at);

/* --- fio_invocation.c --- */

/* Decides whether a header starts another execution of fio: group numbers fall
 * back, statuses were printed, names come again, and pids of one execution follow
 * each other. */
bool fio_is_new_invocation(const struct fio *fio, const char *job, const char *group,
                           unsigned long pid);

/* Begins an execution, which has no results yet. */
void fio_start_invocation(struct fio *fio);

/* A line that only stands above the blocks of an execution: the next is another. */
void fio_end_invocation(struct fio *fio);

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
 * and the last one counts.  Returns whether there were any. */
bool fio_supersede(struct fio *fio, const char *job, const char *group, unsigned long pid);

/* --- fio_units.c: figures --- */

/* A printed figure. */
struct fio_figure {
    double value, digit, one; /* one unit of the last printed digit, and of the last one
                               * in front of the point */
    bool has_point;
    bool is_whole;       /* it has a point, and nothing but zeros behind it */
};

/* How the versions print fractions wrongly.  Source: lib/num2str.c. */
enum fio_fault {
    FIO_SOUND,
    FIO_FRACTION_CUT, /* 2.17 to 2.19: digits behind the point say nothing */
    FIO_CARRY_LOST,   /* 2.20 to 3.25: .95 and more is printed as .0 */
};

/* Where a value lies that was printed as a figure. */
struct fio_span {
    double low, high;
};

/* Reads a figure of length bytes; base says what K and M are; is_old: of a version
 * to 2.16, whose letter P is tera.  Returns whether it is one. */
bool fio_quantity(const char *at, size_t length, enum units_base base, bool is_old,
                  struct fio_figure *figure);

/* Returns the fault of a version; NULL has none. */
enum fio_fault fio_fault(const char *version);

/* Returns where the value lies if the figure was rounded, or, if is_wide, if it was
 * cut off or has the version's fault. */
struct fio_span fio_span(const struct fio_figure *figure, enum fio_fault fault, bool is_wide);

/* Sets rate, I/O rate, bytes and time of a direction or a sum. */
void fio_fill(const struct pattern_match *match, struct record *record, bool is_old);

/* Reads again what the record's line says of a metric; returns whether it does. */
bool fio_printed(const struct record *record, const char *metric, enum units_base base,
                 bool is_old, struct fio_figure *figure);

/* --- fio_refine.c: the better source --- */

/* Corrects the rate of a line of 1.x to 2.16 in the record: up to 1.31 fio labels
 * KiB/s what may be decimal (before 1.25.2), and bytes and time of the same line
 * decide.  printed is the line. */
void fio_correct_rate(struct record *record, const char *printed);

/* Corrects the rate of a sum line of the earliest versions (to 1.10), which print
 * "aggrb=558404": bytes by milliseconds, without a unit. */
void fio_correct_sum(const struct pattern_match *match, struct record *record);

/* Joins the two rates of a line from 2.17 on, in 1024s and in 1000s, each rounded
 * to three or four digits: the rate lies where both intervals meet.  Where they do
 * not, the one counts that bytes and time confirm. */
void fio_choose_rate(const struct pattern_match *match, struct record *record);

/* Replaces printed figures of a direction by those that its number of I/Os gives,
 * where the block size is one and known: bytes = I/Os * block size, and both by the
 * run time.  They must agree with what is printed.  Reads kb_base=1000 from them too. */
void fio_refine(struct record *record);

/* Does so for each fio result; what stays coarse gets the warning "rounded". */
void fio_settle_figures(struct tool_output *output);

/* --- fio_figures.c: other lines of a block --- */

/* Read lines of a block into its records: latencies and percentiles belong to the
 * last direction, cpu and issued lines to the whole block. */
void fio_take_latency(struct fio *fio, size_t at, const struct pattern_match *match);

/* Sets the figures of a latency line in the record; kind, of length bytes, names it. */
void fio_fill_latency(struct record *record, const struct pattern_match *match, const char *kind,
                      size_t length);
void fio_take_percentile_head(struct fio *fio, const struct pattern_match *match);
void fio_take_percentiles(struct fio *fio, const char *line);
void fio_take_cpu(struct fio *fio, const struct pattern_match *match);
void fio_take_issued(struct fio *fio, const struct pattern_match *match);
void fio_take_errors(struct fio *fio, const struct pattern_match *match);
void fio_take_disk(struct fio *fio, const struct pattern_match *match);

/* Ends the section of disk stats: where it names one disk, and the invocation has
 * one group, the results of it get its utilisation. */
void fio_close_disks(struct fio *fio);

#endif
