/* Series: what was measured over the time of a run. */
#include "report/page_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/strbuf.h"
#include "report/table.h"

#define CHARTS_MAX 6
#define LINES_MAX 24 /* in one chart */
#define TABLE_MAX 60

static xmlNodePtr draw_lines(const void *chart, const struct chart_frame *frame, struct diag *diag)
{
    return chart_lines_draw(chart, frame, diag);
}

static const struct record_column_values *find_column(const struct record *record, const char *name)
{
    for (size_t i = 0; i < record->series_nr; i++)
        if (!strcmp(record->series[i].name, name))
            return &record->series[i];
    return NULL;
}

/* What a series shows, the first of these that it has. */
static const char *const shown[] = {"bw_bytes_per_s", "iops", "clat_mean_ns", "lat_mean_ns"};

static const struct record_column_values *find_values(const struct record *record)
{
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        const struct record_column_values *values = find_column(record, shown[i]);

        if (values && values->nr >= 2)
            return values;
    }
    return NULL;
}

/* The series of one result of a row. */
struct series {
    const struct record *record;
    size_t level, run, job;
    bool has_jobs;
};

struct found {
    const struct compare_row *row;
    const char *metric;
    struct series at[LINES_MAX];
    size_t nr, all;
};

/* Finds the series of each result by the result's id: the first of each metric wins. */
struct index {
    struct table *ids;
    const struct record **records;
};

static struct index make_index(struct page *page, const char *metric)
{
    const struct comparison *comparison = page->comparison;
    struct index index = {.ids = table_new()};

    index.records = arena_alloc(page->arena, (comparison->series_nr + 1) * sizeof(void *));
    for (size_t i = 0; i < comparison->series_nr; i++) {
        const struct record *record = comparison->series[i];
        const struct record_column_values *values = find_values(record);
        size_t nr = table_nr(index.ids), number;

        if (!record->of || !values || strcmp(values->name, metric) != 0)
            continue;
        number = table_add(index.ids, record->of, strlen(record->of));
        if (number == nr)
            index.records[number] = record;
    }
    return index;
}

static void read_cell(const struct index *index, const struct compare_cell *cell, size_t level,
                      struct found *found)
{
    for (size_t i = 0; i < cell->nr; i++)
        for (size_t r = 0; r < cell->samples[i].records_nr; r++) {
            const char *id = cell->samples[i].records[r]->id;
            size_t number = id ? table_find(index->ids, id, strlen(id)) : TABLE_NONE;

            if (number == TABLE_NONE)
                continue;
            found->all++;
            if (found->nr < LINES_MAX)
                found->at[found->nr++] = (struct series){index->records[number], level, i + 1,
                                                         r + 1, cell->samples[i].records_nr > 1};
        }
}

static struct units_scale find_scale(const struct page *page, const struct found *found)
{
    double largest = 0;
    const struct metric *known = metric_find(found->metric);

    for (size_t i = 0; i < found->nr; i++) {
        const struct record_column_values *values = find_column(found->at[i].record, found->metric);

        for (size_t k = 0; k < values->nr; k++)
            if (isfinite(values->at[k]))
                largest = fmax(largest, values->at[k]);
    }
    return units_scale(known->unit, page->options->units, largest);
}

static struct chart_line make_line(struct page *page, const struct series *series,
                                   const char *metric, double divisor)
{
    const struct record_column_values *times = find_column(series->record, "t_s");
    const struct record_column_values *values = find_column(series->record, metric);
    size_t nr = times && times->nr < values->nr ? times->nr : values->nr;
    struct chart_point *points = arena_alloc(page->arena, (nr + 1) * sizeof *points);
    struct chart_line line = {.at = points,
                              .nr = nr,
                              .style = (unsigned)(series->level % CHART_LINES_STYLES),
                              .has_path = true,
                              .has_dots = nr <= 40};

    for (size_t k = 0; k < nr; k++)
        points[k] = (struct chart_point){.x = times ? times->at[k] : (double)k + 1,
                                         .y = values->at[k] / divisor};
    return line;
}

