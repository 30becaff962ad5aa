#include "report/claim_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "record/metric.h"
#include "record/units.h"

static bool is_unit(const struct record_claim *claim, const char *unit)
{
    return claim->unit && !strcmp(claim->unit, unit);
}

/* One unit of the last digit that a figure was printed with. */
static double digit_of(double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.10g", fabs(value));
    const char *point = strchr(text, '.');
    return point ? pow(10, -(double)strlen(point + 1)) : 1;
}

static bool has_exact_word(const struct record_claim *claim, const char *word)
{
    for (size_t i = 0; i < claim->words_nr; i++)
        if (!strcasecmp(claim->words[i], word))
            return true;
    return false;
}

static bool speaks_of_quality(const char *text)
{
    static const char *const words[] = {"fast", "slow", "better", "worse", "improv", "gain",
                                        "regress", "speedup", "speed-up", "outperform", "degrad",
                                        "penalty", "quicker"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcasestr(text, words[i]))
            return true;
    return false;
}

/* The size of a rate's unit, both ways in which k, M and G are meant; 0 where it is none. */
static void scales_of(const char *unit, double scale[2])
{
    static const enum units_base bases[] = {UNITS_DECIMAL, UNITS_BINARY};
    scale[0] = scale[1] = 0;
    static const struct {
        const char *unit;
        double scale;
    } own[] = {{"IOPS", 1}, {"ms", 1e6}, {"us", 1e3}, {"ns", 1}}; /* times as ns */
    for (size_t i = 0; unit && i < sizeof own / sizeof own[0]; i++)
        if (!strcmp(unit, own[i].unit))
            scale[0] = scale[1] = own[i].scale;
    for (size_t i = 0; unit && !scale[0] + !scale[1] && i < 2; i++) {
        double factor;
        if (units_prefix(unit, strlen(unit), bases[i], &factor))
            scale[i] = factor;
    }
}

enum { MOST_READINGS = 2 };

/* What a candidate gives in the unit of the claim, with the sign of the direction; two
 * readings: both bases of a percentage, both meanings of k and M. */
static size_t read_candidate(const struct claim_check *check, const struct claim_candidate *candidate,
                             double out[MOST_READINGS])
{
    const struct record_claim *claim = check->claim;
    const struct metric *metric = metric_find(candidate->from->metric);
    double from = candidate->base, to = candidate->value, scale[2];
    bool is_lower = metric && metric->better == METRIC_LOWER && check->is_of_quality;
    if (is_unit(claim, "%")) {
        double rise = 100 * (to / from - 1), other = -100 * (from / to - 1);
        out[0] = is_lower ? -rise : rise;
        out[1] = is_lower ? -other : other;
        return 2;
    }
    if (is_unit(claim, "x")) {
        double ratio = is_lower ? from / to : to / from;
        out[0] = ratio >= 1 ? ratio : -1 / ratio;
        return 1;
    }
    scales_of(claim->unit, scale);
    for (size_t i = 0; i < 2; i++)
        out[i] = scale[i] > 0 ? (to - from) / scale[i] : 0;
    return scale[0] > 0 ? 2 : 0;
}

/* How far a value may be from the one claimed. */
static double tolerance(const struct claim_check *check, const struct claim_candidate *candidate,
                        double claimed, double value)
{
    double most = digit_of(claimed) * (1 + 1e-6), noise = candidate->noise;
    if (is_unit(check->claim, "%"))
        most += noise * (100 + fabs(value));
    else
        most += noise * fabs(value);
    if (!strcmp(check->claim->hedge ? check->claim->hedge : "", "about") && 0.2 * claimed > most)
        most = 0.2 * claimed;
    return most;
}

static bool is_main(const struct claim_check *check, const struct claim_candidate *candidate)
{
    return candidate->rule == check->main;
}

static void set_nearest(const struct claim_check *check, const struct claim_candidate *candidate,
                        double value)
{
    check->out->has_nearest = true;
    check->out->nearest = value;
    check->out->rule = claim_candidate_text(check->data, candidate, check->arena);
    const struct attribute *attribute = &check->data->attributes.at[candidate->attribute];
    uint32_t base = candidate->from->levels[candidate->attribute];
    uint32_t level = candidate->to->levels[candidate->attribute];
    check->out->factor = base && level ? attribute->name : NULL;
    check->out->base = base ? attribute->levels[base - 1] : NULL;
    check->out->level = level ? attribute->levels[level - 1] : NULL;
}

