/* What the tests of the comparison share: records built by hand. */
#ifndef IOD_TESTS_T_RECORDS_H
#define IOD_TESTS_T_RECORDS_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/compare.h"

enum { RECORDS_MAX = 400 };

static struct arena *arena;
static struct record *records[RECORDS_MAX];
static size_t records_nr;
static struct compare_options options;
static struct diag diag;

static inline void set_up(void)
{
    arena = arena_new();
    records_nr = 0;
    options = (struct compare_options){.noise_pct = 2, .confidence_pct = 95};
    diag = (struct diag){0};
}

static inline void tear_down(void)
{
    arena_free(arena);
}

/* Adds a result with one metric, in a file and an invocation of its own. */
static inline struct record *add(const char *factor, const char *level, const char *op,
                                 unsigned run, const char *metric, double value)
{
    struct record *record = record_new(arena, RECORD_RESULT);
    char number[32];
    ck_assert_uint_lt(records_nr, RECORDS_MAX);
    snprintf(number, sizeof number, "%zu", records_nr + 1);
    record->tool = "fio";
    record->op = op;
    record->run = run;
    record->invocation = record_text(record, number, strlen(number));
    record->source.path = "in.txt";
    record->source.line = records_nr + 1;
    record->source.fingerprint = record->invocation;
    if (factor)
        record_set_pair(record, &record->config, factor, level);
    record_set_metric(record, metric, value, 0);
    records[records_nr++] = record;
    return record;
}

/* Makes a record a job of a group. */
static inline struct record *in_group(struct record *record, const char *invocation,
                                      const char *job)
{
    record->invocation = invocation;
    record->group = "0";
    record->job = job;
    return record;
}

static inline void add_runs(const char *level, const char *op, const char *metric,
                            const double *values, size_t nr)
{
    for (size_t i = 0; i < nr; i++)
        add("controller", level, op, (unsigned)i + 1, metric, values[i]);
}

static inline struct comparison *compare(void)
{
    struct comparison *result =
        compare_records((const struct record *const *)records, records_nr, &options, arena, &diag);
    ck_assert_msg(result != NULL, "%s", diag.text);
    return result;
}

/* Sets the factor to compare by; NULL: choose. */
static inline void compare_by(const char *factor)
{
    static const char *by[1];
    by[0] = factor;
    options.by = by;
    options.by_nr = factor != NULL;
}

static inline const struct compare_row *find_row(const struct compare_section *section,
                                                 const char *op)
{
    for (size_t i = 0; i < section->rows_nr; i++)
        if (!strcmp(section->rows[i].op, op))
            return &section->rows[i];
    ck_abort_msg("no row %s", op);
    return NULL;
}

static inline bool has_note(const struct compare_note *notes, size_t nr, const char *code)
{
    for (size_t i = 0; i < nr; i++)
        if (!strcmp(notes[i].code, code))
            return true;
    return false;
}

static inline size_t warning_nr(const struct compare_warning *warnings, size_t nr, const char *code)
{
    for (size_t i = 0; i < nr; i++)
        if (!strcmp(warnings[i].code, code))
            return warnings[i].nr;
    return 0;
}

#endif
