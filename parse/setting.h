/* Settings that a heading states among other words: "randread, block size = 4k, QD 32". */
#ifndef IOD_PARSE_SETTING_H
#define IOD_PARSE_SETTING_H

#include <stdbool.h>
#include <stddef.h>

#include "record/arena.h"

enum { MOST_HEADING_SETTINGS = 8 };

/* The settings of a heading, and what else it says. */
struct heading_settings {
    const char *names[MOST_HEADING_SETTINGS]; /* "bs" for every word that means it */
    const char *values[MOST_HEADING_SETTINGS];
    size_t nr;
    const char *rest; /* "" where there is nothing else */
};

/* Reads them: key=value, and names that consist of other words, with '=', ':' or a blank
 * in front of a number.  Everything lives in the arena. */
void setting_read(struct arena *arena, const char *heading, struct heading_settings *settings);

#endif
