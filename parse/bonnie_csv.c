/* The CSV line of bonnie++. */
#include <math.h>
#include <string.h>

#include "parse/bonnie.h"
#include "record/units.h"

enum { MOST_FIELDS = 80, OLD_FIELDS = 27, NEW_FIELDS = 48, SEEK_FIELDS = 50, VALUES = 12 };

struct fields {
    const char *at[MOST_FIELDS];
    size_t length[MOST_FIELDS];
    size_t nr;
};

/* Where things stand in a form of the line. */
struct layout {
    size_t fields;  /* of a whole line */
    size_t name;    /* the machine; commas in it move what follows */
    size_t seed;    /* 0 where there is none */
    size_t version; /* 0 where there is none */
    size_t size;
    size_t io;      /* first of 12 values */
    size_t files;
    size_t create;  /* first of 12 values */
    size_t latency; /* first of 12, 0 where there is none */
};

/* Source: bonnie++'s bon_time.cpp of 1.03, 1.97 and 2.00a. */
static const struct layout layout_old = {OLD_FIELDS, 0, 0, 0, 1, 2, 14, 15, 0};
static const struct layout layout_new = {NEW_FIELDS, 2, 4, 1, 5, 7, 19, 24, 36};
static const struct layout layout_seeks = {SEEK_FIELDS, 2, 4, 1, 5, 9, 21, 26, 38};

static void split(const char *line, struct fields *fields)
{
    fields->nr = 0;
    line += strspn(line, " \t");
    while (fields->nr < MOST_FIELDS) {
        size_t length = strcspn(line, ",");
        fields->at[fields->nr] = line;
        fields->length[fields->nr++] = length;
        if (!line[length])
            break;
        line += length + 1;
    }
}

static bool is_version(const char *at, size_t length)
{
    double number;
    size_t digits = length && at[length - 1] >= 'a' && at[length - 1] <= 'z' ? length - 1 : length;
    return digits == 4 && units_number(at, digits, &number, NULL) && number >= 1 && number < 3;
}

/* A value of the 24: a number, pluses, or nothing where the test was left out. */
static bool is_value(const struct fields *fields, size_t i)
{
    double value;
    return !fields->length[i] || strspn(fields->at[i], "+") >= fields->length[i] ||
           units_number(fields->at[i], fields->length[i], &value, NULL);
}

static bool has_values(const struct fields *fields, size_t first)
{
    size_t filled = 0;
    for (size_t i = first; i < first + VALUES; i++) {
        if (i >= fields->nr || !is_value(fields, i))
            return false;
        filled += fields->length[i] > 0;
    }
    return filled >= 2;
}

/* Recognises the form and takes commas of the machine's name out of the count;
 * a line that was cut keeps at least its I/O values. */
static const struct layout *find_layout(struct fields *fields)
{
    const struct layout *layout = &layout_old;
    double bytes;
    if (fields->nr > 2 && is_version(fields->at[0], fields->length[0]) &&
        is_version(fields->at[1], fields->length[1])) {
        double format;
        units_number(fields->at[0], 4, &format, NULL);
        layout = format > 1.975 ? &layout_seeks : &layout_new;
    } else if (fields->nr < OLD_FIELDS - VALUES) {
        return NULL;
    }
    size_t extra = fields->nr > layout->fields ? fields->nr - layout->fields : 0;
    if (extra) {
        size_t name = layout->name;
        fields->length[name] = (size_t)(fields->at[name + extra] - fields->at[name]) +
                               fields->length[name + extra];
        for (size_t i = name + 1; i + extra < fields->nr; i++) {
            fields->at[i] = fields->at[i + extra];
            fields->length[i] = fields->length[i + extra];
        }
        fields->nr -= extra;
    }
    /* What mail cut off may be the rest of the last field. */
    if (fields->nr < layout->fields)
        fields->nr--;
    size_t colon = layout->size < fields->nr
                       ? strcspn(fields->at[layout->size], ",:")
                       : 0;
    if (!colon || !units_quantity(fields->at[layout->size], colon, UNITS_BINARY, &bytes, NULL) ||
        !has_values(fields, layout->io))
        return NULL;
    return layout;
}

static const char *field_text(struct arena *arena, const struct fields *fields, size_t i)
{
    return i < fields->nr && fields->length[i] ? arena_text(arena, fields->at[i], fields->length[i])
                                               : NULL;
}

