/* What the lines above a table say of its figures: "numbers are in MIOPS", "md0, crypt -
 * MB/s", "Latency (usec):". */
#include <ctype.h>
#include <string.h>

#include "parse/table.h"

enum { LONGEST = 200 };

/* Says whether the word in front of `at` is a figure: "450 MB/s" is no unit of others. */
static bool is_behind_figure(const char *line, const char *at)
{
    while (at > line && strchr(" \t", at[-1]))
        at--;
    return at > line && isdigit((unsigned char)at[-1]);
}

/* Says whether a unit of time is plainly meant for figures: in brackets, behind "in", or a
 * whole word at the end of what the line says. */
static bool is_meant(const char *line, const char *at, size_t length)
{
    if (at == line)
        return false;
    const char *end = at + length + strspn(at + length, " \t:");
    if (length >= 4 && !*end && strchr(" \t", at[-1]))
        return true;
    if (at[-1] == '(' || at[-1] == '[')
        return true;
    return at - line >= 3 && !strncmp(at - 3, "in ", 3) && (at - line == 3 || at[-4] == ' ' ||
                                                           at[-4] == '(' || at[-4] == '\t');
}

/* Returns how many different units the line names for figures below it. */
static size_t find_units(const char *line, struct table_scale *found)
{
    size_t nr = 0;
    for (const char *at = line; *at;) {
        size_t length = strcspn(at, " \t,:;()[]|*`\"'");
        struct table_scale scale;
        size_t size = length;
        while (size && strchr(".!?", at[size - 1]))
            size--;
        bool is_unit = size && table_unit_read(at, size, &scale) && !is_behind_figure(line, at);
        bool is_rate = is_unit && (scale.unit == TABLE_RATE || scale.unit == TABLE_IOPS);
        if (is_rate || (is_unit && scale.unit == TABLE_TIME && is_meant(line, at, size))) {
            if (!nr || found->unit != scale.unit || found->factor != scale.factor)
                nr++;
            *found = scale;
        }
        at += length ? length : 1;
    }
    return nr;
}

static const char *metric_of(const struct table_scale *scale, const char *line)
{
    if (scale->unit == TABLE_RATE)
        return "bw_bytes_per_s";
    if (scale->unit == TABLE_IOPS)
        return "iops";
    if (scale->factor < 1e-4)
        return "lat_mean_ns";
    return strcasestr(line, "lat") || strcasestr(line, "response") ? "lat_mean_ns" : "wall_s";
}

/* "(all MB/s)", "(in usec)" behind the names of the columns. */
static bool read_header(const struct table_grid *grid, const struct table_region *region,
                        struct table_words *title)
{
    for (size_t i = region->first; i < region->figures; i++) {
        const char *line = grid->stream->lines[i].at, *open = strstr(line, "(all ");
        struct table_scale scale;
        if (!open)
            open = strstr(line, "(in ");
        if (!open || find_units(open, &scale) != 1)
            continue;
        title->scale = scale;
        title->metric = metric_of(&scale, line);
        return true;
    }
    return false;
}

void table_title_read(const struct table_grid *grid, const struct table_region *region,
                      struct table_words *title)
{
    *title = (struct table_words){.scale = {TABLE_NO_UNIT, 1, false, false}, .rest = ""};
    if (read_header(grid, region, title))
        return;
    for (size_t i = region->first; i-- > region->above;) {
        const struct text_line *line = &grid->stream->lines[i];
        struct table_scale scale;
        if (line->class != LINE_PROSE || line->length > LONGEST)
            continue;
        size_t nr = find_units(line->at, &scale);
        if (nr == 1) {
            title->scale = scale;
            title->metric = metric_of(&scale, line->at);
        }
        if (nr)
            return; /* several: nobody knows which */
    }
}
