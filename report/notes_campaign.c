/* What a campaign of iodelta-collect says of itself: why it ended, which runs are no good, and
 * what changed on its host meanwhile. */
#include <stdlib.h>
#include <string.h>

#include "record/strbuf.h"
#include "report/notes.h"

/* Facts that change by themselves. */
static const char *const restless[] = {
    "load.", "pressure.", "memory.free", "memory.available", "memory.cached", "memory.dirty",
    "memory.writeback", "swap.free", "swap.count",
};

static bool is_restless(const char *name)
{
    for (size_t i = 0; i < sizeof restless / sizeof restless[0]; i++)
        if (!strncmp(name, restless[i], strlen(restless[i])))
            return true;
    size_t length = strlen(name);
    return length > 9 && !strcmp(name + length - 9, ".inflight");
}

static const char *fact(const struct record *record, const char *name)
{
    const char *value = record_pair(&record->facts, name);
    return value ? value : "";
}

static bool is_of(const struct record *record, const struct record *campaign)
{
    return record->of && campaign->id && !strcmp(record->of, campaign->id);
}

/* The record that ends it, NULL where there is none: it was killed. */
static const struct record *end_of(const struct comparison *comparison,
                                   const struct record *campaign)
{
    for (size_t i = 0; i < comparison->campaigns_nr; i++)
        if (is_of(comparison->campaigns[i], campaign))
            return comparison->campaigns[i];
    return NULL;
}

static void note_end(struct notes *notes, const struct comparison *comparison,
                     const struct record *campaign)
{
    const struct record *end = end_of(comparison, campaign);
    unsigned long runs = strtoul(fact(campaign, "runs"), NULL, 10) *
                         strtoul(fact(campaign, "cells"), NULL, 10);
    const char *reason = end ? fact(end, "stop.reason") : "", *done = end ? fact(end, "stop.runs")
                                                                           : "";
    const char *width = fact(campaign, "until_ci_pct");
    bool awaits = *width || *fact(campaign, "steady_state");
    if (!strcmp(reason, "width"))
        notes_add(notes, "stopped-on-width", NOTE_LIMIT, NULL, 1,
                  "Rounds were measured until every interval went no farther than %s %% from its "
                  "difference. To end on that makes intervals a little too narrow.", width);
    else if (!strcmp(reason, "runs") && *width)
        notes_add(notes, "width-not-reached", NOTE_LIMIT, NULL, 1,
                  "All %s runs were measured, and some interval still goes farther than the %s %% "
                  "that were awaited.", done, width);
    else if (!strcmp(reason, "runs") && *fact(campaign, "steady_state"))
        notes_add(notes, "not-steady", NOTE_LIMIT, NULL, 1,
                  "All %s runs were measured, and the steady state that was awaited was not "
                  "reached.", done);
    else if (!strcmp(reason, "steady"))
        notes_add(notes, "steady", NOTE_INFO, NULL, 1,
                  "Rounds were measured until the last five were steady. The earlier ones count "
                  "as well: --where 'round>N' leaves them out.");
    else if (!strcmp(reason, "time"))
        notes_add(notes, "out-of-time", NOTE_LIMIT, NULL, 1,
                  "The time for measuring was up after %s of %s%lu runs.", done,
                  awaits ? "at most " : "", runs);
    else if (!end || !strcmp(reason, "stopped") || !strcmp(reason, "failed"))
        notes_add(notes, "unfinished", NOTE_LIMIT, NULL, 1,
                  "The comparison was %s, and not all of its runs were measured. "
                  "iodelta-collect --resume goes on with it.",
                  !strcmp(reason, "failed") ? "ended by a run that failed" : "interrupted");
}

/* Names what differs between the first and the last look at the host. */
static void note_host(struct notes *notes, const struct comparison *comparison,
                      const struct record *campaign)
{
    enum { SHOWN_MAX = 4 };
    const struct record *first = NULL, *last = NULL;
    struct strbuf text = STRBUF_INIT;
    size_t nr = 0;
    for (size_t i = 0; i < comparison->hosts_nr; i++)
        if (is_of(comparison->hosts[i], campaign)) {
            first = first ? first : comparison->hosts[i];
            last = comparison->hosts[i];
        }
    for (uint32_t i = 0; first != last && i < first->facts.nr; i++) {
        const char *name = first->facts.at[i].name, *before = first->facts.at[i].value;
        const char *after = record_pair(&last->facts, name);
        if (is_restless(name) || !after || !strcmp(before, after))
            continue;
        if (nr++ < SHOWN_MAX)
            strbuf_printf(&text, "%s%s %.60s → %.60s", nr > 1 ? "; " : "", name, before, after);
    }
    if (nr > SHOWN_MAX)
        strbuf_printf(&text, "; and %zu more", nr - SHOWN_MAX);
    if (nr)
        notes_add(notes, "host-changed", NOTE_SERIOUS, NULL, nr,
                  "The host changed while it was measured: %s.", text.text);
    strbuf_free(&text);
}

void notes_of_campaigns(struct notes *notes, const struct comparison *comparison)
{
    for (size_t i = 0; i < comparison->campaigns_nr; i++)
        if (!comparison->campaigns[i]->of) {
            note_end(notes, comparison, comparison->campaigns[i]);
            note_host(notes, comparison, comparison->campaigns[i]);
        }
}
