#include "report/notes.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/strbuf.h"
#include "record/units.h"
#include "report/compare_words.h"
#include "report/cost.h"
#include "report/verdict.h"

void notes_add(struct notes *notes, const char *code, enum compare_weight weight,
               const struct compare_row *row, size_t nr, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = NULL;
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    notes->at = arena_grow(notes->arena, notes->at, notes->nr, &notes->room, sizeof *notes->at);
    notes->at[notes->nr++] =
        (struct compare_note){.code = code,
                              .weight = weight,
                              .text = arena_text(notes->arena, text, (size_t)length),
                              .row = row,
                              .nr = nr};
    free(text);
}

/* The first row in which something was seen, and how often. */
struct seen {
    const struct compare_row *row;
    const struct compare_change *change;
    const struct compare_cell *cell;
    const char *level;
    size_t nr;
};

enum topic {
    TOPIC_SINGLE,
    TOPIC_RANK,
    TOPIC_UNSURE,
    TOPIC_COPIED,
    TOPIC_DRIFT,
    TOPIC_STEP,
    TOPIC_MODES,
    TOPIC_FIRST,
    TOPIC_OUTLIER,
    TOPIC_FAMILY,
    TOPIC_BLOCKED,
    TOPIC_ORDER,
    TOPIC_PAIRED,
    TOPIC_RANK_DIFFERS,
    TOPIC_MEDIANS,
    TOPIC_JOBS,
    TOPIC_GUEST,
    TOPIC_MIX,
    TOPIC_BOUNDS,
    TOPIC_NR
};

static void see(struct seen *seen, const struct compare_row *row,
                const struct compare_change *change, const struct compare_cell *cell,
                const char *level)
{
    if (!seen->nr++)
        *seen = (struct seen){row, change, cell, level, 1};
}

bool notes_is_step(const struct compare_cell *cell)
{
    const struct compare_drift *drift = &cell->drift;
    return drift->step_after && drift->step_p < VERDICT_ALPHA &&
           (drift->p >= VERDICT_ALPHA || drift->step_p < drift->p);
}

static bool names_guest(const struct compare_cell *cell)
{
    const struct record *last = NULL;
    for (size_t i = 0; i < cell->nr; i++) {
        const struct record *record = cell->samples[i].records[0];
        /* Runs mostly share their labels, and then the list of them. */
        if (last && last->config.at == record->config.at && last->config.nr == record->config.nr &&
            last->source.subject == record->source.subject)
            continue;
        if (cost_names_guest(record))
            return true;
        last = record;
    }
    return false;
}

static void look_at_cell(struct seen *seen, const struct compare_row *row,
                         const struct compare_cell *cell, const char *level)
{
    size_t outliers = 0;
    for (size_t i = 0; i < cell->nr; i++)
        outliers += cell->samples[i].is_outlier;
    const struct compare_drift *drift = &cell->drift;
    if (cost_is_of_process(row->metric) && names_guest(cell))
        see(&seen[TOPIC_GUEST], row, NULL, cell, level);
    /* The runs of a cost are those of the rows before. */
    if (row->is_cost)
        return;
    bool is_step = notes_is_step(cell);
    if (drift->is_known && drift->p < VERDICT_ALPHA && !is_step)
        see(&seen[TOPIC_DRIFT], row, NULL, cell, level);
    if (is_step)
        see(&seen[TOPIC_STEP], row, NULL, cell, level);
    if (cell->modes.are_two && !is_step)
        see(&seen[TOPIC_MODES], row, NULL, cell, level);
    if (cell->drift.is_first_off)
        see(&seen[TOPIC_FIRST], row, NULL, cell, level);
    if (outliers > (cell->drift.is_first_off ? 1U : 0U))
        see(&seen[TOPIC_OUTLIER], row, NULL, cell, level);
    if (cell->is_unsure)
        see(&seen[TOPIC_UNSURE], row, NULL, cell, level);
    if (cell->is_copied)
        see(&seen[TOPIC_COPIED], row, NULL, cell, level);
}

