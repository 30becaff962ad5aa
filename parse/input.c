#include "parse/input.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/memory.h"

struct reading {
    void (*take)(void *context, const struct input_file *file);
    void *context;
    struct input_count *count;
    const struct diag_sink *sink;
};

static void say(const struct reading *reading, const char *path, const char *mend,
                const char *doing, const char *why)
{
    struct diag diag;
    diag_set(&diag, DIAG_SKIP, path, 0, mend, "%s%s", doing, why);
    diag_report(reading->sink, &diag);
}

/* Reads all of fd, up to one byte more than is allowed.  Returns the bytes, owned
 * by the caller, or NULL with errno set. */
static char *read_all(int fd, size_t *length)
{
    size_t room = 1 << 16;
    char *bytes = memory_resize(NULL, room, 1);
    *length = 0;
    while (*length <= INPUT_LARGEST) {
        if (*length == room) {
            room *= 2;
            bytes = memory_resize(bytes, room, 1);
        }
        ssize_t got = read(fd, bytes + *length, room - *length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            free(bytes);
            return NULL;
        }
        if (!got)
            break;
        *length += (size_t)got;
    }
    return bytes;
}

static void take_fd(const struct reading *reading, const char *path, int fd, bool is_named)
{
    size_t length;
    char *bytes = read_all(fd, &length);
    if (!bytes) {
        reading->count->unreadable++;
        say(reading, path, NULL, "cannot read: ", strerror(errno));
        return;
    }
    if (length > INPUT_LARGEST) {
        reading->count->skipped++;
        say(reading, path, "split it, one mail or log a file", "larger than 64 MiB: not read", "");
    } else {
        struct input_file file = {path, bytes, length, is_named};
        reading->count->files++;
        reading->take(reading->context, &file);
    }
    free(bytes);
}

static void take_path(const struct reading *reading, const char *path, const char *open_as,
                      bool is_named)
{
    int fd = open(open_as, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) {
        reading->count->unreadable++;
        say(reading, path, errno == ENOENT ? "check the name" : NULL, "cannot open: ",
            strerror(errno));
        return;
    }
    take_fd(reading, path, fd, is_named);
    close(fd);
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static void take_folder(const struct reading *reading, const char *path)
{
    char *roots[] = {(char *)path, NULL};
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, by_name);
    FTSENT *entry;
    if (!tree) {
        reading->count->unreadable++;
        say(reading, path, NULL, "cannot read the folder: ", strerror(errno));
        return;
    }
    while ((entry = fts_read(tree))) {
        if (entry->fts_level > 0 && entry->fts_name[0] == '.') {
            fts_set(tree, entry, FTS_SKIP);
        } else if (entry->fts_info == FTS_F) {
            take_path(reading, entry->fts_path, entry->fts_accpath, false);
        } else if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR ||
                   entry->fts_info == FTS_NS) {
            reading->count->unreadable++;
            say(reading, entry->fts_path, NULL, "cannot read: ", strerror(entry->fts_errno));
        }
    }
    fts_close(tree);
}

void input_each(const char *path, void (*take)(void *context, const struct input_file *file),
                void *context, struct input_count *count, const struct diag_sink *sink)
{
    struct reading reading = {take, context, count, sink};
    struct stat info;
    if (!strcmp(path, "-"))
        take_fd(&reading, path, STDIN_FILENO, true);
    else if (!stat(path, &info) && S_ISDIR(info.st_mode))
        take_folder(&reading, path);
    else
        take_path(&reading, path, path, true);
}
