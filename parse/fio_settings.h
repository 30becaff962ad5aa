/* Settings of fio's jobs that stand around the output. */
#ifndef IOD_PARSE_FIO_SETTINGS_H
#define IOD_PARSE_FIO_SETTINGS_H

#include "parse/tool.h"

/* Gives each fio result the options of the command that made it (result->command) and
 * of a job file in the text, as far as they do not contradict what fio printed; then
 * settles the figures, for which the block size may have come from there. */
void fio_settings_apply(const struct text *text, struct tool_output *output);

#endif
