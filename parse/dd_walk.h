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

#endif
