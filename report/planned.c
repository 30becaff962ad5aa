#include "report/planned.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"

/* Returns the levels of "KEY=V1,V2" if the key is that factor, else NULL. */
static const char *levels_of(const struct record *campaign, const char *factor)
{
    size_t length = strlen(factor);
    for (unsigned i = 1;; i++) {
        char fact[32];
        snprintf(fact, sizeof fact, "vary.%u", i);
        const char *vary = record_pair(&campaign->facts, fact);
        if (!vary)
            return NULL;
        if (!strncmp(vary, factor, length) && vary[length] == '=')
            return vary + length + 1;
    }
}

/* Whether the text up to a comma is that level; "\\," is a comma within one.  *next gets the
 * text behind, NULL at the end. */
static bool is_level(const char *text, const char *level, const char **next)
{
    bool is_equal = true;
    for (; *text && *text != ','; text++) {
        if (text[0] == '\\' && text[1] == ',')
            text++;
        is_equal = is_equal && *level == *text;
        level += *level != '\0';
    }
    *next = *text ? text + 1 : NULL;
    return is_equal && !*level;
}

/* The place of a level in the list, from 0; that behind the last where it is none of them. */
static size_t place_of(const char *list, const char *level)
{
    size_t place = 0;
    for (const char *next; list; list = next, place++)
        if (is_level(list, level, &next))
            return place;
    return place;
}

struct placed {
    struct compare_level level;
    size_t place, before; /* before: in the order that they had */
};

static int compare_placed(const void *a, const void *b)
{
    const struct placed *left = a, *right = b;
    if (left->place != right->place)
        return left->place < right->place ? -1 : 1;
    return left->before < right->before ? -1 : left->before > right->before;
}

static const char *find_list(const struct record *const *campaigns, size_t nr, const char *factor)
{
    const char *list = NULL;
    for (size_t i = 0; i < nr && !list; i++)
        list = levels_of(campaigns[i], factor);
    return list;
}

const char *planned_first(const struct record *const *campaigns, size_t nr,
                          const struct compare_section *section)
{
    const char *list = find_list(campaigns, nr, section->factor), *first = NULL;
    size_t least = 0;
    /* Of two factors as one the first in the order of the section: what was measured first came
     * by chance. */
    if (!list && section->levels_nr && strstr(section->factor, ", ") && nr)
        return section->levels[0].name;
    for (size_t i = 0; list && i < section->levels_nr; i++) {
        size_t place = place_of(list, section->levels[i].name);
        if (!first || place < least) {
            first = section->levels[i].name;
            least = place;
        }
    }
    return first;
}

void planned_order(const struct record *const *campaigns, size_t nr, const char *factor,
                   struct compare_level *levels, size_t levels_nr)
{
    const char *list = find_list(campaigns, nr, factor);
    if (!list)
        return;
    struct placed *placed = memory_alloc((levels_nr + 1) * sizeof *placed);
    for (size_t i = 0; i < levels_nr; i++)
        placed[i] = (struct placed){levels[i], place_of(list, levels[i].name), i};
    qsort(placed, levels_nr, sizeof *placed, compare_placed);
    for (size_t i = 0; i < levels_nr; i++)
        levels[i] = placed[i].level;
    free(placed);
}
