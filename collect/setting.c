#include "config.h"

#include "collect/setting.h"

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/mount_options.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* The kernel counts both in unsigned numbers of 32 bits. */
enum { SCHEDULER_MAX = 16 };
static const uint64_t number_max = UINT32_MAX;

static const struct setting settings[] = {
    {"read_ahead_kb", SETTING_QUEUE, "read_ahead_kb", "a number of KiB, as in read_ahead_kb=128"},
    {"readahead", SETTING_QUEUE, "read_ahead_kb",
     "a number of sectors of 512 bytes with an s, of KiB with a k or of MiB with an m: "
     "readahead=256s is 128 KiB"},
    {"scheduler", SETTING_QUEUE, "scheduler", "a name, as in scheduler=mq-deadline"},
    {"nr_requests", SETTING_QUEUE, "nr_requests", "a number from 1 on, as in nr_requests=64"},
    {"mount", SETTING_MOUNT, NULL,
     "options of mount(8) with + between them, as in mount=noatime+commit=30"},
};

const struct setting *setting_find(const char *name)
{
    for (size_t i = 0; i < LENGTH(settings); i++)
        if (strcmp(settings[i].name, name) == 0)
            return &settings[i];
    return NULL;
}

bool setting_is_name(const char *key)
{
    return setting_find(key) != NULL;
}

size_t setting_names(const char **names, size_t room)
{
    size_t nr = 0;
    for (; nr < LENGTH(settings) && nr < room; nr++)
        names[nr] = settings[nr].name;
    return nr;
}

/* Reads digits, and nothing before them; *end is what follows. */
static bool read_number(const char *text, uint64_t *number, const char **end)
{
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 10)
        return false;
    *end = text + digits;
    *number = strtoull(text, NULL, 10);
    return *number <= number_max;
}

static const char *check_number(const char *value, uint64_t least)
{
    uint64_t number;
    const char *end;
    if (!read_number(value, &number, &end) || *end)
        return "is no whole number that the kernel takes";
    return number < least ? "is too small" : NULL;
}

/* Reads a read-ahead with its unit into KiB.  Returns what is wrong, or NULL. */
static const char *read_readahead(const char *value, uint64_t *kib)
{
    uint64_t number;
    const char *end;
    if (!read_number(value, &number, &end))
        return "is no whole number that the kernel takes";
    if (*end == '\0')
        return "has no unit: sectors and KiB are both in use";
    if (end[1])
        return "has an unknown unit";
    switch (*end) {
    case 's':
        *kib = number / 2;
        return number % 2 ? "is an odd number of sectors, and the kernel counts whole KiB" : NULL;
    case 'k':
        *kib = number;
        return NULL;
    case 'm':
        *kib = number * 1024;
        return *kib > number_max ? "is more than the kernel takes" : NULL;
    default:
        return "has an unknown unit";
    }
}

static const char *check_scheduler(const char *value)
{
    size_t length = strlen(value);
    if (length == 0 || length >= SCHEDULER_MAX ||
        strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789-_") != length)
        return "is no name of a scheduler";
    return NULL;
}

int setting_check(const char *key, const char *value, struct diag *diag)
{
    const struct setting *setting = setting_find(key);
    const char *wrong = NULL;
    uint64_t kib;
    if (!setting) {
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "%s is no setting of a host", key);
        return -1;
    }
    if (strlen(value) >= SETTING_LEVEL_MAX)
        wrong = "is too long";
    else if (setting->kind == SETTING_MOUNT)
        wrong = mount_options_check(value);
    else if (strcmp(key, "readahead") == 0)
        wrong = read_readahead(value, &kib);
    else if (strcmp(key, "scheduler") == 0)
        wrong = check_scheduler(value);
    else
        wrong = check_number(value, strcmp(key, "nr_requests") == 0 ? 1 : 0);
    if (!wrong)
        return 0;
    struct diag mend;
    diag_set(&mend, DIAG_FATAL, NULL, 0, NULL, "give %s", setting->form);
    diag_set(diag, DIAG_FATAL, NULL, 0, mend.text, "%s=%s %s", key, value, wrong);
    return -1;
}

void setting_text(const struct setting *setting, const char *value, char text[SETTING_LEVEL_MAX])
{
    uint64_t kib = 0;
    if (strcmp(setting->name, "readahead") == 0 && !read_readahead(value, &kib))
        snprintf(text, SETTING_LEVEL_MAX, "%" PRIu64, kib);
    else if (setting->kind == SETTING_QUEUE && value[0] >= '0' && value[0] <= '9')
        /* Without zeros in front, so that what the kernel answers compares. */
        snprintf(text, SETTING_LEVEL_MAX, "%llu", strtoull(value, NULL, 10));
    else
        snprintf(text, SETTING_LEVEL_MAX, "%s", value);
}
