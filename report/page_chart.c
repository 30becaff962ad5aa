/* The charts beneath a table: changes of a section, and those of summed jobs. */
#include "report/page_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/strbuf.h"
#include "report/compare_words.h"
#include "report/tone.h"

#define BARS_MAX 60
#define BARS_LARGE 30 /* of a page that leaves data out */
#define JOB_BARS_MAX 40

static xmlNodePtr draw_bars(const void *chart, const struct chart_frame *frame, struct diag *diag)
{
    return chart_bars_draw(chart, frame, diag);
}

/* Bars that are candidates for a chart, and how large their changes are. */
struct bar_list {
    struct chart_bar *at;
    double *sizes;
    struct page_entry *from; /* of bars of changes, which get their words once chosen */
    size_t nr, room, sizes_room, from_room;
};

static struct chart_bar *add_bar(struct page *page, struct bar_list *list, double size)
{
    struct chart_bar *bar;

    list->at = arena_grow(page->arena, list->at, list->nr, &list->room, sizeof *bar);
    list->sizes = arena_grow(page->arena, list->sizes, list->nr, &list->sizes_room, sizeof(double));
    list->from =
        arena_grow(page->arena, list->from, list->nr, &list->from_room, sizeof(struct page_entry));
    list->sizes[list->nr] = size;
    list->from[list->nr] = (struct page_entry){NULL, 0, 0};
    bar = &list->at[list->nr++];
    memset(bar, 0, sizeof *bar);
    return bar;
}

static int compare_falling(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return a > b ? -1 : a < b;
}

/* Keeps the most largest changes, in the order in which they stand.  Returns how
 * many there were. */
static size_t keep_largest(struct page *page, struct bar_list *list, size_t most)
{
    size_t all = list->nr, kept = 0, ties = 0;
    double *sorted, limit;

    if (all <= most)
        return all;
    sorted = arena_alloc(page->arena, all * sizeof *sorted);
    memcpy(sorted, list->sizes, all * sizeof *sorted);
    qsort(sorted, all, sizeof *sorted, compare_falling);
    limit = sorted[most - 1];
    for (size_t i = 0; i < most; i++)
        ties += sorted[i] == limit;
    for (size_t i = 0; i < all; i++) {
        if (list->sizes[i] < limit || (list->sizes[i] == limit && !ties))
            continue;
        ties -= list->sizes[i] == limit;
        list->from[kept] = list->from[i];
        list->at[kept++] = list->at[i];
    }
    list->nr = kept;
    return all;
}

struct chart_bar page_bar(const struct compare_row *row, const struct compare_change *change)
{
    return (struct chart_bar){
        .has_delta = change->has_delta,
        .delta_pct = change->delta_pct,
        .bound = change->bound == COMPARE_AT_LEAST  ? CHART_AT_LEAST
                 : change->bound == COMPARE_AT_MOST ? CHART_AT_MOST
                                                    : CHART_EXACT,
        .has_interval = change->has_interval,
        .low_pct = change->low_pct,
        .high_pct = change->high_pct,
        .tone = tone_of_change(row, change),
        .is_hollow = change->verdict == VERDICT_SINGLE || change->verdict == VERDICT_NONE,
    };
}

bool page_is_by_row(const struct compare_section *section)
{
    return section->pairs_nr > 2 && section->rows_nr < section->pairs_nr;
}

const char *page_change_label(const struct page *page, const struct compare_section *section,
                              const struct compare_row *row, size_t pair)
{
    const struct compare_pair *of = &section->pairs[pair];

    if (page->entries[section - page->comparison->sections].is_by_setting)
        return page_where(page, row);
    if (!page_is_by_row(section))
        return page_row_name(page, row);
    return of->base == section->baseline ? page_level(page, section, of->level)
                                         : page_pair_name(page, section, of);
}

const char *page_group(const struct page *page, const struct compare_section *section,
                       const struct compare_row *row, size_t pair)
{
    const char *where = page_where(page, row);

    if (page->entries[section - page->comparison->sections].is_by_setting)
        return page_row_name(page, row);
    if (row->is_cost && section->pairs_nr == 1)
        return arena_printf(page->arena, "CPU that it took%s%s", *where ? " \xc2\xb7 " : "", where);
    if (page_is_by_row(section))
        return arena_printf(page->arena, "%s%s%s", page_row_name(page, row),
                            *where ? " \xc2\xb7 " : "", where);
    if (section->pairs_nr == 1)
        return where;
    return arena_printf(page->arena, "%s%s%s", page_pair_name(page, section, &section->pairs[pair]),
                        *where ? " \xc2\xb7 " : "", where);
}

