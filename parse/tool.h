/* Tool parsers: what they get, what they give, and the list of them. */
#ifndef IOD_PARSE_TOOL_H
#define IOD_PARSE_TOOL_H

#include <stdbool.h>
#include <stddef.h>

#include "parse/command.h"
#include "parse/label_rule.h"
#include "parse/text.h"
#include "record/record.h"

struct label;

/* A label that the user gave another name. */
struct label_rename {
    const char *factor; /* before */
    const char *level;  /* before; NULL where the factor was renamed */
    const char *now;    /* the factor behind it */
    const char *by;     /* what the user wrote */
    const struct label_rename *before; /* the one that came earlier, NULL for none */
};

/* A record with its place in the text, before it has labels. */
struct result {
    struct record *record;
    size_t stream;      /* index in text->streams */
    size_t line;        /* index in the stream's lines: the line of source.text */
    size_t first, last; /* the lines of its block, from its header to its end */
    unsigned invocation; /* 1-based, counted in the text; tool_run() gives it to the record */
    const struct command *command; /* the one that made it, NULL where unknown */
    unsigned long pid;   /* of the job, 0 where it is not printed */
    bool is_superseded;  /* a later block of the same job counts in its place */
    const char *column;  /* the heading of its column in a row of several, NULL for none */
    const char *prefix;  /* of its line; see struct text_line */
    int form;            /* of several forms of one result in a text the highest counts */
    const char *run_key; /* differs from repetition to repetition, NULL where none is known */
    const struct label *labels; /* that its parser knows, in the arena; parse/label.h */
    size_t labels_nr;
    unsigned run;        /* the number of a repetition that its parser knows, or 0 */
    size_t serial;       /* the order in which it was found */
    enum label_rule run_rule; /* how the number of its run was found */
    unsigned long run_line;   /* where; 0 for nowhere */
    const struct label_rename *renames; /* of its labels, the last one first; NULL for none */
};

#define NO_LINE ((size_t)-1)

/* Samples over time, with their place in the text. */
struct series {
    struct record *record;     /* of kind series */
    const struct record *of;   /* the result that they belong to, NULL where unknown */
    size_t stream, first, last; /* the lines of the samples */
};

/* A change that a table prints beside its figures: a claim, which gets its labels from the
 * results that stand beside it. */
struct change {
    struct record *record;           /* of kind claim */
    const struct record *from, *to;  /* what it compares, NULL where nothing tells */
    size_t stream, line;
};

/* How many results one text may have: a bound on memory, far above any log. */
#define TOOL_MOST_RESULTS ((size_t)200000)

/* Blocks of a known tool that gave no record: where, and why. */
struct tool_failure {
    unsigned long line;
    const char *why, *mend; /* constants, or in the arena */
};

/* Why something that reads as a label is none. */
enum label_unused_why {
    LABEL_UNUSED_SAME,      /* it tells the results apart as another one does */
    LABEL_UNUSED_OPERATION, /* it names what was done, not with what */
    LABEL_UNUSED_LEVELS,    /* it is another one for each of very many results */
    LABEL_UNUSED_TOLD,      /* the result's own line has told it */
    LABEL_UNUSED_NO_RESULT, /* a heading that stands above no result */
};

struct label_unused {
    const char *value;
    enum label_rule rule;
    unsigned long line;
    const char *text;  /* the line */
    enum label_unused_why why;
    const char *other; /* the factor in its place, NULL for none */
};

/* What the parsers find in one text; everything lives in the arena. */
struct tool_output {
    struct arena *arena; /* borrowed */
    struct result *at;   /* in the order of streams and lines once tool_run_all() returns */
    size_t nr;
    size_t room;
    unsigned invocations; /* so far */
    struct series *series; /* in the order in which they were found */
    size_t series_nr;
    size_t series_room;
    struct change *changes; /* in the order in which they were found */
    size_t changes_nr;
    size_t changes_room;
    struct label_unused *unused; /* in the order of rules; a bounded number */
    size_t unused_nr;
    size_t unused_room;
    unsigned long given_cut_off; /* the line at which a given pattern took too long, or 0 */
    size_t repeated_forms; /* results left out since a more exact form stands in the text */
    struct tool_failure *failures;
    size_t failures_nr;
    size_t failures_room;
    bool is_full; /* tool_is_full() has said so */
};

struct tool_parser {
    const char *name; /* as in record->tool */

    /* Returns from 0 to 100 how sure it is that the text holds output of the
     * tool; 0 leaves the text to others.  Looks at text only. */
    int (*bid)(const struct text *text);

    /* Reads the text, claims its lines by their class, and adds what it finds.
     * commands are those of the text. */
    void (*run)(struct text *text, const struct commands *commands, struct tool_output *output);
};

/* The parsers, ended by NULL. */
extern const struct tool_parser *const tool_parsers[];

/* Runs those of the parsers, ended by NULL, that bid on the text, the highest bid
 * first, and sorts the results by their place. */
void tool_run(const struct tool_parser *const *parsers, struct text *text,
              const struct commands *commands, struct tool_output *output);

/* The same with all of them. */
void tool_run_all(struct text *text, const struct commands *commands, struct tool_output *output);

/* Adds a result for a new record of that tool and operation, whose figures stand
 * in line `line` of the stream; the line becomes LINE_RESULT.  tool and op are
 * constants.  Returns it; valid until the next call. */
struct result *tool_add_result(struct tool_output *output, struct text *text, size_t stream,
                               size_t line, const char *tool, const char *op);

/* Adds a series of that tool and operation, whose first sample stands in line first of
 * the stream and whose last one in line last; the lines become LINE_DETAIL.  Returns it;
 * valid until the next call. */
struct series *tool_add_series(struct tool_output *output, struct text *text, size_t stream,
                               size_t first, size_t last, const char *tool, const char *op);

/* Adds the claim that a table makes with a cell of that line.  Returns it; valid until the
 * next call. */
struct change *tool_add_change(struct tool_output *output, struct text *text, size_t stream,
                               size_t line);

/* Says whether the text has as many results as are taken of one; the walks of the
 * parsers end there, and a failure is noted at the line once. */
bool tool_is_full(struct tool_output *output, unsigned long line);

/* Notes a block that gave no record, and what the user can do; both are constants, or
 * live in the arena. */
void tool_fail(struct tool_output *output, unsigned long line, const char *why, const char *mend);

#endif
