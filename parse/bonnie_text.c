/* Rows of figures in the text of bonnie++ and the original bonnie. */
#include <ctype.h>
#include <string.h>

#include "parse/bonnie_text.h"

static struct bonnie_run *run_of(struct bonnie *bonnie)
{
    return bonnie->run == NO_LINE ? NULL : &bonnie->walk.runs[bonnie->run];
}

/* Whether it is known that the tests of single bytes were left out. */
static bool is_known_fast(const struct bonnie *bonnie)
{
    return bonnie->is_fast || (bonnie->has_blocks && !bonnie->has_bytes);
}

static void add_record(struct bonnie *bonnie, const struct bonnie_line *row, unsigned op)
{
    struct bonnie_run *run = run_of(bonnie);
    run->results[op] = bonnie->walk.output->nr;
    struct result *result = tool_add_result(bonnie->walk.output, bonnie->walk.text,
                                            bonnie->walk.stream, row->at, run->tool,
                                            bonnie_ops[op]);
    result->record->source.text = row->original;
    size_t header = op < BONNIE_IO_OPS || bonnie->header != NO_LINE ? bonnie->header
                                                                    : bonnie->file_header;
    if (header != NO_LINE)
        result->first = header;
}

static void add_pair(struct bonnie *bonnie, const struct bonnie_line *row, unsigned op,
                     struct bonnie_cell rate, struct bonnie_cell cpu)
{
    struct bonnie_run *run = run_of(bonnie);
    add_record(bonnie, row, op);
    struct result *result = &bonnie->walk.output->at[run->results[op]];
    if (op >= BONNIE_IO_OPS && isdigit((unsigned char)*rate.at) &&
        run->figures[op].kind == BONNIE_NOTHING)
        record_warn(result->record, "create-rate-bogus", result->record->source.line);
    bonnie_set_figure(result->record, run, op, &run->figures[op]);
    if (run->figures[op].kind != BONNIE_NOTHING)
        record_set_column(result->record, op < BONNIE_SEEKS ? "bw_bytes_per_s" : "ops_per_s",
                          (size_t)(rate.at - row->match->subject), rate.length);
    bonnie_set_cpu(result->record, cpu);
    bonnie_describe(bonnie->walk.output, run, result);
}

/* bonnie++ 1.98 to 2.00a prints the number of files in place of the rate of files; the
 * rates of bon_csv2txt are right. */
static struct bonnie_figure read_cell(const struct bonnie *bonnie, const struct bonnie_run *run,
                                      unsigned op, const struct bonnie_cell *cells)
{
    const double files_unit = 1024;
    struct bonnie_figure figure = bonnie_read_figure(run, op, cells[0], cells[1]);
    bool is_count = figure.value == run->files * files_unit;
    bool is_known = bonnie_prints_bogus_rates(run->version) || (!run->version && bonnie->is_late);
    bool is_bogus = is_known ? !bonnie->is_converted || is_count : !run->version && is_count;
    if (op >= BONNIE_IO_OPS && figure.kind == BONNIE_NUMBER && is_bogus)
        figure.kind = BONNIE_NOTHING;
    return figure;
}

/* The pairs of a row, and which operation each is of. */
struct pairs {
    struct bonnie_cell cells[2 * BONNIE_IO_OPS];
    unsigned ops[BONNIE_IO_OPS];
    size_t nr;
    bool is_certain;
};

static bool read_pairs(struct bonnie *bonnie, const struct bonnie_line *row, struct pairs *pairs)
{
    const char *start;
    size_t length;
    if (!pattern_group(row->match, "cells", &start, &length))
        return false;
    pairs->nr = bonnie_split(start, length, pairs->cells, 2 * BONNIE_IO_OPS) / 2;
    struct bonnie_form form = {.step = 2, .width = 5, .seam = row->seam};
    if (bonnie_place(&bonnie->columns, row->match->subject, pairs->cells, &form, pairs->nr,
                     pairs->ops, &pairs->is_certain))
        return true;
    tool_fail(bonnie->walk.output, bonnie->lines->lines[row->at].line,
              "a row of bonnie++ whose columns cannot be told apart", "add its CSV line");
    return false;
}

/* Adds the records of a row, or compares it with those of its CSV line. */
static void take_pairs(struct bonnie *bonnie, const struct bonnie_line *row, const struct pairs *pairs,
                       bool is_known, unsigned differing)
{
    unsigned first = bonnie->part == PART_IO ? 0 : BONNIE_IO_OPS;
    unsigned long line = bonnie->lines->lines[row->at].line;
    bonnie->latency_of = bonnie->part;
    if (is_known) {
        bonnie_warn_edited(&bonnie->walk, run_of(bonnie), differing, line);
        return;
    }
    for (size_t i = 0; i < pairs->nr; i++) {
        unsigned op = first + pairs->ops[i];
        add_pair(bonnie, row, op, pairs->cells[2 * i], pairs->cells[2 * i + 1]);
        if (!pairs->is_certain && !is_known_fast(bonnie))
            record_warn(bonnie->walk.output->at[run_of(bonnie)->results[op]].record,
                        "column-uncertain", line);
    }
}

