#include "parse/fio_terse.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "record/units.h"

enum {
    PERCENTILES = 20,
    TAIL = 34,       /* usr%, sys%, 3 counters, 7 depths, 10 + 12 latencies */
    LEAST_VALUES = 4 /* of a direction that is cut, where the version stands in front */
};

/* clang-format off: tables */
/*                                                    fields iops runtime slat clat lat pct share */
static const struct terse_direction of_1_0 = {16, TERSE_NONE, 2, 3, 7, TERSE_NONE, TERSE_NONE, 13};
static const struct terse_direction of_1_5 = {20, TERSE_NONE, 2, 3, 7, 11, TERSE_NONE, 17};
static const struct terse_direction of_2_0 = {41, 2, 3, 4, 8, 32, 12, 38};
static const struct terse_direction of_3_0 = {47, 2, 3, 4, 8, 32, 12, 38};

const struct terse_layout terse_layouts[] = {
    {"version 5", '5', true, ';', &of_3_0, {"read", "write", "trim", "mixed"}},
    {"version 4", '4', true, ';', &of_2_0, {"read", "write", "trim", "mixed"}},
    {"version 3", '3', true, ';', &of_2_0, {"read", "write", "mixed"}},
    {"version 2", '2', false, ';', &of_2_0, {"read", "write", "trim", "mixed"}},
    {"version 2 of 1.5x", '2', false, ';', &of_1_5, {"read", "write"}},
    {"1.x", '\0', false, ';', &of_1_0, {"read", "write"}},
    {"1.x before 1.15", '\0', false, ',', &of_1_0, {"read", "write"}},
};
/* clang-format on */

const size_t terse_layouts_nr = sizeof terse_layouts / sizeof terse_layouts[0];

static bool is_number(const struct terse_field *field)
{
    double value;
    return units_number(field->at, field->length, &value, NULL) && value >= 0;
}

static bool is_integer(const struct terse_field *field)
{
    return field->length && field->length < 20 &&
           strspn(field->at, "0123456789") >= field->length;
}

static bool is_share(const struct terse_field *field)
{
    struct terse_field number = {field->at, field->length - 1};
    return field->length > 1 && field->at[field->length - 1] == '%' && is_number(&number);
}

static bool is_percentile(const struct terse_field *field)
{
    const char *mark = field->length > 3 ? memmem(field->at, field->length, "%=", 2) : NULL;
    if (!mark)
        return false;
    struct terse_field percent = {field->at, (size_t)(mark - field->at)};
    struct terse_field value = {mark + 2, field->length - percent.length - 2};
    return is_number(&percent) && is_integer(&value);
}

double terse_number(const struct terse_line *line, size_t field)
{
    double value = 0;
    if (field >= line->nr)
        return 0;
    size_t length = line->fields[field].length;
    if (is_share(&line->fields[field]))
        length--;
    return units_number(line->fields[field].at, length, &value, NULL) ? value : 0;
}

/* Says what a field of a direction must be. */
static bool is_fitting(const struct terse_direction *direction, int place,
                       const struct terse_field *field)
{
    bool is_of_percentiles = direction->percentiles != TERSE_NONE &&
                             place >= direction->percentiles &&
                             place < direction->percentiles + PERCENTILES;
    return is_of_percentiles             ? is_percentile(field)
           : place == direction->share   ? is_share(field)
           : place <= direction->runtime ? is_integer(field)
                                         : is_number(field);
}

/* Returns how many fields of a direction stand from first on, up to all of them; 0
 * where one of those there does not fit. */
static size_t count_fitting(const struct terse_line *line, size_t first)
{
    const struct terse_direction *direction = line->layout->direction;
    size_t nr = 0;
    for (; nr < (size_t)direction->fields && first + nr < line->nr; nr++)
        if (!is_fitting(direction, (int)nr, &line->fields[first + nr]))
            return 0;
    return nr;
}

/* Bandwidth, bytes and time must tell the same: old lines have little else that tells
 * them from other lists of numbers.  To 1.x fio divides bytes by milliseconds. */