/* "read bandwidth: +26.4 %, single run; …": the description of a chart in words. */
static const char *describe(struct page *page, const struct bar_list *list, const char *what)
{
    struct strbuf text = STRBUF_INIT;
    const char *copy;

    strbuf_string(&text, what);
    for (size_t i = 0; i < list->nr && i < 12; i++)
        strbuf_printf(&text, "%s%s%s%s %s", i ? "; " : ": ",
                      list->at[i].group ? list->at[i].group : "",
                      list->at[i].group && *list->at[i].group ? ", " : "", list->at[i].label,
                      list->at[i].value);
    strbuf_string(&text, list->nr > 12 ? "; and more, as the table says." : ".");
    copy = arena_string(page->arena, text.text);
    strbuf_free(&text);
    return copy;
}

/* Adds the figure of a list of bars, of which all changes there are. */
static struct slots *add_figure(struct page *page, struct slots *slots, const struct bar_list *list,
                                size_t all, const struct page_figure *figure)
{
    struct chart_bars *bars = arena_alloc(page->arena, sizeof *bars);
    struct page_figure full = *figure;
    struct slots *item;

    *bars = (struct chart_bars){list->at, list->nr, page->comparison->options.noise_pct};
    full.caption =
        arena_printf(page->arena, "%s%s%s", figure->caption,
                     chart_bars_scale(bars, CHART_WIDE).is_ratio
                         ? "  The axis is logarithmic: doubling and halving are equally long."
                         : "",
                     list->nr < all ? arena_printf(page->arena, "  Showing the %zu largest of %zu.",
                                                   list->nr, all)
                                    : "");
    full.draw = draw_bars;
    full.chart = bars;
    item = page_add_figure(page, slots, &full);
    slots_flag(item, "chart-key", true);
    return item;
}

static void add_change(struct page *page, struct bar_list *list, const struct compare_row *row,
                       size_t pair)
{
    const struct compare_change *change = &row->changes[pair];
    struct chart_bar *bar = add_bar(page, list, page_magnitude(change));

    *bar = page_bar(row, change);
    list->from[list->nr - 1] = (struct page_entry){row, pair, 0};
}

/* Gives the bars of changes that were chosen their words. */
static void name_changes(struct page *page, struct bar_list *list,
                         const struct compare_section *section)
{
    for (size_t i = 0; i < list->nr; i++) {
        const struct compare_row *row = list->from[i].row;
        size_t pair = list->from[i].pair;
        const struct compare_change *change = &row->changes[pair];
        const char *interval = page_interval(page, change);
        const char *word = compare_verdict_word(change->verdict, row->known);
        struct chart_bar *bar = &list->at[i];

        bar->group = page_group(page, section, row, pair);
        bar->label = page_change_label(page, section, row, pair);
        bar->value = change->has_delta ? page_delta(page, change) : word;
        bar->tip = arena_printf(page->arena, "%s: %s%s%s, %s", bar->label, bar->value,
                                *interval ? " " : "", interval, word);
    }
}

/* "Change of means against the baseline (LSI) with 95 % intervals; …". */
static const char *changes_caption(struct page *page, const struct compare_section *section,
                                   const struct bar_list *list)
{
    const struct compare_options *options = &page->comparison->options;
    struct strbuf text = STRBUF_INIT;
    bool has_intervals = false;
    const char *copy;

    for (size_t i = 0; i < list->nr; i++)
        has_intervals = has_intervals || list->at[i].has_interval;
    strbuf_printf(&text, "Change of %ss against the baseline", page_stat(page));
    if (section->pairs_nr == 1)
        strbuf_printf(&text, " (%s)", page_level(page, section, section->pairs[0].base));
    if (has_intervals)
        strbuf_printf(&text, " with %g %% intervals", options->confidence_pct);
    if (options->noise_pct > 0)
        strbuf_printf(&text, "; the grey band is \xc2\xb1%g %%", options->noise_pct);
    strbuf_byte(&text, '.');
    copy = arena_string(page->arena, text.text);
    strbuf_free(&text);
    return copy;
}

