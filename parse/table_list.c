/* Lines that name their figures: "baseline (1-5 applied):   qd32: 8001,   qd1: 2015",
 * "vanilla: 412k IOPS". */
#include <string.h>

#include "parse/table.h"

enum { MOST_KEYS = 16 };

struct item {
    struct table_span label;
    struct table_span keys[MOST_KEYS], values[MOST_KEYS];
    size_t nr;
};

static void trim(const char **at, size_t *length)
{
    while (*length && strchr(" \t", **at)) {
        ++*at;
        --*length;
    }
    while (*length && strchr(" \t.", (*at)[*length - 1]))
        --*length;
}

/* Returns where the colon stands that ends a label, or NULL. */
static const char *find_colon(const char *at, size_t length)
{
    size_t depth = 0;
    for (size_t i = 0; i + 1 < length; i++) {
        depth += at[i] == '(';
        depth -= at[i] == ')' && depth;
        if (!depth && at[i] == ':' && strchr(" \t", at[i + 1]))
            return at + i;
    }
    return NULL;
}

/* "qd32: 8001", "iops=8001", "8001 IOPS" */
static bool read_piece(const char *at, size_t length, struct item *item)
{
    trim(&at, &length);
    if (!length || item->nr == MOST_KEYS)
        return false;
    const char *sign = find_colon(at, length);
    if (!sign)
        sign = memchr(at, '=', length);
    const char *value = sign ? sign + 1 : at;
    size_t size = length - (size_t)(value - at), key = sign ? (size_t)(sign - at) : 0;
    trim(&value, &size);
    trim(&at, &key);
    if (!table_is_figure(value, size) || memchr(at, ':', key))
        return false;
    /* "70K iops(read)" */
    const char *open = memchr(value, '(', size);
    if (!sign && open && open[1 + strspn(open + 1, "abcdefghijklmnopqrstuvwxyz ")] == ')' &&
        value[size - 1] == ')') {
        at = open + 1;
        key = (size_t)(value + size - 1 - at);
        size = (size_t)(open - value);
    }
    item->keys[item->nr] = (struct table_span){at, key, 0, 0};
    item->values[item->nr++] = (struct table_span){value, size, 0, 0};
    return true;
}

static bool read_item(const char *line, struct item *item)
{
    enum { LONGEST_LABEL = 60 };
    const char *at = line + strspn(line, " \t*-");
    const char *colon = find_colon(at, strlen(at));
    *item = (struct item){.nr = 0};
    if (!colon || colon == at || colon - at > LONGEST_LABEL)
        return false;
    item->label = (struct table_span){at, (size_t)(colon - at), 0, 0};
    for (const char *rest = colon + 1; *rest;) {
        size_t length = 0;
        while (rest[length] && !(strchr(",;", rest[length]) && strchr(" \t", rest[length + 1])))
            length++;
        if (!read_piece(rest, length, item))
            return false;
        rest += length;
        rest += *rest != '\0';
    }
    return item->nr > 0;
}

static const char *copy(const struct table_grid *grid, const struct table_span *span)
{
    return arena_text(grid->arena, span->at, span->length);
}

/* Finds the column of a key, which may be new; 0 where there is no room. */
static size_t find_key(const struct table_grid *grid, const char **keys, size_t *nr,
                       const struct table_span *key)
{
    const char *text = copy(grid, key);
    for (size_t k = 0; k < *nr; k++)
        if (!strcmp(keys[k], text))
            return k + 1;
    if (*nr == MOST_KEYS)
        return 0;
    keys[*nr] = text;
    return ++*nr;
}

static void add_item(struct table_grid *grid, const struct item *item, size_t line,
                     const char **keys, size_t *nr)
{
    struct table_row *row = table_add_row(grid, line, 1);
    if (!row)
        return;
    row->cells[0] = copy(grid, &item->label);
    for (size_t i = 0; i < item->nr; i++) {
        size_t column = find_key(grid, keys, nr, &item->keys[i]);
        if (column)
            row->cells[column] = copy(grid, &item->values[i]);
    }
}

bool table_list_read(const struct table_region *region, struct table_grid *grid)
{
    const char *keys[MOST_KEYS];
    size_t nr = 0, most = 0;
    grid->is_list = true;
    grid->cols = MOST_KEYS + 1;
    for (size_t i = region->figures; i <= region->last; i++) {
        const struct text_line *line = &grid->stream->lines[i];
        struct item item;
        if (text_is_blank(line))
            continue;
        if (!read_item(line->at, &item))
            return false;
        add_item(grid, &item, i, keys, &nr);
        most = item.nr > most ? item.nr : most;
    }
    /* keys that no line has together are labels of something else */
    if (grid->nr < 2 || nr > most)
        return false;
    struct table_row *head = table_add_head(grid, region->figures, 1);
    for (size_t k = 0; k < nr; k++)
        head->cells[k + 1] = keys[k];
    grid->cols = nr + 1;
    return true;
}