static bool is_consistent(const struct terse_line *line, size_t first)
{
    double kib = terse_number(line, first), rate = terse_number(line, first + 1);
    double runtime = terse_number(line, first + (size_t)line->layout->direction->runtime);
    if (kib == 0 || runtime == 0)
        return kib == 0 && rate == 0;
    double binary = kib * 1000 / runtime, decimal = kib * 1024 / runtime;
    double slack = 1 + binary * 0.01 + 1024 / runtime;
    return fabs(rate - binary) <= slack || fabs(rate - decimal) <= slack;
}

static void split(const char *text, bool is_ended, struct terse_line *line)
{
    const char separator[2] = {line->layout->separator, '\0'};
    line->nr = 0;
    while (line->nr < TERSE_FIELDS) {
        size_t length = strcspn(text, separator), blanks = 0;
        while (separator[0] == ',' && blanks < length && text[blanks] == ' ')
            blanks++; /* mail programs and people put one behind a comma */
        line->fields[line->nr++] = (struct terse_field){text + blanks, length - blanks};
        if (!text[length])
            break;
        text += length + 1;
    }
    line->nr -= !is_ended;
}

/* Returns the field that ends in the version, NO field being TERSE_FIELDS. */
static size_t find_version(const struct terse_line *line)
{
    const struct terse_layout *layout = line->layout;
    for (size_t i = 0; i + 1 < line->nr; i++) {
        const struct terse_field *field = &line->fields[i], *next = field + 1;
        if (!field->length || field->at[field->length - 1] != layout->version ||
            (field->length > 1 && isalnum((unsigned char)field->at[field->length - 2])))
            continue;
        if (!layout->has_tool_version)
            return i;
        size_t skip = next->length > 4 && !strncmp(next->at, "fio-", 4) ? 4 : 0;
        if (next->length > skip + 2 && isdigit((unsigned char)next->at[skip]) &&
            memchr(next->at + skip, '.', next->length - skip))
            return i;
    }
    return TERSE_FIELDS;
}

/* Returns the field of the first direction, TERSE_FIELDS where there is none.  A job's
 * name is not escaped, so that its separators shift what follows: the place is found
 * from the first field whose form tells what it is.  header: where the name starts. */
static size_t find_first(const struct terse_line *line, size_t header)
{
    const struct terse_direction *direction = line->layout->direction;
    bool has_percentiles = direction->percentiles != TERSE_NONE;
    size_t place = (size_t)(has_percentiles ? direction->percentiles : direction->share);
    for (size_t i = header + 3 + place; i < line->nr; i++)
        if (has_percentiles ? is_percentile(&line->fields[i]) : is_share(&line->fields[i]))
            return i - place;
    /* Cut before that: the name is one field. */
    return line->layout->has_tool_version && line->nr >= header + 3 + LEAST_VALUES ? header + 3
                                                                                  : TERSE_FIELDS;
}

static bool has_header(const struct terse_line *line, size_t header)
{
    return line->first >= header + 3 && is_integer(&line->fields[line->first - 2]) &&
           is_integer(&line->fields[line->first - 1]);
}

/* Counts the directions, and says whether what follows them ends them. */
static bool count_directions(struct terse_line *line)
{
    const struct terse_layout *layout = line->layout;
    size_t least = (size_t)(layout->direction->percentiles != TERSE_NONE ||
                                    !layout->has_tool_version
                                ? layout->direction->runtime + 1
                                : layout->direction->fields);
    size_t at = line->first;
    for (line->directions = 0; line->directions < TERSE_DIRECTIONS; line->directions++) {
        size_t nr = count_fitting(line, at);
        if (!layout->ops[line->directions] || nr < least || !is_consistent(line, at))
            break;
        at += nr;
        if (nr < (size_t)layout->direction->fields) {
            line->directions++;
            return line->directions > 0;
        }
    }
    bool has_cpu = at < line->nr && is_share(&line->fields[at]);
    line->is_whole = has_cpu && at + TAIL <= line->nr;
    if (line->is_whole && at + TAIL < line->nr)
        line->disks = line->fields[at + TAIL].at;
    return line->directions > 0 && (has_cpu || at + count_fitting(line, at) == line->nr);
}

