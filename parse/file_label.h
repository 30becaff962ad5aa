/* Labels from names of files: of attachments, and of files that a command shows
 * ("$ cat cfq.log", "==> cfq.log <=="). */
#ifndef IOD_PARSE_FILE_LABEL_H
#define IOD_PARSE_FILE_LABEL_H

#include "parse/tool.h"

/* What the name of the file says that one result stands in; level NULL for nothing. */
struct file_label {
    const char *level; /* without ending, number of a run, folder unless names are equal, and what all names share */
    unsigned run;      /* in which the name differs from others, 0 for none */
    enum label_rule rule;
    unsigned long line; /* 0 of an attachment */
    const char *text;   /* the line, or the name */
};

/* Fills labels, one for each result of output, in its arena. */
void file_label_find(const struct text *text, const struct commands *commands,
                     const struct tool_output *output, struct file_label *labels);

/* Says whether the line is the mark that head and tail put above a file. */
bool file_label_is_mark(const char *line);

#endif
