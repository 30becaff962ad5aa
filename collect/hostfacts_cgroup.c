/* Limits that control groups put on this process. */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/hostfacts_parts.h"
#include "collect/sysfile.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

enum { TEXT_LIMIT = 64 * 1024 };

/* Files of a group; controller is that of version 1, NULL for version 2. */
static const struct cgroup_row {
    const char *name, *controller, *file;
} cgroup_rows[] = {
    {"cgroup.cpu_max", NULL, "cpu.max"},
    {"cgroup.cpuset", NULL, "cpuset.cpus"},
    {"cgroup.io_max", NULL, "io.max"},
    {"cgroup.io_weight", NULL, "io.weight"},
    {"cgroup.memory_max", NULL, "memory.max"},
    {"cgroup.memory_high", NULL, "memory.high"},
    {"cgroup1.cpu_quota_us", "cpu", "cpu.cfs_quota_us"},
    {"cgroup1.cpu_period_us", "cpu", "cpu.cfs_period_us"},
    {"cgroup1.read_bytes_per_s", "blkio", "blkio.throttle.read_bps_device"},
    {"cgroup1.write_bytes_per_s", "blkio", "blkio.throttle.write_bps_device"},
    {"cgroup1.read_iops", "blkio", "blkio.throttle.read_iops_device"},
    {"cgroup1.write_iops", "blkio", "blkio.throttle.write_iops_device"},
    {"cgroup1.memory_limit_bytes", "memory", "memory.limit_in_bytes"},
};

static bool has_controller(const char *list, size_t length, const char *controller)
{
    size_t wanted = strlen(controller);
    for (size_t at = 0; at <= length;) {
        size_t part = 0;
        while (at + part < length && list[at + part] != ',')
            part++;
        if (part == wanted && memcmp(list + at, controller, wanted) == 0)
            return true;
        at += part + 1;
    }
    return false;
}

/* Finds the group of a controller (or, for NULL, of version 2) in the text of
 * /proc/self/cgroup, "4:memory:/a/b" or "0::/a/b"; path of size bytes gets the
 * folder of the group without the "/" at its end, list the controllers named.
 * A group outside of the namespace ("/../..") is taken as its top. */
static bool find_group(const char *text, const char *controller, char *path, size_t size,
                       char *list, size_t list_size)
{
    for (const char *line = text; *line; line += strspn(line, "\n")) {
        size_t length = strcspn(line, "\n");
        const char *first = memchr(line, ':', length);
        const char *second =
            first ? memchr(first + 1, ':', (size_t)(line + length - first - 1)) : NULL;
        if (second) {
            size_t names = (size_t)(second - first - 1);
            bool is_wanted = controller ? has_controller(first + 1, names, controller)
                                        : names == 0 && line[0] == '0';
            if (is_wanted) {
                snprintf(list, list_size, "%.*s", (int)names, first + 1);
                snprintf(path, size, "%.*s", (int)(line + length - second - 1), second + 1);
                if (path[0] != '/' || strstr(path, "..") || strcmp(path, "/") == 0)
                    path[0] = '\0';
                return true;
            }
        }
        line += length;
    }
    return false;
}

/* Words that set no limit. */
static bool is_unlimited(const char *value)
{
    return strcmp(value, "max") == 0 || strncmp(value, "max ", 4) == 0 ||
           strcmp(value, "-1") == 0 || strcmp(value, FACTS_NONE) == 0 ||
           strcmp(value, FACTS_ABSENT) == 0;
}

/* Reads the file in the group and, where that sets no limit, in the groups above
 * it: the nearest limit is the value. */
static void add_row(struct facts *facts, const char *text, const struct cgroup_row *row)
{
    char group[PATH_MAX], list[256], path[PATH_MAX + 400];
    char value[FACTS_VALUE_SIZE], first[FACTS_VALUE_SIZE] = "";
    if (!find_group(text, row->controller, group, sizeof group, list, sizeof list)) {
        facts_set(facts, NULL, row->name, NULL);
        return;
    }
    /* Hybrid set-ups mount version 2 beside the controllers of version 1. */
    const char *folder = row->controller ? list : "unified";
    if (!row->controller && sysfile_exists(facts->root, "/sys/fs/cgroup/cgroup.controllers"))
        folder = "";
    for (;;) {
        snprintf(path, sizeof path, "/sys/fs/cgroup%s%s%s/%s", folder[0] ? "/" : "", folder, group,
                 row->file);
        facts_read(facts, path, FACTS_LINES, value, sizeof value);
        if (!is_unlimited(value))
            break;
        if (!first[0] && strcmp(value, FACTS_ABSENT) != 0)
            memcpy(first, value, sizeof first);
        char *slash = strrchr(group, '/');
        if (!slash)
            break;
        *slash = '\0';
    }
    facts_set(facts, NULL, row->name, is_unlimited(value) && first[0] ? first : value);
}

void hostfacts_add_cgroup(struct facts *facts)
{
    char *text = sysfile_read(facts->root, "/proc/self/cgroup", TEXT_LIMIT);
    for (size_t i = 0; i < LENGTH(cgroup_rows); i++)
        add_row(facts, text ? text : "", &cgroup_rows[i]);
    free(text);
}
