/* Labels: what stands around a result and may be a level of a factor. */
#ifndef IOD_PARSE_LABEL_H
#define IOD_PARSE_LABEL_H

#include <stddef.h>

#include "parse/label_rule.h"
#include "parse/text.h"
#include "parse/tool.h"

/* One label of one result.  Labels of one position, such as the inner heading,
 * are levels of one factor. */
struct label {
    const char *position; /* "heading:12", "template:target", "section", … */
    const char *name;     /* the factor's name where the text gives one, else NULL */
    const char *value;
    enum label_rule rule; /* how it was found */
    unsigned long line;
    const char *text;     /* the line that it comes from */
};

enum { MOST_LABELS = 16 };

struct labels {
    struct label at[MOST_LABELS];
    size_t nr;
};

/* Adds a label unless there is one of that position, or no room. */
void label_add(struct labels *labels, struct label label);

/* Notes a label that is not used; see struct label_unused.  other may be NULL. */
void label_note_unused(struct tool_output *output, const struct label *label,
                       enum label_unused_why why, const char *other);

/* Returns the label of that position, or NULL. */
const struct label *label_find(const struct labels *labels, const char *position);

/* Splits labels of one position that are the cross product of two or three lists ("ramdisk,
 * limit 1M" ... "nvme, limit 4M") into labels of as many positions.
 * label_make_factors() does. */
void label_split_crossed(const struct tool_output *output, struct labels *labels);

/* Gives headings of which only some begin with the same words before a colon ("Raw disk",
 * "Read-ahead: 256", "Read-ahead: 16384") a position of their own.  label_make_factors() does. */
void label_split_led(const struct tool_output *output, struct labels *labels);

/* Turns the labels of all results (labels[i] belongs to output->at[i]) into
 * factors of their records: a position with two levels or more is a factor, named
 * by the text, by the vocabulary, or by the words left over; one that only
 * repeats another factor under other words is left out; a position with one level
 * stays as well: it tells the text from others.  The order of positions is that of preference. */
void label_make_factors(struct tool_output *output, struct labels *labels);

/* Gives results the last command of their tool above them, where the tool's parser did
 * not: the same command given again tells that runs are repetitions. */
void label_set_commands(struct tool_output *output, const struct commands *commands);

/* Numbers repetitions: by markers in headings (runs[i], 0 for none, belongs to
 * output->at[i]), and where outputs of one command stand directly below each
 * other.  Results under equal labels without any evidence get the warning
 * labels-equal. */
void label_number_runs(const struct text *text, struct tool_output *output,
                       const unsigned *runs);

#endif
