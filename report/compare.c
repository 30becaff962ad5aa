#include "report/compare.h"

#include <stdlib.h>
#include <string.h>

#include "record/strbuf.h"
#include "report/choose.h"
#include "report/claims.h"
#include "report/filter.h"
#include "report/intake.h"
#include "report/notes.h"
#include "report/order.h"
#include "report/pairing.h"
#include "report/planned.h"
#include "report/summary.h"
#include "report/verdict.h"
#include "report/warnings.h"

/* The first level of a factor, in input order, that the section has. */
static const char *first_level(const struct compare_section *section,
                               const struct attribute *attribute)
{
    for (size_t i = 0; i < attribute->nr; i++)
        for (size_t k = 0; k < section->levels_nr; k++)
            if (!strcmp(section->levels[k].name, attribute->levels[i]))
                return attribute->levels[i];
    return "";
}

/* Builds and judges one section; returns whether it has the levels that the
 * options name. */
static bool make_section(struct comparison *comparison, const struct pairing *pairing,
                         size_t factor, struct notes *notes)
{
    struct compare_section *section = &comparison->sections[comparison->sections_nr];
    const struct attribute *attribute = &pairing->attributes.at[factor];
    size_t unpaired = 0;
    bool is_too_large = false;
    if (!pairing_build(pairing, factor, section, &unpaired, &is_too_large)) {
        if (is_too_large)
            notes_add(notes, "too-large", NOTE_SERIOUS, NULL, 1,
                      "By %s there are too many rows and levels to compare; choose fewer with "
                      "--op and --metric.",
                      attribute->name);
        else
            notes_of_failure(notes, pairing, factor);
        return true;
    }
    const char *first =
        planned_first(comparison->campaigns, comparison->campaigns_nr, section);
    if (!choose_pairs(section, &comparison->options,
                      first ? first : first_level(section, attribute), comparison->arena))
        return false;
    verdict_judge_section(section, &comparison->options, comparison->arena);
    order_rows(section, comparison->options.sort);
    warnings_of_section(section, comparison->arena);
    struct notes split = {.arena = comparison->arena};
    notes_of_split(&split, pairing, factor);
    section->notes = split.at;
    section->notes_nr = split.nr;
    section->notes_room = split.room;
    notes_of_section(section, unpaired, comparison->options.stat, comparison->arena);
    order_keep_top(section, comparison->options.top, comparison->arena);
    comparison->sections_nr++;
    return true;
}

/* Where a level that the options name is in no section. */
static int no_level(const struct comparison *comparison, const struct pairing *pairing,
                    const struct choice *choice, struct diag *diag)
{
    struct strbuf mend = STRBUF_INIT;
    const struct compare_options *options = &comparison->options;
    for (size_t i = 0; i < choice->nr; i++) {
        const struct attribute *attribute = &pairing->attributes.at[choice->at[i]];
        strbuf_printf(&mend, "%s%s has", mend.length ? "; " : "", attribute->name);
        for (size_t k = 0; k < attribute->nr && mend.length < 200; k++)
            strbuf_printf(&mend, "%s '%s'", k ? "," : "", attribute->levels[k]);
    }
    if (options->pair)
        diag_set(diag, DIAG_FATAL, NULL, 0, mend.text,
                 "no factor has the two levels of --pair '%s', by name, letter or "
                 "a part that one level alone has",
                 options->pair);
    else
        diag_set(diag, DIAG_FATAL, NULL, 0, mend.text,
                 "no factor has the level '%s', by name, letter or a part that one level alone "
                 "has",
                 options->baseline);
    strbuf_free(&mend);
    return -1;
}

/* Makes a section of each factor chosen.  A level that the options name must
 * stand in one of them; a section without it keeps its own baseline, except for
 * a pair, which only its own section can show. */
static int make_sections(struct comparison *comparison, struct pairing *pairing,
                         const struct choice *choice, struct notes *notes, struct diag *diag)
{
    comparison->sections =
        arena_alloc(comparison->arena, (choice->nr + 1) * sizeof *comparison->sections);
    struct compare_options given = comparison->options;
    size_t missed = 0;
    for (size_t i = 0; i < choice->nr; i++) {
        comparison->options = given;
        if (make_section(comparison, pairing, choice->at[i], notes))
            continue;
        missed++;
        if (given.pair)
            continue;
        comparison->options.baseline = NULL;
        make_section(comparison, pairing, choice->at[i], notes);
    }
    comparison->options = given;
    if (missed && missed == choice->nr)
        return no_level(comparison, pairing, choice, diag);
    return 0;
}

