/* The part of a page that says how its figures were computed. */
#include "report/page_parts.h"

#include "record/strbuf.h"

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

    strbuf_printf(
        &text,
        "\xe2\x80\x9c"
        "Better\xe2\x80\x9d and \xe2\x80\x9cworse\xe2\x80\x9d (for rates and "
        "times: faster and slower) need the whole interval beyond \xc2\xb1%g %% and p below "
        "0.05 after Holm\xe2\x80\x99s adjustment for all comparisons of a table",
        comparison->options.noise_pct);
    for (size_t s = 0; s < comparison->sections_nr; s++)
        strbuf_printf(&text, "%s%zu", s ? ", " : " (", comparison->sections[s].family);
    strbuf_printf(&text,
                  "%s.  \xe2\x80\x9cNo practical change\xe2\x80\x9d: the whole interval lies "
                  "within \xc2\xb1%g %%.  Everything else is undecided.",
                  comparison->sections_nr ? ")" : "", comparison->options.noise_pct);
    add(page, "Verdict", text.text);
    strbuf_free(&text);
}

void page_fill_methods(struct page *page)
{
    struct strbuf text = STRBUF_INIT;

    add(page, "Change",
        "The difference of the arithmetic means of the runs, in percent of the baseline, with its "
        "true sign; the arrow beside a metric says which direction is better.");
    strbuf_printf(&text,
                  "%g %% confidence interval of the ratio of means, on its logarithm: "
                  "se\xc2\xb2 = s\xc2\xb2 / n / mean\xc2\xb2 of both sides, Welch\xe2\x80\x93"
                  "Satterthwaite degrees of freedom.  Where each round of a campaign holds both "
                  "levels, the interval is of the rounds\xe2\x80\x99 own ratios.",
                  page->comparison->options.confidence_pct);
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
}
