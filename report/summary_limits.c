/* The sentences of the summary on sweeps, on what is hidden, and on what limits belief. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/compare_words.h"
#include "report/notes.h"
#include "report/summary.h"

enum { SWEEP_LEAST = 4, BEST_SHOWN = 4 };

/* A fall to less than this share from one level to the next is a collapse. */
static const double collapse = 1 / 3.0;

/* The worth of a cell: more is better. */
static double worth(const struct compare_row *row, const struct compare_cell *cell)
{
    bool is_lower = row->known && row->known->better == METRIC_LOWER;
    if (!cell->nr || cell->bounds_nr || !(cell->centre > 0))
        return NAN;
    return is_lower ? 1 / cell->centre : cell->centre;
}

/* The row of a sweep that has most levels. */
static const struct compare_row *sweep_row(const struct compare_section *section)
{
    const struct compare_row *best = NULL;
    size_t most = SWEEP_LEAST - 1;
    for (size_t r = 0; r < section->rows_nr; r++) {
        const struct compare_row *row = &section->rows[r];
        size_t filled = 0;
        for (size_t i = 0; i < section->levels_nr && row->kind != ROW_PART && !row->is_cost; i++)
            filled += !isnan(worth(row, &row->cells[i]));
        if (filled > most) {
            most = filled;
            best = row;
        }
    }
    return best;
}

/* Adds the names of all levels that are as good as the best. */
static void add_best(const struct compare_section *section, const struct compare_row *row,
                     double best, struct strbuf *text)
{
    size_t shown = 0;
    for (size_t i = 0; i < section->levels_nr; i++) {
        double at = worth(row, &row->cells[i]);
        if (!(at >= best * (1 - 1e-9)) || ++shown > BEST_SHOWN)
            continue;
        strbuf_printf(text, "%s%s", shown > 1 ? ", " : "", section->levels[i].name);
    }
    if (shown > BEST_SHOWN)
        strbuf_printf(text, " and %zu more", shown - BEST_SHOWN);
}

static void add_reference(const struct compare_row *row, const struct compare_cell *best,
                          size_t levels, struct strbuf *text)
{
    const struct compare_reference *reference = &row->reference;
    if (!reference->name || !(reference->value > 0))
        return;
    char pct[64];
    compare_format_pct(pct, sizeof pct, 100 * (best->centre / reference->value - 1), 1, false);
    strbuf_printf(text, ", %s %% against ", pct);
    summary_add_value(text, row, levels, reference->value);
    strbuf_printf(text, " of %s", reference->name);
}

/* The steepest fall between neighbours. */
static void add_collapse(const struct compare_section *section, const struct compare_row *row,
                         struct strbuf *text)
{
    double steepest = collapse, last = NAN;
    size_t from = 0, to = 0, before = 0;
    for (size_t i = 0; i < section->levels_nr; i++) {
        double here = worth(row, &row->cells[i]);
        if (isnan(here))
            continue;
        if (!isnan(last) && here / last < steepest) {
            steepest = here / last;
            from = before;
            to = i;
        }
        last = here;
        before = i;
    }
    if (to)
        strbuf_printf(text, " Above %s it collapses: \xc3\xb7%.*f by %s.",
                      section->levels[from].name, steepest > 0.1 ? 1 : 0, 1 / steepest,
                      section->levels[to].name);
}

bool summary_add_sweep(const struct summary_topic *topic, struct strbuf *text)
{
    const struct compare_section *section = topic->section;
    const struct compare_row *row = section->is_numeric ? sweep_row(section) : NULL;
    if (!row)
        return false;
    const struct compare_cell *best = NULL, *least = NULL;
    size_t worst = 0;
    for (size_t i = 0; i < section->levels_nr; i++) {
        double here = worth(row, &row->cells[i]);
        if (!isnan(here) && (!best || here > worth(row, best)))
            best = &row->cells[i];
        if (!isnan(here) && (!least || here < worth(row, least))) {
            least = &row->cells[i];
            worst = i;
        }
    }
    strbuf_printf(text, "%s by %s", compare_op_title(row), section->factor);
    strbuf_string(text, row->where.nr ? " at " : "");
    summary_add_where(text, row, NULL);
    strbuf_string(text, ": best ");
    summary_add_value(text, row, section->levels_nr, best->centre);
    strbuf_string(text, " at ");
    add_best(section, row, worth(row, best), text);
    add_reference(row, best, section->levels_nr, text);
    strbuf_string(text, "; worst ");
    summary_add_value(text, row, section->levels_nr, least->centre);
    strbuf_printf(text, " at %s.", section->levels[worst].name);
    add_collapse(section, row, text);
    return true;
}

/* The sum whose jobs change most differently; in opposite directions goes first. */
static const struct compare_row *disagreeing(const struct summary_topic *topic)
{
    const struct compare_row *best = NULL;
    double most = 0;
    for (size_t r = 0; r < topic->section->rows_nr; r++) {
        const struct compare_row *row = &topic->section->rows[r];
        const struct compare_change *change = &row->changes[topic->pair];
        if (row->kind == ROW_PART || row->is_cost || !change->least ||
            change->least == change->most)
            continue;
        double range = log(fmax(1e-6, 1 + change->most->delta_pct / 100) /
                           fmax(1e-6, 1 + change->least->delta_pct / 100));
        if (change->least->delta_pct < 0 && change->most->delta_pct > 0)
            range += 100;
        if (range > most) {
            most = range;
            best = row;
        }
    }
    return best;
}

