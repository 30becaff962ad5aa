/* The words, signs and figures of compare.h that all formats share. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/compare_words.h"

/* "faster" fits what moves or takes time; a CPU share is better or worse. */
static bool is_speed(const struct metric *metric)
{
    return metric &&
           (metric->unit == UNIT_BYTES_PER_S || metric->unit == UNIT_PER_S ||
            metric->unit == UNIT_S || metric->unit == UNIT_NS) &&
           strncmp(metric->name, "cpu_", 4) != 0;
}

const char *compare_verdict_word(enum compare_verdict verdict, const struct metric *metric)
{
    static const char *const words[VERDICT_NR][2] = {
        [VERDICT_BETTER] = {"better", "faster"},
        [VERDICT_WORSE] = {"worse", "slower"},
        [VERDICT_RISE] = {"higher", "higher"},
        [VERDICT_FALL] = {"lower", "lower"},
        [VERDICT_SAME] = {"no practical change", "no practical change"},
        [VERDICT_UNDECIDED] = {"undecided", "undecided"},
        [VERDICT_SINGLE] = {"single run", "single run"},
        [VERDICT_NONE] = {"no verdict", "no verdict"},
        [VERDICT_INCOMPARABLE] = {"not comparable", "not comparable"},
        [VERDICT_UNPAIRED] = {"unpaired", "unpaired"},
    };
    return verdict < VERDICT_NR ? words[verdict][is_speed(metric)] : "";
}

bool compare_is_decided(enum compare_verdict verdict)
{
    return verdict == VERDICT_BETTER || verdict == VERDICT_WORSE || verdict == VERDICT_RISE ||
           verdict == VERDICT_FALL;
}

const char *compare_op_title(const struct compare_row *row)
{
    static const char *const titles[][2] = {
        {"putc", "character write"},         {"put_block", "block write"},
        {"getc", "character read"},          {"get_block", "block read"},
        {"seq_create", "sequential create"}, {"seq_stat", "sequential stat"},
        {"seq_del", "sequential delete"},    {"ran_create", "random create"},
        {"ran_stat", "random stat"},         {"ran_del", "random delete"},
    };
    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        if (!strcmp(row->op, titles[i][0]))
            return titles[i][1];
    return *row->op ? row->op : row->known ? row->known->title : row->metric;
}

const char *compare_reason_text(enum compare_reason reason)
{
    static const char *const texts[] = {
        [REASON_NONE] = "",
        [REASON_WIDE] = "the interval reaches into the noise",
        [REASON_FAMILY] = "not significant among so many comparisons",
        [REASON_UNSURE] = "the runs may not be repetitions",
        [REASON_NO_SPREAD] = "all runs print the same figure, so their spread is not known",
        [REASON_NEGATIVE] = "a mean is zero or negative, so there is no ratio",
        [REASON_UNBOUNDED] = "the interval has no ends: the baseline may be zero",
        [REASON_FEW] = "so few runs have no interval of medians",
    };
    return (size_t)reason < sizeof texts / sizeof texts[0] ? texts[reason] : "";
}

const struct compare_change *compare_baseline_change(const struct compare_section *section,
                                                     const struct compare_row *row, size_t level)
{
    for (size_t p = 0; p < section->pairs_nr; p++)
        if (section->pairs[p].base == section->baseline && section->pairs[p].level == level)
            return &row->changes[p];
    return NULL;
}

const char *compare_bound_sign(enum compare_bound bound)
{
    static const char *const signs[] = {[COMPARE_EXACT] = "",
                                        [COMPARE_AT_LEAST] = "\xe2\x89\xa5",
                                        [COMPARE_AT_MOST] = "\xe2\x89\xa4",
                                        [COMPARE_UNKNOWN] = "?"};
    return signs[bound];
}

static bool is_named(const struct compare_section *section, size_t level)
{
    for (size_t p = 0; p < section->pairs_nr; p++)
        if (section->pairs[p].base == level || section->pairs[p].level == level)
            return true;
    return false;
}

size_t compare_legend_levels(const struct compare_section *section, size_t *levels)
{
    size_t nr = 0;
    levels[nr++] = section->baseline;
    for (size_t i = 0; i < section->levels_nr; i++)
        if (i != section->baseline && is_named(section, i))
            levels[nr++] = i;
    return nr;
}

