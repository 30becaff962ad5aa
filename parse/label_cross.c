/* Levels that name two factors or three: the cross product of lists. */
#include <string.h>
#include <strings.h>

#include "parse/label.h"

enum { MOST_LEVELS = 64, MOST_PIECES = 3, LEAST_LEVELS = 4 };

/* The distinct labels of one position, cut into pieces. */
struct crossed {
    struct arena *arena;
    const char *position;
    const char *levels[MOST_LEVELS];
    const char *pieces[MOST_LEVELS][MOST_PIECES];
    size_t nr;
    size_t pieces_nr; /* of each level */
};

static bool add_level(struct crossed *crossed, const char *level)
{
    for (size_t i = 0; i < crossed->nr; i++)
        if (!strcasecmp(crossed->levels[i], level))
            return true;
    if (crossed->nr == MOST_LEVELS)
        return false;
    crossed->levels[crossed->nr++] = level;
    return true;
}

/* Cuts a level at the separator; returns how many pieces there are, 0 for too many. */
static size_t cut(struct crossed *crossed, size_t level, const char *separator)
{
    size_t nr = 0, size = strlen(separator);
    for (const char *at = crossed->levels[level]; at; nr++) {
        const char *end = strstr(at, separator);
        size_t length = end ? (size_t)(end - at) : strlen(at);
        /* "6.1-rc1" is one version */
        bool is_candidate = length > 2 && !strncmp(at, "rc", 2) && strchr("0123456789", at[2]);
        if (nr == MOST_PIECES || !length || is_candidate)
            return 0;
        if (*separator == ' ' && separator[1] == '(' && nr && at[length - 1] == ')')
            length--; /* "virtio (cached)" */
        crossed->pieces[level][nr] = arena_text(crossed->arena, at, length);
        at = end ? end + size : NULL;
    }
    return nr;
}

static size_t count_distinct(const struct crossed *crossed, size_t piece)
{
    size_t nr = 0;
    for (size_t i = 0; i < crossed->nr; i++) {
        bool is_known = false;
        for (size_t k = 0; k < i && !is_known; k++)
            is_known = !strcasecmp(crossed->pieces[i][piece], crossed->pieces[k][piece]);
        nr += !is_known;
    }
    return nr;
}

/* Says whether the pieces, cut there, fill nine tenths of their cross product. */
static bool is_product(struct crossed *crossed, const char *separator)
{
    size_t product = 1;
    for (size_t i = 0; i < crossed->nr; i++) {
        size_t nr = cut(crossed, i, separator);
        if (nr < 2 || (i && nr != crossed->pieces_nr))
            return false;
        crossed->pieces_nr = nr;
    }
    for (size_t p = 0; p < crossed->pieces_nr; p++) {
        size_t distinct = count_distinct(crossed, p);
        if (distinct < 2)
            return false;
        product *= distinct;
    }
    return 10 * crossed->nr >= 9 * product;
}

static void replace(const struct crossed *crossed, struct labels *labels, struct label *label)
{
    struct label whole = *label;
    size_t level = 0;
    while (strcasecmp(crossed->levels[level], whole.value))
        level++;
    label->value = crossed->pieces[level][0];
    for (size_t p = 1; p < crossed->pieces_nr; p++) {
        struct label piece = whole;
        piece.position = arena_printf(crossed->arena, "%s/%zu", whole.position, p);
        piece.value = crossed->pieces[level][p];
        label_add(labels, piece);
    }
}

static struct label *find(struct labels *labels, const char *position)
{
    for (size_t i = 0; i < labels->nr; i++)
        if (!strcmp(labels->at[i].position, position))
            return &labels->at[i];
    return NULL;
}

/* Names of files, and what programs put in front of lines, have no blanks. */
static bool is_name(enum label_rule rule)
{
    return rule == LABEL_LINE_PREFIX || rule == LABEL_FILE_SHOWN || rule == LABEL_ATTACHMENT;
}

static void try_position(const struct tool_output *output, struct labels *labels,
                         const char *position)
{
    /* the last ones part names alone: "none-off.log" */
    static const char *const separators[] = {", ", " + ", " / ", "; ", " - ", " (", "_", "-"};
    enum { OF_TEXT = 6, OF_NAMES = sizeof separators / sizeof separators[0] };
    size_t separators_nr = OF_NAMES;
    struct crossed crossed = {.arena = output->arena, .position = position};
    bool is_product_of_some = false;
    for (size_t r = 0; r < output->nr; r++) {
        const struct label *label = label_find(&labels[r], position);
        if (label && (label->name || !add_level(&crossed, label->value)))
            return;
        if (label && !is_name(label->rule))
            separators_nr = OF_TEXT;
    }
    for (size_t i = 0; i < separators_nr && !is_product_of_some; i++)
        is_product_of_some = crossed.nr >= LEAST_LEVELS && is_product(&crossed, separators[i]);
    for (size_t r = 0; r < output->nr && is_product_of_some; r++) {
        struct label *label = find(&labels[r], position);
        if (label)
            replace(&crossed, &labels[r], label);
    }
}

void label_split_crossed(const struct tool_output *output, struct labels *labels)
{
    enum { MOST_POSITIONS = 16 };
    const char *positions[MOST_POSITIONS];
    size_t nr = 0;
    for (size_t r = 0; r < output->nr; r++)
        for (size_t i = 0; i < labels[r].nr && nr < MOST_POSITIONS; i++) {
            const struct label *label = &labels[r].at[i];
            bool is_known = label->name || !strncmp(label->position, "param:", 6);
            for (size_t p = 0; p < nr && !is_known; p++)
                is_known = !strcmp(positions[p], label->position);
            if (!is_known)
                positions[nr++] = label->position;
        }
    for (size_t p = 0; p < nr; p++)
        try_position(output, labels, positions[p]);
}
