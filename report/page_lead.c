/* The sentences at the top of a page: the effect, and what limits belief. */
#include "report/page_parts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "record/strbuf.h"
#include "report/compare_words.h"

#define EFFECTS_MAX 4 /* that one sentence holds */
#define COST_LEAST 0.05
#define MANY 12 /* changes, of which a count says something */

void page_lead_add(struct page_lead *lead, const char *text, const char *href)
{
    struct slots *piece;

    if (!*text)
        return;
    if (!lead->slots) {
        lead->slots = slots_item(lead->page->slots, "leads");
        if (*text >= 'a' && *text <= 'z' && !href)
            text = arena_printf(lead->page->arena, "%c%s", *text - 'a' + 'A', text + 1);
    }
    piece = slots_item(lead->slots, "pieces");
    slots_text(piece, "piece-text", text);
    slots_text(piece, "piece-href", href ? href : "");
}

void page_lead_printf(struct page_lead *lead, const char *format, ...)
{
    char text[1024];
    va_list values;

    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    page_lead_add(lead, text, NULL);
}

void page_lead_mean(struct page_lead *lead, const struct compare_row *row,
                    const struct compare_cell *cell)
{
    page_lead_add(lead, page_value(lead->page, row, cell->mean, cell->bound),
                  page_cell_href(lead->page, cell));
}

/* A change with where it stands. */
struct found {
    const struct compare_section *section;
    const struct compare_row *row;
    const struct compare_change *change;
    size_t pair;
};

static bool is_decided(const struct compare_change *change)
{
    return change->verdict == VERDICT_BETTER || change->verdict == VERDICT_WORSE ||
           change->verdict == VERDICT_RISE || change->verdict == VERDICT_FALL;
}

/* Says whether a change can stand at the top: a decided one before one that is
 * not, a larger one before a smaller. */
static bool is_ahead(const struct compare_change *a, const struct compare_change *b)
{
    if (!b)
        return true;
    if (is_decided(a) != is_decided(b))
        return is_decided(a);
    if ((a->bound == COMPARE_EXACT) != (b->bound == COMPARE_EXACT))
        return a->bound == COMPARE_EXACT;
    return page_magnitude(a) > page_magnitude(b);
}

/* What the first sentence tells of the first section. */
struct effects {
    struct found at[EFFECTS_MAX]; /* all changes, where they are so few */
    size_t nr;                    /* how many there are */
    struct found rise, fall;      /* the foremost either way */
    size_t rises, falls;
};

static void take_effect(struct effects *effects, const struct found *found)
{
    const struct compare_change *change = found->change;
    struct found *best = change->delta_pct < 0 ? &effects->fall : &effects->rise;

    if (!page_row_leads(found->row) || !(page_magnitude(change) >= 0))
        return;
    if (effects->nr < EFFECTS_MAX)
        effects->at[effects->nr] = *found;
    effects->nr++;
    effects->rises += change->delta_pct > 0;
    effects->falls += change->delta_pct < 0;
    if (page_magnitude(change) > 0 && is_ahead(change, best->change))
        *best = *found;
}

static void find_effects(const struct page *page, struct effects *effects)
{
    const struct compare_section *section = page->comparison->sections;

    memset(effects, 0, sizeof *effects);
    for (size_t r = 0; page->comparison->sections_nr && r < section->rows_nr; r++)
        for (size_t p = 0; p < section->pairs_nr; p++) {
            const struct found found = {section, &section->rows[r], &section->rows[r].changes[p],
                                        p};

            take_effect(effects, &found);
        }
}

/* Adds "14.66 MiB/s to 12.05 MiB/s (−17.79 %)": both values and the change, which leads
 * to its row. */
static void add_change(struct page_lead *lead, const struct found *found)
{
    struct page *page = lead->page;
    const char *interval = page_interval(page, found->change);
    size_t section = (size_t)(found->section - page->comparison->sections);

    page_lead_mean(lead, found->row, found->change->base);
    page_lead_printf(lead, " to ");
    page_lead_mean(lead, found->row, found->change->level);
    page_lead_printf(lead, " (");
    page_lead_add(
        lead, page_delta(page, found->change),
        arena_printf(page->arena, "#%s", page_row_id(page, section, found->row, found->pair)));
    page_lead_printf(lead, "%s%s)", *interval ? ", " : "", interval);
}

static void add_name(struct page_lead *lead, const struct found *found, bool has_name)
{
    const char *where = page_where(lead->page, found->row);

    if (has_name)
        page_lead_printf(lead, "%s%s%s", page_row_name(lead->page, found->row),
                         *where ? " at " : "", where);
    else
        page_lead_printf(lead, "at %s", where);
}

static bool is_same_measure(const struct found *a, const struct found *b)
{
    return !strcmp(a->row->op, b->row->op) && !strcmp(a->row->metric, b->row->metric);
}

static void add_pair(struct page_lead *lead, const struct found *found, const char *between)
{
    const struct compare_pair *pair = &found->section->pairs[found->pair];

    page_lead_printf(lead, "%s with %s instead of %s", between,
                     page_level(lead->page, found->section, pair->level),
                     page_level(lead->page, found->section, pair->base));
}

