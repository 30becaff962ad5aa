/* Names, numbers, signs and ids that all parts of a page write in one way. */
#include "report/page_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "record/strbuf.h"
#include "report/compare_words.h"
#include "report/outputs.h"
#include "report/table.h"

#define MINUS "\xe2\x88\x92"
#define DASH "\xe2\x80\x93"
#define LEVEL_MAX 28 /* bytes of a level's name */

static const struct {
    const char *symbol;
    const char *class;
} verdicts[VERDICT_NR] = {
    [VERDICT_BETTER] = {"\xe2\x96\xb2", "better"},
    [VERDICT_WORSE] = {"\xe2\x96\xbc", "worse"},
    [VERDICT_RISE] = {"\xe2\x96\xb4", "same"},
    [VERDICT_FALL] = {"\xe2\x96\xbe", "same"},
    [VERDICT_SAME] = {"=", "same"},
    [VERDICT_UNDECIDED] = {"?", "open"},
    [VERDICT_SINGLE] = {"\xe2\x97\x8b", "single"},
    [VERDICT_NONE] = {DASH, "none"},
    [VERDICT_INCOMPARABLE] = {DASH, "none"},
    [VERDICT_UNPAIRED] = {DASH, "none"},
};

const char *page_stat_title(const struct page *page)
{
    return page->comparison->options.stat == COMPARE_MEDIAN ? "Median" : "Mean";
}

const char *page_stat(const struct page *page)
{
    return compare_stat_name(page->comparison->options.stat);
}

bool page_is_large(const struct page *page)
{
    return page->comparison->results_nr > PAGE_RECORDS_MAX;
}

size_t page_sections_nr(const struct page *page)
{
    return page->comparison->sections_nr + (page->comparison->values != NULL);
}

const struct compare_section *page_section(const struct page *page, size_t number)
{
    return number < page->comparison->sections_nr ? &page->comparison->sections[number]
                                                  : page->comparison->values;
}

const char *page_symbol(enum compare_verdict verdict)
{
    return verdicts[verdict].symbol;
}

const char *page_class(enum compare_verdict verdict)
{
    return verdicts[verdict].class;
}

static const char *take(const struct page *page, struct strbuf *text)
{
    const char *copy = arena_string(page->arena, text->text);

    strbuf_free(text);
    return copy;
}

const char *page_metric_title(const struct page *page, const struct compare_row *row)
{
    double percent = metric_percentile(row->metric);

    if (!row->known)
        return row->metric;
    return percent < 0 ? row->known->title
                       : arena_printf(page->arena, "%s p%.12g", row->known->title, percent);
}

const char *page_row_name(const struct page *page, const struct compare_row *row)
{
    const char *title = page_metric_title(page, row);

    return *row->op ? arena_printf(page->arena, "%s %s", row->op, title) : title;
}

const char *page_where(const struct page *page, const struct compare_row *row)
{
    struct strbuf text = STRBUF_INIT;

    for (size_t i = 0; i < row->where.nr; i++)
        strbuf_printf(&text, "%s%s %s", i ? ", " : "", row->where.at[i].name,
                      row->where.at[i].value);
    return take(page, &text);
}

struct units_scale page_scale(const struct page *page, const struct compare_row *row)
{
    const struct compare_section *section = NULL;
    double largest = 0;

    for (size_t i = 0; i < page_sections_nr(page); i++) {
        const struct compare_section *candidate = page_section(page, i);

        if (row >= candidate->rows && row < candidate->rows + candidate->rows_nr)
            section = candidate;
    }
    for (size_t i = 0; section && i < section->levels_nr; i++)
        if (row->cells[i].nr && isfinite(row->cells[i].mean))
            largest = fmax(largest, fabs(row->cells[i].mean));
    if (!row->known)
        return (struct units_scale){1, ""};
    struct units_scale scale = units_scale(row->known->unit, page->options->units, largest);
    scale.unit = outputs_unit(row, &scale);
    return scale;
}

static const char *number(const struct page *page, const struct units_scale *scale, double value,
                          enum compare_bound bound)
{
    const char *sign = compare_bound_sign(bound);
    char text[64];

    units_format(text, sizeof text, fabs(value), scale, 4);
    return arena_printf(page->arena, "%s%s%s%s", sign, *sign ? " " : "", value < 0 ? MINUS : "", text);
}

const char *page_mean(const struct page *page, const struct compare_row *row,
                      const struct compare_cell *cell)
{
    struct units_scale scale = page_scale(page, row);

    return cell->nr ? number(page, &scale, cell->centre, cell->bound) : DASH;
}

const char *page_number(const struct page *page, const struct compare_row *row, double value,
                        enum compare_bound bound)
{
    struct units_scale scale = page_scale(page, row);

    return number(page, &scale, value, bound);
}

const char *page_value(const struct page *page, const struct compare_row *row, double value,
                       enum compare_bound bound)
{
    struct units_scale scale = page_scale(page, row);

