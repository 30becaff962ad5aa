/* What the parts of settings share. */
#ifndef IOD_COLLECT_SETTINGS_PARTS_H
#define IOD_COLLECT_SETTINGS_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "collect/mount_options.h"
#include "collect/mountinfo.h"
#include "collect/setting_journal.h"
#include "collect/settings.h"

enum { SETTINGS_VALUE_MAX = 256, SETTINGS_PATH_MAX = 512 };

/* Where settings are, and how they are changed. */
struct settings_ground {
    const char *root;
    const struct settings_calls *calls;
    const struct diag_sink *sink;
};

/* What is set: the queue of a disk, or a mount. */
struct settings_target {
    dev_t dev;
    uint64_t mount_id;    /* 0 of a queue */
    bool has_own_cache;   /* a file system on it reads ahead by a number of its own (btrfs) */
    char *path;           /* of a file there, for messages; owned */
    struct identity identity;
};

struct settings {
    struct settings_ground ground;
    struct journal journal;
    char *journal_path;      /* owned */
    struct state_file *file; /* NULL until something is changed */
    bool allows;
    struct settings_target *targets;
    size_t targets_nr, targets_room;
    char wanted_requests[SETTING_LEVEL_MAX]; /* nr_requests that the campaign set, "" if none */
};

/* What the journal calls the options of a mount. */
extern const char settings_mount_attribute[];

/* Adds to the journal what the setting of the target is now, and what goes with it, where that does
 * not stand there yet.  Returns 0, or -1 with *diag set where it could not be put back. */
int settings_note(struct settings *settings, const struct settings_target *target,
                  const struct setting *setting, struct diag *diag);

/* The kernel itself. */
extern const struct settings_calls settings_kernel;

/* Writes the path of a file of the device's queue; attribute is one of journal_is_attribute(). */
void settings_queue_path(dev_t dev, const char *attribute, char path[SETTINGS_PATH_MAX]);

/* Reads it, of several choices the one that is made.  Returns false, with errno set and value "",
 * where it is not there or not to be read. */
bool settings_queue_read(const struct settings_ground *ground, dev_t dev, const char *attribute,
                         char value[SETTINGS_VALUE_MAX]);

/* Writes it.  Returns 0, or -1 with errno set. */
int settings_queue_write(const struct settings_ground *ground, dev_t dev, const char *attribute,
                         const char *value);

/* Calls take for each tunable of the device's scheduler, as "iosched/NAME". */
void settings_queue_tunables(const struct settings_ground *ground, dev_t dev,
                             void (*take)(void *context, const char *attribute), void *context);

/* Writes the entries of the journal that are of the queue of the device, known by that identity, and
 * not done, the latest first, wherever it has another value; the attribute except, which may be
 * NULL, is left out.
 * Settings hang together (depths follow nr_requests), so this is done until nothing differs.
 * Returns 0, or -1 where something still differs. */
int settings_queue_put_back(const struct settings_ground *ground, const struct journal *journal,
                            dev_t dev, const char *identity, const char *except);

/* Finds the mount of this number and device; the caller frees with mount_free(). */
bool settings_mount_find(const struct settings_ground *ground, uint64_t id, dev_t dev,
                         struct mount *mount);

/* Says whether the file system on this device is mounted anywhere that this process sees. */
bool settings_mount_is_anywhere(const struct settings_ground *ground, dev_t dev);

/* Remounts so that wanted comes of what is, and reads that back.  Returns 0, or -1 with *diag
 * set. */
int settings_mount_change(const struct settings_ground *ground, uint64_t id, dev_t dev,
                          const struct mount_options *wanted, struct diag *diag);

/* Puts all of the journal back that can be: marks entries as done and reports the others. */
void settings_put_back(const struct settings_ground *ground, struct journal *journal,
                       struct settings_restored *restored);

#endif
