/* Lines that name their figures: "baseline (1-5 applied):   qd32: 8001,   qd1: 2015",
 * "vanilla: 412k IOPS". */
#include <string.h>
#include <strings.h>

#include "parse/table.h"
#include "parse/vocabulary.h"

enum { MOST_KEYS = 16, MOST_WORDS = 8, LONGEST_ITEM = 200 };

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

/* Cuts off "(stddev 3.1)" and the like behind a figure. */
static size_t without_deviation(const char *at, size_t length)
{
    static const char *const starts[] = {"std", "sd ", "sd=", "\xc2\xb1", "+/-", "+-", "dev"};
    const char *open = memchr(at, '(', length);
    if (!open || open == at || at[length - 1] != ')')
        return length;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (!strncasecmp(open + 1, starts[i], strlen(starts[i])))
            return (size_t)(open - at);
    return length;
}

static bool is_rated(const char *at, size_t length)
{
    struct table_value value;
    return table_word_read(at, length, &value) && !value.has_arrow &&
           (value.scale.unit == TABLE_RATE || value.scale.unit == TABLE_IOPS ||
            value.scale.unit == TABLE_TIME);
}

/* Says whether the words beside a figure tell what it is of: an operation or an average. */
static bool is_key(const char *at, size_t length)
{
    static const char *const words[] = {"avg", "average", "mean", "median"};
    char copy[32];
    if (!length || length >= sizeof copy)
        return false;
    memcpy(copy, at, length);
    copy[length] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (!strcasecmp(copy, words[i]))
            return true;
    return vocabulary_is_op_only(copy);
}

/* "write 212 MB/s", "340 MB/s read", "avg 212 MB/s (stddev 3.1)" */
static bool read_words(const char *at, size_t length, struct item *item)
{
    struct table_span words[MOST_WORDS];
    length = without_deviation(at, length);
    trim(&at, &length);
    size_t nr = table_cut(at, length, 0, 1, words, MOST_WORDS);
    if (nr < 2 || nr == MOST_WORDS)
        return false;
    const char *end = at + length, *behind = words[nr - 1].at;
    const char *first_end = words[0].at + words[0].length;
    struct table_span key = {at, (size_t)(behind - at), 0, 0};
    struct table_span value = {behind, (size_t)(end - behind), 0, 0};
    if (is_rated(words[0].at, words[0].length)) {
        value = (struct table_span){at, words[0].length, 0, 0};
        key = (struct table_span){first_end, (size_t)(end - first_end), 0, 0};
    }
    trim(&key.at, &key.length);
    if (!is_rated(value.at, value.length) || !is_key(key.at, key.length))
        return false;
    item->keys[item->nr] = key;
    item->values[item->nr++] = value;
    return true;
}

/* "qd32: 8001", "iops=8001", "8001 IOPS" */
static bool read_piece(const char *at, size_t length, struct item *item)
{
    trim(&at, &length);
    if (!length || item->nr == MOST_KEYS)
        return false;
    if (read_words(at, length, item))
        return true;
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

size_t table_items_length(const struct text_stream *stream, size_t at)
{
    size_t nr = 0;
    for (; at + nr < stream->nr && nr < TABLE_ROWS; nr++) {
        const struct text_line *line = &stream->lines[at + nr];
        struct item item;
        bool has_unit = line->class == LINE_PROSE && line->length <= LONGEST_ITEM &&
                        (strstr(line->at, "B/s") || strcasestr(line->at, "iops"));
        if (!has_unit || !read_item(line->at, &item))
            break;
        for (size_t i = 0; i < item.nr; i++)
            if (!is_key(item.keys[i].at, item.keys[i].length) ||
                !is_rated(item.values[i].at, item.values[i].length))
                return 0;
    }
    return nr >= 2 ? nr : 0;
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
