#include "report/text_rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/compare_words.h"
#include "report/flow.h"
#include "report/text.h"

enum {
    LABEL = 11,
    VALUE = 8,
    RUNS = 6,
    DELTA = 11,
    DIGITS = 4,
    CELLS_SHOWN = 6,
    WHOLE_MAX = 1000000,
    SWEEP_LEAST = 4,
};

void text_rows_head(struct strbuf *text, const char *base, const char *level)
{
    struct strbuf title = STRBUF_INIT;
    strbuf_printf(&title, "%s against %s", level, base);
    flow_left(text, title.text, LABEL);
    size_t over = flow_width(title.text);
    flow_right(text, base, over > LABEL ? VALUE + LABEL - over : VALUE);
    flow_right(text, level, VALUE);
    flow_right(text, "n", RUNS);
    flow_right(text, "\xce\x94", DELTA - 2);
    flow_right(text, "verdict", TEXT_COLUMNS - LABEL - 2 * VALUE - RUNS - DELTA + 2);
    strbuf_byte(text, '\n');
    strbuf_free(&title);
}

static bool is_same_setting(const struct compare_row *a, const struct compare_row *b)
{
    if (a->where.nr != b->where.nr)
        return false;
    for (size_t i = 0; i < a->where.nr; i++)
        if (strcmp(a->where.at[i].name, b->where.at[i].name) ||
            strcmp(a->where.at[i].value, b->where.at[i].value))
            return false;
    return true;
}

static bool is_same_table(const struct compare_row *a, const struct compare_row *b)
{
    return a && !strcmp(a->metric, b->metric) && is_same_setting(a, b);
}

/* The scale that suits the rows which stand together with this one: that of the
 * smallest value, so that none shrinks to nothing, as long as the largest keeps
 * to its column. */
static struct units_scale scale_of(const struct compare_section *section, size_t first,
                                   enum units_style style)
{
    const struct compare_row *row = &section->rows[first];
    double least = INFINITY, most = 0;
    for (size_t r = first; r < section->rows_nr && is_same_table(row, &section->rows[r]); r++)
        for (size_t i = 0; i < section->levels_nr; i++) {
            double centre = fabs(section->rows[r].cells[i].centre);
            if (centre > 0) {
                least = fmin(least, centre);
                most = fmax(most, centre);
            }
        }
    if (!row->known || !(most > 0))
        return (struct units_scale){1,
                                    row->known ? units_scale(row->known->unit, style, 0).unit : ""};
    /* Counts per second are read as they are printed as long as they fit. */
    if (row->known->unit == UNIT_PER_S && most < WHOLE_MAX)
        least = 0;
    struct units_scale scale = units_scale(row->known->unit, style, least);
    return most / scale.divisor < WHOLE_MAX * 10 ? scale
                                                 : units_scale(row->known->unit, style, most / 1e3);
}

/* The same for all pairs of a section: each would look at all levels again. */
static struct units_scale known_scale(const struct text_rows *rows,
                                      const struct compare_section *section, size_t index)
{
    if (rows->scales && rows->scales[index].unit)
        return rows->scales[index];
    struct units_scale scale = scale_of(
        section, index, outputs_style(rows->units, &section->rows[index], section->levels_nr));
    if (rows->scales)
        rows->scales[index] = scale;
    return scale;
}

/* "bandwidth in MB/s", "operations per second", "completion latency, mean, in ms",
 * "completion latency p99.95 in ms", "IOPS". */
static void add_title(struct strbuf *title, const struct compare_row *row,
                      const struct units_scale *scale)
{
    double percent = metric_percentile(row->metric);
    const char *name = row->known ? row->known->title : row->metric;
    const char *unit = outputs_unit(row, scale);
    strbuf_string(title, name);
    if (percent >= 0)
        strbuf_printf(title, " p%.12g", percent);
    if (!*unit)
        return;
    const char *comma = strchr(name, ',') ? "," : "";
    if (!strcmp(unit, "/s"))
        strbuf_printf(title, "%s per second", comma);
    else if (!strcmp(unit, "k") || !strcmp(unit, "M"))
        strbuf_printf(title, "%s in %s", comma, *unit == 'k' ? "thousands" : "millions");
    else
        strbuf_printf(title, "%s in %s", comma, unit);
}

