/* What settings of the host were before a campaign changed them. */
#ifndef IOD_COLLECT_SETTING_JOURNAL_H
#define IOD_COLLECT_SETTING_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "collect/identity.h"
#include "collect/setting.h"
#include "collect/state_file.h"
#include "record/diag.h"

enum { JOURNAL_WORD_MAX = 256 };

/* One setting of one device or mount.  Texts are owned. */
struct journal_entry {
    enum setting_kind kind;
    dev_t dev;                        /* whose queue, or what the file system stands on */
    char device[JOURNAL_WORD_MAX];    /* what it was called, for messages */
    char identity[IDENTITY_TEXT];     /* of the device, under the journal's key */
    char attribute[JOURNAL_WORD_MAX]; /* "nr_requests", "iosched/read_expire"; "mount" of mounts */
    char *value;                      /* as it was read; of a mount its options */
    uint64_t mount_id;
    char *fs, *super_options;         /* of a mount, else NULL */
    bool is_done;                     /* it is back, or the device is gone; never written */
};

struct journal {
    struct identity_key key;
    char boot[JOURNAL_WORD_MAX];  /* the kernel's boot_id; settings do not outlive it */
    char mounts[JOURNAL_WORD_MAX]; /* the mount namespace, "mnt:[4026531840]" */
    struct journal_entry *at;
    size_t nr, room;
};

/* Begins an empty journal with a key of its own, of the running boot and namespace below root.
 * Returns 0, or -1 with *diag set. */
int journal_begin(const char *root, struct journal *journal, struct diag *diag);

/* Says whether the journal was written since the host below root was booted. */
bool journal_is_of_this_boot(const char *root, const struct journal *journal);

/* Says whether it was written among the mounts that this process sees. */
bool journal_is_of_these_mounts(const char *root, const struct journal *journal);

/* Adds an entry; its texts are copied.  Returns it; valid until the next is added. */
struct journal_entry *journal_add(struct journal *journal, const struct journal_entry *entry);

/* Returns the entry of the attribute of the device, or of the mount where that is not 0; NULL. */
struct journal_entry *journal_find(const struct journal *journal, dev_t dev, const char *attribute,
                                   uint64_t mount_id);

/* Says whether attribute is one that a queue has and that campaigns change. */
bool journal_is_attribute(const char *attribute);

/* Says whether the attribute, or a mount's options where it is "mount", can have this value: a
 * number, or the name of a scheduler.  Nothing else is put back. */
bool journal_is_value(const char *attribute, const char *value);

/* Writes what is not done yet; nothing left removes the file.  Returns 0, or -1 with *diag set. */
int journal_save(const struct journal *journal, struct state_file *file, struct diag *diag);

/* Reads the journal; *is_there gets whether there is one.  Whatever could not have been
 * written here is refused.  Returns 0, or -1 with *diag set; the caller frees in both cases. */
int journal_load(struct journal *journal, const struct state_file *file, bool *is_there,
                 struct diag *diag);

void journal_free(struct journal *journal);

#endif
