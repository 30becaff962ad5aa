/* Job files of fio that stand in the same text as the output. */
#ifndef IOD_PARSE_JOBFILE_H
#define IOD_PARSE_JOBFILE_H

#include "parse/tool.h"

/* Gives each fio result the settings of its job, from the last job file above it
 * that has a section of the job's name; what the output itself states counts
 * more.  A result without a job's name gets what the jobs of its group have in
 * common, in the last file above it.  Source of the grammar: fio's HOWTO, "Job file format": globals hold for
 * the sections below, ';' and '#' cut a line anywhere, a name alone is a flag. */
void jobfile_apply(const struct text *text, struct tool_output *output);

/* Says whether fio printed of a result another workload than the settings are. */
bool jobfile_contradicts(const struct record *record, const struct record_pairs *settings);

/* Returns the name that an option has here: "bs" for "blocksize"; borrowed. */
const char *jobfile_common_name(const char *name);

#endif