void compare_level_letter(const struct compare_section *section, size_t level, char *letter,
                          size_t size)
{
    size_t place = level == section->baseline ? 0 : level < section->baseline ? level + 1 : level;
    if (section->levels_nr <= 26)
        snprintf(letter, size, "%c", (char)('A' + place));
    else
        snprintf(letter, size, "#%zu", place + 1);
}

bool compare_cell_is_iec(const struct compare_cell *cell)
{
    for (size_t k = 0; k < cell->nr; k++) {
        const char *tool = cell->samples[k].records[0]->tool;
        if (!tool || (strcmp(tool, "fio") && strncmp(tool, "bonnie", 6)))
            return false;
    }
    return true;
}

bool compare_is_iec(const struct compare_row *row, size_t levels)
{
    for (size_t i = 0; i < levels; i++)
        if (!compare_cell_is_iec(&row->cells[i]))
            return false;
    return true;
}

void compare_format_pct(char *text, size_t size, double pct, int decimals, bool is_ascii)
{
    double shown = fabs(pct);
    if (shown >= 10000)
        decimals = 0;
    else if (shown >= 1000 && decimals > 1)
        decimals = 1;
    char digits[48];
    if (shown < 1e15)
        snprintf(digits, sizeof digits, "%.*f", decimals, shown);
    else
        snprintf(digits, sizeof digits, "%.3e", shown);
    bool is_zero = !strpbrk(digits, "123456789");
    const char *minus = is_ascii ? "-" : "\xe2\x88\x92";
    const char *sign = is_zero ? "" : pct < 0 ? minus : "+";
    snprintf(text, size, "%s%s", sign, digits);
}

void compare_format_delta(char *text, size_t size, const struct compare_change *change)
{
    char pct[64];
    text[0] = '\0';
    if (!change->has_delta)
        return;
    compare_format_pct(pct, sizeof pct, change->delta_pct, change->decimals, false);
    const char *sign = change->bound == COMPARE_AT_LEAST  ? "\xe2\x89\xa5 "
                       : change->bound == COMPARE_AT_MOST ? "\xe2\x89\xa4 "
                                                          : "";
    snprintf(text, size, "%s%s %%", sign, pct);
}

void compare_format_interval(char *text, size_t size, const struct compare_change *change)
{
    char low[64], high[64];
    snprintf(text, size, "%s", change->is_unbounded ? "[unbounded]" : "");
    if (!change->has_interval)
        return;
    compare_format_pct(low, sizeof low, change->low_pct, change->decimals, false);
    compare_format_pct(high, sizeof high, change->high_pct, change->decimals, false);
    snprintf(text, size, "[%s, %s]", low, high);
}

static bool has_pairs(const struct comparison *comparison)
{
    for (size_t s = 0; s < comparison->sections_nr; s++)
        for (size_t r = 0; r < comparison->sections[s].rows_nr; r++)
            for (size_t p = 0; p < comparison->sections[s].pairs_nr; p++)
                if (comparison->sections[s].rows[r].changes[p].is_paired)
                    return true;
    return false;
}

const char *compare_stat_name(enum compare_stat stat)
{
    return stat == COMPARE_MEDIAN ? "median" : "mean";
}

const char *compare_stat_text(const struct comparison *comparison)
{
    return comparison->options.stat == COMPARE_MEDIAN ? "medians" : "arithmetic means";
}

size_t compare_largest_family(const struct comparison *comparison)
{
    size_t largest = 0;
    for (size_t s = 0; s < comparison->sections_nr; s++)
        if (comparison->sections[s].family > largest)
            largest = comparison->sections[s].family;
    return largest;
}

const char *compare_method_text(const struct comparison *comparison)
{
    if (comparison->options.stat == COMPARE_MEDIAN)
        return "Hodges and Lehmann, of all single ratios; p of the exact rank test";
    if (comparison->options.method == COMPARE_FIELLER)
        return "Fieller's theorem, unequal variances, Satterthwaite df";
    if (has_pairs(comparison))
        return "delta method on its logarithm, Satterthwaite df; of pairs where runs were "
               "interleaved";
    return "delta method on its logarithm, Satterthwaite df";
}
