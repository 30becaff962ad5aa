/* The absolute values behind the changes: dot plots, small multiples, or a heat map where
 * settings are many. */
#include "report/page_parts.h"

#include <math.h>
#include <string.h>

#include "record/strbuf.h"

#define STRIPS_ONE 14  /* as many levels of settings stand in one chart */
#define PANELS_MAX 12  /* with more settings a heat map says more */
#define PANEL_STRIPS 8 /* levels in a small chart */

static xmlNodePtr draw_dots(const void *chart, const struct chart_frame *frame, struct diag *diag)
{
    return chart_dots_draw(chart, frame, diag);
}

/* Fills the values of a cell as dots. */
static void fill_values(struct page *page, const struct compare_row *row,
                        const struct compare_cell *cell, const char *level, double divisor,
                        struct chart_strip *strip)
{
    struct chart_run *runs = arena_alloc(page->arena, (cell->nr + 1) * sizeof *runs);

    for (size_t i = 0; i < cell->nr; i++) {
        const struct compare_sample *sample = &cell->samples[i];

        runs[i] = (struct chart_run){
            .value = sample->value / divisor,
            .is_outlier = sample->is_outlier,
            .is_bound = sample->bound != COMPARE_EXACT || cell->nr == 1,
            .tip = arena_printf(page->arena, "%s, run %zu: %s", level, i + 1,
                                page_value(page, row, sample->value, sample->bound)),
        };
    }
    *strip = (struct chart_strip){
        .label = level,
        .value = page_value(page, row, cell->centre, cell->bound),
        .at = runs,
        .nr = cell->nr,
        .has_mean = cell->nr > 1,
        .mean = cell->centre / divisor,
        .has_interval = cell->has_interval,
        .low = cell->low / divisor,
        .high = cell->high / divisor,
    };
}

/* Fills a strip for each level that has runs.  Returns how many. */
static size_t fill_strips(struct page *page, const struct compare_section *section,
                          const struct compare_row *row, double divisor, struct chart_strip *strips)
{
    size_t nr = 0;

    for (size_t l = 0; l < section->levels_nr; l++) {
        if (!row->cells[l].nr)
            continue;
        fill_values(page, row, &row->cells[l], page_level(page, section, l), divisor, &strips[nr]);
        strips[nr++].style = (unsigned)(l % CHART_LINES_STYLES);
    }
    return nr;
}

/* Says whether a row is shown: totals stand for their parts, and bounds alone say nothing. */
static bool is_shown(const struct compare_section *section, const struct compare_row *row)
{
    if (!page_row_leads(row))
        return false;
    for (size_t l = 0; l < section->levels_nr; l++)
        if (row->cells[l].nr > row->cells[l].bounds_nr)
            return true;
    return false;
}

static bool is_family(const struct compare_row *a, const struct compare_row *b)
{
    return !strcmp(a->metric, b->metric) && !strcmp(a->op, b->op);
}

/* The rows that are shown, and whether all of them are of one metric and operation. */
struct chosen {
    const struct compare_row **at;
    size_t nr, strips;
    bool is_one_family;
};

static struct chosen choose(struct page *page, const struct compare_section *section)
{
    struct chosen chosen = {.is_one_family = true};

    chosen.at = arena_alloc(page->arena, (section->rows_nr + 1) * sizeof *chosen.at);
    for (size_t r = 0; r < section->rows_nr; r++) {
        const struct compare_row *row = &section->rows[r];

        if (!is_shown(section, row))
            continue;
        chosen.at[chosen.nr++] = row;
        chosen.is_one_family = chosen.is_one_family && is_family(row, chosen.at[0]);
        for (size_t l = 0; l < section->levels_nr; l++)
            chosen.strips += row->cells[l].nr > 0;
    }
    return chosen;
}

/* Returns the row of the same metric and operation whose unit is largest: all of them are
 * shown in it. */
static const struct compare_row *largest_of(struct page *page, const struct chosen *chosen,
                                            const struct compare_row *row)
{
    const struct compare_row *largest = row;

    for (size_t i = 0; i < chosen->nr; i++)
        if (is_family(chosen->at[i], row) &&
            page_scale(page, chosen->at[i]).divisor > page_scale(page, largest).divisor)
            largest = chosen->at[i];
    return largest;
}

static const char *axis_title(struct page *page, const struct compare_row *row)
{
    struct units_scale scale = page_scale(page, row);

    return arena_printf(page->arena, "%s%s%s", page_row_name(page, row), *scale.unit ? ", " : "",
                        scale.unit);
}

