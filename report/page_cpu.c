/* Throughput against the CPU that it took. */
#include "report/page_parts.h"

#include <math.h>
#include <string.h>

#include "record/strbuf.h"

#define CHARTS_MAX 6
#define LEVELS_MAX 8
#define RAYS_MAX 3

static xmlNodePtr draw_lines(const void *chart, const struct chart_frame *frame, struct diag *diag)
{
    return chart_lines_draw(chart, frame, diag);
}

/* Returns the CPU of the process that a record gives, in % of one CPU, or not a number. */
static double process_cpu(const struct record *record)
{
    double user, sys, all;

    if (record_metric(record, "cpu_pct", &all))
        return all;
    if (record_metric(record, "cpu_user_pct", &user) && record_metric(record, "cpu_sys_pct", &sys))
        return user + sys;
    return NAN;
}

/* The same of the whole host: what is not idle. */
static double host_cpu(const struct record *record)
{
    double idle;

    return record_metric(record, "host_cpu_idle_pct", &idle) && idle <= 100 ? 100 - idle : NAN;
}

/* Process figures of parallel jobs add up; figures of the host are the same for all. */
static const struct {
    double (*read)(const struct record *);
    bool is_sum;
    const char *title;
} kinds[] = {
    {process_cpu, true, "CPU of the process, % of one CPU"},
    {host_cpu, false, "CPU of the host, % of all its CPUs"},
};
enum { KINDS_NR = sizeof kinds / sizeof kinds[0] };

static double sample_cpu(const struct compare_sample *sample, int kind)
{
    double sum = 0;

    for (size_t i = 0; i < sample->records_nr; i++) {
        double cpu = kinds[kind].read(sample->records[i]);

        /* Reads and writes of one job have one CPU figure between them. */
        if (strcmp(sample->records[i]->op ? sample->records[i]->op : "",
                   sample->records[0]->op ? sample->records[0]->op : "") != 0)
            continue;
        if (!isfinite(cpu))
            return NAN;
        if (!kinds[kind].is_sum)
            return cpu;
        sum += cpu;
    }
    return sample->records_nr ? sum : NAN;
}

/* A row with the points of its levels. */
struct found {
    const struct compare_row *row;
    int kind;
    struct chart_line lines[LEVELS_MAX];
    size_t nr, points;
    double low, high; /* throughput per percent of CPU */
};

static void read_level(struct page *page, const struct compare_section *section, size_t level,
                       struct found *found)
{
    const struct compare_cell *cell = &found->row->cells[level];
    struct chart_point *points = arena_alloc(page->arena, (cell->nr + 1) * sizeof *points);
    struct chart_line line = {.at = points,
                              .label = page_level(page, section, level),
                              .style = (unsigned)(level % CHART_LINES_STYLES),
                              .has_dots = true};
    struct units_scale scale = page_scale(page, found->row);

    for (size_t i = 0; i < cell->nr; i++) {
        double cpu = sample_cpu(&cell->samples[i], found->kind);
        double value = cell->samples[i].value / scale.divisor;

        if (!isfinite(cpu) || cpu <= 0 || value <= 0)
            continue;
        points[line.nr++] = (struct chart_point){
            .x = cpu,
            .y = value,
            .is_hollow = cell->nr == 1,
            .tip = arena_printf(
                page->arena, "%s, run %zu: %s at %.3g %%", line.label, i + 1,
                page_value(page, found->row, cell->samples[i].value, cell->samples[i].bound), cpu),
        };
        found->low = fmin(found->low, value / cpu);
        found->high = fmax(found->high, value / cpu);
    }
    found->points += line.nr;
    if (line.nr)
        found->lines[found->nr++] = line;
}

static bool read_row(struct page *page, const struct compare_section *section,
                     const struct compare_row *row, int kind, struct found *found)
{
    *found = (struct found){.row = row, .kind = kind, .low = INFINITY};
    if (row->kind == ROW_PART || !row->known ||
        (row->known->unit != UNIT_BYTES_PER_S && row->known->unit != UNIT_PER_S))
        return false;
    for (size_t l = 0; l < section->levels_nr && found->nr < LEVELS_MAX; l++)
        read_level(page, section, l, found);
    return found->points >= 2 && found->nr >= 2;
}

