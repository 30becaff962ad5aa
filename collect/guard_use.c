/* What a device or file is in use for: mounts, swap, holders, loop devices. */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "collect/guard_parts.h"
#include "collect/mountinfo.h"
#include "collect/sysfile.h"

enum { LIST_BYTES_MAX = 64 << 20, HOLDERS_MAX = 4096 };

struct look {
    const struct guard_view *view;
    const struct guard_kinship *kinship;
    struct strbuf *use;
    const char **mend;
};

/* Says that the node of number nr has the use; format and what follows say which. */
static bool found(const struct look *look, size_t nr, const char *mend, const char *what,
                  const char *name)
{
    char words[2 * GUARD_NAME_MAX];
    guard_kin_words(look->kinship, nr, words, sizeof words);
    strbuf_printf(look->use, "%s %s%s", words, what, name);
    *look->mend = mend;
    return true;
}

/* The number of the first node that is the thing; the number of nodes where none is. */
static size_t node_of(const struct look *look, const struct guard_thing *thing)
{
    size_t i = 0;
    while (i < look->kinship->nr && !guard_thing_equal(&look->kinship->at[i].thing, thing))
        i++;
    return i;
}

static bool is_mounted(const struct look *look)
{
    char *text = sysfile_read(look->view->root, "/proc/self/mountinfo", LIST_BYTES_MAX);
    struct mount mount;
    bool is_found = false;
    if (!text)
        return found(look, 0, "mount /proc", "cannot be judged: no list of mounts", "");
    for (const char *at = text; !is_found && mountinfo_next(&at, &mount); mount_free(&mount)) {
        struct guard_thing thing = {false, makedev(mount.major, mount.minor), 0};
        size_t nr = node_of(look, &thing);
        /* File systems over several devices have a number of their own. */
        if (nr == look->kinship->nr && strncmp(mount.source, "/dev/", 5) == 0 &&
            guard_thing_of_path(look->view->root, mount.source, &thing))
            nr = node_of(look, &thing);
        if (nr < look->kinship->nr)
            is_found = found(look, nr, "unmount it first", "is mounted on ", mount.point);
    }
    free(text);
    return is_found;
}

/* Reads the lines of /proc/swaps: the first word is the device or file. */
static bool is_swap(const struct look *look)
{
    char *text = sysfile_read(look->view->root, "/proc/swaps", LIST_BYTES_MAX), *rest = NULL;
    bool is_found = false;
    if (!text)
        return false; /* a kernel without swap */
    strtok_r(text, "\n", &rest); /* the heading */
    for (char *line; !is_found && (line = strtok_r(NULL, "\n", &rest));) {
        line[strcspn(line, " \t")] = '\0';
        char *path = mountinfo_field(line);
        struct guard_thing thing;
        size_t nr = guard_thing_of_path(look->view->root, path, &thing) ? node_of(look, &thing)
                                                                        : look->kinship->nr;
        if (nr < look->kinship->nr)
            is_found = found(look, nr, "end that with swapoff", "is in use as swap", "");
        free(path);
    }
    free(text);
    return is_found;
}

/* Mappings and arrays on a node.  Those on what lies below the target are the target itself and
 * its neighbours. */
static bool is_held(const struct look *look)
{
    bool is_found = false;
    for (size_t i = 0; i < look->kinship->nr && !is_found; i++) {
        const struct guard_node *node = &look->kinship->at[i];
        char path[GUARD_PATH_MAX];
        struct sysfile_names names;
        if (node->thing.is_file || node->kin == GUARD_UNDER)
            continue;
        guard_sys_path(path, node->thing.dev, "/holders");
        sysfile_list(look->view->root, path, HOLDERS_MAX, &names);
        if (names.nr)
            is_found = found(look, i, "take it out of use first", "is held by ", names.at[0]);
        sysfile_names_free(&names);
    }
    return is_found;
}

