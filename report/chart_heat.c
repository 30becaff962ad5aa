/* Heat maps: changes of a grid of settings, the figure printed in each cell. */
#include "report/chart.h"

#include <math.h>
#include <stdlib.h>

#include "report/canvas.h"
#include "report/caption.h"

#define ROWS_MAX 60
#define COLUMNS_MAX 40
#define CELL 26.0 /* px, height of a cell */
#define CELL_LEAST                                                                                 \
    70.0 /* px, width; with more columns than fit so, blocks stand below each other */
#define CELL_MOST 120.0
#define HEAD 22.0
#define LABEL 18.0 /* px, a label above its cells */
#define APART 16.0 /* px between blocks */

static const char *const tones[] = {"better", "worse", "same", "open"};
static const char *const depths[] = {"cell h0", "cell h1", "cell h2", "cell h3", "cell h4"};

struct layout {
    double width, height;
    double label; /* px of labels beside; 0 where they stand above */
    double cell;
    double row; /* px from row to row */
    size_t per_block, blocks;
};

/* Returns 0 to 4: doubling is 3.  The depth of the colour is of the logarithm of the
 * ratio, so that doubling and halving are equally deep. */
static int find_depth(const struct chart_cell *cell)
{
    static const double steps[] = {1.02, 1.1, 1.4, 2.5};
    double size = cell->delta_pct > -99.9 ? exp(fabs(log1p(cell->delta_pct / 100))) : 1000;
    int depth = 0;

    while (depth < 4 && size > steps[depth])
        depth++;
    return depth;
}

static struct layout make_layout(const struct chart_heat *heat, double width)
{
    struct layout layout = {.width = width};
    bool is_narrow = width < 500;

    for (size_t r = 0; r < heat->rows_nr && !is_narrow; r++) {
        char *label = caption_clean(heat->rows[r]);

        layout.label = fmax(layout.label, caption_width(label, CHART_LETTER, false) + 12);
        free(label);
    }
    layout.label = fmin(layout.label, width * 0.4);
    layout.row = CELL + 2 + (is_narrow ? LABEL : 0);
    layout.per_block = (size_t)fmax(1, floor((width - layout.label) / CELL_LEAST));
    if (layout.per_block > heat->columns_nr)
        layout.per_block = heat->columns_nr;
    layout.blocks = (heat->columns_nr + layout.per_block - 1) / layout.per_block;
    /* Blocks of about the same size. */
    layout.per_block = (heat->columns_nr + layout.blocks - 1) / layout.blocks;
    layout.cell = fmin((width - layout.label) / (double)layout.per_block, CELL_MOST);
    layout.height = (double)layout.blocks * (HEAD + layout.row * (double)heat->rows_nr) +
                    APART * (double)(layout.blocks - 1) + 2;
    return layout;
}

static void draw_text(struct canvas *canvas, const char *style, enum canvas_anchor anchor, double x,
                      double y, const char *text, double room)
{
    char *clean = caption_clean(text);
    bool is_cut;
    char *shown = caption_shorten(clean, CHART_LETTER, false, room, &is_cut);

    canvas_text(canvas, style, is_cut ? clean : NULL, anchor, (struct canvas_point){x, y}, shown);
    free(shown);
    free(clean);
}

static void draw_cell(struct canvas *canvas, const struct layout *layout,
                      const struct chart_cell *cell, double x, double y)
{
    struct canvas_point a = {x + 1, y + 1}, b = {x + layout->cell - 1, y + CELL - 1};

    if (!cell->text) {
        canvas_rect(canvas, "cell none", NULL, a, b);
        return;
    }
    canvas_group(canvas, tones[cell->tone], cell->tip);
    canvas_rect(canvas, depths[find_depth(cell)], NULL, a, b);
    if (cell->is_hollow)
        canvas_rect(canvas, "cell-edge", NULL, (struct canvas_point){a.x + 1, a.y + 1},
                    (struct canvas_point){b.x - 1, b.y - 1});
    draw_text(canvas, "cell-text", CANVAS_MIDDLE, x + layout->cell / 2, y + CELL / 2 + 4,
              cell->text, layout->cell - 4);
    canvas_group_end(canvas);
}

static void draw_block(struct canvas *canvas, const struct chart_heat *heat,
                       const struct layout *layout, size_t block, double y)
{
    size_t first = block * layout->per_block;
    size_t end = first + layout->per_block;

    end = end < heat->columns_nr ? end : heat->columns_nr;
    for (size_t c = first; c < end; c++)
        draw_text(canvas, "tick", CANVAS_MIDDLE,
                  layout->label + layout->cell * ((double)(c - first) + 0.5), y + HEAD - 8,
                  heat->columns[c], layout->cell - 6);
    y += HEAD;
    for (size_t r = 0; r < heat->rows_nr; r++, y += layout->row) {
        double cells = y + layout->row - CELL - 2;

        if (layout->label > 0)
            draw_text(canvas, "label", CANVAS_START, 0, cells + CELL / 2 + 4, heat->rows[r],
                      layout->label - 10);
        else
            draw_text(canvas, "label", CANVAS_START, 0, y + LABEL - 5, heat->rows[r],
                      layout->width);
        for (size_t c = first; c < end; c++)
            draw_cell(canvas, layout, &heat->at[r * heat->columns_nr + c],
                      layout->label + layout->cell * (double)(c - first), cells);
    }
}

xmlNodePtr chart_heat_draw(const struct chart_heat *heat, const struct chart_frame *frame,
                           struct diag *diag)
{
    const struct canvas_frame outer = {frame->id, frame->style, frame->title, frame->description,
                                       false};
    locale_t before = canvas_numbers_begin();
    struct layout layout;
    struct canvas *canvas;
    xmlNodePtr svg = NULL;

    if (!heat->rows_nr || heat->rows_nr > ROWS_MAX || !heat->columns_nr ||
        heat->columns_nr > COLUMNS_MAX) {
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "a grid of %zu by %zu cannot be drawn",
                 heat->rows_nr, heat->columns_nr);
        goto out;
    }
    layout = make_layout(heat, frame->width);
    canvas = canvas_new(layout.width, layout.height, diag);
    if (!canvas)
        goto out;
    for (size_t b = 0; b < layout.blocks; b++)
        draw_block(canvas, heat, &layout, b,
                   (double)b * (HEAD + APART + layout.row * (double)heat->rows_nr));
    svg = canvas_finish(canvas, &outer, diag);
    canvas_free(canvas);
out:
    canvas_numbers_end(before);
    return svg;
}
