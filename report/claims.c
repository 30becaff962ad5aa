#include "report/claims.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "report/claim_change.h"
#include "report/claim_check.h"

/* Of one message; more are counted as not derivable. */
enum { MOST_CHECKED = 60 };

const char *claims_verdict_word(enum compare_claim_verdict verdict)
{
    static const char *const words[] = {"reproduced", "direction only", "not shown",
                                        "contradicted", "not derivable from this data"};
    return words[verdict];
}

bool claims_is_change(const struct compare_claim *check)
{
    return claim_change_is(check->record);
}

static bool is_unit(const struct record_claim *claim, const char *unit)
{
    return claim->unit && !strcmp(claim->unit, unit);
}

void claims_format_nearest(const struct compare_claim *check, char *text, size_t size)
{
    const struct record_claim *claim = check->record->claim;
    const char *sign = check->nearest < 0 ? "\xe2\x88\x92" : "+";
    double value = fabs(check->nearest);
    if (!check->has_nearest)
        snprintf(text, size, "%s", "");
    else if (is_unit(claim, "%"))
        snprintf(text, size, "%s%.1f %%", sign, value);
    else if (is_unit(claim, "x"))
        snprintf(text, size, "%s%.2f", check->nearest < 0 ? "1/" : "\xc3\x97", value);
    else if (!strcmp(claim->direction ? claim->direction : "", "none"))
        snprintf(text, size, "%.4g %s", value, claim->unit);
    else
        snprintf(text, size, "%s%.3g %s", sign, value, claim->unit ? claim->unit : "");
}

void claims_format_said(const struct record_claim *claim, char *text, size_t size)
{
    static const char *const hedges[][2] = {
        {"about", "about "}, {"up-to", "up to "}, {"at-least", "at least "}};
    const char *direction = claim->direction ? claim->direction : "", *hedge = "";
    for (size_t i = 0; claim->hedge && i < sizeof hedges / sizeof hedges[0]; i++)
        hedge = !strcmp(hedges[i][0], claim->hedge) ? hedges[i][1] : hedge;
    bool is_none = !strcmp(direction, "none");
    if (is_none && claim->high == 0)
        snprintf(text, size, "no difference");
    else if (claim->low < claim->high)
        snprintf(text, size, "%s%.10g to %.10g %.12s%s%s", hedge, claim->low, claim->high,
                 claim->unit ? claim->unit : "", is_none ? "" : " ", is_none ? "" : direction);
    else
        snprintf(text, size, "%s%.10g %.12s%s%s", hedge, claim->high,
                 claim->unit ? claim->unit : "", is_none ? "" : " ", is_none ? "" : direction);
}

static bool has_exact_word(const struct record_claim *claim, const char *word)
{
    for (size_t i = 0; i < claim->words_nr; i++)
        if (!strcasecmp(claim->words[i], word))
            return true;
    return false;
}

/* Returns the benchmark that the sentence names and none of the results is of, or NULL. */
static const char *missing_tool(const struct record_claim *claim, const struct record *const *results,
                                size_t nr)
{
    static const char *const tools[] = {"dd", "bonnie", "fio", "reaim", "iozone", "dbench", "tiobench",
                                        "postmark", "kernbench", "pgbench", "sysbench", "netperf",
                                        "hackbench", "filebench", "iometer", "hdparm", "vdbench",
                                        "fs_mark", "fsmark", "compilebench", "aim7", "tbench"};
    const char *text = claim->text ? claim->text : "";
    for (size_t i = 0; i < sizeof tools / sizeof tools[0]; i++) {
        size_t length = strlen(tools[i]);
        bool is_named = false, is_there = false;
        for (const char *at = text; (at = strcasestr(at, tools[i])); at++)
            is_named = is_named || ((at == text || !isalnum((unsigned char)at[-1])) &&
                                    !isalnum((unsigned char)at[length]));
        for (size_t r = 0; is_named && r < nr; r++)
            is_there = is_there || (results[r]->tool && (!strncmp(results[r]->tool, tools[i], length) ||
                                                         !strcmp(results[r]->tool, "table")));
        if (is_named && !is_there)
            return tools[i];
    }
    return NULL;
}

