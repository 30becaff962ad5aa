/* What the columns and rows of a table are: labels, what was measured, deltas, averages. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "parse/table.h"
#include "parse/vocabulary.h"

/* What stands in the cells of a column. */
struct tally {
    size_t figures, words, missing, signs, percents, times, sizes, wholes, rated, arrows, deltas,
        prefixes;
};

static struct tally tally_of(const struct table_grid *grid, size_t column)
{
    struct tally tally = {0};
    for (size_t r = 0; r < grid->nr; r++) {
        struct table_value value;
        const char *cell = grid->rows[r].cells[column];
        if (!table_cell_read(cell, &value)) {
            tally.words++;
            continue;
        }
        tally.missing += value.is_missing;
        if (value.is_missing)
            continue;
        enum table_unit unit = value.scale.unit;
        tally.figures++;
        tally.signs += value.has_sign;
        tally.percents += unit == TABLE_PERCENT;
        tally.times += unit == TABLE_TIMES && !value.has_arrow;
        tally.sizes += unit == TABLE_BYTES || unit == TABLE_COUNT;
        tally.arrows += value.has_arrow;
        tally.deltas += value.has_delta;
        tally.prefixes += value.digit == 1 && unit == TABLE_NO_UNIT && !value.has_delta;
        tally.rated += unit == TABLE_RATE || unit == TABLE_IOPS || unit == TABLE_OPS ||
                       unit == TABLE_TIME;
        tally.wholes += value.digit == 1 && unit == TABLE_NO_UNIT && !value.scale.has_prefix &&
                        !value.has_sign && !value.has_arrow && !value.has_delta &&
                        !strchr(cell, ',');
    }
    return tally;
}

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
    size_t length = strlen(corner);
    return length && length <= LONGEST &&
           strspn(corner, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") == length;
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
    if (words.scale.unit != TABLE_NO_UNIT && words.metric && !meaning->title.metric)
        meaning->title = words;
    if (corner[length - 1] == ':') {
        meaning->section = arena_text(grid->arena, corner, length - 1);
        meaning->section_line = head->line;
        return;
    }
    if (words.metric || !*words.rest)
        return;
    bool names_columns = has_levels && is_name(grid, corner) &&
                         (is_head_of_numbers(grid, head) || (!is_last && grid->heads_nr > 1));
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
    }
    find_shares(grid, meaning);
}

/* Says whether a figure is what became of two others of its row. */
static bool is_of_pair(double figure, double a, double b)
{
    double margin = fmax(fabs(figure) * 0.02, 0.011);
    return a > 0 && (fabs(b - a - figure) <= margin || fabs(b / a - figure) <= margin ||
                     fabs((b / a - 1) * 100 - figure) <= fmax(margin, 0.6));
}

/* Says whether a column holds ratios or differences of two other columns, in most rows. */
static bool is_computed(const struct table_grid *grid, size_t column)
{
    size_t found = 0, all = 0;
    for (size_t r = 0; r < grid->nr && r < 8; r++) {
        struct table_value figure, left, right;
        bool is_pair = false;
        if (!table_cell_read(grid->rows[r].cells[column], &figure) || figure.is_missing)
            continue;
        all++;
        for (size_t a = 0; a < grid->cols && !is_pair; a++)
            for (size_t b = 0; b < grid->cols && !is_pair; b++)
                is_pair = a != b && a != column && b != column &&
                          table_cell_read(grid->rows[r].cells[a], &left) &&
                          table_cell_read(grid->rows[r].cells[b], &right) && !left.is_missing &&
                          !right.is_missing &&
                          is_of_pair(figure.value, left.value * left.scale.factor,
                                     right.value * right.scale.factor);
        found += is_pair;
    }
    return all && found * 2 > all;
}

static bool is_delta(const struct table_grid *grid, const struct table_column *column, size_t c,
                     const struct tally *tally)
{
    if (!tally->figures || c == 0)
        return false;
    if (column->is_share || column->words.is_cpu)
        return column->words.is_change;
    if (column->words.is_change)
        return strcasecmp(column->head, "diff") || tally->signs || tally->percents ||
               tally->times || is_computed(grid, c);
    if (tally->times == tally->figures)
        return true;
    return tally->percents == tally->figures && !column->words.metric &&
           (tally->signs > 0 || !*column->head);
}