/* A bare size is in MiB. */
static double size_bytes(const char *size)
{
    double bytes = 0;
    size_t length = strcspn(size, ":");
    if (!units_quantity(size, length, UNITS_BINARY, &bytes, NULL))
        return 0;
    return strchr("0123456789", size[length - 1]) ? bytes * 1048576 : bytes;
}

static void read_run(struct arena *arena, const struct fields *fields,
                     const struct layout *layout, struct bonnie_run *run)
{
    run->machine = field_text(arena, fields, layout->name);
    run->version = layout->version ? field_text(arena, fields, layout->version) : NULL;
    run->size = field_text(arena, fields, layout->size);
    run->seed = layout->seed ? field_text(arena, fields, layout->seed) : NULL;
    run->size_bytes = run->size ? size_bytes(run->size) : 0;
    run->concurrency = layout->version ? field_text(arena, fields, layout->name + 1) : NULL;
    if (layout->files < fields->nr) {
        size_t digits = strspn(fields->at[layout->files], "0123456789");
        units_number(fields->at[layout->files], digits, &run->files, NULL);
    }
}

/* The text cuts the machine's name, and rounds; so the same run has a name that
 * starts alike, and rates that are near. */
static bool is_same_run(const struct tool_output *output, const struct bonnie_run *printed,
                        const struct bonnie_run *run, const struct fields *fields, size_t io)
{
    size_t length = printed->machine ? strlen(printed->machine) : 0;
    if (!printed->invocation ||
        (length && run->machine && strncmp(printed->machine, run->machine, length)))
        return false;
    for (unsigned op = 0; op < BONNIE_IO_OPS; op++) {
        double text, csv, scale = op < BONNIE_SEEKS ? 1024 : 1;
        const char *name = op < BONNIE_SEEKS ? "bw_bytes_per_s" : "ops_per_s";
        if (printed->results[op] == NO_LINE ||
            !units_number(fields->at[io + 2 * op], fields->length[io + 2 * op], &csv, NULL) ||
            !record_metric(output->at[printed->results[op]].record, name, &text))
            continue;
        if (fabs(csv * scale - text) > 0.06 * text)
            return false;
    }
    return true;
}

static void set_rest(struct record *record, const struct fields *fields, size_t value,
                     size_t latency)
{
    double number;
    if (value + 1 < fields->nr &&
        units_number(fields->at[value + 1], fields->length[value + 1], &number, NULL))
        record_set_metric(record, "cpu_pct", number, 1);
    /* "3643m" was cut: bonnie++ prints no minutes. */
    if (latency && latency < fields->nr && fields->length[latency] &&
        fields->at[latency][fields->length[latency] - 1] == 's' &&
        units_duration(fields->at[latency], fields->length[latency], &number, NULL))
        record_set_metric(record, "lat_max_ns", round(number * 1e9), 0);
}

bool bonnie_take_csv(struct text *text, struct tool_output *output, size_t stream, size_t line,
                     struct bonnie_run *printed)
{
    struct text_line *at = &text->streams[stream].lines[line];
    struct fields fields;
    struct bonnie_run run = bonnie_run_new();
    split(at->at, &fields);
    const struct layout *layout = find_layout(&fields);
    if (!layout)
        return false;
    read_run(output->arena, &fields, layout, &run);
    bool is_same = is_same_run(output, printed, &run, &fields, layout->io);
    run.invocation = is_same ? printed->invocation : ++output->invocations;
    at->class = LINE_DETAIL;
    for (unsigned op = 0; op < BONNIE_OPS; op++) {
        size_t value = op < BONNIE_IO_OPS ? layout->io + 2 * op
                                          : layout->create + 2 * (op - BONNIE_IO_OPS);
        size_t latency = layout->latency ? layout->latency + op : 0;
        if (value >= fields.nr || !fields.length[value] ||
            (op >= BONNIE_IO_OPS && (!run.files || !is_value(&fields, value))))
            continue;
        struct result *result;
        if (is_same && printed->results[op] != NO_LINE)
            result = &output->at[printed->results[op]];
        else
            result = tool_add_result(output, text, stream, line, "bonnie++", bonnie_ops[op]);
        if (bonnie_set_rate(result->record, &run, op, fields.at[value], fields.length[value]))
            record_unwarn(result->record, "create-rate-bogus");
        set_rest(result->record, &fields, value, latency);
        bonnie_describe(output, &run, result);
    }
    /* The next run's text must not find this line again. */
    printed->invocation = 0;
    return true;
}
