/* Heat maps: the changes of many settings at a glance. */
#include "report/page_parts.h"

#include <string.h>

#include "record/strbuf.h"
#include "report/compare_words.h"
#include "report/table.h"
#include "report/tone.h"

#define ROWS_MAX 40
#define ROWS_LARGE 16 /* of a page that leaves data out */
#define COLUMNS_MAX 12

static xmlNodePtr draw_heat(const void *chart, const struct chart_frame *frame, struct diag *diag)
{
    return chart_heat_draw(chart, frame, diag);
}

/* How the changes of a section are laid out. */
struct grid {
    const struct compare_section *section;
    bool is_split; /* the last of the other factors gives the columns */
    struct table *rows, *columns;
    const char *names[ROWS_MAX], *heads[COLUMNS_MAX];
    struct chart_cell *cells; /* ROWS_MAX × COLUMNS_MAX */
    size_t changes, left_out;
};

/* Returns the setting without the last factor where that gives the columns. */
static const char *row_name(struct page *page, const struct grid *grid,
                            const struct compare_row *row)
{
    struct compare_row cut = *row;

    if (!grid->is_split)
        return page_where(page, row);
    cut.where.nr--;
    return page_where(page, &cut);
}

static const char *column_name(struct page *page, const struct grid *grid,
                               const struct compare_row *row, size_t pair)
{
    const struct compare_pair *of = &grid->section->pairs[pair];
    const char *level = page_level(page, grid->section, of->level);

    if (grid->is_split)
        return arena_printf(page->arena, "%s %s", row->where.at[row->where.nr - 1].name,
                            row->where.at[row->where.nr - 1].value);
    if (grid->section->pairs_nr == 1)
        return page_row_name(page, row);
    return of->base == grid->section->baseline
               ? arena_printf(page->arena, "%s %s", row->op, level)
               : arena_printf(page->arena, "%s %s : %s", row->op, level,
                              page_level(page, grid->section, of->base));
}

/* Two factors span the grid where one pair of one measurement is compared over them. */
static bool can_split(const struct compare_section *section)
{
    const struct compare_row *first = NULL;

    if (section->pairs_nr != 1)
        return false;
    for (size_t r = 0; r < section->rows_nr; r++) {
        const struct compare_row *row = &section->rows[r];

        if (row->kind == ROW_PART)
            continue;
        first = first ? first : row;
        if (row->where.nr < 2 || strcmp(row->op, first->op) != 0 ||
            strcmp(row->metric, first->metric) != 0)
            return false;
    }
    return first != NULL;
}

/* Returns the number of name, or most where there is no room for it. */
static size_t find(struct table *table, const char **names, const char *name, size_t most)
{
    size_t number = table_find(table, name, strlen(name));

    if (number != TABLE_NONE)
        return number;
    if (table_nr(table) == most)
        return most;
    number = table_add(table, name, strlen(name));
    names[number] = name;
    return number;
}

static void take_change(struct page *page, struct grid *grid, const struct compare_row *row,
                        size_t pair)
{
    const struct compare_change *change = &row->changes[pair];
    const char *name = row_name(page, grid, row), *head = column_name(page, grid, row, pair);
    size_t r, c, rows_max = page_is_large(page) ? ROWS_LARGE : ROWS_MAX;
    struct chart_cell *cell;

    if (!change->has_delta)
        return;
    grid->changes++;
    r = find(grid->rows, grid->names, name, rows_max);
    c = r < rows_max ? find(grid->columns, grid->heads, head, COLUMNS_MAX) : COLUMNS_MAX;
    if (r == rows_max || c == COLUMNS_MAX) {
        grid->left_out++;
        return;
    }
    cell = &grid->cells[r * COLUMNS_MAX + c];
    *cell = (struct chart_cell){
        .text = page_pct(page, change->delta_pct),
        .tip = arena_printf(page->arena, "%s, %s: %s, %s", name, head, page_delta(page, change),
                            compare_verdict_word(change->verdict, row->known)),
        .delta_pct = change->delta_pct,
        .tone = tone_of_change(row, change),
        .is_hollow = change->verdict == VERDICT_SINGLE || change->verdict == VERDICT_NONE,
    };
}

