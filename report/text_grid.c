#include "report/text_grid.h"

#include <stdio.h>
#include <string.h>

#include "report/compare_words.h"
#include "report/flow.h"
#include "report/joined.h"

enum { CELL_WIDTH = 12, NAME_MAX_SHOWN = 18 };

struct layout {
    const struct compare_section *section;
    const struct joined_grid *grid;
    size_t name_width;
};

/* Adds a name, which may hold anything, in its column. */
static void add_name(struct strbuf *text, const char *name, size_t width, bool is_right)
{
    struct strbuf clean = STRBUF_INIT;
    flow_clean(&clean, name);
    if (is_right)
        flow_right(text, clean.text ? clean.text : "", width);
    else
        flow_left(text, clean.text ? clean.text : "", width);
    strbuf_free(&clean);
}

static void add_head(struct strbuf *text, const struct layout *layout)
{
    const struct joined_grid *grid = layout->grid;
    struct strbuf corner = STRBUF_INIT;
    strbuf_printf(&corner, "%s \\ %s", grid->names[0], grid->names[1]);
    add_name(text, corner.text, layout->name_width, false);
    strbuf_free(&corner);
    for (size_t c = 0; c < grid->cols_nr; c++)
        add_name(text, grid->cols[c], CELL_WIDTH, true);
    strbuf_byte(text, '\n');
}

static void add_values(struct strbuf *text, const struct layout *layout,
                       const struct compare_row *row, size_t r, const struct units_scale *scale)
{
    const struct joined_grid *grid = layout->grid;
    add_name(text, grid->rows[r], layout->name_width, false);
    for (size_t c = 0; c < grid->cols_nr; c++) {
        size_t level = grid->levels[r * grid->cols_nr + c];
        char number[40] = "-", cell[64];
        if (level != JOINED_NONE && row->cells[level].nr)
            text_rows_number(number, sizeof number, row->cells[level].centre, scale);
        snprintf(cell, sizeof cell, "%s%s",
                 level != JOINED_NONE ? compare_bound_sign(row->cells[level].bound) : "", number);
        flow_right(text, cell, CELL_WIDTH);
    }
    strbuf_byte(text, '\n');
}

/* A star marks what has a verdict. */
static void add_changes(struct strbuf *text, const struct layout *layout,
                        const struct compare_row *row, size_t r)
{
    const struct joined_grid *grid = layout->grid;
    flow_left(text, "", layout->name_width);
    for (size_t c = 0; c < grid->cols_nr; c++) {
        size_t level = grid->levels[r * grid->cols_nr + c];
        const struct compare_change *change =
            level == JOINED_NONE ? NULL : compare_baseline_change(layout->section, row, level);
        char delta[64] = "", cell[80];
        if (change)
            compare_format_delta(delta, sizeof delta, change);
        snprintf(cell, sizeof cell, "%s%s", delta,
                 change && compare_is_decided(change->verdict) ? "*" : "");
        flow_right(text, level != JOINED_NONE && level == layout->section->baseline ? "(A)" : cell,
                   CELL_WIDTH);
    }
    while (text->length && text->text[text->length - 1] == ' ')
        strbuf_cut(text, text->length - 1);
    strbuf_byte(text, '\n');
}

/* Factors that go together without being crossed would leave most of a grid empty. */
static bool is_full(const struct compare_section *section, const struct joined_grid *grid)
{
    return grid->rows_nr > 1 && grid->cols_nr > 1 &&
           section->levels_nr * 4 >= grid->rows_nr * grid->cols_nr * 3;
}

void text_grid_add(struct strbuf *text, const struct text_rows *rows,
                   const struct compare_section *section, size_t width)
{
    struct arena *arena = arena_new();
    struct joined_grid grid;
    struct layout layout = {section, &grid, 0};
    bool fits = joined_part(section, arena, &grid) && is_full(section, &grid);
    if (fits) {
        layout.name_width = flow_width(grid.names[0]) + 3 + flow_width(grid.names[1]);
        for (size_t r = 0; r < grid.rows_nr; r++)
            if (flow_width(grid.rows[r]) > layout.name_width)
                layout.name_width = flow_width(grid.rows[r]);
        fits = layout.name_width <= NAME_MAX_SHOWN &&
               layout.name_width + grid.cols_nr * CELL_WIDTH <= width;
        for (size_t c = 0; c < grid.cols_nr; c++)
            fits = fits && flow_width(grid.cols[c]) < CELL_WIDTH;
    }
    for (size_t i = 0; i < section->rows_nr && fits; i++) {
        struct units_scale scale;
        strbuf_byte(text, '\n');
        text_rows_title(text, rows, section, i, &scale);
        add_head(text, &layout);
        for (size_t r = 0; r < grid.rows_nr; r++) {
            add_values(text, &layout, &section->rows[i], r, &scale);
            add_changes(text, &layout, &section->rows[i], r);
        }
    }
    if (fits)
        strbuf_string(text, "* the change from (A) has a verdict; intervals stand below.\n");
    arena_free(arena);
}
