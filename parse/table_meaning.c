/* What the header, the corner and the labels of a table say. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "parse/table.h"
#include "parse/vocabulary.h"

/* The shares of a host's CPU, as vmstat heads them; they count together alone. */
static const struct {
    const char *word, *metric;
} shares[] = {{"us", "host_cpu_user_pct"},
              {"sy", "host_cpu_sys_pct"},
              {"id", "host_cpu_idle_pct"},
              {"wa", "host_cpu_iowait_pct"},
              {"st", "host_cpu_steal_pct"}};

enum { SHARES = sizeof shares / sizeof shares[0] };

static size_t share_of(const char *head)
{
    size_t s = 0;
    while (s < SHARES && strcmp(shares[s].word, head))
        s++;
    return s;
}

static void find_shares(const struct table_grid *grid, struct table_meaning *meaning)
{
    bool has[SHARES] = {false};
    for (size_t c = 0; c < grid->cols; c++) {
        size_t s = share_of(meaning->columns[c].head);
        if (s < SHARES)
            has[s] = true;
    }
    if (!has[0] || !has[1] || !has[2])
        return;
    for (size_t c = 0; c < grid->cols; c++) {
        struct table_column *column = &meaning->columns[c];
        size_t s = share_of(column->head);
        if (s == SHARES)
            continue;
        column->words = (struct table_words){.metric = shares[s].metric,
                                             .is_cpu = true,
                                             .scale = {TABLE_PERCENT, 1, false, false},
                                             .rest = ""};
        memset(column->levels, 0, sizeof column->levels);
        column->is_share = true;
    }
}

/* "(old->new)" in a header names the sides of the arrows in its cells. */
static void part_arrow(struct arena *arena, struct table_column *column, const char *head,
                       struct table_words *words)
{
    static const char separators[] = " \t()[],|";
    const char *arrow = strstr(head, "->");
    if (!arrow)
        return;
    const char *left = arrow, *end = arrow;
    while (end > head && end[-1] == ' ')
        end--;
    for (left = end; left > head && !strchr(separators, left[-1]); left--)
        continue;
    const char *right = arrow + 2 + strspn(arrow + 2, " \t");
    size_t length = strcspn(right, separators);
    if (end == left || !length)
        return;
    column->left = arena_text(arena, left, (size_t)(end - left));
    column->right = arena_text(arena, right, length);
    words->rest = "";
}

static void merge_words(struct table_words *all, const struct table_words *one)
{
    bool has_scale = one->scale.unit != TABLE_NO_UNIT;
    /* the lower piece is the nearer one: "latency" above "max" */
    if (one->metric)
        all->metric = one->metric;
    if (has_scale && (all->scale.unit != one->scale.unit || one->scale.has_prefix))
        all->scale = one->scale;
    if (one->op)
        all->op = one->op;
    all->is_cpu = all->is_cpu || one->is_cpu;
    all->is_change = all->is_change || one->is_change;
    all->is_spread = all->is_spread || one->is_spread;
    all->is_average = all->is_average || one->is_average;
    all->run = one->run ? one->run : all->run;
    all->is_least = all->is_least || one->is_least;
    all->is_most = all->is_most || one->is_most;
    all->percent = one->percent > 0 ? one->percent : all->percent;
}

/* Says whether the cells of a row of the header beyond the labels are numbers. */
static bool is_head_of_numbers(const struct table_grid *grid, const struct table_row *head)
{
    size_t figures = 0, others = 0;
    for (size_t c = 1; c < grid->cols; c++) {
        if (!*head->cells[c])
            continue;
        bool is_figure = table_is_figure(head->cells[c], strlen(head->cells[c]));
        figures += is_figure;
        others += !is_figure;
    }
    return figures > others;
}

static bool is_name(const struct table_grid *grid, const char *corner)
{
    enum { LONGEST = 12, LONGEST_OF_FIGURES = 30 };
    if (table_is_setting(corner))
        return true;
    size_t figures = 0;
    for (size_t r = 0; r < grid->nr; r++)
        figures += table_is_figure(grid->rows[r].cells[0], strlen(grid->rows[r].cells[0]));
    if (figures == grid->nr && strlen(corner) <= LONGEST_OF_FIGURES)
        return true;
    /* "raid type", "kernel version" */
    static const char *const kinds[] = {" type", " level", " size", " name", " mode", " version",
                                        " depth", " test"};
    size_t length = strlen(corner);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        size_t end = strlen(kinds[i]);
        if (length > end && length <= LONGEST_OF_FIGURES && !strcasecmp(corner + length - end, kinds[i]))
            return true;
    }
    return length && length <= LONGEST &&
           strspn(corner, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") == length;
}

