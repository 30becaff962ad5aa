#include "report/claim_change.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "record/metric.h"
#include "record/strbuf.h"
#include "record/units.h"
#include "report/table.h"

bool claim_change_is(const struct record *claim)
{
    return claim->source.cell != NULL;
}

/* One unit of the last digit of the last number in the cell. */
static double digit_of(const char *cell)
{
    double digit = 1;
    size_t behind = 0;
    bool has_point = false;
    for (const char *at = cell; *at; at++) {
        if (!isdigit((unsigned char)*at) && *at != '.')
            continue;
        if (at == cell || (!isdigit((unsigned char)at[-1]) && at[-1] != '.')) {
            has_point = false;
            behind = 0;
        }
        has_point = has_point || *at == '.';
        behind += has_point && *at != '.';
        digit = pow(10, -(double)behind);
    }
    return digit;
}

/* How far the figure may be from what was measured, as a share of it: half a unit of the last
 * digit of the first number in its cell. */
static double share_of_digit(const struct record *record, const struct record_metric *metric)
{
    const char *cell = record->source.cell ? record->source.cell
                                           : record_pair(&record->source.cells, metric->name);
    char number[32];
    size_t used = 0;
    for (const char *at = cell ? cell : ""; *at && used + 1 < sizeof number; at++)
        if (isdigit((unsigned char)*at) || (used && *at == '.'))
            number[used++] = *at;
        else if (used && *at != ',')
            break;
    number[used] = '\0';
    double value = strtod(number, NULL);
    if (value <= 0)
        return metric->precision / metric->value / 2;
    return digit_of(number) / value / 2;
}

/* Returns the metric, without a name and of the value 0 where there is none. */
static struct record_metric metric_of(const struct record *record, const char *name)
{
    for (size_t i = 0; record && name && i < record->metrics_nr; i++)
        if (!strcmp(record_metric_at(record, i).name, name))
            return record_metric_at(record, i);
    return (struct record_metric){NULL, 0, 0};
}

struct claim_results {
    struct table *ids;
    const struct record **first; /* of each id */
};

struct claim_results *claim_change_results(const struct record *const *records, size_t nr,
                                           struct arena *arena)
{
    struct claim_results *results = arena_alloc(arena, sizeof *results);
    bool has_change = false;
    for (size_t i = 0; i < nr && !has_change; i++)
        has_change = records[i]->kind == RECORD_CLAIM && claim_change_is(records[i]);
    results->ids = table_new();
    if (!has_change)
        return results;
    results->first = arena_alloc(arena, (nr + 1) * sizeof *results->first);
    for (size_t i = 0; i < nr; i++) {
        if (records[i]->kind != RECORD_RESULT || !records[i]->id)
            continue;
        size_t number = table_add(results->ids, records[i]->id, strlen(records[i]->id));
        if (!results->first[number])
            results->first[number] = records[i];
    }
    return results;
}

void claim_change_free(struct claim_results *results)
{
    table_free(results->ids);
}

static const struct record *find(const struct claim_results *results, const char *id)
{
    size_t index = id ? table_find(results->ids, id, strlen(id)) : TABLE_NONE;
    return index == TABLE_NONE ? NULL : results->first[index];
}

/* Says whether the header speaks of better and worse, not of more and less. */
static bool is_of_quality(const struct record_claim *claim)
{
    static const char *const words[] = {"improve", "gain", "regress", "speedup", "speed-up",
                                        "degrad", "faster", "slower", "better", "worse"};
    for (size_t w = 0; w < claim->words_nr; w++)
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            if (strcasestr(claim->words[w], words[i]))
                return true;
    return false;
}

/* The size of the unit of a difference, in the unit of the metric; 0 where it has none.
 * other is the one where k and M are multiples of 1024. */
static double unit_size(const char *unit, const char *metric, double *other)
{
    double factor = 0;
    bool is_time = strlen(metric) > 3 && !strcmp(metric + strlen(metric) - 3, "_ns");
    *other = 0;
    if (!strcmp(unit, "IOPS"))
        return 1;
    double second = units_second(unit, strlen(unit));
    if (second > 0)
        return is_time ? second * 1e9 : second;
    if (units_prefix(unit, strlen(unit), UNITS_BINARY, other) &&
        units_prefix(unit, strlen(unit), UNITS_DECIMAL, &factor))
        return factor;
    return 0;
}

enum { MOST_READINGS = 3 };