static void look_at_change(struct seen *seen, const struct compare_row *row,
                           const struct compare_change *change)
{
    if (change->verdict == VERDICT_SINGLE)
        see(&seen[TOPIC_SINGLE], row, change, NULL, NULL);
    if (change->base->nr > 1 && change->level->nr > 1 && change->p_rank_least >= VERDICT_ALPHA &&
        change->has_interval && change->reason != REASON_UNSURE)
        see(&seen[TOPIC_RANK], row, change, NULL, NULL);
    if (change->run_order == RUN_ORDER_BLOCKED && change->has_interval)
        see(&seen[TOPIC_BLOCKED], row, change, NULL, NULL);
    if (change->run_order == RUN_ORDER_UNKNOWN && change->has_interval)
        see(&seen[TOPIC_ORDER], row, change, NULL, NULL);
    if (change->is_paired)
        see(&seen[TOPIC_PAIRED], row, change, NULL, NULL);
    if (change->has_interval && compare_is_decided(change->verdict) &&
        change->p_rank_least < VERDICT_ALPHA && change->p_rank >= VERDICT_ALPHA)
        see(&seen[TOPIC_RANK_DIFFERS], row, change, NULL, NULL);
    if (change->reason == REASON_FEW)
        see(&seen[TOPIC_MEDIANS], row, change, NULL, NULL);
    if (change->reason == REASON_FAMILY)
        see(&seen[TOPIC_FAMILY], row, change, NULL, NULL);
    if (change->jobs_lacking_base || change->jobs_lacking_level)
        see(&seen[TOPIC_JOBS], row, change, NULL, NULL);
    if (change->bound == COMPARE_UNKNOWN)
        see(&seen[TOPIC_BOUNDS], row, change, NULL, NULL);
}

static void look(const struct compare_section *section, struct seen *seen)
{
    for (size_t r = 0; r < section->rows_nr; r++) {
        const struct compare_row *row = &section->rows[r];
        for (size_t i = 0; i < section->levels_nr && row->kind != ROW_TOTAL; i++)
            look_at_cell(seen, row, &row->cells[i], section->levels[i].name);
        if (row->kind == ROW_TOTAL && row->mix_shift_pct > 2)
            see(&seen[TOPIC_MIX], row, NULL, NULL, NULL);
        for (size_t p = 0; p < section->pairs_nr && row->kind != ROW_PART && !row->is_cost; p++)
            look_at_change(seen, row, &row->changes[p]);
    }
}

/* "; so in 3 more" for what was seen more than once. */
static const char *more(char *text, size_t size, size_t nr)
{
    text[0] = '\0';
    if (nr > 1)
        snprintf(text, size, "; so in %zu more", nr - 1);
    return text;
}

static double relative_pct(double value, double base)
{
    double pct = 100 * (value / base - 1);
    return isfinite(pct) ? pct : 0;
}

/* A number with its sign, in the arena. */
static char *with_sign(double value, int decimals, struct arena *arena)
{
    char text[64];
    compare_format_pct(text, sizeof text, value, decimals, false);
    return arena_string(arena, text);
}

/* Names a row in a sentence: "read, cache NoCache". */
static char *row_name(const struct compare_row *row, struct arena *arena)
{
    struct strbuf text = STRBUF_INIT;
    strbuf_string(&text, *row->op ? row->op : row->metric);
    for (size_t i = 0; i < row->where.nr; i++)
        strbuf_printf(&text, ", %s %s", row->where.at[i].name, row->where.at[i].value);
    char *name = arena_text(arena, text.text, text.length);
    strbuf_free(&text);
    return name;
}

/* Adds to text the levels at which a row has runs that may be no repetitions. */
static void add_unsure_levels(struct strbuf *text, const struct compare_section *section)
{
    enum { LEVELS_SHOWN = 20 };
    size_t nr = 0;
    for (size_t i = 0; i < section->levels_nr; i++) {
        bool is_unsure = false;
        for (size_t r = 0; r < section->rows_nr && !is_unsure; r++)
            is_unsure = section->rows[r].cells[i].is_unsure;
        if (is_unsure && nr++ < LEVELS_SHOWN)
            strbuf_printf(text, "%s%s", nr > 1 ? ", " : "", section->levels[i].name);
    }
    if (nr > LEVELS_SHOWN)
        strbuf_printf(text, " and %zu more", nr - LEVELS_SHOWN);
}

static void note_unsure(struct notes *notes, const struct compare_section *section,
                        const struct seen *unsure)
{
    struct strbuf levels = STRBUF_INIT;
    if (!unsure->nr)
        return;
    add_unsure_levels(&levels, section);
    notes_add(notes, "unsure-runs", NOTE_SERIOUS, unsure->row, unsure->nr,
              "Nothing says that results under equal labels are repetitions (at %s): they are "
              "counted as runs, but changes that rest on them stay undecided.",
              levels.text);
    strbuf_free(&levels);
}