static struct page_figure make_figure(struct page *page, const struct compare_section *section,
                                      const struct found *found, size_t number)
{
    struct chart_lines *chart = arena_alloc(page->arena, sizeof *chart);
    struct chart_line *lines = arena_alloc(page->arena, (found->nr + 1) * sizeof *lines);
    struct units_scale scale = find_scale(page, found);
    const char *where = page_where(page, found->row);
    const struct metric *known = metric_find(found->metric);

    *chart = (struct chart_lines){
        .at = lines, .nr = found->nr, .has_zero = true, .x_title = "seconds since the start"};
    for (size_t i = 0; i < found->nr; i++) {
        bool is_last = i + 1 == found->nr || found->at[i + 1].level != found->at[i].level;
        bool is_first = !i || found->at[i - 1].level != found->at[i].level;

        lines[i] = make_line(page, &found->at[i], found->metric, scale.divisor);
        lines[i].is_faint = !(is_first && is_last);
        lines[i].label = is_last ? page_level(page, section, found->at[i].level) : NULL;
    }
    chart->y_title = arena_printf(page->arena, "%s, %s", known->title, scale.unit);
    return (struct page_figure){
        .id = arena_printf(page->arena, "series-%zu", number),
        .title = arena_printf(page->arena, "%s over time", page_row_name(page, found->row)),
        .caption =
            arena_printf(page->arena, "%s%s%s%s", *found->row->op ? found->row->op : known->title,
                         *where ? " \xc2\xb7 " : "", where,
                         found->nr < found->all ? arena_printf(page->arena, " (%zu of %zu series)",
                                                               found->nr, found->all)
                                                : ""),
        .description = "Values over time; the table has their means of the first and last half.",
        .draw = draw_lines,
        .chart = chart,
    };
}

/* The mean over the values from first up to end. */
static const char *mean_text(struct page *page, const struct record_column_values *values,
                             size_t first, size_t end, struct units_scale scale)
{
    double sum = 0;
    char text[64];

    for (size_t k = first; k < end; k++)
        sum += values->at[k];
    if (end <= first || !isfinite(sum))
        return "\xe2\x80\x93";
    units_format(text, sizeof text, sum / (double)(end - first), &scale, 4);
    return arena_printf(page->arena, "%s %s", text, scale.unit);
}

static void add_table(struct page *page, struct slots *figure,
                      const struct compare_section *section, const struct found *found)
{
    struct units_scale scale = find_scale(page, found);
    const char *where = page_where(page, found->row);

    for (size_t i = 0; i < found->nr && i < TABLE_MAX; i++) {
        const struct series *series = &found->at[i];
        const struct record_column_values *values = find_column(series->record, found->metric);
        const char *level = page_level(page, section, series->level);
        const char *cells[4];

        cells[0] = arena_printf(
            page->arena, "%s%s%s%s%s, run %zu%s", found->row->op, *where ? " \xc2\xb7 " : "", where,
            *level ? " \xc2\xb7 " : "", level, series->run,
            series->has_jobs ? arena_printf(page->arena, ", job %zu", series->job) : "");
        cells[1] = arena_printf(page->arena, "%zu", values->nr);
        cells[2] = mean_text(page, values, 0, values->nr / 2, scale);
        cells[3] = mean_text(page, values, values->nr / 2, values->nr, scale);
        page_add_data(figure, cells, 4);
    }
}

/* Finds rows with series, one for each operation and setting. */
static size_t find_rows(struct page *page, const struct compare_section *section,
                        const char *metric, struct found *found, size_t nr)
{
    struct index index = make_index(page, metric);

    for (size_t r = 0; table_nr(index.ids) && r < section->rows_nr && nr < CHARTS_MAX; r++) {
        const struct compare_row *row = &section->rows[r];
        bool is_known = row->kind == ROW_TOTAL;
        struct found *next = &found[nr];

        for (size_t i = 0; i < nr && !is_known; i++)
            is_known = !strcmp(found[i].metric, metric) && !strcmp(found[i].row->op, row->op) &&
                       !strcmp(page_where(page, found[i].row), page_where(page, row));
        if (is_known)
            continue;
        memset(next, 0, sizeof *next);
        next->row = row;
        next->metric = metric;
        for (size_t l = 0; l < section->levels_nr; l++)
            read_cell(&index, &row->cells[l], l, next);
        nr += next->nr > 0;
    }
    table_free(index.ids);
    return nr;
}

void page_fill_series(struct page *page)
{
    static const char *const heads[] = {"Series", "Values", "First half", "Second half"};
    const struct compare_section *section = page_main_section(page);
    struct found *found = arena_alloc(page->arena, CHARTS_MAX * sizeof *found);
    struct page_figure charts[CHARTS_MAX];
    struct slots *figure;
    size_t nr = 0;

    for (size_t i = 0; section && i < sizeof shown / sizeof shown[0]; i++)
        nr = find_rows(page, section, shown[i], found, nr);
    if (!nr || !page_has_room(page))
        return;
    for (size_t i = 0; i < nr; i++)
        charts[i] = make_figure(page, section, &found[i], i + 1);
    figure = page_add_charts(page, page_add_part(page, "series", "How it went over time"),
                             &(struct page_figure){
                                 .id = "series-0",
                                 .title = "Was it steady?",
                                 .caption = "Samples of each run as the tool logged them; axes "
                                            "begin at zero.  A run that has not settled says "
                                            "little about the next one.",
                             },
                             charts, nr);
    page_add_heads(figure, heads, 4);
    for (size_t i = 0; i < nr; i++)
        add_table(page, figure, section, &found[i]);
}