void claim_check_judge(const struct claim_check *check, enum compare_claim_verdict verdict,
                       const char *why)
{
    check->out->verdict = verdict;
    check->out->why = why;
}

/* The main candidates: smallest and largest value, and the nearest to what is claimed. */
struct span {
    size_t nr, wrong; /* how many, and how many go the other way */
    double low, high;
    double nearest_by;
    const struct claim_candidate *nearest;
    double nearest_value;
};

static struct span span_of(const struct claim_check *check, double claimed, bool only_main)
{
    struct span span = {.nearest_by = HUGE_VAL};
    for (size_t i = 0; i < check->candidates.nr; i++) {
        const struct claim_candidate *candidate = &check->candidates.at[i];
        double values[MOST_READINGS];
        size_t nr = read_candidate(check, candidate, values);
        if (!nr || (only_main && !is_main(check, candidate)))
            continue;
        double value = values[0];
        if (!span.nr || value < span.low)
            span.low = value;
        if (!span.nr || value > span.high)
            span.high = value;
        span.nr++;
        span.wrong += value * check->direction < 0;
        if (fabs(value - claimed) < span.nearest_by) {
            span.nearest_by = fabs(value - claimed);
            span.nearest = candidate;
            span.nearest_value = value;
        }
    }
    return span;
}

static const char *say_value(const struct claim_check *check, double value)
{
    return arena_printf(check->arena, "%s%.3g", value < 0 ? "\xe2\x88\x92" : "", fabs(value));
}

static const char *say_span(const struct claim_check *check, const struct span *span)
{
    const char *unit = check->claim->unit ? check->claim->unit : "";
    if (span->nr == 1)
        return arena_printf(check->arena, "the one value to compare is %s %s",
                            say_value(check, span->low), unit);
    return arena_printf(check->arena, "%zu values from %s to %s %s", span->nr,
                        say_value(check, span->low), say_value(check, span->high), unit);
}

/* A single number. */
static void check_number(struct claim_check *check)
{
    const struct record_claim *claim = check->claim;
    double claimed = check->direction * claim->high;
    bool is_least = !strcmp(claim->hedge ? claim->hedge : "", "at-least");
    const struct claim_candidate *found = NULL;
    double found_value = 0, found_by = HUGE_VAL;
    for (size_t i = 0; i < check->candidates.nr; i++) {
        const struct claim_candidate *candidate = &check->candidates.at[i];
        bool is_pool = candidate->rule >= CLAIM_RULE_ALL_MAX;
        double values[MOST_READINGS];
        size_t nr = read_candidate(check, candidate, values);
        /* Where the sentence names the figures, only these count. */
        if (check->main != CLAIM_RULE_MEAN && !is_main(check, candidate))
            continue;
        for (size_t r = 0; r < nr && !(is_pool && r); r++) {
            double by = fabs(values[r] - claimed) + (double)candidate->rule * 1e-9;
            if (fabs(values[r] - claimed) <= tolerance(check, candidate, claim->high, values[r]) &&
                by < found_by) {
                found = candidate;
                found_by = by;
                found_value = values[r];
            }
        }
    }
    struct span span = span_of(check, claimed, true);
    if (!span.nr)
        span = span_of(check, claimed, false);
    if (found) {
        set_nearest(check, found, found_value);
        claim_check_judge(check, CLAIM_REPRODUCED, "a computed value is within the tolerance");
        return;
    }
    if (!span.nearest) {
        claim_check_judge(check, CLAIM_NOT_DERIVABLE, "no two results differ in what the sentence names");
        return;
    }
    set_nearest(check, span.nearest, span.nearest_value);
    double least = check->direction > 0 ? span.low : -span.high;
    if (is_least && least >= claim->low) {
        claim_check_judge(check, CLAIM_REPRODUCED, say_span(check, &span));
        return;
    }
    const char *why = say_span(check, &span);
    struct span all = span_of(check, claimed, false);
    if (check->main != CLAIM_RULE_MEAN && all.nearest && all.nearest_by < span.nearest_by)
        why = arena_printf(check->arena, "%s; nearest of all is %s (%s)", why,
                           say_value(check, all.nearest_value),
                           claim_candidate_text(check->data, all.nearest, check->arena));
    claim_check_judge(check,
          span.wrong == span.nr || (span.wrong && span.nearest_value * check->direction < 0)
              ? CLAIM_CONTRADICTED
              : CLAIM_DIRECTION_ONLY,
          why);
}

