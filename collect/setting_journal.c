#include "config.h"

#include "collect/setting_journal.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "collect/sysfile.h"
#include "record/memory.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

enum { ENTRIES_MAX = 4096, TEXT_MAX = 4096, FILE_MAX = 4 << 20, MAJOR_MAX = 4095 };
static const json_int_t minor_max = (1 << 20) - 1;
static const char format[] = "iodelta-settings/1";
static const char tunables[] = "iosched/";

static void read_boot(const char *root, char boot[JOURNAL_WORD_MAX])
{
    /* A host without one has "", which is equal to itself. */
    sysfile_line(root, "/proc/sys/kernel/random/boot_id", boot, JOURNAL_WORD_MAX);
}

static void read_mounts(const char *root, char mounts[JOURNAL_WORD_MAX])
{
    if (!sysfile_link(root, "/proc/self/ns/mnt", mounts, JOURNAL_WORD_MAX))
        mounts[0] = '\0';
}

int journal_begin(const char *root, struct journal *journal, struct diag *diag)
{
    *journal = (struct journal){.nr = 0};
    read_boot(root, journal->boot);
    read_mounts(root, journal->mounts);
    if (identity_key_make(&journal->key) == 0)
        return 0;
    diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "the kernel gives no random bytes: %s",
             strerror(errno));
    return -1;
}

bool journal_is_of_this_boot(const char *root, const struct journal *journal)
{
    char boot[JOURNAL_WORD_MAX];
    read_boot(root, boot);
    return strcmp(boot, journal->boot) == 0;
}

bool journal_is_of_these_mounts(const char *root, const struct journal *journal)
{
    char mounts[JOURNAL_WORD_MAX];
    read_mounts(root, mounts);
    return strcmp(mounts, journal->mounts) == 0;
}

struct journal_entry *journal_add(struct journal *journal, const struct journal_entry *entry)
{
    journal->at = memory_grow(journal->at, journal->nr, &journal->room, sizeof *journal->at);
    struct journal_entry *added = &journal->at[journal->nr++];
    *added = *entry;
    added->value = memory_string(entry->value);
    added->fs = entry->fs ? memory_string(entry->fs) : NULL;
    added->super_options = entry->super_options ? memory_string(entry->super_options) : NULL;
    return added;
}

struct journal_entry *journal_find(const struct journal *journal, dev_t dev, const char *attribute,
                                   uint64_t mount_id)
{
    for (size_t i = 0; i < journal->nr; i++) {
        struct journal_entry *entry = &journal->at[i];
        if (entry->dev == dev && entry->mount_id == mount_id &&
            strcmp(entry->attribute, attribute) == 0)
            return entry;
    }
    return NULL;
}

bool journal_is_attribute(const char *attribute)
{
    static const char *const known[] = {"read_ahead_kb", "nr_requests", "scheduler",
                                        "wbt_lat_usec"};
    for (size_t i = 0; i < LENGTH(known); i++)
        if (strcmp(known[i], attribute) == 0)
            return true;
    size_t length = sizeof tunables - 1;
    return strncmp(attribute, tunables, length) == 0 && attribute[length] &&
           strspn(attribute + length, "abcdefghijklmnopqrstuvwxyz0123456789_") ==
               strlen(attribute + length);
}

static json_t *write_entry(const struct journal_entry *entry)
{
    json_t *object = json_object();
    json_object_set_new(object, "setting", json_string(entry->attribute));
    json_object_set_new(object, "major", json_integer(major(entry->dev)));
    json_object_set_new(object, "minor", json_integer(minor(entry->dev)));
    json_object_set_new(object, "device", json_string(entry->device));
    json_object_set_new(object, "identity", json_string(entry->identity));
    json_object_set_new(object, "value", json_string(entry->value));
    if (entry->kind == SETTING_MOUNT) {
        json_object_set_new(object, "mount_id", json_integer((json_int_t)entry->mount_id));
        json_object_set_new(object, "fs", json_string(entry->fs));
        json_object_set_new(object, "super_options", json_string(entry->super_options));
    }
    return object;
}

int journal_save(const struct journal *journal, struct state_file *file, struct diag *diag)
{
    char key[IDENTITY_KEY_TEXT];
    json_t *top = json_object(), *entries = json_array();
    for (size_t i = 0; i < journal->nr; i++)
        if (!journal->at[i].is_done)
            json_array_append_new(entries, write_entry(&journal->at[i]));
    size_t nr = json_array_size(entries);
    identity_key_write(&journal->key, key);
    json_object_set_new(top, "format", json_string(format));
    json_object_set_new(top, "boot", json_string(journal->boot));
    json_object_set_new(top, "mounts", json_string(journal->mounts));
    json_object_set_new(top, "key", json_string(key));
    json_object_set_new(top, "before", entries);
    char *text = nr ? json_dumps(top, JSON_INDENT(1)) : NULL;
    json_decref(top);
    if (nr == 0)
        return state_file_remove(file, diag);
    if (!text) {
        diag_set(diag, DIAG_FATAL, state_file_name(file), 0, NULL,
                 "cannot be written: a setting is no UTF-8");
        return -1;
    }
    int status = state_file_write(file, text, strlen(text), diag);
    free(text);
    return status;
}

