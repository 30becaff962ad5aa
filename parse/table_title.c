/* What the lines above a table say of its figures: "numbers are in MIOPS", "md0, crypt -
 * MB/s", "Latency (usec):". */
#include <ctype.h>
#include <string.h>
#include <strings.h>

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

/* Returns how many different units the line names for figures below it, and how many names of
 * units it has in all. */
static size_t find_units(const char *line, struct table_scale *found, size_t *names)
{
    size_t nr = 0;
    *names = 0;
    for (const char *at = line; *at;) {
        size_t length = strcspn(at, " \t,:;()[]|*`\"'");
        struct table_scale scale;
        size_t size = length;
        while (size && strchr(".!?", at[size - 1]))
            size--;
        bool is_unit = size && table_unit_read(at, size, &scale) && !is_behind_figure(line, at);
        bool is_rate = is_unit && (scale.unit == TABLE_RATE || scale.unit == TABLE_IOPS);
        if (is_rate || (is_unit && scale.unit == TABLE_TIME && is_meant(line, at, size))) {
            ++*names;
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
        size_t names;
        if (!open)
            open = strstr(line, "(in ");
        if (!open || find_units(open, &scale, &names) != 1)
            continue;
        title->scale = scale;
        title->metric = metric_of(&scale, line);
        return true;
    }
    return false;
}

/* Takes the unit of a line beside the table; returns whether it names any. */
static bool read_line(const struct text_line *line, struct table_words *title)
{
    struct table_scale scale;
    if (line->class != LINE_PROSE || line->length > LONGEST)
        return false;
    size_t names, nr = find_units(line->at, &scale, &names);
    /* "Disks Write MB/s Read MB/s %CPU": names of columns that lost their places */
    bool is_head = names > 1 && strchr(line->at, '%');
    if (nr == 1 && !is_head) {
        title->scale = scale;
        title->metric = metric_of(&scale, line->at);
    }
    title->is_unclear = nr > 1 || is_head;
    return nr > 0;
}

static size_t skip_blanks(const struct text_stream *stream, size_t at)
{
    while (at < stream->nr && text_is_blank(&stream->lines[at]))
        at++;
    return at;
}

/* "(IOPS, iodepth=128)", "All numbers are in MB/s" below the table. */
static size_t read_below(const struct table_grid *grid, const struct table_region *region,
                         struct table_words *title)
{
    static const char *const starts[] = {"(", "[", "*", "all ", "numbers ", "values ", "figures ",
                                         "units", "unit:", "results in "};
    size_t at = skip_blanks(grid->stream, region->last + 1);
    if (at == grid->stream->nr || at > region->last + 2)
        return 0;
    const struct text_line *line = &grid->stream->lines[at];
    const char *start = line->at + strspn(line->at, " \t");
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (!strncasecmp(start, starts[i], strlen(starts[i])))
            return read_line(line, title) ? at : 0;
    return 0;
}

static bool is_text(const struct text_stream *stream, size_t at)
{
    return stream->lines[at].class == LINE_PROSE && !text_is_blank(&stream->lines[at]);
}

/* The operation of the last lines above the table, where they are a heading, which mail may
 * have wrapped: "randwrite, three runs:". */
static const char *find_op(const struct table_grid *grid, const struct table_region *region)
{
    enum { LONGEST_HEADING = 100, MOST_LINES = 2 };
    const struct text_stream *stream = grid->stream;
    size_t end = region->first, nr = 0;
    while (end > region->above && text_is_blank(&stream->lines[end - 1]))
        end--;
    while (nr <= MOST_LINES && end - nr > region->above && is_text(stream, end - nr - 1))
        nr++;
    if (!nr || nr > MOST_LINES)
        return NULL;
    const struct text_line *last = &stream->lines[end - 1], *first = &stream->lines[end - nr];
    if (strchr(".?!,;", last->at[last->length - 1]))
        return NULL;
    const char *text = nr == 1 ? last->at : arena_printf(grid->arena, "%s %s", first->at, last->at);
    return strlen(text) <= LONGEST_HEADING ? table_op(text) : NULL;
}

size_t table_title_read(const struct table_grid *grid, const struct table_region *region,
                        struct table_words *title)
{
    *title = (struct table_words){.scale = {TABLE_NO_UNIT, 1, false, false}, .rest = ""};
    title->op = find_op(grid, region);
    if (read_header(grid, region, title))
        return 0;
    for (size_t i = region->first; i-- > region->above;)
        if (read_line(&grid->stream->lines[i], title))
            return 0;
    return read_below(grid, region, title);
}
