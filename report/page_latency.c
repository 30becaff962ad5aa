/* Latency: percentile curves of each measurement. */
#include "report/page_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/strbuf.h"

#define CHARTS_MAX 6
#define POINTS_MAX 64
#define LINES_MAX 40
#define LEVELS_MAX 4 /* in one chart */

static xmlNodePtr draw_lines(const void *chart, const struct chart_frame *frame, struct diag *diag)
{
    return chart_lines_draw(chart, frame, diag);
}

/* Which latency; earlier ones win where a record has several. */
static const struct {
    const char *prefix;
    const char *title;
} kinds[] = {
    {"clat_p", "completion latency"},
    {"lat_p", "latency"},
};
enum { KINDS_NR = sizeof kinds / sizeof kinds[0] };

/* Percentiles in rising order. */
struct curve {
    double percent[POINTS_MAX], ns[POINTS_MAX];
    size_t nr;
};

static struct curve read_curve(const struct record *record, int kind)
{
    struct curve curve = {.nr = 0};

    for (size_t i = 0; i < record->metrics_nr && curve.nr < POINTS_MAX; i++) {
        const struct record_metric metric = record_metric_at(record, i);
        double percent = strncmp(metric.name, kinds[kind].prefix, strlen(kinds[kind].prefix))
                             ? -1
                             : metric_percentile(metric.name);
        size_t k = curve.nr;

        if (percent < 0 || percent >= 100 || !isfinite(metric.value))
            continue;
        for (; k && curve.percent[k - 1] > percent; k--) {
            curve.percent[k] = curve.percent[k - 1];
            curve.ns[k] = curve.ns[k - 1];
        }
        curve.percent[k] = percent;
        curve.ns[k] = metric.value;
        curve.nr++;
    }
    return curve;
}

/* The curves of one level: one for each run, or for each job where runs sum jobs. */
struct bundle {
    const char *level;
    size_t number; /* of the level */
    struct curve *at;
    size_t nr;
    bool has_jobs;
    struct curve mean; /* over runs, each run's percentile being one observation */
};

static void find_mean(struct bundle *bundle)
{
    if (!bundle->nr || bundle->has_jobs)
        return;
    bundle->mean = bundle->at[0];
    for (size_t k = 0; k < bundle->mean.nr; k++) {
        double sum = 0;
        size_t nr = 0;

        for (size_t i = 0; i < bundle->nr; i++)
            for (size_t j = 0; j < bundle->at[i].nr; j++)
                if (bundle->at[i].percent[j] == bundle->mean.percent[k]) {
                    sum += bundle->at[i].ns[j];
                    nr++;
                }
        bundle->mean.ns[k] = sum / (double)nr;
    }
}

static struct bundle read_bundle(struct page *page, const struct compare_cell *cell, int kind)
{
    struct bundle bundle = {.at = NULL};

    for (size_t i = 0; i < cell->nr; i++)
        for (size_t r = 0; r < cell->samples[i].records_nr && bundle.nr < LINES_MAX; r++) {
            struct curve curve = read_curve(cell->samples[i].records[r], kind);

            bundle.has_jobs = bundle.has_jobs || cell->samples[i].records_nr > 1;
            if (curve.nr < 3)
                continue;
            /* Most results have none, and curves are large. */
            if (!bundle.at)
                bundle.at = arena_alloc(page->arena, LINES_MAX * sizeof *bundle.at);
            bundle.at[bundle.nr++] = curve;
        }
    find_mean(&bundle);
    return bundle;
}

/* Reads the levels of a row.  Returns how many have curves. */
static size_t read_row(struct page *page, const struct compare_section *section,
                       const struct compare_row *row, int kind, struct bundle *bundles)
{
    size_t nr = 0;

    for (size_t l = 0; l < section->levels_nr && nr < LEVELS_MAX; l++) {
        struct bundle bundle = read_bundle(page, &row->cells[l], kind);

        if (!bundle.nr)
            continue;
        bundle.level = page_level(page, section, l);
        bundle.number = l;
        bundles[nr++] = bundle;
    }
    return nr;
}

