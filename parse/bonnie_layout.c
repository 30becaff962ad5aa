#include "parse/bonnie_layout.h"

#include <string.h>

#include "record/units.h"

enum {
    NEW_FIELDS = 48,
    SEEK_FIELDS = 50,
    VALUES = 12,
    MOST_FILE_FIELDS = 5, /* number, largest, smallest, folders, chunk */
    MOST_COMMAS = 6,      /* in a machine's name, where the line is cut too */
};

/* Source: bon_time.cpp of 1.03, 1.97 and 2.00a. */
static const struct bonnie_layout layout_old = {
    .fields = BONNIE_OLD_FIELDS, .size = 1, .io = 2, .files = 14, .create = 15};
static const struct bonnie_layout layout_new = {
    .fields = NEW_FIELDS, .version = 1, .name = 2, .concurrency = 3, .seed = 4, .size = 5,
    .chunk = 6, .io = 7, .files = 19, .create = 24, .latency = 36};
static const struct bonnie_layout layout_seeks = {
    .fields = SEEK_FIELDS, .version = 1, .name = 2, .concurrency = 3, .seed = 4, .size = 5,
    .chunk = 6, .seeks = 7, .io = 9, .files = 21, .create = 26, .latency = 38};

/* Blanks around a field are not its own. */
static struct bonnie_cell trimmed(const char *at, size_t length)
{
    for (; length && strchr(" `", *at); length--)
        at++;
    while (length && strchr(" `", at[length - 1]))
        length--;
    return (struct bonnie_cell){at, length};
}

void bonnie_split_fields(const char *line, struct bonnie_fields *fields)
{
    *fields = (struct bonnie_fields){.nr = 0};
    while (fields->nr < BONNIE_FIELDS) {
        size_t length = strcspn(line, ",");
        fields->at[fields->nr++] = trimmed(line, length);
        if (!line[length])
            break;
        line += length + 1;
    }
}

static bool is_made_of(struct bonnie_cell cell, const char *bytes)
{
    return strspn(cell.at, bytes) >= cell.length;
}

static bool is_version(struct bonnie_cell cell)
{
    size_t length = cell.length;
    double number;
    if (length && cell.at[length - 1] >= 'a' && cell.at[length - 1] <= 'z')
        length--;
    return length == 4 && units_number(cell.at, length, &number, NULL) && number >= 1 && number < 3;
}

/* A name, a quotation mark or the like may stand in front of the first field. */
static void skip_prefix(struct bonnie_fields *fields)
{
    struct bonnie_cell *cell = &fields->at[0];
    if (fields->nr < 2 || !is_version(fields->at[1]))
        return;
    for (size_t i = 1; i <= cell->length; i++) {
        struct bonnie_cell rest = {cell->at + i, cell->length - i};
        if (strchr(" \t:>\"'+-", cell->at[i - 1]) && is_version(rest)) {
            *cell = rest;
            return;
        }
    }
}

/* A value of the 24: a number, pluses, or nothing where the test was left out. */
static bool is_value(const struct bonnie_fields *fields, size_t i)
{
    double value;
    struct bonnie_cell cell = fields->at[i];
    return !cell.length || is_made_of(cell, "+") ||
           units_number(cell.at, cell.length, &value, NULL);
}

/* A rate and the share of CPU beside it are both printed, both left out, or both pluses. */
static bool is_pair(const struct bonnie_fields *fields, size_t i)
{
    const struct bonnie_cell *pair = &fields->at[i];
    bool is_fast = pair[0].length && is_made_of(pair[0], "+");
    return !pair[0].length == !pair[1].length &&
           is_fast == (pair[1].length && is_made_of(pair[1], "+"));
}

/* Counts the values from first on, up to the end of the line; returns whether all are. */
static bool are_values(const struct bonnie_fields *fields, size_t first, size_t *filled)
{
    *filled = 0;
    for (size_t i = first; i < first + VALUES && i < fields->nr; i++) {
        bool is_rate = (i - first) % 2 == 0;
        if (!is_value(fields, i) || (is_rate && i + 1 < fields->nr && !is_pair(fields, i)))
            return false;
        *filled += fields->at[i].length > 0;
    }
    return true;
}

static bool is_size(struct bonnie_cell cell)
{
    double bytes;
    const char *colon = memchr(cell.at, ':', cell.length);
    size_t length = colon ? (size_t)(colon - cell.at) : cell.length;
    return length && *cell.at >= '0' && *cell.at <= '9' && strchr("MG", cell.at[length - 1]) &&
           units_quantity(cell.at, length, UNITS_BINARY, &bytes, NULL);
}

bool bonnie_is_latency(struct bonnie_cell cell)
{
    double seconds;
    return units_duration(cell.at, cell.length, &seconds, NULL);
}

/* Says whether the fields fit the layout, as far as the line goes.  A run without I/O has
 * an empty size, and no values there. */