static void note_runs(struct notes *notes, const struct seen *seen, size_t family)
{
    char tail[48];
    if (seen[TOPIC_FAMILY].nr)
        notes_add(notes, "family", NOTE_LIMIT, NULL, seen[TOPIC_FAMILY].nr,
                  "%zu undecided change%s beyond the noise by the interval, but not significant "
                  "among %zu comparisons (Holm). Fewer rows, by --op or --metric, or more runs "
                  "would decide.",
                  seen[TOPIC_FAMILY].nr, seen[TOPIC_FAMILY].nr == 1 ? " lies" : "s lie", family);
    const struct seen *rank = &seen[TOPIC_RANK];
    if (seen[TOPIC_SINGLE].nr)
        notes_add(notes, "single-run", NOTE_SERIOUS, NULL, seen[TOPIC_SINGLE].nr,
                  "%zu change%s: a side has one run. How far runs differ is not known, "
                  "so no interval and no verdict can be given.",
                  seen[TOPIC_SINGLE].nr,
                  seen[TOPIC_SINGLE].nr == 1 ? " rests on single runs" : "s rest on single runs");
    if (rank->nr)
        notes_add(notes, "rank-test", NOTE_LIMIT, NULL, rank->nr,
                  "With %zu against %zu runs a rank test cannot reach p < 0.05 (its least p is "
                  "%.2g): the verdicts rest on the t interval.",
                  rank->change->base->nr, rank->change->level->nr, rank->change->p_rank_least);
    if (seen[TOPIC_MEDIANS].nr)
        notes_add(notes, "few-runs", NOTE_LIMIT, NULL, seen[TOPIC_MEDIANS].nr,
                  "An interval of medians at this confidence needs more runs (4 against 4 for "
                  "95 %%): %zu change%s without one.",
                  seen[TOPIC_MEDIANS].nr, seen[TOPIC_MEDIANS].nr == 1 ? " is" : "s are");
    const struct seen *differs = &seen[TOPIC_RANK_DIFFERS];
    if (differs->nr)
        notes_add(notes, "rank-differs", NOTE_LIMIT, differs->row, differs->nr,
                  "The t interval decides %s, a rank test does not (p %.2g)%s: single runs may "
                  "carry the difference.",
                  row_name(differs->row, notes->arena), differs->change->p_rank,
                  more(tail, sizeof tail, differs->nr));
    if (seen[TOPIC_COPIED].nr)
        notes_add(notes, "copied", NOTE_SERIOUS, seen[TOPIC_COPIED].row, seen[TOPIC_COPIED].nr,
                  "All runs of %s at %s are the same figures over again: they count as one run.",
                  row_name(seen[TOPIC_COPIED].row, notes->arena), seen[TOPIC_COPIED].level);
}

/* A value of a cell, as people read it. */
static char *value_of(const struct seen *seen, double value, struct arena *arena)
{
    char text[64];
    const struct metric *known = seen->row->known;
    struct units_scale scale =
        units_scale(known ? known->unit : UNIT_COUNT,
                    compare_cell_is_iec(seen->cell) ? UNITS_IEC : UNITS_SI, value);
    units_format(text, sizeof text, value, &scale, 3);
    return arena_printf(arena, "%s%s%s", text, *scale.unit ? " " : "", scale.unit);
}

static void note_steps(struct notes *notes, const struct seen *step, const struct seen *modes,
                       enum compare_stat stat)
{
    char tail[48];
    if (step->nr)
        notes_add(notes, "step", NOTE_LIMIT, step->row, step->nr,
                  "The level shifts: %s at %s goes from %s to %s after run %zu (p %.2g, over all "
                  "places where it could)%s. Its %s is of both levels.",
                  row_name(step->row, notes->arena), step->level,
                  value_of(step, step->cell->drift.step_from, notes->arena),
                  value_of(step, step->cell->drift.step_to, notes->arena),
                  step->cell->drift.step_after, step->cell->drift.step_p,
                  more(tail, sizeof tail, step->nr), compare_stat_name(stat));
    if (modes->nr)
        notes_add(notes, "two-modes", NOTE_LIMIT, modes->row, modes->nr,
                  "Runs fall into two heaps: %s at %s has %zu near %s and %zu near %s, and none "
                  "between%s. Its %s.",
                  row_name(modes->row, notes->arena), modes->level, modes->cell->modes.low_nr,
                  value_of(modes, modes->cell->modes.low, notes->arena),
                  modes->cell->nr - modes->cell->modes.low_nr,
                  value_of(modes, modes->cell->modes.high, notes->arena),
                  more(tail, sizeof tail, modes->nr),
                  stat == COMPARE_MEDIAN ? "median stands for one of them at best"
                                         : "mean is a value that hardly occurs");
}