/* "cache NoCache: LSI 14.7 MiB/s, virtio 12.0 MiB/s; …" */
static const char *describe(struct page *page, const struct chart_dots *dots)
{
    struct strbuf text = STRBUF_INIT;
    const char *copy;

    for (size_t i = 0; i < dots->nr && i < 16; i++) {
        const struct chart_strip *strip = &dots->at[i];
        bool is_first =
            strip->group && *strip->group &&
            (!i || !dots->at[i - 1].group || strcmp(dots->at[i - 1].group, strip->group) != 0);

        strbuf_printf(&text, "%s%s%s%s %s",
                      !i         ? ""
                      : is_first ? "; "
                                 : ", ",
                      is_first ? strip->group : "", is_first ? ": " : "", strip->label,
                      strip->value);
    }
    strbuf_string(&text, dots->nr > 16 ? "; and more." : ".");
    copy = arena_string(page->arena, text.text);
    strbuf_free(&text);
    return copy;
}

/* "12.0 to 14.7", or a dash. */
static const char *range(struct page *page, const struct compare_row *row, bool is_known,
                         double low, double high)
{
    if (!is_known)
        return "\xe2\x80\x93";
    return arena_printf(page->arena, "%s to %s", page_number(page, row, low, COMPARE_EXACT),
                        page_number(page, row, high, COMPARE_EXACT));
}

static void add_table(struct page *page, struct slots *figure,
                      const struct compare_section *section, const struct compare_row *row)
{
    const char *where = page_where(page, row);

    for (size_t l = 0; l < section->levels_nr; l++) {
        const struct compare_cell *cell = &row->cells[l];
        const char *cells[6];

        if (!cell->nr)
            continue;
        cells[0] = arena_printf(page->arena, "%s%s%s", page_row_name(page, row),
                                *where ? " \xc2\xb7 " : "", where);
        cells[1] = page_level(page, section, l);
        cells[2] = page_value(page, row, cell->centre, cell->bound);
        cells[3] = range(page, row, cell->has_interval, cell->low, cell->high);
        cells[4] = range(page, row, cell->nr > 1, cell->min, cell->max);
        cells[5] = arena_printf(page->arena, "%zu", cell->nr);
        page_add_data(figure, cells, 6);
    }
}

static void add_tables(struct page *page, struct slots *figure,
                       const struct compare_section *section, const struct chosen *chosen)
{
    const char *interval = arena_printf(page->arena, "%g %% interval",
                                        page->comparison->options.confidence_pct);
    const char *const heads[] = {"Measurement", "Level", page_stat_title(page),
                                 interval,      "Range", "Runs"};

    if (page_is_large(page))
        return;
    page_add_heads(figure, heads, 6);
    for (size_t i = 0; i < chosen->nr; i++)
        add_table(page, figure, section, chosen->at[i]);
}

/* What the marks stand for; has_interval: some of them have a line with ends. */
static const char *reading(struct page *page, bool has_interval, const char *more)
{
    char interval[80] = "";

    if (has_interval)
        snprintf(interval, sizeof interval, ", and the line with ends its %g %% interval",
                 page->comparison->options.confidence_pct);
    return arena_printf(
        page->arena,
        "Every run is a dot, hollow where it is the only one; the upright line is the %s%s.  %s",
        page_stat(page), interval, more);
}

static bool has_intervals(const struct chart_dots *dots)
{
    for (size_t i = 0; i < dots->nr; i++)
        if (dots->at[i].has_interval)
            return true;
    return false;
}

/* All settings in one chart, below each other on one axis. */
static void fill_one(struct page *page, size_t section, struct slots *slots,
                     const struct chosen *chosen)
{
    const struct compare_section *of = &page->comparison->sections[section];
    const struct compare_row *largest = largest_of(page, chosen, chosen->at[0]);
    struct chart_strip *strips = arena_alloc(page->arena, (chosen->strips + 1) * sizeof *strips);
    struct chart_dots *dots = arena_alloc(page->arena, sizeof *dots);

    *dots = (struct chart_dots){.at = strips, .x_title = axis_title(page, largest)};
    for (size_t i = 0; i < chosen->nr; i++) {
        size_t nr = fill_strips(page, of, chosen->at[i], page_scale(page, largest).divisor,
                                strips + dots->nr);

        for (size_t k = 0; k < nr; k++)
            strips[dots->nr + k].group = page_where(page, chosen->at[i]);
        dots->nr += nr;
    }
    dots->is_log = chart_dots_are_far(dots);
    add_tables(page,
               page_add_figure(page, slots,
                               &(struct page_figure){
                                   .id = arena_printf(page->arena, "v%zu", section + 1),
                                   .title = "Which is best?",
                                   .caption = reading(
                                       page, has_intervals(dots),
                                       dots->is_log ? "The axis is logarithmic, since the values "
                                                      "lie far apart: it does not begin at zero."
                                                    : ""),
                                   .description = describe(page, dots),
                                   .draw = draw_dots,
                                   .chart = dots,
                               }),
               of, chosen);
}