/* What the two figures give in the unit of the claim, the plainest reading first. */
static size_t read_values(const struct record_claim *claim, double from, double to,
                          double values[MOST_READINGS])
{
    double other;
    if (!strcmp(claim->unit, "%")) {
        values[0] = 100 * (to / from - 1);
        values[1] = 100 * (1 - from / to);
        return 2;
    }
    if (!strcmp(claim->unit, "x")) {
        values[0] = to >= from ? to / from : -from / to;
        return 1;
    }
    double size = unit_size(claim->unit, claim->metric, &other);
    values[0] = size > 0 ? (to - from) / size : 0;
    values[1] = other > 0 ? (to - from) / other : 0;
    return size > 0 ? other > 0 ? 2 : 1 : 0;
}

/* "6.9-rc1 against 6.8, write bandwidth, test seq write" */
static const char *say_sides(const struct record *record, struct arena *arena)
{
    const struct record_claim *claim = record->claim;
    const struct metric *metric = metric_find(claim->metric);
    struct strbuf text = STRBUF_INIT;
    const struct record_pairs *sides[] = {&claim->new, &claim->baseline};
    for (size_t s = 0; s < 2; s++) {
        for (size_t i = 0; i < sides[s]->nr; i++)
            strbuf_printf(&text, "%s%s", i ? " " : "", sides[s]->at[i].value);
        strbuf_string(&text, s ? "" : sides[0]->nr && sides[1]->nr ? " against " : "");
    }
    strbuf_printf(&text, "%s%s%s%s", text.length ? ", " : "", claim->op ? claim->op : "",
                  claim->op && *claim->op ? " " : "", metric ? metric->title : claim->metric);
    for (size_t i = 0; i < record->config.nr; i++)
        strbuf_printf(&text, ", %s %s", record->config.at[i].name, record->config.at[i].value);
    const char *result = arena_string(arena, text.text);
    strbuf_free(&text);
    return result;
}

static void judge(struct compare_claim *out, enum compare_claim_verdict verdict, const char *why)
{
    out->verdict = verdict;
    out->why = why;
}

static void check_values(struct compare_claim *out, const struct record_metric *from,
                         const struct record_metric *to, double loose)
{
    const struct record_claim *claim = out->record->claim;
    const struct metric *metric = metric_find(claim->metric);
    bool is_flipped = metric && metric->better == METRIC_LOWER && is_of_quality(claim);
    bool is_none = !strcmp(claim->direction, "none");
    double values[MOST_READINGS], sign = strcmp(claim->direction, "decrease") ? 1 : -1;
    size_t nr = read_values(claim, from->value, to->value, values);
    if (!nr) {
        judge(out, CLAIM_NOT_DERIVABLE, "the unit of the difference is not one of the figures");
        return;
    }
    /* no difference of a ratio is 1 */
    double claimed = is_none && !strcmp(claim->unit, "x") ? 1 : sign * claim->high;
    double whole = !strcmp(claim->unit, "%") ? 100 + fabs(values[0])
                   : !strcmp(claim->unit, "x") ? fabs(values[0])
                                               : fabs(values[0]) * to->value /
                                                     fmax(fabs(to->value - from->value), 1e-300);
    double most = digit_of(out->record->source.cell) * (1 + 1e-6) + loose * whole;
    out->has_nearest = true;
    out->nearest = values[0];
    for (size_t i = 0; i < nr; i++)
        for (int flip = 0; flip <= is_flipped; flip++)
            if (fabs((flip ? -values[i] : values[i]) - claimed) <= most) {
                out->nearest = values[i];
                judge(out, CLAIM_REPRODUCED,
                      i && !strcmp(claim->unit, "%")
                          ? "the two figures of the table give it, as a share of the new one"
                          : "the two figures of the table give it");
                return;
            }
    double by = is_flipped ? -values[0] : values[0];
    if (!is_none && by * sign > 0)
        judge(out, CLAIM_DIRECTION_ONLY, "the two figures of the table give another number");
    else
        judge(out, CLAIM_CONTRADICTED, "the two figures of the table say otherwise");
}

void claim_change_check(struct compare_claim *out, const struct claim_results *results,
                        struct arena *arena)
{
    const struct record_claim *claim = out->record->claim;
    const struct record *from = find(results, claim->compares[0]),
                        *to = find(results, claim->compares[1]);
    const struct record_metric left = metric_of(from, claim->metric),
                               right = metric_of(to, claim->metric);
    if (!claim->compares[0] || !claim->metric) {
        judge(out, CLAIM_NOT_DERIVABLE, "nothing tells which figures of the table it compares");
        return;
    }
    if (left.value <= 0 || right.value <= 0) {
        judge(out, CLAIM_NOT_DERIVABLE, "the results that it compares are not among these");
        return;
    }
    out->rule = say_sides(out->record, arena);
    check_values(out, &left, &right, share_of_digit(from, &left) + share_of_digit(to, &right));
}