/* A range: all values must lie inside. */
static void check_range(struct claim_check *check)
{
    const struct record_claim *claim = check->claim;
    double low = check->direction > 0 ? claim->low : -claim->high,
           high = check->direction > 0 ? claim->high : -claim->low;
    struct span span = span_of(check, (low + high) / 2, true);
    struct span cells = span_of(check, (low + high) / 2, false);
    if (!span.nr)
        span = cells;
    if (!span.nr) {
        claim_check_judge(check, CLAIM_NOT_DERIVABLE, "no two results differ in what the sentence names");
        return;
    }
    double most = digit_of(claim->high) > digit_of(claim->low) ? digit_of(claim->high)
                                                               : digit_of(claim->low);
    set_nearest(check, span.nearest, span.nearest_value);
    const char *why = say_span(check, &span);
    if (cells.nr > span.nr)
        why = arena_printf(check->arena, "%s; %s with single jobs", why, say_span(check, &cells));
    if (span.low >= low - most * (1 + 1e-6) && span.high <= high + most * (1 + 1e-6))
        claim_check_judge(check, CLAIM_REPRODUCED, why);
    else if (span.wrong)
        claim_check_judge(check, CLAIM_CONTRADICTED, why);
    else
        claim_check_judge(check, CLAIM_DIRECTION_ONLY, why);
}

/* "From X to Y": both values must stand in one pair of cells. */
static void check_values(struct claim_check *check)
{
    const struct record_claim *claim = check->claim;
    double scale[2], old = check->direction > 0 ? claim->low : claim->high,
                     new = check->direction > 0 ? claim->high : claim->low;
    scales_of(claim->unit, scale);
    for (size_t i = 0; i < check->candidates.nr; i++) {
        const struct claim_candidate *candidate = &check->candidates.at[i];
        for (size_t k = 0; k < 2 && scale[k] > 0; k++) {
            double from = candidate->base / scale[k], to = candidate->value / scale[k];
            if (fabs(from - old) <= digit_of(old) + candidate->noise * from &&
                fabs(to - new) <= digit_of(new) + candidate->noise * to) {
                set_nearest(check, candidate, to - from);
                claim_check_judge(check, CLAIM_REPRODUCED, "both values stand in the results");
                return;
            }
        }
    }
    struct span span = span_of(check, new - old, true);
    if (!span.nearest) {
        claim_check_judge(check, CLAIM_NOT_DERIVABLE, "no two results differ in what the sentence names");
        return;
    }
    set_nearest(check, span.nearest, span.nearest_value);
    claim_check_judge(check, span.wrong == span.nr ? CLAIM_CONTRADICTED : CLAIM_DIRECTION_ONLY,
          say_span(check, &span));
}

/* "Limited to X": no value may be larger. */
static void check_limit(struct claim_check *check)
{
    const struct record_claim *claim = check->claim;
    double scale[2], most = -1;
    scales_of(claim->unit, scale);
    for (size_t i = 0; i < check->candidates.nr; i++) {
        const struct claim_candidate *candidate = &check->candidates.at[i];
        most = fmax(most, fmax(candidate->base, candidate->value));
    }
    if (most < 0 || !(scale[0] > 0)) {
        claim_check_judge(check, CLAIM_NOT_DERIVABLE, "no two results differ in what the sentence names");
        return;
    }
    double largest = most / (scale[1] > scale[0] ? scale[1] : scale[0]);
    check->out->has_nearest = true;
    check->out->nearest = largest;
    check->out->rule = "the largest value";
    claim_check_judge(check, largest <= claim->high + digit_of(claim->high) ? CLAIM_REPRODUCED : CLAIM_CONTRADICTED,
          "the largest value of what the sentence names");
}