/* The results of the claim's message that its author can have meant: not those of somebody
 * who quotes it. */
static size_t gather(const struct record *claim, const struct record *const *used, size_t nr,
                     const struct record **out)
{
    size_t found = 0;
    for (size_t i = 0; i < nr; i++) {
        const struct record_source *a = &claim->source, *b = &used[i]->source;
        const char *left = a->message_id ? a->message_id : a->path,
                   *right = b->message_id ? b->message_id : b->path;
        if (left && right && !strcmp(left, right) && !a->message_id == !b->message_id &&
            b->quote >= a->quote)
            out[found++] = used[i];
    }
    return found;
}

/* Says whether both are held against the same results. */
static bool is_of_message(const struct record *left, const struct record *right)
{
    const struct record_source *a = &left->source, *b = &right->source;
    if (!a->message_id != !b->message_id || a->quote != b->quote)
        return false;
    const char *x = a->message_id ? a->message_id : a->path, *y = b->message_id ? b->message_id : b->path;
    return x && y && !strcmp(x, y);
}

static void check_claim(struct comparison *comparison, struct compare_claim *out,
                        const struct claim_data *data, const struct record *const *results,
                        size_t nr, size_t nth)
{
    struct claim_check check = {.data = data,
                          .claim = out->record->claim,
                          .out = out,
                          .noise_pct = comparison->options.noise_pct,
                          .arena = comparison->arena};
    claim_check_judge(&check, CLAIM_NOT_DERIVABLE, "the message has no results of its author that were compared");
    if (!nr || nth >= MOST_CHECKED)
        return;
    claim_check_run(&check);
    const char *unknown = claim_sense_unknown(data, check.claim);
    const char *tool = missing_tool(check.claim, results, nr);
    if (tool)
        claim_check_judge(&check, CLAIM_NOT_DERIVABLE,
              arena_printf(comparison->arena,
                           "the sentence speaks of %s, of which the message has no results", tool));
    else if (unknown)
        claim_check_judge(&check, CLAIM_NOT_DERIVABLE,
              arena_printf(comparison->arena, "no result of the message stands under \"%.40s\"", unknown));
    else if (has_exact_word(check.claim, "per"))
        claim_check_judge(&check, CLAIM_NOT_DERIVABLE, "a share of each core or thread is not in the results");
}

void claims_check(struct comparison *comparison, const struct record *const *used,
                  const struct record *const *records, size_t records_nr)
{
    struct arena *arena = comparison->arena;
    const struct record **results = arena_alloc(arena, (comparison->used_nr + 1) * sizeof *results);
    const struct record *last = NULL;
    struct claim_data data = {0};
    struct claim_results *by_id = claim_change_results(records, records_nr, arena);
    size_t nr = 0, nth = 0;
    comparison->checks = arena_alloc(arena, (comparison->claims_nr + 1) * sizeof *comparison->checks);
    for (size_t i = 0; i < comparison->claims_nr; i++) {
        const struct record *claim = comparison->claims[i];
        if (claim->quoted || !claim->claim)
            continue;
        struct compare_claim *out = &comparison->checks[comparison->checks_nr++];
        *out = (struct compare_claim){.record = claim, .rule = "", .why = ""};
        if (claim_change_is(claim)) {
            claim_change_check(out, by_id, arena);
            continue;
        }
        if (!last || !is_of_message(last, claim)) {
            nr = gather(claim, used, comparison->used_nr, results);
            nth = 0;
            if (nr)
                claim_data_gather(&data, results, nr, arena);
        }
        last = claim;
        check_claim(comparison, out, &data, results, nr, nth++);
    }
    claim_change_free(by_id);
}
