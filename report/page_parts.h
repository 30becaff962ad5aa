/* The parts of a page, each of which sets some of its slots; shared by the
 * files report/page_*.c. */
#ifndef IOD_REPORT_PAGE_PARTS_H
#define IOD_REPORT_PAGE_PARTS_H

#include <stddef.h>

#include "report/chart.h"
#include "report/page.h"
#include "report/slots.h"

struct page_source;

struct page {
    const struct comparison *comparison;
    const struct page_options *options;
    struct arena *arena; /* of texts and data of this page */
    struct slots *slots; /* the outermost scope */
    struct page_source *source;
    const char ***levels; /* by section and level: their names as page_level() gives them */
    size_t plots; /* how many were planned */
};

/* More would make the page slow and nobody reads them; what is left out is said. */
#define PAGE_PLOTS_MAX 60

/* Top of the page: kicker, title, sentences, counts. */
void page_fill_summary(struct page *page);

/* Warnings and notes, and the notes of one section into its scope. */
void page_fill_warnings(struct page *page);
void page_fill_section_notes(struct page *page, size_t section, struct slots *slots);

/* What authors claim, with what the figures give. */
void page_fill_claims(struct page *page);

/* Returns the bar of a change, without its texts. */
struct chart_bar page_bar(const struct compare_row *row, const struct compare_change *change);

/* Returns what heads the rows and bars of equal setting: the setting, behind the pair
 * where the section has several. */
const char *page_group(const struct page *page, const struct compare_section *section,
                       const struct compare_row *row, size_t pair);

/* Tables of changes and the charts beneath them. */
void page_fill_sections(struct page *page);
void page_fill_charts(struct page *page, size_t section, struct slots *slots);
void page_fill_panels(struct page *page, size_t section, struct slots *slots);

/* How the figures were computed. */
void page_fill_methods(struct page *page);

/* The table of all runs. */
void page_fill_runs(struct page *page);

/* The lines behind the numbers: the index first, then the links, then the slots. */
struct page_source *page_source_new(struct page *page);
void page_source_free(struct page_source *source);
void page_source_fill(struct page *page);

/* Returns "#…" of the line behind the record, or "" where it is not shown. */
const char *page_source_href(const struct page *page, const struct record *record);

/* Texts.  All results live in the arena of the page, or for ever. */

/* "read bandwidth": operation and metric. */
const char *page_row_name(const struct page *page, const struct compare_row *row);
const char *page_metric_title(const struct page *page, const struct compare_row *row);

/* "cache NoCache, bs 16k", or "". */
const char *page_where(const struct page *page, const struct compare_row *row);

/* The scale that suits the means of a row. */
struct units_scale page_scale(const struct page *page, const struct compare_row *row);

/* A mean with its bound, without unit ("≥ 13.46"); "–" where the cell is empty. */
const char *page_mean(const struct page *page, const struct compare_row *row,
                      const struct compare_cell *cell);

/* A value of that row with bound and unit. */
const char *page_value(const struct page *page, const struct compare_row *row, double value,
                       enum compare_bound bound);

/* The id of the table row of a change; pair is an index of the section. */
const char *page_row_id(const struct page *page, size_t section, const struct compare_row *row,
                        size_t pair);

/* "#…" of a row that a note or warning is about: its first change. */
const char *page_row_href(const struct page *page, size_t section, const struct compare_row *row);

/* Fills levels. */
void page_name_levels(struct page *page);

/* The name of a level, cut in the middle where it is long and stays distinct. */
const char *page_level(const struct page *page, const struct compare_section *section,
                       size_t level);

/* "virtio against LSI". */
const char *page_pair_name(const struct page *page, const struct compare_section *section,
                           const struct compare_pair *pair);

const char *page_delta(const struct page *page, const struct compare_change *change);
const char *page_interval(const struct page *page, const struct compare_change *change);

/* "−48 %" or "+3.5 %": as many decimals as a glance needs. */
const char *page_pct(const struct page *page, double pct);

/* What colour, symbol (▲ ▼ = ? ○ –) and class a verdict has. */
enum chart_tone page_tone(const struct compare_row *row, const struct compare_change *change);
const char *page_symbol(enum compare_verdict verdict);
const char *page_class(enum compare_verdict verdict);

/* The size of a change on an even scale, for ordering: |ln(1 + delta)|; -1 where
 * there is no delta. */
double page_magnitude(const struct compare_change *change);

#endif