static void read_header(struct arena *arena, struct terse_line *line, size_t version, size_t header)
{
    const struct terse_field *name = &line->fields[header], *end = &line->fields[line->first - 3];
    line->job = arena_text(arena, name->at, (size_t)(end->at + end->length - name->at));
    if (line->layout->has_tool_version) {
        const struct terse_field *tool = &line->fields[version + 1];
        size_t skip = strncmp(tool->at, "fio-", 4) ? 0 : 4;
        line->tool_version = arena_text(arena, tool->at + skip, tool->length - skip);
    }
}

static bool read_layout(struct arena *arena, struct terse_line *line)
{
    const struct terse_layout *layout = line->layout;
    size_t version = layout->version ? find_version(line) : 0;
    if (version == TERSE_FIELDS)
        return false;
    size_t header = layout->version ? version + 1 + layout->has_tool_version : 0;
    line->first = find_first(line, header);
    if (line->first == TERSE_FIELDS || !has_header(line, header) || !count_directions(line))
        return false;
    /* Nothing but its form tells a line of 1.x, so that it must be whole. */
    if (!layout->version && line->directions < 2)
        return false;
    read_header(arena, line, version, header);
    return true;
}

/* "3;fio-2.1.4;job;0;0;" before numbers alone: fio's by its own words, and as no version
 * prints it, since percentiles are missing.  What it says of reads and writes is kept. */
static bool read_odd(struct arena *arena, struct terse_line *line)
{
    enum { HEADER = 2, FIRST = 5 };
    size_t fields = (size_t)line->layout->direction->fields;
    if (!line->layout->has_tool_version || line->nr < FIRST + fields || find_version(line) != 0 ||
        line->fields[0].length != 1 || strncmp(line->fields[1].at, "fio-", 4))
        return false;
    for (size_t i = FIRST; i < line->nr; i++)
        if (!is_number(&line->fields[i]))
            return false;
    line->first = FIRST;
    if (!has_header(line, HEADER))
        return false;
    line->directions = line->nr >= FIRST + 2 * fields ? 2 : 1;
    line->is_odd = true;
    read_header(arena, line, 0, HEADER);
    return true;
}

bool terse_read(struct arena *arena, const char *text, bool is_ended, struct terse_line *line)
{
    char separator = '\0';
    bool has_percentiles = strstr(text, "%=") != NULL, has_shares = strchr(text, '%') != NULL;
    for (size_t i = 0; i < terse_layouts_nr; i++) {
        line->layout = &terse_layouts[i];
        if (!line->layout->has_tool_version &&
            !(line->layout->direction->percentiles == TERSE_NONE ? has_shares : has_percentiles))
            continue; /* what it would be known by is missing: most lines end here */
        line->tool_version = NULL;
        line->disks = "";
        line->is_whole = line->is_odd = false;
        if (separator != line->layout->separator)
            split(text, is_ended, line);
        separator = line->layout->separator;
        if (read_layout(arena, line) || read_odd(arena, line))
            return true;
    }
    return false;
}

const char *terse_op(const struct terse_line *line, size_t direction)
{
    /* unified_rw_reporting=1 prints one direction only. */
    if (line->directions == 1 && line->is_whole && line->layout->direction->percentiles != TERSE_NONE)
        return "mixed";
    return line->layout->ops[direction];
}

static size_t field_of(const struct terse_line *line, size_t direction, int place)
{
    return line->first + direction * (size_t)line->layout->direction->fields + (size_t)place;
}

bool terse_has_io(const struct terse_line *line, size_t direction)
{
    int iops = line->layout->direction->iops;
    return terse_number(line, field_of(line, direction, 0)) > 0 ||
           (iops != TERSE_NONE && terse_number(line, field_of(line, direction, iops)) > 0);
}