/* Adds a line of settings, operation ("" where rows name it) and title. */
static void add_title_line(struct strbuf *text, const struct compare_row *row, const char *op,
                           const struct units_scale *scale)
{
    struct strbuf title = STRBUF_INIT;
    for (size_t i = 0; i < row->where.nr; i++)
        strbuf_printf(&title, "%s %s, ", row->where.at[i].name, row->where.at[i].value);
    strbuf_printf(&title, "%s%s", op, *op ? ", " : "");
    add_title(&title, row, scale);
    flow_wrap(text, title.text, 0, 2, TEXT_COLUMNS);
    strbuf_free(&title);
}

/* Adds the line of setting, metric and unit where one of them is new. */
static void add_setting(struct strbuf *text, struct text_rows *rows,
                        const struct compare_section *section, size_t index)
{
    const struct compare_row *row = &section->rows[index];
    if (is_same_table(rows->last, row))
        return;
    rows->scale = known_scale(rows, section, index);
    add_title_line(text, row, "", &rows->scale);
}

/* Values that no column holds are shown with an exponent. */
void text_rows_number(char *number, size_t size, double value, const struct units_scale *scale)
{
    if (fabs(value / scale->divisor) < WHOLE_MAX * 100.0)
        units_format(number, size, value, scale, DIGITS);
    else
        snprintf(number, size, "%.2e", value / scale->divisor);
}

static void add_value(struct strbuf *text, const struct compare_cell *cell,
                      const struct units_scale *scale)
{
    char number[64], value[80];
    text_rows_number(number, sizeof number, cell->centre, scale);
    snprintf(value, sizeof value, " %s%s", compare_bound_sign(cell->bound), number);
    flow_right(text, cell->nr ? value : "none", VALUE);
}

void text_rows_title(struct strbuf *text, const struct text_rows *rows,
                     const struct compare_section *section, size_t row, struct units_scale *scale)
{
    *scale = known_scale(rows, section, row);
    add_title_line(text, &section->rows[row], section->rows[row].op, scale);
}

/* The label of a row; one that is too long takes a line of its own. */
static void add_label(struct strbuf *text, const struct compare_row *row)
{
    struct strbuf label = STRBUF_INIT;
    strbuf_string(&label, row->kind == ROW_PART ? "  " : "");
    flow_clean(&label, *row->op ? row->op : "(no op)");
    if (flow_width(label.text) > LABEL) {
        flow_wrap(text, label.text, 0, 2, TEXT_COLUMNS);
        strbuf_cut(&label, 0);
    }
    flow_left(text, label.text, LABEL);
    strbuf_free(&label);
}

static size_t line_width(const struct strbuf *text)
{
    const char *line = strrchr(text->text, '\n');
    return flow_width(line ? line + 1 : text->text);
}

/* Adds the verdict at the right edge, on a line of its own where it does not fit. */
static void add_verdict(struct strbuf *text, const struct compare_row *row,
                        const struct compare_change *change)
{
    const char *word = compare_verdict_word(change->verdict, row->known);
    size_t used = line_width(text), width = flow_width(word);
    if (used + 2 + width > TEXT_COLUMNS) {
        strbuf_byte(text, '\n');
        used = 0;
    }
    flow_right(text, word, TEXT_COLUMNS - used);
    strbuf_byte(text, '\n');
}