/* Versions and the like: "6.1  6.6". */
static bool has_fractions(const struct table_grid *grid, const struct table_row *head)
{
    for (size_t c = 1; c < grid->cols; c++)
        if (strchr(head->cells[c], '.'))
            return true;
    return false;
}

/* Says whether the word names what has names, not numbers: rows more than columns. */
static bool is_nominal(const char *corner)
{
    static const char *const words[] = {"test", "workload", "op", "operation", "rw", "pattern",
                                        "case", "fs", "filesystem", "device", "config", "mode",
                                        "engine", "ioengine", "configuration", "scheduler", "cache",
                                        "benchmark", "name", "job", "type", "disk", "controller"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (!strcasecmp(corner, words[i]))
            return true;
    return false;
}

/* "QD/Test": the first part names the rows. */
static const char *first_part(struct arena *arena, const char *corner)
{
    size_t length = strcspn(corner, "/\\|:");
    return arena_text(arena, corner, length);
}

static bool heads_levels(const struct table_grid *grid, size_t h, const struct table_meaning *meaning)
{
    for (size_t c = 1; c < grid->cols; c++)
        if (meaning->columns[c].levels[h].level)
            return true;
    return false;
}

/* What stands above the labels: the name of what the rows or the columns are levels of, a
 * unit of all, or a heading. */
static void read_corner(const struct table_grid *grid, struct table_meaning *meaning, size_t h)
{
    const struct table_row *head = &grid->heads[h];
    const char *corner = head->cells[0];
    size_t length = strlen(corner);
    bool is_last = h + 1 == grid->heads_nr, has_levels = heads_levels(grid, h, meaning);
    struct table_words words;
    table_words_read(grid->arena, corner, &words);
    if (!length)
        return;
    if (words.scale.unit != TABLE_NO_UNIT && words.metric) {
        words.op = words.op ? words.op : meaning->title.op;
        meaning->title = words;
    }
    if (corner[length - 1] == ':' && has_levels && is_head_of_numbers(grid, head) &&
        table_is_setting(corner)) {
        corner = arena_text(grid->arena, corner, length - 1);
    } else if (corner[length - 1] == ':') {
        meaning->section = arena_text(grid->arena, corner, length - 1);
        meaning->section_line = head->line;
        return;
    }
    if (words.metric || !*words.rest)
        return;
    bool is_of_columns = is_head_of_numbers(grid, head) && !is_nominal(corner) &&
                         !has_fractions(grid, head);
    bool names_columns = has_levels && is_name(grid, corner) &&
                         (is_of_columns || (!is_last && grid->heads_nr > 1));
    for (size_t c = 1; names_columns && c < grid->cols; c++)
        if (!meaning->columns[c].levels[h].name)
            meaning->columns[c].levels[h].name = corner;
    if (names_columns)
        return;
    if (is_last && is_name(grid, first_part(grid->arena, corner))) {
        meaning->corner = first_part(grid->arena, corner);
    } else if (!meaning->section) {
        meaning->section = corner;
        meaning->section_line = head->line;
    }
}

/* "p99" below "latency", or below a line that says that these are latencies. */
static void settle_latency(const struct table_grid *grid, const struct table_meaning *meaning,
                           struct table_words *words)
{
    const char *around = words->metric ? words->metric : meaning->title.metric;
    if (!around)
        return;
    if (!words->metric && words->is_average && !*words->rest && strstr(around, "lat_mean_ns"))
        words->metric = around; /* "avg" beside "p99" */
    table_words_settle_latency(grid->arena, words, around);
}

static void read_heads(const struct table_grid *grid, struct table_meaning *meaning)
{
    for (size_t c = 0; c < grid->cols; c++) {
        struct table_column *column = &meaning->columns[c];
        column->head = "";
        column->words = (struct table_words){.scale = {TABLE_NO_UNIT, 1, false, false}, .rest = ""};
        for (size_t h = 0; h < grid->heads_nr; h++) {
            const char *head = grid->heads[h].cells[c];
            struct table_words words;
            if (!*head)
                continue;
            table_words_read(grid->arena, head, &words);
            part_arrow(grid->arena, column, head, &words);
            merge_words(&column->words, &words);
            column->head = head;
            if (*words.rest && !words.is_change && !words.run)
                column->levels[h] = (struct table_level){words.name, words.rest};
        }
        settle_latency(grid, meaning, &column->words);
    }
    find_shares(grid, meaning);
}

/* The column of the labels that say what a row is: the first, or the last where the first
 * is of figures. */
static size_t label_column(const struct table_grid *grid, const struct table_meaning *meaning)
{
    for (size_t c = 0; c < grid->cols; c++)
        if (meaning->columns[c].role == TABLE_LABEL)
            return c;
    return grid->cols;
}

/* What was measured may stand in another column of the labels: "write  4k  IOPS". */
static void read_more_labels(const struct table_grid *grid, const struct table_meaning *meaning,
                             size_t r, size_t first, struct table_words *words)
{
    for (size_t c = first + 1; c < grid->cols && !words->metric; c++) {
        struct table_words more;
        if (meaning->columns[c].role != TABLE_LABEL)
            continue;
        table_words_read(grid->arena, grid->rows[r].cells[c], &more);
        if (more.metric) {
            words->metric = more.metric;
            words->scale = more.scale;
        }
    }
}

/* "1", "2" below "run" */
static unsigned run_below(const char *head, const char *label)
{
    static const char *const words[] = {"run", "runs", "run #", "#", "no.", "pass", "iteration",
                                        "iter", "try", "round", "loop"};
    size_t digits = strspn(label, "0123456789");
    if (!digits || label[digits] || digits > 4)
        return 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (!strcasecmp(head, words[i]))
            return (unsigned)strtoul(label, NULL, 10);
    return 0;
}

static void read_rows(const struct table_grid *grid, struct table_meaning *meaning)
{
    size_t c = label_column(grid, meaning), metrics = 0, runs = 0;
    bool is_said = false;
    meaning->rows = arena_alloc(grid->arena, grid->nr * sizeof *meaning->rows);
    for (size_t r = 0; r < grid->nr; r++) {
        struct table_words *words = &meaning->rows[r];
        table_words_read(grid->arena, c < grid->cols ? grid->rows[r].cells[c] : "", words);
        if (c < grid->cols && !words->run)
            words->run = run_below(meaning->columns[c].head, grid->rows[r].cells[c]);
        read_more_labels(grid, meaning, r, c, words);
        settle_latency(grid, meaning, words);
        metrics += words->metric != NULL;
        runs += words->run > 0;
    }
    for (size_t k = 0; k < grid->cols; k++)
        is_said = is_said || (meaning->columns[k].role == TABLE_DATA && meaning->columns[k].words.metric);
    meaning->has_row_metrics = !is_said && metrics * 2 >= grid->nr && metrics > 0;
    meaning->has_runs = meaning->has_runs || runs > 1;
}

/* Of several columns of labels, one that is empty goes on with what stands above it. */
static void carry_labels(const struct table_grid *grid, const struct table_meaning *meaning)
{
    size_t labels = 0;
    while (labels < grid->cols && meaning->columns[labels].role == TABLE_LABEL)
        labels++;
    for (size_t r = 1; r < grid->nr && labels > 1; r++) {
        const char **cells = grid->rows[r].cells;
        for (size_t c = 0; c + 1 < labels && !*cells[c] && *cells[labels - 1]; c++)
            cells[c] = grid->rows[r - 1].cells[c];
    }
}

bool table_meaning_find(const struct table_grid *grid, const struct table_region *region,
                        struct table_meaning *meaning)
{
    memset(meaning, 0, sizeof *meaning);
    meaning->below = table_title_read(grid, region, &meaning->title);
    read_heads(grid, meaning);
    table_roles_settle(grid, meaning);
    carry_labels(grid, meaning);
    for (size_t h = 0; h < grid->heads_nr && meaning->columns[0].role == TABLE_LABEL; h++)
        read_corner(grid, meaning, h);
    table_columns_group(grid, meaning);
    read_rows(grid, meaning);
    for (size_t c = 0; c < grid->cols; c++)
        if (meaning->columns[c].role == TABLE_DATA)
            return true;
    return false;
}
