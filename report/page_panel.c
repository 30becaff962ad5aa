/* The small charts beneath a table that show runs in their order. */
#include "report/page_parts.h"

#include "record/strbuf.h"

#define PANELS_MAX 24 /* of one section */
#define PANEL_RUNS_MIN 3
#define PANEL_RUNS_MANY 24 /* more than fit into half a page */

/* Runs and the frame they are drawn in. */
struct runs_picture {
    struct chart_runs runs;
    struct chart_frame frame;
};

static xmlNodePtr draw_runs(const void *context, struct diag *diag)
{
    const struct runs_picture *picture = context;

    return chart_runs_draw(&picture->runs, &picture->frame, diag);
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
                                        cell->mean / scale.divisor};
}

static struct runs_picture *make_panel(struct page *page, const struct compare_section *section,
                                       const struct compare_row *row)
{
    struct runs_picture *picture = arena_alloc(page->arena, sizeof *picture);
    struct chart_run_series *series =
        arena_alloc(page->arena, CHART_RUNS_SERIES_MAX * sizeof *series);
    struct strbuf text = STRBUF_INIT;

    picture->runs.at = series;
    for (size_t l = 0; l < section->levels_nr && picture->runs.nr < CHART_RUNS_SERIES_MAX; l++) {
        const struct compare_cell *cell = &row->cells[l];

        if (!cell->nr)
            continue;
        strbuf_printf(&text, "%s%s: %zu runs from %s to %s", picture->runs.nr ? "; " : "",
                      page_level(page, section, l), cell->nr,
                      page_value(page, row, cell->min, COMPARE_EXACT),
                      page_value(page, row, cell->max, COMPARE_EXACT));
        fill_series(page, &series[picture->runs.nr++], row, cell, page_level(page, section, l));
    }
    strbuf_byte(&text, '.');
    picture->frame = (struct chart_frame){
        .style = "plot",
        .title = arena_printf(page->arena, "%s in the order of runs", page_row_name(page, row)),
        .description = arena_string(page->arena, text.text),
        .width = CHART_HALF,
    };
    strbuf_free(&text);
    return picture;
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

static void fill_panel(struct page *page, struct slots *slots, size_t section, size_t number,
                       const struct compare_row *row)
{
    const struct compare_section *of = &page->comparison->sections[section];
    struct slots *item = slots_item(slots, "panels");
    struct runs_picture *picture = make_panel(page, of, row), *wide;
    const char *id = arena_printf(page->arena, "p%zu-%zu", section + 1, number);
    const char *where = page_where(page, row);
    struct units_scale scale = page_scale(page, row);
    size_t levels, most = most_runs(of, row, &levels);

    slots_text(item, "panel-id", id);
    slots_printf(item, "panel-title", "%s%s%s%s%s%s", page_row_name(page, row),
                 *scale.unit ? ", " : "", scale.unit, *where ? " \xc2\xb7 " : "", where,
                 levels > CHART_RUNS_SERIES_MAX ? " (the first 4 levels)" : "");
    picture->frame.id = arena_printf(page->arena, "%s-any", id);
    slots_text(item, "panel-class", most > PANEL_RUNS_MANY ? "narrow" : "any");
    slots_picture(item, "panel-picture", draw_runs, picture);
    page->plots++;
    if (most <= PANEL_RUNS_MANY)
        return;
    wide = arena_alloc(page->arena, sizeof *wide);
    *wide = *picture;
    wide->frame.id = arena_printf(page->arena, "%s-wide", id);
    wide->frame.width = CHART_WIDE;
    slots_picture(item, "panel-wide", draw_runs, wide);
}

void page_fill_panels(struct page *page, size_t section, struct slots *slots)
{
    const struct compare_section *of = &page->comparison->sections[section];
    size_t shown = 0, all = 0, levels;

    for (size_t r = 0; r < of->rows_nr; r++) {
        if (most_runs(of, &of->rows[r], &levels) < PANEL_RUNS_MIN || !has_value(of, &of->rows[r]))
            continue;
        all++;
        if (shown == PANELS_MAX || page->plots >= PAGE_PLOTS_MAX)
            continue;
        fill_panel(page, slots, section, ++shown, &of->rows[r]);
    }
    if (all)
        slots_printf(
            slots, "panels-caption",
            "Each run in the order in which it was made; the dashed line is the mean, rings "
            "mark outliers.  Scales are zoomed on the values and do not begin at zero; "
            "levels far apart have strips of their own.%s",
            shown < all
                ? arena_printf(page->arena, "  Showing %zu of %zu measurements.", shown, all)
                : "");
}
