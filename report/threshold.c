#include "report/threshold.h"

#include <stdlib.h>
#include <string.h>

#include "record/exit_code.h"
#include "record/memory.h"
#include "record/strbuf.h"
#include "record/units.h"
#include "report/compare_words.h"

static int refuse(const char *text, struct diag *diag)
{
    diag_set(diag, DIAG_FATAL, NULL, 0,
             "write it as 'bw_bytes_per_s<-5%' or 'bw_bytes_per_s/read<-5%'",
             "--fail-if '%s' is no metric with < or > and a percentage", text);
    return -1;
}

int threshold_read(struct threshold *threshold, const char *text, struct diag *diag)
{
    size_t length = strcspn(text, "<>"), name = strcspn(text, "/<>");
    const char *number = text + length + 1, *percent = text[length] ? strchr(number, '%') : NULL;
    *threshold = (struct threshold){.text = text};
    if (!name || !percent || percent[1] ||
        !units_number(number, (size_t)(percent - number), &threshold->pct, NULL))
        return refuse(text, diag);
    threshold->is_below = text[length] == '<';
    threshold->metric = memory_string(text);
    threshold->metric[name] = '\0';
    if (name < length) {
        threshold->op = memory_string(text + name + 1);
        threshold->op[length - name - 1] = '\0';
    }
    return 0;
}

void threshold_clear(struct threshold *threshold)
{
    free(threshold->metric);
    free(threshold->op);
    *threshold = (struct threshold){0};
}

/* Whether a change may be beyond the threshold, and more runs could tell: none where the
 * whole interval keeps to this side of it. */
static bool is_open(const struct threshold *threshold, const struct compare_change *change)
{
    enum compare_verdict verdict = change->verdict;
    if (threshold && change->has_interval && change->reason != REASON_UNSURE)
        return verdict == VERDICT_UNDECIDED &&
               (threshold->is_below ? change->low_pct < threshold->pct
                                    : change->high_pct > threshold->pct);
    return verdict == VERDICT_UNDECIDED || verdict == VERDICT_SINGLE || verdict == VERDICT_NONE;
}

static bool is_about(const struct threshold *threshold, const struct compare_row *row)
{
    if (!threshold)
        return row->kind != ROW_PART && !row->is_cost;
    return !strcmp(threshold->metric, row->metric) &&
           (threshold->op ? !strcmp(threshold->op, row->op) : row->kind != ROW_PART);
}

static bool is_crossed(const struct threshold *threshold, const struct compare_change *change)
{
    if (!threshold || !change->has_delta || !compare_is_decided(change->verdict))
        return false;
    return threshold->is_below ? change->delta_pct < threshold->pct
                               : change->delta_pct > threshold->pct;
}

/* "read at bs 4k, B against A: −12.77 % [−15.72, −9.71], slower". */
static void describe(const struct compare_section *section, const struct compare_row *row,
                     size_t pair, struct strbuf *text)
{
    const struct compare_change *change = &row->changes[pair];
    char delta[96], interval[160];
    compare_format_delta(delta, sizeof delta, change);
    compare_format_interval(interval, sizeof interval, change);
    strbuf_string(text, compare_op_title(row));
    for (size_t i = 0; i < row->where.nr; i++)
        strbuf_printf(text, "%s%s %s", i ? ", " : " at ", row->where.at[i].name,
                      row->where.at[i].value);
    strbuf_printf(text, ", %s against %s: %s %s%s%s",
                  section->levels[section->pairs[pair].level].name,
                  section->levels[section->pairs[pair].base].name, row->metric, delta,
                  *interval ? " " : "", interval);
    strbuf_printf(text, ", %s", compare_verdict_word(change->verdict, row->known));
}

static void tell(const struct threshold *threshold, enum threshold_result result, const char *text,
                 struct diag *diag)
{
    if (result == THRESHOLD_CROSSED)
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "--fail-if '%s': %s", threshold->text, text);
    else if (result == THRESHOLD_UNDECIDED)
        diag_set(diag, DIAG_FATAL, NULL, 0, "more runs may decide it", "%s%s%s%s",
                 threshold ? "--fail-if '" : "", threshold ? threshold->text : "",
                 threshold ? "': " : "--fail-undecided: ", text);
    else if (result == THRESHOLD_NOTHING)
        diag_set(diag, DIAG_FATAL, NULL, 0, "is the metric one of --list, and the factor right?",
                 "%s%s%s", threshold ? "--fail-if '" : "", threshold ? threshold->text : "",
                 threshold ? "': nothing of that was compared" : "nothing was compared");
}

