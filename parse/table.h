/* Hand-made tables: what the files that read them share.  A table goes from its lines
 * (table_region.c) to rows of cells (table_grid.c, or table_wrap.c where mail broke the
 * rows, or table_list.c where each line names its figures), to what its columns and rows
 * mean (table_head.c, table_meaning.c), to records (tool_table.c). */
#ifndef IOD_PARSE_TABLE_H
#define IOD_PARSE_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "parse/text.h"
#include "record/arena.h"

enum {
    TABLE_COLUMNS = 48, /* at most; bounds on what input can drive */
    TABLE_ROWS = 2000,
    TABLE_HEADS = 6,
    TABLE_ABOVE = 5, /* lines above a table that may say its unit */
};

enum table_unit {
    TABLE_NO_UNIT,
    TABLE_RATE,    /* bytes a second */
    TABLE_IOPS,
    TABLE_OPS,     /* operations a second */
    TABLE_TIME,    /* seconds */
    TABLE_PERCENT,
    TABLE_TIMES,   /* "1.5x" */
    TABLE_BYTES,
    TABLE_COUNT,   /* sectors, blocks: of no metric */
};

/* What a figure is multiplied by to be in base units. */
struct table_scale {
    enum table_unit unit;
    double factor;
    bool has_prefix; /* k, M, G … */
    bool is_binary;  /* Ki, Mi, Gi … */
};

/* A cell. */
struct table_value {
    bool is_missing;  /* empty, "-", "N/A", "+++++" */
    double value;     /* as printed, without prefix and unit */
    double digit;     /* one unit of its last digit */
    struct table_scale scale;
    char side;        /* '<' or '>': only a bound is known; else 0 */
    bool has_sign;    /* + or - in front */
    bool has_arrow;   /* "3919 -> 5874": value is the left one, with or without a ratio */
    double right;     /* the right one */
    double right_digit;
    bool has_delta;   /* a percentage or ratio stands behind it: "2.15 (+14%)" */
    double delta, delta_digit;
    struct table_scale delta_scale;
    bool has_delta_sign;
};

/* Reads the cell text, NUL-ended, into *value; returns whether it is a figure or a
 * missing one, and nothing else. */
bool table_cell_read(const char *text, struct table_value *value);

/* Says whether length bytes are a figure. */
bool table_is_figure(const char *at, size_t length);

/* Reads a word of a line into *value; returns whether it is a figure of less than 64 bytes. */
bool table_word_read(const char *at, size_t length, struct table_value *value);

/* Reads a unit and its prefix from exactly length bytes ("KIOPS", "MiB/s", "usec",
 * "k"); returns whether it is one.  Bytes without "per second" are TABLE_BYTES. */
bool table_unit_read(const char *at, size_t length, struct table_scale *scale);

/* A piece of a line, and the columns of the screen that it covers, a tab being 8 wide. */
struct table_span {
    const char *at;
    size_t length;
    unsigned from, to;
};

/* Cuts length bytes, the first in that column, where gap blanks at least or a tab stand,
 * but not between a number and its unit, in parentheses, and behind a sign.  Returns how
 * many pieces there are, room at most. */
size_t table_cut(const char *at, size_t length, unsigned column, unsigned gap,
                 struct table_span *spans, size_t room);

/* Returns how many words of a text are figures with a unit of a rate or a time. */
size_t table_count_rates(const char *text);

/* Cuts a line at bars; one at its end gives no empty piece, nor one at its start if
 * has_border.  The pieces are trimmed, and cover the columns from bar to bar. */
size_t table_cut_bars(const char *line, bool has_border, struct table_span *spans, size_t room);

/* Returns how many columns of the screen length bytes take that begin in column from. */
unsigned table_width(const char *at, size_t length, unsigned from);

/* Says whether the line is a rule: dashes and the like, with crosses, bars or marks of code
 * or not. */
bool table_is_rule(const char *line);

struct table_row {
    size_t line;        /* index in the stream of its first line */
    size_t lines;       /* how many it takes */
    const char **cells; /* one for each column, "" where there is none */
};

struct table_grid {
    struct arena *arena; /* borrowed */
    const struct text_stream *stream;
    size_t first, last;  /* lines of the stream, with header and rules */
    size_t cols;
    struct table_row heads[TABLE_HEADS];
    size_t heads_nr;
    struct table_row *rows;
    size_t nr, room;
    bool is_list; /* lines that name their figures */
    bool is_broken; /* a part of some rows or headers is lost: nothing may be read */
    bool is_joined; /* rows of several lines, each of which was broken */
};

/* How the lines of a table part their cells. */
enum table_form {
    TABLE_OF_COLUMNS, /* by their place, bars or tabs; or a list "label: figures" */
    TABLE_OF_KEYS,    /* "kernel=6.1 qd=32 iops=61000" */
    TABLE_OF_COMMAS,  /* "scheduler,bs,iops" above "none,4k,52100" */
    TABLE_OF_ITEMS,   /* "xfs: write 212 MB/s, read 340 MB/s" */
};

/* Lines of a stream that look like a table. */
struct table_region {
    enum table_form form;
    size_t first, last; /* with header and rules */
    size_t figures;     /* the first line of figures */
    size_t above;       /* the first of the lines above that may say what it is about */
};

/* Finds the next region that begins at line at or below; returns whether there is one. */
bool table_region_next(const struct text_stream *stream, size_t at, struct table_region *region);

/* Says whether a blank line parts the table, which begins with a rule, from its header. */
bool table_region_has_lost_head(const struct text_stream *stream,
                                const struct table_region *region);

