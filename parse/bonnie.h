/* What the text and the CSV form of bonnie++ share. */
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

/* One run of the program: what its rows and headers say. */
struct bonnie_run {
    const char *version; /* NULL where not printed */
    const char *machine;
    const char *size;    /* "4G", "256M:16k", as printed */
    const char *concurrency;
    const char *seed;    /* of the random numbers: the time of the start, unless given */
    double size_bytes;   /* 0 where unknown */
    double files;        /* number of files, 0 where unknown */
    unsigned invocation;
    size_t results[BONNIE_OPS]; /* indices in output->at, NO_LINE for none */
};

/* Returns an empty run. */
struct bonnie_run bonnie_run_new(void);

/* Says whether the version prints the number of files in place of the rates in
 * its text (1.98 to 2.00a). */
bool bonnie_prints_bogus_rates(const char *version);

/* Sets the rate of operation op (0 to BONNIE_OPS - 1) from a printed cell of
 * length bytes: a number of KiB/s, with or without a suffix, or per second, or
 * "+++++", which becomes a bound.  Source of the bound: bon_time.cpp prints it
 * for less than 0.5 s; 8192 seeks, files * 1024 files, or the file's bytes are
 * then done in that time.  Returns whether the cell was understood. */
bool bonnie_set_rate(struct record *record, const struct bonnie_run *run, unsigned op,
                     const char *cell, size_t length);

/* Sets tool_version, params, invocation and group of a run's result. */
void bonnie_describe(struct tool_output *output, const struct bonnie_run *run,
                     struct result *result);

/* Reads the line at index line of the stream as CSV of bonnie++ (27 fields of
 * 1.0x, 48 of 1.93c to 1.97, 50 from 1.98), cut lines included.  Where text is
 * the run printed before it, the figures of that are made exact, else records are
 * added.  Returns whether it is such a line. */
bool bonnie_take_csv(struct text *text, struct tool_output *output, size_t stream, size_t line,
                     struct bonnie_run *printed);

#endif
