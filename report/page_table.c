/* The tables of changes, one for each section of a comparison. */
#include "report/page_parts.h"

#include <string.h>

#include "record/strbuf.h"
#include "report/compare_words.h"

#define CHANGES_MAX 600  /* rows of a table */
#define ROW_BARS_MAX 150 /* with more rows they have no bars */
#define ROW_BAR_WIDTH 110.0
#define ROW_BAR_HEIGHT 20.0

/* What a row's bar needs when it is drawn. */
struct row_bar {
    struct chart_bar bar;
    struct chart_scale scale;
};

static xmlNodePtr draw_row_bar(const void *context, struct diag *diag)
{
    const struct row_bar *row_bar = context;
    const struct chart_frame frame = {.style = "rowbar", .width = ROW_BAR_WIDTH};

    return chart_bar_draw(&row_bar->bar, &row_bar->scale, ROW_BAR_HEIGHT, &frame, diag);
}

static const char *find_source(const struct page *page, const struct compare_cell *cell)
{
    for (size_t i = 0; i < cell->nr; i++)
        if (cell->samples[i].records_nr)
            return page_source_href(page, cell->samples[i].records[0]);
    return "";
}

static void fill_row_name(const struct page *page, struct slots *slots,
                          const struct compare_row *row)
{
    static const char *const arrows[] = {"", "\xe2\x86\x91", "\xe2\x86\x93"};
    static const char *const words[] = {"", "higher is better", "lower is better"};
    enum metric_better better = row->known ? row->known->better : METRIC_NEITHER;
    struct units_scale scale = page_scale(page, row);

    slots_text(slots, "row-op", row->op);
    slots_text(slots, "row-metric", page_metric_title(page, row));
    slots_text(slots, "row-better", arrows[better]);
    slots_text(slots, "row-better-title", words[better]);
    slots_text(slots, "row-unit", scale.unit);
}

static void fill_jobs(const struct page *page, struct slots *slots,
                      const struct compare_change *change)
{
    struct strbuf text = STRBUF_INIT;

    if (change->least && change->most && change->jobs_nr > 1)
        strbuf_printf(&text, "%zu jobs: %s to %s", change->jobs_nr,
                      page_pct(page, change->least->delta_pct),
                      page_pct(page, change->most->delta_pct));
    if (change->jobs_lacking_base || change->jobs_lacking_level)
        strbuf_printf(&text, "%s%zu jobs stand on one side only", text.length ? "; " : "",
                      change->jobs_lacking_base + change->jobs_lacking_level);
    slots_text(slots, "row-jobs", text.text);
    strbuf_free(&text);
}

static void fill_verdict(struct slots *slots, const struct compare_row *row,
                         const struct compare_change *change)
{
    static const char *const kinds[] = {"", " total", " part"};

    slots_printf(slots, "row-class", "%s%s", page_class(change->verdict), kinds[row->kind]);
    slots_text(slots, "row-symbol", page_symbol(change->verdict));
    slots_text(slots, "row-verdict", compare_verdict_word(change->verdict, row->known));
    slots_text(slots, "row-reason", compare_reason_text(change->reason));
}

/* Fills the row of one change. */
static void fill_row(const struct page *page, struct slots *slots, size_t section,
                     const struct compare_row *row, size_t pair)
{
    const struct compare_section *of = &page->comparison->sections[section];
    const struct compare_change *change = &row->changes[pair];

    slots_text(slots, "row-id", page_row_id(page, section, row, pair));
    fill_row_name(page, slots, row);
    slots_text(slots, "base-label", page_level(page, of, of->pairs[pair].base));
    slots_text(slots, "base-value", page_mean(page, row, change->base));
    slots_text(slots, "base-href", find_source(page, change->base));
    slots_text(slots, "level-label", page_level(page, of, of->pairs[pair].level));
    slots_text(slots, "level-value", page_mean(page, row, change->level));
    slots_text(slots, "level-href", find_source(page, change->level));
    slots_printf(slots, "row-n", "%zu + %zu", change->base->nr, change->level->nr);
    slots_text(slots, "row-delta", change->has_delta ? page_delta(page, change) : "\xe2\x80\x93");
    slots_text(slots, "row-interval", page_interval(page, change));
    fill_jobs(page, slots, change);
    fill_verdict(slots, row, change);
}

