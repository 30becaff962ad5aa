/* What the forms of bonnie++ and the original bonnie share: text, CSV and tables in
 * HTML. */
#ifndef IOD_PARSE_BONNIE_H
#define IOD_PARSE_BONNIE_H

#include "parse/tool.h"

enum {
    BONNIE_IO_OPS = 6,   /* putc put_block rewrite getc get_block seeks */
    BONNIE_FILE_OPS = 6, /* seq_create … ran_del */
    BONNIE_OPS = BONNIE_IO_OPS + BONNIE_FILE_OPS,
    BONNIE_SEEKS = 5,
};

/* The operations by bonnie++'s own CSV names, in the order of its columns. */
extern const char *const bonnie_ops[BONNIE_OPS];

/* A printed piece of a line; not NUL-ended. */
struct bonnie_cell {
    const char *at;
    size_t length;
};

/* One figure as it is printed: what two forms of one run are compared by. */
struct bonnie_figure {
    enum { BONNIE_NOTHING, BONNIE_NUMBER, BONNIE_TOO_FAST } kind;
    double value; /* bytes or operations a second */
    double digit; /* one unit of the last printed digit */
    double error; /* how far the true value can be off */
};

/* One run of the program: what its rows and headers say. */
struct bonnie_run {
    const char *tool;    /* "bonnie++" or "bonnie" */
    const char *version; /* NULL where not printed */
    const char *machine;
    const char *size;    /* "4G", as printed, without what follows a colon */
    const char *chunk;   /* "16k"; NULL for the default, as all of the following */
    const char *concurrency;
    const char *seed;    /* of the random numbers: the time of the start, unless given */
    const struct command *command; /* NULL where unknown */
    const char *sign;    /* "+" or "-" of a patch's line, or NULL */
    double rate_unit;    /* what a rate without a suffix counts, in bytes/s: 1024 */
    double size_bytes;   /* 0 where unknown */
    double seeks;        /* how many are done */
    double files;        /* number of files in units of 1024, 0 where unknown */
    bool has_text, has_csv;
    unsigned long line;  /* of its first row */
    unsigned invocation;
    struct bonnie_figure figures[BONNIE_OPS];
    size_t results[BONNIE_OPS]; /* indices in output->at, NO_LINE for none */
};

/* The walk over one stream, and the runs that were met in it. */
struct bonnie_walk {
    struct text *text;
    struct tool_output *output;
    size_t stream;
    const struct command *command; /* the one above, NULL where unknown */
    struct bonnie_run *runs;
    size_t nr, room;
};

/* Returns an empty run of bonnie++. */
struct bonnie_run bonnie_run_new(void);

/* Gives the run a number and adds it to those of the walk; returns its place there,
 * valid until the next call. */
struct bonnie_run *bonnie_add_run(struct bonnie_walk *walk, const struct bonnie_run *run);

/* Takes a printed size apart: size[:chunk[:concurrency[:seeks[:processes]]]], in
 * which bon_csv2txt leaves the concurrency out.  unit is what a bare number counts,
 * in bytes.  Source: bon_time.cpp and bon_csv2txt.cpp of 2.00a.  Returns whether it
 * is one. */
bool bonnie_set_size(struct arena *arena, struct bonnie_run *run, const char *size, double unit);

/* Says whether the version prints the number of files in place of the rates in
 * its text (1.98 to 2.00a). */
bool bonnie_prints_bogus_rates(const char *version);

/* Reads a printed rate of operation op (0 to BONNIE_OPS - 1) and the CPU cell beside it: a
 * number of run->rate_unit, one with a suffix, or per second; "+++++", or the 0 that
 * bon_csv2txt and bon_csv2html make of it beside "+++". */
struct bonnie_figure bonnie_read_figure(const struct bonnie_run *run, unsigned op,
                                        struct bonnie_cell rate, struct bonnie_cell cpu);

/* Sets what the figure of operation op says in the record: a rate, with `rounded` where it
 * can be off by more than 1 %, or a bound.  Source of the bound: bon_time.cpp prints
 * "+++++" for less than 0.5 s (1 s before 1.00f); the seeks, files * 1024 files, or the
 * file's bytes are then done in that time. */
void bonnie_set_figure(struct record *record, const struct bonnie_run *run, unsigned op,
                       const struct bonnie_figure *figure);

/* Sets the CPU share and the longest latency from their cells; what is no such figure
 * is left out. */
void bonnie_set_cpu(struct record *record, struct bonnie_cell cell);
bool bonnie_set_latency(struct record *record, struct bonnie_cell cell);

/* Says whether the command runs bonnie++ or bonnie. */
bool bonnie_is_command(const struct command *command);

/* Sets tool_version, params, command, invocation and group of a run's result. */
void bonnie_describe(struct tool_output *output, const struct bonnie_run *run,
                     struct result *result);

/* Finds among the runs that came in the other form (CSV for text, text for CSV) the one that
 * `run` is another print of: machine names that begin alike, the same size, and more
 * figures that agree within their precision than not.  *differing gets a bit for
 * each operation whose figures do not agree.  Returns it, or NULL. */
struct bonnie_run *bonnie_find_print(const struct bonnie_walk *walk, const struct bonnie_run *run,
                                     bool is_csv, unsigned *differing);

/* Warns of the operations in `differing` that their two prints disagree. */
void bonnie_warn_edited(struct bonnie_walk *walk, const struct bonnie_run *run,
                        unsigned differing, unsigned long line);

/* Reads the line at index line of the stream as CSV of bonnie++ (27 fields of
 * 1.0x, odd counts of 1.90 to 1.92, 48 of 1.93c to 1.97, 50 from 1.98), with lines that
 * were cut or wrapped.  Where its run was printed as text, the figures of that are made
 * exact, else records are added.  Returns how many lines were used, 0 for none. */
size_t bonnie_take_csv(struct bonnie_walk *walk, size_t line);

/* Reads the row of a table of bon_csv2html, or of the original bonnie's, that begins
 * in the line; head tells what its table's header said.  Returns how many lines were
 * used, 0 for none. */
struct bonnie_html {
    const char *version;
    bool is_table;     /* the lines stand below a header of bonnie */
    bool is_original;
    size_t run;        /* the run of the row above, NO_LINE */
};
size_t bonnie_take_html(struct bonnie_walk *walk, struct bonnie_html *head, size_t line);

/* Says which errors and unfinished runs of the stream gave no result; has_results tells
 * that the stream has some. */
void bonnie_say_unread(const struct text *text, size_t stream, struct tool_output *output,
                       bool has_results);

/* Says whether the line is a mark of progress of bonnie++ or bonnie, or an error. */
bool bonnie_is_said(const char *line);

#endif
