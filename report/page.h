/* The page: a comparison as one HTML file. */
#ifndef IOD_REPORT_PAGE_H
#define IOD_REPORT_PAGE_H

#include <stdio.h>

#include "record/diag.h"
#include "record/units.h"
#include "report/comparison.h"
#include "report/template.h"

struct page_options {
    const char *title;         /* NULL: from the levels that are compared */
    const char *template_path; /* NULL: the program's own */
    enum units_style units;
    const char *command; /* that made the page, without its output; NULL: not known */
};

/* Writes the page to out, whose write errors the caller checks.  The same
 * comparison and options give the same bytes.  Labels and mail text of the
 * records may be any bytes: they are shown as text.  Returns 0, or -1 with *diag
 * set where the template is wrong or a plot could not be drawn; then what was
 * written is no whole page. */
int page_write(const struct comparison *comparison, const struct page_options *options, FILE *out,
               struct diag *diag);

/* Returns the names that templates may use, as an array of *nr, with what they
 * mean: for the manual and for checks.  Lives for ever. */
const struct template_name *page_names(size_t *nr);

#endif
