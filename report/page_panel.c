/* The small charts beneath a table that show runs in their order. */
#include "report/page_parts.h"

#include "record/strbuf.h"

#define PANELS_MAX 12  /* of one section */
#define PANELS_LARGE 4 /* the same of a page that leaves data out */
#define TABLE_RUNS_MAX 40
#define PANEL_RUNS_MIN 3
#define PANEL_RUNS_MANY 24 /* more than fit into half a page */

static xmlNodePtr draw_runs(const void *chart, const struct chart_frame *frame, struct diag *diag)
{
    return chart_runs_draw(chart, frame, diag);
}

/* "spread 10.9 %": the width of the values in percent of their mean. */
static const char *spread(struct page *page, const struct compare_cell *cell)
{
    double range = cell->max - cell->min;

    if (cell->bounds_nr)
        return arena_printf(page->arena, "%zu of %zu bounds", cell->bounds_nr, cell->nr);
    if (cell->nr < 2)
        return "one run";
    if (!(cell->mean > 0))
        return "";
    return arena_printf(page->arena, "spread %.*f %%", range / cell->mean < 0.0995 ? 1 : 0,
                        100 * range / cell->mean);
}

static void fill_series(struct page *page, struct chart_run_series *series,
                        const struct compare_row *row, const struct compare_cell *cell,
                        const char *level)
{
    struct units_scale scale = page_scale(page, row);
    struct chart_run *runs = arena_alloc(page->arena, (cell->nr + 1) * sizeof *runs);

    for (size_t i = 0; i < cell->nr; i++) {
        const struct compare_sample *sample = &cell->samples[i];

        runs[i] = (struct chart_run){
            .value = sample->value / scale.divisor,
            .is_outlier = sample->is_outlier,
            .is_bound = sample->bound != COMPARE_EXACT,
            .tip = arena_printf(page->arena, "%s, run %zu: %s%s", level, i + 1,
                                page_value(page, row, sample->value, sample->bound),
                                sample->is_outlier ? ", outlier" : ""),
        };
    }
    *series = (struct chart_run_series){level, spread(page, cell), runs, cell->nr,
                                        cell->centre / scale.divisor};
}

/* Makes the chart of a row; *text says what it shows. */
static struct chart_runs *make_runs(struct page *page, const struct compare_section *section,
                                    const struct compare_row *row, const char **text)
{
    struct chart_runs *runs = arena_alloc(page->arena, sizeof *runs);
    struct chart_run_series *series =
        arena_alloc(page->arena, CHART_RUNS_SERIES_MAX * sizeof *series);
    struct strbuf says = STRBUF_INIT;

    *runs = (struct chart_runs){series, 0};
    for (size_t l = 0; l < section->levels_nr && runs->nr < CHART_RUNS_SERIES_MAX; l++) {
        const struct compare_cell *cell = &row->cells[l];

        if (!cell->nr)
            continue;
        strbuf_printf(&says, "%s%s: %zu %s from %s to %s", runs->nr ? "; " : "",
                      page_level(page, section, l), cell->nr, cell->nr == 1 ? "run" : "runs",
                      page_value(page, row, cell->min, COMPARE_EXACT),
                      page_value(page, row, cell->max, COMPARE_EXACT));
        fill_series(page, &series[runs->nr++], row, cell, page_level(page, section, l));
    }
    strbuf_byte(&says, '.');
    *text = arena_string(page->arena, says.text);
    strbuf_free(&says);
    return runs;
}

static size_t most_runs(const struct compare_section *section, const struct compare_row *row,
                        size_t *levels)
{
    size_t most = 0;

    *levels = 0;
    for (size_t l = 0; l < section->levels_nr; l++) {
        most = row->cells[l].nr > most ? row->cells[l].nr : most;
        *levels += row->cells[l].nr > 0;
    }
    return most;
}

/* A row that rests on bounds alone has no runs to look at. */
static bool has_value(const struct compare_section *section, const struct compare_row *row)
{
    for (size_t l = 0; l < section->levels_nr; l++)
        if (row->cells[l].nr > row->cells[l].bounds_nr)
            return true;
    return false;
}

