#include "config.h"

#include "collect/mountinfo.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"

enum { FIELD_POINT = 4, FIELD_OPTIONS = 5, FIELD_FIRST_OPTIONAL = 6 };

char *mountinfo_field(const char *field)
{
    char *copy = memory_string(field);
    char *to = copy;
    for (const char *from = copy; *from;) {
        if (from[0] == '\\' && from[1] >= '0' && from[1] <= '3' && from[2] >= '0' &&
            from[2] <= '7' && from[3] >= '0' && from[3] <= '7') {
            *to++ = (char)((from[1] - '0') * 64 + (from[2] - '0') * 8 + (from[3] - '0'));
            from += 4;
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
    return copy;
}

/* Reads one line, which is taken apart in place. */
static bool read_line(char *line, struct mount *mount)
{
    char *fields[FIELD_FIRST_OPTIONAL], *rest = NULL;
    char *word = strtok_r(line, " ", &rest);
    for (size_t i = 0; i < FIELD_FIRST_OPTIONAL; i++) {
        if (!word)
            return false;
        fields[i] = word;
        word = strtok_r(NULL, " ", &rest);
    }
    /* Optional fields, as many as there are, end with a dash. */
    while (word && strcmp(word, "-") != 0)
        word = strtok_r(NULL, " ", &rest);
    char *fs = strtok_r(NULL, " ", &rest);
    char *source = strtok_r(NULL, " ", &rest);
    char *super = strtok_r(NULL, " ", &rest);
    if (!word || !fs || !source || sscanf(fields[0], "%" SCNu64, &mount->id) != 1 ||
        sscanf(fields[2], "%u:%u", &mount->major, &mount->minor) != 2)
        return false;
    mount->point = mountinfo_field(fields[FIELD_POINT]);
    mount->options = mountinfo_field(fields[FIELD_OPTIONS]);
    mount->fs = mountinfo_field(fs);
    mount->source = mountinfo_field(source);
    mount->super_options = mountinfo_field(super ? super : "");
    return true;
}

static bool stands_on(const char *path, const char *point)
{
    size_t length = strlen(point);
    if (length && point[length - 1] == '/')
        length--;
    return strncmp(path, point, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

bool mountinfo_next(const char **text, struct mount *mount)
{
    *mount = (struct mount){0};
    for (const char *at = *text + strspn(*text, "\n"); *at; at += strspn(at, "\n")) {
        size_t length = strcspn(at, "\n");
        char *line = memory_alloc(length + 1);
        memcpy(line, at, length);
        bool is_sound = read_line(line, mount);
        free(line);
        at += length;
        *text = at;
        if (is_sound)
            return true;
    }
    *mount = (struct mount){0};
    return false;
}

bool mountinfo_find(const char *text, uint64_t id, const char *path, struct mount *mount)
{
    struct mount candidate;
    bool is_found = false, is_exact = false;
    *mount = (struct mount){0};
    while (!is_exact && mountinfo_next(&text, &candidate)) {
        is_exact = id && candidate.id == id;
        bool is_better = stands_on(path, candidate.point) &&
                         (!is_found || strlen(candidate.point) >= strlen(mount->point));
        if (is_exact || is_better) {
            mount_free(mount);
            *mount = candidate;
            is_found = true;
        } else {
            mount_free(&candidate);
        }
    }
    return is_found;
}

void mount_free(struct mount *mount)
{
    free(mount->point);
    free(mount->options);
    free(mount->fs);
    free(mount->source);
    free(mount->super_options);
    *mount = (struct mount){0};
}
