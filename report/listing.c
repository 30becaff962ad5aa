#include "report/listing.h"

#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "record/strbuf.h"
#include "report/attribute.h"
#include "report/compare.h"
#include "report/cost.h"
#include "report/flow.h"
#include "report/measure.h"
#include "report/outputs.h"
#include "report/table.h"
#include "report/text.h"

enum { LEVELS_SHOWN = 40 };

/* Adds "  cache: none (4), writeback (4)". */
static void add_attribute(struct strbuf *text, const struct measure_list *measures,
                          const struct attribute_list *list, size_t index)
{
    const struct attribute *attribute = &list->at[index];
    size_t *counts = memory_alloc((attribute->nr + 1) * sizeof *counts);
    struct strbuf line = STRBUF_INIT;
    for (size_t i = 0; i < measures->nr; i++)
        counts[measures->at[i].levels[index]]++;
    strbuf_printf(&line, "%s:", attribute->name);
    for (size_t i = 0; i < attribute->nr && i < LEVELS_SHOWN; i++)
        strbuf_printf(&line, "%s %s (%zu)", i ? "," : "",
                      *attribute->levels[i] ? attribute->levels[i] : "(empty)", counts[i + 1]);
    if (attribute->nr > LEVELS_SHOWN)
        strbuf_printf(&line, " and %zu more", attribute->nr - LEVELS_SHOWN);
    if (counts[0])
        strbuf_printf(&line, ", (none) (%zu)", counts[0]);
    if (attribute->is_numeric && attribute->nr > 1)
        strbuf_string(&line, "; numbers");
    strbuf_string(text, "  ");
    flow_wrap(text, line.text, 2, 4, TEXT_COLUMNS);
    strbuf_free(&line);
    free(counts);
}

/* What kind of attribute goes under which title. */
static const struct {
    const char *title;
    bool is_varying; /* false: what is the same in all */
    bool kinds[ATTRIBUTE_JOINED + 1];
} parts[] = {
    {"Factors, with measurements of each level", true, {[ATTRIBUTE_CONFIG] = true}},
    {"Settings that vary, and are never put together",
     true,
     {[ATTRIBUTE_HIDDEN] = true, [ATTRIBUTE_TARGET] = true}},
    {"Places", true, {[ATTRIBUTE_FILE] = true, [ATTRIBUTE_MESSAGE] = true}},
    {"The same in all that state it",
     false,
     {[ATTRIBUTE_CONFIG] = true, [ATTRIBUTE_HIDDEN] = true, [ATTRIBUTE_TARGET] = true}},
};

static void add_attributes(struct strbuf *text, const struct measure_list *measures,
                           const struct attribute_list *list)
{
    for (size_t p = 0; p < sizeof parts / sizeof parts[0]; p++) {
        bool is_first = true;
        for (size_t i = 0; i < list->nr; i++) {
            const struct attribute *attribute = &list->at[i];
            bool is_varying = attribute->nr > 1 || (attribute->is_varying && attribute->nr);
            if (!parts[p].kinds[attribute->kind] || !attribute->nr ||
                is_varying != parts[p].is_varying)
                continue;
            if (is_first)
                strbuf_printf(text, "\n%s\n", parts[p].title);
            is_first = false;
            add_attribute(text, measures, list, i);
        }
    }
}

static void add_operations(struct strbuf *text, const struct measure_list *measures)
{
    struct table *ops = table_new();
    size_t *counts = memory_alloc((measures->nr + 1) * sizeof *counts);
    struct strbuf line = STRBUF_INIT;
    for (size_t i = 0; i < measures->nr; i++)
        counts[table_add(ops, measures->at[i].op, strlen(measures->at[i].op))]++;
    for (size_t i = 0; i < table_nr(ops); i++)
        strbuf_printf(&line, "%s%s (%zu)", i ? ", " : "",
                      *table_key(ops, i) ? table_key(ops, i) : "(no op)", counts[i]);
    strbuf_string(text, "\nOperations, with measurements\n  ");
    flow_wrap(text, line.text, 2, 4, TEXT_COLUMNS);
    strbuf_free(&line);
    free(counts);
    table_free(ops);
}

/* A metric with the number of measurements that have it. */
struct counted {
    const char *name;
    long order;
    size_t nr;
};

static int compare_counted(const void *a, const void *b)
{
    const struct counted *left = a, *right = b;
    if (left->order != right->order)
        return left->order < right->order ? -1 : 1;
    return strcmp(left->name, right->name);
}

static void add_metric(struct strbuf *text, const struct counted *counted)
{
    const struct metric *known = cost_find_any(counted->name);
    struct strbuf line = STRBUF_INIT;
    strbuf_printf(&line, "%s (%zu)", counted->name, counted->nr);
    if (known)
        strbuf_printf(&line, ": %s%s%s", known->meaning,
                      cost_find(counted->name) ? "; computed" : "",
                      known->is_primary ? "; compared by default" : "");
    strbuf_string(text, "  ");
    flow_wrap(text, line.text, 2, 4, TEXT_COLUMNS);
    strbuf_free(&line);
}

static void add_metrics(struct strbuf *text, const struct record *const *used, size_t nr,
                        const struct measure_list *measures)
{
    struct table *names = table_new();
    size_t costs_nr;
    const struct metric *costs = cost_list(&costs_nr);
    for (size_t i = 0; i < nr; i++) {
        for (size_t k = 0; k < used[i]->metrics_nr; k++)
            table_add(names, record_metric_at(used[i], k).name, strlen(record_metric_at(used[i], k).name));
        for (size_t k = 0; k < used[i]->bounds_nr; k++)
            table_add(names, used[i]->bounds[k].name, strlen(used[i]->bounds[k].name));
    }
    for (size_t i = 0; i < costs_nr; i++)
        table_add(names, costs[i].name, strlen(costs[i].name));
    struct counted *counted = memory_alloc((table_nr(names) + 1) * sizeof *counted);
    for (size_t i = 0; i < table_nr(names); i++) {
        struct compare_sample sample;
        counted[i] = (struct counted){table_key(names, i), cost_order(table_key(names, i)), 0};
        for (size_t k = 0; k < measures->nr; k++)
            counted[i].nr += measure_value(&measures->at[k], counted[i].name, &sample);
    }
    qsort(counted, table_nr(names), sizeof *counted, compare_counted);
    strbuf_string(text, "\nMetrics, with measurements that have one\n");
    for (size_t i = 0; i < table_nr(names); i++)
        if (counted[i].nr)
            add_metric(text, &counted[i]);
    free(counted);
    table_free(names);
}

int listing_write(const struct record *const *records, size_t nr,
                  const struct compare_options *options, struct arena *arena, FILE *out,
                  struct diag *diag)
{
    struct comparison comparison = {.arena = arena, .options = *options};
    const struct record **used = compare_take(&comparison, records, nr, diag);
    if (!used)
        return -1;
    struct measure_list measures = measure_records(used, comparison.used_nr, arena);
    struct attribute_list list = attribute_find(&measures, arena);
    struct strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "%zu result%s of %zu, %zu measurement%s\n", comparison.used_nr,
                  comparison.used_nr == 1 ? "" : "s", comparison.results_nr, measures.nr,
                  measures.nr == 1 ? "" : "s");
    if (measures.nr) {
        add_attributes(&text, &measures, &list);
        add_operations(&text, &measures);
        add_metrics(&text, used, comparison.used_nr, &measures);
    }
    fwrite(text.text, 1, text.length, out);
    strbuf_free(&text);
    return outputs_check(out, diag);
}
