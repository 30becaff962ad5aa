/* Block devices: what they are, and what stands below them. */
#include "config.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "collect/hostfacts_parts.h"
#include "collect/sysfile.h"
#include "record/strbuf.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

enum { MEMBER_LIMIT = 64, STACK_DEPTH_LIMIT = 16, QUEUES_LIMIT = 4096 };

/* Attributes below /sys/class/block/NAME, by what has them. */
static const struct facts_row any_rows[] = {
    {"read_only", "/ro", FACTS_LINE},
    {"inflight", "/inflight", FACTS_LINE},
};
static const struct facts_row queue_rows[] = {
    {"queue.rotational", "/queue/rotational", FACTS_LINE},
    {"queue.scheduler", "/queue/scheduler", FACTS_CHOICE},
    {"queue.nr_requests", "/queue/nr_requests", FACTS_LINE},
    {"queue.read_ahead_kb", "/queue/read_ahead_kb", FACTS_LINE},
    {"queue.write_cache", "/queue/write_cache", FACTS_LINE},
    {"queue.fua", "/queue/fua", FACTS_LINE},
    {"queue.io_poll", "/queue/io_poll", FACTS_LINE},
    {"queue.wbt_lat_usec", "/queue/wbt_lat_usec", FACTS_LINE},
    {"queue.nomerges", "/queue/nomerges", FACTS_LINE},
    {"queue.rq_affinity", "/queue/rq_affinity", FACTS_LINE},
    {"queue.max_sectors_kb", "/queue/max_sectors_kb", FACTS_LINE},
    {"queue.logical_block_size", "/queue/logical_block_size", FACTS_LINE},
    {"queue.physical_block_size", "/queue/physical_block_size", FACTS_LINE},
    {"queue.discard_granularity", "/queue/discard_granularity", FACTS_LINE},
    {"queue.zoned", "/queue/zoned", FACTS_LINE},
    {"queue.dax", "/queue/dax", FACTS_LINE},
    {"queue.iostats", "/queue/iostats", FACTS_LINE},
};
static const struct facts_row hardware_rows[] = {
    {"vendor", "/device/vendor", FACTS_LINE},
    {"model", "/device/model", FACTS_LINE},
    {"revision", "/device/rev", FACTS_LINE},
    {"firmware", "/device/firmware_rev", FACTS_LINE},
    {"transport", "/device/transport", FACTS_LINE},
    {"serial", "/serial", FACTS_IDENTITY},
    {"device_serial", "/device/serial", FACTS_IDENTITY},
    {"wwid", "/wwid", FACTS_IDENTITY},
    {"device_wwid", "/device/wwid", FACTS_IDENTITY},
};
static const struct facts_row dm_rows[] = {
    {"dm.name", "/dm/name", FACTS_IDENTITY},
    {"dm.uuid", "/dm/uuid", FACTS_IDENTITY},
};
static const struct facts_row md_rows[] = {
    {"md.level", "/md/level", FACTS_LINE},
    {"md.raid_disks", "/md/raid_disks", FACTS_LINE},
    {"md.chunk_bytes", "/md/chunk_size", FACTS_LINE},
    {"md.degraded", "/md/degraded", FACTS_LINE},
    {"md.sync_action", "/md/sync_action", FACTS_LINE},
};
static const struct facts_row loop_rows[] = {
    {"loop.dio", "/loop/dio", FACTS_LINE},
    {"loop.offset_bytes", "/loop/offset", FACTS_LINE},
    {"loop.backing_file", "/loop/backing_file", FACTS_IDENTITY},
};
static const struct facts_row zram_rows[] = {
    {"zram.algorithm", "/comp_algorithm", FACTS_CHOICE},
    {"zram.disk_bytes", "/disksize", FACTS_LINE},
};

/* What a device is shows in what its folder has; the last row fits any. */
static const struct {
    const char *mark, *kind;
    const struct facts_row *rows;
    size_t nr;
} kinds[] = {
    {"/partition", "partition", NULL, 0},
    {"/dm", "dm", dm_rows, LENGTH(dm_rows)},
    {"/md", "md", md_rows, LENGTH(md_rows)},
    {"/loop", "loop", loop_rows, LENGTH(loop_rows)},
    {"/comp_algorithm", "zram", zram_rows, LENGTH(zram_rows)},
    {"", "disk", NULL, 0},
};

/* A device and where its attributes are. */
struct block {
    char folder[128]; /* "/sys/class/block/vda1" */
    char prefix[80];  /* "block.vda1" */
    char link[1024];  /* what the folder is a link to, "" if it is none */
};

