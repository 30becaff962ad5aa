/* Presets: comparisons and job files that many ask for, by name. */
#ifndef IOD_COLLECT_PRESET_H
#define IOD_COLLECT_PRESET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct preset {
    const char *name;
    const char *meaning; /* what it measures, without a full stop */
    const char *jobs;    /* a job file */
    const char *vary;    /* "KEY=V1,V2"; NULL: nothing */
    unsigned runs;
    bool interleaves;
    bool drops_caches;   /* before each run, where that is allowed */
    bool changes_host;   /* what it varies is a setting of the host, which must be allowed */
};

/* Returns all presets, *nr of them. */
const struct preset *preset_list(size_t *nr);

/* Returns the preset of that name, or NULL. */
const struct preset *preset_find(const char *name);

/* Stores up to room names and returns how many. */
size_t preset_names(const char **names, size_t room);

/* Prints its job file, with the options that it stands for in a comment on top. */
void preset_print(const struct preset *preset, FILE *out);

#endif
