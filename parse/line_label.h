/* Labels inside the lines of results: what stands before the figures ("before: read:
 * IOPS=…", "nvme-orig-3.fio: read: …" as grep prints it) and behind them ("… #128k"). */
#ifndef IOD_PARSE_LINE_LABEL_H
#define IOD_PARSE_LINE_LABEL_H

#include "parse/tool.h"

/* What one result's own line says; both NULL where it says nothing. */
struct line_label {
    const char *prefix; /* without the run number and, of a file's name, without folder and ending */
    const char *comment;
    unsigned run; /* the number in which the prefix differs from others, 0 for none */
};

/* Fills labels, one for each result of output, in its arena.  A prefix counts only
 * where the results of its stream have different ones: one that is the same in front
 * of every line was put there by a program that logged them. */
void line_label_find(const struct tool_output *output, struct line_label *labels);

#endif
