/* The lines of a table, and which of them are its header. */
#include "parse/table_lines.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static bool has_inner_tab(const char *at)
{
    at += strspn(at, " \t");
    return strchr(at, '\t') != NULL;
}

static void find_separators(struct table_lines *lines)
{
    size_t bars = 0, tabs = 0, borders = 0;
    for (size_t i = 0; i < lines->nr; i++) {
        /* the lower half is no header */
        if (i >= lines->nr / 2)
            borders += lines->at[i].at[strspn(lines->at[i].at, " \t")] == '|';
        bars += strchr(lines->at[i].at, '|') != NULL;
        tabs += has_inner_tab(lines->at[i].at);
    }
    lines->has_bars = bars * 10 >= lines->nr * 6;
    lines->has_border = borders * 2 > lines->nr - lines->nr / 2;
    lines->has_tabs = !lines->has_bars && tabs * 10 >= lines->nr * 6;
}

static void cut(const struct table_grid *grid, const struct table_lines *lines,
                struct table_line *line)
{
    struct table_span spans[TABLE_COLUMNS];
    const char *start = line->at + strspn(line->at, " \t");
    bool has_bar = lines->has_bars && strchr(line->at, '|');
    line->has_blank_start = start > line->at || *start == '|';
    if (has_bar)
        line->nr = table_cut_bars(line->at, lines->has_border, spans, TABLE_COLUMNS);
    else
        line->nr = table_cut(line->at, line->length, 0, lines->has_tabs ? line->length + 1 : 2,
                             spans, TABLE_COLUMNS);
    line->spans = arena_alloc(grid->arena, (line->nr + 1) * sizeof *line->spans);
    memcpy(line->spans, spans, line->nr * sizeof *spans);
}

/* Marks of bold type and code are no part of cells. */
static const char *without_marks(struct arena *arena, const char *at)
{
    if (!strstr(at, "**") && !strchr(at, '`'))
        return at;
    char *copy = arena_text(arena, at, strlen(at)), *to = copy;
    for (; *at; at++)
        if (*at == '*' && at[1] == '*')
            at++;
        else if (*at != '`')
            *to++ = *at;
    *to = '\0';
    return copy;
}

static void collect(const struct table_grid *grid, const struct table_region *region,
                    struct table_lines *lines)
{
    size_t rules = 0;
    lines->at = arena_alloc(grid->arena, (region->last - region->first + 1) * sizeof *lines->at);
    for (size_t i = region->first; i <= region->last; i++) {
        const struct text_line *line = &grid->stream->lines[i];
        if (table_is_rule(line->at)) {
            rules += !lines->nr;
            if (lines->nr && !lines->at[lines->nr - 1].is_ruled) {
                lines->at[lines->nr - 1].is_ruled = true;
                rules++;
            }
            if (lines->nr && !lines->first_rule)
                lines->first_rule = lines->nr;
        } else if (!text_is_blank(line)) {
            const char *at = without_marks(grid->arena, line->at);
            lines->at[lines->nr++] = (struct table_line){.line = i, .at = at, .length = strlen(at)};
        }
    }
    lines->is_boxed = rules > 2 && rules * 2 > lines->nr;
    if (lines->first_rule == lines->nr)
        lines->first_rule = 0;
}

/* Figures among the words of a line, and those that are sizes. */
struct words {
    size_t nr, figures, sizes, wholes;
    bool is_rising;
};

static struct words count(const struct table_line *line)
{
    struct table_span spans[TABLE_COLUMNS];
    struct words words = {.is_rising = true};
    double before = -1;
    for (size_t s = 0; s < line->nr; s++) {
        size_t nr = table_cut(line->spans[s].at, line->spans[s].length, 0, 1, spans, TABLE_COLUMNS);
        for (size_t i = 0; i < nr; i++) {
            struct table_value value;
            words.nr++;
            if (!table_word_read(spans[i].at, spans[i].length, &value))
                continue;
            words.figures++;
            words.sizes += value.scale.unit == TABLE_BYTES || value.scale.unit == TABLE_COUNT;
            bool is_whole = value.digit == 1 && !value.has_sign && !value.has_arrow &&
                            strcspn(spans[i].at, "(,\xc2") >= spans[i].length &&
                            (value.scale.unit == TABLE_NO_UNIT || value.scale.unit == TABLE_BYTES);
            words.wholes += is_whole;
            double size = value.value * value.scale.factor;
            words.is_rising = words.is_rising && size > before;
            before = size;
        }
    }
    return words;
}