/* Microseconds; min and max are cut to whole ones, the others have a fraction. */
static void fill_latency(const struct terse_line *line, size_t direction, const char *kind,
                         int place, struct record *record)
{
    static const struct {
        const char *name;
        double digit_ns;
    } parts[] = {{"min", 1000}, {"max", 1000}, {"mean", 0}, {"stddev", 0}};
    if (place == TERSE_NONE || field_of(line, direction, place) + 4 > line->nr)
        return;
    if (terse_number(line, field_of(line, direction, place + 1)) == 0 &&
        terse_number(line, field_of(line, direction, place + 2)) == 0)
        return; /* none was measured */
    for (int i = 0; i < 4; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s_%s_ns", kind, parts[i].name);
        record_set_metric(record, name,
                          terse_number(line, field_of(line, direction, place + i)) * 1000,
                          parts[i].digit_ns);
    }
}

static void fill_percentiles(const struct terse_line *line, size_t direction,
                             struct record *record)
{
    int place = line->layout->direction->percentiles;
    for (int i = 0; place != TERSE_NONE && i < PERCENTILES; i++) {
        size_t at = field_of(line, direction, place + i);
        if (at >= line->nr)
            return;
        const struct terse_field *field = &line->fields[at];
        const char *mark = memmem(field->at, field->length, "%=", 2);
        double percent, usec;
        char name[40];
        /* Those that are not used read "0%=0". */
        if (!mark || !units_number(field->at, (size_t)(mark - field->at), &percent, NULL) ||
            percent <= 0 || percent > 100 ||
            !units_number(mark + 2, field->length - (size_t)(mark + 2 - field->at), &usec, NULL))
            continue;
        metric_percentile_name(name, sizeof name, "clat", percent);
        record_set_metric(record, name, usec * 1000, 1000);
    }
}

static void fill_tail(const struct terse_line *line, struct record *record)
{
    size_t at = line->first + line->directions * (size_t)line->layout->direction->fields;
    if (!line->is_whole)
        return;
    record_set_metric(record, "cpu_user_pct", terse_number(line, at), 0);
    record_set_metric(record, "cpu_sys_pct", terse_number(line, at + 1), 0);
}

static void fill_rates(const struct terse_line *line, size_t direction, struct record *record)
{
    const struct terse_direction *places = line->layout->direction;
    record_set_metric(record, "bw_bytes_per_s",
                      terse_number(line, field_of(line, direction, 1)) * 1024, 1024);
    record_set_metric(record, "iops", terse_number(line, field_of(line, direction, places->iops)), 1);
}

void terse_fill(const struct terse_line *line, size_t direction, struct record *record)
{
    const struct terse_direction *places = line->layout->direction;
    if (line->is_odd) {
        fill_rates(line, direction, record);
        return;
    }
    double kib = terse_number(line, field_of(line, direction, 0));
    double rate = terse_number(line, field_of(line, direction, 1));
    double runtime = terse_number(line, field_of(line, direction, places->runtime));
    record_set_metric(record, "io_bytes", kib * 1024, 1024);
    /* The printed rate is cut to whole KiB/s, and decimal before 1.25.2; bytes by time
     * are neither. */
    if (runtime > 0)
        record_set_metric(record, "bw_bytes_per_s", kib * 1024 * 1000 / runtime,
                          1024 * 1000 / runtime);
    else if (places->iops != TERSE_NONE)
        record_set_metric(record, "bw_bytes_per_s", rate * 1024, 1024);
    if (places->iops != TERSE_NONE)
        record_set_metric(record, "iops",
                          terse_number(line, field_of(line, direction, places->iops)), 1);
    record_set_metric(record, "runtime_s", runtime / 1000, 0.001);
    fill_latency(line, direction, "slat", places->slat, record);
    fill_latency(line, direction, "clat", places->clat, record);
    fill_latency(line, direction, "lat", places->lat, record);
    fill_percentiles(line, direction, record);
    fill_tail(line, record);
}
