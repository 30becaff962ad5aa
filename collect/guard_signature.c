/* Signatures of what stands on a device, by libblkid. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#ifdef HAVE_BLKID
#include <blkid.h>
#endif

#include "collect/guard_parts.h"

static void add(struct guard_signatures *signatures, const char *name)
{
    size_t room = sizeof signatures->at / sizeof signatures->at[0];
    for (size_t i = 0; i < signatures->nr; i++)
        if (strcmp(signatures->at[i], name) == 0)
            return;
    if (signatures->nr < room)
        snprintf(signatures->at[signatures->nr++], sizeof signatures->at[0], "%s", name);
}

#ifdef HAVE_BLKID

/* Goes through all that is found, not the likeliest alone: all of it would be lost. */
static int probe_all(blkid_probe probe, struct guard_signatures *signatures)
{
    static const char *const names[] = {"TYPE", "PTTYPE"};
    blkid_probe_enable_superblocks(probe, 1);
    blkid_probe_set_superblocks_flags(probe, BLKID_SUBLKS_TYPE | BLKID_SUBLKS_BADCSUM);
    blkid_probe_enable_partitions(probe, 1);
    int status;
    for (unsigned turns = 0; (status = blkid_do_probe(probe)) == 0 && turns < 1000; turns++)
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
            const char *value = NULL;
            if (blkid_probe_lookup_value(probe, names[i], &value, NULL) == 0 && value)
                add(signatures, value);
        }
    return status;
}

void guard_signatures_read(int fd, struct guard_signatures *signatures)
{
    *signatures = (struct guard_signatures){.nr = 0};
    blkid_probe probe = blkid_new_probe();
    if (!probe || blkid_probe_set_device(probe, fd, 0, 0) != 0 ||
        probe_all(probe, signatures) < 0)
        add(signatures, "unknown");
    blkid_free_probe(probe);
}

#else

void guard_signatures_read(int fd, struct guard_signatures *signatures)
{
    (void)fd;
    *signatures = (struct guard_signatures){.nr = 0};
    add(signatures, "unknown");
}

#endif