static bool is_plain(const char *text, size_t size)
{
    if (strlen(text) >= size)
        return false;
    for (const char *at = text; *at; at++)
        if (*at < ' ' || *at > '~')
            return false;
    return true;
}

bool journal_is_value(const char *attribute, const char *value)
{
    const char *digits = value + (value[0] == '-');
    if (strcmp(attribute, "mount") == 0)
        return is_plain(value, TEXT_MAX);
    if (strcmp(attribute, "scheduler") == 0)
        return value[0] && strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789-_") == strlen(value);
    return digits[0] && strlen(value) < 21 && strspn(digits, "0123456789") == strlen(digits);
}

/* Copies a text of the object of at most size - 1 printable ASCII characters. */
static bool get_text(const json_t *object, const char *name, char *text, size_t size)
{
    const json_t *value = json_object_get(object, name);
    const char *string = json_string_value(value);
    if (!string || json_string_length(value) != strlen(string) || !is_plain(string, size))
        return false;
    memcpy(text, string, strlen(string) + 1);
    return true;
}

static bool get_number(const json_t *object, const char *name, json_int_t most, json_int_t *number)
{
    const json_t *value = json_object_get(object, name);
    *number = json_integer_value(value);
    return json_is_integer(value) && *number >= 0 && *number <= most;
}

/* Reads an entry; false where it is none that journal_save() writes. */
static bool read_entry(const json_t *object, struct journal *journal)
{
    char value[TEXT_MAX], super_options[TEXT_MAX], fs[JOURNAL_WORD_MAX];
    struct journal_entry entry = {.kind = SETTING_QUEUE, .value = value};
    json_int_t first, second, id = 0;
    if (!get_text(object, "setting", entry.attribute, sizeof entry.attribute) ||
        !get_text(object, "device", entry.device, sizeof entry.device) ||
        !get_text(object, "identity", entry.identity, sizeof entry.identity) ||
        strspn(entry.identity, "0123456789abcdef") != IDENTITY_TEXT - 1 ||
        !get_text(object, "value", value, sizeof value) ||
        !get_number(object, "major", MAJOR_MAX, &first) ||
        !get_number(object, "minor", minor_max, &second))
        return false;
    entry.dev = makedev((unsigned)first, (unsigned)second);
    if (strcmp(entry.attribute, "mount") == 0) {
        entry.kind = SETTING_MOUNT;
        entry.fs = fs;
        entry.super_options = super_options;
        if (!get_text(object, "fs", fs, sizeof fs) ||
            !get_text(object, "super_options", super_options, sizeof super_options) ||
            !get_number(object, "mount_id", INT64_MAX, &id) || id == 0)
            return false;
        entry.mount_id = (uint64_t)id;
    } else if (!journal_is_attribute(entry.attribute) || !journal_is_value(entry.attribute, value)) {
        return false;
    }
    if (journal_find(journal, entry.dev, entry.attribute, entry.mount_id))
        return false;
    journal_add(journal, &entry);
    return true;
}

/* Reads the journal; NULL, or what is wrong with it. */
static const char *read_journal(const json_t *top, struct journal *journal)
{
    char text[JOURNAL_WORD_MAX];
    const json_t *entries = json_object_get(top, "before");
    if (!get_text(top, "format", text, sizeof text) || strcmp(text, format) != 0)
        return "is no journal of settings that this program reads";
    if (!get_text(top, "key", text, sizeof text) || !identity_key_read(text, &journal->key) ||
        !get_text(top, "boot", journal->boot, sizeof journal->boot) ||
        !get_text(top, "mounts", journal->mounts, sizeof journal->mounts) ||
        !json_is_array(entries) || json_array_size(entries) > ENTRIES_MAX)
        return "is damaged";
    for (size_t i = 0; i < json_array_size(entries); i++)
        if (!read_entry(json_array_get(entries, i), journal))
            return "holds a setting that no campaign changes, or a value that it cannot have";
    return NULL;
}

int journal_load(struct journal *journal, const struct state_file *file, bool *is_there,
                 struct diag *diag)
{
    char *text;
    json_error_t error;
    *journal = (struct journal){.nr = 0};
    *is_there = false;
    if (state_file_read(file, FILE_MAX, &text, diag) != 0)
        return -1;
    if (!text)
        return 0;
    *is_there = true;
    json_t *top = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    free(text);
    const char *wrong = top ? read_journal(top, journal) : "is damaged";
    json_decref(top);
    if (!wrong)
        return 0;
    diag_set(diag, DIAG_FATAL, state_file_name(file), 0,
             "nothing was written; look into it, and remove it once the settings are as you want",
             "%s", wrong);
    return -1;
}

void journal_free(struct journal *journal)
{
    for (size_t i = 0; i < journal->nr; i++) {
        free(journal->at[i].value);
        free(journal->at[i].fs);
        free(journal->at[i].super_options);
    }
    free(journal->at);
    *journal = (struct journal){.nr = 0};
}