static bool fits(const struct bonnie_fields *fields, const struct bonnie_layout *layout)
{
    size_t io, create = 0;
    if (fields->nr <= layout->io + 1 || !are_values(fields, layout->io, &io) ||
        !are_values(fields, layout->create, &create))
        return false;
    if (layout->seed && !is_made_of(fields->at[layout->seed], "0123456789"))
        return false;
    if (layout->concurrency && !is_made_of(fields->at[layout->concurrency], "0123456789"))
        return false;
    bool has_size = is_size(fields->at[layout->size]);
    bool has_files = layout->files < fields->nr && fields->at[layout->files].length;
    if (has_files && !strchr("0123456789", *fields->at[layout->files].at))
        return false;
    for (size_t i = layout->latency; i && i < layout->latency + VALUES && i + 1 < fields->nr; i++)
        if (fields->at[i].length && !bonnie_is_latency(fields->at[i]))
            return false;
    return has_size ? io + create >= 2
                    : !fields->at[layout->size].length && !io && has_files && create >= 2;
}

/* Takes `extra` commas of the machine's name out of the count. */
static void join_name(struct bonnie_fields *fields, size_t name, size_t extra)
{
    if (!extra)
        return;
    struct bonnie_cell end = fields->at[name + extra];
    fields->at[name].length = (size_t)(end.at - fields->at[name].at) + end.length;
    memmove(&fields->at[name + 1], &fields->at[name + 1 + extra],
            (fields->nr - name - 1 - extra) * sizeof *fields->at);
    fields->nr -= extra;
}

/* A line of that layout, whole or cut, whose machine's name may hold commas. */
static bool settle(struct bonnie_fields *fields, const struct bonnie_layout *layout)
{
    size_t least = fields->nr > layout->fields ? fields->nr - layout->fields : 0;
    size_t most = fields->nr < layout->fields ? MOST_COMMAS : least;
    for (size_t extra = least; extra <= most && layout->name + extra < fields->nr; extra++) {
        struct bonnie_fields joined = *fields;
        join_name(&joined, layout->name, extra);
        joined.is_cut = joined.nr < layout->fields;
        if (joined.is_cut)
            joined.nr--;
        if (fits(&joined, layout)) {
            *fields = joined;
            return true;
        }
    }
    return false;
}

/* The versions before 1.93 have other numbers of fields, and 1.96 left some out of a run
 * without I/O: what stands at the right end is the same in all of them. */
static bool settle_from_right(struct bonnie_fields *fields, struct bonnie_layout *layout)
{
    size_t end = fields->nr, durations = 0;
    for (size_t i = end - VALUES; i < end; i++) {
        if (fields->at[i].length && !bonnie_is_latency(fields->at[i]))
            break;
        durations += fields->at[i].length > 0;
    }
    *layout = (struct bonnie_layout){.fields = fields->nr, .version = 1, .name = 2};
    layout->latency = durations ? end - VALUES : 0;
    layout->create = end - VALUES * (durations ? 2 : 1);
    for (size_t nr = MOST_FILE_FIELDS; nr > 0; nr--) {
        if (layout->create < nr + VALUES + 4)
            continue;
        layout->files = layout->create - nr;
        layout->io = layout->files - VALUES;
        for (size_t back = 1; back <= 2; back++) {
            layout->size = layout->io - back;
            layout->chunk = back == 2 ? layout->io - 1 : 0;
            if (fits(fields, layout))
                return true;
        }
    }
    return false;
}

/* A whole line without I/O, of which 1.96 wrote less fields: only its files count. */
static bool settle_files(struct bonnie_fields *fields, struct bonnie_layout *layout)
{
    size_t end = fields->nr, filled;
    *layout = (struct bonnie_layout){.fields = end, .version = 1, .name = 2};
    layout->latency = end - VALUES;
    layout->create = layout->latency - VALUES;
    layout->files = layout->create - MOST_FILE_FIELDS;
    for (size_t i = 0; i < VALUES; i++)
        if (fields->at[layout->latency + i].length &&
            !bonnie_is_latency(fields->at[layout->latency + i]))
            return false;
    for (size_t i = 5; i < layout->files; i++)
        if (fields->at[i].length)
            return false;
    layout->io = layout->size = 0;
    return are_values(fields, layout->create, &filled) && filled >= 2 &&
           fields->at[layout->files].length &&
           is_made_of(fields->at[layout->files], "0123456789") &&
           bonnie_is_latency(fields->at[end - 1]);
}

bool bonnie_find_layout(struct bonnie_fields *fields, struct bonnie_layout *layout)
{
    enum { LEAST_OLD = 15, LEAST_ODD = 29 };
    skip_prefix(fields);
    if (fields->nr > 2 && is_version(fields->at[0]) && is_version(fields->at[1])) {
        double format;
        units_number(fields->at[0].at, 4, &format, NULL);
        *layout = format > 1.975 ? layout_seeks : layout_new;
        bool is_known = format > 1.925;
        if (is_known && settle(fields, layout))
            return true;
        if (fields->nr >= LEAST_ODD && settle_from_right(fields, layout))
            return true;
        return fields->nr > 2 * VALUES + MOST_FILE_FIELDS + 5 && settle_files(fields, layout);
    }
    *layout = layout_old;
    return fields->nr >= LEAST_OLD && settle(fields, layout);
}
