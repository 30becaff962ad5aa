/* Claims of a page: what was said, what the figures give, the verdict. */
#include "report/claims.h"
#include "report/page_parts.h"

#define CLAIMS_MAX 100

void page_fill_claims(struct page *page)
{
    /* By verdict: the classes that warnings have. */
    static const char *const classes[] = {"note", "note", "doubt", "unsound", "doubt"};
    const struct comparison *comparison = page->comparison;

    for (size_t i = 0; i < comparison->checks_nr && i < CLAIMS_MAX; i++) {
        const struct compare_claim *check = &comparison->checks[i];
        struct slots *item = slots_item(page->slots, "claims");
        char said[96], nearest[64];

        claims_format_said(check->record->claim, said, sizeof said);
        claims_format_nearest(check, nearest, sizeof nearest);
        slots_text(item, "claim-class", classes[check->verdict]);
        slots_text(item, "claim-verdict", claims_verdict_word(check->verdict));
        slots_text(item, "claim-said", said);
        slots_text(item, "claim-text", check->record->claim->text ? check->record->claim->text : "");
        slots_text(item, "claim-nearest", check->has_nearest ? nearest : "\xe2\x80\x93");
        slots_text(item, "claim-rule", check->has_nearest ? check->rule : "");
        slots_text(item, "claim-href", page_source_href(page, check->record));
        slots_text(item, "claim-why", check->why);
        slots_printf(item, "claim-line", "line %lu%s", check->record->source.line,
                     check->record->source.quote ? ", quoted" : "");
    }
    if (comparison->checks_nr > CLAIMS_MAX)
        slots_printf(page->slots, "claims-rest", "Showing %d of %zu claims.", CLAIMS_MAX,
                     comparison->checks_nr);
}
