/* The charts beneath a table: changes of a section, and those of summed jobs. */
#include "report/page_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/strbuf.h"
#include "report/compare_words.h"

#define BARS_MAX 60

/* Bars and the frame they are drawn in. */
struct bars_picture {
    struct chart_bars bars;
    struct chart_frame frame;
};

static xmlNodePtr draw_bars(const void *context, struct diag *diag)
{
    const struct bars_picture *picture = context;

    return chart_bars_draw(&picture->bars, &picture->frame, diag);
}

/* Bars that are candidates for a chart, and how large their changes are. */
struct bar_list {
    struct chart_bar *at;
    double *sizes;
    size_t nr, room, sizes_room;
};

static struct chart_bar *add_bar(struct page *page, struct bar_list *list, double size)
{
    struct chart_bar *bar;

    list->at = arena_grow(page->arena, list->at, list->nr, &list->room, sizeof *bar);
    list->sizes = arena_grow(page->arena, list->sizes, list->nr, &list->sizes_room, sizeof(double));
    list->sizes[list->nr] = size;
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
        .tone = page_tone(row, change),
        .is_hollow = change->verdict == VERDICT_SINGLE || change->verdict == VERDICT_NONE,
    };
}

const char *page_group(const struct page *page, const struct compare_section *section,
                       const struct compare_row *row, size_t pair)
{
    const char *where = page_where(page, row);

    if (section->pairs_nr == 1)
        return where;
    return arena_printf(page->arena, "%s%s%s", page_pair_name(page, section, &section->pairs[pair]),
                        *where ? " \xc2\xb7 " : "", where);
}

/* Puts a list of bars into two slots, wide and narrow. */
static void put_bars(struct page *page, struct slots *slots, const struct bar_list *list,
                     const char *id, const char *const names[2], const char *title,
                     const char *description)
{
    static const char *const endings[] = {"wide", "narrow"};
    static const double widths[] = {CHART_WIDE, CHART_NARROW};

    for (size_t i = 0; i < 2; i++) {
        struct bars_picture *picture = arena_alloc(page->arena, sizeof *picture);

        picture->bars =
            (struct chart_bars){list->at, list->nr, page->comparison->options.noise_pct};
        picture->frame = (struct chart_frame){
            .id = arena_printf(page->arena, "%s-%s", id, endings[i]),
            .style = "plot",
            .title = title,
            .description = description,
            .width = widths[i],
        };
        slots_picture(slots, names[i], draw_bars, picture);
    }
    page->plots++;
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

/* What a chart shows, and how many changes it leaves out. */
static void put_caption(struct page *page, struct slots *slots, const char *name, const char *text,
                        const struct bar_list *list, size_t all)
{
    bool is_ratio;
    struct chart_bars bars = {list->at, list->nr, page->comparison->options.noise_pct};

    is_ratio = chart_bars_scale(&bars, CHART_WIDE).is_ratio;
    if (list->nr < all)
        slots_printf(slots, name, "%s%s  Showing the %zu largest of %zu.", text,
                     is_ratio ? "  The axis is logarithmic: doubling and halving are equally long."
                              : "",
                     list->nr, all);
    else
        slots_printf(slots, name, "%s%s", text,
                     is_ratio ? "  The axis is logarithmic: doubling and halving are equally long."
                              : "");
}

static void add_change(struct page *page, struct bar_list *list,
                       const struct compare_section *section, const struct compare_row *row,
                       size_t pair)
{
    const struct compare_change *change = &row->changes[pair];
    const char *interval = page_interval(page, change);
    struct chart_bar *bar = add_bar(page, list, page_magnitude(change));

    *bar = page_bar(row, change);
    bar->group = page_group(page, section, row, pair);
    bar->label = page_row_name(page, row);
    bar->value = change->has_delta ? page_delta(page, change)
                                   : compare_verdict_word(change->verdict, row->known);
    bar->tip =
        arena_printf(page->arena, "%s: %s%s%s, %s", bar->label, bar->value, *interval ? " " : "",
                     interval, compare_verdict_word(change->verdict, row->known));
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
    strbuf_string(&text, "Change of means against the baseline");
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
    static const char *const names[] = {"bars-wide", "bars-narrow"};
    const struct compare_section *of = &page->comparison->sections[section];
    struct bar_list list = {.at = NULL};
    size_t all;

    for (size_t p = 0; p < of->pairs_nr; p++)
        for (size_t r = 0; r < of->rows_nr; r++)
            add_change(page, &list, of, &of->rows[r], p);
    if (!list.nr)
        return;
    all = keep_largest(page, &list, BARS_MAX);
    slots_printf(slots, "bars-id", "c%zu", section + 1);
    put_bars(page, slots, &list, arena_printf(page->arena, "c%zu", section + 1), names,
             "Changes with their intervals", describe(page, &list, "Change of means"));
    put_caption(page, slots, "bars-caption", changes_caption(page, of, &list), &list, all);
}

static enum chart_tone job_tone(const struct compare_row *row, double delta_pct)
{
    struct compare_change single = {.verdict = VERDICT_SINGLE, .delta_pct = delta_pct};

    return page_tone(row, &single);
}

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
        bar->tip = arena_printf(page->arena, "%s: %s to %s", bar->label,
                                page_value(page, row, job->base, COMPARE_EXACT),
                                page_value(page, row, job->level, COMPARE_EXACT));
        bar->has_delta = true;
        bar->delta_pct = job->delta_pct;
        bar->tone = job_tone(row, job->delta_pct);
        bar->is_hollow = true;
    }
}

static void fill_jobs(struct page *page, size_t section, struct slots *slots)
{
    static const char *const names[] = {"jobs-wide", "jobs-narrow"};
    const struct compare_section *of = &page->comparison->sections[section];
    struct bar_list list = {.at = NULL};
    size_t all;

    for (size_t p = 0; p < of->pairs_nr; p++)
        for (size_t r = 0; r < of->rows_nr; r++)
            add_jobs(page, &list, of, &of->rows[r], p);
    if (!list.nr)
        return;
    all = keep_largest(page, &list, BARS_MAX);
    slots_printf(slots, "jobs-id", "j%zu", section + 1);
    put_bars(page, slots, &list, arena_printf(page->arena, "j%zu", section + 1), names,
             "Changes of the jobs behind each sum", describe(page, &list, "Change of each job"));
    put_caption(page, slots, "jobs-caption",
                "Change of each job that was summed; jobs of one run are no repetitions, so they "
                "have no interval.",
                &list, all);
}

void page_fill_charts(struct page *page, size_t section, struct slots *slots)
{
    if (page->plots >= PAGE_PLOTS_MAX)
        return;
    fill_changes(page, section, slots);
    fill_jobs(page, section, slots);
    page_fill_panels(page, section, slots);
}
