/* The walk over the lines of a stream that labels its results. */
#ifndef IOD_PARSE_CONTEXT_PARTS_H
#define IOD_PARSE_CONTEXT_PARTS_H

#include "parse/context.h"
#include "parse/echo.h"
#include "parse/file_label.h"
#include "parse/heading.h"
#include "parse/knob.h"
#include "parse/label.h"
#include "parse/line_label.h"

enum { CONTEXT_DEEPEST = 16, CONTEXT_MOST_KNOBS = 8 };

/* The walk over one stream: what is in force where it stands. */
struct context_walk {
    const struct text *text;
    struct tool_output *output;
    struct labels *labels; /* one for each result */
    unsigned *runs;        /* one for each result */
    const struct line_label *own; /* one for each result: what its line says */
    const struct file_label *files; /* one for each result: the file that it stands in */
    size_t stream;
    const struct text_stream *lines;
    struct headings headings;
    const struct heading *stack[CONTEXT_DEEPEST];
    bool has_result[CONTEXT_DEEPEST]; /* the heading already stood above a result */
    size_t depth;
    const struct echo_hit *template;
    const struct commands *commands;
    size_t next; /* the first command that was not met so far */
    struct knob knobs[CONTEXT_MOST_KNOBS]; /* in force here */
    const struct command *knob_commands[CONTEXT_MOST_KNOBS];
    size_t knobs_nr;
    const char *host; /* of the last prompt, NULL for none */
    size_t host_line;
    const char *section; /* first line of an attached part, NULL for none */
    unsigned long section_line;
};

/* Returns the text of line `at` of the stream, and its number in the part. */
const char *context_text(const struct context_walk *walk, size_t at);
unsigned long context_line(const struct context_walk *walk, size_t at);

/* Gives the result r the labels of all that is in force where it stands, the number of its
 * run, and an operation where it has none. */
void context_label_result(struct context_walk *walk, size_t r);

#endif