    return arena_printf(page->arena, "%s%s%s", number(page, &scale, value, bound),
                        *scale.unit ? "\xc2\xa0" : "", scale.unit);
}

const char *page_row_id(const struct page *page, size_t section, const struct compare_row *row,
                        size_t pair)
{
    return arena_printf(page->arena, "r%zu-%s-%zu", section + 1, row->id, pair + 1);
}

const char *page_change_href(const struct page *page, size_t section,
                             const struct compare_row *row, size_t pair)
{
    if (!page_is_shown(page, section, row, pair))
        return arena_printf(page->arena, "#s%zu", section + 1);
    return arena_printf(page->arena, "#%s", page_row_id(page, section, row, pair));
}

const char *page_row_href(const struct page *page, size_t section, const struct compare_row *row)
{
    size_t nr = page->comparison->sections[section].pairs_nr, pair = 0;

    while (pair < nr && !page_is_shown(page, section, row, pair))
        pair++;
    return page_change_href(page, section, row, pair < nr ? pair : 0);
}

/* Long names are paths as a rule, whose last part tells them apart. */
static const char *shorten(const struct page *page, const char *name)
{
    const char *slash = strrchr(name, '/'), *end = name + strlen(name), *head, *tail;

    if (end - name <= LEVEL_MAX)
        return name;
    head = slash && slash[1] && !strchr(name, ' ') ? slash + 1 : name;
    if (end - head <= LEVEL_MAX)
        return head;
    tail = end - LEVEL_MAX / 2;
    /* Characters are not cut: continuation bytes are 10xxxxxx. */
    while ((*tail & 0xc0) == 0x80)
        tail++;
    end = head + LEVEL_MAX / 2 - 1;
    while ((*end & 0xc0) == 0x80)
        end--;
    return arena_printf(page->arena, "%.*s\xe2\x80\xa6%s", (int)(end - head), head, tail);
}

/* Names the levels of one section: in full where two would be cut alike. */
static const char **name_levels(const struct page *page, const struct compare_section *section)
{
    const char **of = arena_alloc(page->arena, (section->levels_nr + 1) * sizeof *of);
    size_t *first = memory_alloc((section->levels_nr + 1) * sizeof *first);
    struct table *names = table_new();

    for (size_t i = 0; i < section->levels_nr; i++) {
        const char *name = shorten(page, section->levels[i].name);
        size_t known = table_nr(names), number = table_add(names, name, strlen(name));

        of[i] = name;
        if (number == known) {
            first[number] = i;
        } else {
            of[i] = section->levels[i].name;
            of[first[number]] = section->levels[first[number]].name;
        }
    }
    table_free(names);
    free(first);
    return of;
}

void page_name_levels(struct page *page)
{
    size_t nr = page_sections_nr(page);

    page->levels = arena_alloc(page->arena, (nr + 1) * sizeof *page->levels);
    for (size_t s = 0; s < nr; s++)
        page->levels[s] = name_levels(page, page_section(page, s));
}

const char *page_level(const struct page *page, const struct compare_section *section, size_t level)
{
    /* Where there are values, there are no sections. */
    if (section == page->comparison->values)
        return page->levels[0][level];
    return page->levels[section - page->comparison->sections][level];
}

const char *page_pair_name(const struct page *page, const struct compare_section *section,
                           const struct compare_pair *pair)
{
    return arena_printf(page->arena, "%s against %s", page_level(page, section, pair->level),
                        page_level(page, section, pair->base));
}

/* Copies text with spaces that no line breaks at: figures stay with their signs and units. */
static const char *glue(const struct page *page, const char *text)
{
    struct strbuf glued = STRBUF_INIT;

    for (; *text; text++)
        if (*text == ' ')
            strbuf_string(&glued, "\xc2\xa0");
        else
            strbuf_byte(&glued, *text);
    return take(page, &glued);
}

const char *page_delta(const struct page *page, const struct compare_change *change)
{
    char text[64];

    compare_format_delta(text, sizeof text, change);
    return glue(page, text);
}

const char *page_interval(const struct page *page, const struct compare_change *change)
{
    char text[96];

    compare_format_interval(text, sizeof text, change);
    return glue(page, text);
}

const char *page_pct(const struct page *page, double pct)
{
    char text[64];

    compare_format_pct(text, sizeof text, pct, fabs(pct) < 9.95 ? 1 : 0, false);
    return arena_printf(page->arena, "%s\xc2\xa0%%", text);
}

bool page_row_leads(const struct compare_row *row)
{
    return row->kind != ROW_PART && !row->is_cost;
}

double page_magnitude(const struct compare_change *change)
{
    if (!change->has_delta || !isfinite(change->delta_pct))
        return -1;
    return change->delta_pct > -99.99 ? fabs(log1p(change->delta_pct / 100)) : 9.2;
}
