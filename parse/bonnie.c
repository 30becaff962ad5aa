#include "parse/bonnie.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/units.h"

const char *const bonnie_ops[BONNIE_OPS] = {
    "putc",       "put_block", "rewrite", "getc",       "get_block", "seeks",
    "seq_create", "seq_stat",  "seq_del", "ran_create", "ran_stat",  "ran_del",
};

struct bonnie_run bonnie_run_new(void)
{
    struct bonnie_run run = {0};
    for (size_t i = 0; i < BONNIE_OPS; i++)
        run.results[i] = NO_LINE;
    return run;
}

bool bonnie_prints_bogus_rates(const char *version)
{
    double number = version ? strtod(version, NULL) : 0;
    return number > 1.975 && number < 2.005;
}

/* What was done in less than half a second, per second. */
static double least_rate(const struct bonnie_run *run, unsigned op)
{
    const double least_s = 0.5, seeks = 8192, files_unit = 1024;
    if (op >= BONNIE_IO_OPS)
        return run->files * files_unit / least_s;
    return (op == BONNIE_SEEKS ? seeks : run->size_bytes) / least_s;
}

bool bonnie_set_rate(struct record *record, const struct bonnie_run *run, unsigned op,
                     const char *cell, size_t length)
{
    const char *name = op < BONNIE_SEEKS ? "bw_bytes_per_s" : "ops_per_s";
    double value, digit;
    if (length >= 2 && strspn(cell, "+") >= length) {
        double least = least_rate(run, op);
        if (least > 0)
            record_set_bound(record, name, RECORD_GREATER, least);
        return least > 0;
    }
    if (op >= BONNIE_SEEKS ? units_number(cell, length, &value, &digit)
                           : units_quantity(cell, length, UNITS_BINARY, &value, &digit)) {
        bool has_suffix = length && strchr("kmgKMG", cell[length - 1]);
        double scale = op < BONNIE_SEEKS && !has_suffix ? 1024 : 1;
        record_set_metric(record, name, value * scale, digit * scale);
        return true;
    }
    return false;
}

void bonnie_describe(struct tool_output *output, const struct bonnie_run *run,
                     struct result *result)
{
    struct record *record = result->record;
    const struct {
        const char *name, *value;
    } params[] = {
        {"machine", run->machine}, {"size", run->size}, {"concurrency", run->concurrency}};
    result->invocation = run->invocation;
    result->run_key = run->seed ? run->seed : result->run_key;
    record->invocation = arena_printf(output->arena, "%u", run->invocation);
    record->group = "0";
    record->tool_version = run->version;
    for (size_t i = 0; i < sizeof params / sizeof params[0]; i++)
        if (params[i].value && *params[i].value)
            record_set_pair(record, &record->params, params[i].name, params[i].value);
    if (run->files > 0)
        record_set_pair(record, &record->params, "files",
                        arena_printf(output->arena, "%.0f", run->files));
}
