/* Host settings that a campaign can vary: their names, and which levels they take. */
#ifndef IOD_COLLECT_SETTING_H
#define IOD_COLLECT_SETTING_H

#include <stdbool.h>
#include <stddef.h>

#include "record/diag.h"

enum setting_kind {
    SETTING_QUEUE, /* a file below /sys/dev/block/MAJOR:MINOR/queue */
    SETTING_MOUNT, /* options of the mount, by remounting */
};

enum { SETTING_LEVEL_MAX = 128 };

struct setting {
    const char *name;      /* as in --vary NAME=LEVEL,… */
    enum setting_kind kind;
    const char *attribute; /* the file in the queue's folder, NULL of other kinds */
    const char *form;      /* how a level is written, for messages */
};

/* Returns the setting of this name, or NULL. */
const struct setting *setting_find(const char *name);

/* Says whether key is the name of a setting. */
bool setting_is_name(const char *key);

/* Stores up to room names of settings, constant, and returns how many. */
size_t setting_names(const char **names, size_t room);

/* Checks a level without touching anything.  Returns 0, or -1 with *diag set where key is no
 * setting or value none of its levels; the mend says how one is written. */
int setting_check(const char *key, const char *value, struct diag *diag);

/* Writes the level as the kernel's file wants it: "128" for readahead=256s.  value has passed
 * setting_check(). */
void setting_text(const struct setting *setting, const char *value, char text[SETTING_LEVEL_MAX]);

#endif
