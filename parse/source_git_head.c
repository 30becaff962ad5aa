/* Where a repository's HEAD is (gitrepository-layout(5)), read without its configuration. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse/source_git.h"

enum {
    MOST_HOPS = 5,         /* from one symbolic name to the next */
    MOST_NAME = 1024,
};

/* Reads the file name below folder, up to its first line end where is_line. */
static bool read_line(const char *folder, const char *name, char *text, size_t size)
{
    struct strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/%s", folder, name);
    FILE *file = fopen(path.text, "re");
    bool is_read = file && fgets(text, (int)size, file);
    if (file)
        fclose(file);
    strbuf_free(&path);
    if (is_read)
        text[strcspn(text, "\r\n")] = '\0';
    return is_read;
}

/* Finds a branch, or where name is NULL the first one, in the file of those that are
 * packed. */
static bool find_packed(const char *folder, const char *name, git_oid *id)
{
    struct strbuf path = STRBUF_INIT;
    char line[MOST_NAME];
    bool is_found = false;
    strbuf_printf(&path, "%s/packed-refs", folder);
    FILE *file = fopen(path.text, "re");
    strbuf_free(&path);
    while (file && !is_found && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strlen(line) <= GIT_OID_HEXSZ || line[GIT_OID_HEXSZ] != ' ')
            continue;
        const char *there = line + GIT_OID_HEXSZ + 1;
        is_found = (name ? !strcmp(there, name) : !strncmp(there, "refs/heads/", 11)) &&
                   !libgit2.oid_fromstrn(id, line, GIT_OID_HEXSZ);
    }
    if (file)
        fclose(file);
    return is_found;
}

static bool is_safe(const char *name)
{
    return !strncmp(name, "refs/", 5) && !strstr(name, "..");
}

/* Follows a name to a commit. */
static bool follow(const char *folder, const char *name, git_oid *id)
{
    char text[MOST_NAME], next[MOST_NAME];
    snprintf(next, sizeof next, "%s", name);
    for (int hops = 0; hops < MOST_HOPS; hops++) {
        if (!read_line(folder, next, text, sizeof text))
            return find_packed(folder, next, id);
        if (strncmp(text, "ref: ", 5))
            return strlen(text) == GIT_OID_HEXSZ && !libgit2.oid_fromstr(id, text);
        snprintf(next, sizeof next, "%s", text + 5 + strspn(text + 5, " "));
        if (!is_safe(next))
            return false;
    }
    return false;
}

/* Takes the branch whose name comes first. */
static bool find_any(const char *folder, git_oid *id)
{
    struct strbuf path = STRBUF_INIT;
    struct dirent **names = NULL;
    bool is_found = false;
    strbuf_printf(&path, "%s/refs/heads", folder);
    int nr = scandir(path.text, &names, NULL, alphasort);
    for (int i = 0; i < nr; i++) {
        strbuf_cut(&path, 0);
        strbuf_printf(&path, "refs/heads/%s", names[i]->d_name);
        is_found = is_found || (names[i]->d_name[0] != '.' && follow(folder, path.text, id));
        free(names[i]);
    }
    free(names);
    strbuf_free(&path);
    return is_found || find_packed(folder, NULL, id);
}

int git_head_find(const char *folder, git_oid *id)
{
    return follow(folder, "HEAD", id) || find_any(folder, id) ? 0 : -1;
}
