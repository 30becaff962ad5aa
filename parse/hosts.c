/* Output of several hosts that a launcher or log put into one text; see raw_line.h. */
#include <ctype.h>
#include <string.h>

#include "parse/look.h"
#include "parse/raw_line.h"
#include "parse/shape.h"

enum { MOST_HOSTS = 32, NOBODY = MOST_HOSTS };

/* What stands before the lines of one host. */
struct host {
    struct look look;
    uint64_t kinds; /* a bit for each kind of line that was met behind it */
    size_t first;   /* line */
    const char *name;
    size_t size;
    size_t padding; /* blanks that all of its lines have behind that */
};

struct hosts {
    struct host at[MOST_HOSTS];
    size_t nr;
};

/* Sets the look of what stands before a line of a tool; returns whether it can be what
 * names a host: it has a letter, and ends as such marks do. */
static bool take_prefix(struct look *look, const char *at, size_t length)
{
    bool has_letter = false;
    if (length >= LOOK_LONGEST)
        return false;
    look_take(look, at, length);
    while (look->length && look->text[look->length - 1] == ' ')
        look->text[--look->length] = '\0';
    for (size_t i = 0; i < look->length; i++)
        has_letter = has_letter || isalpha((unsigned char)look->text[i]);
    return look->length && has_letter && strchr(":|])", look->text[look->length - 1]);
}

static void learn(struct hosts *hosts, const struct raw_lines *lines)
{
    for (size_t i = 0; i < lines->nr; i++) {
        const struct raw_line *line = &lines->at[i];
        struct look look;
        size_t at = 0, h = 0;
        int kind = shape_find(lines->shapes, line->at, line->length, &at);
        if (!kind || !at || !take_prefix(&look, line->at, at))
            continue;
        while (h < hosts->nr && strcmp(hosts->at[h].look.text, look.text))
            h++;
        if (h == MOST_HOSTS)
            continue;
        if (h == hosts->nr)
            hosts->at[hosts->nr++] = (struct host){.look = look, .first = i};
        hosts->at[h].kinds |= (uint64_t)1 << kind;
    }
}

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || strchr("-_.", c);
}

/* Finds what differs in the looks of two hosts, widened to a whole name; returns
 * whether it is a name in both. */
static bool find_name(const struct look *look, const struct look *other, size_t *from,
                      size_t *to)
{
    size_t left = 0, right = 0, shorter = look->length < other->length ? look->length
                                                                      : other->length;
    while (left < shorter && look->text[left] == other->text[left])
        left++;
    while (right < shorter - left && look->text[look->length - 1 - right] ==
                                         other->text[other->length - 1 - right])
        right++;
    for (size_t i = left; i < other->length - right; i++)
        if (!is_of_name(other->text[i]))
            return false;
    for (size_t i = left; i < look->length - right; i++)
        if (!is_of_name(look->text[i]))
            return false;
    while (left && is_of_name(look->text[left - 1]))
        left--;
    while (right && is_of_name(look->text[look->length - right]))
        right--;
    *from = left;
    *to = look->length - right;
    return *to > *from;
}

/* Drops those that stand before one kind of line alone, and those that differ from the
 * first one in more than a name; names the others. */
static void choose(struct hosts *hosts, const struct raw_lines *lines)
{
    size_t kept = 0, from, to;
    for (size_t i = 0; i < hosts->nr; i++)
        if (hosts->at[i].kinds & (hosts->at[i].kinds - 1))
            hosts->at[kept++] = hosts->at[i];
    hosts->nr = kept;
    kept = 0;
    for (size_t i = 0; i < hosts->nr; i++) {
        struct host *host = &hosts->at[i];
        const struct look *other = &hosts->at[i || hosts->nr < 2 ? 0 : 1].look;
        if (hosts->nr < 2 || !find_name(&host->look, other, &from, &to))
            continue;
        host->name = lines->at[host->first].at + (from ? host->look.end[from - 1] : 0);
        host->size = (size_t)host->look.end[to - 1] - (from ? host->look.end[from - 1] : 0);
        while (host->size && strchr(" \t", *host->name)) {
            host->name++;
            host->size--;
        }
        hosts->at[kept++] = *host;
    }
    hosts->nr = kept;
}