/* Makes the chart, whose rows of cells lie closer than those of the grid. */
static struct chart_heat *make_heat(struct page *page, const struct grid *grid)
{
    struct chart_heat *heat = arena_alloc(page->arena, sizeof *heat);
    size_t rows = table_nr(grid->rows), columns = table_nr(grid->columns);
    struct chart_cell *cells = arena_alloc(page->arena, (rows * columns + 1) * sizeof *cells);
    const char **names = arena_alloc(page->arena, (rows + columns + 1) * sizeof *names);

    for (size_t r = 0; r < rows; r++) {
        names[r] = *grid->names[r] ? grid->names[r] : "all";
        memcpy(&cells[r * columns], &grid->cells[r * COLUMNS_MAX], columns * sizeof *cells);
    }
    for (size_t c = 0; c < columns; c++)
        names[rows + c] = grid->heads[c];
    *heat = (struct chart_heat){names + rows, columns, names, rows, cells};
    return heat;
}

static void add_table(struct page *page, struct slots *figure, const struct chart_heat *heat)
{
    const char *cells[COLUMNS_MAX + 1] = {"Setting"};

    for (size_t c = 0; c < heat->columns_nr; c++)
        cells[c + 1] = heat->columns[c];
    page_add_heads(figure, cells, heat->columns_nr + 1);
    for (size_t r = 0; r < heat->rows_nr; r++) {
        cells[0] = heat->rows[r];
        for (size_t c = 0; c < heat->columns_nr; c++) {
            const struct chart_cell *cell = &heat->at[r * heat->columns_nr + c];

            cells[c + 1] = cell->text ? cell->text : "\xe2\x80\x93";
        }
        page_add_data(figure, cells, heat->columns_nr + 1);
    }
    (void)page;
}

static void add_figure(struct page *page, size_t section, struct slots *slots,
                       const struct grid *grid)
{
    const struct chart_heat *heat = make_heat(page, grid);
    const struct compare_section *of = grid->section;
    struct page_figure figure = {
        .id = arena_printf(page->arena, "h%zu", section + 1),
        .title = "Where does it help, and where not?",
        .draw = draw_heat,
        .chart = heat,
    };

    figure.caption = arena_printf(
        page->arena,
        "Change against the baseline%s in each setting: the deeper the colour, the larger the "
        "ratio; %s is better and %s is worse, grey is undecided or no practical change, a dashed "
        "edge is a single run.%s",
        of->pairs_nr == 1
            ? arena_printf(page->arena, " (%s)", page_level(page, of, of->pairs[0].base))
            : "",
        "blue", "orange",
        grid->left_out ? arena_printf(page->arena, "  %zu of %zu changes are left out here.",
                                      grid->left_out, grid->changes)
                       : "");
    figure.description =
        arena_printf(page->arena, "Changes of %zu settings in %zu columns; the table has them.",
                     heat->rows_nr, heat->columns_nr);
    add_table(page, page_add_figure(page, slots, &figure), heat);
}

void page_fill_heat(struct page *page, size_t section, struct slots *slots)
{
    const struct compare_section *of = &page->comparison->sections[section];
    struct grid grid = {.section = of, .is_split = can_split(of)};

    grid.rows = table_new();
    grid.columns = table_new();
    grid.cells = arena_alloc(page->arena, ROWS_MAX * COLUMNS_MAX * sizeof *grid.cells);
    memset(grid.cells, 0, ROWS_MAX * COLUMNS_MAX * sizeof *grid.cells);
    for (size_t r = 0; r < of->rows_nr; r++)
        for (size_t p = 0; p < of->pairs_nr && page_row_leads(&of->rows[r]); p++)
            take_change(page, &grid, &of->rows[r], p);
    if (table_nr(grid.rows) > 1 || table_nr(grid.columns) > 1)
        add_figure(page, section, slots, &grid);
    table_free(grid.rows);
    table_free(grid.columns);
}