/* Something stands in front of every line, as the header shows: takes it off. */
static const char *without_prefix(const struct bonnie *bonnie, const char *machine)
{
    const struct bonnie_columns *columns = &bonnie->columns;
    size_t nr = columns->prefix;
    if (!machine || !nr || strlen(machine) < nr)
        return machine;
    for (size_t i = 0; i < nr; i++)
        if (machine[i] != columns->line[i] && !(isdigit((unsigned char)machine[i]) &&
                                                isdigit((unsigned char)columns->line[i])))
            return machine;
    return machine + nr;
}

/* Takes the machine's name out of the row, without what progress left in front of it, and
 * without the sign of a patch's line, which becomes a label. */
static void settle_machine(struct bonnie *bonnie, const struct bonnie_line *row,
                           struct bonnie_run *run)
{
    const char *start;
    size_t length;
    if (!pattern_group(row->match, "machine", &start, &length))
        return;
    while (length && start[length - 1] == ' ')
        length--;
    const char *name = arena_text(bonnie->walk.output->arena, start, length);
    if ((*name == '-' || *name == '+') && *row->original == *name) {
        run->sign = *name == '-' ? "-" : "+";
        name++;
    }
    name = without_prefix(bonnie, name);
    const char *done = strstr(name, "...done");
    if (done)
        name = done + strspn(done, "done. ");
    name += strspn(name, " ");
    run->machine = *name ? name : NULL;
}

void bonnie_take_io(struct bonnie *bonnie, const struct bonnie_line *row)
{
    const double mib = 1048576, gb_of_bonnie = 1048576000; /* it divides by 1024 * 1024 * 1000 */
    struct arena *arena = bonnie->walk.output->arena;
    struct bonnie_run run = bonnie_run_new();
    struct pairs pairs;
    const char *size = pattern_group_text(row->match, "size", arena);
    bool is_original = row->match->row->id == BONNIE_ORIGINAL;
    bool is_gb = is_original && bonnie->columns.line && strstr(bonnie->columns.line, " GB ");
    run.tool = is_original ? "bonnie" : "bonnie++";
    run.version = is_original ? NULL : bonnie->version;
    run.concurrency = bonnie->concurrency;
    run.line = bonnie->lines->lines[row->at].line;
    if (bonnie->columns.rate_unit > 0)
        run.rate_unit = bonnie->columns.rate_unit;
    settle_machine(bonnie, row, &run);
    if (!size || !bonnie_set_size(arena, &run, size, is_gb ? gb_of_bonnie : mib) ||
        !read_pairs(bonnie, row, &pairs))
        return;
    if (is_original) /* "1*512" is one file of 512 MB */
        run.size = arena_printf(arena, "%s%s", run.size + (!strncmp(run.size, "1*", 2) ? 2 : 0),
                                is_gb ? "G" : "M");
    for (size_t i = 0; i < pairs.nr; i++)
        run.figures[pairs.ops[i]] =
            read_cell(bonnie, &run, pairs.ops[i], &pairs.cells[2 * i]);
    unsigned differing = 0;
    struct bonnie_run *known = bonnie_find_print(&bonnie->walk, &run, false, &differing);
    bool is_known = known && !is_original;
    if (!is_known)
        known = bonnie_add_run(&bonnie->walk, &run);
    known->has_text = true;
    bonnie->run = (size_t)(known - bonnie->walk.runs);
    if (bonnie->first_run == NO_LINE)
        bonnie->first_run = bonnie->run;
    take_pairs(bonnie, row, &pairs, is_known, differing);
    bonnie->has_bytes = bonnie->has_blocks = false;
}

static bool has_files(const struct bonnie_run *run)
{
    for (unsigned op = BONNIE_IO_OPS; op < BONNIE_OPS; op++)
        if (run->results[op] != NO_LINE)
            return true;
    return false;
}

/* The run that a row of files belongs to: the one above; of several rows below one
 * header, the first of that name that has none yet.  bon_csv2txt prints rows of files
 * apart, and leaves some out.  NO_LINE for a run without I/O. */
static size_t run_of_files(const struct bonnie *bonnie, const char *machine)
{
    if (bonnie->first_run == NO_LINE || (machine && bonnie->is_converted))
        return NO_LINE;
    for (size_t i = bonnie->first_run; i < bonnie->walk.nr; i++) {
        const struct bonnie_run *run = &bonnie->walk.runs[i];
        bool is_named = machine && run->machine &&
                        !strncmp(machine, run->machine, strlen(run->machine));
        if ((machine ? is_named : i == bonnie->run) && (!has_files(run) || run->has_csv))
            return i;
    }
    return NO_LINE;
}

