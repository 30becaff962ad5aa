/* What an operand stands for: files of folders, and repositories in them. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "parse/source.h"
#include "record/memory.h"
#include "record/strbuf.h"

struct walk {
    int (*found)(void *context, const struct source_place *place);
    void *context;
    struct source_count *count;
    const struct diag_sink *sink;
};

static void say_unreadable(const struct walk *walk, const char *path, const char *mend,
                           const char *doing, const char *why)
{
    struct diag diag;
    walk->count->unreadable++;
    diag_set(&diag, DIAG_SKIP, path, 0, mend, "%s%s", doing, why);
    diag_report(walk->sink, &diag);
}

/* Nothing is lost: what is in it is read where it stands first. */
static void say_loop(const struct walk *walk, const char *path)
{
    struct diag diag;
    diag_set(&diag, DIAG_WARN, path, 0, "undo the mount that makes the loop",
             "is a folder around it: not read again");
    diag_report(walk->sink, &diag);
}

static bool is_kind(const char *folder, const char *name, mode_t kind, off_t *size)
{
    struct strbuf path = STRBUF_INIT;
    struct stat info;
    strbuf_printf(&path, "%s/%s", folder, name);
    bool is_there = !lstat(path.text, &info) && (info.st_mode & S_IFMT) == kind;
    if (is_there && size)
        *size = info.st_size;
    strbuf_free(&path);
    return is_there;
}

/* A repository has these, whatever else (gitrepository-layout(5)). */
static bool is_repository(const char *folder)
{
    return is_kind(folder, "HEAD", S_IFREG, NULL) && is_kind(folder, "objects", S_IFDIR, NULL) &&
           (is_kind(folder, "refs", S_IFDIR, NULL) ||
            is_kind(folder, "packed-refs", S_IFREG, NULL));
}

/* What an archive of public-inbox checks out: the last mail, or all by the digits of
 * their ids (public-inbox-v2-format(5), public-inbox-v1-format(5)). */
static bool is_of_inbox(const char *name)
{
    return !strcmp(name, "m") || !strcmp(name, "d") ||
           (isxdigit((unsigned char)name[0]) && isxdigit((unsigned char)name[1]) && !name[2]);
}

/* Whether all that can be seen in the working tree is of an archive of mails: then
 * the mails are in the commits. */
static bool is_inbox_tree(const char *folder)
{
    DIR *entries = opendir(folder);
    struct dirent *entry;
    bool is_inbox = entries != NULL;
    while (is_inbox && (entry = readdir(entries)))
        is_inbox = entry->d_name[0] == '.' || is_of_inbox(entry->d_name);
    if (entries)
        closedir(entries);
    return is_inbox;
}

static bool is_git_place(const char *folder)
{
    struct strbuf inside = STRBUF_INIT;
    if (is_repository(folder))
        return true;
    strbuf_printf(&inside, "%s/.git", folder);
    bool is_place = is_repository(inside.text) && is_inbox_tree(folder);
    strbuf_free(&inside);
    return is_place;
}

/* Returns the length of the number of an epoch, "12.git", or 0. */
static size_t epoch_digits(const char *name)
{
    size_t digits = strspn(name, "0123456789");
    return digits && !strcmp(name + digits, ".git") ? digits : 0;
}

/* Epochs first, by their numbers, then names by their bytes. */
static int by_name(const FTSENT **a, const FTSENT **b)
{
    const char *one = (*a)->fts_name, *other = (*b)->fts_name;
    size_t digits = epoch_digits(one), other_digits = epoch_digits(other);
    if (!digits != !other_digits)
        return digits ? -1 : 1;
    if (digits != other_digits)
        return digits < other_digits ? -1 : 1;
    return strcmp(one, other);
}

static bool has_epochs(const char *folder)
{
    DIR *entries = opendir(folder);
    struct dirent *entry;
    bool has = false;
    while (entries && !has && (entry = readdir(entries)))
        has = epoch_digits(entry->d_name) > 0;
    if (entries)
        closedir(entries);
    return has;
}

