/* From a path to its mount, file system and device. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "collect/beneath.h"
#include "collect/hostfacts_parts.h"
#include "collect/redact.h"

static void add_options(struct facts *facts, const char *prefix, const char *name,
                        const char *options)
{
    struct strbuf kept = STRBUF_INIT;
    redact_mount_options(options, facts->is_identified, &kept);
    facts_set(facts, prefix, name, kept.text);
    strbuf_free(&kept);
}

static void add_mount(struct facts *facts, const char *prefix, const struct beneath *beneath)
{
    const struct mount *mount = &beneath->mount;
    facts_set(facts, prefix, "mount", mount->point);
    facts_set(facts, prefix, "fs", mount->fs);
    if (beneath->has_mount) {
        bool is_shown = facts->is_identified || redact_is_plain_device(mount->source) ||
                        strcmp(mount->source, mount->fs) == 0;
        facts_set(facts, prefix, "source", is_shown ? mount->source : REDACT_WORD);
        add_options(facts, prefix, "options", mount->options);
        add_options(facts, prefix, "super_options", mount->super_options);
    }
}

int hostfacts_add_path(struct facts *facts, struct hostfacts_devices *devices, unsigned number,
                       const char *path, struct diag *diag)
{
    char prefix[32];
    struct beneath beneath;
    int status = beneath_find(facts->root, path, &beneath, diag);
    if (status == 0) {
        snprintf(prefix, sizeof prefix, "path.%u", number);
        if (facts->is_identified)
            facts_set(facts, prefix, "given", path);
        if (!beneath.is_device)
            add_mount(facts, prefix, &beneath);
        facts_set(facts, prefix, "device", beneath.device);
        if (beneath.has_device)
            hostfacts_add_device(facts, devices, beneath.device);
    }
    beneath_free(&beneath);
    return status;
}