/* "With B instead of A, read bandwidth goes from … to …; write bandwidth from … to …." */
static void say_changes(struct page *page, const struct found *found, size_t nr)
{
    struct page_lead lead = {page, NULL};
    bool has_one_pair = true;

    for (size_t i = 1; i < nr; i++)
        has_one_pair = has_one_pair && found[i].pair == found[0].pair;
    for (size_t i = 0; i < nr; i++) {
        bool is_same =
            i && is_same_measure(&found[i - 1], &found[i]) && *page_where(page, found[i].row);

        if (!i && has_one_pair) {
            const struct compare_pair *pair = &found->section->pairs[found->pair];

            page_lead_printf(&lead, "With %s instead of %s, ",
                             page_level(page, found->section, pair->level),
                             page_level(page, found->section, pair->base));
        } else if (i) {
            page_lead_printf(&lead, "%s", nr > 2 && i + 1 < nr ? "; " : "; and ");
        }
        add_name(&lead, &found[i], !is_same);
        page_lead_printf(&lead, "%s", i ? " from " : " goes from ");
        add_change(&lead, &found[i]);
        if (!has_one_pair)
            add_pair(&lead, &found[i], "");
    }
    page_lead_printf(&lead, ".");
}

/* First sentence: the effect, all of it where it is short, else its ends. */
static void fill_effect(struct page *page, const struct effects *effects)
{
    struct page_lead lead = {page, NULL};
    const struct found *first = &effects->rise, *second = &effects->fall;
    struct found both[2];

    if (effects->nr && effects->nr <= EFFECTS_MAX) {
        say_changes(page, effects->at, effects->nr);
        return;
    }
    if (!first->change || (second->change && is_ahead(second->change, first->change))) {
        first = &effects->fall;
        second = &effects->rise;
    }
    if (!first->change) {
        page_lead_printf(&lead, "%s",
                         page->comparison->sections_nr ? "No measurement changed."
                                                       : "Nothing could be compared: the values "
                                                         "stand by themselves.");
        return;
    }
    both[0] = *first;
    both[1] = *second;
    say_changes(page, both,
                second->change && is_decided(second->change) == is_decided(first->change) ? 2 : 1);
    if (effects->nr < MANY)
        return;
    lead.slots = NULL;
    page_lead_printf(&lead, "Of %zu changes %zu go up and %zu down.", effects->nr, effects->rises,
                     effects->falls);
}

/* What the foremost change costs in CPU, where both sides say so and it matters. */
static void fill_cost(struct page *page, const struct found *found)
{
    struct page_lead lead = {page, NULL};
    double base, level;
    const char *unit;

    if (!found->change || !found->row->known)
        return;
    base = page_cpu_cost(found->row, found->change->base, &unit);
    level = page_cpu_cost(found->row, found->change->level, &unit);
    if (!(base > 0) || !(level > 0) || fabs(level / base - 1) < COST_LEAST)
        return;
    page_lead_printf(&lead,
                     "The same %s costs %s CPU of the process: ", page_row_name(page, found->row),
                     level > base ? "more" : "less");
    page_lead_printf(&lead, "%.4g to %.4g %s (", base, level, unit);
    page_lead_add(&lead, page_pct(page, 100 * (level / base - 1)), "#cpu");
    page_lead_printf(&lead, ").");
}

static bool is_blocked(const struct page *page)
{
    const struct compare_section *section = page->comparison->sections;

    for (size_t r = 0; page->comparison->sections_nr && r < section->rows_nr; r++)
        for (size_t p = 0; p < section->pairs_nr; p++)
            if (section->rows[r].changes[p].run_order == RUN_ORDER_BLOCKED)
                return true;
    return false;
}

/* Adds the heaviest warnings by name: "reads look cached in 6 of 72 results". */
static void add_warnings(struct page *page, struct strbuf *text)
{
    const struct comparison *comparison = page->comparison;
    size_t shown = 0;

    for (size_t weight = WARNING_UNSOUND; weight >= WARNING_DOUBT; weight--)
        for (size_t i = 0; i < comparison->warnings_nr && shown < 2; i++) {
            const struct compare_warning *warning = &comparison->warnings[i];

            if (!warning->known || warning->known->weight != weight)
                continue;
            strbuf_printf(text, "%s%s in %zu of %zu results",
                          shown ? ", " : " In doubt: ", warning->known->title, warning->nr,
                          comparison->used_nr);
            shown++;
        }
    if (shown)
        strbuf_byte(text, '.');
}

/* Third sentence: what limits belief. */
static void fill_limits(struct page *page, const size_t *of, size_t all)
{
    struct page_lead lead = {page, NULL};
    struct strbuf text = STRBUF_INIT;

    if (!all)
        return;
    if (of[VERDICT_SINGLE] == all)
        strbuf_string(&text, "Every figure is a single run, so chance cannot be told from effect "
                             "and there is no verdict.");
    else if (of[VERDICT_SINGLE])
        strbuf_printf(&text, "%zu of %zu changes rest on single runs and carry no verdict.",
                      of[VERDICT_SINGLE], all);
    if (of[VERDICT_UNDECIDED])
        strbuf_printf(&text,
                      "%s%zu of %zu changes are undecided, for the reason that stands with each.",
                      text.length ? " " : "", of[VERDICT_UNDECIDED], all);
    if (of[VERDICT_SINGLE] != all && is_blocked(page))
        strbuf_printf(&text,
                      "%sThe levels were measured one after the other, so the intervals cover "
                      "repetition only, not a drift of the machine.",
                      text.length ? " " : "");
    add_warnings(page, &text);
    page_lead_add(&lead, text.text[0] == ' ' ? text.text + 1 : text.text, NULL);
    strbuf_free(&text);
}

void page_fill_leads(struct page *page, const size_t *of, size_t all)
{
    struct effects effects;

    find_effects(page, &effects);
    fill_effect(page, &effects);
    fill_cost(page, effects.rise.change && (!effects.fall.change ||
                                            is_ahead(effects.rise.change, effects.fall.change))
                        ? &effects.rise
                        : &effects.fall);
    page_lead_sweep(page);
    page_fill_hidden(page);
    fill_limits(page, of, all);
}
