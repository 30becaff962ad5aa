#include "parse/bonnie.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/units.h"

const char *const bonnie_ops[BONNIE_OPS] = {
    "putc",       "put_block", "rewrite", "getc",       "get_block", "seeks",
    "seq_create", "seq_stat",  "seq_del", "ran_create", "ran_stat",  "ran_del",
};

static const double kib = 1024, mib = 1048576;

struct bonnie_run bonnie_run_new(void)
{
    struct bonnie_run run = {.tool = "bonnie++", .rate_unit = kib};
    for (size_t i = 0; i < BONNIE_OPS; i++)
        run.results[i] = NO_LINE;
    return run;
}

struct bonnie_run *bonnie_add_run(struct bonnie_walk *walk, const struct bonnie_run *run)
{
    walk->runs = arena_grow(walk->output->arena, walk->runs, walk->nr, &walk->room,
                            sizeof *walk->runs);
    walk->runs[walk->nr] = *run;
    walk->runs[walk->nr].command = walk->command;
    walk->runs[walk->nr].invocation = ++walk->output->invocations;
    return &walk->runs[walk->nr++];
}

/* A size of the original may be a product: files times the size of each. */
static bool read_size(const char *at, size_t length, double unit, double *bytes)
{
    const char *times = memchr(at, '*', length);
    double nr = 1;
    if (times) {
        if (!units_number(at, (size_t)(times - at), &nr, NULL))
            return false;
        length -= (size_t)(times + 1 - at);
        at = times + 1;
        for (; length && *at == ' '; length--)
            at++;
    }
    if (!length || !units_quantity(at, length, UNITS_BINARY, bytes, NULL))
        return false;
    bool is_bare = strchr("0123456789", at[length - 1]) != NULL;
    *bytes *= nr * (is_bare ? unit : 1);
    return true;
}

bool bonnie_set_size(struct arena *arena, struct bonnie_run *run, const char *size, double unit)
{
    enum { CHUNK, CONCURRENCY, SEEKS, PROCESSES, PARTS };
    const double least_seeks = 1000; /* far above any number of processes */
    const char *parts[PARTS] = {NULL};
    size_t length = strcspn(size, ":"), at = length;
    if (!read_size(size, length, unit, &run->size_bytes))
        return false;
    run->size = arena_text(arena, size, length);
    for (size_t i = 0; i < PARTS && size[at] == ':'; i++) {
        size_t part = strcspn(size + at + 1, ":");
        parts[i] = part ? arena_text(arena, size + at + 1, part) : NULL;
        at += 1 + part;
    }
    bool is_short = parts[CONCURRENCY] && strtod(parts[CONCURRENCY], NULL) >= least_seeks;
    const char *seeks = parts[is_short ? CONCURRENCY : SEEKS];
    run->chunk = parts[CHUNK];
    if (!is_short && parts[CONCURRENCY])
        run->concurrency = parts[CONCURRENCY];
    run->seeks = seeks ? strtod(seeks, NULL) : 0;
    return true;
}

bool bonnie_prints_bogus_rates(const char *version)
{
    double number = version ? strtod(version, NULL) : 0;
    return number > 1.975 && number < 2.005;
}

/* The versions before 1.00f ask for a whole second, and do fewer seeks. */
static bool is_early(const char *version)
{
    return version && strncmp(version, "1.00f", 5) < 0;
}

/* What was done in less than the least time, per second. */
static double least_rate(const struct bonnie_run *run, unsigned op)
{
    const double files_unit = 1024;
    double least_s = is_early(run->version) ? 1 : 0.5;
    double seeks = run->seeks > 0 ? run->seeks : is_early(run->version) ? 8000 : 8192;
    if (op >= BONNIE_IO_OPS)
        return run->files * files_unit / least_s;
    return (op == BONNIE_SEEKS ? seeks : run->size_bytes) / least_s;
}

static bool is_all(struct bonnie_cell cell, char byte, size_t least)
{
    size_t nr = 0;
    while (nr < cell.length && cell.at[nr] == byte)
        nr++;
    return nr == cell.length && nr >= least;
}

struct bonnie_figure bonnie_read_figure(const struct bonnie_run *run, unsigned op,
                                        struct bonnie_cell rate, struct bonnie_cell cpu)
{
    struct bonnie_figure figure = {.kind = BONNIE_NOTHING};
    double digit;
    bool is_zero = rate.length && *rate.at == '0' && (rate.length == 1 || rate.at[1] == 'k');
    if (is_all(rate, '+', 2) || (is_zero && rate.length <= 2 && is_all(cpu, '+', 3))) {
        figure.kind = BONNIE_TOO_FAST;
        return figure;
    }
    bool has_suffix = rate.length && strchr("kmgKMG", rate.at[rate.length - 1]);
    if (op >= BONNIE_SEEKS ? !units_number(rate.at, rate.length, &figure.value, &digit)
                           : !units_quantity(rate.at, rate.length, UNITS_BINARY, &figure.value,
                                             &digit))
        return figure;
    double scale = op < BONNIE_SEEKS && !has_suffix ? run->rate_unit : 1;
    bool is_cut = !has_suffix && digit >= 1; /* a whole number without its rest */
    figure.kind = BONNIE_NUMBER;
    figure.value *= scale;
    figure.digit = digit * scale;
    figure.error = figure.digit * (is_cut ? 1 : 0.5);
    return figure;
}

