/* The sentences at the top of a page that say what sums and means hide. */
#include "report/page_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "report/compare_words.h"

#define TURNS_ROWS 300 /* rows of a section that are looked through for turns of the sign */

/* A change with where it stands. */
struct found {
    const struct compare_section *section;
    const struct compare_row *row;
    const struct compare_change *change;
    const struct compare_pair *pair;
};

static const char *change_href(const struct page *page, const struct found *found)
{
    size_t section = (size_t)(found->section - page->comparison->sections);
    size_t pair = (size_t)(found->pair - found->section->pairs);

    return arena_printf(page->arena, "#%s", page_row_id(page, section, found->row, pair));
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

static void take_hidden(struct hidden *hidden, const struct found *found)
{
    const struct compare_change *change = found->change;
    double range;

    if (change->least && change->most && change->least != change->most) {
        range = fabs(change->most->delta_pct - change->least->delta_pct);
        /* Jobs that change in opposite ways are worse than jobs that differ. */
        if (change->least->delta_pct < 0 && change->most->delta_pct > 0)
            range += 1e6;
        /* The sum of reads and writes is what the first sentence is about. */
        if (range > hidden->jobs_range ||
            (hidden->jobs.row && hidden->jobs.row->kind == ROW_PART &&
             found->row->kind == ROW_TOTAL && range > 0.9 * hidden->jobs_range)) {
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

static void add_job(struct page_lead *lead, const struct compare_job *job)
{
    page_lead_printf(lead, "%s", page_pct(lead->page, job->delta_pct));
    if (*job->name)
        page_lead_printf(lead, " (%s)", job->name);
}

static void say_jobs(struct page *page, const struct found *found)
{
    struct page_lead lead = {page, NULL};
    const char *where = page_where(page, found->row);

    page_lead_printf(&lead, "The sum hides that jobs disagree: %s%s%s changes by ",
                     page_row_name(page, found->row), *where ? " at " : "", where);
    page_lead_add(&lead, page_delta(page, found->change), change_href(page, found));
    page_lead_printf(&lead, ", its jobs by ");
    add_job(&lead, found->change->least);
    page_lead_printf(&lead, " to ");
    add_job(&lead, found->change->most);
    page_lead_printf(&lead, ".");
}

static void say_runs(struct page *page, const struct found *found)
{
    struct page_lead lead = {page, NULL};
    bool is_base = scatter(found->change->base) >= scatter(found->change->level);
    const struct compare_cell *cell = is_base ? found->change->base : found->change->level;
    const char *where = page_where(page, found->row);

    page_lead_printf(
        &lead, "The mean hides its runs: %s%s%s with %s spreads from %s to %s over ",
        page_row_name(page, found->row), *where ? " at " : "", where,
        page_level(page, found->section, is_base ? found->pair->base : found->pair->level),
        page_value(page, found->row, cell->min, COMPARE_EXACT),
        page_value(page, found->row, cell->max, COMPARE_EXACT));
    page_lead_add(&lead, arena_printf(page->arena, "%zu runs", cell->nr), change_href(page, found));
    page_lead_printf(&lead, ".");
}

/* Returns the one factor in whose level two rows of a measurement differ, or NULL. */
static const char *turning_factor(const struct compare_row *a, const struct compare_row *b)
{
    const char *factor = NULL;

    if (strcmp(a->op, b->op) != 0 || strcmp(a->metric, b->metric) != 0 ||
        a->where.nr != b->where.nr)
        return NULL;
    for (size_t i = 0; i < a->where.nr; i++) {
        if (strcmp(a->where.at[i].name, b->where.at[i].name) != 0)
            return NULL;
        if (!strcmp(a->where.at[i].value, b->where.at[i].value))
            continue;
        if (factor)
            return NULL;
        factor = a->where.at[i].name;
    }
    return factor;
}

/* Two changes of opposite sign. */
struct turn {
    struct found from, to;
    const char *factor;
    bool is_number; /* both levels of the factor hold a number */
    double size;
};

static bool has_digit(const char *text)
{
    return text[strcspn(text, "0123456789")] != '\0';
}

/* Says whether the change of a pair turns from row a to row b by more than noise. */
static bool is_turn(const struct page *page, const struct compare_row *a,
                    const struct compare_row *b, size_t pair)
{
    const struct compare_change *changes[2] = {&a->changes[pair], &b->changes[pair]};
    double noise = log1p(page->comparison->options.noise_pct / 100);

    return changes[0]->has_delta && changes[1]->has_delta &&
           (changes[0]->delta_pct < 0) != (changes[1]->delta_pct < 0) &&
           fmin(page_magnitude(changes[0]), page_magnitude(changes[1])) > noise;
}

static void take_turn(const struct page *page, const struct compare_section *section, size_t pair,
                      const struct compare_row *a, const struct compare_row *b, struct turn *turn)
{
    struct turn next = {{section, a, &a->changes[pair], &section->pairs[pair]},
                        {section, b, &b->changes[pair], &section->pairs[pair]},
                        NULL,
                        false,
                        page_magnitude(&a->changes[pair]) + page_magnitude(&b->changes[pair])};

    if (!is_turn(page, a, b, pair))
        return;
    next.factor = turning_factor(a, b);
    if (!next.factor)
        return;
    /* That a size or depth turns the sign says more than that a name does. */
    next.is_number = has_digit(record_pair(&a->where, next.factor)) &&
                     has_digit(record_pair(&b->where, next.factor));
    if (turn->factor &&
        (turn->is_number != next.is_number ? turn->is_number : next.size <= turn->size))
        return;
    *turn = next;
}

/* The setting without the factor. */
static const char *rest_of(struct page *page, const struct compare_row *row, const char *factor)
{
    struct compare_row rest = *row;
    struct record_pair pairs[16];

    rest.where = (struct record_pairs){pairs, 0, 16};
    for (size_t i = 0; i < row->where.nr && rest.where.nr < 16; i++)
        if (strcmp(row->where.at[i].name, factor) != 0)
            pairs[rest.where.nr++] = row->where.at[i];
    return page_where(page, &rest);
}

static void say_turn(struct page_lead *lead, const struct turn *turn)
{
    const char *rest = rest_of(lead->page, turn->from.row, turn->factor);

    page_lead_add(lead, page_delta(lead->page, turn->from.change),
                  change_href(lead->page, &turn->from));
    page_lead_printf(lead, " to ");
    page_lead_add(lead, page_delta(lead->page, turn->to.change),
                  change_href(lead->page, &turn->to));
    page_lead_printf(lead, "%s%s", *rest ? " at " : "", rest);
}

/* Says the same turn in other settings, the first two. */
static void say_others(struct page_lead *lead, const struct turn *turn)
{
    const struct compare_section *section = turn->from.section;
    size_t pair = (size_t)(turn->from.pair - section->pairs), said = 0;
    const char *levels[2] = {record_pair(&turn->from.row->where, turn->factor),
                             record_pair(&turn->to.row->where, turn->factor)};

    for (size_t a = 0; a < section->rows_nr && a < TURNS_ROWS; a++)
        for (size_t b = 0; b < section->rows_nr && b < TURNS_ROWS && said < 2; b++) {
            struct turn other = *turn;
            const char *factor = turning_factor(&section->rows[a], &section->rows[b]);

            other.from.row = &section->rows[a];
            other.to.row = &section->rows[b];
            if (other.from.row == turn->from.row || !factor || strcmp(factor, turn->factor) != 0 ||
                !page_row_leads(other.from.row) ||
                strcmp(record_pair(&other.from.row->where, factor), levels[0]) != 0 ||
                strcmp(record_pair(&other.to.row->where, factor), levels[1]) != 0 ||
                !is_turn(lead->page, other.from.row, other.to.row, pair))
                continue;
            other.from.change = &other.from.row->changes[pair];
            other.to.change = &other.to.row->changes[pair];
            page_lead_printf(lead, said++ ? ", from " : ", and from ");
            say_turn(lead, &other);
        }
}

bool page_lead_sign(struct page *page)
{
    struct turn turn = {.size = 0};
    struct page_lead lead = {page, NULL};

    for (size_t s = 0; s < page->comparison->sections_nr; s++) {
        const struct compare_section *section = &page->comparison->sections[s];
        size_t nr = section->rows_nr < TURNS_ROWS ? section->rows_nr : TURNS_ROWS;

        for (size_t p = 0; p < section->pairs_nr && section->pairs_nr <= 12; p++)
            for (size_t a = 0; a < nr; a++)
                for (size_t b = a + 1; b < nr && page_row_leads(&section->rows[a]); b++)
                    if (page_row_leads(&section->rows[b]))
                        take_turn(page, section, p, &section->rows[a], &section->rows[b], &turn);
    }
    if (!turn.factor)
        return false;
    page_lead_printf(
        &lead, "The sign changes with %s: from %s to %s, %s of %s against %s goes from ",
        turn.factor, record_pair(&turn.from.row->where, turn.factor),
        record_pair(&turn.to.row->where, turn.factor), page_row_name(page, turn.from.row),
        page_level(page, turn.from.section, turn.from.pair->level),
        page_level(page, turn.from.section, turn.from.pair->base));
    say_turn(&lead, &turn);
    say_others(&lead, &turn);
    page_lead_printf(&lead, ".");
    return true;
}

void page_fill_hidden(struct page *page)
{
    const struct compare_section *section = page->comparison->sections;
    struct hidden hidden = {.jobs_range = 0};

    for (size_t r = 0; page->comparison->sections_nr && r < section->rows_nr; r++)
        for (size_t p = 0; p < section->pairs_nr; p++) {
            const struct found found = {section, &section->rows[r], &section->rows[r].changes[p],
                                        &section->pairs[p]};

            take_hidden(&hidden, &found);
        }
    if (hidden.jobs.change) {
        say_jobs(page, &hidden.jobs);
        return;
    }
    if (!page_lead_sign(page) && hidden.runs.change && hidden.runs_range >= 1)
        say_runs(page, &hidden.runs);
}

/* The levels of a sweep that a row has, in rising order. */
static const struct compare_cell *next_cell(const struct compare_section *section,
                                            const struct compare_row *row, size_t *level)
{
    while (*level < section->levels_nr && !row->cells[*level].nr)
        ++*level;
    return *level < section->levels_nr ? &row->cells[*level] : NULL;
}

/* The largest jump from a level to the next. */
struct jump {
    const struct compare_section *section;
    const struct compare_row *row;
    size_t from, to;
    double ratio; /* above 1 */
};

static void take_row(const struct compare_section *section, const struct compare_row *row,
                     struct jump *jump)
{
    size_t from = 0, to;
    const struct compare_cell *a = next_cell(section, row, &from), *b;

    for (; a; from = to, a = b) {
        double ratio;

        to = from + 1;
        b = next_cell(section, row, &to);
        if (!b)
            return;
        if (!(a->mean > 0) || !(b->mean > 0))
            continue;
        ratio = fmax(a->mean / b->mean, b->mean / a->mean);
        if (ratio > jump->ratio)
            *jump = (struct jump){section, row, from, to, ratio};
    }
}

/* Where a sweep breaks: more than tripled or less than a third from a level to the next. */
void page_lead_sweep(struct page *page)
{
    struct page_lead lead = {page, NULL};
    struct jump jump = {.ratio = 3};
    const struct compare_cell *cells;
    const char *where;
    bool is_fall;

    for (size_t s = 0; s < page->comparison->sections_nr; s++) {
        const struct compare_section *section = &page->comparison->sections[s];

        for (size_t r = 0; page_is_sweep(section) && r < section->rows_nr; r++)
            if (page_row_leads(&section->rows[r]))
                take_row(section, &section->rows[r], &jump);
    }
    if (!jump.row)
        return;
    cells = jump.row->cells;
    where = page_where(page, jump.row);
    is_fall = cells[jump.to].mean < cells[jump.from].mean;
    page_lead_printf(&lead, "Between %s %s and %s, %s%s%s %s from ", jump.section->factor,
                     page_level(page, jump.section, jump.from),
                     page_level(page, jump.section, jump.to), page_row_name(page, jump.row),
                     *where ? " at " : "", where, is_fall ? "collapses" : "leaps");
    page_lead_mean(&lead, jump.row, &cells[jump.from]);
    page_lead_printf(&lead, " to ");
    page_lead_mean(&lead, jump.row, &cells[jump.to]);
    page_lead_printf(&lead, " (%s%.*f).", is_fall ? "\xc3\xb7" : "\xc3\x97", jump.ratio < 10,
                     jump.ratio);
}