/* The words of a piece in front of its first figure. */
static void take_label(const struct table_line *line, size_t piece, char *label, size_t room)
{
    struct table_span words[TABLE_COLUMNS];
    size_t nr = 0, length = 0;
    if (piece < line->nr)
        nr = table_cut(line->spans[piece].at, line->spans[piece].length, 0, 1, words, TABLE_COLUMNS);
    for (size_t w = 0; w < nr && !table_is_figure(words[w].at, words[w].length); w++)
        length = (size_t)(words[w].at + words[w].length - words[0].at);
    if (length >= room)
        length = 0;
    if (length)
        memcpy(label, words[0].at, length);
    label[length] = '\0';
}

static bool begins_with_figure(const struct table_line *line)
{
    struct table_span word;
    return line->nr && line->spans[0].length &&
           table_cut(line->spans[0].at, line->spans[0].length, 0, 1, &word, 1) &&
           table_is_figure(word.at, word.length);
}

/* Says whether the first line has figures without units, and all others have some: "chunk
 * 64K 256K" above "write 120 MB/s 180 MB/s". */
static bool is_above_rates(const struct table_lines *lines, size_t i, const struct words *words)
{
    enum { LOOKED_AT = 6 };
    if (i || lines->nr < 3 || words->figures < 2 || table_count_rates(lines->at[0].at))
        return false;
    for (size_t k = 1; k < lines->nr && k < LOOKED_AT; k++)
        if (table_count_rates(lines->at[k].at) < words->figures)
            return false;
    return true;
}

/* Says whether the label of the first line is a metric with its unit, and words label all
 * lines below: "bw (MiB/s)  1  2  4". */
static bool is_above_names(const struct table_lines *lines, size_t i, const char *label,
                           const struct words *words)
{
    struct table_words said;
    if (i || lines->nr < 2 || words->figures < 2 || !words->is_rising)
        return false;
    table_words_read(lines->arena, label, &said);
    for (size_t k = 1; k < lines->nr; k++)
        if (begins_with_figure(&lines->at[k]))
            return false;
    return said.scale.unit != TABLE_NO_UNIT && said.metric && !*said.rest;
}

/* Says whether the figures of a line are what its columns are called: "queue size 2 4 8",
 * "IOdepth | 8 | 16". */
static bool is_head_of_numbers(const struct table_lines *lines, size_t i, const struct words *words)
{
    static const char *const runs[] = {"run", "runs", "#", "pass", "iteration", "test", "try"};
    const struct table_line *line = &lines->at[i];
    if (!words->figures || i + 1 >= lines->nr)
        return false;
    size_t first = 0;
    while (first < line->nr && !line->spans[first].length)
        first++;
    char label[64];
    take_label(line, first, label, sizeof label);
    if (!strcasecmp(label, "kernel") || !strcasecmp(label, "version"))
        return true;
    if (is_above_rates(lines, i, words))
        return true;
    if (words->wholes != words->figures)
        return table_is_setting(label) && !first && begins_with_figure(&lines->at[i + 1]);
    if (!*label || first > 0) {
        struct words below = count(&lines->at[i + 1]);
        return (first > 0 || line->has_blank_start) && words->is_rising && words->figures >= 2 &&
               (below.wholes < below.figures || below.figures == words->figures) &&
               (below.nr > below.figures);
    }
    /* the words of the label do not count as cells */
    if (table_is_setting(label) || is_above_names(lines, i, label, words))
        return true;
    for (size_t r = 0; r < sizeof runs / sizeof runs[0]; r++)
        if (!strcasecmp(label, runs[r]))
            return words->is_rising;
    return false;
}

/* How many words stand behind the label that are no figures. */
static size_t count_others(const struct words *words, const struct table_line *line)
{
    size_t label = 0;
    struct table_span spans[TABLE_COLUMNS];
    for (size_t s = 0; s < line->nr && !label; s++) {
        size_t nr = table_cut(line->spans[s].at, line->spans[s].length, 0, 1, spans, TABLE_COLUMNS);
        while (label < nr && !table_is_figure(spans[label].at, spans[label].length))
            label++;
    }
    return words->nr - words->figures - label;
}

