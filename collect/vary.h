/* What a campaign varies: factors, their levels, and the cells of their cross product. */
#ifndef IOD_COLLECT_VARY_H
#define IOD_COLLECT_VARY_H

#include <stdbool.h>
#include <stddef.h>

#include "record/arena.h"
#include "record/diag.h"

enum {
    VARY_FACTORS_MAX = 16,
    VARY_LEVELS_MAX = 256, /* of one factor */
    VARY_CELLS_MAX = 4096, /* of all together */
};

enum vary_kind {
    VARY_OPTION,  /* an option of jobs */
    VARY_SETTING, /* a setting of the host */
    VARY_LABEL,   /* neither: a command makes the difference */
};

struct vary_factor {
    const char *name; /* as it was given, and as records have it */
    enum vary_kind kind;
    const char **levels;
    size_t levels_nr;
};

/* All zero bytes vary nothing: there is one cell.  Texts live in the arena that
 * vary_add() was given. */
struct vary {
    struct vary_factor factors[VARY_FACTORS_MAX];
    size_t nr;
    bool (*is_setting)(const char *name); /* which names are settings of the host; NULL: none */
};

/* Adds a factor, "KEY=V1,V2": levels stand between commas, and "\," is a comma within one.
 * Returns 0; or -1 and *diag where it is no such text, a name or a level comes twice, or there
 * would be too many. */
int vary_add(struct vary *vary, struct arena *arena, const char *text, struct diag *diag);

/* Returns how many cells there are, 1 or more. */
size_t vary_cells_nr(const struct vary *vary);

/* Returns the level that a factor has in a cell, from 0; the last factor changes first. */
const char *vary_level(const struct vary *vary, size_t cell, size_t factor);

/* Whether a factor of that kind is varied. */
bool vary_has(const struct vary *vary, enum vary_kind kind);

/* Returns the name of the job option that a factor of that kind sets: "ioengine" for the
 * key "engine", else its own. */
const char *vary_option_name(const struct vary_factor *factor);

#endif
