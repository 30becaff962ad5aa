#include "config.h"

#include "record/locate.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/memory.h"

/* Returns folder/name, to be freed, if it can be run.  An empty folder is the
 * current one, as in PATH. */
static char *try_folder(const char *folder, size_t length, const char *name)
{
    char path[PATH_MAX];
    struct stat status;
    int filled = snprintf(path, sizeof path, "%.*s%s%s", (int)length, folder,
                          length ? "/" : "./", name);
    if (filled < 0 || (size_t)filled >= sizeof path)
        return NULL;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || access(path, X_OK) != 0)
        return NULL;
    return memory_string(path);
}

char *locate_program(const char *name, const char *bindir)
{
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    char *found = NULL;
    if (length > 0) {
        self[length] = '\0';
        char *slash = strrchr(self, '/');
        if (slash)
            found = try_folder(self, (size_t)(slash - self), name);
    }
    if (!found)
        found = try_folder(bindir, strlen(bindir), name);
    for (const char *path = getenv("PATH"); !found && path;) {
        size_t folder = strcspn(path, ":");
        found = try_folder(path, folder, name);
        path = path[folder] ? path + folder + 1 : NULL;
    }
    return found;
}