/* Names become parts of paths and of facts. */
static bool is_device_name(const char *name)
{
    size_t length = strlen(name);
    if (length == 0 || length >= HOSTFACTS_DEVICE_NAME || name[0] == '.')
        return false;
    for (const char *at = name; *at; at++) {
        if (!isalnum((unsigned char)*at) && !strchr("-_.!:+", *at))
            return false;
    }
    return true;
}

static void add_size(struct facts *facts, const struct block *block)
{
    char path[160], value[64];
    uint64_t sectors = 0;
    snprintf(path, sizeof path, "%s/size", block->folder);
    /* The file counts in sectors of 512 bytes, whatever the device's are. */
    if (facts_read(facts, path, FACTS_LINE, value, sizeof value) &&
        sscanf(value, "%" SCNu64, &sectors) == 1 && sectors <= UINT64_MAX / 512)
        snprintf(value, sizeof value, "%" PRIu64, sectors * 512);
    facts_set(facts, block->prefix, "size_bytes", value);
}

/* The name of the driver behind a link such as "device/driver". */
static void add_driver(struct facts *facts, const struct block *block)
{
    static const char *const links[] = {"device/driver", "device/device/driver"};
    char path[192], target[512];
    const char *name = NULL;
    for (size_t i = 0; !name && i < LENGTH(links); i++) {
        snprintf(path, sizeof path, "%s/%s", block->folder, links[i]);
        if (sysfile_link(facts->root, path, target, sizeof target)) {
            const char *slash = strrchr(target, '/');
            name = slash ? slash + 1 : target;
        }
    }
    facts_set(facts, block->prefix, "driver", name);
}

/* The driver of the SCSI host: "…/host2/target2:0:0/2:0:0:0/block/sda". */
static void add_scsi_host(struct facts *facts, const struct block *block)
{
    char path[192], value[128];
    for (const char *at = strstr(block->link, "/host"); at; at = strstr(at + 1, "/host")) {
        size_t digits = strspn(at + 5, "0123456789");
        if (digits == 0 || digits > 6 || at[5 + digits] != '/')
            continue;
        snprintf(path, sizeof path, "/sys/class/scsi_host/host%.*s/proc_name", (int)digits, at + 5);
        facts_read(facts, path, FACTS_LINE, value, sizeof value);
        facts_set(facts, block->prefix, "scsi_host_driver", value);
        return;
    }
}

/* The PCI link that is nearest above the device: "../../devices/pci…/block/vda". */
static void add_pci_link(struct facts *facts, const struct block *block)
{
    static const struct facts_row rows[] = {
        {"pci.link_speed", "/current_link_speed", FACTS_LINE},
        {"pci.link_width", "/current_link_width", FACTS_LINE},
    };
    char folder[1100], path[1200];
    const char *devices = strstr(block->link, "devices/");
    if (!devices)
        return;
    snprintf(folder, sizeof folder, "/sys/%s", devices);
    for (char *slash; (slash = strrchr(folder, '/')) && slash - folder > 12;) {
        *slash = '\0';
        snprintf(path, sizeof path, "%s/current_link_speed", folder);
        if (sysfile_exists(facts->root, path)) {
            facts_table(facts, block->prefix, folder, rows, LENGTH(rows), false);
            return;
        }
    }
}

static void add_hardware(struct facts *facts, const struct block *block)
{
    char path[192];
    struct sysfile_names queues;
    add_driver(facts, block);
    facts_table(facts, block->prefix, block->folder, hardware_rows, LENGTH(hardware_rows), true);
    add_scsi_host(facts, block);
    add_pci_link(facts, block);
    snprintf(path, sizeof path, "%s/mq", block->folder);
    sysfile_list(facts->root, path, QUEUES_LIMIT, &queues);
    facts_printf(facts, block->prefix, "hardware_queues", "%zu", queues.nr);
    sysfile_names_free(&queues);
}

/* The target of a device mapper's device is the start of its UUID up to a dash:
 * "LVM-…", "CRYPT-LUKS2-…", "mpath-…". */
static void add_dm_type(struct facts *facts, const struct block *block)
{
    char path[192], uuid[256];
    snprintf(path, sizeof path, "%s/dm/uuid", block->folder);
    if (facts_read(facts, path, FACTS_LINE, uuid, sizeof uuid))
        uuid[strcspn(uuid, "-")] = '\0';
    facts_set(facts, block->prefix, "dm.type", uuid);
}

/* The disk of a partition: the folder that holds it. */
static bool find_parent(const struct block *block, char *name, size_t size)
{
    const char *end = strrchr(block->link, '/');
    const char *start = end;
    while (start && start > block->link && start[-1] != '/')
        start--;
    if (!start || start == end)
        return false;
    snprintf(name, size, "%.*s", (int)(end - start), start);
    return true;
}

