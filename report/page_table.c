/* The tables of changes, one for each section of a comparison. */
#include "report/page_parts.h"

#include <stdlib.h>
#include <string.h>

#include "record/strbuf.h"
#include "report/compare_words.h"

#define CHANGES_MAX 600  /* rows of a table */
#define CHANGES_LARGE 60 /* the same of a page that leaves data out */
#define ROW_BARS_MAX 150 /* with more rows they have no bars */
#define SETTING_MAX 50   /* bytes */
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
    if (page_is_by_row(of) || page->entries[section].is_by_setting) {
        slots_text(slots, "row-op", page_change_label(page, of, row, pair));
        slots_text(slots, "row-metric", "");
    }
    slots_text(slots, "base-label", page_level(page, of, of->pairs[pair].base));
    slots_text(slots, "base-value", page_mean(page, row, change->base));
    slots_text(slots, "base-href", page_cell_href(page, change->base));
    slots_text(slots, "level-label", page_level(page, of, of->pairs[pair].level));
    slots_text(slots, "level-value", page_mean(page, row, change->level));
    slots_text(slots, "level-href", page_cell_href(page, change->level));
    slots_printf(slots, "row-n", "%zu + %zu", change->base->nr, change->level->nr);
    slots_text(slots, "row-delta", change->has_delta ? page_delta(page, change) : "\xe2\x80\x93");
    slots_text(slots, "row-interval", page_interval(page, change));
    fill_jobs(page, slots, change);
    fill_verdict(slots, row, change);
}

/* Orders changes by falling size, in the order of the section where they are equal; what it
 * cost comes behind what was measured. */
static int compare_sizes(const void *left, const void *right)
{
    const struct page_entry *a = left, *b = right;
    double a_size = page_magnitude(&a->row->changes[a->pair]);
    double b_size = page_magnitude(&b->row->changes[b->pair]);

    if (a->row->is_cost != b->row->is_cost)
        return a->row->is_cost ? 1 : -1;
    if (a_size != b_size)
        return a_size > b_size ? -1 : 1;
    return a->place < b->place ? -1 : 1;
}

static int compare_places(const void *left, const void *right)
{
    const struct page_entry *a = left, *b = right;

    return a->place < b->place ? -1 : a->place > b->place;
}

/* Keeps the largest of the changes.  What it cost may change far more than what was measured,
 * and takes a quarter of the places at most, unless nothing else needs them. */
static void keep_largest(struct page_entries *entries, size_t most)
{
    size_t measured = 0, kept;

    qsort(entries->at, entries->nr, sizeof *entries->at, compare_sizes);
    while (measured < entries->nr && !entries->at[measured].row->is_cost)
        measured++;
    kept = measured;
    if (kept > most - most / 4 && kept < entries->nr) {
        size_t costs = entries->nr - measured < most / 4 ? entries->nr - measured : most / 4;

        kept = measured < most - costs ? measured : most - costs;
        memmove(entries->at + kept, entries->at + measured, costs * sizeof *entries->at);
    }
    entries->nr = most;
    qsort(entries->at, entries->nr, sizeof *entries->at, compare_places);
}

/* Chooses the changes to show: all, or the largest. */
static struct page_entries choose(const struct page *page, const struct compare_section *section)
{
    size_t most = page_is_large(page) ? CHANGES_LARGE : CHANGES_MAX;
    struct page_entries entries = {.all = section->rows_nr * section->pairs_nr};
    size_t inner = page_is_by_row(section) ? section->pairs_nr : section->rows_nr;

    entries.at = arena_alloc(page->arena, (entries.all + 1) * sizeof *entries.at);
    for (size_t i = 0; i < entries.all; i++) {
        size_t row = page_is_by_row(section) ? i / inner : i % inner;
        size_t pair = page_is_by_row(section) ? i % inner : i / inner;

        entries.at[entries.nr++] = (struct page_entry){&section->rows[row], pair, i};
    }
    if (entries.nr <= most)
        return entries;
    keep_largest(&entries, most);
    return entries;
}

/* Says whether all rows are of one measurement, and their settings short enough to name
 * them in place of a heading over each. */
static bool is_by_setting(const struct page *page, const struct compare_section *section)
{
    const struct compare_row *first = NULL;
    size_t nr = 0;

    if (section->pairs_nr != 1)
        return false;
    for (size_t r = 0; r < section->rows_nr; r++) {
        const struct compare_row *row = &section->rows[r];
        size_t length = strlen(page_where(page, row));

        if (row->kind != ROW_PLAIN || !length || length > SETTING_MAX)
            return false;
        if (row->is_cost)
            continue;
        first = first ? first : row;
        nr++;
        if (strcmp(row->op, first->op) != 0 || strcmp(row->metric, first->metric) != 0)
            return false;
    }
    return nr > 1;
}

