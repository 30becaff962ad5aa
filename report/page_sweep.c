/* Sweeps: values over a factor whose levels are numbers. */
#include "report/page_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/strbuf.h"

#define PANELS_MAX 8
#define LEVELS_MIN 3
#define LEVELS_MAX 400

static xmlNodePtr draw_lines(const void *chart, const struct chart_frame *frame, struct diag *diag)
{
    return chart_lines_draw(chart, frame, diag);
}

bool page_is_sweep(const struct compare_section *section)
{
    return section->is_numeric && section->levels_nr >= LEVELS_MIN;
}

static bool is_family(const struct compare_row *a, const struct compare_row *b)
{
    return !strcmp(a->metric, b->metric) && !strcmp(a->op, b->op);
}

/* The rows of one chart: as many lines as can be told apart. */
struct sweep {
    const struct compare_row *rows[CHART_LINES_STYLES];
    size_t nr;
};

static struct chart_line make_line(struct page *page, const struct compare_section *section,
                                   const struct compare_row *row, double divisor, unsigned style)
{
    struct chart_point *points =
        arena_alloc(page->arena, (section->levels_nr + 1) * sizeof *points);
    struct chart_line line = {.at = points, .style = style, .has_path = true, .has_dots = true};

    for (size_t l = 0; l < section->levels_nr; l++) {
        const struct compare_cell *cell = &row->cells[l];

        if (!cell->nr)
            continue;
        points[line.nr++] = (struct chart_point){
            .x = section->levels[l].number,
            .y = cell->centre / divisor,
            .tip = arena_printf(page->arena, "%s: %s, %zu %s", page_level(page, section, l),
                                page_value(page, row, cell->centre, cell->bound), cell->nr,
                                cell->nr == 1 ? "run" : "runs"),
            .is_hollow = cell->nr == 1 || cell->bounds_nr,
        };
    }
    return line;
}

/* Adds the single runs behind the means of a line. */
static struct chart_line make_runs(struct page *page, const struct compare_section *section,
                                   const struct compare_row *row, double divisor, unsigned style)
{
    struct chart_line line = {.style = style, .has_dots = true, .is_faint = true};
    struct chart_point *points;
    size_t all = 0;

    for (size_t l = 0; l < section->levels_nr; l++)
        all += row->cells[l].nr > 1 ? row->cells[l].nr : 0;
    points = arena_alloc(page->arena, (all + 1) * sizeof *points);
    line.at = points;
    for (size_t l = 0; l < section->levels_nr; l++)
        for (size_t i = 0; row->cells[l].nr > 1 && i < row->cells[l].nr; i++)
            points[line.nr++] = (struct chart_point){.x = section->levels[l].number,
                                                     .y = row->cells[l].samples[i].value / divisor};
    return line;
}

/* Says whether the largest value is more than ten times the least, and all above 0. */
static bool is_wide(const struct chart_line *lines, size_t nr)
{
    double low = INFINITY, high = 0;

    for (size_t i = 0; i < nr; i++)
        for (size_t k = 0; k < lines[i].nr; k++) {
            low = fmin(low, lines[i].at[k].y);
            high = fmax(high, lines[i].at[k].y);
        }
    return low > 0 && high > 10 * low;
}

/* The levels as ticks, by their numbers where all have one unit. */
static struct chart_place *make_places(struct page *page, const struct compare_section *section)
{
    struct chart_place *places =
        arena_alloc(page->arena, (section->levels_nr + 1) * sizeof *places);

    for (size_t l = 0; l < section->levels_nr; l++) {
        const char *name = section->levels[l].name;

        places[l] =
            (struct chart_place){section->levels[l].number,
                                 arena_printf(page->arena, "%.*s", (int)strcspn(name, " "), name)};
    }
    return places;
}

/* What stands behind the numbers of all levels, such as "sectors"; "" where they differ. */
static const char *level_unit(const struct compare_section *section)
{
    const char *unit = section->levels_nr ? strchr(section->levels[0].name, ' ') : NULL;

    for (size_t l = 1; unit && l < section->levels_nr; l++) {
        const char *other = strchr(section->levels[l].name, ' ');

        if (!other || strcmp(other, unit) != 0)
            return "";
    }
    return unit ? unit : "";
}