/* "jobs −48 … +33 % (sla-0, sla-3)", whole percents: a range needs no more. */
static void add_jobs(struct strbuf *text, const struct compare_change *change)
{
    if (!change->jobs_nr)
        return;
    struct strbuf line = STRBUF_INIT;
    if (change->least) {
        char least[64], most[64];
        compare_format_pct(least, sizeof least, change->least->delta_pct, 0, false);
        compare_format_pct(most, sizeof most, change->most->delta_pct, 0, false);
        strbuf_printf(&line, "jobs %s \xe2\x80\xa6 %s %%", least, most);
        if (change->least != change->most && *change->least->name && *change->most->name)
            strbuf_printf(&line, " (%s, %s)", change->least->name, change->most->name);
    }
    if (change->jobs_lacking_base)
        strbuf_printf(&line, "; the baseline lacks %zu", change->jobs_lacking_base);
    if (change->jobs_lacking_level)
        strbuf_printf(&line, "; the other side lacks %zu", change->jobs_lacking_level);
    strbuf_string(text, "    ");
    flow_wrap(text, line.text, 4, 6, TEXT_COLUMNS);
    strbuf_free(&line);
}

static void add_cells(struct strbuf *line, const struct compare_cell *cell,
                      const struct units_scale *scale)
{
    for (size_t i = 0; i < cell->nr && i < CELLS_SHOWN; i++) {
        char number[64];
        text_rows_number(number, sizeof number, cell->samples[i].value, scale);
        const char *sign = cell->samples[i].bound == COMPARE_AT_LEAST  ? ">"
                           : cell->samples[i].bound == COMPARE_AT_MOST ? "<"
                                                                       : "";
        strbuf_printf(line, "%s%s%s", i ? " " : "", sign, number);
    }
    if (cell->nr > CELLS_SHOWN)
        strbuf_string(line, " \xe2\x80\xa6");
}

/* The single values, where some of them are bounds. */
static void add_bounds(struct strbuf *text, const struct compare_change *change,
                       const struct units_scale *scale)
{
    if (!change->base->bounds_nr && !change->level->bounds_nr)
        return;
    struct strbuf line = STRBUF_INIT;
    strbuf_string(&line, "runs ");
    add_cells(&line, change->level, scale);
    strbuf_string(&line, " against ");
    add_cells(&line, change->base, scale);
    strbuf_string(text, "    ");
    flow_wrap(text, line.text, 4, 6, TEXT_COLUMNS);
    strbuf_free(&line);
}

/* Rows that both sides only bound are named in one line at the end. */
static void keep_bounds(struct text_rows *rows, const struct compare_row *row)
{
    if (!rows->bounds_nr++)
        rows->bounds = (struct strbuf)STRBUF_INIT;
    strbuf_printf(&rows->bounds, "%s%s", rows->bounds_nr > 1 ? ", " : "", row->op);
    for (size_t i = 0; i < row->where.nr; i++)
        strbuf_printf(&rows->bounds, " %s", row->where.at[i].value);
}

void text_rows_add(struct strbuf *text, struct text_rows *rows,
                   const struct compare_section *section, size_t index, size_t pair)
{
    const struct compare_row *row = &section->rows[index];
    const struct compare_change *change = &row->changes[pair];
    if (change->verdict == VERDICT_INCOMPARABLE && change->bound == COMPARE_UNKNOWN) {
        keep_bounds(rows, row);
        return;
    }
    add_setting(text, rows, section, index);
    rows->last = row;
    add_label(text, row);
    add_value(text, change->base, &rows->scale);
    add_value(text, change->level, &rows->scale);
    char runs[64], delta[96], interval[160];
    snprintf(runs, sizeof runs, " %zu+%zu", change->base->nr, change->level->nr);
    flow_right(text, runs, RUNS);
    compare_format_delta(delta, sizeof delta, change);
    flow_right(text, delta, DELTA);
    compare_format_interval(interval, sizeof interval, change);
    if (*interval)
        strbuf_printf(text, " %s", interval);
    add_verdict(text, row, change);
    add_jobs(text, change);
    add_bounds(text, change, &rows->scale);
}

void text_rows_end(struct strbuf *text, struct text_rows *rows)
{
    if (!rows->bounds_nr)
        return;
    struct strbuf line = STRBUF_INIT;
    strbuf_printf(&line, "not comparable, both sides are only bounds: %s", rows->bounds.text);
    flow_wrap(text, line.text, 0, 2, TEXT_COLUMNS);
    strbuf_free(&line);
    strbuf_free(&rows->bounds);
    rows->bounds_nr = 0;
}

