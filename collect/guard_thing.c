/* Devices and files by their numbers, and the loop devices that make one of the other. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/loop.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "collect/guard_parts.h"
#include "collect/sysfile.h"
#include "record/memory.h"

enum { LOOPS_MAX = 65536 };

bool guard_thing_equal(const struct guard_thing *left, const struct guard_thing *right)
{
    return left->is_file == right->is_file && left->dev == right->dev && left->ino == right->ino;
}

bool guard_thing_of_stat(const struct stat *status, struct guard_thing *thing)
{
    if (S_ISBLK(status->st_mode))
        *thing = (struct guard_thing){false, status->st_rdev, 0};
    else if (S_ISREG(status->st_mode))
        *thing = (struct guard_thing){true, status->st_dev, status->st_ino};
    else
        return false;
    return true;
}

void guard_sys_path(char path[GUARD_PATH_MAX], dev_t dev, const char *rest)
{
    snprintf(path, GUARD_PATH_MAX, "/sys/dev/block/%u:%u%s", major(dev), minor(dev), rest);
}

bool guard_read_number(const char *root, const char *path, dev_t *dev)
{
    char line[64];
    unsigned first, second;
    if (sysfile_line(root, path, line, sizeof line) != 0 ||
        sscanf(line, "%u:%u", &first, &second) != 2)
        return false;
    *dev = makedev(first, second);
    return true;
}

bool guard_thing_of_path(const char *root, const char *path, struct guard_thing *thing)
{
    char full[GUARD_PATH_MAX];
    struct stat status;
    int length = snprintf(full, sizeof full, "%s%s", root, path);
    if (length < 0 || (size_t)length >= sizeof full)
        return false;
    if (stat(full, &status) == 0)
        return guard_thing_of_stat(&status, thing);
    /* In /sys a slash within a name is an exclamation mark. */
    static const char folder[] = "/dev/";
    if (strncmp(path, folder, sizeof folder - 1) != 0)
        return false;
    char name[GUARD_NAME_MAX], sys[GUARD_PATH_MAX];
    snprintf(name, sizeof name, "%s", path + sizeof folder - 1);
    for (char *at = name; *at; at++)
        *at = *at == '/' ? '!' : *at;
    snprintf(sys, sizeof sys, "/sys/class/block/%s/dev", name);
    *thing = (struct guard_thing){false, 0, 0};
    return strstr(name, "..") == NULL && guard_read_number(root, sys, &thing->dev);
}

void guard_device_name(const char *root, dev_t dev, char name[GUARD_NAME_MAX])
{
    char path[GUARD_PATH_MAX], target[GUARD_PATH_MAX];
    guard_sys_path(path, dev, "");
    const char *slash =
        sysfile_link(root, path, target, sizeof target) ? strrchr(target, '/') : NULL;
    if (slash && slash[1])
        snprintf(name, GUARD_NAME_MAX, "%.*s", GUARD_NAME_MAX - 1, slash + 1);
    else
        snprintf(name, GUARD_NAME_MAX, "%u:%u", major(dev), minor(dev));
}

/* Asks the loop device itself: what it has open may have lost its name, or got another. */
static bool ask_loop(const struct guard_loop *loop, struct guard_thing *backing)
{
    char path[GUARD_NAME_MAX + 8];
    struct stat status;
    struct loop_info64 info;
    snprintf(path, sizeof path, "/dev/%s", loop->name);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return false;
    bool is_told = fstat(fd, &status) == 0 && S_ISBLK(status.st_mode) &&
                   status.st_rdev == loop->dev && ioctl(fd, LOOP_GET_STATUS64, &info) == 0;
    close(fd);
    if (!is_told)
        return false;
    if (info.lo_rdevice)
        *backing = (struct guard_thing){false, (dev_t)info.lo_rdevice, 0};
    else
        *backing = (struct guard_thing){true, (dev_t)info.lo_device, (ino_t)info.lo_inode};
    return true;
}

static void read_loop(struct guard_view *view, const char *name)
{
    char path[GUARD_PATH_MAX];
    struct guard_loop loop = {.dev = 0};
    snprintf(loop.name, sizeof loop.name, "%s", name);
    snprintf(path, sizeof path, "/sys/class/block/%s/loop/backing_file", name);
    char *backing = sysfile_read(view->root, path, GUARD_PATH_MAX - 1);
    if (!backing)
        return;
    backing[strcspn(backing, "\n")] = '\0';
    loop.path = backing;
    snprintf(path, sizeof path, "/sys/class/block/%s/dev", name);
    if (!guard_read_number(view->root, path, &loop.dev)) {
        free(backing);
        return;
    }
    loop.is_known = (!view->root[0] && ask_loop(&loop, &loop.backing)) ||
                    guard_thing_of_path(view->root, backing, &loop.backing);
    view->loops =
        memory_grow(view->loops, view->loops_nr, &view->loops_room, sizeof *view->loops);
    view->loops[view->loops_nr++] = loop;
}

void guard_view_read(struct guard_view *view, const char *root)
{
    struct sysfile_names names;
    *view = (struct guard_view){.root = root};
    sysfile_list(root, "/sys/class/block", LOOPS_MAX, &names);
    for (size_t i = 0; i < names.nr; i++)
        if (strncmp(names.at[i], "loop", 4) == 0 && strlen(names.at[i]) < GUARD_NAME_MAX)
            read_loop(view, names.at[i]);
    sysfile_names_free(&names);
}

void guard_view_free(struct guard_view *view)
{
    for (size_t i = 0; i < view->loops_nr; i++)
        free(view->loops[i].path);
    free(view->loops);
    *view = (struct guard_view){.root = NULL};
}
