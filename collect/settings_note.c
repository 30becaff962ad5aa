/* Notes in the journal what settings are before they change. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "collect/settings_parts.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

const char settings_mount_attribute[] = "mount";

/* Settings that the change of another resets, which are journaled before it, in this order. */
static const struct {
    const char *changed, *reset;
    bool has_tunables;
} resets[] = {
    {"scheduler", "wbt_lat_usec", false},
    {"scheduler", "read_ahead_kb", false},
    {"scheduler", "nr_requests", true},
    {"nr_requests", NULL, true},
};

/* A target whose settings are added to the journal. */
struct noting {
    struct settings *settings;
    const struct settings_target *target;
};

static bool is_noted(const struct noting *noting, const char *attribute)
{
    return journal_find(&noting->settings->journal, noting->target->dev, attribute,
                        noting->target->mount_id) != NULL;
}

static struct journal_entry new_entry(const struct noting *noting, const char *attribute,
                                      char *value)
{
    const struct settings_target *target = noting->target;
    struct journal_entry entry = {
        .dev = target->dev,
        .mount_id = target->mount_id,
        .kind = target->mount_id ? SETTING_MOUNT : SETTING_QUEUE,
        .value = value,
    };
    snprintf(entry.device, sizeof entry.device, "%.*s", JOURNAL_WORD_MAX - 1,
             target->identity.device);
    snprintf(entry.identity, sizeof entry.identity, "%s", target->identity.text);
    snprintf(entry.attribute, sizeof entry.attribute, "%s", attribute);
    return entry;
}

/* Adds what the queue has now, where it was not noted before and could be put back. */
static void note_queue(void *context, const char *attribute)
{
    const struct noting *noting = context;
    char value[SETTINGS_VALUE_MAX];
    if (is_noted(noting, attribute) ||
        !settings_queue_read(&noting->settings->ground, noting->target->dev, attribute, value) ||
        !journal_is_value(attribute, value))
        return;
    struct journal_entry entry = new_entry(noting, attribute, value);
    journal_add(&noting->settings->journal, &entry);
}

/* Tunables belong to the scheduler that was there at the beginning. */
static bool has_noted_tunables(const struct noting *noting)
{
    const struct journal *journal = &noting->settings->journal;
    for (size_t i = 0; i < journal->nr; i++)
        if (journal->at[i].dev == noting->target->dev &&
            (strncmp(journal->at[i].attribute, "iosched/", 8) == 0 ||
             strcmp(journal->at[i].attribute, "scheduler") == 0))
            return true;
    return false;
}

static int note_setting(struct noting *noting, const char *attribute, struct diag *diag)
{
    for (size_t i = 0; i < LENGTH(resets); i++) {
        if (strcmp(resets[i].changed, attribute) != 0)
            continue;
        if (resets[i].reset)
            note_queue(noting, resets[i].reset);
        if (resets[i].has_tunables && !has_noted_tunables(noting))
            settings_queue_tunables(&noting->settings->ground, noting->target->dev, note_queue,
                                    noting);
    }
    note_queue(noting, attribute);
    if (is_noted(noting, attribute))
        return 0;
    diag_set(diag, DIAG_FATAL, NULL, 0, NULL,
             "%s of %s has a value that could not be put back, so it is left alone", attribute,
             noting->target->identity.device);
    return -1;
}

static int note_mount(const struct noting *noting, struct diag *diag)
{
    struct mount mount;
    struct settings *settings = noting->settings;
    const struct settings_target *target = noting->target;
    if (is_noted(noting, settings_mount_attribute))
        return 0;
    if (!settings_mount_find(&settings->ground, target->mount_id, target->dev, &mount)) {
        diag_set(diag, DIAG_FATAL, target->path, 0, NULL, "its file system is not mounted any more");
        return -1;
    }
    struct journal_entry entry = new_entry(noting, settings_mount_attribute, mount.options);
    entry.fs = mount.fs;
    entry.super_options = mount.super_options;
    int status = journal_is_value(settings_mount_attribute, mount.options) &&
                         journal_is_value(settings_mount_attribute, mount.super_options)
                     ? 0
                     : -1;
    if (status == 0)
        journal_add(&settings->journal, &entry);
    else
        diag_set(diag, DIAG_FATAL, mount.point, 0, NULL,
                 "has options that could not be put back, so it is left alone");
    mount_free(&mount);
    return status;
}

int settings_note(struct settings *settings, const struct settings_target *target,
                  const struct setting *setting, struct diag *diag)
{
    struct noting noting = {settings, target};
    return setting->kind == SETTING_MOUNT ? note_mount(&noting, diag)
                                          : note_setting(&noting, setting->attribute, diag);
}
