/* The CSV line of bonnie++: its figures, and the table of the same run. */
#include <string.h>

#include "parse/bonnie_layout.h"
#include "parse/bonnie_rows.h"
#include "record/units.h"

enum { MOST_LINES = 5 }; /* that one was wrapped into */

static const char *field_text(struct arena *arena, const struct bonnie_fields *fields, size_t i)
{
    return i < fields->nr && fields->at[i].length
               ? arena_text(arena, fields->at[i].at, fields->at[i].length)
               : NULL;
}

/* Returns the place of the value of an operation. */
static size_t value_of(const struct bonnie_layout *layout, unsigned op)
{
    return op < BONNIE_IO_OPS ? layout->io + 2 * op
                              : layout->create + 2 * (op - BONNIE_IO_OPS);
}

static struct bonnie_cell cell_at(const struct bonnie_fields *fields, size_t i)
{
    return i < fields->nr ? fields->at[i] : (struct bonnie_cell){"", 0};
}

/* Marks of quotation and of a log, the sign of a patch's line, and words up to a mark of code
 * stand in front of the first field, which is the machine's name in 1.0x. */
static void skip_marks(struct bonnie_run *run)
{
    const char *name = run->machine, *mark = strstr(name, "> ");
    if (*name == '[' && !mark)
        mark = strstr(name, "] ");
    if (mark)
        name = mark + 2;
    mark = strrchr(name, '`');
    if (mark)
        name = mark + 1;
    if (*name == '-' || *name == '+') {
        run->sign = *name == '-' ? "-" : "+";
        name++;
    }
    run->machine = *name ? name : NULL;
}

static void read_run(struct arena *arena, const struct bonnie_fields *fields,
                     const struct bonnie_layout *layout, struct bonnie_run *run)
{
    const double mib = 1048576;
    const char *size = layout->size ? field_text(arena, fields, layout->size) : NULL;
    run->machine = field_text(arena, fields, layout->name);
    if (run->machine && !layout->name)
        skip_marks(run);
    run->version = layout->version ? field_text(arena, fields, layout->version) : NULL;
    if (size)
        bonnie_set_size(arena, run, size, mib);
    if (layout->seed)
        run->seed = field_text(arena, fields, layout->seed);
    if (layout->concurrency)
        run->concurrency = field_text(arena, fields, layout->concurrency);
    if (layout->chunk && fields->at[layout->chunk].length)
        run->chunk = field_text(arena, fields, layout->chunk);
    if (layout->seeks)
        units_number(fields->at[layout->seeks].at, fields->at[layout->seeks].length, &run->seeks,
                     NULL);
    if (layout->files < fields->nr)
        units_number(fields->at[layout->files].at,
                     strspn(fields->at[layout->files].at, "0123456789"), &run->files, NULL);
    for (unsigned op = 0; op < BONNIE_OPS; op++) {
        size_t value = value_of(layout, op);
        if ((op < BONNIE_IO_OPS ? layout->io > 0 : run->files > 0) && value < fields->nr)
            run->figures[op] = bonnie_read_figure(run, op, fields->at[value],
                                                  cell_at(fields, value + 1));
    }
    run->has_csv = true;
}

static void add_values(struct bonnie_walk *walk, size_t line, const struct bonnie_fields *fields,
                       const struct bonnie_layout *layout, struct bonnie_run *run)
{
    for (unsigned op = 0; op < BONNIE_OPS; op++) {
        size_t value = value_of(layout, op);
        if (run->figures[op].kind == BONNIE_NOTHING || value >= fields->nr)
            continue;
        if (run->results[op] == NO_LINE) {
            run->results[op] = walk->output->nr;
            tool_add_result(walk->output, walk->text, walk->stream, line, run->tool,
                            bonnie_ops[op]);
        }
        struct result *result = &walk->output->at[run->results[op]];
        bonnie_set_figure(result->record, run, op, &run->figures[op]);
        record_unwarn(result->record, "create-rate-bogus");
        record_unwarn(result->record, "column-uncertain");
        bonnie_set_cpu(result->record, cell_at(fields, value + 1));
        if (layout->latency)
            bonnie_set_latency(result->record, cell_at(fields, layout->latency + op));
        bonnie_describe(walk->output, run, result);
    }
}