bool text_rows_is_sweep(const struct compare_section *section)
{
    return section->is_numeric && section->levels_nr >= SWEEP_LEAST &&
           section->pairs_nr + 1 >= section->levels_nr;
}

static void add_sweep_level(struct strbuf *text, const struct text_rows *rows,
                            const struct compare_section *section, size_t index, size_t level)
{
    const struct compare_row *row = &section->rows[index];
    const struct compare_change *change = compare_baseline_change(section, row, level);
    struct strbuf name = STRBUF_INIT;
    char runs[32], delta[96] = "", interval[160] = "";
    strbuf_string(&name, "  ");
    flow_cut(&name, section->levels[level].name, LABEL + VALUE - 2);
    flow_left(text, name.text, LABEL + VALUE);
    strbuf_free(&name);
    add_value(text, &row->cells[level], &rows->scale);
    snprintf(runs, sizeof runs, " %zu", row->cells[level].nr);
    flow_right(text, runs, RUNS);
    if (level == section->baseline || !change) {
        flow_right(text, level == section->baseline ? "baseline" : "", DELTA);
        strbuf_byte(text, '\n');
        return;
    }
    compare_format_delta(delta, sizeof delta, change);
    compare_format_interval(interval, sizeof interval, change);
    flow_right(text, delta, DELTA);
    if (*interval)
        strbuf_printf(text, " %s", interval);
    add_verdict(text, row, change);
    add_jobs(text, change);
}

void text_rows_add_sweep(struct strbuf *text, struct text_rows *rows,
                         const struct compare_section *section, size_t index)
{
    const struct compare_row *row = &section->rows[index];
    struct strbuf title = STRBUF_INIT;
    rows->scale = known_scale(rows, section, index);
    rows->last = row;
    strbuf_printf(&title, "%s%s", row->op, *row->op ? ", " : "");
    for (size_t i = 0; i < row->where.nr; i++)
        strbuf_printf(&title, "%s %s, ", row->where.at[i].name, row->where.at[i].value);
    add_title(&title, row, &rows->scale);
    flow_wrap(text, title.text, 0, 2, TEXT_COLUMNS);
    strbuf_free(&title);
    for (size_t i = 0; i < section->levels_nr; i++)
        if (row->cells[i].nr)
            add_sweep_level(text, rows, section, index, i);
    if (!row->reference.name)
        return;
    char number[64];
    struct strbuf line = STRBUF_INIT;
    text_rows_number(number, sizeof number, row->reference.value, &rows->scale);
    strbuf_printf(&line, "without a level: %s of %s", number, row->reference.name);
    strbuf_string(text, "  ");
    flow_wrap(text, line.text, 2, 4, TEXT_COLUMNS);
    strbuf_free(&line);
}

void text_rows_values_head(struct strbuf *text, enum compare_stat stat)
{
    flow_left(text, "", LABEL);
    flow_right(text, "n", RUNS);
    flow_right(text, compare_stat_name(stat), VALUE + 2);
    flow_right(text, "sd", VALUE + 2);
    flow_right(text, "least", VALUE + 2);
    flow_right(text, "most", VALUE + 2);
    strbuf_byte(text, '\n');
}

void text_rows_add_value(struct strbuf *text, struct text_rows *rows,
                         const struct compare_section *section, size_t index)
{
    const struct compare_row *row = &section->rows[index];
    const struct compare_cell *cell = &row->cells[0];
    add_setting(text, rows, section, index);
    rows->last = row;
    add_label(text, row);
    char number[64];
    snprintf(number, sizeof number, "%zu", cell->nr);
    flow_right(text, number, RUNS);
    strbuf_string(text, "  ");
    add_value(text, cell, &rows->scale);
    const double values[] = {cell->sd, cell->min, cell->max};
    for (size_t i = 0; i < 3 && cell->nr > 1; i++) {
        text_rows_number(number, sizeof number, values[i], &rows->scale);
        flow_right(text, number, VALUE + 2);
    }
    strbuf_byte(text, '\n');
}