static struct chart_line make_line(struct page *page, const struct curve *curve, double divisor,
                                   const char *unit, unsigned style)
{
    struct chart_point *points = arena_alloc(page->arena, (curve->nr + 1) * sizeof *points);
    struct chart_line line = {.at = points, .style = style, .has_path = true};

    for (size_t k = 0; k < curve->nr; k++) {
        if (curve->percent[k] < 50)
            continue;
        points[line.nr++] = (struct chart_point){
            .x = 1 / (1 - curve->percent[k] / 100),
            .y = curve->ns[k] / divisor,
            .tip = arena_printf(page->arena, "p%.12g: %.4g %s", curve->percent[k],
                                curve->ns[k] / divisor, unit),
        };
    }
    return line;
}

/* Makes the lines of a level: thin ones for runs or jobs, and the mean of runs. */
static size_t make_level(struct page *page, const struct bundle *bundle, struct units_scale scale,
                         struct chart_line *lines)
{
    unsigned style = (unsigned)(bundle->number % CHART_LINES_STYLES);
    size_t nr = 0;

    for (size_t i = 0; i < bundle->nr && (bundle->has_jobs || bundle->nr > 1); i++) {
        lines[nr] = make_line(page, &bundle->at[i], scale.divisor, scale.unit, style);
        lines[nr++].is_faint = true;
    }
    if (bundle->has_jobs) {
        lines[nr - 1].label =
            arena_printf(page->arena, "%s%seach job", bundle->level, *bundle->level ? ", " : "");
        return nr;
    }
    lines[nr] = make_line(page, &bundle->mean, scale.divisor, scale.unit, style);
    lines[nr].label = bundle->level;
    lines[nr++].has_dots = true;
    return nr;
}

static struct chart_lines *make_chart(struct page *page, const struct bundle *bundles, size_t nr,
                                      int kind, struct units_scale scale)
{
    static const struct chart_place places[] = {
        {2, "50 %"},      {10, "90 %"},       {20, "95 %"},         {100, "99 %"},
        {1000, "99.9 %"}, {10000, "99.99 %"}, {100000, "99.999 %"},
    };
    struct chart_lines *chart = arena_alloc(page->arena, sizeof *chart);
    struct chart_line *lines = NULL;
    double low = INFINITY, high = 0, most = 2;
    size_t room = 0, places_nr = 0;

    for (size_t b = 0; b < nr; b++)
        room += bundles[b].nr + 1;
    lines = arena_alloc(page->arena, (room + 1) * sizeof *lines);
    *chart = (struct chart_lines){.at = lines, .is_x_log = true, .places = places};
    for (size_t b = 0; b < nr; b++)
        chart->nr += make_level(page, &bundles[b], scale, lines + chart->nr);
    for (size_t i = 0; i < chart->nr; i++)
        for (size_t k = 0; k < lines[i].nr; k++) {
            low = fmin(low, lines[i].at[k].y);
            high = fmax(high, lines[i].at[k].y);
            most = fmax(most, lines[i].at[k].x);
        }
    while (places_nr < sizeof places / sizeof places[0] && places[places_nr].value <= most * 1.001)
        places_nr++;
    chart->places_nr = places_nr;
    chart->is_y_log = low > 0 && high > 10 * low;
    chart->has_zero = !chart->is_y_log;
    chart->x_title = "share of I/Os that are as fast or faster";
    chart->y_title = arena_printf(page->arena, "%s, %s%s", kinds[kind].title, scale.unit,
                                  chart->is_y_log ? " (logarithmic)" : "");
    return chart;
}

static const double columns[] = {50, 90, 95, 99, 99.9, 99.99};
enum { COLUMNS_NR = sizeof columns / sizeof columns[0] };

static const char *cell_text(struct page *page, const struct curve *curve, double percent)
{
    char text[64];

    for (size_t k = 0; k < curve->nr; k++)
        if (fabs(curve->percent[k] - percent) < 1e-9) {
            struct units_scale scale = units_scale(UNIT_NS, page->options->units, curve->ns[k]);

            units_format(text, sizeof text, curve->ns[k], &scale, 3);
            return arena_printf(page->arena, "%s %s", text, scale.unit);
        }
    return "\xe2\x80\x93";
}