void bonnie_set_figure(struct record *record, const struct bonnie_run *run, unsigned op,
                       const struct bonnie_figure *figure)
{
    const double most_error = 0.01;
    const char *name = op < BONNIE_SEEKS ? "bw_bytes_per_s" : "ops_per_s";
    record_unwarn(record, "rounded");
    if (figure->kind == BONNIE_NUMBER) {
        record_set_metric(record, name, figure->value, figure->digit);
        if (figure->error > most_error * figure->value * (1 + 1e-9))
            record_warn(record, "rounded", record->source.line);
    } else if (figure->kind == BONNIE_TOO_FAST && least_rate(run, op) > 0) {
        record_set_bound(record, name, RECORD_GREATER, least_rate(run, op));
    }
}

void bonnie_set_cpu(struct record *record, struct bonnie_cell cell)
{
    double percent, digit;
    if (units_number(cell.at, cell.length, &percent, &digit))
        record_set_metric(record, "cpu_pct", percent, digit);
}

bool bonnie_set_latency(struct record *record, struct bonnie_cell cell)
{
    double seconds;
    /* "3643m" was cut: bonnie++ prints no minutes. */
    if (!cell.length || cell.at[cell.length - 1] != 's' ||
        !units_duration(cell.at, cell.length, &seconds, NULL))
        return false;
    record_set_metric(record, "lat_max_ns", round(seconds * 1e9), 0);
    return true;
}

bool bonnie_is_command(const struct command *command)
{
    return command->program && !strncasecmp(command->program, "bonnie", 6);
}

/* Returns the value of an option of one letter, or NULL. */
static const char *option_value(const struct command *command, char option)
{
    for (size_t i = 0; i < command->nr; i++) {
        const char *word = command->words[i];
        if (word[0] != '-' || word[1] != option)
            continue;
        if (word[2])
            return word + 2;
        return i + 1 < command->nr ? command->words[i + 1] : NULL;
    }
    return NULL;
}

void bonnie_describe(struct tool_output *output, const struct bonnie_run *run,
                     struct result *result)
{
    struct record *record = result->record;
    const struct {
        const char *name, *value;
    } params[] = {{"machine", run->machine},
                  {"size", run->size},
                  {"chunk", run->chunk},
                  {"concurrency", run->concurrency},
                  {"diff", run->sign},
                  {"dir", run->command ? option_value(run->command, 'd') : NULL}};
    result->invocation = run->invocation;
    result->command = run->command;
    result->run_key = run->seed ? run->seed : result->run_key;
    record->group = "0";
    if (run->version)
        record->tool_version = run->version;
    for (size_t i = 0; i < sizeof params / sizeof params[0]; i++)
        if (params[i].value && *params[i].value)
            record_set_pair(record, &record->params, params[i].name, params[i].value);
    bool is_files = !strncmp(record->op, "seq_", 4) || !strncmp(record->op, "ran_", 4);
    if (run->files > 0 && is_files)
        record_set_pair(record, &record->params, "files",
                        arena_printf(output->arena, "%.0f", run->files));
}

/* The text cuts the machine's name, at a byte. */
static bool may_be_same_machine(const char *a, const char *b)
{
    if (!a || !b)
        return true;
    size_t length = strlen(a) < strlen(b) ? strlen(a) : strlen(b), same = 0;
    while (same < length && a[same] == b[same])
        same++;
    return same == length || (unsigned char)a[same] >= 0x80 || (unsigned char)b[same] >= 0x80;
}

/* Compares the operations that both have; returns how many agree, and sets a bit of
 * *differing for each that does not. */
static unsigned compare(const struct bonnie_run *a, const struct bonnie_run *b,
                        unsigned *differing)
{
    unsigned same = 0;
    *differing = 0;
    for (unsigned op = 0; op < BONNIE_OPS; op++) {
        const struct bonnie_figure *x = &a->figures[op], *y = &b->figures[op];
        if (x->kind == BONNIE_NOTHING || y->kind == BONNIE_NOTHING)
            continue;
        double most = (x->error > y->error ? x->error : y->error) * (1 + 1e-9);
        if (x->kind == y->kind &&
            (x->kind == BONNIE_TOO_FAST || fabs(x->value - y->value) <= most))
            same++;
        else
            *differing |= 1u << op;
    }
    return same;
}

static unsigned count_bits(unsigned bits)
{
    unsigned nr = 0;
    for (; bits; bits &= bits - 1)
        nr++;
    return nr;
}

struct bonnie_run *bonnie_find_print(const struct bonnie_walk *walk, const struct bonnie_run *run,
                                     bool is_csv, unsigned *differing)
{
    enum { FAR = 64 }; /* runs in which it is looked for: keeps the search linear */
    size_t start = walk->nr > FAR ? walk->nr - FAR : 0;
    struct bonnie_run *best = NULL;
    unsigned least = BONNIE_OPS + 1;
    for (size_t i = start; i < walk->nr; i++) {
        struct bonnie_run *other = &walk->runs[i];
        unsigned bits;
        if (strcmp(other->tool, run->tool) || (is_csv ? other->has_csv : other->has_text) ||
            !may_be_same_machine(other->machine, run->machine) ||
            (other->size_bytes > 0 && run->size_bytes > 0 &&
             fabs(other->size_bytes - run->size_bytes) >= mib))
            continue;
        unsigned same = compare(other, run, &bits), different = count_bits(bits);
        if (same <= different || different >= least)
            continue;
        best = other;
        least = different;
        *differing = bits;
    }
    return best;
}

void bonnie_warn_edited(struct bonnie_walk *walk, const struct bonnie_run *run,
                        unsigned differing, unsigned long line)
{
    for (unsigned op = 0; op < BONNIE_OPS; op++)
        if ((differing & 1u << op) && run->results[op] != NO_LINE)
            record_warn(walk->output->at[run->results[op]].record, "edited-by-hand", line);
}
