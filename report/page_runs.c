/* The table of all runs at the end of a page. */
#include "report/page_parts.h"

#define RUNS_MAX 2000

static void fill_run(struct page *page, const struct compare_section *section,
                     const struct compare_row *row, size_t level, size_t i)
{
    const struct compare_sample *sample = &row->cells[level].samples[i];
    const struct record *record = sample->records_nr ? sample->records[0] : NULL;
    struct slots *slots = slots_item(page->slots, "runs");

    slots_text(slots, "run-name", page_row_name(page, row));
    slots_text(slots, "run-where", page_where(page, row));
    slots_text(slots, "run-level", section->levels[level].name);
    unsigned number = compare_run_of(sample);
    slots_printf(slots, "run-number", "%u", number ? number : (unsigned)i + 1);
    slots_text(slots, "run-value", page_value(page, row, sample->value, sample->bound));
    if (record && record->source.line)
        slots_printf(slots, "run-source", "line %lu%s", record->source.line,
                     sample->records_nr > 1 ? " and others" : "");
    slots_text(slots, "run-href", record ? page_source_href(page, record) : "");
}

void page_fill_runs(struct page *page)
{
    size_t shown = 0, all = 0;

    if (page_is_large(page))
        return;
    for (size_t s = 0; s < page_sections_nr(page); s++) {
        const struct compare_section *section = page_section(page, s);

        for (size_t r = 0; r < section->rows_nr; r++)
            for (size_t l = 0; l < section->levels_nr; l++)
                for (size_t i = 0; i < section->rows[r].cells[l].nr; i++, all++) {
                    if (shown == RUNS_MAX)
                        continue;
                    fill_run(page, section, &section->rows[r], l, i);
                    shown++;
                }
    }
    if (shown < all)
        slots_printf(page->slots, "runs-summary", "The first %zu of %zu values of runs", shown,
                     all);
    else
        slots_printf(page->slots, "runs-summary", "%zu values of runs", all);
}