/* Adds the percentiles that people ask for to the table. */
static void add_table(struct page *page, struct slots *figure, const struct compare_row *row,
                      const struct bundle *bundles, size_t nr)
{
    const char *where = page_where(page, row);

    for (size_t b = 0; b < nr; b++)
        for (size_t i = 0; i < (bundles[b].has_jobs ? bundles[b].nr : 1); i++) {
            const struct curve *curve = bundles[b].has_jobs ? &bundles[b].at[i] : &bundles[b].mean;
            const char *cells[COLUMNS_NR + 1];

            cells[0] = arena_printf(page->arena, "%s%s%s \xc2\xb7 %s", row->op,
                                    *where ? " \xc2\xb7 " : "", where, bundles[b].level);
            for (size_t c = 0; c < COLUMNS_NR; c++)
                cells[c + 1] = cell_text(page, curve, columns[c]);
            page_add_data(figure, cells, COLUMNS_NR + 1);
        }
}

/* A row with curves, for a chart and its lines of the table. */
struct found {
    const struct compare_row *row;
    struct bundle bundles[LEVELS_MAX];
    size_t nr;
    int kind;
};

static struct page_figure make_figure(struct page *page, const struct found *found, size_t number)
{
    double largest = 0;
    const char *where = page_where(page, found->row);
    struct units_scale scale;

    for (size_t b = 0; b < found->nr; b++)
        for (size_t i = 0; i < found->bundles[b].nr; i++)
            largest = fmax(largest, found->bundles[b].at[i].ns[found->bundles[b].at[i].nr - 1]);
    scale = units_scale(UNIT_NS, page->options->units, largest);
    return (struct page_figure){
        .id = arena_printf(page->arena, "latency-%zu", number),
        .title = arena_printf(page->arena, "%s of %s", kinds[found->kind].title, found->row->op),
        .caption = arena_printf(page->arena, "%s%s%s", *found->row->op ? found->row->op : "all",
                                *where ? " \xc2\xb7 " : "", where),
        .description = "Latency by percentile; the table has the figures.",
        .draw = draw_lines,
        .chart = make_chart(page, found->bundles, found->nr, found->kind, scale),
    };
}

/* Finds the rows with curves, one for each operation and setting.  Returns how many. */
static size_t find_rows(struct page *page, const struct compare_section *section,
                        struct found *found, size_t *all)
{
    size_t nr = 0;

    for (size_t r = 0; r < section->rows_nr; r++) {
        const struct compare_row *row = &section->rows[r];
        bool is_known = row->kind == ROW_TOTAL;
        struct found next = {.row = row};

        for (size_t i = 0; i < nr && !is_known; i++)
            is_known = !strcmp(found[i].row->op, row->op) &&
                       !strcmp(page_where(page, found[i].row), page_where(page, row));
        for (; !is_known && !next.nr && next.kind < KINDS_NR; next.kind += !next.nr)
            next.nr = read_row(page, section, row, next.kind, next.bundles);
        if (!next.nr)
            continue;
        ++*all;
        if (nr < CHARTS_MAX)
            found[nr++] = next;
        else
            break;
    }
    return nr;
}

void page_fill_latency(struct page *page)
{
    const char *heads[COLUMNS_NR + 1] = {"Measurement"};
    const struct compare_section *section = page_main_section(page);
    struct found *found = arena_alloc(page->arena, CHARTS_MAX * sizeof *found);
    struct page_figure charts[CHARTS_MAX];
    size_t all = 0, nr = section ? find_rows(page, section, found, &all) : 0;
    struct slots *figure;

    if (!nr || !page_has_room(page))
        return;
    for (size_t i = 0; i < nr; i++)
        charts[i] = make_figure(page, &found[i], i + 1);
    figure = page_add_charts(
        page, page_add_part(page, "latency", "How long one I/O takes"),
        &(struct page_figure){
            .id = "latency-0",
            .title = "Latency by percentile",
            .caption = arena_printf(
                page->arena,
                "Thin lines are runs, or jobs where a run has several: their percentiles are "
                "never averaged across jobs.%s",
                all > nr ? "  Showing the first measurements only." : ""),
        },
        charts, nr);
    for (size_t c = 0; c < COLUMNS_NR; c++)
        heads[c + 1] = arena_printf(page->arena, "p%g", columns[c]);
    page_add_heads(figure, heads, COLUMNS_NR + 1);
    for (size_t i = 0; i < nr; i++)
        add_table(page, figure, found[i].row, found[i].bundles, found[i].nr);
}
