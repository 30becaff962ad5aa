#include "report/page.h"


#include "report/page_parts.h"

/* clang-format off: a table */
static const struct template_name names[] = {
    {"title", SLOT_TEXT, NULL, "the title of the page"},
    {"kicker", SLOT_TEXT, NULL, "how many results of which inputs"},
    {"leads", SLOT_LIST, NULL, "the sentences at the top"},
    {"lead", SLOT_TEXT, "leads", "one sentence"},
    {"counts", SLOT_LIST, NULL, "how many changes have which verdict"},
    {"count-class", SLOT_TEXT, "counts", "better, worse, same, open, single or none"},
    {"count-symbol", SLOT_TEXT, "counts", "the sign of the verdict"},
    {"count-number", SLOT_TEXT, "counts", "how many changes"},
    {"count-word", SLOT_TEXT, "counts", "the verdict in words"},
    {"warnings", SLOT_LIST, NULL, "doubts about the records and notes about all of them"},
    {"warning-class", SLOT_TEXT, "warnings", "note, doubt or unsound"},
    {"warning-weight", SLOT_TEXT, "warnings", "the same as a word for people"},
    {"warning-title", SLOT_TEXT, "warnings", "a few words, may be empty"},
    {"warning-count", SLOT_TEXT, "warnings", "in how many results"},
    {"warning-text", SLOT_TEXT, "warnings", "what was seen and what it means"},
    {"warning-href", SLOT_TEXT, "warnings", "a link to a row that it is about"},
    {"sections", SLOT_LIST, NULL, "the comparisons, one by each factor"},
    {"section-id", SLOT_TEXT, "sections", "the id of the section"},
    {"section-title", SLOT_TEXT, "sections", "what is compared with what"},
    {"section-caption", SLOT_TEXT, "sections", "what the table shows"},
    {"section-notes", SLOT_LIST, "sections", "sentences about the comparison"},
    {"note-class", SLOT_TEXT, "section-notes", "note, doubt or unsound"},
    {"note-weight", SLOT_TEXT, "section-notes", "the same as a word for people"},
    {"note-text", SLOT_TEXT, "section-notes", "the sentence"},
    {"note-href", SLOT_TEXT, "section-notes", "a link to a row that it is about"},
    {"base-title", SLOT_TEXT, "sections", "head of the column of baseline means"},
    {"level-title", SLOT_TEXT, "sections", "head of the column of the other means"},
    {"interval-title", SLOT_TEXT, "sections", "head of the column of intervals"},
    {"has-intervals", SLOT_TEXT, "sections", "whether any change has an interval"},
    {"has-row-bars", SLOT_TEXT, "sections", "whether rows have bars: few enough rows"},
    {"groups", SLOT_LIST, "sections", "rows of equal setting"},
    {"group-title", SLOT_TEXT, "groups", "the setting, may be empty"},
    {"rows", SLOT_LIST, "groups", "the changes"},
    {"row-id", SLOT_TEXT, "rows", "the id of the row"},
    {"row-class", SLOT_TEXT, "rows",
     "verdict and kind: better, worse, same, open, single, none; total, part"},
    {"row-op", SLOT_TEXT, "rows", "the operation, may be empty"},
    {"row-metric", SLOT_TEXT, "rows", "the metric"},
    {"row-better", SLOT_TEXT, "rows", "an arrow to the better direction"},
    {"row-better-title", SLOT_TEXT, "rows", "the same in words"},
    {"row-unit", SLOT_TEXT, "rows", "the unit of both means"},
    {"base-label", SLOT_TEXT, "rows", "the name of the baseline"},
    {"base-value", SLOT_TEXT, "rows", "the mean of the baseline"},
    {"base-href", SLOT_TEXT, "rows", "a link to the line it comes from"},
    {"level-label", SLOT_TEXT, "rows", "the name of the other level"},
    {"level-value", SLOT_TEXT, "rows", "the mean of the other level"},
    {"level-href", SLOT_TEXT, "rows", "a link to the line it comes from"},
    {"row-n", SLOT_TEXT, "rows", "the numbers of runs"},
    {"row-delta", SLOT_TEXT, "rows", "the change in percent"},
    {"row-jobs", SLOT_TEXT, "rows", "the range of changes of summed jobs"},
    {"row-interval", SLOT_TEXT, "rows", "the interval of the change"},
    {"row-symbol", SLOT_TEXT, "rows", "the sign of the verdict"},
    {"row-verdict", SLOT_TEXT, "rows", "the verdict in words"},
    {"row-reason", SLOT_TEXT, "rows", "why it is no better"},
    {"row-bar", SLOT_PICTURE, "rows", "the change as a bar"},
    {"rows-rest", SLOT_TEXT, "sections", "how many changes the table leaves out"},
    {"means", SLOT_LIST, "sections", "geometric means"},
    {"mean-text", SLOT_TEXT, "means", "a sentence"},
    {"bars-id", SLOT_TEXT, "sections", "the id of the chart of changes"},
    {"bars-caption", SLOT_TEXT, "sections", "what it shows"},
    {"bars-wide", SLOT_PICTURE, "sections", "the chart for wide pages"},
    {"bars-narrow", SLOT_PICTURE, "sections", "the chart for narrow pages"},
    {"jobs-id", SLOT_TEXT, "sections", "the id of the chart of jobs"},
    {"jobs-caption", SLOT_TEXT, "sections", "what it shows"},
    {"jobs-wide", SLOT_PICTURE, "sections", "changes of the jobs of a sum, wide"},
    {"jobs-narrow", SLOT_PICTURE, "sections", "the same for narrow pages"},
    {"panels", SLOT_LIST, "sections", "charts of runs in their order"},
    {"panels-caption", SLOT_TEXT, "sections", "what they show"},
    {"panel-id", SLOT_TEXT, "panels", "the id of the chart"},
    {"panel-class", SLOT_TEXT, "panels", "narrow where there is a wide one too, else any"},
    {"panel-title", SLOT_TEXT, "panels", "the measurement and its unit"},
    {"panel-picture", SLOT_PICTURE, "panels", "the chart"},
    {"panel-wide", SLOT_PICTURE, "panels", "the chart for wide pages, where runs are many"},
    {"claims", SLOT_LIST, NULL, "what authors claim"},
    {"claim-class", SLOT_TEXT, "claims", "note, doubt or unsound"},
    {"claim-verdict", SLOT_TEXT, "claims", "the verdict in words"},
    {"claim-said", SLOT_TEXT, "claims", "what is claimed, in a few words"},
    {"claim-nearest", SLOT_TEXT, "claims", "the nearest value and the rule that gives it"},
    {"claim-why", SLOT_TEXT, "claims", "what the verdict rests on"},
    {"claim-text", SLOT_TEXT, "claims", "the sentence"},
    {"claim-line", SLOT_TEXT, "claims", "where it stands"},
    {"claims-rest", SLOT_TEXT, NULL, "how many claims are left out"},
    {"methods", SLOT_LIST, NULL, "how figures were computed"},
    {"method-title", SLOT_TEXT, "methods", "which figure"},
    {"method-text", SLOT_TEXT, "methods", "how"},
    {"files", SLOT_LIST, NULL, "the inputs behind the numbers"},
    {"lines-rest", SLOT_TEXT, NULL, "how many lines are left out"},
    {"file-path", SLOT_TEXT, "files", "the name of the input"},
    {"file-about", SLOT_TEXT, "files", "subject, date and message id"},
    {"lines", SLOT_LIST, "files", "the lines that numbers and labels come from"},
    {"line-id", SLOT_TEXT, "lines", "the id of the line"},
    {"line-class", SLOT_TEXT, "lines", "figures or label"},
    {"line-number", SLOT_TEXT, "lines", "its number in the input"},
    {"pieces", SLOT_LIST, "lines", "the line, in parts"},
    {"piece-text", SLOT_TEXT, "pieces", "the part"},
    {"piece-class", SLOT_TEXT, "pieces", "figure, where it is a number that the page uses"},
    {"backs", SLOT_LIST, "lines", "where the line is used"},
    {"back-href", SLOT_TEXT, "backs", "a link to the row"},
    {"back-text", SLOT_TEXT, "backs", "the row in short, or the label that the line gives"},
    {"back-title", SLOT_TEXT, "backs", "the row in words"},
    {"runs", SLOT_LIST, NULL, "all runs"},
    {"runs-summary", SLOT_TEXT, NULL, "how many runs are shown"},
    {"run-name", SLOT_TEXT, "runs", "the measurement"},
    {"run-where", SLOT_TEXT, "runs", "the setting"},
    {"run-level", SLOT_TEXT, "runs", "the level"},
    {"run-number", SLOT_TEXT, "runs", "the number of the run"},
    {"run-value", SLOT_TEXT, "runs", "the value"},
    {"run-source", SLOT_TEXT, "runs", "the line it comes from"},
    {"run-href", SLOT_TEXT, "runs", "a link to the line"},
};
/* clang-format on */

const struct template_name *page_names(size_t *nr)
{
    *nr = sizeof names / sizeof names[0];
    return names;
}

int page_write(const struct comparison *comparison, const struct page_options *options, FILE *out,
               struct diag *diag)
{
    struct page page = {.comparison = comparison, .options = options};
    struct template *template =
        template_load(options->template_path, names, sizeof names / sizeof names[0], diag);
    int status;

    if (!template)
        return -1;
    page.arena = arena_new();
    page.slots = slots_new(page.arena, NULL);
    page.source = page_source_new(&page);
    page_name_levels(&page);
    page_fill_summary(&page);
    page_fill_warnings(&page);
    page_fill_sections(&page);
    page_fill_claims(&page);
    page_fill_methods(&page);
    page_source_fill(&page);
    page_fill_runs(&page);
    status = template_write(template, page.slots, out, diag);
    page_source_free(page.source);
    arena_free(page.arena);
    template_free(template);
    return status;
}
