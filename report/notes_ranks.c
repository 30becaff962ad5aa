/* Whether hosts that measured together did so at the same time. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "record/memory.h"
#include "record/strbuf.h"
#include "report/notes.h"
#include "report/table.h"

/* What the ranks of one measurement together took. */
struct span {
    double first_start_s, last_start_s, first_end_s, last_end_s;
};

/* "2026-01-31T09:05:00.250Z" as seconds since 1970; false where text is no such time. */
static bool read_time(const char *text, double *seconds)
{
    struct tm tm = {.tm_isdst = 0};
    const char *rest = text ? strptime(text, "%Y-%m-%dT%H:%M:%S", &tm) : NULL;
    if (!rest)
        return false;
    char *end = (char *)rest;
    double fraction = *rest == '.' ? strtod(rest, &end) : 0;
    *seconds = (double)timegm(&tm) + fraction;
    return strcmp(end, "Z") == 0;
}

static void widen(struct span *span, double start_s, double end_s, bool is_first)
{
    if (is_first)
        *span = (struct span){start_s, start_s, end_s, end_s};
    span->first_start_s = start_s < span->first_start_s ? start_s : span->first_start_s;
    span->last_start_s = start_s > span->last_start_s ? start_s : span->last_start_s;
    span->first_end_s = end_s < span->first_end_s ? end_s : span->first_end_s;
    span->last_end_s = end_s > span->last_end_s ? end_s : span->last_end_s;
}

void notes_of_ranks(struct notes *notes, const struct record *const *used, size_t nr)
{
    static const double much_pct = 2;
    struct table *groups = table_new();
    struct strbuf key = STRBUF_INIT;
    struct span *spans = NULL;
    size_t room = 0, apart_nr = 0;
    double worst_pct = 0, worst_s = 0;
    for (size_t i = 0; i < nr; i++) {
        double start_s, end_s;
        if (!record_pair(&used[i]->params, "rank") || !read_time(used[i]->start, &start_s) ||
            !read_time(used[i]->end, &end_s))
            continue;
        strbuf_cut(&key, 0);
        strbuf_printf(&key, "%s/%s/%s", used[i]->invocation ? used[i]->invocation : "",
                      used[i]->group ? used[i]->group : "", used[i]->op ? used[i]->op : "");
        size_t before = table_nr(groups), at = table_add(groups, key.text, key.length);
        spans = memory_grow(spans, before, &room, sizeof *spans);
        widen(&spans[at], start_s, end_s, at == before);
    }
    for (size_t i = 0; i < table_nr(groups); i++) {
        const struct span *span = &spans[i];
        double all_s = span->last_end_s - span->first_start_s;
        double common_s = span->first_end_s - span->last_start_s;
        double pct = all_s > 0 ? 100 * (all_s - (common_s > 0 ? common_s : 0)) / all_s : 0;
        apart_nr += pct > much_pct;
        worst_pct = pct > worst_pct ? pct : worst_pct;
        double skew_s = span->last_start_s - span->first_start_s;
        worst_s = skew_s > worst_s ? skew_s : worst_s;
    }
    if (apart_nr)
        notes_add(notes, "ranks-apart", NOTE_LIMIT, NULL, apart_nr,
                  "Of %zu measurement%s the hosts did not all measure at the same time: for up to "
                  "%.0f %% of it some did not, and they began up to %.3g s apart. Their sum is too "
                  "high by what each did while others rested.",
                  apart_nr, apart_nr == 1 ? "" : "s", worst_pct, worst_s);
    free(spans);
    strbuf_free(&key);
    table_free(groups);
}