void page_choose_entries(struct page *page)
{
    size_t nr = page->comparison->sections_nr;

    page->entries = arena_alloc(page->arena, (nr + 1) * sizeof *page->entries);
    for (size_t s = 0; s < nr; s++) {
        const struct compare_section *section = &page->comparison->sections[s];
        struct page_entries entries = choose(page, section);

        entries.are_shown = arena_alloc(page->arena, entries.all + 1);
        memset(entries.are_shown, 0, entries.all + 1);
        for (size_t i = 0; i < entries.nr; i++)
            entries.are_shown[(size_t)(entries.at[i].row - section->rows) * section->pairs_nr +
                              entries.at[i].pair] = true;
        entries.is_by_setting = is_by_setting(page, section);
        page->entries[s] = entries;
    }
}

bool page_is_shown(const struct page *page, size_t section, const struct compare_row *row,
                   size_t pair)
{
    const struct compare_section *of = &page->comparison->sections[section];

    return page->entries[section].are_shown[(size_t)(row - of->rows) * of->pairs_nr + pair];
}

/* Returns the scale that all row bars of a table share. */
static struct chart_scale share_scale(const struct page *page, const struct page_entries *entries)
{
    struct chart_bar *bars = arena_alloc(page->arena, (entries->nr + 1) * sizeof *bars);
    struct chart_bars all = {bars, entries->nr, page->comparison->options.noise_pct};
    struct chart_scale scale;

    for (size_t i = 0; i < entries->nr; i++)
        bars[i] = page_bar(entries->at[i].row, &entries->at[i].row->changes[entries->at[i].pair]);
    scale = chart_bars_scale(&all, ROW_BAR_WIDTH);
    /* Room for arrows at both ends. */
    scale.from += 10;
    scale.to -= 10;
    return scale;
}

static void fill_groups(struct page *page, struct slots *slots, size_t section)
{
    const struct compare_section *of = &page->comparison->sections[section];
    struct page_entries entries = page->entries[section];
    struct chart_scale scale = share_scale(page, &entries);
    const char *before = NULL;
    struct slots *group = NULL;
    bool has_intervals = false, has_bars = entries.nr <= ROW_BARS_MAX;

    for (size_t i = 0; i < entries.nr; i++)
        has_intervals =
            has_intervals || entries.at[i].row->changes[entries.at[i].pair].has_interval;
    slots_flag(slots, "has-intervals", has_intervals);
    slots_flag(slots, "has-row-bars", has_bars);
    for (size_t i = 0; i < entries.nr; i++) {
        const struct page_entry *entry = &entries.at[i];
        const char *title = page_group(page, of, entry->row, entry->pair);
        struct slots *item;

        if (!before || strcmp(before, title) != 0) {
            group = slots_item(slots, "groups");
            slots_text(group, "group-title", title);
            before = title;
        }
        item = slots_item(group, "rows");
        fill_row(page, item, section, entry->row, entry->pair);
        if (has_bars) {
            struct row_bar *bar = arena_alloc(page->arena, sizeof *bar);

            *bar = (struct row_bar){page_bar(entry->row, &entry->row->changes[entry->pair]), scale};
            slots_picture(item, "row-bar", draw_row_bar, bar);
        }
    }
    if (entries.nr < entries.all)
        slots_printf(slots, "rows-rest",
                     "Showing the %zu largest of %zu changes; CSV and JSON have them all.",
                     entries.nr, entries.all);
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
    slots_printf(slots, "section-table", "Changes by %s", of->factor);
    if (is_one)
        slots_printf(slots, "section-title", "By %s: %s", of->factor,
                     page_pair_name(page, of, &of->pairs[0]));
    else
        slots_printf(slots, "section-title", "By %s: %zu levels", of->factor, of->levels_nr);
    slots_printf(
        slots, "section-caption",
        "The %s of the runs and its change; a figure leads to the first line it was read from. "
        "Bars share one axis, the line is 0 %%.",
        page_stat(page));
    slots_text(slots, "base-title", is_one ? page_level(page, of, of->pairs[0].base) : "Baseline");
    slots_text(slots, "level-title", is_one ? page_level(page, of, of->pairs[0].level) : "New");
    slots_printf(slots, "interval-title", "%g %% interval",
                 page->comparison->options.confidence_pct);
}

/* Where nothing is compared, the values stand by themselves. */
static void fill_values(struct page *page, const struct compare_section *values)
{
    size_t shown = values->rows_nr < CHANGES_MAX ? values->rows_nr : CHANGES_MAX;

    for (size_t r = 0; r < shown; r++) {
        const struct compare_row *row = &values->rows[r];
        struct slots *item = slots_item(page->slots, "values");
        const struct compare_cell *cell = &row->cells[0];

        slots_text(item, "value-name", page_row_name(page, row));
        slots_text(item, "value-where", page_where(page, row));
        slots_text(item, "value-mean",
                   cell->nr ? page_value(page, row, cell->centre, cell->bound) : "\xe2\x80\x93");
        slots_text(item, "value-href", page_cell_href(page, cell));
        slots_printf(item, "value-n", "%zu", cell->nr);
    }
    if (shown < values->rows_nr)
        slots_printf(page->slots, "values-rest", "Showing %zu of %zu values.", shown,
                     values->rows_nr);
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
    if (page->comparison->values)
        fill_values(page, page->comparison->values);
}