/* Returns whose line it is, with *length what stands before it. */
static size_t find_owner(const struct hosts *hosts, const struct raw_line *line, size_t *length)
{
    struct look look;
    look_take(&look, line->at, line->length);
    for (size_t h = 0; h < hosts->nr; h++)
        if (look.length >= hosts->at[h].look.length &&
            !memcmp(look.text, hosts->at[h].look.text, hosts->at[h].look.length)) {
            *length = look.end[hosts->at[h].look.length - 1];
            return h;
        }
    return NOBODY;
}

static void add(struct raw_lines *to, const struct raw_line *line)
{
    to->at = arena_grow(to->arena, to->at, to->nr, &to->room, sizeof *to->at);
    to->at[to->nr++] = *line;
}

/* Adds a heading with the name of the host above its line. */
static void add_heading(struct raw_lines *to, const struct host *host,
                        const struct raw_line *line)
{
    struct raw_line heading = *line;
    heading.at = arena_alloc(to->arena, host->size + 2);
    memcpy(heading.at, host->name, host->size);
    memcpy(heading.at + host->size, ":", 2);
    heading.length = host->size + 1;
    add(to, &heading);
}

/* Adds the lines from `at` to `end`, those of a host together below its name; *last is
 * the host whose name was added last. */
static void add_sorted(struct raw_lines *to, const struct raw_lines *from,
                       const struct hosts *hosts, const size_t *owners, size_t at, size_t end,
                       size_t *last)
{
    bool is_done[MOST_HOSTS] = {false};
    for (size_t i = at; i < end; i++) {
        size_t owner = owners[i];
        if (is_done[owner])
            continue;
        is_done[owner] = true;
        if (owner != *last)
            add_heading(to, &hosts->at[owner], &from->at[i]);
        *last = owner;
        for (size_t k = i; k < end; k++)
            if (owners[k] == owner)
                add(to, &from->at[k]);
    }
}

/* Finds the owner of each line, and takes what names it off the line. */
static void peel(struct hosts *hosts, struct raw_lines *lines, size_t *owners)
{
    size_t *lengths = arena_alloc(lines->arena, lines->nr * sizeof *lengths);
    for (size_t h = 0; h < hosts->nr; h++)
        hosts->at[h].padding = LOOK_LONGEST;
    for (size_t i = 0; i < lines->nr; i++) {
        const struct raw_line *line = &lines->at[i];
        lengths[i] = 0;
        owners[i] = find_owner(hosts, line, &lengths[i]);
        if (owners[i] == NOBODY) {
            owners[i] = i && !line->length ? owners[i - 1] : NOBODY;
            continue;
        }
        struct host *host = &hosts->at[owners[i]];
        size_t blanks = strspn(line->at + lengths[i], " \t");
        if (line->at[lengths[i] + blanks] && blanks < host->padding)
            host->padding = blanks;
    }
    for (size_t i = 0; i < lines->nr; i++)
        if (lengths[i])
            raw_line_skip(&lines->at[i], lengths[i] + hosts->at[owners[i]].padding);
}

void prefix_part_hosts(struct raw_lines *lines)
{
    struct hosts *hosts = arena_alloc(lines->arena, sizeof *hosts);
    struct raw_lines sorted = {.arena = lines->arena, .shapes = lines->shapes};
    size_t *owners, last = NOBODY;
    hosts->nr = 0;
    learn(hosts, lines);
    choose(hosts, lines);
    if (hosts->nr < 2)
        return;
    owners = arena_alloc(lines->arena, lines->nr * sizeof *owners);
    peel(hosts, lines, owners);
    for (size_t i = 0; i < lines->nr;) {
        size_t end = i;
        while (end < lines->nr && owners[end] != NOBODY)
            end++;
        add_sorted(&sorted, lines, hosts, owners, i, end, &last);
        for (i = end; i < lines->nr && owners[i] == NOBODY; i++)
            add(&sorted, &lines->at[i]);
    }
    *lines = sorted;
}
