#include "report/reference.h"

#include <math.h>
#include <string.h>

/* More measurements than these are not looked through for each row. */
enum { LOOKED_AT_MAX = 20000 };

/* In how many of the attributes that vary two measurements differ; *which is the last. */
static size_t differences(const struct attribute_list *list, size_t factor,
                          const struct measure *a, const struct measure *b, size_t *which)
{
    size_t nr = 0;
    for (size_t i = 0; i < list->nr && nr < 2; i++) {
        if (i == factor || list->at[i].is_joined || !list->at[i].is_varying ||
            a->levels[i] == b->levels[i])
            continue;
        *which = i;
        /* Anything but a factor of config makes it another measurement. */
        nr += list->at[i].kind == ATTRIBUTE_CONFIG || list->at[i].kind == ATTRIBUTE_JOINED ? 1 : 2;
    }
    return nr;
}

void reference_find(const struct rows_builder *builder, const struct rows_group *group,
                    struct compare_row *row)
{
    const struct measure_list *measures = &builder->pairing->measures;
    const struct attribute_list *list = &builder->pairing->attributes;
    struct compare_reference found = {0};
    if (measures->nr > LOOKED_AT_MAX)
        return;
    for (size_t i = 0; i < measures->nr; i++) {
        const struct measure *measure = &measures->at[i];
        struct compare_sample sample;
        size_t which = 0;
        if (measure->levels[builder->factor] || strcmp(measure->op, group->at[0]->op) ||
            differences(list, builder->factor, measure, group->at[0], &which) != 1 ||
            !measure->levels[which] || !measure_value(measure, row->metric, &sample) ||
            sample.bound != COMPARE_EXACT)
            continue;
        const char *name = list->at[which].levels[measure->levels[which] - 1];
        if (found.name && strcmp(found.name, name))
            return;
        found.name = name;
        found.record = found.record ? found.record : measure->records[0];
        found.value += sample.value;
        found.nr++;
    }
    if (found.nr)
        found.value /= (double)found.nr;
    row->reference = found;
}
