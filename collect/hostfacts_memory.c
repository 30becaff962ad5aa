/* Memory, swap and the limits of dirty pages. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/hostfacts_parts.h"
#include "collect/redact.h"
#include "collect/sysfile.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

enum { TEXT_LIMIT = 64 * 1024, SWAP_LIMIT = 16 };

static const struct facts_row memory_rows[] = {
    {"memory.numa_nodes", "/sys/devices/system/node/online", FACTS_LINE},
    {"memory.thp", "/sys/kernel/mm/transparent_hugepage/enabled", FACTS_CHOICE},
    {"memory.thp_defrag", "/sys/kernel/mm/transparent_hugepage/defrag", FACTS_CHOICE},
    {"swap.zswap", "/sys/module/zswap/parameters/enabled", FACTS_LINE},
    {"vm.swappiness", "/proc/sys/vm/swappiness", FACTS_LINE},
    {"vm.vfs_cache_pressure", "/proc/sys/vm/vfs_cache_pressure", FACTS_LINE},
    {"vm.dirty_ratio_pct", "/proc/sys/vm/dirty_ratio", FACTS_LINE},
    {"vm.dirty_bytes", "/proc/sys/vm/dirty_bytes", FACTS_LINE},
    {"vm.dirty_background_ratio_pct", "/proc/sys/vm/dirty_background_ratio", FACTS_LINE},
    {"vm.dirty_background_bytes", "/proc/sys/vm/dirty_background_bytes", FACTS_LINE},
    {"vm.dirty_expire_centisecs", "/proc/sys/vm/dirty_expire_centisecs", FACTS_LINE},
    {"vm.dirty_writeback_centisecs", "/proc/sys/vm/dirty_writeback_centisecs", FACTS_LINE},
};

/* /proc/meminfo counts in kB of 1024 bytes (proc(5)). */
static const struct {
    const char *name, *key;
} meminfo_rows[] = {
    {"memory.total_kib", "MemTotal:"},        {"memory.free_kib", "MemFree:"},
    {"memory.available_kib", "MemAvailable:"}, {"memory.cached_kib", "Cached:"},
    {"memory.dirty_kib", "Dirty:"},           {"memory.writeback_kib", "Writeback:"},
    {"memory.hugepages", "HugePages_Total:"}, {"swap.total_kib", "SwapTotal:"},
    {"swap.free_kib", "SwapFree:"},
};

static void add_meminfo(struct facts *facts)
{
    char *text = sysfile_read(facts->root, "/proc/meminfo", TEXT_LIMIT);
    for (size_t i = 0; i < LENGTH(meminfo_rows); i++) {
        size_t key_length = strlen(meminfo_rows[i].key);
        const char *found = NULL;
        for (const char *line = text; line && *line; line += strspn(line, "\n")) {
            if (strncmp(line, meminfo_rows[i].key, key_length) == 0) {
                found = line + key_length + strspn(line + key_length, " \t");
                break;
            }
            line += strcspn(line, "\n");
        }
        facts_printf(facts, NULL, meminfo_rows[i].name, "%.*s",
                     found ? (int)strspn(found, "0123456789") : 0, found ? found : "");
    }
    free(text);
}

/* "/dev/vda2  partition  2097148  0  -2" behind a line of headings (proc(5)). */
static void add_swaps(struct facts *facts)
{
    char *text = sysfile_read(facts->root, "/proc/swaps", TEXT_LIMIT);
    char file[FACTS_VALUE_SIZE], type[32], size[32], prefix[32];
    unsigned nr = 0;
    const char *line = text ? strchr(text, '\n') : NULL;
    for (; line && line[1] && nr < SWAP_LIMIT; line = strchr(line, '\n')) {
        line++;
        if (sscanf(line, "%2047s %31s %31s", file, type, size) != 3)
            continue;
        snprintf(prefix, sizeof prefix, "swap.%u", ++nr);
        bool is_shown = facts->is_identified || redact_is_plain_device(file);
        facts_set(facts, prefix, "device", is_shown ? file : REDACT_WORD);
        facts_set(facts, prefix, "type", type);
        facts_set(facts, prefix, "size_kib", size);
    }
    if (text)
        facts_printf(facts, NULL, "swap.count", "%u", nr);
    else
        facts_set(facts, NULL, "swap.count", NULL);
    free(text);
}

void hostfacts_add_memory(struct facts *facts)
{
    add_meminfo(facts);
    facts_table(facts, NULL, "", memory_rows, LENGTH(memory_rows), false);
    add_swaps(facts);
}
