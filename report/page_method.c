/* The part of a page that says how its figures were computed. */
#include "report/page_parts.h"

#include <string.h>

#include "record/strbuf.h"
#include "report/compare_words.h"

static void add(struct page *page, const char *title, const char *text)
{
    struct slots *item = slots_item(page->slots, "methods");

    slots_text(item, "method-title", title);
    slots_text(item, "method-text", text);
}

static void add_left_out(struct page *page)
{
    const struct comparison *comparison = page->comparison;
    const struct {
        size_t nr;
        const char *what;
    } rows[] = {
        {comparison->quoted_nr, "quoted repeats"},
        {comparison->aggregate_nr, "printed averages"},
        {comparison->repeated_nr, "results that were given more than once"},
    };
    struct strbuf text = STRBUF_INIT;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].nr)
            strbuf_printf(&text, "%s%zu %s", text.length ? ", " : "", rows[i].nr, rows[i].what);
    if (text.length)
        add(page, "Left out", text.text);
    strbuf_free(&text);
}

static void add_family(struct page *page)
{
    const struct comparison *comparison = page->comparison;
    struct strbuf text = STRBUF_INIT;
    size_t families = 0;

    strbuf_printf(
        &text,
        "\xe2\x80\x9c"
        "Better\xe2\x80\x9d and \xe2\x80\x9cworse\xe2\x80\x9d (for rates and "
        "times: faster and slower) need the whole interval beyond \xc2\xb1%g %% and p below "
        "0.05 after Holm\xe2\x80\x99s adjustment for all comparisons of a table",
        comparison->options.noise_pct);
    for (size_t s = 0; s < comparison->sections_nr; s++)
        if (comparison->sections[s].family)
            strbuf_printf(&text, "%s%zu", families++ ? ", " : " (", comparison->sections[s].family);
    strbuf_printf(&text,
                  "%s.  \xe2\x80\x9cNo practical change\xe2\x80\x9d: the whole interval lies "
                  "within \xc2\xb1%g %%.  Everything else is undecided.",
                  families ? ")" : "", comparison->options.noise_pct);
    add(page, "Verdict", text.text);
    strbuf_free(&text);
}

/* Says which parts of a page there are none of, and why. */
static void add_omitted(struct page *page)
{
    static const struct {
        const char *id, *text;
    } parts[] = {
        {"latency", "latency curves (no result has three percentiles)"},
        {"series", "series over time (no record of kind series belongs to a result)"},
        {"cpu", "throughput against CPU (no two levels tell theirs)"},
    };
    const struct slot *slot = slots_find(page->slots, "parts");
    struct strbuf text = STRBUF_INIT;
    bool has_sweep = false;

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        bool is_there = false;

        for (size_t k = 0; slot && k < slot->items_nr; k++)
            is_there =
                is_there || !strcmp(slots_find(slot->items[k], "part-id")->text, parts[i].id);
        if (!is_there)
            strbuf_printf(&text, "%s%s", text.length ? ", " : "", parts[i].text);
    }
    for (size_t s = 0; s < page->comparison->sections_nr; s++)
        has_sweep = has_sweep || page_is_sweep(&page->comparison->sections[s]);
    if (!has_sweep)
        strbuf_printf(&text, "%ssweeps (no factor has three numbers as levels)",
                      text.length ? ", " : "");
    if (text.length)
        add(page, "Not shown", text.text);
    strbuf_free(&text);
}

void page_fill_methods(struct page *page)
{
    struct strbuf text = STRBUF_INIT;

    strbuf_printf(
        &text,
        "The difference of the %ss of the runs, in percent of the baseline, with its true "
        "sign; the arrow beside a metric says which direction is better.",
        page->comparison->options.stat == COMPARE_MEDIAN ? "median" : "arithmetic mean");
    add(page, "Change", text.text);
    strbuf_cut(&text, 0);
    strbuf_printf(&text,
                  "%g %% confidence interval of the ratio: %s.  Where both levels stand in each "
                  "round of a campaign, or were measured in turn, the interval is of the pairs.",
                  page->comparison->options.confidence_pct, compare_method_text(page->comparison));
    add(page, "Interval", text.text);
    strbuf_free(&text);
    add_family(page);
    add(page, "Single run",
        "A change without repetition has neither interval nor verdict; its bar is hollow.");
    add(page, "Parallel jobs",
        "Jobs that ran at the same time are summed and count as one run; the range of their own "
        "changes stands beside the sum.");
    add(page, "Bounds",
        "Where a tool prints only a limit, such as +++++, the limit takes part as what it is: "
        "\xe2\x89\xa5 and \xe2\x89\xa4 mark what follows from it.");
    add(page, "Outliers", "Runs beyond Tukey\xe2\x80\x99s fences are ringed and still counted.");
    add_left_out(page);
    add_omitted(page);
}