static void fill_changes(struct page *page, size_t section, struct slots *slots)
{
    const struct compare_section *of = &page->comparison->sections[section];
    struct bar_list list = {.at = NULL};
    size_t all;

    for (size_t i = 0; i < of->pairs_nr * of->rows_nr; i++) {
        bool is_by_row = page_is_by_row(of);
        size_t inner = is_by_row ? of->pairs_nr : of->rows_nr;

        add_change(page, &list, &of->rows[is_by_row ? i / inner : i % inner],
                   is_by_row ? i % inner : i / inner);
    }
    if (!list.nr)
        return;
    all = keep_largest(page, &list, page_is_large(page) ? BARS_LARGE : BARS_MAX);
    name_changes(page, &list, of);
    add_figure(page, slots, &list, all,
               &(struct page_figure){
                   .id = arena_printf(page->arena, "c%zu", section + 1),
                   .title = "How much it changed",
                   .caption = arena_printf(page->arena, "%s  The table above has the figures.",
                                           changes_caption(page, of, &list)),
                   .description = describe(page, &list,
                                          arena_printf(page->arena, "Change of %ss",
                                                       page_stat(page))),
               });
}

/* Adds the jobs of one change to the bars, and to the rows of the table beside them. */
static void add_jobs(struct page *page, struct bar_list *list,
                     const struct compare_section *section, const struct compare_row *row,
                     size_t pair)
{
    const struct compare_change *change = &row->changes[pair];
    const char *where = page_where(page, row);
    const char *name = page_pair_name(page, section, &section->pairs[pair]);

    if (change->jobs_nr < 2 || row->kind == ROW_TOTAL)
        return;
    for (size_t i = 0; i < change->jobs_nr; i++) {
        const struct compare_job *job = &change->jobs[i];
        struct compare_change of_job = {.has_delta = job->has_base && job->has_level,
                                        .delta_pct = job->delta_pct};
        struct chart_bar *bar;

        if (!of_job.has_delta || !isfinite(job->delta_pct))
            continue;
        bar = add_bar(page, list, page_magnitude(&of_job));
        bar->group = arena_printf(
            page->arena, "%s%s%s%s%s", page_row_name(page, row), *where ? " \xc2\xb7 " : "", where,
            section->pairs_nr > 1 ? " \xc2\xb7 " : "", section->pairs_nr > 1 ? name : "");
        bar->label = *job->name ? job->name : "job";
        bar->value = page_pct(page, job->delta_pct);
        bar->tip =
            arena_printf(page->arena, "%s to %s", page_value(page, row, job->base, COMPARE_EXACT),
                         page_value(page, row, job->level, COMPARE_EXACT));
        bar->has_delta = true;
        bar->delta_pct = job->delta_pct;
        bar->tone = tone_of_delta(row, job->delta_pct);
        bar->is_hollow = true;
    }
}

static void fill_jobs(struct page *page, size_t section, struct slots *slots)
{
    static const char *const heads[] = {"Job", "Change", "From and to"};
    const struct compare_section *of = &page->comparison->sections[section];
    struct bar_list list = {.at = NULL};
    struct slots *item;
    size_t all;

    for (size_t p = 0; p < of->pairs_nr; p++)
        for (size_t r = 0; r < of->rows_nr; r++)
            add_jobs(page, &list, of, &of->rows[r], p);
    if (!list.nr)
        return;
    all = keep_largest(page, &list, JOB_BARS_MAX);
    item = add_figure(
        page, slots, &list, all,
        &(struct page_figure){
            .id = arena_printf(page->arena, "j%zu", section + 1),
            .title = "What the sums hide",
            .caption = "Change of each job that was summed; jobs of one run are no repetitions, so "
                       "they have no interval.",
            .description = describe(page, &list, "Change of each job"),
        });
    page_add_heads(item, heads, 3);
    for (size_t i = 0; i < list.nr; i++) {
        const char *const cells[] = {
            arena_printf(page->arena, "%s, %s", list.at[i].group, list.at[i].label),
            list.at[i].value, list.at[i].tip};

        page_add_data(item, cells, 3);
    }
}

void page_fill_charts(struct page *page, size_t section, struct slots *slots)
{
    const struct compare_section *of = &page->comparison->sections[section];

    /* A sweep has a chart of its own, in which the changes are one line. */
    if (page_has_room(page) && !page_is_sweep(of))
        fill_changes(page, section, slots);
    if (page_has_room(page))
        page_fill_values(page, section, slots);
    if (page_has_room(page) && !page_is_sweep(of))
        fill_jobs(page, section, slots);
    if (page_has_room(page))
        page_fill_panels(page, section, slots);
    if (page_has_room(page) && page_is_sweep(of))
        page_fill_sweep(page, section, slots);
}
