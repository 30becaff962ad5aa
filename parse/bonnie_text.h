/* The walk over the text of bonnie++ and bonnie, and its rows of figures. */
#ifndef IOD_PARSE_BONNIE_TEXT_H
#define IOD_PARSE_BONNIE_TEXT_H

#include "parse/bonnie_rows.h"

/* What the next row of figures belongs to. */
enum part { PART_NONE, PART_IO, PART_FILES };

struct bonnie {
    struct bonnie_walk walk;
    struct text_stream *lines;
    struct pattern_set *rows;
    struct bonnie_columns columns;
    struct bonnie_html html;
    const char *version; /* of the header above */
    const char *concurrency;
    const char *file_machine; /* the longer name of the file section's header, or NULL */
    size_t run;          /* the run of the row above, NO_LINE for none */
    size_t first_run;    /* the first one below the I/O header above */
    size_t header;       /* line of the I/O section's first header, NO_LINE */
    size_t file_header;
    enum part part;       /* the header above */
    enum part latency_of; /* the row above */
    bool is_original;    /* the header above is the original bonnie's */
    bool is_late;        /* it is one of 1.98 or later */
    bool is_converted;   /* it is one of bon_csv2txt, whose rates of files are right */
    bool has_bytes, has_blocks; /* marks of progress: which tests were run */
    bool is_fast;        /* a command asks for no tests of single bytes */
    const struct commands *commands;
    size_t next_command; /* the first one that was not met so far */
    size_t last_line;    /* the last one that was understood */
    bool is_spent;       /* the command above has given a result */
};

/* A line that matched.  The cleaned one that did is as long as it. */
struct bonnie_line {
    size_t at;            /* its index in the stream */
    const char *original; /* with what wrapped lines were joined to it */
    size_t seam;          /* where the first of these was joined */
    const struct pattern_match *match;
};

/* Takes a row of rates, of either tool. */
void bonnie_take_io(struct bonnie *bonnie, const struct bonnie_line *row);

/* Takes a row of rates of files. */
void bonnie_take_files(struct bonnie *bonnie, const struct bonnie_line *row);

/* Takes the row of the longest times of one operation. */
void bonnie_take_latency(struct bonnie *bonnie, const struct bonnie_line *row);

#endif
