#include "config.h"

#include "tests/t_host.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void t_host_make(char *root, size_t size)
{
    const char *folder = getenv("TMPDIR");
    snprintf(root, size, "%s/host.XXXXXX", folder ? folder : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(root));
}

static void make_folders(char *path)
{
    for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        ck_assert(mkdir(path, 0700) == 0 || errno == EEXIST);
        *at = '/';
    }
}

void t_host_plant(const char *root, const char *name, const char *text)
{
    char path[5000];
    snprintf(path, sizeof path, "%s%s", root, name);
    make_folders(path);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

void t_host_link(const char *root, const char *name, const char *target)
{
    char path[5000];
    snprintf(path, sizeof path, "%s%s", root, name);
    make_folders(path);
    ck_assert_int_eq(symlink(target, path), 0);
}

void t_host_device(const char *root, const char *folder, unsigned first, unsigned second)
{
    char name[300], text[300];
    const char *slash = strrchr(folder, '/');
    snprintf(name, sizeof name, "/sys/devices/%s/dev", folder);
    snprintf(text, sizeof text, "%u:%u\n", first, second);
    t_host_plant(root, name, text);
    snprintf(name, sizeof name, "/sys/devices/%s/size", folder);
    t_host_plant(root, name, "2048\n");
    if (slash) {
        snprintf(name, sizeof name, "/sys/devices/%s/partition", folder);
        t_host_plant(root, name, "1\n");
    }
    snprintf(name, sizeof name, "/sys/dev/block/%u:%u", first, second);
    snprintf(text, sizeof text, "../../devices/%s", folder);
    t_host_link(root, name, text);
    snprintf(name, sizeof name, "/sys/class/block/%s", slash ? slash + 1 : folder);
    t_host_link(root, name, text);
}
