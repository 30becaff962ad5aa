/* Figures of a page: a picture at several widths, what it says, and its data. */
#include "report/page_parts.h"

#include <string.h>

#include "report/chart.h"

/* A picture and the frame it is drawn in. */
struct picture {
    page_draw *draw;
    const void *chart;
    struct chart_frame frame;
};

static xmlNodePtr draw_picture(const void *context, struct diag *diag)
{
    const struct picture *picture = context;

    return picture->draw(picture->chart, &picture->frame, diag);
}

/* Sets the slot to the chart at that width; ending makes its ids distinct. */
static void put_picture(struct page *page, struct slots *slots, const char *slot,
                        const struct page_figure *figure, const char *ending, double width)
{
    struct picture *picture = arena_alloc(page->arena, sizeof *picture);

    *picture = (struct picture){
        figure->draw,
        figure->chart,
        {.id = arena_printf(page->arena, "%s-%s", figure->id, ending),
         .style = "plot",
         .title = figure->title,
         .description = figure->description,
         .width = width},
    };
    slots_picture(slots, slot, draw_picture, picture);
}

bool page_has_room(const struct page *page)
{
    return page->plots < PAGE_PLOTS_MAX;
}

struct slots *page_add_figure(struct page *page, struct slots *slots,
                              const struct page_figure *figure)
{
    struct slots *item = slots_item(slots, "charts");

    slots_text(item, "chart-id", figure->id);
    slots_text(item, "chart-class", page_is_large(page) ? "chart two" : "chart three");
    slots_text(item, "chart-title", figure->title);
    slots_printf(item, "chart-table", "Figures: %s (%s)", figure->title, figure->id);
    slots_text(item, "chart-caption", figure->caption);
    if (!figure->chart)
        return item;
    put_picture(page, item, "chart-wide", figure, "wide", CHART_WIDE);
    if (!page_is_large(page))
        put_picture(page, item, "chart-middle", figure, "middle", CHART_MIDDLE);
    put_picture(page, item, "chart-narrow", figure, "narrow", CHART_NARROW);
    page->plots++;
    return item;
}

void page_add_panel(struct page *page, struct slots *figure, const struct page_figure *panel,
                    bool has_wide)
{
    struct slots *item = slots_item(figure, "panels");

    slots_text(item, "panel-id", panel->id);
    slots_text(item, "panel-title", panel->caption);
    slots_text(item, "panel-class", has_wide ? "narrow" : "any");
    put_picture(page, item, "panel-picture", panel, "any", CHART_HALF);
    if (has_wide)
        put_picture(page, item, "panel-wide", panel, "wide", CHART_WIDE);
    page->plots++;
}

void page_add_heads(struct slots *figure, const char *const *texts, size_t nr)
{
    for (size_t i = 0; i < nr; i++) {
        struct slots *head = slots_item(figure, "chart-heads");

        slots_text(head, "chart-head", texts[i]);
        slots_text(head, "chart-head-class", i ? "num" : "");
    }
}

void page_add_data(struct slots *figure, const char *const *texts, size_t nr)
{
    struct slots *row = slots_item(figure, "chart-rows");

    slots_text(row, "chart-row-name", texts[0]);
    for (size_t i = 1; i < nr; i++)
        slots_text(slots_item(row, "chart-cells"), "chart-cell", texts[i]);
}

struct slots *page_add_charts(struct page *page, struct slots *slots,
                              const struct page_figure *figure, const struct page_figure *charts,
                              size_t nr)
{
    struct page_figure whole = *figure;
    struct slots *item;

    if (nr == 1) {
        whole.draw = charts[0].draw;
        whole.chart = charts[0].chart;
        whole.description = charts[0].description;
        if (charts[0].caption && *charts[0].caption)
            whole.caption =
                arena_printf(page->arena, "%s.  %s", charts[0].caption, figure->caption);
    }
    item = page_add_figure(page, slots, &whole);
    for (size_t i = 0; nr > 1 && i < nr && page_has_room(page); i++)
        page_add_panel(page, item, &charts[i], false);
    return item;
}

struct slots *page_add_part(struct page *page, const char *id, const char *title)
{
    struct slots *part = slots_item(page->slots, "parts");

    slots_text(part, "part-id", id);
    slots_text(part, "part-title", title);
    return part;
}

const struct compare_section *page_main_section(const struct page *page)
{
    return page_sections_nr(page) ? page_section(page, 0) : NULL;
}