static void note_order(struct notes *notes, const struct seen *seen, enum compare_stat stat)
{
    char tail[48];
    const struct seen *drift = &seen[TOPIC_DRIFT], *first = &seen[TOPIC_FIRST];
    const struct seen *outlier = &seen[TOPIC_OUTLIER];
    if (seen[TOPIC_BLOCKED].nr)
        notes_add(notes, "blocked", NOTE_LIMIT, NULL, seen[TOPIC_BLOCKED].nr,
                  "All runs of a level were made in one block: the interval is "
                  "repeat-to-repeat only and knows nothing of what changed between blocks.");
    if (seen[TOPIC_ORDER].nr)
        notes_add(notes, "order-unknown", NOTE_INFO, NULL, seen[TOPIC_ORDER].nr,
                  "Nothing says in which order the runs of %zu change%s were made: the interval "
                  "may be repeat-to-repeat only.",
                  seen[TOPIC_ORDER].nr, seen[TOPIC_ORDER].nr == 1 ? "" : "s");
    if (seen[TOPIC_PAIRED].nr)
        notes_add(notes, "paired", NOTE_INFO, NULL, seen[TOPIC_PAIRED].nr,
                  "The runs of both levels were interleaved: %zu change%s with an interval of "
                  "pairs, in which a slow drift of the machine cancels.",
                  seen[TOPIC_PAIRED].nr, seen[TOPIC_PAIRED].nr == 1 ? " comes" : "s come");
    note_steps(notes, &seen[TOPIC_STEP], &seen[TOPIC_MODES], stat);
    if (drift->nr)
        notes_add(notes, "drift", NOTE_LIMIT, drift->row, drift->nr,
                  "Runs drift: %s at %s (Kendall tau %s, p %.2g; second half %s %% against "
                  "the first)%s.",
                  row_name(drift->row, notes->arena), drift->level,
                  with_sign(drift->cell->drift.tau, 2, notes->arena), drift->cell->drift.p,
                  with_sign(drift->cell->drift.halves_pct, 1, notes->arena),
                  more(tail, sizeof tail, drift->nr));
    if (first->nr)
        notes_add(notes, "first-run", NOTE_LIMIT, first->row, first->nr,
                  "The first run stands apart: %s at %s; without it the mean would be %s %% "
                  "away%s. It is counted.",
                  row_name(first->row, notes->arena), first->level,
                  with_sign(relative_pct(first->cell->drift.without_first, first->cell->mean), 1,
                            notes->arena),
                  more(tail, sizeof tail, first->nr));
    if (outlier->nr)
        notes_add(notes, "outlier", NOTE_INFO, outlier->row, outlier->nr,
                  "Runs lie beyond Tukey's fences: %s at %s%s. They are counted.",
                  row_name(outlier->row, notes->arena), outlier->level,
                  more(tail, sizeof tail, outlier->nr));
}

static void note_jobs(struct notes *notes, const struct seen *seen)
{
    if (seen[TOPIC_GUEST].nr)
        notes_add(notes, "guest-cpu", NOTE_LIMIT, seen[TOPIC_GUEST].row, seen[TOPIC_GUEST].nr,
                  "CPU figures of a guest (%s) exclude what the hypervisor spends for it.",
                  seen[TOPIC_GUEST].level);
    const struct seen *jobs = &seen[TOPIC_JOBS], *mix = &seen[TOPIC_MIX];
    if (jobs->nr)
        notes_add(notes, "job-missing", NOTE_SERIOUS, jobs->row, jobs->nr,
                  "The sums are not of the same jobs: in %s the baseline lacks %zu and the other "
                  "side %zu.",
                  row_name(jobs->row, notes->arena), jobs->change->jobs_lacking_base,
                  jobs->change->jobs_lacking_level);
    if (mix->nr)
        notes_add(notes, "mix-shift", NOTE_LIMIT, mix->row, mix->nr,
                  "The mix of reads and writes shifts by up to %.1f %% points: %s.",
                  mix->row->mix_shift_pct, row_name(mix->row, notes->arena));
    if (seen[TOPIC_BOUNDS].nr)
        notes_add(notes, "both-bounds", NOTE_INFO, seen[TOPIC_BOUNDS].row, seen[TOPIC_BOUNDS].nr,
                  "%zu row%s only bounds on both sides and cannot be compared.",
                  seen[TOPIC_BOUNDS].nr, seen[TOPIC_BOUNDS].nr == 1 ? " has" : "s have");
}

void notes_of_section(struct compare_section *section, size_t unpaired, enum compare_stat stat,
                      struct arena *arena)
{
    struct notes notes = {arena, section->notes, section->notes_nr, section->notes_room};
    struct seen seen[TOPIC_NR] = {0};
    look(section, seen);
    note_runs(&notes, seen, section->family);
    note_unsure(&notes, section, &seen[TOPIC_UNSURE]);
    note_order(&notes, seen, stat);
    note_jobs(&notes, seen);
    if (unpaired)
        notes_add(&notes, "unpaired", NOTE_INFO, NULL, unpaired,
                  "%zu row%s at one level only and %s not shown.", unpaired,
                  unpaired == 1 ? " stands" : "s stand", unpaired == 1 ? "is" : "are");
    section->notes = notes.at;
    section->notes_nr = notes.nr;
    section->notes_room = notes.room;
}