/* The header of the file section cuts the machine's name less than the I/O row does. */
static void lengthen_machine(struct bonnie *bonnie, struct bonnie_run *run)
{
    const char *name = without_prefix(bonnie, bonnie->file_machine);
    name += name ? strspn(name, " ") : 0;
    size_t length = run->machine ? strlen(run->machine) : 0;
    if (!name || strlen(name) <= length || (length && strncmp(name, run->machine, length)))
        return;
    run->machine = name;
}

/* A run without I/O may have been met as CSV. */
static size_t find_files(struct bonnie *bonnie, const struct bonnie_run *fresh)
{
    unsigned differing;
    struct bonnie_run *known = bonnie_find_print(&bonnie->walk, fresh, false, &differing);
    return known && known->has_csv && known->size_bytes <= 0
               ? (size_t)(known - bonnie->walk.runs)
               : NO_LINE;
}

/* Reads the figures of a row of files; returns a bit for each that its CSV line, where that
 * was met before, gives otherwise. */
static unsigned read_files(const struct bonnie *bonnie, const struct pairs *pairs,
                           struct bonnie_run *run, bool is_known)
{
    unsigned differing = 0;
    for (size_t i = 0; i < pairs->nr; i++) {
        unsigned op = BONNIE_IO_OPS + pairs->ops[i];
        struct bonnie_figure figure = read_cell(bonnie, run, op, &pairs->cells[2 * i]);
        const struct bonnie_figure *other = &run->figures[op];
        if (is_known && figure.kind != BONNIE_NOTHING &&
            (figure.kind != other->kind || figure.value != other->value))
            differing |= 1u << op;
        if (!is_known)
            run->figures[op] = figure;
    }
    return differing;
}

void bonnie_take_files(struct bonnie *bonnie, const struct bonnie_line *row)
{
    struct bonnie_run fresh = bonnie_run_new();
    struct pairs pairs;
    if (!read_pairs(bonnie, row, &pairs))
        return;
    settle_machine(bonnie, row, &fresh);
    bonnie->run = run_of_files(bonnie, fresh.machine);
    pattern_group_value(row->match, "files", PATTERN_NUMBER, &fresh.files, NULL);
    fresh.version = bonnie->version;
    fresh.line = bonnie->lines->lines[row->at].line;
    fresh.has_text = true;
    if (bonnie->run == NO_LINE) {
        lengthen_machine(bonnie, &fresh);
        read_files(bonnie, &pairs, &fresh, false);
        bonnie->run = find_files(bonnie, &fresh);
    }
    if (bonnie->run == NO_LINE)
        bonnie->run = (size_t)(bonnie_add_run(&bonnie->walk, &fresh) - bonnie->walk.runs);
    struct bonnie_run *run = run_of(bonnie);
    bool is_known = run->has_csv && has_files(run);
    run->has_text = true;
    if (!is_known) {
        run->files = fresh.files;
        run->version = run->version ? run->version : fresh.version; /* the I/O header was cut */
        lengthen_machine(bonnie, run);
    }
    for (unsigned op = 0; op < BONNIE_IO_OPS && !is_known; op++)
        if (run->results[op] != NO_LINE)
            bonnie_describe(bonnie->walk.output, run,
                            &bonnie->walk.output->at[run->results[op]]);
    unsigned differing = read_files(bonnie, &pairs, run, is_known);
    take_pairs(bonnie, row, &pairs, is_known, differing);
}

void bonnie_take_latency(struct bonnie *bonnie, const struct bonnie_line *row)
{
    /* the cell ends below the middle of %CP */
    const struct bonnie_form form = {.step = 1, .width = 9, .right = 4, .seam = row->seam};
    struct bonnie_cell cells[BONNIE_IO_OPS];
    unsigned ops[BONNIE_IO_OPS];
    const char *start;
    size_t length;
    bool is_certain;
    struct bonnie_run *run = run_of(bonnie);
    unsigned first = bonnie->latency_of == PART_FILES ? BONNIE_IO_OPS : 0;
    if (!run || bonnie->latency_of == PART_NONE ||
        !pattern_group(row->match, "cells", &start, &length))
        return;
    size_t nr = bonnie_split(start, length, cells, BONNIE_IO_OPS), measured = 0;
    unsigned present[BONNIE_IO_OPS];
    for (unsigned op = 0; op < BONNIE_IO_OPS; op++)
        if (run->results[first + op] != NO_LINE)
            present[measured++] = op;
    if (nr == measured)
        memcpy(ops, present, nr * sizeof *ops);
    else if (!bonnie_place(&bonnie->columns, row->match->subject, cells, &form, nr, ops,
                           &is_certain) ||
             !is_certain)
        return;
    for (size_t i = 0; i < nr; i++) {
        if (run->results[first + ops[i]] == NO_LINE)
            continue;
        struct result *result = &bonnie->walk.output->at[run->results[first + ops[i]]];
        if (record_metric(result->record, "lat_max_ns", NULL))
            continue;
        if (bonnie_set_latency(result->record, cells[i]) && result->last < row->at)
            result->last = row->at;
    }
}