/* Says whether a column of figures says what was varied. */
static bool is_label(const struct table_column *column, size_t c, const struct tally *tally,
                     bool is_before_metrics)
{
    if (tally->words > tally->figures)
        return true;
    if (column->words.metric || tally->rated || tally->arrows || tally->deltas)
        return false;
    bool is_number = tally->wholes == tally->figures || tally->sizes == tally->figures ||
                     tally->prefixes == tally->figures;
    if (c == 0 || (is_number && *column->head && table_is_setting(column->head)))
        return true;
    return is_before_metrics && (tally->wholes == tally->figures || tally->sizes == tally->figures);
}

static void settle_roles(const struct table_grid *grid, struct table_meaning *meaning)
{
    struct tally tallies[TABLE_COLUMNS] = {{0}};
    size_t first = grid->cols; /* the first column that names a metric */
    bool has_label = false;
    for (size_t c = 0; c < grid->cols; c++) {
        tallies[c] = tally_of(grid, c);
        if (first == grid->cols && tallies[c].figures > tallies[c].words &&
            (meaning->columns[c].words.metric || tallies[c].rated > tallies[c].words))
            first = c;
    }
    /* "1234  +5%  1301  fio.read_iops": the labels are last */
    const struct tally *last = &tallies[grid->cols - 1];
    bool is_reversed = last->words > last->figures && !tallies[0].words &&
                       !table_is_setting(meaning->columns[0].head);
    for (size_t c = 0; c < grid->cols; c++) {
        struct table_column *column = &meaning->columns[c];
        const struct tally *tally = &tallies[c];
        bool is_before = first < grid->cols && c < first;
        if (is_delta(grid, column, c, tally))
            column->role = TABLE_DELTA;
        else if (is_reversed && c + 1 == grid->cols)
            column->role = TABLE_LABEL;
        else if (is_reversed && c == 0)
            column->role = TABLE_DATA;
        else if (is_label(column, c, tally, is_before))
            column->role = c == 0 || is_before || first == grid->cols || !has_label ||
                                   table_is_setting(column->head)
                               ? TABLE_LABEL
                               : TABLE_IGNORED;
        else if (column->words.is_spread || !tally->figures ||
                 (tally->sizes == tally->figures && !column->words.metric) ||
                 (tally->percents == tally->figures && !column->words.metric))
            column->role = TABLE_IGNORED;
        else
            column->role = TABLE_DATA;
        if (column->role == TABLE_DATA && column->words.is_change && *column->head)
            column->levels[grid->heads_nr - 1].level = column->head; /* a program of that name */
        has_label = has_label || column->role == TABLE_LABEL;
    }
}

static bool has_level(const struct table_column *column)
{
    for (size_t h = 0; h < TABLE_HEADS; h++)
        if (column->levels[h].level)
            return true;
    return false;
}