/* "No difference": a verdict is needed, which takes runs. */
static void check_none(struct claim_check *check)
{
    size_t decided = 0, same = 0, single = 0, nr = 0;
    const struct claim_candidate *largest = NULL;
    double largest_pct = 0;
    for (size_t i = 0; i < check->candidates.nr; i++) {
        const struct claim_candidate *candidate = &check->candidates.at[i];
        if (candidate->rule != CLAIM_RULE_MEAN)
            continue;
        double pct = 100 * (candidate->value / candidate->base - 1);
        struct stats_ratio ratio = stats_ratio(&candidate->from->runs, &candidate->to->runs, 0.95);
        nr++;
        single += !ratio.has_interval;
        decided += ratio.has_interval &&
                   (ratio.low_pct > check->noise_pct || ratio.high_pct < -check->noise_pct);
        same += ratio.has_interval && ratio.low_pct >= -check->noise_pct &&
                ratio.high_pct <= check->noise_pct;
        if (!largest || fabs(pct) > fabs(largest_pct)) {
            largest = candidate;
            largest_pct = pct;
        }
    }
    if (!largest) {
        claim_check_judge(check, CLAIM_NOT_DERIVABLE, "no two results differ in what the sentence names");
        return;
    }
    set_nearest(check, largest, largest_pct);
    struct span jobs = span_of(check, 0, false);
    const char *all = nr < jobs.nr ? arena_printf(check->arena, "; %s with single jobs",
                                                  say_span(check, &jobs))
                                   : "";
    if (decided)
        claim_check_judge(check, CLAIM_CONTRADICTED,
              arena_printf(check->arena, "%zu of %zu differences are beyond the noise%s", decided, nr,
                           all));
    else if (same == nr)
        claim_check_judge(check, CLAIM_REPRODUCED, "all differences lie within the noise");
    else
        claim_check_judge(check, CLAIM_NOT_SHOWN,
              arena_printf(check->arena, "%s%s",
                           single ? "single runs cannot tell a difference from none"
                                  : "the runs spread too much to tell",
                           all));
}

static void check_share(struct claim_check *check)
{
    double by = HUGE_VAL, value = 0;
    const struct claim_candidate *found = NULL;
    for (size_t i = 0; i < check->candidates.nr; i++) {
        const struct claim_candidate *candidate = &check->candidates.at[i];
        const double shares[] = {100 * candidate->value / candidate->base,
                                 100 * candidate->base / candidate->value};
        for (size_t k = 0; k < 2; k++)
            if (fabs(shares[k] - check->claim->high) < by) {
                by = fabs(shares[k] - check->claim->high);
                value = shares[k];
                found = candidate;
            }
    }
    if (!found) {
        claim_check_judge(check, CLAIM_NOT_DERIVABLE, "no two results differ in what the sentence names");
        return;
    }
    set_nearest(check, found, value);
    claim_check_judge(check, by <= tolerance(check, found, check->claim->high, value) ? CLAIM_REPRODUCED
                 : value < 100                                           ? CLAIM_DIRECTION_ONLY
                                                                         : CLAIM_CONTRADICTED,
          "the share that one value is of the other");
}

void claim_check_run(struct claim_check *check)
{
    const struct record_claim *claim = check->claim;
    const char *direction = claim->direction ? claim->direction : "";
    bool is_rate = !is_unit(claim, "%") && !is_unit(claim, "x");
    check->direction = !strcmp(direction, "decrease") ? -1 : 1;
    check->is_of_quality = speaks_of_quality(claim->text ? claim->text : "");
    claim_candidates_find(&check->candidates, check->data, claim, check->arena);
    check->main = claim_candidates_rule(&check->candidates, claim);
    if (!strcmp(direction, "none"))
        (claim->high > 0 ? check_limit : check_none)(check);
    else if (has_exact_word(claim, "of") && is_unit(claim, "%"))
        check_share(check);
    else if (is_rate && claim->low < claim->high)
        check_values(check);
    else if (claim->low < claim->high)
        check_range(check);
    else
        check_number(check);
}