/* Says why there is nothing to compare, and shows the values by themselves. */
static void explain_nothing(struct comparison *comparison, const struct pairing *pairing,
                            const struct choice *choice, struct notes *notes)
{
    if (!comparison->used_nr)
        return;
    bool has_reason = false;
    for (size_t i = 0; i < notes->nr; i++)
        has_reason = has_reason || strcmp(notes->at[i].code, "factors-dropped") != 0;
    if (!has_reason && choice->failed < pairing->attributes.nr)
        notes_of_failure(notes, pairing, choice->failed);
    else if (!has_reason)
        notes_add(notes, "nothing-varies", NOTE_SERIOUS, NULL, 1,
                  "All results stand under the same labels, so there is nothing to compare. Give "
                  "several files, or labels with iodelta-parse --set FACTOR=LEVEL.");
    struct compare_section *values = arena_alloc(comparison->arena, sizeof *values);
    size_t unpaired;
    bool is_too_large = false;
    if (!pairing_build(pairing, PAIRING_NO_FACTOR, values, &unpaired, &is_too_large))
        return;
    verdict_judge_section(values, &comparison->options, comparison->arena);
    warnings_of_section(values, comparison->arena);
    comparison->values = values;
}

/* Finds the first note with the same text in the sections before, NULL if none. */
static struct compare_note *find_note(const struct comparison *comparison, size_t sections,
                                      const char *text)
{
    for (size_t s = 0; s < sections; s++)
        for (size_t i = 0; i < comparison->sections[s].notes_nr; i++)
            if (!strcmp(comparison->sections[s].notes[i].text, text))
                return &comparison->sections[s].notes[i];
    return NULL;
}

/* Marks the notes that an earlier section has as well. */
static void mark_repeats(struct comparison *comparison)
{
    for (size_t s = 1; s < comparison->sections_nr; s++) {
        const struct compare_section *section = &comparison->sections[s];
        for (size_t i = 0; i < section->notes_nr; i++) {
            struct compare_note *first = find_note(comparison, s, section->notes[i].text);
            if (!first)
                continue;
            section->notes[i].is_repeat = true;
            first->also = first->also ? arena_printf(comparison->arena, "%s; %s", first->also,
                                                     section->factor)
                                      : section->factor;
        }
    }
}

static void count_warnings(struct comparison *comparison, const struct record *const *used)
{
    struct warnings warnings = {.arena = comparison->arena};
    for (size_t i = 0; i < comparison->used_nr; i++)
        warnings_count(&warnings, used[i]);
    for (size_t s = 0; s < comparison->sections_nr; s++)
        for (size_t i = 0; i < comparison->sections[s].warnings_nr; i++) {
            const struct compare_warning *warning = &comparison->sections[s].warnings[i];
            bool is_known = false;
            for (size_t k = 0; k < warnings.nr; k++)
                is_known = is_known || !strcmp(warnings.at[k].code, warning->code);
            if (!is_known)
                warnings_add(&warnings, warning->code, warning->nr);
        }
    warnings_sort(&warnings);
    comparison->warnings = warnings.at;
    comparison->warnings_nr = warnings.nr;
}

/* Notes about what was left out. */
static void note_left_out(struct notes *notes, const struct comparison *comparison)
{
    if (comparison->filtered_nr)
        notes_add(notes, "filtered", NOTE_INFO, NULL, comparison->filtered_nr,
                  "%zu result%s left out by --where.", comparison->filtered_nr,
                  comparison->filtered_nr == 1 ? " is" : "s are");
    if (comparison->quoted_nr)
        notes_add(notes, "quoted", NOTE_INFO, NULL, comparison->quoted_nr,
                  "%zu quoted repeats of results are not counted.", comparison->quoted_nr);
    if (comparison->aggregate_nr)
        notes_add(notes, "aggregate", NOTE_INFO, NULL, comparison->aggregate_nr,
                  "%zu printed averages do not count as runs.", comparison->aggregate_nr);
    if (comparison->repeated_nr)
        notes_add(notes, "repeated", NOTE_INFO, NULL, comparison->repeated_nr,
                  "%zu result%s given more than once, as the same record, message or block of "
                  "figures, and count%s once.",
                  comparison->repeated_nr, comparison->repeated_nr == 1 ? " was" : "s were",
                  comparison->repeated_nr == 1 ? "s" : "");
    if (comparison->repeated_others_nr)
        notes_add(
            notes, "repeated-others", NOTE_INFO, NULL, comparison->repeated_others_nr,
            "%zu more record%s (host, series or claim) given more than once and count%s once.",
            comparison->repeated_others_nr, comparison->repeated_others_nr == 1 ? " was" : "s were",
            comparison->repeated_others_nr == 1 ? "s" : "");
}

