/* Which columns of a table are labels, which were measured, and which are deltas. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "parse/table.h"

/* What stands in the cells of a column. */
struct tally {
    size_t figures, words, missing, signs, percents, times, sizes, wholes, rated, arrows, deltas,
        prefixes, scaled;
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
        tally.scaled += unit == TABLE_BYTES || (unit == TABLE_NO_UNIT && value.scale.has_prefix);
        tally.rated += unit == TABLE_RATE || unit == TABLE_IOPS || unit == TABLE_OPS ||
                       unit == TABLE_TIME;
        tally.wholes += value.digit == 1 && unit == TABLE_NO_UNIT && !value.scale.has_prefix &&
                        !value.has_sign && !value.has_arrow && !value.has_delta &&
                        !strchr(cell, ',');
    }
    return tally;
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

/* Says whether levels of what the header names are words: "Host  Guest" over figures are two
 * levels themselves. */
static bool has_word_levels(const char *head)
{
    static const char *const words[] = {"host", "target", "disk", "drive", "patch", "linux",
                                        "cache", "compression", "controller", "bus", "device",
                                        "fs", "filesystem", "raid", "mount"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (!strcasecmp(head, words[i]))
            return true;
    return false;
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
                     tally->prefixes == tally->figures || tally->scaled == tally->figures;
    if (c == 0 || (is_number && *column->head && table_is_setting(column->head) &&
                   !has_word_levels(column->head)))
        return true;
    bool is_size = tally->prefixes == tally->figures && !*column->head;
    return is_before_metrics &&
           (tally->wholes == tally->figures || tally->sizes == tally->figures || is_size);
}

void table_roles_settle(const struct table_grid *grid, struct table_meaning *meaning)
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
