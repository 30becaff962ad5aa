#include "config.h"

#include "collect/settings.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/beneath.h"
#include "collect/settings_parts.h"
#include "collect/sysfile.h"
#include "record/memory.h"

static int add_target(struct settings *settings, const char *path, const char *device,
                      uint64_t mount_id, bool has_own_cache, struct diag *diag)
{
    struct settings_target target = {.mount_id = mount_id, .has_own_cache = has_own_cache};
    if (!beneath_number(settings->ground.root, device, mount_id == 0, &target.dev)) {
        diag_set(diag, DIAG_FATAL, path, 0, NULL, "its device %s has no number in /sys", device);
        return -1;
    }
    for (size_t i = 0; i < settings->targets_nr; i++) {
        struct settings_target *other = &settings->targets[i];
        if (other->dev == target.dev && other->mount_id == mount_id) {
            other->has_own_cache |= has_own_cache;
            return 0;
        }
    }
    if (identity_of_device(settings->ground.root, target.dev, IDENTITY_THIS_BOOT,
                           &settings->journal.key, &target.identity, diag) != 0)
        return -1;
    target.path = memory_string(path);
    settings->targets = memory_grow(settings->targets, settings->targets_nr,
                                    &settings->targets_room, sizeof *settings->targets);
    settings->targets[settings->targets_nr++] = target;
    return 0;
}

static int add_path(struct settings *settings, const char *path, struct diag *diag)
{
    struct beneath beneath;
    int status = beneath_find(settings->ground.root, path, &beneath, diag);
    if (status == 0 && beneath.has_device) {
        bool is_plain = beneath.is_device || beneath.mount.major != 0;
        status = add_target(settings, path, beneath.device, 0, !is_plain, diag);
        /* A remount is of the number that the file system has itself. */
        if (status == 0 && beneath.has_mount && is_plain)
            status = add_target(settings, path, beneath.device, beneath.mount.id, false, diag);
    }
    beneath_free(&beneath);
    return status;
}

struct settings *settings_open(const struct settings_request *request, struct diag *diag)
{
    struct settings *settings = memory_alloc(sizeof *settings);
    const struct settings_calls *calls = request->calls ? request->calls : &settings_kernel;
    settings->ground = (struct settings_ground){request->root, calls, request->sink};
    settings->allows = request->allows;
    int status = journal_begin(request->root, &settings->journal, diag);
    if (status == 0) {
        settings->journal_path = request->journal ? memory_string(request->journal)
                                                  : state_file_path("settings.json", diag);
        status = settings->journal_path ? 0 : -1;
    }
    for (size_t i = 0; status == 0 && i < request->paths_nr; i++)
        status = add_path(settings, request->paths[i], diag);
    if (status == 0)
        return settings;
    settings_close(settings);
    return NULL;
}

void settings_devices(const struct settings *settings, char *names, size_t size)
{
    struct strbuf list = STRBUF_INIT;
    for (size_t i = 0; i < settings->targets_nr; i++)
        if (!settings->targets[i].mount_id)
            strbuf_printf(&list, "%s%s", list.length ? "," : "",
                          settings->targets[i].identity.device);
    snprintf(names, size, "%s", list.text);
    strbuf_free(&list);
}

/* Whether the setting acts on the target. */
static bool is_meant(const struct setting *setting, const struct settings_target *target)
{
    return (setting->kind == SETTING_MOUNT) == (target->mount_id != 0);
}

static const char *mend_of(int cause)
{
    if (cause == EACCES || cause == EPERM)
        return "run it as root, or leave this setting out";
    if (cause == EROFS)
        return "/sys is read-only here, as in a container: run it on the host";
    return NULL;
}

/* Says why the queue cannot have the setting; 0 where it can. */
static int probe_queue(const struct settings *settings, const struct setting *setting,
                       const struct settings_target *target, struct diag *diag)
{
    char value[SETTINGS_VALUE_MAX], path[SETTINGS_PATH_MAX], full[4096];
    const char *device = target->identity.device, *name = setting->attribute;
    if (target->has_own_cache && strcmp(name, "read_ahead_kb") == 0) {
        diag_set(diag, DIAG_FATAL, target->path, 0, "leave it out, or use another file system",
                 "its file system reads ahead by a number of its own, not by that of %s", device);
        return -1;
    }
    if (!settings_queue_read(&settings->ground, target->dev, name, value)) {
        diag_set(diag, DIAG_FATAL, target->path, 0, mend_of(errno),
                 errno == ENOENT ? "%s, on which it stands, has no %s"
                                 : "%s, on which it stands, does not tell its %s",
                 device, name);
        return -1;
    }
    settings_queue_path(target->dev, name, path);
    snprintf(full, sizeof full, "%s%s", settings->ground.root, path);
    if (faccessat(AT_FDCWD, full, W_OK, AT_EACCESS) == 0)
        return 0;
    diag_set(diag, DIAG_FATAL, NULL, 0, mend_of(errno), "%s of %s cannot be set: %s", name, device,
             strerror(errno));
    return -1;
}

