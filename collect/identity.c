#include "config.h"

#include "collect/identity.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/sysmacros.h>

#include "collect/beneath.h"
#include "collect/sysfile.h"
#include "record/strbuf.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

enum { MEMBERS_MAX = 64, DEPTH_MAX = 8 };

/* What tells a device from others of its kind, below its folder.  Not all have one. */
static const struct {
    const char *file, *by;
} naming[] = {
    {"wwid", "its wwid"},
    {"device/wwid", "its wwid"},
    {"serial", "its serial number"},
    {"device/serial", "its serial number"},
    {"dm/uuid", "its uuid"},
    {"md/uuid", "its uuid"},
    {"loop/backing_file", "its backing file"},
};

/* What goes with that, or has to do without it. */
static const char *const describing[] = {
    "size",         "start",           "loop/offset", "loop/sizelimit", "device/vendor",
    "device/model", "device/firmware_rev", "md/level",
};

int identity_key_make(struct identity_key *key)
{
    ssize_t got = getrandom(key->bytes, sizeof key->bytes, 0);
    if (got == (ssize_t)sizeof key->bytes)
        return 0;
    errno = got < 0 ? errno : EIO;
    return -1;
}

void identity_key_write(const struct identity_key *key, char text[IDENTITY_KEY_TEXT])
{
    for (size_t i = 0; i < sizeof key->bytes; i++)
        snprintf(text + 2 * i, 3, "%02x", key->bytes[i]);
}

bool identity_key_read(const char *text, struct identity_key *key)
{
    if (strlen(text) != IDENTITY_KEY_TEXT - 1 ||
        strspn(text, "0123456789abcdef") != IDENTITY_KEY_TEXT - 1)
        return false;
    for (size_t i = 0; i < sizeof key->bytes; i++) {
        unsigned byte;
        if (sscanf(text + 2 * i, "%2x", &byte) != 1)
            return false;
        key->bytes[i] = (unsigned char)byte;
    }
    return true;
}

/* Adds the first line of a file of the device as "name=text\n"; false where it has none. */
static bool add_file(const char *root, const char *folder, const char *file, struct strbuf *all)
{
    char path[IDENTITY_NAME + 64], line[512];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    if (sysfile_line(root, path, line, sizeof line) != 0 || !line[0])
        return false;
    strbuf_printf(all, "%s=%s\n", file, line);
    return true;
}

/* Adds what tells the device in folder.  Returns what that is, or NULL. */
static const char *add_device(const char *root, const char *folder, int depth, struct strbuf *all);

/* Adds the devices of which the one in folder is made; NULL where any of them is not told. */
static const char *add_members(const char *root, const char *folder, int depth, struct strbuf *all)
{
    char path[IDENTITY_NAME + 64], member[IDENTITY_NAME + 64];
    struct sysfile_names names;
    snprintf(path, sizeof path, "%s/slaves", folder);
    sysfile_list(root, path, MEMBERS_MAX, &names);
    bool are_told = names.nr > 0 && depth < DEPTH_MAX;
    for (size_t i = 0; are_told && i < names.nr; i++) {
        int length =
            snprintf(member, sizeof member, "/sys/class/block/%s", names.at[i]);
        are_told = (size_t)length < IDENTITY_NAME &&
                   add_device(root, member, depth + 1, all) != NULL;
    }
    sysfile_names_free(&names);
    return are_told ? "what it is made of" : NULL;
}

static const char *add_device(const char *root, const char *folder, int depth, struct strbuf *all)
{
    const char *by = NULL;
    char path[IDENTITY_NAME + 64];
    for (size_t i = 0; i < LENGTH(naming); i++)
        if (add_file(root, folder, naming[i].file, all) && !by)
            by = naming[i].by;
    for (size_t i = 0; i < LENGTH(describing); i++)
        add_file(root, folder, describing[i], all);
    snprintf(path, sizeof path, "%s/partition", folder);
    if (sysfile_exists(root, path) && depth < DEPTH_MAX) {
        add_file(root, folder, "partition", all);
        snprintf(path, sizeof path, "%s/..", folder);
        return strlen(path) < IDENTITY_NAME ? add_device(root, path, depth + 1, all) : NULL;
    }
    return by ? by : add_members(root, folder, depth, all);
}

static void finish(const struct identity_key *key, const struct strbuf *all,
                   struct identity *identity)
{
    snprintf(identity->text, sizeof identity->text, "%016" PRIx64,
             siphash(key->bytes, all->text, all->length));
}

int identity_of_device(const char *root, dev_t dev, enum identity_span span,
                       const struct identity_key *key, struct identity *identity,
                       struct diag *diag)
{
    char folder[64];
    struct strbuf all = STRBUF_INIT;
    *identity = (struct identity){.dev = dev};
    snprintf(folder, sizeof folder, "/sys/dev/block/%u:%u", major(dev), minor(dev));
    if (!beneath_name(root, dev, identity->device)) {
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "no block device has the number %u:%u",
                 major(dev), minor(dev));
        return -1;
    }
    identity->by = add_device(root, folder, 0, &all);
    if (span == IDENTITY_THIS_BOOT && (add_file(root, folder, "diskseq", &all) ||
                                       add_file(root, folder, "../diskseq", &all)))
        identity->by = "its number in this boot";
    identity->is_weak = identity->by == NULL;
    if (identity->is_weak) {
        identity->by = "its number and size alone";
        strbuf_printf(&all, "%u:%u\n", major(dev), minor(dev));
    }
    finish(key, &all, identity);
    strbuf_free(&all);
    return 0;
}

int identity_of_path(const char *root, const char *path, enum identity_span span,
                     const struct identity_key *key, struct identity *identity, struct diag *diag)
{
    struct beneath beneath;
    dev_t dev;
    int status = beneath_find(root, path, &beneath, diag);
    *identity = (struct identity){.dev = 0};
    if (status == 0 && beneath.has_device && beneath_number(root, beneath.device, false, &dev)) {
        status = identity_of_device(root, dev, span, key, identity, diag);
    } else if (status == 0) {
        struct strbuf all = STRBUF_INIT;
        strbuf_printf(&all, "%s\n%s\n", beneath.has_mount ? beneath.mount.fs : "",
                      beneath.has_mount ? beneath.mount.source : "");
        identity->is_weak = true;
        identity->by = "its kind and source alone";
        finish(key, &all, identity);
        strbuf_free(&all);
    }
    beneath_free(&beneath);
    return status;
}