static size_t find_kind(const struct facts *facts, const struct block *block)
{
    char path[192];
    size_t i = 0;
    for (; i < LENGTH(kinds) - 1; i++) {
        snprintf(path, sizeof path, "%s%s", block->folder, kinds[i].mark);
        if (sysfile_exists(facts->root, path))
            break;
    }
    return i;
}

static bool add_stack(struct facts *facts, struct hostfacts_devices *devices, const char *name,
                      int depth);

/* Sets "below" to the devices of which this one is made, and adds them. */
static void add_below(struct facts *facts, struct hostfacts_devices *devices,
                      const struct block *block, bool is_partition, int depth)
{
    char path[192], parent[HOSTFACTS_DEVICE_NAME] = "";
    struct strbuf list = STRBUF_INIT;
    struct sysfile_names members;
    snprintf(path, sizeof path, "%s/slaves", block->folder);
    sysfile_list(facts->root, path, MEMBER_LIMIT, &members);
    for (size_t i = 0; i < members.nr; i++) {
        if (is_device_name(members.at[i]))
            strbuf_printf(&list, "%s%s", list.length ? "," : "", members.at[i]);
    }
    if (is_partition && find_parent(block, parent, sizeof parent) && is_device_name(parent))
        strbuf_printf(&list, "%s%s", list.length ? "," : "", parent);
    facts_set(facts, block->prefix, "below", list.length ? list.text : "none");
    for (size_t i = 0; i < members.nr; i++)
        add_stack(facts, devices, members.at[i], depth + 1);
    if (parent[0])
        add_stack(facts, devices, parent, depth + 1);
    strbuf_free(&list);
    sysfile_names_free(&members);
}

/* Sets the facts of one device. */
static void add_block(struct facts *facts, struct hostfacts_devices *devices,
                      const struct block *block, int depth)
{
    size_t kind = find_kind(facts, block);
    bool is_partition = strcmp(kinds[kind].kind, "partition") == 0;
    facts_set(facts, block->prefix, "kind", kinds[kind].kind);
    add_size(facts, block);
    facts_table(facts, block->prefix, block->folder, any_rows, LENGTH(any_rows), false);
    if (!is_partition)
        facts_table(facts, block->prefix, block->folder, queue_rows, LENGTH(queue_rows), false);
    if (strcmp(kinds[kind].kind, "disk") == 0)
        add_hardware(facts, block);
    if (strcmp(kinds[kind].kind, "dm") == 0)
        add_dm_type(facts, block);
    facts_table(facts, block->prefix, block->folder, kinds[kind].rows, kinds[kind].nr, false);
    add_below(facts, devices, block, is_partition, depth);
}

static bool add_stack(struct facts *facts, struct hostfacts_devices *devices, const char *name,
                      int depth)
{
    struct block block;
    if (!is_device_name(name) || depth > STACK_DEPTH_LIMIT)
        return false;
    snprintf(block.folder, sizeof block.folder, "/sys/class/block/%s", name);
    snprintf(block.prefix, sizeof block.prefix, "block.%s", name);
    if (!sysfile_exists(facts->root, block.folder))
        return false;
    for (size_t i = 0; i < devices->nr; i++) {
        if (strcmp(devices->names[i], name) == 0)
            return true;
    }
    if (devices->nr == HOSTFACTS_DEVICE_LIMIT) {
        devices->left_out++;
        return true;
    }
    snprintf(devices->names[devices->nr++], HOSTFACTS_DEVICE_NAME, "%s", name);
    if (!sysfile_link(facts->root, block.folder, block.link, sizeof block.link))
        block.link[0] = '\0';
    add_block(facts, devices, &block, depth);
    return true;
}

bool hostfacts_add_device(struct facts *facts, struct hostfacts_devices *devices, const char *name)
{
    return add_stack(facts, devices, name, 0);
}

void hostfacts_add_all_devices(struct facts *facts, struct hostfacts_devices *devices)
{
    char path[PATH_MAX], size[64];
    struct sysfile_names names;
    sysfile_list(facts->root, "/sys/block", 4096, &names);
    for (size_t i = 0; i < names.nr; i++) {
        snprintf(path, sizeof path, "/sys/block/%s/size", names.at[i]);
        if (facts_read(facts, path, FACTS_LINE, size, sizeof size) && strcmp(size, "0") != 0)
            hostfacts_add_device(facts, devices, names.at[i]);
    }
    sysfile_names_free(&names);
}
