#include "report/page.h"


#include "report/page_parts.h"

int page_write(const struct comparison *comparison, const struct page_options *options, FILE *out,
               struct diag *diag)
{
    struct page page = {.comparison = comparison, .options = options};
    size_t names_nr;
    const struct template_name *names = page_names(&names_nr);
    struct template *template = template_load(options->template_path, names, names_nr, diag);
    int status;

    if (!template)
        return -1;
    page.arena = arena_new();
    page.slots = slots_new(page.arena, NULL);
    page_name_levels(&page);
    page_choose_entries(&page);
    page.source = page_source_new(&page);
    page_fill_summary(&page);
    page_fill_warnings(&page);
    page_fill_sections(&page);
    page_fill_latency(&page);
    page_fill_series(&page);
    page_fill_cpu(&page);
    page_fill_methods(&page);
    page_fill_claims(&page);
    page_source_fill(&page);
    page_fill_runs(&page);
    page_fill_data(&page);
    status = template_write(template, page.slots, out, diag);
    page_source_free(page.source);
    arena_free(page.arena);
    template_free(template);
    return status;
}