static bool is_equal(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

/* Says whether two columns are of the same configuration, operation and run. */
static bool is_same_side(const struct table_column *a, const struct table_column *b)
{
    for (size_t h = 0; h < TABLE_HEADS; h++)
        if (!is_equal(a->levels[h].level, b->levels[h].level))
            return false;
    return is_equal(a->words.op, b->words.op) && a->words.run == b->words.run &&
           a->words.is_average == b->words.is_average && a->number == b->number;
}

static bool has_metric(const struct table_meaning *meaning, size_t group, size_t end,
                       const char *metric)
{
    for (size_t c = group; c < end; c++)
        if (meaning->columns[c].role == TABLE_DATA && meaning->columns[c].group == group &&
            is_equal(meaning->columns[c].words.metric, metric))
            return true;
    return false;
}

/* Counts the columns up to end that nothing tells from the column c: of the same side and
 * metric. */
static unsigned count_twins(const struct table_meaning *meaning, size_t c, size_t end)
{
    const struct table_column *column = &meaning->columns[c];
    unsigned twins = 0;
    for (size_t k = 0; k < end; k++) {
        const struct table_column *other = &meaning->columns[k];
        twins += other->role == TABLE_DATA && !other->words.is_cpu &&
                 is_same_side(column, other) && is_equal(column->words.metric, other->words.metric);
    }
    return twins;
}

/* Numbers columns that nothing tells apart: runs beside their average, or sides that only
 * the text around may name. */
static void number_columns(const struct table_grid *grid, struct table_meaning *meaning)
{
    enum { RUNS = 3 };
    unsigned numbers[TABLE_COLUMNS] = {0}, twins[TABLE_COLUMNS] = {0};
    bool has_average = false;
    for (size_t c = 0; c < grid->cols; c++) {
        const struct table_column *column = &meaning->columns[c];
        has_average = has_average || (column->role == TABLE_DATA && column->words.is_average);
        meaning->has_runs = meaning->has_runs || column->words.run;
        if (column->role != TABLE_DATA || column->words.is_cpu)
            continue;
        twins[c] = count_twins(meaning, c, grid->cols);
        numbers[c] = count_twins(meaning, c, c + 1);
    }
    for (size_t c = 0; c < grid->cols; c++) {
        struct table_column *column = &meaning->columns[c];
        bool is_run = has_average && !column->words.is_average && twins[c] >= RUNS;
        if (twins[c] < 2)
            continue;
        meaning->has_runs = meaning->has_runs || is_run;
        *(is_run ? &column->words.run : &column->number) = numbers[c];
    }
}

static void settle_groups(const struct table_grid *grid, struct table_meaning *meaning)
{
    size_t before = grid->cols; /* the data column in front that is no share of a CPU */
    for (size_t c = 0; c < grid->cols; c++) {
        struct table_column *column = &meaning->columns[c];
        column->group = c;
        if (column->role != TABLE_DATA)
            continue;
        if (column->words.is_cpu && !has_level(column) && before < grid->cols) {
            size_t group = meaning->columns[before].group;
            if (!has_metric(meaning, group, c, column->words.metric))
                column->group = group;
        } else {
            for (size_t g = 0; g < c && column->group == c; g++) {
                const struct table_column *other = &meaning->columns[g];
                if (other->role == TABLE_DATA && other->group == g && column->words.metric &&
                    other->words.metric && is_same_side(other, column) &&
                    !has_metric(meaning, g, c, column->words.metric))
                    column->group = g;
            }
        }
        if (!column->words.is_cpu)
            before = c;
    }
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

static void read_rows(const struct table_grid *grid, struct table_meaning *meaning)
{
    size_t c = label_column(grid, meaning), metrics = 0, runs = 0;
    bool is_said = false;
    meaning->rows = arena_alloc(grid->arena, grid->nr * sizeof *meaning->rows);
    for (size_t r = 0; r < grid->nr; r++) {
        struct table_words *words = &meaning->rows[r];
        table_words_read(grid->arena, c < grid->cols ? grid->rows[r].cells[c] : "", words);
        metrics += words->metric != NULL;
        runs += words->run > 0;
    }
    for (size_t k = 0; k < grid->cols; k++)
        is_said = is_said || (meaning->columns[k].role == TABLE_DATA && meaning->columns[k].words.metric);
    meaning->has_row_metrics = !is_said && metrics * 2 >= grid->nr && metrics > 0;
    meaning->has_runs = meaning->has_runs || runs > 1;
}

bool table_meaning_find(const struct table_grid *grid, const struct table_region *region,
                        struct table_meaning *meaning)
{
    memset(meaning, 0, sizeof *meaning);
    table_title_read(grid, region, &meaning->title);
    read_heads(grid, meaning);
    settle_roles(grid, meaning);
    for (size_t h = 0; h < grid->heads_nr && meaning->columns[0].role == TABLE_LABEL; h++)
        read_corner(grid, meaning, h);
    number_columns(grid, meaning);
    settle_groups(grid, meaning);
    read_rows(grid, meaning);
    for (size_t c = 0; c < grid->cols; c++)
        if (meaning->columns[c].role == TABLE_DATA)
            return true;
    return false;
}