enum threshold_result threshold_check(const struct threshold *threshold,
                                      const struct comparison *comparison, struct diag *diag)
{
    enum threshold_result result = THRESHOLD_NOTHING;
    struct strbuf text = STRBUF_INIT;
    for (size_t s = 0; s < comparison->sections_nr && result != THRESHOLD_CROSSED; s++) {
        const struct compare_section *section = &comparison->sections[s];
        for (size_t r = 0; r < section->all_rows_nr && result != THRESHOLD_CROSSED; r++)
            for (size_t p = 0; p < section->pairs_nr && result != THRESHOLD_CROSSED; p++) {
                const struct compare_row *row = &section->all_rows[r];
                const struct compare_change *change = &row->changes[p];
                if (section->pairs[p].base != section->baseline || !is_about(threshold, row) ||
                    change->verdict == VERDICT_UNPAIRED)
                    continue;
                enum threshold_result here = is_crossed(threshold, change) ? THRESHOLD_CROSSED
                                             : is_open(threshold, change)  ? THRESHOLD_UNDECIDED
                                                                           : THRESHOLD_KEPT;
                bool is_first = result != THRESHOLD_UNDECIDED && here == THRESHOLD_UNDECIDED;
                if (here == THRESHOLD_CROSSED || is_first) {
                    strbuf_cut(&text, 0);
                    describe(section, row, p, &text);
                    result = here;
                } else if (result == THRESHOLD_NOTHING) {
                    result = here;
                }
            }
    }
    tell(threshold, result, text.text, diag);
    strbuf_free(&text);
    return result;
}

int thresholds_read(struct thresholds *thresholds, const char *const *texts, size_t nr,
                    struct diag *diag)
{
    *thresholds = (struct thresholds){0};
    thresholds->at = memory_alloc((nr + 1) * sizeof *thresholds->at);
    thresholds->metrics = memory_alloc((nr + 1) * sizeof *thresholds->metrics);
    for (size_t i = 0; i < nr; i++) {
        thresholds->nr++;
        if (threshold_read(&thresholds->at[i], texts[i], diag))
            return -1;
        thresholds->metrics[i] = thresholds->at[i].metric;
    }
    return 0;
}

void thresholds_free(struct thresholds *thresholds)
{
    for (size_t i = 0; i < thresholds->nr; i++)
        threshold_clear(&thresholds->at[i]);
    free(thresholds->at);
    free(thresholds->metrics);
    *thresholds = (struct thresholds){0};
}

/* The exit code that a threshold, or NULL, asks for. */
static int code_of(const struct threshold *threshold, const struct comparison *comparison,
                   bool fails_undecided, const struct diag_sink *sink)
{
    static const int codes[] = {[THRESHOLD_KEPT] = EXIT_DONE,
                                [THRESHOLD_CROSSED] = EXIT_THRESHOLD,
                                [THRESHOLD_UNDECIDED] = EXIT_UNDECIDED,
                                [THRESHOLD_NOTHING] = EXIT_INPUT};
    struct diag diag;
    enum threshold_result result = threshold_check(threshold, comparison, &diag);
    if (result == THRESHOLD_KEPT || (result == THRESHOLD_UNDECIDED && !fails_undecided))
        return EXIT_DONE;
    diag_report(sink, &diag);
    return codes[result];
}

int thresholds_check(const struct thresholds *thresholds, const struct comparison *comparison,
                     bool fails_undecided, const struct diag_sink *sink)
{
    int worst = EXIT_DONE;
    for (size_t i = 0; i < thresholds->nr; i++) {
        int code = code_of(&thresholds->at[i], comparison, fails_undecided, sink);
        if (worst == EXIT_DONE || code == EXIT_THRESHOLD ||
            (code == EXIT_INPUT && worst != EXIT_THRESHOLD))
            worst = code;
    }
    return thresholds->nr || !fails_undecided ? worst : code_of(NULL, comparison, true, sink);
}