/* Returns the largest of 1, 2 and 5 times a power of ten that is not above value. */
static double round_down(double value)
{
    double power = pow(10, floor(log10(value)));

    return value >= 5 * power ? 5 * power : value >= 2 * power ? 2 * power : power;
}

static struct page_figure make_figure(struct page *page, const struct found *found, size_t number)
{
    struct chart_lines *chart = arena_alloc(page->arena, sizeof *chart);
    struct chart_ray *rays = arena_alloc(page->arena, RAYS_MAX * sizeof *rays);
    struct units_scale scale = page_scale(page, found->row);
    const char *where = page_where(page, found->row);
    const double slopes[2] = {round_down(found->low), round_down(found->high)};

    *chart = (struct chart_lines){.at = found->lines,
                                  .nr = found->nr,
                                  .rays = rays,
                                  .has_zero = true,
                                  .x_title = kinds[found->kind].title,
                                  .height = 280};
    for (size_t i = 0; i < 2; i++)
        if (isfinite(slopes[i]) && slopes[i] > 0 && (!i || slopes[i] > slopes[0]))
            rays[chart->rays_nr++] = (struct chart_ray){
                arena_printf(page->arena, "%g %s per %%", slopes[i], scale.unit), slopes[i]};
    chart->y_title = arena_printf(page->arena, "%s, %s", page_row_name(page, found->row),
                                  *scale.unit ? scale.unit : "per second");
    return (struct page_figure){
        .id = arena_printf(page->arena, "cpu-%zu", number),
        .title = arena_printf(page->arena, "%s over CPU", page_row_name(page, found->row)),
        .caption = arena_printf(page->arena, "%s%s%s", page_row_name(page, found->row),
                                *where ? " \xc2\xb7 " : "", where),
        .description = "Throughput of each run over the CPU it took; the table has the arithmetic means.",
        .draw = draw_lines,
        .chart = chart,
    };
}

static void add_table(struct page *page, struct slots *figure, const struct found *found)
{
    struct units_scale scale = page_scale(page, found->row);
    const char *where = page_where(page, found->row);

    for (size_t i = 0; i < found->nr; i++) {
        const struct chart_line *line = &found->lines[i];
        double x = 0, y = 0;
        const char *cells[4];

        for (size_t k = 0; k < line->nr; k++) {
            x += line->at[k].x / (double)line->nr;
            y += line->at[k].y / (double)line->nr;
        }
        cells[0] = arena_printf(page->arena, "%s%s%s \xc2\xb7 %s", page_row_name(page, found->row),
                                *where ? " \xc2\xb7 " : "", where, line->label);
        cells[1] = arena_printf(page->arena, "%.4g %s", y, scale.unit);
        cells[2] = arena_printf(page->arena, "%.3g %%", x);
        cells[3] = arena_printf(page->arena, "%.3g %s", y / x, scale.unit);
        page_add_data(figure, cells, 4);
    }
}

void page_fill_cpu(struct page *page)
{
    static const char *const heads[] = {"Measurement", "Throughput", "CPU", "Per % of CPU"};
    const struct compare_section *section = page_main_section(page);
    struct found *found = arena_alloc(page->arena, (CHARTS_MAX + 1) * sizeof *found);
    struct page_figure charts[CHARTS_MAX];
    struct slots *figure;
    size_t nr = 0;

    for (size_t r = 0; section && r < section->rows_nr; r++)
        for (int kind = 0; kind < KINDS_NR && nr < CHARTS_MAX; kind++)
            nr += read_row(page, section, &section->rows[r], kind, &found[nr]);
    if (!nr || !page_has_room(page))
        return;
    for (size_t i = 0; i < nr; i++)
        charts[i] = make_figure(page, &found[i], i + 1);
    figure = page_add_charts(
        page, page_add_part(page, "cpu", "What it costs in CPU"),
        &(struct page_figure){
            .id = "cpu-0",
            .title = "Throughput against CPU",
            .caption = "Each run is a point: further up is faster, further left is cheaper.  All "
                       "points of a dashed line cost the same per byte.  CPU of a process and of "
                       "a host are never put together, and figures of a guest leave out what its "
                       "host spent.",
        },
        charts, nr);
    page_add_heads(figure, heads, 4);
    for (size_t i = 0; i < nr; i++)
        add_table(page, figure, &found[i]);
}