int settings_probe(const struct settings *settings, const char *key, struct diag *diag)
{
    const struct setting *setting = setting_find(key);
    bool has_target = false;
    if (!setting || !settings->allows) {
        diag_set(diag, DIAG_FATAL, NULL, 0, setting ? "add --allow-host-changes" : NULL,
                 setting ? "%s is a setting of this host, and those are not changed unasked"
                         : "%s is no setting of a host",
                 key);
        return -1;
    }
    for (size_t i = 0; i < settings->targets_nr; i++) {
        const struct settings_target *target = &settings->targets[i];
        if (!is_meant(setting, target))
            continue;
        has_target = true;
        if (!target->mount_id && probe_queue(settings, setting, target, diag) != 0)
            return -1;
    }
    if (has_target && setting->kind == SETTING_MOUNT &&
        settings->ground.calls == &settings_kernel && geteuid() != 0) {
        diag_set(diag, DIAG_FATAL, NULL, 0, mend_of(EPERM), "only root can remount");
        return -1;
    }
    if (has_target)
        return 0;
    diag_set(diag, DIAG_FATAL, NULL, 0, "let the jobs use files on a disk of this host",
             setting->kind == SETTING_MOUNT
                 ? "%s: none of the files stands on a file system that is on one block device"
                 : "%s: none of the files stands on a block device",
             key);
    return -1;
}

/* Takes hold of the journal before the first change. */
static int take_journal(struct settings *settings, struct diag *diag)
{
    struct journal earlier;
    bool is_there;
    if (settings->file)
        return 0;
    if (state_file_open(settings->journal_path, true, &settings->file, diag) != 0)
        return -1;
    int status = journal_load(&earlier, settings->file, &is_there, diag);
    if (status == 0 && is_there && journal_is_of_this_boot(settings->ground.root, &earlier)) {
        diag_set(diag, DIAG_FATAL, settings->journal_path, 0,
                 "put it back first: iodelta-collect --restore",
                 "holds what a campaign that was interrupted changed on this host");
        status = -1;
    }
    journal_free(&earlier);
    if (status != 0) {
        state_file_close(settings->file);
        settings->file = NULL;
    }
    return status;
}

/* Whether the way back from the level is known; the level is not tried else. */
static int probe_way_back(const struct mount_options *earlier, const struct mount_options *wanted,
                          const char *fs, struct diag *diag)
{
    struct mount_options all = {wanted->flags, wanted->super_flags, STRBUF_INIT, STRBUF_INIT};
    struct strbuf data = STRBUF_INIT;
    strbuf_printf(&all.words, "%s%s%s", wanted->words.text,
                  wanted->words.length && wanted->asked.length ? "," : "", wanted->asked.text);
    int status = mount_options_change(fs, &all, earlier, &data, diag);
    strbuf_free(&data);
    mount_options_free(&all);
    return status;
}

static int set_mount(struct settings *settings, const struct settings_target *target,
                     const char *level, struct diag *diag)
{
    const struct journal_entry *entry =
        journal_find(&settings->journal, target->dev, settings_mount_attribute, target->mount_id);
    struct mount_options earlier, wanted;
    mount_options_read(entry->value, entry->super_options, &earlier);
    mount_options_want(&earlier, level, &wanted);
    int status = probe_way_back(&earlier, &wanted, entry->fs, diag);
    if (status == 0)
        status = settings_mount_change(&settings->ground, target->mount_id, target->dev, &wanted,
                                       diag);
    mount_options_free(&earlier);
    mount_options_free(&wanted);
    return status;
}

/* After a change of the scheduler: what it reset and this campaign had set, and the tunables of
 * the one that was there at the beginning. */
static void set_again(struct settings *settings, const struct settings_target *target,
                      const char *scheduler)
{
    const struct journal *journal = &settings->journal;
    const struct journal_entry *first = journal_find(journal, target->dev, "scheduler", 0);
    struct diag diag;
    /* Only the read-ahead is no scheduler's, and may be a level of its own. */
    if (first && strcmp(first->value, scheduler) == 0 &&
        settings_queue_put_back(&settings->ground, journal, target->dev, target->identity.text,
                                "read_ahead_kb") != 0) {
        diag_set(&diag, DIAG_WARN, NULL, 0, NULL,
                 "not all tunables of %s of %s are as they were before it was changed", scheduler,
                 target->identity.device);
        diag_report(settings->ground.sink, &diag);
    }
    if (settings->wanted_requests[0])
        settings_queue_write(&settings->ground, target->dev, "nr_requests",
                             settings->wanted_requests);
}

