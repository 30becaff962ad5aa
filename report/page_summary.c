/* The top of a page: title and counts of verdicts; its sentences are in page_lead.c. */
#include "report/page_parts.h"

#include <string.h>

#include "record/strbuf.h"
#include "report/compare_words.h"

static void count_verdicts(const struct page *page, size_t *of, size_t *all)
{
    memset(of, 0, VERDICT_NR * sizeof *of);
    *all = 0;
    for (size_t s = 0; s < page->comparison->sections_nr; s++) {
        const struct compare_section *section = &page->comparison->sections[s];

        for (size_t p = 0; p < section->pairs_nr; p++)
            for (size_t v = 0; v < VERDICT_NR; v++) {
                of[v] += section->pairs[p].verdicts[v];
                *all += section->pairs[p].verdicts[v];
            }
    }
}

static void fill_counts(struct page *page, const size_t *of)
{
    for (int verdict = 0; verdict < VERDICT_NR; verdict++) {
        struct slots *item;

        if (!of[verdict])
            continue;
        item = slots_item(page->slots, "counts");
        slots_text(item, "count-class", page_class(verdict));
        slots_text(item, "count-symbol", page_symbol(verdict));
        slots_printf(item, "count-number", "%zu", of[verdict]);
        slots_text(item, "count-word", compare_verdict_word(verdict, NULL));
    }
}

static void fill_title(struct page *page)
{
    const struct comparison *comparison = page->comparison;
    struct strbuf text = STRBUF_INIT;

    if (page->options->title) {
        slots_text(page->slots, "title", page->options->title);
        return;
    }
    for (size_t s = 0; s < comparison->sections_nr && s < 6; s++) {
        const struct compare_section *section = &comparison->sections[s];

        if (s) {
            strbuf_printf(&text, "%s%s", s > 1 ? ", " : ", and by ", section->factor);
            continue;
        }
        if (section->pairs_nr == 1) {
            strbuf_string(&text, page_pair_name(page, section, &section->pairs[0]));
            continue;
        }
        strbuf_printf(&text, "%s: ", section->factor);
        for (size_t l = 0; l < section->levels_nr && l < 6; l++)
            strbuf_printf(&text, "%s%s", l ? ", " : "", page_level(page, section, l));
    }
    slots_text(page->slots, "title", text.length ? text.text : "Storage results");
    strbuf_free(&text);
}

static void fill_kicker(struct page *page)
{
    const struct comparison *comparison = page->comparison;
    struct strbuf text = STRBUF_INIT;

    strbuf_printf(&text, "Storage comparison \xc2\xb7 %zu %s", comparison->used_nr,
                  comparison->used_nr == 1 ? "result" : "results");
    if (comparison->used_nr < comparison->results_nr)
        strbuf_printf(&text, " of %zu", comparison->results_nr);
    if (comparison->inputs_nr == 1)
        strbuf_printf(&text, " from %s", comparison->inputs[0]);
    else if (comparison->inputs_nr)
        strbuf_printf(&text, " from %zu files", comparison->inputs_nr);
    slots_text(page->slots, "kicker", text.text);
    strbuf_free(&text);
}

void page_fill_summary(struct page *page)
{
    size_t of[VERDICT_NR], all;

    count_verdicts(page, of, &all);
    fill_title(page);
    fill_kicker(page);
    page_fill_leads(page);
    fill_counts(page, of);
}