static bool is_line_of_figures(const struct words *words, const struct table_line *line)
{
    if (!words->figures || words->sizes == words->figures)
        return false;
    return words->figures * 2 > count_others(words, line) || words->figures >= 3;
}

/* Says whether the first line has words where all others have figures: "fs 6.8 6.9-rc1". */
static bool is_unlike(const struct table_lines *lines)
{
    enum { LOOKED_AT = 4 };
    struct words first = count(&lines->at[0]);
    if (!count_others(&first, &lines->at[0]) || lines->nr < 3)
        return false;
    for (size_t i = 1; i < lines->nr && i <= LOOKED_AT; i++) {
        struct words words = count(&lines->at[i]);
        if (!words.figures || count_others(&words, &lines->at[i]))
            return false;
    }
    return true;
}

/* Says whether all pieces of the line but the first are empty. */
static bool is_alone(const struct table_line *line)
{
    for (size_t s = 1; s < line->nr; s++)
        if (line->spans[s].length)
            return false;
    return line->nr && line->spans[0].length;
}

static void find_heads(struct table_lines *lines)
{
    size_t i = 0;
    size_t above = lines->is_boxed || lines->first_rule > TABLE_HEADS ? 0 : lines->first_rule;
    bool is_markdown = above == 1;
    struct words first = count(&lines->at[0]);
    if (above > 1 && is_line_of_figures(&first, &lines->at[0]) && first.wholes < first.figures)
        above = 0; /* a rule between groups of rows */
    for (; i + 1 < lines->nr && i < TABLE_HEADS; i++) {
        struct words words = count(&lines->at[i]);
        bool is_head = i < above || !is_line_of_figures(&words, &lines->at[i]) ||
                       (i == 0 && is_unlike(lines)) ||
                       ((i == 0 || lines->is_boxed) && !is_markdown &&
                        is_head_of_numbers(lines, i, &words));
        /* below the rule, a label alone heads the rows that follow */
        bool is_below = above ? i >= above : i > 0 && lines->has_bars;
        if (!is_head || (is_below && is_alone(&lines->at[i])))
            break;
        lines->at[i].is_head = true;
    }
}

static bool has_figure(const struct table_line *line)
{
    for (size_t s = 0; s < line->nr; s++)
        if (line->spans[s].length && line->spans[s].at[0] != '(' &&
            table_is_figure(line->spans[s].at, line->spans[s].length))
            return true;
    return false;
}

/* The second line of cells that have two: between rules, with the same bars, and without
 * figures or a label of its own. */
static bool is_second(const struct table_line *upper, const struct table_line *lower)
{
    return !upper->is_ruled && upper->nr == lower->nr &&
           (!has_figure(lower) || !lower->spans[0].length);
}

static void join_cells(const struct table_grid *grid, struct table_line *upper,
                       const struct table_line *lower)
{
    for (size_t s = 0; s < upper->nr; s++) {
        struct table_span *span = &upper->spans[s];
        const struct table_span *more = &lower->spans[s];
        if (!more->length)
            continue;
        span->at = arena_printf(grid->arena, "%.*s%s%.*s", (int)span->length, span->at,
                                span->length ? " " : "", (int)more->length, more->at);
        span->length = strlen(span->at);
    }
    upper->is_ruled = lower->is_ruled;
    upper->is_joined = true;
}

static void join_lines(const struct table_grid *grid, struct table_lines *lines)
{
    size_t kept = 0;
    for (size_t i = 0; i < lines->nr; i++) {
        if (kept && is_second(&lines->at[kept - 1], &lines->at[i])) {
            join_cells(grid, &lines->at[kept - 1], &lines->at[i]);
            if (lines->first_rule > kept)
                lines->first_rule--;
        } else {
            lines->at[kept++] = lines->at[i];
        }
    }
    lines->nr = kept;
}

void table_lines_read(const struct table_grid *grid, const struct table_region *region,
                      struct table_lines *lines)
{
    *lines = (struct table_lines){.arena = grid->arena};
    collect(grid, region, lines);
    find_separators(lines);
    for (size_t i = 0; i < lines->nr; i++)
        cut(grid, lines, &lines->at[i]);
    if (lines->is_boxed && lines->has_bars)
        join_lines(grid, lines);
    if (lines->nr)
        find_heads(lines);
}
