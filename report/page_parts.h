/* The parts of a page, each of which sets some of its slots; shared by the
 * files report/page_*.c. */
#ifndef IOD_REPORT_PAGE_PARTS_H
#define IOD_REPORT_PAGE_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "report/chart.h"
#include "report/page.h"
#include "report/slots.h"

struct page_source;

/* A change of a table. */
struct page_entry {
    const struct compare_row *row;
    size_t pair, place; /* place among all changes of the section */
};

/* The changes that a table shows, in the order of the section. */
struct page_entries {
    struct page_entry *at;
    size_t nr, all;
    bool *are_shown; /* by row and pair */
    bool is_by_setting; /* one measurement in many settings: these name the rows */
};

struct page {
    const struct comparison *comparison;
    const struct page_options *options;
    struct arena *arena; /* of texts and data of this page */
    struct slots *slots; /* the outermost scope */
    struct page_source *source;
    const char ***levels; /* by section and level: their names as page_level() gives them */
    struct page_entries *entries; /* by section: the changes that its table shows */
    size_t plots; /* how many were planned */
};

/* More would make the page slow and nobody reads them; what is left out is said. */
#define PAGE_PLOTS_MAX 60

/* Above this many results a page holds neither all runs nor the data itself, and pictures
 * come in two widths. */
#define PAGE_RECORDS_MAX 2000
bool page_is_large(const struct page *page);

/* The word for what stands for the runs of a level: "mean" or "median". */
const char *page_stat(const struct page *page);
const char *page_stat_title(const struct page *page); /* with a capital */

/* Top of the page: kicker, title, sentences, counts. */
void page_fill_summary(struct page *page);

/* The sentences, with links. */
void page_fill_leads(struct page *page);

/* Warnings and notes, and the notes of one section into its scope. */
void page_fill_warnings(struct page *page);
void page_fill_section_notes(struct page *page, size_t section, struct slots *slots);

/* What authors claim, with what the figures give. */
void page_fill_claims(struct page *page);

/* Returns the bar of a change, without its texts. */
struct chart_bar page_bar(const struct compare_row *row, const struct compare_change *change);

/* Says whether rows and bars are put together by measurement, and named by level: where
 * levels are many and measurements few. */
bool page_is_by_row(const struct compare_section *section);

/* What names a row or bar within its group. */
const char *page_change_label(const struct page *page, const struct compare_section *section,
                              const struct compare_row *row, size_t pair);

/* Returns what heads the rows and bars of equal setting: the setting, behind the pair
 * where the section has several. */
const char *page_group(const struct page *page, const struct compare_section *section,
                       const struct compare_row *row, size_t pair);

/* A chart as a page shows it: heading, sentence, the picture at the widths that pages
 * have, and its figures as a table. */
typedef xmlNodePtr page_draw(const void *chart, const struct chart_frame *frame, struct diag *diag);

struct page_figure {
    const char *id;          /* unique in the page: [a-z0-9-] */
    const char *title;       /* a few words or a question */
    const char *caption;     /* what it shows and how to read it */
    const char *description; /* the same with figures, for who does not see it */
    page_draw *draw;
    const void *chart; /* what draw takes; lives as long as the page; NULL: only panels */
};

/* Adds the figure to the list "charts" of slots and returns its scope. */
struct slots *page_add_figure(struct page *page, struct slots *slots,
                              const struct page_figure *figure);

/* Adds one of several small pictures to a figure; has_wide: it needs the whole width where
 * there is room for it. */
void page_add_panel(struct page *page, struct slots *figure, const struct page_figure *panel,
                    bool has_wide);

/* Adds a figure that shows nr charts: itself where there is one, else as panels, of which
 * each has its caption. */
struct slots *page_add_charts(struct page *page, struct slots *slots,
                              const struct page_figure *figure, const struct page_figure *charts,
                              size_t nr);

/* Adds head cells, or a row, to the table of a figure; the first cell of a row names it. */
void page_add_heads(struct slots *figure, const char *const *texts, size_t nr);
void page_add_data(struct slots *figure, const char *const *texts, size_t nr);

/* Says whether one more figure may be planned. */
bool page_has_room(const struct page *page);

/* Chooses the changes that tables show: all, or the largest. */
void page_choose_entries(struct page *page);

/* Says whether a change has a row in the table of its section. */
bool page_is_shown(const struct page *page, size_t section, const struct compare_row *row,
                   size_t pair);

/* Tables of changes and the charts beneath them, in this order. */
void page_fill_sections(struct page *page);
void page_fill_charts(struct page *page, size_t section, struct slots *slots);
void page_fill_values(struct page *page, size_t section, struct slots *slots);
void page_fill_heat(struct page *page, size_t section, struct slots *slots);
void page_fill_panels(struct page *page, size_t section, struct slots *slots);
void page_fill_sweep(struct page *page, size_t section, struct slots *slots);

/* Begins a part of the page behind the sections and returns its scope. */
struct slots *page_add_part(struct page *page, const char *id, const char *title);

/* The sections, and behind them the values where nothing is compared. */
size_t page_sections_nr(const struct page *page);
const struct compare_section *page_section(const struct page *page, size_t number);

/* The section whose rows the charts of the whole page go by: the first, or the values where
 * nothing is compared; NULL where there is neither. */
const struct compare_section *page_main_section(const struct page *page);

/* Charts of the whole page: latency, series over time, throughput and CPU. */
void page_fill_latency(struct page *page);
void page_fill_series(struct page *page);
void page_fill_cpu(struct page *page);

/* Says whether a section is a sweep: three or more numbers as levels. */
bool page_is_sweep(const struct compare_section *section);

/* How the figures were computed. */
void page_fill_methods(struct page *page);

/* The table of all runs. */
void page_fill_runs(struct page *page);

/* The data behind the page, and the command that made it. */
void page_fill_data(struct page *page);

/* The lines behind the numbers: the index first, then the links, then the slots. */
struct page_source *page_source_new(struct page *page);
void page_source_free(struct page_source *source);
void page_source_fill(struct page *page);

/* The same of the first line behind a cell. */
const char *page_cell_href(const struct page *page, const struct compare_cell *cell);

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

/* A value of that row with bound, without unit. */
const char *page_number(const struct page *page, const struct compare_row *row, double value,
                        enum compare_bound bound);

/* A value of that row with bound and unit. */
const char *page_value(const struct page *page, const struct compare_row *row, double value,
                       enum compare_bound bound);

/* The id of the table row of a change; pair is an index of the section. */
const char *page_row_id(const struct page *page, size_t section, const struct compare_row *row,
                        size_t pair);

/* "#…" of a change: its row, or the section where the table leaves the row out. */
const char *page_change_href(const struct page *page, size_t section,
                             const struct compare_row *row, size_t pair);

/* "#…" of a row that a note or warning is about: its first change that is shown. */
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

/* What symbol (▲ ▼ = ? ○ –) and class a verdict has. */
const char *page_symbol(enum compare_verdict verdict);
const char *page_class(enum compare_verdict verdict);

/* The size of a change on an even scale, for ordering: |ln(1 + delta)|; -1 where
 * there is no delta. */
double page_magnitude(const struct compare_change *change);

/* Whether a row may stand for its section: it is no part of a total and no cost. */
bool page_row_leads(const struct compare_row *row);

#endif
