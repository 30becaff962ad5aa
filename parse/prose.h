/* Results in sentences and short lists: what the files that read them share. */
#ifndef IOD_PARSE_PROSE_H
#define IOD_PARSE_PROSE_H

#include <stdbool.h>
#include <stddef.h>

#include "parse/pattern.h"
#include "parse/tool.h"
#include "parse/vocabulary.h"

/* The rows of row_table_prose. */
enum prose_row {
    PROSE_BEHIND_TIME,
    PROSE_BEHIND_RATE,
    PROSE_TIME_RATE,
    PROSE_RATE,
    PROSE_IOPS,
    PROSE_WAS,
    PROSE_TAKES,
    PROSE_CELL,
    PROSE_TOOK,
    PROSE_HOST,
    PROSE_PAIR,
};

/* Says whether the text names one of the tools. */
bool prose_names_tool(const struct text *text);

/* The walk over one stream. */
struct prose {
    struct text *text;
    const struct commands *commands;
    struct tool_output *output;
    struct pattern_set *rows;
    struct vocabulary *words;
    size_t stream;
    struct text_stream *lines;
    bool names_tool;     /* anywhere in the text */
    const char *text_op; /* the direction of all dds of the text, "" where they differ */
    size_t next;         /* the first command that was not met so far */
    const struct command *last; /* the last dd met that says how much it moves */
    double asked;        /* bytes that it moves */
    const char *where, *where_factor; /* "in domU" beside it; NULL for nothing */
    size_t where_line;                /* in the stream */
    const char *column;  /* the first cell of a table's heading, in line heading */
    size_t heading;
};

/* Adds a result for a record of tool "table" at a line. */
struct record *prose_add(struct prose *prose, size_t at, const char *op);

/* Sets a metric from a group of the match, with its cell; the group "rate" has a unit.
 * Returns whether there is one, and then sets *value. */
bool prose_set_group(struct record *record, const struct pattern_match *match, const char *group,
                     const char *metric, double *value);

/* Sets a word as the level of the factor, or where that is NULL of the factor that it
 * plainly is one of; returns whether it is. */
bool prose_set_word(const struct prose *prose, struct record *record, const char *word,
                    const char *factor);

/* Returns the direction of a command. */
const char *prose_op_of(const struct prose *prose, const struct command *command);

/* These try a form at a line, and return whether they added a result: what stands behind
 * the operands of a dd; rates behind it, each with its label in parentheses, maybe in the
 * next lines; "dom0 takes 18.0 secs" and rows "128 sectors | 160 sec"; "… took
 * 1.6 seconds on hdb6 and 2.2 seconds on hda1 when running in Dom0". */
bool prose_try_behind_command(struct prose *prose, size_t at);
bool prose_try_pairs(struct prose *prose, size_t at);
bool prose_try_duration(struct prose *prose, size_t at);
bool prose_try_sentence(struct prose *prose, size_t at);

/* Says whether a label in front of a rate, in line at, is about storage: it names an
 * operation or a disk, or the text names a tool and the label is a level of a known
 * factor or one of a list. */
bool prose_may_label(const struct prose *prose, size_t at, const char *label);

/* Says whether line at, which counts I/Os for the label, stands in a list of rates of storage. */
bool prose_may_count(const struct prose *prose, size_t at, const char *label);

/* Says whether a sentence that begins with the label tells the rate of the other side of a
 * comparison: one rate, where the text has a dd or results besides. */
bool prose_may_tell(const struct prose *prose, size_t at, const char *label);

/* Notes the heading of a table of two columns, the second of which are times. */
void prose_meet_heading(struct prose *prose, size_t at);

#endif
