#include "report/notes.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/strbuf.h"
#include "report/compare_words.h"
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
    TOPIC_FIRST,
    TOPIC_OUTLIER,
    TOPIC_FAMILY,
    TOPIC_BLOCKED,
    TOPIC_JOBS,
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

static void look_at_cell(struct seen *seen, const struct compare_row *row,
                         const struct compare_cell *cell, const char *level)
{
    size_t outliers = 0;
    for (size_t i = 0; i < cell->nr; i++)
        outliers += cell->samples[i].is_outlier;
    if (cell->drift.is_known && cell->drift.p < VERDICT_ALPHA)
        see(&seen[TOPIC_DRIFT], row, NULL, cell, level);
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
        for (size_t p = 0; p < section->pairs_nr && row->kind != ROW_PART; p++)
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
    if (seen[TOPIC_COPIED].nr)
        notes_add(notes, "copied", NOTE_SERIOUS, seen[TOPIC_COPIED].row, seen[TOPIC_COPIED].nr,
                  "All runs of %s at %s are the same figures over again: they count as one run.",
                  row_name(seen[TOPIC_COPIED].row, notes->arena), seen[TOPIC_COPIED].level);
}

static void note_order(struct notes *notes, const struct seen *seen)
{
    char tail[48];
    const struct seen *drift = &seen[TOPIC_DRIFT], *first = &seen[TOPIC_FIRST];
    const struct seen *outlier = &seen[TOPIC_OUTLIER];
    if (seen[TOPIC_BLOCKED].nr)
        notes_add(notes, "blocked", NOTE_LIMIT, NULL, seen[TOPIC_BLOCKED].nr,
                  "All runs of a level were made in one block: the interval is "
                  "repeat-to-repeat only and knows nothing of what changed between blocks.");
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

void notes_of_section(struct compare_section *section, size_t unpaired, struct arena *arena)
{
    struct notes notes = {arena, section->notes, section->notes_nr, section->notes_room};
    struct seen seen[TOPIC_NR] = {0};
    look(section, seen);
    note_runs(&notes, seen, section->family);
    note_unsure(&notes, section, &seen[TOPIC_UNSURE]);
    note_order(&notes, seen);
    note_jobs(&notes, seen);
    if (unpaired)
        notes_add(&notes, "unpaired", NOTE_INFO, NULL, unpaired,
                  "%zu row%s at one level only and %s not shown.", unpaired,
                  unpaired == 1 ? " stands" : "s stand", unpaired == 1 ? "is" : "are");
    section->notes = notes.at;
    section->notes_nr = notes.nr;
    section->notes_room = notes.room;
}

/* "bs (4k, 16k)", at most five levels. */
static void add_levels(struct strbuf *text, const struct attribute *attribute)
{
    strbuf_printf(text, "%s (", attribute->name);
    for (size_t i = 0; i < attribute->nr && i < 5; i++)
        strbuf_printf(text, "%s%s", i ? ", " : "", attribute->levels[i]);
    strbuf_string(text, attribute->nr > 5 ? ", …)" : ")");
}

/* Whether some result does not state the setting that others do. */
static bool is_not_given(const struct attribute *attribute)
{
    for (size_t i = 0; i < attribute->nr; i++)
        if (!strcmp(attribute->levels[i], ATTRIBUTE_NOT_GIVEN))
            return true;
    return false;
}

/* What tells rows apart that nobody named, and how to compare by it. */
static void note_hidden(struct notes *notes, const struct pairing *pairing,
                        const struct pairing_keys *keys)
{
    struct strbuf text = STRBUF_INIT;
    const char *first = NULL;
    bool has_gap = false;
    size_t nr = 0;
    for (size_t i = 0; i < keys->nr; i++) {
        const struct attribute *attribute = &pairing->attributes.at[keys->at[i]];
        if (attribute->kind != ATTRIBUTE_HIDDEN)
            continue;
        strbuf_string(&text, nr++ ? "; " : "");
        add_levels(&text, attribute);
        first = first ? first : attribute->name;
        has_gap = has_gap || is_not_given(attribute);
    }
    if (nr)
        notes_add(notes, "split", NOTE_INFO, NULL, 1,
                  "Results differ in what nobody named and are compared only where it is equal: "
                  "%s.%s To compare by %s: --by %s",
                  text.text,
                  has_gap ? " Not to give a setting that others give counts as a difference." : "",
                  nr == 1 ? "it" : "one of them", first);
    strbuf_free(&text);
}

void notes_of_split(struct notes *notes, const struct pairing *pairing, size_t factor)
{
    struct pairing_keys keys = pairing_keys(pairing, factor);
    struct strbuf text = STRBUF_INIT;
    note_hidden(notes, pairing, &keys);
    for (size_t i = 0; i < pairing->attributes.nr; i++) {
        const struct attribute *attribute = &pairing->attributes.at[i];
        if (pairing->attributes.at[factor].kind != ATTRIBUTE_FILE || attribute->is_joined ||
            !attribute->is_varying || attribute->kind == ATTRIBUTE_HIDDEN ||
            attribute->kind == ATTRIBUTE_FILE || attribute->kind == ATTRIBUTE_MESSAGE)
            continue;
        bool is_in_keys = false;
        for (size_t k = 0; k < keys.nr; k++)
            is_in_keys = is_in_keys || keys.at[k] == i;
        if (is_in_keys)
            continue;
        strbuf_string(&text, text.length ? "; " : "");
        add_levels(&text, attribute);
    }
    if (text.length)
        notes_add(notes, "goes-with-file", NOTE_INFO, NULL, 1,
                  "What also changes with the file: %s.", text.text);
    strbuf_free(&text);
    free(keys.at);
}

/* Where a factor has one level there is nothing to pair. */
static void note_one_level(struct notes *notes, const struct attribute *attribute)
{
    char rest[80] = "";
    if (attribute->absent)
        snprintf(rest, sizeof rest, "; %zu measurement%s not state it", attribute->absent,
                 attribute->absent == 1 ? " does" : "s do");
    notes_add(notes, "one-level", NOTE_SERIOUS, NULL, 1,
              "%s has only one level in these results, %s%s: there is nothing to compare by it.",
              attribute->name, attribute->levels[0], rest);
}

void notes_of_failure(struct notes *notes, const struct pairing *pairing, size_t factor)
{
    if (pairing->attributes.at[factor].nr == 1) {
        note_one_level(notes, &pairing->attributes.at[factor]);
        return;
    }
    struct pairing_keys keys = pairing_keys(pairing, factor);
    const char *name = pairing->attributes.at[factor].name;
    struct strbuf text = STRBUF_INIT;
    const char *blocker = NULL;
    for (size_t i = 0; i < keys.nr; i++) {
        struct pairing_keys fewer = {keys.at, keys.nr - 1};
        size_t dropped = keys.at[i];
        keys.at[i] = keys.at[keys.nr - 1];
        if (pairing_count(pairing, factor, &fewer)) {
            strbuf_string(&text, text.length ? "; " : "");
            add_levels(&text, &pairing->attributes.at[dropped]);
            blocker = blocker ? blocker : pairing->attributes.at[dropped].name;
        }
        keys.at[i] = dropped;
    }
    if (!blocker)
        notes_add(notes, "nothing-pairs", NOTE_SERIOUS, NULL, 1,
                  "By %s nothing pairs: no operation was measured at two of its levels under "
                  "otherwise equal settings.",
                  name);
    else
        notes_add(notes, "nothing-pairs", NOTE_SERIOUS, NULL, 1,
                  "By %s nothing pairs, because results of different levels also differ in %s. "
                  "To compare them together: --by %s,%s",
                  name, text.text, name, blocker);
    strbuf_free(&text);
    free(keys.at);
}