/* Lets all panels of one measurement show the same range, so that they can be compared;
 * on a logarithmic axis where they lie far apart.  Returns whether any is so. */
static bool share_ranges(struct chart_dots **dots, const struct chosen *chosen)
{
    bool has_log = false;

    for (size_t i = 0; i < chosen->nr; i++) {
        double low = INFINITY, high = -INFINITY, least = INFINITY, most = 0;

        for (size_t k = 0; k < chosen->nr; k++)
            for (size_t s = 0; is_family(chosen->at[k], chosen->at[i]) && s < dots[k]->nr; s++) {
                const struct chart_strip *strip = &dots[k]->at[s];

                least = fmin(least, strip->mean);
                most = fmax(most, strip->mean);
                for (size_t n = 0; n < strip->nr; n++) {
                    low = fmin(low, strip->at[n].value);
                    high = fmax(high, strip->at[n].value);
                }
                if (strip->has_interval)
                    high = fmax(high, strip->high);
                if (strip->has_interval && strip->low > 0)
                    low = fmin(low, strip->low);
            }
        dots[i]->is_log = low > 0 && most > CHART_DOTS_FAR * least && isfinite(high);
        dots[i]->low = dots[i]->is_log ? low : fmin(low, 0);
        dots[i]->high = high;
        has_log = has_log || dots[i]->is_log;
    }
    return has_log;
}

static void add_panel(struct page *page, struct slots *figure, size_t section, size_t number,
                      const struct compare_row *row, const char *title,
                      const struct chart_dots *dots)
{
    const char *where = page_where(page, row);

    page_add_panel(page, figure,
                   &(struct page_figure){
                       .id = arena_printf(page->arena, "v%zu-%zu", section + 1, number),
                       .title = arena_printf(page->arena, "%s by %s", page_row_name(page, row),
                                             page->comparison->sections[section].factor),
                       .caption = arena_printf(page->arena, "%s%s%s", title,
                                               *where ? " \xc2\xb7 " : "", where),
                       .description = describe(page, dots),
                       .draw = draw_dots,
                       .chart = dots,
                   },
                   false);
}

/* Small multiples: a panel for each setting. */
static void fill_small(struct page *page, size_t section, struct slots *slots,
                       const struct chosen *chosen)
{
    const struct compare_section *of = &page->comparison->sections[section];
    struct chart_dots **dots = arena_alloc(page->arena, (chosen->nr + 1) * sizeof(void *));
    struct slots *figure;
    bool has_log, has_interval = false;

    for (size_t i = 0; i < chosen->nr; i++) {
        const struct compare_row *largest = largest_of(page, chosen, chosen->at[i]);
        struct chart_strip *strips = arena_alloc(page->arena, (of->levels_nr + 1) * sizeof *strips);

        dots[i] = arena_alloc(page->arena, sizeof **dots);
        *dots[i] = (struct chart_dots){.at = strips};
        dots[i]->nr =
            fill_strips(page, of, chosen->at[i], page_scale(page, largest).divisor, strips);
        has_interval = has_interval || has_intervals(dots[i]);
    }
    has_log = share_ranges(dots, chosen);
    figure = page_add_figure(
        page, slots,
        &(struct page_figure){
            .id = arena_printf(page->arena, "v%zu", section + 1),
            .title = "Which is best?",
            .caption = reading(page, has_interval,
                               has_log ? "Panels of one measurement share their axis, logarithmic "
                                         "where the values lie far apart."
                                       : "Panels of one measurement share their axis, which "
                                         "begins at zero."),
        });
    for (size_t i = 0; i < chosen->nr && page_has_room(page); i++)
        add_panel(page, figure, section, i + 1, chosen->at[i],
                  axis_title(page, largest_of(page, chosen, chosen->at[i])), dots[i]);
    add_tables(page, figure, of, chosen);
}

void page_fill_values(struct page *page, size_t section, struct slots *slots)
{
    const struct compare_section *of = &page->comparison->sections[section];
    struct chosen chosen = choose(page, of);

    if (!chosen.nr || page_is_sweep(of))
        return;
    if (chosen.is_one_family && chosen.strips <= STRIPS_ONE)
        fill_one(page, section, slots, &chosen);
    else if (chosen.nr <= PANELS_MAX && of->levels_nr <= PANEL_STRIPS)
        fill_small(page, section, slots, &chosen);
    else
        page_fill_heat(page, section, slots);
}
