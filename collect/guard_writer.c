/* Processes that have a device or file open for writing. */
#include "config.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/guard_parts.h"
#include "collect/sysfile.h"

enum { PROCESSES_MAX = 1 << 22 };

struct look {
    const char *root;
    const struct guard_kinship *kinship;
    unsigned unseen_nr; /* processes whose files may not be looked at */
};

/* What the descriptor leads to.  Below another root there are no devices, only their names. */
static bool find_thing(const struct look *look, DIR *folder, const char *name,
                       struct guard_thing *thing)
{
    struct stat status;
    char target[GUARD_PATH_MAX];
    if (fstatat(dirfd(folder), name, &status, 0) == 0)
        return guard_thing_of_stat(&status, thing);
    ssize_t length = look->root[0] ? readlinkat(dirfd(folder), name, target, sizeof target) : -1;
    if (length <= 0 || (size_t)length >= sizeof target)
        return false;
    target[length] = '\0';
    return guard_thing_of_path(look->root, target, thing);
}

/* Flags of an open file are octal in /proc/PID/fdinfo. */
static bool is_for_writing(const struct look *look, const char *process, const char *name)
{
    char path[GUARD_PATH_MAX];
    snprintf(path, sizeof path, "/proc/%s/fdinfo/%s", process, name);
    char *text = sysfile_read(look->root, path, 4096);
    const char *at = text ? strstr(text, "flags:") : NULL;
    unsigned long flags = at ? strtoul(at + 6, NULL, 8) : 0;
    bool is_gone = !text; /* closed meanwhile */
    free(text);
    return !is_gone && (!at || (flags & O_ACCMODE) != O_RDONLY);
}

/* Looks at what one process has open; returns the number of the node that it may write, or
 * the number of nodes. */
static size_t look_at_process(struct look *look, const char *process)
{
    char path[GUARD_PATH_MAX];
    size_t nr = look->kinship->nr;
    snprintf(path, sizeof path, "%s/proc/%s/fd", look->root, process);
    DIR *folder = opendir(path);
    if (!folder) {
        look->unseen_nr += errno != ENOENT && errno != ESRCH;
        return nr;
    }
    for (struct dirent *entry; nr == look->kinship->nr && (entry = readdir(folder));) {
        struct guard_thing thing;
        if (entry->d_name[0] == '.' || !find_thing(look, folder, entry->d_name, &thing))
            continue;
        for (nr = 0; nr < look->kinship->nr; nr++)
            if (guard_thing_equal(&look->kinship->at[nr].thing, &thing))
                break;
        if (nr < look->kinship->nr && !is_for_writing(look, process, entry->d_name))
            nr = look->kinship->nr;
    }
    closedir(folder);
    return nr;
}

static void say_writer(const struct look *look, size_t nr, const char *process,
                       struct strbuf *use)
{
    char words[2 * GUARD_NAME_MAX], path[GUARD_PATH_MAX], name[64];
    guard_kin_words(look->kinship, nr, words, sizeof words);
    snprintf(path, sizeof path, "/proc/%s/comm", process);
    sysfile_line(look->root, path, name, sizeof name);
    strbuf_printf(use, "%s is open for writing in process %s", words, process);
    if (name[0])
        strbuf_printf(use, " (%s)", name);
}

bool guard_writer_find(const char *root, const struct guard_kinship *kinship,
                       struct strbuf *use, const char **mend)
{
    struct look look = {root, kinship, 0};
    struct sysfile_names names;
    char self[32];
    bool is_found = false;
    snprintf(self, sizeof self, "%ld", (long)getpid());
    sysfile_list(root, "/proc", PROCESSES_MAX, &names);
    for (size_t i = 0; i < names.nr && !is_found; i++) {
        const char *process = names.at[i];
        if (!isdigit((unsigned char)process[0]) || (!root[0] && strcmp(process, self) == 0))
            continue;
        size_t nr = look_at_process(&look, process);
        is_found = nr < kinship->nr;
        if (is_found)
            say_writer(&look, nr, process, use);
    }
    *mend = "end that process first";
    /* A file is asked for its writers in another way. */
    if (!is_found && look.unseen_nr && !kinship->at[0].thing.is_file) {
        strbuf_printf(use, "it cannot be judged: %u processes hide what they have open",
                      look.unseen_nr);
        *mend = "run this as root";
        is_found = true;
    }
    sysfile_names_free(&names);
    return is_found;
}
