/* The walk over what dd prints: what is known where it stands. */
#ifndef IOD_PARSE_DD_WALK_H
#define IOD_PARSE_DD_WALK_H

#include "parse/dd.h"

/* The walk over one stream. */
struct dd {
    struct text *text;
    struct tool_output *output;
    struct pattern_set *rows, *times, *kin;
    struct dd_source source;
    size_t stream;
    struct text_stream *lines;
    size_t settled;            /* lines below are known to be no progress */
    struct dd_records records; /* those above the total to come */
    double kin_block;          /* block size that dcfldd's progress shows; 0 for none */
    size_t error;              /* line of dd's complaint above the total to come */
    size_t awaits_time;        /* the result that no times were found for; NO_LINE */
    const struct command *parallel; /* its totals are of one group */
    bool has_progress;         /* totals on the way were met */
    bool has_prose;            /* stands between the last result and here */
    const char *drop_caches;   /* set before the dd to come */
};

/* Adds a result at a line, of an invocation of its own unless its command ran many at
 * once.  Returns it; valid until the next result is added. */
struct result *dd_walk_add(struct dd *dd, size_t at);

/* Sets what the command of the result tells. */
void dd_walk_describe(struct dd *dd, struct result *result);

/* Sets what the records and complaints above a result tell, once its figures stand, and
 * forgets them. */
void dd_walk_finish(struct dd *dd, struct result *result);

/* Drops the result before the last where it is a total that the same dd printed on its
 * way. */
void dd_walk_drop_status(struct dd *dd);

/* Returns what the line writes to drop_caches, which it names; "3" where that is not
 * plain. */
const char *dd_walk_drop_level(struct dd *dd, const char *line);

/* With status=progress dd prints a total each second; a terminal would have written the
 * next piece of the same line over it.  Returns the line behind such totals that start in
 * line at, or at where there is none. */
size_t dd_progress_end(struct dd *dd, size_t at);

/* Says whether a total of whole seconds, which no records stand above, nor below, was the
 * last sign of a dd that went on. */
bool dd_progress_is_cut(const struct dd *dd, const struct pattern_match *match);

/* Returns how many totals follow from line at on up to the next command. */
size_t dd_walk_count(const struct dd *dd, size_t at);

#endif