/* Adds the runs of a row to the table: a line for each level. */
static void add_table(struct page *page, struct slots *figure,
                      const struct compare_section *section, const struct compare_row *row)
{
    const char *where = page_where(page, row);

    for (size_t l = 0; l < section->levels_nr && l < CHART_RUNS_SERIES_MAX; l++) {
        const struct compare_cell *cell = &row->cells[l];
        struct strbuf text = STRBUF_INIT;
        const char *cells[3];

        if (!cell->nr)
            continue;
        for (size_t i = 0; i < cell->nr && i < TABLE_RUNS_MAX; i++)
            strbuf_printf(&text, "%s%s", i ? " " : "",
                          page_number(page, row, cell->samples[i].value, cell->samples[i].bound));
        if (cell->nr > TABLE_RUNS_MAX)
            strbuf_printf(&text, " and %zu more", cell->nr - TABLE_RUNS_MAX);
        cells[0] = arena_printf(page->arena, "%s%s%s", page_row_name(page, row),
                                *where ? " \xc2\xb7 " : "", where);
        cells[1] = page_level(page, section, l);
        cells[2] = arena_string(page->arena, text.text);
        page_add_data(figure, cells, 3);
        strbuf_free(&text);
    }
}

static void fill_panel(struct page *page, struct slots *figure, size_t section, size_t number,
                       const struct compare_row *row)
{
    const struct compare_section *of = &page->comparison->sections[section];
    const char *where = page_where(page, row), *text;
    struct units_scale scale = page_scale(page, row);
    size_t levels, most = most_runs(of, row, &levels);
    struct page_figure panel = {
        .id = arena_printf(page->arena, "p%zu-%zu", section + 1, number),
        .title = arena_printf(page->arena, "%s in the order of runs", page_row_name(page, row)),
        .caption =
            arena_printf(page->arena, "%s%s%s%s%s%s", page_row_name(page, row),
                         *scale.unit ? ", " : "", scale.unit, *where ? " \xc2\xb7 " : "", where,
                         levels > CHART_RUNS_SERIES_MAX ? " (the first 4 levels)" : ""),
        .draw = draw_runs,
        .chart = make_runs(page, of, row, &text),
    };

    panel.description = text;
    page_add_panel(page, figure, &panel, most > PANEL_RUNS_MANY);
    if (!page_is_large(page))
        add_table(page, figure, of, row);
}

static bool is_panel(const struct compare_section *section, const struct compare_row *row)
{
    size_t levels;

    return !row->is_cost && most_runs(section, row, &levels) >= PANEL_RUNS_MIN &&
           has_value(section, row);
}

void page_fill_panels(struct page *page, size_t section, struct slots *slots)
{
    static const char *const heads[] = {"Measurement", "Level", "Runs in their order"};
    const struct compare_section *of = &page->comparison->sections[section];
    struct slots *figure;
    size_t shown = 0, all = 0, most = page_is_large(page) ? PANELS_LARGE : PANELS_MAX;

    for (size_t r = 0; r < of->rows_nr; r++)
        all += is_panel(of, &of->rows[r]);
    if (!all)
        return;
    figure = page_add_figure(
        page, slots,
        &(struct page_figure){
            .id = arena_printf(page->arena, "p%zu", section + 1),
            .title = "Can the runs be trusted?",
            .caption = arena_printf(
                page->arena,
                "Each run in the order in which it was made; the dashed line is the %s, rings "
                "mark outliers.  Scales are zoomed on the values and do not begin at zero; "
                "levels far apart have strips of their own.%s",
                page_stat(page),
                all > most ? arena_printf(page->arena,
                                          "  Showing the first %zu of %zu measurements.", most, all)
                           : ""),
        });
    page_add_heads(figure, heads, 3);
    for (size_t r = 0; r < of->rows_nr && shown < most && page_has_room(page); r++)
        if (is_panel(of, &of->rows[r]))
            fill_panel(page, figure, section, ++shown, &of->rows[r]);
}
