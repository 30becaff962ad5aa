/* All that shares storage with a device or file. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/guard_parts.h"
#include "collect/sysfile.h"
#include "record/memory.h"

enum { NODES_MAX = 4096 };

struct walk {
    const struct guard_view *view;
    struct guard_kinship *kinship;
};

static void add(struct walk *walk, const struct guard_thing *thing, enum guard_kin kin, dev_t user)
{
    struct guard_kinship *kinship = walk->kinship;
    for (size_t i = 0; i < kinship->nr; i++)
        if (kinship->at[i].kin == kin && guard_thing_equal(&kinship->at[i].thing, thing))
            return;
    if (kinship->nr == NODES_MAX) {
        kinship->is_cut = true;
        return;
    }
    kinship->at = memory_grow(kinship->at, kinship->nr, &kinship->room, sizeof *kinship->at);
    struct guard_node *node = &kinship->at[kinship->nr++];
    *node = (struct guard_node){.thing = *thing, .kin = kin, .user = user};
    if (!thing->is_file)
        guard_device_name(walk->view->root, thing->dev, node->name);
}

static void add_device(struct walk *walk, const char *number_path, enum guard_kin kin, dev_t user)
{
    struct guard_thing thing = {false, 0, 0};
    if (guard_read_number(walk->view->root, number_path, &thing.dev))
        add(walk, &thing, kin, user);
    else
        walk->kinship->is_cut = true;
}

/* Devices that a folder of the device has links to, or folders in which there is the mark. */
static void add_listed(struct walk *walk, const struct guard_node *node, const char *folder,
                       const char *mark, enum guard_kin kin)
{
    char path[GUARD_PATH_MAX], below[GUARD_PATH_MAX + 300];
    struct sysfile_names names;
    guard_sys_path(path, node->thing.dev, folder);
    sysfile_list(walk->view->root, path, NODES_MAX, &names);
    walk->kinship->is_cut |= names.nr == NODES_MAX;
    for (size_t i = 0; i < names.nr; i++) {
        if (mark)
            snprintf(below, sizeof below, "%s/%s/%s", path, names.at[i], mark);
        if (mark && !sysfile_exists(walk->view->root, below))
            continue;
        snprintf(below, sizeof below, "%s/%s/dev", path, names.at[i]);
        add_device(walk, below, kin, node->thing.dev);
    }
    sysfile_names_free(&names);
}

static void add_disk(struct walk *walk, const struct guard_node *node)
{
    char path[GUARD_PATH_MAX];
    guard_sys_path(path, node->thing.dev, "/partition");
    if (!sysfile_exists(walk->view->root, path))
        return;
    guard_sys_path(path, node->thing.dev, "/../dev");
    add_device(walk, path, node->kin == GUARD_UNDER ? GUARD_UNDER : GUARD_AROUND,
               node->thing.dev);
}

static void add_backing(struct walk *walk, const struct guard_node *node)
{
    for (size_t i = 0; i < walk->view->loops_nr; i++) {
        const struct guard_loop *loop = &walk->view->loops[i];
        if (loop->dev != node->thing.dev)
            continue;
        if (loop->is_known)
            add(walk, &loop->backing, GUARD_WHOLE, loop->dev);
        else
            walk->kinship->is_cut = true;
        struct guard_node *last = &walk->kinship->at[walk->kinship->nr - 1];
        if (!last->name[0])
            snprintf(last->name, sizeof last->name, "%.*s", GUARD_NAME_MAX - 1, loop->path);
    }
}

/* Follows a node to those next to it.  What lies beside it, such as other partitions of its disk
 * or other volumes on the same disks, is not written with it, and does not count. */
static void follow(struct walk *walk, struct guard_node node)
{
    char path[GUARD_PATH_MAX];
    if (node.thing.is_file)
        return;
    guard_sys_path(path, node.thing.dev, "/dev");
    if (!sysfile_exists(walk->view->root, path)) {
        walk->kinship->is_cut = true;
        return;
    }
    if (node.kin == GUARD_WHOLE)
        add_listed(walk, &node, "", "partition", GUARD_PART);
    if (node.kin == GUARD_PART)
        return;
    add_disk(walk, &node);
    add_listed(walk, &node, "/slaves", NULL, GUARD_UNDER);
    add_backing(walk, &node);
}

void guard_kin_find(const struct guard_view *view, const struct guard_thing *thing,
                    struct guard_kinship *kinship)
{
    struct walk walk = {view, kinship};
    *kinship = (struct guard_kinship){.nr = 0};
    add(&walk, thing, GUARD_WHOLE, 0);
    for (size_t i = 0; i < kinship->nr; i++)
        follow(&walk, kinship->at[i]);
}

void guard_kin_words(const struct guard_kinship *kinship, size_t nr, char *words, size_t size)
{
    const struct guard_node *node = &kinship->at[nr];
    static const struct {
        const char *before, *behind;
    } words_of[] = {
        [GUARD_WHOLE] = {"", ", which it loops over,"},
        [GUARD_PART] = {"its partition ", ""},
        [GUARD_AROUND] = {"", ", which it is a partition of,"},
        [GUARD_UNDER] = {"", ", which lies below it,"},
    };
    if (nr == 0)
        snprintf(words, size, "it");
    else
        snprintf(words, size, "%s%s%s", words_of[node->kin].before,
                 node->name[0] ? node->name : "the file", words_of[node->kin].behind);
}
