/* The top of a page: title, the sentences that say it all, counts of verdicts. */
#include "report/page_parts.h"

#include <math.h>
#include <string.h>

#include "record/strbuf.h"
#include "report/compare_words.h"

/* A change with where it stands. */
struct found {
    const struct compare_section *section;
    const struct compare_row *row;
    const struct compare_pair *pair;
    const struct compare_change *change;
};

static void count_verdicts(const struct page *page, size_t *of, size_t *all)
{
    memset(of, 0, VERDICT_NR * sizeof *of);
    *all = 0;
    for (size_t s = 0; s < page->comparison->sections_nr; s++) {
        const struct compare_section *section = &page->comparison->sections[s];

        for (size_t p = 0; p < section->pairs_nr; p++)
            for (size_t v = 0; v < VERDICT_NR; v++) {
                of[v] += section->pairs[p].verdicts[v];
                *all += section->pairs[p].verdicts[v];
            }
    }
}

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

/* Calls take for every change of the first section: that is the one which the
 * sentences are about. */
static void walk_changes(const struct page *page, void (*take)(void *, const struct found *),
                         void *context)
{
    const struct compare_section *section = page->comparison->sections;

    if (!page->comparison->sections_nr)
        return;
    for (size_t r = 0; r < section->rows_nr; r++)
        for (size_t p = 0; p < section->pairs_nr; p++) {
            const struct found found = {section, &section->rows[r], &section->pairs[p],
                                        &section->rows[r].changes[p]};

            take(context, &found);
        }
}

/* The foremost rise and the foremost fall. */
struct headline {
    struct found rise, fall;
};

static void take_headline(void *context, const struct found *found)
{
    struct headline *headline = context;
    const struct compare_change *change = found->change;
    struct found *best = change->delta_pct < 0 ? &headline->fall : &headline->rise;

    if (found->row->kind != ROW_PART && page_magnitude(change) > 0 &&
        is_ahead(change, best->change))
        *best = *found;
}

/* "total bandwidth at cache WriteBack: +103.45 % with virtio, 187.8 MB/s against
 * 92.3 MB/s with LSI"; without the levels where they are known from before. */
static void add_change(const struct page *page, struct strbuf *text, const struct found *found,
                       bool has_levels)
{
    const struct compare_change *change = found->change;
    const char *where = page_where(page, found->row), *interval = page_interval(page, change);

    strbuf_printf(text, "%s%s%s: %s%s%s", page_row_name(page, found->row), *where ? " at " : "",
                  where, page_delta(page, change), *interval ? " " : "", interval);
    if (has_levels)
        strbuf_printf(text, " with %s", page_level(page, found->section, found->pair->level));
    strbuf_printf(text, ", %s against %s",
                  page_value(page, found->row, change->level->mean, change->level->bound),
                  page_value(page, found->row, change->base->mean, change->base->bound));
    if (has_levels)
        strbuf_printf(text, " with %s", page_level(page, found->section, found->pair->base));
}

static void add_lead(struct page *page, const char *text)
{
    if (*text)
        slots_text(slots_item(page->slots, "leads"), "lead", text);
}

/* First sentence: the effect. */
static void fill_effect(struct page *page, const struct headline *headline)
{
    const struct found *first = &headline->rise, *second = &headline->fall;
    struct strbuf text = STRBUF_INIT;

    if (!first->change || (second->change && is_ahead(second->change, first->change))) {
        first = &headline->fall;
        second = &headline->rise;
    }
    if (!first->change) {
        add_lead(page, page->comparison->sections_nr ? "No measurement changed."
                                                     : "Nothing could be compared.");
        return;
    }
    add_change(page, &text, first, true);
    if (second->change && is_decided(second->change) == is_decided(first->change)) {
        strbuf_string(&text, "; ");
        add_change(page, &text, second, second->pair != first->pair);
    }
    strbuf_string(&text, ".");
    add_lead(page, text.text);
    strbuf_free(&text);
}

/* The sum whose jobs differ most, and the mean whose runs do. */
struct hidden {
    struct found jobs, runs;
    double jobs_range, runs_range;
};

/* How far the runs of a cell scatter, where that can be told: a bound is no end
 * of a range. */
static double scatter(const struct compare_cell *cell)
{
    return cell->nr >= 3 && !cell->bounds_nr ? cell->cv_pct : 0;
}

static void take_hidden(void *context, const struct found *found)
{
    struct hidden *hidden = context;
    const struct compare_change *change = found->change;
    double range;

    if (change->least && change->most && change->least != change->most) {
        range = fabs(change->most->delta_pct - change->least->delta_pct);
        /* Jobs that change in opposite ways are worse than jobs that differ. */
        if (change->least->delta_pct < 0 && change->most->delta_pct > 0)
            range += 1e6;
        if (range > hidden->jobs_range) {
            hidden->jobs_range = range;
            hidden->jobs = *found;
        }
    }
    range = fmax(scatter(change->base), scatter(change->level));
    if (range > hidden->runs_range) {
        hidden->runs_range = range;
        hidden->runs = *found;
    }
}

static void add_job(struct page *page, struct strbuf *text, const struct compare_job *job)
{
    strbuf_string(text, page_pct(page, job->delta_pct));
    if (*job->name)
        strbuf_printf(text, " (%s)", job->name);
}