static void add_jobs(const struct summary_topic *topic, struct strbuf *text)
{
    const struct compare_row *row = disagreeing(topic);
    if (!row)
        return;
    const struct compare_change *change = &row->changes[topic->pair];
    char least[64], most[64], sum[96];
    compare_format_pct(least, sizeof least, change->least->delta_pct, 0, false);
    compare_format_pct(most, sizeof most, change->most->delta_pct, 0, false);
    compare_format_delta(sum, sizeof sum, change);
    bool is_opposed = change->least->delta_pct < 0 && change->most->delta_pct > 0;
    strbuf_printf(text, "The jobs %s: %s", is_opposed ? "disagree" : "differ",
                  compare_op_title(row));
    strbuf_string(text, row->where.nr ? " at " : "");
    summary_add_where(text, row, NULL);
    strbuf_printf(text, " changes by %s, its single jobs by %s", sum, least);
    if (*change->least->name)
        strbuf_printf(text, " (%s)", change->least->name);
    strbuf_printf(text, " to %s %%", most);
    if (*change->most->name)
        strbuf_printf(text, " (%s)", change->most->name);
    strbuf_byte(text, '.');
}

/* Notes of a section that say what means hide. */
static void add_notes(const struct summary_topic *topic, struct strbuf *text)
{
    static const char *const codes[] = {"step", "two-modes", "first-run", "drift"};
    size_t shown = 0;
    for (size_t c = 0; c < sizeof codes / sizeof codes[0]; c++)
        for (size_t i = 0; i < topic->section->notes_nr && shown < 2; i++)
            if (!strcmp(topic->section->notes[i].code, codes[c])) {
                strbuf_printf(text, " %s", topic->section->notes[i].text);
                shown++;
            }
}

void summary_add_hidden(const struct summary_topic *topic, struct strbuf *text)
{
    add_jobs(topic, text);
    add_notes(topic, text);
}

/* Adds the operations whose figures carry a warning that they may mislead. */
static void add_doubts(const struct summary_topic *topic, struct strbuf *text)
{
    const struct compare_section *section = topic->section;
    size_t shown = 0;
    for (size_t w = 0; w < section->warnings_nr && shown < 2; w++) {
        const struct compare_warning *warning = &section->warnings[w];
        if (!warning->known || warning->known->weight != WARNING_DOUBT)
            continue;
        strbuf_printf(text, " %c%s (",
                      warning->known->title[0] - ('a' - 'A') * (warning->known->title[0] >= 'a' &&
                                                                warning->known->title[0] <= 'z'),
                      warning->known->title + 1);
        const char *last = NULL;
        size_t ops = 0;
        for (size_t r = 0; r < section->rows_nr; r++)
            for (size_t k = 0; k < section->rows[r].warnings_nr; k++) {
                const char *op = compare_op_title(&section->rows[r]);
                if (strcmp(section->rows[r].warnings[k].code, warning->code) ||
                    section->rows[r].is_cost || (last && !strcmp(last, op)) || ops == 3)
                    continue;
                strbuf_printf(text, "%s%s", ops++ ? ", " : "", op);
                last = op;
            }
        strbuf_printf(text, "%s%zu record%s).", ops ? "; " : "", warning->nr,
                      warning->nr == 1 ? "" : "s");
        shown++;
    }
}

void summary_add_limits(const struct summary_topic *topic, struct strbuf *text)
{
    const struct compare_section *section = topic->section;
    size_t single = 0, undecided = 0, blocked = 0, all = 0;
    for (size_t r = 0; r < section->rows_nr; r++)
        for (size_t p = 0; p < section->pairs_nr; p++) {
            const struct compare_row *row = &section->rows[r];
            const struct compare_change *change = &row->changes[p];
            if (row->kind == ROW_PART || row->is_cost || change->verdict == VERDICT_UNPAIRED ||
                change->verdict == VERDICT_INCOMPARABLE)
                continue;
            all++;
            single += change->verdict == VERDICT_SINGLE;
            undecided += change->verdict == VERDICT_UNDECIDED;
            blocked += change->run_order == RUN_ORDER_BLOCKED && change->has_interval;
        }
    if (all && single == all)
        strbuf_string(text, "Every figure is a single run: how far runs spread is unknown, so "
                            "there is no verdict.");
    else if (single)
        strbuf_printf(text, "%zu of %zu changes rest on single runs and have no verdict.", single,
                      all);
    if (undecided)
        strbuf_printf(text, " %zu of %zu changes are undecided.", undecided, all);
    if (blocked)
        strbuf_printf(text,
                      " The %s levels were measured one after another, all runs of one in a "
                      "block: a change of the machine between blocks would look the same.",
                      section->factor);
    add_doubts(topic, text);
}
