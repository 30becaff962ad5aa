#include "report/against.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "record/memory.h"
#include "record/strbuf.h"
#include "report/compare.h"
#include "report/table.h"

/* A run of a row at a level. */
struct run {
    double value, precision;
    enum compare_bound bound;
    bool is_unsure; /* nothing says that the runs of its cell are repetitions */
    size_t number;
};

/* Results made of the cells of two reports. */
struct against {
    struct arena *arena;
    struct table *cells; /* report, metric, op and setting: sections may share measurements */
    const struct record **results;
    size_t nr, room;
    const char **metrics; /* all that the results have */
    size_t metrics_nr, metrics_room;
};

static int compare_pairs(const void *a, const void *b)
{
    const struct record_pair *left = a, *right = b;
    return strcmp(left->name, right->name);
}

/* Whether the runs of a cell are not there yet: a section by another factor may hold the same
 * measurements. */
static bool is_new_cell(struct against *against, const char *report, const char *factor,
                        const char *level, const struct compare_row *row)
{
    size_t nr = row->where.nr, known = table_nr(against->cells);
    struct record_pair *pairs = memory_alloc((nr + 1) * sizeof *pairs);
    struct strbuf key = STRBUF_INIT;
    for (size_t i = 0; i < nr; i++)
        pairs[i] = row->where.at[i];
    pairs[nr++] = (struct record_pair){factor, level};
    qsort(pairs, nr, sizeof *pairs, compare_pairs);
    strbuf_printf(&key, "%s\n%s\n%s", report, row->metric, row->op);
    for (size_t i = 0; i < nr; i++)
        strbuf_printf(&key, "\n%s=%s", pairs[i].name, pairs[i].value);
    bool is_new = table_add(against->cells, key.text, key.length) == known;
    strbuf_free(&key);
    free(pairs);
    return is_new;
}

static void add_metric(struct against *against, const char *metric)
{
    for (size_t i = 0; i < against->metrics_nr; i++)
        if (!strcmp(against->metrics[i], metric))
            return;
    against->metrics = memory_grow(against->metrics, against->metrics_nr, &against->metrics_room,
                                   sizeof *against->metrics);
    against->metrics[against->metrics_nr++] = metric;
}

/* Adds a result of one run; its config is the row's setting, the level and the report. */
static void add_run(struct against *against, const char *report, const char *factor,
                    const char *level, const struct compare_row *row, const struct run *run)
{
    struct record *record = record_new(against->arena, RECORD_RESULT);
    enum record_side side = run->bound == COMPARE_AT_LEAST ? RECORD_GREATER : RECORD_LESS;
    record->op = row->op;
    record->tool = row->cells[0].nr ? row->cells[0].samples[0].records[0]->tool : NULL;
    record->run = run->is_unsure ? 0 : (unsigned)run->number;
    record->invocation = "1";
    record->source.path = report;
    if (*factor)
        record_set_pair(record, &record->config, factor, level);
    for (size_t i = 0; i < row->where.nr; i++)
        record_set_pair(record, &record->config, row->where.at[i].name, row->where.at[i].value);
    record_set_pair(record, &record->config, AGAINST_FACTOR, report);
    if (run->bound == COMPARE_EXACT)
        record_set_metric(record, row->metric, run->value, run->precision);
    else
        record_set_bound(record, row->metric, side, run->value);
    add_metric(against, row->metric);
    against->results =
        memory_grow(against->results, against->nr, &against->room, sizeof *against->results);
    against->results[against->nr++] = record;
}

/* The rows of now by their ids. */
struct now {
    struct table *ids;
    const struct compare_row **rows;
    const struct compare_section **sections;
    bool *is_met;
    size_t nr, room, sections_room;
};

static void index_section(struct now *now, const struct compare_section *section)
{
    for (size_t r = 0; r < section->rows_nr; r++) {
        const struct compare_row *row = &section->rows[r];
        if (table_add(now->ids, row->id, strlen(row->id)) < now->nr)
            continue;
        now->rows = memory_grow(now->rows, now->nr, &now->room, sizeof *now->rows);
        now->sections =
            memory_grow(now->sections, now->nr, &now->sections_room, sizeof *now->sections);
        now->sections[now->nr] = section;
        now->rows[now->nr++] = row;
    }
}

static enum compare_bound read_bound(const json_t *run)
{
    const char *bound = json_string_value(json_object_get(run, "bound"));
    if (!bound)
        return COMPARE_EXACT;
    return !strcmp(bound, ">=")   ? COMPARE_AT_LEAST
           : !strcmp(bound, "<=") ? COMPARE_AT_MOST
                                  : COMPARE_UNKNOWN;
}

/* Adds the runs of an old cell. */
static void add_old_cell(struct against *against, const struct compare_section *section,
                         const struct compare_row *row, const char *level, const json_t *cell)
{
    const json_t *runs = json_object_get(cell, "runs"), *run;
    bool is_unsure = json_is_true(json_object_get(cell, "unsure"));
    size_t i;
    json_array_foreach(runs, i, run)
    {
        struct run at = {.value = json_number_value(json_object_get(run, "value")),
                         .precision = json_number_value(json_object_get(run, "precision")),
                         .bound = read_bound(run),
                         .is_unsure = is_unsure,
                         .number = i + 1};
        if (json_is_number(json_object_get(run, "value")) && at.bound != COMPARE_UNKNOWN)
            add_run(against, AGAINST_OLD, section->factor, level, row, &at);
    }
}