static bool is_looped_over(const struct look *look)
{
    for (size_t i = 0; i < look->kinship->nr; i++) {
        const struct guard_node *node = &look->kinship->at[i];
        for (size_t k = 0; k < look->view->loops_nr; k++) {
            const struct guard_loop *loop = &look->view->loops[k];
            if (loop->is_known && guard_thing_equal(&loop->backing, &node->thing) &&
                loop->dev != node->user)
                return found(look, i, "detach that with losetup -d",
                             "is what a loop device stands on: ", loop->name);
        }
    }
    return false;
}

/* One namespace of the kernel's NVMe target, which opens devices without claiming them. */
static bool is_exported_as(const struct look *look, const char *folder)
{
    char path[GUARD_PATH_MAX], device[GUARD_PATH_MAX], enable[8];
    struct guard_thing thing;
    snprintf(path, sizeof path, "%s/enable", folder);
    if (sysfile_line(look->view->root, path, enable, sizeof enable) != 0 || enable[0] != '1')
        return false;
    snprintf(path, sizeof path, "%s/device_path", folder);
    if (sysfile_line(look->view->root, path, device, sizeof device) != 0 ||
        !guard_thing_of_path(look->view->root, device, &thing))
        return false;
    size_t nr = node_of(look, &thing);
    return nr < look->kinship->nr &&
           found(look, nr, "end that first", "is given to other hosts by the NVMe target", "");
}

static bool is_exported(const struct look *look)
{
    static const char top[] = "/sys/kernel/config/nvmet/subsystems";
    struct sysfile_names systems, spaces;
    bool is_found = false;
    sysfile_list(look->view->root, top, HOLDERS_MAX, &systems);
    for (size_t i = 0; i < systems.nr && !is_found; i++) {
        char folder[1024], space[2048];
        snprintf(folder, sizeof folder, "%s/%s/namespaces", top, systems.at[i]);
        sysfile_list(look->view->root, folder, HOLDERS_MAX, &spaces);
        for (size_t k = 0; k < spaces.nr && !is_found; k++) {
            snprintf(space, sizeof space, "%s/%s", folder, spaces.at[k]);
            is_found = is_exported_as(look, space);
        }
        sysfile_names_free(&spaces);
    }
    sysfile_names_free(&systems);
    return is_found;
}

/* Whether the kernel lets nobody claim what a loop device of this host stands on: it is mounted
 * where this process cannot see it, or held in a way that /sys does not show. */
static bool is_claimed(const struct look *look)
{
    for (size_t i = 1; i < look->kinship->nr && !look->view->root[0]; i++) {
        const struct guard_node *node = &look->kinship->at[i];
        if (node->thing.is_file || node->kin != GUARD_WHOLE)
            continue;
        char path[GUARD_NAME_MAX + 8];
        struct stat status;
        snprintf(path, sizeof path, "/dev/%s", node->name);
        for (char *at = path + 5; *at; at++)
            *at = *at == '!' ? '/' : *at;
        if (stat(path, &status) != 0 || !S_ISBLK(status.st_mode) ||
            status.st_rdev != node->thing.dev)
            continue;
        int fd = open(path, O_RDONLY | O_EXCL | O_CLOEXEC | O_NONBLOCK);
        if (fd < 0)
            return found(look, i, "take it out of use first", "is held", "");
        close(fd);
    }
    return false;
}

bool guard_use_find(const struct guard_view *view, const struct guard_kinship *kinship,
                    struct strbuf *use, const char **mend)
{
    static bool (*const checks[])(const struct look *look) = {
        is_mounted, is_swap, is_held, is_looped_over, is_exported, is_claimed,
    };
    struct look look = {view, kinship, use, mend};
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++)
        if (checks[i](&look))
            return true;
    return kinship->is_cut && found(&look, 0, "see whether /sys is mounted",
                                    "cannot be judged: /sys does not tell all that belongs to it",
                                    "");
}

bool guard_is_used(const char *root, const struct guard_thing *thing, struct strbuf *use,
                   const char **mend)
{
    struct guard_view view;
    struct guard_kinship kinship;
    guard_view_read(&view, root);
    guard_kin_find(&view, thing, &kinship);
    bool is_used = guard_use_find(&view, &kinship, use, mend) ||
                   guard_writer_find(root, &kinship, use, mend);
    free(kinship.at);
    guard_view_free(&view);
    return is_used;
}