/* all.git borrows the objects of the epochs beside it, or, as public-inbox makes it, in
 * the folder git beside it. */
static bool is_repeat_of_epochs(const char *name, const char *path)
{
    struct strbuf parent = STRBUF_INIT;
    if (strcmp(name, "all.git"))
        return false;
    strbuf_add(&parent, path, strlen(path) - strlen(name));
    strbuf_string(&parent, "./");
    bool is_repeat = has_epochs(parent.text);
    strbuf_string(&parent, "git");
    is_repeat = is_repeat || has_epochs(parent.text);
    strbuf_free(&parent);
    return is_repeat;
}

static int find(const struct walk *walk, const char *path, enum source_kind kind, bool is_named,
                off_t size)
{
    struct source_place place = {path, kind, is_named, size > 0 ? (uint64_t)size : 0};
    return walk->found(walk->context, &place);
}

/* Returns how many bytes the packs of a repository have. */
static off_t packs_size(const char *folder)
{
    static const char *const places[] = {"objects/pack", ".git/objects/pack"};
    off_t sum = 0;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct strbuf path = STRBUF_INIT;
        struct dirent *entry;
        off_t size = 0;
        strbuf_printf(&path, "%s/%s", folder, places[i]);
        DIR *entries = opendir(path.text);
        while (entries && (entry = readdir(entries)))
            if (is_kind(path.text, entry->d_name, S_IFREG, &size))
                sum += size;
        if (entries)
            closedir(entries);
        strbuf_free(&path);
    }
    return sum;
}

/* Takes what stands there in a folder.  Sets *is_left where what is below it is to be
 * left out. */
static int take_entry(const struct walk *walk, const FTSENT *entry, bool *is_left)
{
    switch (entry->fts_info) {
    case FTS_D:
        if (!is_git_place(entry->fts_accpath))
            return 0;
        *is_left = true;
        if (entry->fts_level && is_repeat_of_epochs(entry->fts_name, entry->fts_path))
            return 0;
        return find(walk, entry->fts_path, SOURCE_GIT, entry->fts_level == 0,
                    packs_size(entry->fts_accpath));
    case FTS_F:
        return find(walk, entry->fts_path, SOURCE_FILE, false, entry->fts_statp->st_size);
    case FTS_DC:
        say_loop(walk, entry->fts_path);
        return 0;
    case FTS_DNR:
    case FTS_ERR:
    case FTS_NS:
        say_unreadable(walk, entry->fts_path, NULL, "cannot read: ",
                       strerror(entry->fts_errno));
        return 0;
    default:
        return 0;
    }
}

static int walk_folder(const struct walk *walk, const char *path)
{
    char *root = memory_string(path);
    char *roots[] = {root, NULL};
    int result = 0;
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, by_name);
    FTSENT *entry;
    if (!tree)
        say_unreadable(walk, path, NULL, "cannot read the folder: ", strerror(errno));
    while (tree && !result && (entry = fts_read(tree))) {
        bool is_left = entry->fts_level > 0 && entry->fts_name[0] == '.';
        if (!is_left)
            result = take_entry(walk, entry, &is_left);
        if (is_left && entry->fts_info == FTS_D)
            fts_set(tree, entry, FTS_SKIP);
    }
    if (tree)
        fts_close(tree);
    free(root);
    return result;
}

int source_walk(const char *operand,
                int (*found)(void *context, const struct source_place *place), void *context,
                struct source_count *count, const struct diag_sink *sink)
{
    struct walk walk = {found, context, count, sink};
    struct stat info;
    if (!strcmp(operand, "-"))
        return find(&walk, operand, SOURCE_STREAM, true, 0);
    if (stat(operand, &info)) {
        say_unreadable(&walk, operand, errno == ENOENT ? "check the name" : NULL, "cannot open: ",
                       strerror(errno));
        return 0;
    }
    if (S_ISDIR(info.st_mode))
        return walk_folder(&walk, operand);
    return find(&walk, operand, S_ISREG(info.st_mode) ? SOURCE_FILE : SOURCE_STREAM, true,
                info.st_size);
}