static struct units_scale largest_scale(struct page *page, const struct sweep *sweep)
{
    struct units_scale largest = page_scale(page, sweep->rows[0]);

    for (size_t i = 1; i < sweep->nr; i++)
        if (page_scale(page, sweep->rows[i]).divisor > largest.divisor)
            largest = page_scale(page, sweep->rows[i]);
    return largest;
}

/* Adds what stands beside the sweep and has no level of it, such as a host: once for each
 * value. */
static void add_references(struct page *page, const struct sweep *sweep, double divisor,
                           struct chart_lines *chart)
{
    struct chart_reference *references =
        arena_alloc(page->arena, (sweep->nr + 1) * sizeof *references);

    chart->references = references;
    for (size_t i = 0; i < sweep->nr; i++) {
        const struct compare_reference *of = &sweep->rows[i]->reference;
        bool is_known = !of->name;

        for (size_t k = 0; k < chart->references_nr; k++)
            is_known = is_known || references[k].y == of->value / divisor;
        if (!is_known)
            references[chart->references_nr++] = (struct chart_reference){
                arena_printf(page->arena, "%s %s", of->name,
                             page_number(page, sweep->rows[i], of->value, COMPARE_EXACT)),
                of->value / divisor};
    }
}

static struct chart_lines *make_chart(struct page *page, const struct compare_section *section,
                                      const struct sweep *sweep)
{
    struct chart_lines *chart = arena_alloc(page->arena, sizeof *chart);
    struct chart_line *lines = arena_alloc(page->arena, 2 * sweep->nr * sizeof *lines);
    struct units_scale scale = largest_scale(page, sweep);
    double low = section->levels[0].number;
    double high = section->levels[section->levels_nr - 1].number;

    *chart = (struct chart_lines){.at = lines, .is_x_log = low > 0 && high >= 4 * low};
    for (size_t i = 0; i < sweep->nr; i++)
        lines[chart->nr++] = make_runs(page, section, sweep->rows[i], scale.divisor, (unsigned)i);
    for (size_t i = 0; i < sweep->nr; i++) {
        const char *where = page_where(page, sweep->rows[i]);

        lines[chart->nr] = make_line(page, section, sweep->rows[i], scale.divisor, (unsigned)i);
        lines[chart->nr++].label = sweep->nr > 1 ? where : NULL;
    }
    add_references(page, sweep, scale.divisor, chart);
    chart->is_y_log = is_wide(lines, chart->nr);
    chart->has_zero = !chart->is_y_log;
    chart->places = make_places(page, section);
    chart->places_nr = section->levels_nr;
    chart->y_title =
        arena_printf(page->arena, "%s%s%s%s", page_row_name(page, sweep->rows[0]),
                     *scale.unit ? ", " : "", scale.unit, chart->is_y_log ? " (logarithmic)" : "");
    chart->x_title =
        arena_printf(page->arena, "%s%s%s%s", section->factor, *level_unit(section) ? "," : "",
                     level_unit(section), chart->is_x_log ? " (logarithmic)" : "");
    return chart;
}

/* "128 sectors 6.7 MB/s, 256 sectors 14.1 MB/s; …" */
static const char *describe(struct page *page, const struct compare_section *section,
                            const struct sweep *sweep)
{
    struct strbuf text = STRBUF_INIT;
    const char *copy;

    for (size_t i = 0; i < sweep->nr; i++) {
        const char *where = page_where(page, sweep->rows[i]);

        strbuf_printf(&text, "%s%s%s", i ? "; " : "", where, *where ? ": " : "");
        for (size_t l = 0; l < section->levels_nr && l < 24; l++)
            if (sweep->rows[i]->cells[l].nr)
                strbuf_printf(&text, "%s%s %s", l ? ", " : "", page_level(page, section, l),
                              page_value(page, sweep->rows[i], sweep->rows[i]->cells[l].centre,
                                         sweep->rows[i]->cells[l].bound));
    }
    strbuf_byte(&text, '.');
    copy = arena_string(page->arena, text.text);
    strbuf_free(&text);
    return copy;
}