/* Says what the kernel made of a level where that is something else. */
static void compare(const struct settings *settings, const struct settings_target *target,
                    const char *attribute, const char *wanted)
{
    char value[SETTINGS_VALUE_MAX];
    struct diag diag;
    bool is_read = settings_queue_read(&settings->ground, target->dev, attribute, value);
    if (is_read && strcmp(value, wanted) == 0)
        return;
    diag_set(&diag, DIAG_WARN, NULL, 0, "give a level that the kernel takes as it is",
             "%s of %s is %s, not %s: the kernel changes what it is given", attribute,
             target->identity.device, is_read ? value : "not to be read", wanted);
    diag_report(settings->ground.sink, &diag);
}

static int set_queue(struct settings *settings, const struct settings_target *target,
                     const char *attribute, const char *text, struct diag *diag)
{
    char before[SETTINGS_VALUE_MAX];
    bool is_scheduler = strcmp(attribute, "scheduler") == 0;
    bool is_so = settings_queue_read(&settings->ground, target->dev, attribute, before) &&
                 strcmp(before, text) == 0;
    if (!is_so && settings_queue_write(&settings->ground, target->dev, attribute, text) != 0) {
        int cause = errno;
        char path[SETTINGS_PATH_MAX], offered[SETTINGS_VALUE_MAX];
        struct strbuf mend = STRBUF_INIT;
        settings_queue_path(target->dev, attribute, path);
        if (is_scheduler && cause == EINVAL &&
            sysfile_line(settings->ground.root, path, offered, sizeof offered) == 0)
            strbuf_printf(&mend, "it has %s", offered);
        diag_set(diag, DIAG_FATAL, NULL, 0, mend.length ? mend.text : mend_of(cause),
                 "%s of %s cannot be set to %s: %s", attribute, target->identity.device, text,
                 strerror(cause));
        strbuf_free(&mend);
        return -1;
    }
    if (is_scheduler)
        set_again(settings, target, text);
    compare(settings, target, attribute, text);
    return 0;
}

/* Notes what all targets have, puts that on the disk, and then changes them. */
static int apply(struct settings *settings, const struct setting *setting, const char *text,
                 struct diag *diag)
{
    size_t noted = settings->journal.nr;
    for (size_t i = 0; i < settings->targets_nr; i++)
        if (is_meant(setting, &settings->targets[i]) &&
            settings_note(settings, &settings->targets[i], setting, diag) != 0)
            return -1;
    if (settings->journal.nr > noted &&
        journal_save(&settings->journal, settings->file, diag) != 0)
        return -1;
    for (size_t i = 0; i < settings->targets_nr; i++) {
        const struct settings_target *target = &settings->targets[i];
        if (is_meant(setting, target) &&
            (setting->kind == SETTING_MOUNT
                 ? set_mount(settings, target, text, diag)
                 : set_queue(settings, target, setting->attribute, text, diag)) != 0)
            return -1;
    }
    return 0;
}

int settings_apply(struct settings *settings, const char *key, const char *value,
                   struct diag *diag)
{
    char text[SETTING_LEVEL_MAX];
    const struct setting *setting = setting_find(key);
    if (setting_check(key, value, diag) != 0 || settings_probe(settings, key, diag) != 0 ||
        take_journal(settings, diag) != 0)
        return -1;
    setting_text(setting, value, text);
    if (strcmp(key, "nr_requests") == 0)
        snprintf(settings->wanted_requests, sizeof settings->wanted_requests, "%s", text);
    return apply(settings, setting, text, diag);
}

int settings_restore(struct settings *settings, struct settings_restored *restored)
{
    struct diag diag;
    *restored = (struct settings_restored){.put_back = 0};
    settings->wanted_requests[0] = '\0';
    if (!settings->file || settings->journal.nr == 0)
        return 0;
    settings_put_back(&settings->ground, &settings->journal, restored);
    if (journal_save(&settings->journal, settings->file, &diag) != 0) {
        diag_report(settings->ground.sink, &diag);
        return -1;
    }
    if (restored->failed)
        return -1;
    /* The key stays: it is that of the identities of the targets. */
    struct identity_key key = settings->journal.key;
    journal_free(&settings->journal);
    int status = journal_begin(settings->ground.root, &settings->journal, &diag);
    settings->journal.key = key;
    return status;
}

void settings_close(struct settings *settings)
{
    if (!settings)
        return;
    state_file_close(settings->file);
    journal_free(&settings->journal);
    for (size_t i = 0; i < settings->targets_nr; i++)
        free(settings->targets[i].path);
    free(settings->targets);
    free(settings->journal_path);
    free(settings);
}