/* By what a table is known to be of storage. */
enum { TABLE_BY_WORD = 1, TABLE_BY_TEST, TABLE_BY_UNIT };

/* Says whether the region is a table of storage results, as far as words tell; strength
 * gets by what: a general word ("disk"), words of those who measure ("randread"), a unit. */
bool table_region_is_ours(const struct text_stream *stream, const struct table_region *region,
                          int *strength);

/* Make a grid of a region; the arena of the grid holds everything.  Return whether all
 * rows came out whole. */
bool table_grid_read(const struct table_region *region, struct table_grid *grid);
bool table_list_read(const struct table_region *region, struct table_grid *grid);
bool table_wrap_read(const struct table_region *region, struct table_grid *grid);

bool table_keys_read(const struct table_region *region, struct table_grid *grid);
bool table_commas_read(const struct table_region *region, struct table_grid *grid);

/* Return how many lines from line at are a table of that form, 0 where none begins there. */
size_t table_keys_length(const struct text_stream *stream, size_t at);
size_t table_commas_length(const struct text_stream *stream, size_t at);
size_t table_items_length(const struct text_stream *stream, size_t at);

/* Says whether rows of the region look broken by mail. */
bool table_is_wrapped(const struct text_stream *stream, const struct table_region *region);

/* Adds a row of empty cells to the rows of a grid; NULL where it is full. */
struct table_row *table_add_row(struct table_grid *grid, size_t line, size_t lines);
struct table_row *table_add_head(struct table_grid *grid, size_t line, size_t lines);

/* What the words of a header, a label or a title say. */
struct table_words {
    const char *metric;   /* a metric's name, or NULL */
    bool is_cpu;          /* … of a CPU: it goes with another figure */
    struct table_scale scale; /* TABLE_NO_UNIT where no unit is named */
    const char *op;       /* "read", "write" or NULL */
    bool is_change;       /* of deltas and ratios */
    bool is_spread;       /* of deviations and the like: no results */
    bool is_average;
    bool is_least, is_most; /* of latencies */
    double percent;       /* a percentile, 0 for none */
    unsigned run;         /* the number of a repetition, or 0 */
    bool is_unclear;      /* several units are named, and nothing says of which figures */
    const char *rest;     /* what is left: a level, "" for nothing */
    const char *name;     /* "hipri" of "hipri=0", or NULL */
};

/* Reads them; they live in the arena. */
void table_words_read(struct arena *arena, const char *text, struct table_words *words);

/* Makes the metric of words that say no more than which of the latencies ("p99", "max") of
 * the one that is said around them, "lat_mean_ns". */
void table_words_settle_latency(struct arena *arena, struct table_words *words,
                                const char *metric);

/* Returns the operation that a word or phrase names ("randread", "Seq write"), or NULL. */
const char *table_op(const char *text);

/* Says whether a header names a setting rather than what was measured. */
bool table_is_setting(const char *text);

enum table_role {
    TABLE_DATA,
    TABLE_LABEL,   /* its cells are levels */
    TABLE_DELTA,   /* printed deltas: claims, no data */
    TABLE_IGNORED,
};

/* The level that a piece of the header gives all results below it. */
struct table_level {
    const char *name;  /* of the factor, NULL where the text gives none */
    const char *level; /* NULL for none */
};

struct table_column {
    enum table_role role;
    struct table_words words;    /* of all pieces of its header */
    struct table_level levels[TABLE_HEADS]; /* by the rows of the header */
    const char *head;            /* the lowest piece of the header, "" for none */
    const char *left, *right;    /* what the sides of an arrow are called, NULL for no names */
    bool is_share;               /* of a host's CPU, as vmstat prints it */
    unsigned number;             /* tells columns without a name apart, 0 where none is needed */
    size_t group;                /* the first column of those that are metrics of one result */
    enum table_unit unit;        /* that all its cells have, where its header says no metric */
};

struct table_meaning {
    struct table_column columns[TABLE_COLUMNS];
    struct table_words *rows; /* one for each row: what its label says */
    bool has_row_metrics;     /* rows, not columns, name what was measured */
    struct table_words title; /* what the lines above and the corner say of all */
    size_t below;             /* the line below the table that says it, or 0 */
    const char *section;      /* a heading in the corner ("before:"), or NULL */
    size_t section_line;
    const char *corner;       /* what the labels of the rows are levels of, or NULL */
    bool has_runs;            /* averages stand beside the runs */
};

/* Tells what the columns and rows of the grid are; returns whether there is any result. */
bool table_meaning_find(const struct table_grid *grid, const struct table_region *region,
                        struct table_meaning *meaning);

/* Steps of it: sets the roles of columns whose headers are read; numbers columns that
 * nothing tells apart, and puts those together that are metrics of one result. */
void table_roles_settle(const struct table_grid *grid, struct table_meaning *meaning);
void table_columns_group(const struct table_grid *grid, struct table_meaning *meaning);

/* Finds what the lines beside a table say of the unit of all its figures, and the operation
 * that the heading above it names.  Returns the line below it that told the unit, or 0. */
size_t table_title_read(const struct table_grid *grid, const struct table_region *region,
                        struct table_words *title);

/* The metric and its value in the metric's unit of one figure; precision as in struct
 * record_metric. */
struct table_figure {
    const char *metric;
    double value, digit;
    bool is_unit_guessed; /* nobody says whether M is a multiple of 1000 or of 1024 */
};

/* Makes one of a cell of that column and row; right says that it is the right side of an
 * arrow.  Returns whether the cell is a figure of a metric. */
bool table_figure_read(const struct table_meaning *meaning, size_t column, size_t row,
                       const struct table_value *value, bool right, struct table_figure *figure);

#endif
