/* Puts back what a journal of settings holds. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "collect/beneath.h"
#include "collect/settings_parts.h"
#include "collect/sysfile.h"

enum standing { STANDING_SAME, STANDING_GONE, STANDING_OTHER };

static void report(const struct settings_ground *ground, enum diag_level level, const char *mend,
                   const char *text)
{
    struct diag diag;
    diag_set(&diag, level, NULL, 0, mend, "%s", text);
    diag_report(ground->sink, &diag);
}

/* Whether the device of an entry is the one that was changed. */
static enum standing judge(const struct settings_ground *ground, const struct journal *journal,
                           const struct journal_entry *entry)
{
    struct identity identity;
    struct diag diag;
    char path[SETTINGS_PATH_MAX];
    if (identity_of_device(ground->root, entry->dev, IDENTITY_THIS_BOOT, &journal->key, &identity,
                           &diag) != 0)
        return STANDING_GONE;
    snprintf(path, sizeof path, "/sys/dev/block/%u:%u/partition", major(entry->dev),
             minor(entry->dev));
    bool is_partition = sysfile_exists(ground->root, path);
    if (strcmp(identity.text, entry->identity) != 0 ||
        (entry->kind == SETTING_QUEUE && is_partition))
        return STANDING_OTHER;
    return STANDING_SAME;
}

static void say_of(const struct settings_ground *ground, enum diag_level level, const char *mend,
                   const struct journal_entry *entry, const char *what)
{
    struct strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "%s of %s %s", entry->attribute, entry->device, what);
    if (level > DIAG_NOTE)
        strbuf_printf(&text, "; it was %s%s%s", entry->value,
                      entry->kind == SETTING_MOUNT ? " - " : "",
                      entry->kind == SETTING_MOUNT ? entry->super_options : "");
    report(ground, level, mend, text.text);
    strbuf_free(&text);
}

static void finish(const struct settings_ground *ground, struct journal_entry *entry,
                   const char *what, unsigned *count)
{
    say_of(ground, DIAG_NOTE, NULL, entry, what);
    entry->is_done = true;
    ++*count;
}

static void put_mount_back(const struct settings_ground *ground, const struct journal *journal,
                           struct journal_entry *entry, struct settings_restored *restored)
{
    struct mount mount;
    struct mount_options wanted;
    struct diag diag;
    bool is_there = settings_mount_find(ground, entry->mount_id, entry->dev, &mount);
    if (!is_there && !settings_mount_is_anywhere(ground, entry->dev) &&
        journal_is_of_these_mounts(ground->root, journal)) {
        finish(ground, entry, "is gone: it is not mounted any more", &restored->gone);
        return;
    }
    restored->failed++;
    if (!is_there || strcmp(mount.fs, entry->fs) != 0) {
        say_of(ground, DIAG_SKIP, "remount it by hand where it is mounted now", entry,
               "cannot be put back: that mount is not among those of this process");
    } else {
        mount_options_read(entry->value, entry->super_options, &wanted);
        if (settings_mount_change(ground, entry->mount_id, entry->dev, &wanted, &diag) == 0) {
            restored->failed--;
            finish(ground, entry, "is as it was", &restored->put_back);
        } else {
            diag.level = DIAG_SKIP;
            diag_report(ground->sink, &diag);
            say_of(ground, DIAG_SKIP, NULL, entry, "could not be put back");
        }
        mount_options_free(&wanted);
    }
    if (is_there)
        mount_free(&mount);
}

/* Looks at an entry of a queue after it was written. */
static void look_again(const struct settings_ground *ground, struct journal_entry *entry,
                       struct settings_restored *restored)
{
    char value[SETTINGS_VALUE_MAX], what[SETTINGS_VALUE_MAX + 80];
    int cause = 0;
    if (!settings_queue_read(ground, entry->dev, entry->attribute, value)) {
        cause = errno;
        snprintf(what, sizeof what, "cannot be read: %s", strerror(cause));
    } else if (strcmp(value, entry->value) == 0) {
        finish(ground, entry, "is as it was", &restored->put_back);
        return;
    } else {
        if (settings_queue_write(ground, entry->dev, entry->attribute, entry->value) != 0)
            cause = errno;
        snprintf(what, sizeof what, "is %s and could not be put back%s%s", value,
                 cause ? ": " : "", cause ? strerror(cause) : "");
    }
    restored->failed++;
    say_of(ground, DIAG_SKIP, cause == EACCES || cause == EPERM ? "run it as root" : NULL, entry,
           what);
}

void settings_put_back(const struct settings_ground *ground, struct journal *journal,
                       struct settings_restored *restored)
{
    *restored = (struct settings_restored){.put_back = 0};
    for (size_t i = journal->nr; i-- > 0;) {
        struct journal_entry *entry = &journal->at[i];
        if (entry->is_done)
            continue;
        switch (judge(ground, journal, entry)) {
        case STANDING_GONE:
            finish(ground, entry, "is gone with the device", &restored->gone);
            break;
        case STANDING_OTHER:
            restored->failed++;
            say_of(ground, DIAG_SKIP,
                   "put back by hand what it should have, then remove the journal", entry,
                   "is not put back: this is not the device that was changed");
            break;
        case STANDING_SAME:
            if (entry->kind == SETTING_MOUNT) {
                put_mount_back(ground, journal, entry, restored);
                break;
            }
            /* The first entry of a device takes all of its queue. */
            settings_queue_put_back(ground, journal, entry->dev, entry->identity, NULL);
            look_again(ground, entry, restored);
            break;
        }
    }
}

/* Says what a journal left to do; -1 with *diag set where that is something. */
static int conclude(const struct journal *journal, struct state_file *file,
                    const struct settings_restored *restored, struct diag *diag)
{
    if (journal_save(journal, file, diag) != 0)
        return -1;
    if (restored->failed == 0)
        return 0;
    diag_set(diag, DIAG_FATAL, state_file_name(file), 0, NULL,
             "%u settings of this host are not as they were; the journal keeps them",
             restored->failed);
    return -1;
}

static int restore(const struct settings_ground *ground, struct state_file *file,
                   struct settings_restored *restored, struct diag *diag)
{
    struct journal journal;
    bool is_there;
    int status = journal_load(&journal, file, &is_there, diag);
    if (status == 0 && is_there && !journal_is_of_this_boot(ground->root, &journal)) {
        report(ground, DIAG_WARN, NULL,
               "the journal is of an earlier boot: what was changed is gone with it, and the "
               "journal was removed");
        restored->gone = (unsigned)journal.nr;
        status = state_file_remove(file, diag);
    } else if (status == 0 && is_there) {
        settings_put_back(ground, &journal, restored);
        status = conclude(&journal, file, restored, diag);
    }
    journal_free(&journal);
    return status;
}

int settings_restore_journal(const char *path, const char *root,
                             const struct settings_calls *calls, const struct diag_sink *sink,
                             struct settings_restored *restored, struct diag *diag)
{
    struct settings_ground ground = {root, calls ? calls : &settings_kernel, sink};
    struct state_file *file = NULL;
    char *own = path ? NULL : state_file_path("settings.json", diag);
    *restored = (struct settings_restored){.put_back = 0};
    if (!path && !own)
        return -1;
    int status = state_file_open(path ? path : own, false, &file, diag);
    if (status == 0 && file)
        status = restore(&ground, file, restored, diag);
    state_file_close(file);
    free(own);
    return status;
}