/* What the CSV says of its printed run is what counts, and is more exact. */
static void merge(struct bonnie_run *printed, const struct bonnie_run *run)
{
    struct bonnie_run merged = *run;
    merged.has_text = true;
    merged.line = printed->line;
    merged.invocation = printed->invocation;
    merged.sign = merged.sign ? merged.sign : printed->sign;
    merged.command = printed->command;
    merged.chunk = merged.chunk ? merged.chunk : printed->chunk;
    merged.version = merged.version ? merged.version : printed->version;
    merged.machine = merged.machine ? merged.machine : printed->machine;
    merged.files = merged.files > 0 ? merged.files : printed->files;
    memcpy(merged.results, printed->results, sizeof merged.results);
    *printed = merged;
}

/* The names of the columns, which -x prints first; they do not fit the values of 2.00a. */
static bool is_header(const char *line)
{
    return strstr(line, "putc,putc_cpu,put_block,put_block_cpu") != NULL;
}

/* Only what a terminal or a mail program may have cut off the line above; behind most of a
 * line it may be a piece of a field. */
static bool is_rest(const struct text_line *line, bool is_near_end)
{
    return line->class == LINE_PROSE && line->length &&
           line->at[strspn(line->at, "0123456789+,.ums")] == '\0' &&
           (is_near_end || strchr(line->at, ','));
}

/* Says whether the last field of the line is whole, as far as it shows. */
static bool is_whole(const struct bonnie_fields *fields, const struct bonnie_layout *layout, size_t lines)
{
    struct bonnie_cell last = fields->at[fields->nr - 1];
    if (fields->is_cut)
        return false;
    if (!last.length) /* of a run without files none of them has a time */
        return !fields->at[fields->nr - 2].length;
    return layout->latency ? bonnie_is_latency(last) : lines == 1;
}

/* Reads the line, with the following ones where it was wrapped; returns how many, or 0. */
static size_t read_lines(const struct bonnie_walk *walk, size_t line, struct bonnie_fields *fields,
                         struct bonnie_layout *layout)
{
    const struct text_stream *stream = &walk->text->streams[walk->stream];
    const char *joined = stream->lines[line].at;
    size_t used = 0, nr_fields = 0;
    for (size_t nr = 1; nr <= MOST_LINES; nr++) {
        struct bonnie_fields found;
        struct bonnie_layout form;
        if (nr > 1)
            joined = arena_printf(walk->output->arena, "%s%s", joined,
                                  stream->lines[line + nr - 1].at);
        bonnie_split_fields(bonnie_clean(walk->output->arena, joined, strlen(joined)), &found);
        nr_fields = found.nr;
        if (found.nr >= 5 && bonnie_find_layout(&found, &form) && (!used || nr_fields <= form.fields)) {
            *fields = found;
            *layout = form;
            used = nr;
        }
        if ((used && is_whole(fields, layout, nr)) || line + nr >= stream->nr ||
            !is_rest(&stream->lines[line + nr], nr_fields + 1 >= BONNIE_OLD_FIELDS))
            break;
    }
    return used;
}

/* "1.97,1.97,hosta,…": two versions and a score of fields. */
static bool is_like_csv(const char *line)
{
    enum { LEAST = 20 };
    size_t first = strspn(line, "0123456789."), second = 0, nr = 0;
    if (first >= 3 && line[first + (line[first] == 'c')] == ',')
        second = strspn(strchr(line, ',') + 1, "0123456789.");
    for (const char *at = line; second >= 3 && (at = strchr(at, ',')); at++)
        nr++;
    return nr >= LEAST;
}

size_t bonnie_take_csv(struct bonnie_walk *walk, size_t line)
{
    struct text_line *lines = walk->text->streams[walk->stream].lines;
    struct bonnie_fields fields = {0}; /* what is not read stays empty, for the compiler too */
    struct bonnie_layout layout = {0};
    struct bonnie_run run = bonnie_run_new();
    unsigned differing = 0;
    if (is_header(lines[line].at)) {
        lines[line].class = LINE_DETAIL;
        return 1;
    }
    size_t used = read_lines(walk, line, &fields, &layout);
    if (!used) {
        if (is_like_csv(lines[line].at))
            tool_fail(walk->output, lines[line].line,
                      "a line of CSV whose number of fields is that of no version of bonnie++",
                      "give the line as bonnie++ printed it");
        return 0;
    }
    read_run(walk->output->arena, &fields, &layout, &run);
    run.line = lines[line].line;
    struct bonnie_run *printed = bonnie_find_print(walk, &run, true, &differing);
    if (printed)
        merge(printed, &run);
    else
        printed = bonnie_add_run(walk, &run);
    for (size_t i = line; i < line + used; i++)
        lines[i].class = LINE_DETAIL;
    add_values(walk, line, &fields, &layout, printed);
    bonnie_warn_edited(walk, printed, differing, run.line);
    return used;
}