/* Returns the scale that all row bars of a section share. */
static struct chart_scale share_scale(const struct page *page,
                                      const struct compare_section *section)
{
    size_t nr = section->rows_nr * section->pairs_nr;
    struct chart_bar *bars = arena_alloc(page->arena, (nr + 1) * sizeof *bars);
    struct chart_bars all = {bars, nr, page->comparison->options.noise_pct};
    struct chart_scale scale;

    for (size_t i = 0; i < nr; i++) {
        const struct compare_row *row = &section->rows[i / section->pairs_nr];

        bars[i] = page_bar(row, &row->changes[i % section->pairs_nr]);
    }
    scale = chart_bars_scale(&all, ROW_BAR_WIDTH);
    /* Room for arrows at both ends. */
    scale.from += 10;
    scale.to -= 10;
    return scale;
}

static void fill_groups(struct page *page, struct slots *slots, size_t section)
{
    const struct compare_section *of = &page->comparison->sections[section];
    size_t nr = of->rows_nr * of->pairs_nr, shown = 0;
    struct chart_scale scale = share_scale(page, of);
    const char *before = NULL;
    struct slots *group = NULL;
    bool has_intervals = false;

    for (size_t i = 0; i < nr; i++)
        has_intervals =
            has_intervals || of->rows[i / of->pairs_nr].changes[i % of->pairs_nr].has_interval;
    slots_flag(slots, "has-intervals", has_intervals);
    slots_flag(slots, "has-row-bars", nr <= ROW_BARS_MAX);
    for (size_t p = 0; p < of->pairs_nr; p++)
        for (size_t r = 0; r < of->rows_nr && shown < CHANGES_MAX; r++, shown++) {
            const struct compare_row *row = &of->rows[r];
            const char *title = page_group(page, of, row, p);
            struct slots *item;

            if (!before || strcmp(before, title) != 0) {
                group = slots_item(slots, "groups");
                slots_text(group, "group-title", title);
                before = title;
            }
            item = slots_item(group, "rows");
            fill_row(page, item, section, row, p);
            if (nr <= ROW_BARS_MAX) {
                struct row_bar *bar = arena_alloc(page->arena, sizeof *bar);

                *bar = (struct row_bar){page_bar(row, &row->changes[p]), scale};
                slots_picture(item, "row-bar", draw_row_bar, bar);
            }
        }
    if (shown < nr)
        slots_printf(slots, "rows-rest", "Showing %zu of %zu changes; CSV and JSON have them all.",
                     shown, nr);
}

static void fill_means(struct page *page, struct slots *slots,
                       const struct compare_section *section)
{
    for (size_t p = 0; p < section->pairs_nr; p++) {
        const struct compare_pair *pair = &section->pairs[p];

        if (pair->ratio_nr < 2)
            continue;
        slots_printf(slots_item(slots, "means"), "mean-text",
                     "%s: geometric mean of %zu of %zu ratios \xc3\x97%.3f, %s.",
                     page_pair_name(page, section, pair), pair->ratio_nr, pair->ratio_of,
                     pair->ratio,
                     pair->ratio > 1.0005   ? "better on the whole"
                     : pair->ratio < 0.9995 ? "worse on the whole"
                                            : "no change on the whole");
    }
}

/* The heads: names of levels where there is one pair, else general words. */
static void fill_heads(struct page *page, struct slots *slots, size_t section)
{
    const struct compare_section *of = &page->comparison->sections[section];
    bool is_one = of->pairs_nr == 1;

    slots_printf(slots, "section-id", "s%zu", section + 1);
    if (is_one)
        slots_printf(slots, "section-title", "By %s: %s", of->factor,
                     page_pair_name(page, of, &of->pairs[0]));
    else
        slots_printf(slots, "section-title", "By %s: %zu levels", of->factor, of->levels_nr);
    slots_printf(
        slots, "section-caption",
        "Means of runs and their change; a figure leads to the first line it was read from. "
        "Bars share one axis, the line is 0 %%.");
    slots_text(slots, "base-title", is_one ? page_level(page, of, of->pairs[0].base) : "Baseline");
    slots_text(slots, "level-title", is_one ? page_level(page, of, of->pairs[0].level) : "New");
    slots_printf(slots, "interval-title", "%g %% interval",
                 page->comparison->options.confidence_pct);
}

void page_fill_sections(struct page *page)
{
    for (size_t s = 0; s < page->comparison->sections_nr; s++) {
        const struct compare_section *section = &page->comparison->sections[s];
        struct slots *slots = slots_item(page->slots, "sections");

        fill_heads(page, slots, s);
        page_fill_section_notes(page, s, slots);
        fill_groups(page, slots, s);
        fill_means(page, slots, section);
        page_fill_charts(page, s, slots);
    }
}
