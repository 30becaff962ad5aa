/* Lines of settings and figures: "kernel=6.1 sched=none bw=240MB/s lat=260us". */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "parse/table.h"

enum { MOST_PAIRS = 16, LONGEST_LINE = 300, LONGEST_KEY = 32 };

struct pairs {
    struct table_span label; /* the words in front of the first pair */
    struct table_span keys[MOST_PAIRS], values[MOST_PAIRS];
    size_t nr;
};

static size_t token_length(const char *at)
{
    return strcspn(at, " \t");
}

/* Commas and the like behind a pair are no part of it. */
static size_t without_marks(const char *at, size_t length)
{
    while (length && strchr(",;", at[length - 1]))
        length--;
    return length;
}

static bool is_key(const char *at, size_t length)
{
    if (!length || length > LONGEST_KEY || !isalpha((unsigned char)*at))
        return false;
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)at[i]) && !strchr("_-./", at[i]))
            return false;
    return true;
}

/* Takes a token behind a pair: the unit of its figure. */
static bool take_unit(struct pairs *pairs, const char *at, size_t length)
{
    struct table_scale scale;
    struct table_span *value = &pairs->values[pairs->nr - 1];
    length = without_marks(at, length);
    if (!table_is_figure(value->at, value->length) || !table_unit_read(at, length, &scale))
        return false;
    value->length = (size_t)(at + length - value->at);
    return true;
}

/* Returns whether the line is pairs alone, but for a label in front of them. */
static bool read_pairs(const char *line, struct pairs *pairs)
{
    *pairs = (struct pairs){.nr = 0};
    for (const char *at = line + strspn(line, " \t"); *at; at += strspn(at, " \t")) {
        size_t length = token_length(at), left = without_marks(at, length);
        const char *sign = memchr(at, '=', left);
        if (sign && is_key(at, (size_t)(sign - at)) && sign + 1 < at + left) {
            if (pairs->nr == MOST_PAIRS || strchr("=>", sign[1]))
                return false;
            pairs->keys[pairs->nr] = (struct table_span){at, (size_t)(sign - at), 0, 0};
            pairs->values[pairs->nr++] =
                (struct table_span){sign + 1, (size_t)(at + left - sign - 1), 0, 0};
        } else if (!pairs->nr) {
            pairs->label.at = pairs->label.length ? pairs->label.at : at;
            pairs->label.length = (size_t)(at + length - pairs->label.at);
        } else if (!take_unit(pairs, at, length)) {
            return false;
        }
        at += length;
    }
    return pairs->nr >= 2;
}

/* fio's own lines have their own parser, whole or damaged. */
static bool is_of_fio(const struct pairs *pairs)
{
    static const char *const keys[] = {"io", "runt", "run", "mint", "maxt", "minb", "maxb", "aggrb"};
    for (size_t p = 0; p < pairs->nr; p++)
        for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
            if (strlen(keys[i]) == pairs->keys[p].length &&
                !strncmp(keys[i], pairs->keys[p].at, pairs->keys[p].length))
                return true;
    return false;
}

/* Says whether a pair is a figure of what is measured: "bw=240MB/s", "iops=61000". */
static bool is_measured(const struct table_span *key, const struct table_span *value)
{
    static const char *const metrics[] = {"iops", "bw", "bandwidth", "throughput", "lat", "latency",
                                          "clat"};
    struct table_scale scale = {TABLE_NO_UNIT, 1, false, false};
    if (!table_is_figure(value->at, value->length))
        return false;
    size_t digits = 0;
    while (digits < value->length && (isdigit((unsigned char)value->at[digits]) ||
                                      strchr(".,", value->at[digits])))
        digits++;
    while (digits < value->length && value->at[digits] == ' ')
        digits++;
    table_unit_read(value->at + digits, value->length - digits, &scale);
    if (scale.unit == TABLE_RATE || scale.unit == TABLE_IOPS)
        return true;
    for (size_t i = 0; i < sizeof metrics / sizeof metrics[0]; i++)
        for (size_t k = 0; k + strlen(metrics[i]) <= key->length; k++)
            if (!strncasecmp(key->at + k, metrics[i], strlen(metrics[i])) &&
                (!k || !isalpha((unsigned char)key->at[k - 1])))
                return true;
    return false;
}

static bool is_row(const struct text_stream *stream, size_t at, struct pairs *pairs)
{
    if (at >= stream->nr || stream->lines[at].class != LINE_PROSE ||
        stream->lines[at].length > LONGEST_LINE || !strchr(stream->lines[at].at, '=') ||
        !read_pairs(stream->lines[at].at, pairs) || is_of_fio(pairs))
        return false;
    for (size_t p = 0; p < pairs->nr; p++)
        if (is_measured(&pairs->keys[p], &pairs->values[p]))
            return true;
    return false;
}

static bool has_same_keys(const struct pairs *a, const struct pairs *b)
{
    if (a->nr != b->nr || !a->label.length != !b->label.length)
        return false;
    for (size_t p = 0; p < a->nr; p++)
        if (a->keys[p].length != b->keys[p].length ||
            memcmp(a->keys[p].at, b->keys[p].at, a->keys[p].length) != 0)
            return false;
    return true;
}

size_t table_keys_length(const struct text_stream *stream, size_t at)
{
    struct pairs first, pairs;
    size_t nr = 1;
    if (!is_row(stream, at, &first))
        return 0;
    while (nr < TABLE_ROWS && is_row(stream, at + nr, &pairs) && has_same_keys(&first, &pairs))
        nr++;
    return nr >= 2 ? nr : 0;
}

static const char *copy(const struct table_grid *grid, const struct table_span *span)
{
    return arena_text(grid->arena, span->at, span->length);
}

bool table_keys_read(const struct table_region *region, struct table_grid *grid)
{
    for (size_t i = region->first; i <= region->last; i++) {
        struct pairs pairs;
        if (!read_pairs(grid->stream->lines[i].at, &pairs))
            return false;
        size_t label = pairs.label.length > 0;
        grid->cols = pairs.nr + label;
        struct table_row *head = i == region->first ? table_add_head(grid, i, 1) : NULL;
        struct table_row *row = table_add_row(grid, i, 1);
        if (!row)
            return true;
        if (label)
            row->cells[0] = copy(grid, &pairs.label);
        for (size_t p = 0; p < pairs.nr; p++) {
            row->cells[p + label] = copy(grid, &pairs.values[p]);
            if (head)
                head->cells[p + label] = copy(grid, &pairs.keys[p]);
        }
    }
    return true;
}