/* Adds the cells of an old row that now has too. */
static void add_old_row(struct against *against, struct now *now, const json_t *section,
                        const json_t *row, size_t *missing)
{
    const char *id = json_string_value(json_object_get(row, "id"));
    const json_t *levels = json_object_get(section, "levels"), *level;
    size_t index = id ? table_find(now->ids, id, strlen(id)) : TABLE_NONE, i;
    if (index == TABLE_NONE) {
        ++*missing;
        return;
    }
    if (now->is_met[index])
        return;
    now->is_met[index] = true;
    json_array_foreach(levels, i, level)
    {
        const char *name = json_string_value(json_object_get(level, "name"));
        const json_t *cell = json_array_get(json_object_get(row, "cells"), i);
        if (name && json_is_object(cell) &&
            is_new_cell(against, AGAINST_OLD, now->sections[index]->factor, name, now->rows[index]))
            add_old_cell(against, now->sections[index], now->rows[index],
                         arena_string(against->arena, name), cell);
    }
}

static void add_old_section(struct against *against, struct now *now, const json_t *section,
                            size_t *missing)
{
    const json_t *rows = json_object_get(section, "rows"), *row;
    size_t i;
    json_array_foreach(rows, i, row) add_old_row(against, now, section, row, missing);
}

/* Adds the runs of now, of rows that the old report has. */
static void add_now(struct against *against, const struct now *now)
{
    for (size_t r = 0; r < now->nr; r++)
        for (size_t i = 0; i < now->sections[r]->levels_nr && now->is_met[r]; i++) {
            const struct compare_cell *cell = &now->rows[r]->cells[i];
            if (!is_new_cell(against, AGAINST_NEW, now->sections[r]->factor,
                             now->sections[r]->levels[i].name, now->rows[r]))
                continue;
            for (size_t k = 0; k < cell->nr; k++) {
                struct run run = {.value = cell->samples[k].value,
                                  .precision = cell->samples[k].precision,
                                  .bound = cell->samples[k].bound,
                                  .is_unsure = cell->is_unsure,
                                  .number = k + 1};
                if (run.bound != COMPARE_UNKNOWN)
                    add_run(against, AGAINST_NEW, now->sections[r]->factor,
                            now->sections[r]->levels[i].name, now->rows[r], &run);
            }
        }
}

static json_t *load_report(const char *path, struct diag *diag)
{
    json_error_t error;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    const char *format = root ? json_string_value(json_object_get(root, "format")) : NULL;
    if (format && !strcmp(format, "iodelta-report/1"))
        return root;
    diag_set(diag, DIAG_FATAL, path, 0, "write one with: iodelta-report FILE -o report.json",
             "this is no JSON report%s%s", root ? "" : ": ", root ? "" : error.text);
    json_decref(root);
    return NULL;
}

/* Adds the runs of all rows of the report at path that stand in comparison too, then those of
 * the comparison. */
static int gather(struct against *against, const char *path, const struct comparison *comparison,
                  size_t *missing, struct diag *diag)
{
    json_t *root = load_report(path, diag), *section;
    struct now now = {.ids = table_new()};
    size_t i;
    for (size_t s = 0; s < comparison->sections_nr; s++)
        index_section(&now, &comparison->sections[s]);
    if (comparison->values)
        index_section(&now, comparison->values);
    now.is_met = memory_alloc((now.nr + 1) * sizeof *now.is_met);
    json_array_foreach(json_object_get(root, "sections"), i, section)
        add_old_section(against, &now, section, missing);
    if (json_object_get(root, "values"))
        add_old_section(against, &now, json_object_get(root, "values"), missing);
    add_now(against, &now);
    table_free(now.ids);
    free(now.rows);
    free(now.sections);
    free(now.is_met);
    json_decref(root);
    return root ? 0 : -1;
}

struct comparison *against_compare(const struct comparison *now, const char *path,
                                   const struct compare_options *options, size_t *missing,
                                   struct diag *diag)
{
    static const char *const by[] = {AGAINST_FACTOR};
    struct against against = {.arena = now->arena, .cells = table_new()};
    struct compare_options both = *options;
    struct comparison *result = NULL;
    *missing = 0;
    both.by = by;
    both.by_nr = 1;
    both.baseline = AGAINST_OLD;
    both.pair = NULL;
    both.where_nr = both.ops_nr = both.also_nr = 0;
    if (!gather(&against, path, now, missing, diag)) {
        both.metrics = against.metrics;
        both.metrics_nr = against.metrics_nr;
        if (against.nr)
            result = compare_records(against.results, against.nr, &both, now->arena, diag);
        else
            diag_set(diag, DIAG_FATAL, path, 0, "give both the same --by, --metric and --op",
                     "no row of the earlier report is in this one");
    }
    if (result)
        result->options.metrics_nr = 0;
    table_free(against.cells);
    free(against.results);
    free(against.metrics);
    return result;
}
