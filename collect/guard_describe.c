/* What a device is, in a few words. */
#include "config.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/guard_parts.h"
#include "collect/sysfile.h"

enum { CONTROLLERS_MAX = 256 };

static bool read_below(const char *root, dev_t dev, const char *rest, char *value, size_t size)
{
    char path[GUARD_PATH_MAX];
    guard_sys_path(path, dev, rest);
    return sysfile_line(root, path, value, size) == 0 && value[0];
}

/* Vendor and model of the disk, or what a loop device or a mapping calls itself. */
static void add_model(const char *root, dev_t dev, struct strbuf *words)
{
    static const char *const places[] = {
        "/device/vendor",     "/device/model",      "/../device/vendor",
        "/../device/model",   "/dm/name",           "/md/level",
        "/loop/backing_file", "/../loop/backing_file",
    };
    const char *between = ", ";
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        char value[256];
        /* PCI devices have numbers here in place of names. */
        if (!read_below(root, dev, places[i], value, sizeof value) ||
            strncmp(value, "0x", 2) == 0)
            continue;
        strbuf_printf(words, "%s%s", between, value);
        between = " ";
    }
}

void guard_describe(const char *root, const struct guard_thing *thing, uint64_t bytes,
                    struct strbuf *words)
{
    if (thing->is_file) {
        strbuf_string(words, "a file");
    } else {
        char name[GUARD_NAME_MAX];
        guard_device_name(root, thing->dev, name);
        strbuf_string(words, name);
        add_model(root, thing->dev, words);
    }
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    double size = (double)bytes;
    size_t unit = 0;
    for (; size >= 999.5 && unit + 1 < sizeof units / sizeof units[0]; unit++)
        size /= 1000;
    strbuf_printf(words, ", %.3g %s", size, units[unit]);
}

static void add_once(struct strbuf *words, const char *word)
{
    const char *at = strstr(words->text, word);
    size_t length = strlen(word);
    if (at && (at[length] == '\0' || at[length] == ','))
        return;
    strbuf_printf(words, "%s%s", words->length ? ", " : "", word);
}

/* An NVMe controller tells how it is reached; with several paths to a disk there are several, in
 * the folder of their subsystem. */
static void add_nvme(const char *root, dev_t dev, struct strbuf *words)
{
    static const char *const places[] = {"/device", "/../device"};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        char path[GUARD_PATH_MAX], below[GUARD_PATH_MAX + 300], value[64];
        struct sysfile_names names;
        guard_sys_path(path, dev, places[i]);
        snprintf(below, sizeof below, "%s/transport", path);
        if (sysfile_line(root, below, value, sizeof value) == 0 && value[0] &&
            strcmp(value, "pcie") != 0)
            add_once(words, "NVMe-oF");
        sysfile_list(root, path, CONTROLLERS_MAX, &names);
        for (size_t k = 0; k < names.nr; k++) {
            snprintf(below, sizeof below, "%s/%s/transport", path, names.at[k]);
            if (strncmp(names.at[k], "nvme", 4) == 0 &&
                sysfile_line(root, below, value, sizeof value) == 0 && value[0] &&
                strcmp(value, "pcie") != 0)
                add_once(words, "NVMe-oF");
        }
        sysfile_names_free(&names);
    }
}

/* The folder of a device below /sys/devices names all that stands between. */
static void add_by_folder(const char *root, dev_t dev, struct strbuf *words)
{
    static const struct {
        const char *part, *word;
    } rows[] = {
        {"/session", "iSCSI"},      {"/rport-", "Fibre Channel"}, {"/nvme-fabrics/", "NVMe-oF"},
        {"/virtual/block/nbd", "nbd"}, {"/rbd", "rbd"},           {"/virtual/block/drbd", "drbd"},
    };
    char path[GUARD_PATH_MAX], target[GUARD_PATH_MAX];
    guard_sys_path(path, dev, "");
    if (!sysfile_link(root, path, target, sizeof target))
        return;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *at = strstr(target, rows[i].part);
        char next = at ? at[strlen(rows[i].part)] : '\0';
        if (isdigit((unsigned char)next) || (at && strchr(rows[i].part + 1, '/') && next))
            add_once(words, rows[i].word);
    }
}

void guard_transports(const char *root, const struct guard_thing *thing, struct strbuf *words)
{
    struct guard_view view;
    struct guard_kinship kinship;
    guard_view_read(&view, root);
    guard_kin_find(&view, thing, &kinship);
    for (size_t i = 0; i < kinship.nr; i++) {
        char uuid[256];
        dev_t dev = kinship.at[i].thing.dev;
        if (kinship.at[i].thing.is_file)
            continue;
        add_by_folder(root, dev, words);
        add_nvme(root, dev, words);
        if (read_below(root, dev, "/dm/uuid", uuid, sizeof uuid) && strstr(uuid, "mpath-"))
            add_once(words, "multipath");
    }
    free(kinship.at);
    guard_view_free(&view);
}