static void add_table(struct page *page, struct slots *figure,
                      const struct compare_section *section, const struct sweep *sweep)
{
    for (size_t i = 0; i < sweep->nr; i++) {
        const struct compare_row *row = sweep->rows[i];
        const char *where = page_where(page, row);

        for (size_t l = 0; l < section->levels_nr; l++) {
            const char *cells[4];

            if (!row->cells[l].nr)
                continue;
            cells[0] = arena_printf(page->arena, "%s%s%s", page_row_name(page, row),
                                    *where ? " \xc2\xb7 " : "", where);
            cells[1] = page_level(page, section, l);
            cells[2] = page_value(page, row, row->cells[l].centre, row->cells[l].bound);
            cells[3] = arena_printf(page->arena, "%zu", row->cells[l].nr);
            page_add_data(figure, cells, 4);
        }
        if (row->reference.name) {
            const char *const cells[] = {
                arena_printf(page->arena, "%s%s%s", page_row_name(page, row),
                             *where ? " \xc2\xb7 " : "", where),
                row->reference.name, page_value(page, row, row->reference.value, COMPARE_EXACT),
                arena_printf(page->arena, "%zu", row->reference.nr)};

            page_add_data(figure, cells, 4);
        }
    }
}

/* Divides the rows into charts.  Returns how many there are; the first PANELS_MAX are in
 * sweeps. */
static size_t divide(const struct compare_section *section, struct sweep *sweeps)
{
    struct sweep *last = NULL;
    size_t nr = 0;

    for (size_t r = 0; r < section->rows_nr; r++) {
        const struct compare_row *row = &section->rows[r];
        size_t points = 0;

        for (size_t l = 0; l < section->levels_nr; l++)
            points += row->cells[l].nr > row->cells[l].bounds_nr;
        if (!page_row_leads(row) || points < 2)
            continue;
        if (!last || last->nr == CHART_LINES_STYLES || !is_family(last->rows[0], row)) {
            last = nr < PANELS_MAX ? &sweeps[nr] : last;
            if (nr++ < PANELS_MAX)
                last->nr = 0;
        }
        if (nr <= PANELS_MAX)
            last->rows[last->nr++] = row;
    }
    return nr;
}

#define READING                                                                                    \
    "The %s of each level; dots are hollow where they rest on one run, a dashed line is a result "   \
    "beside all levels."

void page_fill_sweep(struct page *page, size_t section, struct slots *slots)
{
    const char *const heads[] = {"Measurement", "Level", page_stat_title(page), "Runs"};
    const struct compare_section *of = &page->comparison->sections[section];
    struct sweep sweeps[PANELS_MAX];
    size_t nr = divide(of, sweeps), shown = nr < PANELS_MAX ? nr : PANELS_MAX;
    struct page_figure figure = {
        .id = arena_printf(page->arena, "w%zu", section + 1),
        .title = arena_printf(page->arena, "How it depends on %s", of->factor),
        .caption = arena_printf(page->arena, READING, page_stat(page)),
        .draw = draw_lines,
    };
    struct slots *item;

    if (!nr || of->levels_nr > LEVELS_MAX)
        return;
    if (nr == 1) {
        figure.chart = make_chart(page, of, &sweeps[0]);
        figure.description = describe(page, of, &sweeps[0]);
    } else if (shown < nr) {
        figure.caption = arena_printf(page->arena, READING "  Showing %zu of %zu charts.",
                                      page_stat(page), shown, nr);
    }
    item = page_add_figure(page, slots, &figure);
    page_add_heads(item, heads, 4);
    for (size_t i = 0; i < shown; i++) {
        if (nr > 1 && page_has_room(page))
            page_add_panel(page, item,
                           &(struct page_figure){
                               .id = arena_printf(page->arena, "w%zu-%zu", section + 1, i + 1),
                               .title = figure.title,
                               .caption = page_row_name(page, sweeps[i].rows[0]),
                               .description = describe(page, of, &sweeps[i]),
                               .draw = draw_lines,
                               .chart = make_chart(page, of, &sweeps[i]),
                           },
                           false);
        if (!page_is_large(page))
            add_table(page, item, of, &sweeps[i]);
    }
}
