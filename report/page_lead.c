/* The sentences at the top of a page, their figures linked to where they stand. */
#include "report/page_parts.h"

#include <stdlib.h>
#include <string.h>

#include "record/strbuf.h"
#include "report/compare_words.h"
#include "report/summary.h"

#define CHANGES_MAX 5000 /* that are looked for in the sentences */
#define LINKS_MAX 40     /* of a sentence */

/* Where a sentence tells a change: "14.66 → 12.05 MiB/s (−17.79 %". */
struct link {
    size_t at, arrow, bracket, end; /* bytes of the sentence */
    const struct compare_change *change;
    const char *row_href;
};

struct links {
    struct link at[LINKS_MAX];
    size_t nr;
};

static bool is_taken(const struct links *links, size_t at)
{
    for (size_t i = 0; i < links->nr; i++)
        if (at >= links->at[i].at && at < links->at[i].end)
            return true;
    return false;
}

/* Notes each place where the sentence tells the change. */
static void find_change(const char *text, const struct compare_row *row,
                        const struct compare_change *change, const char *href, struct links *links)
{
    struct strbuf told = STRBUF_INIT;
    char delta[96];
    const char *at = text;
    size_t values;

    compare_format_delta(delta, sizeof delta, change);
    summary_add_values(&told, row, change);
    values = told.length;
    strbuf_printf(&told, " (%s", delta);
    while (links->nr < LINKS_MAX && (at = strstr(at, told.text))) {
        size_t place = (size_t)(at - text);

        if (!is_taken(links, place))
            links->at[links->nr++] = (struct link){
                place,          place + (size_t)(strstr(told.text, " \xe2\x86\x92 ") - told.text),
                place + values, place + told.length,
                change,         href};
        at += told.length;
    }
    strbuf_free(&told);
}

static void find_links(struct page *page, const char *text, struct links *links)
{
    size_t looked = 0;

    links->nr = 0;
    for (size_t s = 0; s < page->comparison->sections_nr; s++) {
        const struct compare_section *section = &page->comparison->sections[s];

        for (size_t r = 0; r < section->rows_nr; r++)
            for (size_t p = 0; p < section->pairs_nr && looked < CHANGES_MAX; p++, looked++) {
                const struct compare_change *change = &section->rows[r].changes[p];

                if (change->has_delta && change->base->nr && change->level->nr)
                    find_change(text, &section->rows[r], change,
                                page_change_href(page, s, &section->rows[r], p), links);
            }
    }
}

static int compare_links(const void *left, const void *right)
{
    const struct link *a = left, *b = right;

    return a->at < b->at ? -1 : a->at > b->at;
}

static void add_piece(struct slots *lead, const char *text, size_t length, const char *href)
{
    struct slots *piece;

    if (!length)
        return;
    piece = slots_item(lead, "pieces");
    slots_printf(piece, "piece-text", "%.*s", (int)length, text);
    slots_text(piece, "piece-href", href);
}

/* Adds a sentence in pieces; both values lead to their lines, the change to its row. */
static void add_lead(struct page *page, const char *text, const char *class)
{
    static const size_t arrow = sizeof " \xe2\x86\x92 " - 1, bracket = sizeof " (" - 1;
    struct slots *lead = slots_item(page->slots, "leads");
    struct links links;
    size_t from = 0;

    find_links(page, text, &links);
    qsort(links.at, links.nr, sizeof links.at[0], compare_links);
    slots_text(lead, "lead-class", class);
    for (size_t i = 0; i < links.nr; i++) {
        const struct link *link = &links.at[i];

        add_piece(lead, text + from, link->at - from, "");
        add_piece(lead, text + link->at, link->arrow - link->at,
                  page_cell_href(page, link->change->base));
        add_piece(lead, text + link->arrow, arrow, "");
        add_piece(lead, text + link->arrow + arrow, link->bracket - link->arrow - arrow,
                  page_cell_href(page, link->change->level));
        add_piece(lead, text + link->bracket, bracket, "");
        add_piece(lead, text + link->bracket + bracket, link->end - link->bracket - bracket,
                  link->row_href);
        from = link->end;
    }
    add_piece(lead, text + from, strlen(text) - from, "");
}

void page_fill_leads(struct page *page)
{
    static const char *const classes[] = {
        [LEAD_EFFECT] = "effect", [LEAD_HIDDEN] = "hidden", [LEAD_LIMIT] = "limit"};
    const struct comparison *comparison = page->comparison;

    for (size_t i = 0; i < comparison->leads_nr; i++)
        add_lead(page, comparison->leads[i].text, classes[comparison->leads[i].kind]);
    if (!comparison->leads_nr)
        add_lead(page,
                 comparison->sections_nr ? "No change can be told: the tables have the values."
                                         : "Nothing could be compared: the values stand by "
                                           "themselves.",
                 classes[LEAD_EFFECT]);
}