/* Leaves the results out that the conditions of the options do not take. */
static int filter_used(struct comparison *comparison, const struct record **used,
                       struct diag *diag)
{
    const struct compare_options *options = &comparison->options;
    size_t taken = 0;
    if (!options->where_nr)
        return 0;
    struct filter *filter = filter_new(options->where, options->where_nr, diag);
    if (!filter)
        return -1;
    const char *unknown = filter_unknown_key(filter, used, comparison->used_nr);
    if (unknown && comparison->used_nr)
        diag_set(diag, DIAG_FATAL, NULL, 0, "iodelta-report --list shows the factors",
                 "no result has the key '%s' of --where", unknown);
    for (size_t i = 0; i < comparison->used_nr; i++)
        if (filter_takes(filter, used[i]))
            used[taken++] = used[i];
    filter_free(filter);
    if (unknown && comparison->used_nr)
        return -1;
    comparison->filtered_nr = comparison->used_nr - taken;
    comparison->used_nr = taken;
    return 0;
}

static int compare_used(struct comparison *comparison, const struct record *const *used,
                        struct notes *notes, struct diag *diag)
{
    struct pairing pairing = {
        .options = &comparison->options,
        .arena = comparison->arena,
        .campaigns = comparison->campaigns,
        .campaigns_nr = comparison->campaigns_nr,
    };
    if (intake_check_options(&comparison->options, used, comparison->used_nr, diag))
        return -1;
    pairing.measures = measure_records(used, comparison->used_nr, comparison->arena);
    pairing.attributes = attribute_find(&pairing.measures, comparison->arena);
    if (pairing.attributes.dropped_nr)
        notes_add(notes, "factors-dropped", NOTE_SERIOUS, NULL, pairing.attributes.dropped_nr,
                  "The results have more factors than are looked at: %zu of them %s left out, and "
                  "results that differ in nothing else are taken for equal.",
                  pairing.attributes.dropped_nr, pairing.attributes.dropped_nr == 1 ? "is" : "are");
    struct choice choice;
    int result = choose_factors(&pairing, &choice, diag);
    if (!result)
        result = make_sections(comparison, &pairing, &choice, notes, diag);
    mark_repeats(comparison);
    if (!result && !comparison->sections_nr)
        explain_nothing(comparison, &pairing, &choice, notes);
    free(choice.at);
    return result;
}

const struct record **compare_take(struct comparison *comparison,
                                   const struct record *const *records, size_t nr,
                                   struct diag *diag)
{
    const struct record **used = intake_records(comparison, records, nr);
    return filter_used(comparison, used, diag) ? NULL : used;
}

struct comparison *compare_records(const struct record *const *records, size_t nr,
                                   const struct compare_options *options, struct arena *arena,
                                   struct diag *diag)
{
    struct comparison *comparison = arena_alloc(arena, sizeof *comparison);
    comparison->arena = arena;
    comparison->options = *options;
    const struct record **used = compare_take(comparison, records, nr, diag);
    struct notes notes = {.arena = arena};
    if (!used)
        return NULL;
    if (comparison->used_nr && compare_used(comparison, used, &notes, diag))
        return NULL;
    note_left_out(&notes, comparison);
    notes_of_campaigns(&notes, comparison);
    notes_of_ranks(&notes, used, comparison->used_nr);
    claims_check(comparison, used, records, nr);
    count_warnings(comparison, used);
    comparison->notes = notes.at;
    comparison->notes_nr = notes.nr;
    summary_make(comparison);
    return comparison;
}
