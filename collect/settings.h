/* Changes the settings of this host that a campaign varies, and puts them back. */
#ifndef IOD_COLLECT_SETTINGS_H
#define IOD_COLLECT_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/diag.h"

/* How the kernel is told; tests stand in for it.  Both return 0, or -1 with errno set. */
struct settings_calls {
    /* Writes text to the file at path, a whole path below /sys. */
    int (*write)(void *context, const char *path, const char *text);
    /* Remounts what is mounted at point under this number: as mount(2) with flags and data. */
    int (*remount)(void *context, const char *point, uint64_t mount_id, unsigned long flags,
                   const char *data);
    void *context;
};

struct settings_request {
    const char *root;         /* before /proc and /sys; "" for this host */
    const char *const *paths; /* of the files that jobs use; borrowed until settings_open() ends */
    size_t paths_nr;
    const char *journal; /* path of the journal; NULL for its place of its own */
    bool allows;         /* --allow-host-changes was given */
    const struct diag_sink *sink;
    const struct settings_calls *calls; /* NULL for the kernel's */
};

struct settings;

/* Finds the devices and mounts that settings act on: of each path the block device beneath it,
 * which is the disk of a partition, and of a stack (dm, md) its top, as that is where
 * read-ahead counts.  Touches nothing.  request->sink and calls are borrowed until the end.
 * Returns NULL with *diag set on failure; the caller frees with settings_close(). */
struct settings *settings_open(const struct settings_request *request, struct diag *diag);

/* Writes the kernel's names of the devices that are set, with commas between them; "" if none. */
void settings_devices(const struct settings *settings, char *names, size_t size);

/* Says whether key can be set here, without changing anything: it is allowed, the devices have it,
 * and this user may write it.  Returns 0, or -1 with *diag set; the mend says what to do. */
int settings_probe(const struct settings *settings, const char *key, struct diag *diag);

/* Sets key, which setting_check() knows, to the level value on all devices (or mounts).  What they
 * were is on the disk in the journal before the first of them changes, once for each.  A change of
 * scheduler resets other settings: they are journaled with it, and what a campaign set before is
 * set again; a scheduler that was there at the beginning gets its own tunables back.  What the
 * kernel makes of a level is read back: where that is something else, a warning says so.
 * Returns 0, or -1 with *diag set, where some devices may have the new level already. */
int settings_apply(struct settings *settings, const char *key, const char *value,
                   struct diag *diag);

/* What became of the settings of a journal. */
struct settings_restored {
    unsigned put_back; /* as they were, and read to be so */
    unsigned gone;     /* the device or mount is not there any more */
    unsigned failed;   /* reported; they stay in the journal */
};

/* Puts all back, the latest change first, and reads it back.  The journal is removed when
 * nothing is left in it.  May be followed by settings_apply() again.  Returns 0, or -1 where
 * some setting is not as it was. */
int settings_restore(struct settings *settings, struct settings_restored *restored);

/* Lets go of the journal and frees; restores nothing.  NULL is allowed. */
void settings_close(struct settings *settings);

/* Puts back what the journal at path (NULL: its own place) holds, after a crash.  A device that is
 * not the one that was changed is left alone, and stays in the journal.  A journal of an earlier
 * boot is removed: its settings are gone.  Where there is none, all of *restored is 0.  Paths
 * are never taken from it, but made of the numbers of devices.  calls as in the request.  Returns 0, or
 * -1 with *diag set where something is left to do. */
int settings_restore_journal(const char *path, const char *root,
                             const struct settings_calls *calls, const struct diag_sink *sink,
                             struct settings_restored *restored, struct diag *diag);

#endif