/* Second sentence: what the aggregate hides. */
static void fill_hidden(struct page *page)
{
    struct hidden hidden = {.jobs_range = 0};
    const struct compare_change *change;
    struct strbuf text = STRBUF_INIT;

    walk_changes(page, take_hidden, &hidden);
    change = hidden.jobs.change;
    if (change) {
        const char *where = page_where(page, hidden.jobs.row);

        strbuf_printf(&text, "The sums hide their jobs: %s%s%s changes by %s, its jobs by ",
                      page_row_name(page, hidden.jobs.row), *where ? " at " : "", where,
                      page_delta(page, change));
        add_job(page, &text, change->least);
        strbuf_string(&text, " to ");
        add_job(page, &text, change->most);
        strbuf_string(&text, ".");
    } else if (hidden.runs.change && hidden.runs_range >= 1) {
        const struct found *found = &hidden.runs;
        bool is_base = scatter(found->change->base) >= scatter(found->change->level);
        const struct compare_cell *cell = is_base ? found->change->base : found->change->level;

        strbuf_printf(
            &text, "The means hide their runs: %s of %s spreads from %s to %s over %zu runs.",
            page_row_name(page, found->row),
            page_level(page, found->section, is_base ? found->pair->base : found->pair->level),
            page_value(page, found->row, cell->min, COMPARE_EXACT),
            page_value(page, found->row, cell->max, COMPARE_EXACT), cell->nr);
    }
    add_lead(page, text.text);
    strbuf_free(&text);
}

static void take_blocked(void *context, const struct found *found)
{
    bool *is_blocked = context;

    *is_blocked =
        *is_blocked || (is_decided(found->change) && found->change->run_order == RUN_ORDER_BLOCKED);
}

/* Third sentence: what limits belief. */
static void fill_limits(struct page *page, const size_t *of, size_t all)
{
    struct strbuf text = STRBUF_INIT;
    bool is_blocked = false;

    walk_changes(page, take_blocked, &is_blocked);
    if (!all)
        return;
    if (of[VERDICT_SINGLE] == all)
        strbuf_string(&text, "Every figure is a single run, so chance cannot be told from effect "
                             "and there is no verdict.");
    else if (of[VERDICT_SINGLE])
        strbuf_printf(&text, "Without repetition: %zu of %zu changes. ", of[VERDICT_SINGLE], all);
    if (of[VERDICT_UNDECIDED])
        strbuf_printf(&text,
                      "Undecided: %zu of %zu changes, for the reason that stands with each. ",
                      of[VERDICT_UNDECIDED], all);
    if (is_blocked)
        strbuf_string(&text, "All runs of a level were made in one block, so the intervals cover "
                             "repetition only, not a drift of the machine.");
    add_lead(page, text.text);
    strbuf_free(&text);
}

static void fill_counts(struct page *page, const size_t *of)
{
    for (int verdict = 0; verdict < VERDICT_NR; verdict++) {
        struct slots *item;

        if (!of[verdict])
            continue;
        item = slots_item(page->slots, "counts");
        slots_text(item, "count-class", page_class(verdict));
        slots_text(item, "count-symbol", page_symbol(verdict));
        slots_printf(item, "count-number", "%zu", of[verdict]);
        slots_text(item, "count-word", compare_verdict_word(verdict, NULL));
    }
}

static void fill_title(struct page *page)
{
    const struct comparison *comparison = page->comparison;
    struct strbuf text = STRBUF_INIT;

    if (page->options->title) {
        slots_text(page->slots, "title", page->options->title);
        return;
    }
    for (size_t s = 0; s < comparison->sections_nr && s < 6; s++) {
        const struct compare_section *section = &comparison->sections[s];

        if (s) {
            strbuf_printf(&text, "%s%s", s > 1 ? ", " : ", and by ", section->factor);
            continue;
        }
        if (section->pairs_nr == 1) {
            strbuf_string(&text, page_pair_name(page, section, &section->pairs[0]));
            continue;
        }
        strbuf_printf(&text, "%s: ", section->factor);
        for (size_t l = 0; l < section->levels_nr && l < 6; l++)
            strbuf_printf(&text, "%s%s", l ? ", " : "", page_level(page, section, l));
    }
    slots_text(page->slots, "title", text.length ? text.text : "Storage results");
    strbuf_free(&text);
}

static void fill_kicker(struct page *page)
{
    const struct comparison *comparison = page->comparison;
    struct strbuf text = STRBUF_INIT;

    strbuf_printf(&text, "Storage comparison \xc2\xb7 %zu %s", comparison->used_nr,
                  comparison->used_nr == 1 ? "result" : "results");
    if (comparison->used_nr < comparison->results_nr)
        strbuf_printf(&text, " of %zu", comparison->results_nr);
    if (comparison->inputs_nr == 1)
        strbuf_printf(&text, " from %s", comparison->inputs[0]);
    else if (comparison->inputs_nr)
        strbuf_printf(&text, " from %zu files", comparison->inputs_nr);
    slots_text(page->slots, "kicker", text.text);
    strbuf_free(&text);
}

void page_fill_summary(struct page *page)
{
    struct headline headline = {.rise = {0}};
    size_t of[VERDICT_NR], all;

    count_verdicts(page, of, &all);
    walk_changes(page, take_headline, &headline);
    fill_title(page);
    fill_kicker(page);
    fill_effect(page, &headline);
    fill_hidden(page);
    fill_limits(page, of, all);
    fill_counts(page, of);
}
