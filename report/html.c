#include "report/html.h"

#include "report/compare_words.h"
#include "report/page.h"

static bool is_iec(const struct comparison *comparison)
{
    for (size_t s = 0; s < comparison->sections_nr; s++) {
        const struct compare_section *section = &comparison->sections[s];
        for (size_t r = 0; r < section->rows_nr; r++)
            if (!compare_is_iec(&section->rows[r], section->levels_nr))
                return false;
    }
    return true;
}

int html_write(const struct comparison *comparison, const struct output_options *options,
               FILE *out, struct diag *diag)
{
    bool iec = options->units == OUTPUT_UNITS_AUTO ? is_iec(comparison)
                                                   : options->units == OUTPUT_UNITS_IEC;
    const struct page_options page = {.title = options->title,
                                      .template_path = options->template,
                                      .units = iec ? UNITS_IEC : UNITS_SI,
                                      .command = options->command};
    if (page_write(comparison, &page, out, diag))
        return -1;
    return outputs_check(out, diag);
}

void html_write_template(FILE *out)
{
    template_dump(out);
}
