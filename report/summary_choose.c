/* Which section, and which pair of it, the summary speaks of. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/memory.h"
#include "report/compare_words.h"
#include "report/summary.h"

/* A change that a sentence can speak of. */
bool summary_is_told(const struct compare_row *row, const struct compare_change *change)
{
    return row->kind != ROW_PART && !row->is_cost && change->has_delta &&
           change->bound == COMPARE_EXACT;
}

bool summary_has_sign(const struct compare_change *change)
{
    return compare_is_decided(change->verdict) || change->verdict == VERDICT_SINGLE;
}

/* How large a change is, whatever its direction: halving counts as much as doubling. */
double summary_size(const struct compare_change *change)
{
    double ratio = 1 + change->delta_pct / 100;
    return ratio > 0 ? fabs(log(ratio)) : 1e3;
}

/* How many records of a section stand in the author's own words, and how many in all. */
static double weigh(const struct compare_section *section)
{
    double weight = 0;
    for (size_t r = 0; r < section->rows_nr; r++)
        for (size_t i = 0; i < section->levels_nr && section->rows[r].kind != ROW_TOTAL; i++)
            for (size_t k = 0; k < section->rows[r].cells[i].nr && !section->rows[r].is_cost; k++) {
                const struct compare_sample *sample = &section->rows[r].cells[i].samples[k];
                bool is_quoted = sample->records[0]->source.quote > 0;
                weight += (is_quoted ? 0.01 : 1) * (double)sample->records_nr;
            }
    return weight;
}

/* How far the changes of a pair go to both sides: the lesser of the largest rise and fall. */
static double opposition(const struct compare_section *section, size_t pair, double noise)
{
    double rise = 0, fall = 0;
    for (size_t r = 0; r < section->rows_nr; r++) {
        const struct compare_change *change = &section->rows[r].changes[pair];
        if (!summary_is_told(&section->rows[r], change) || !summary_has_sign(change) ||
            fabs(change->delta_pct) <= noise)
            continue;
        double *side = change->delta_pct > 0 ? &rise : &fall;
        *side = fmax(*side, summary_size(change));
    }
    return fmin(rise, fall);
}

static double largest(const struct compare_section *section, size_t pair)
{
    double most = 0;
    for (size_t r = 0; r < section->rows_nr; r++)
        if (summary_is_told(&section->rows[r], &section->rows[r].changes[pair]))
            most = fmax(most, summary_size(&section->rows[r].changes[pair]));
    return most;
}

/* The section of most results; of several nearly as large, one whose changes go to both
 * sides. */
const struct compare_section *summary_choose_section(const struct comparison *comparison)
{
    const struct compare_section *best = NULL;
    double *weights = memory_alloc((comparison->sections_nr + 1) * sizeof *weights);
    double most = 0, strongest = -1;
    for (size_t s = 0; s < comparison->sections_nr; s++) {
        weights[s] = weigh(&comparison->sections[s]);
        most = fmax(most, weights[s]);
    }
    for (size_t s = 0; s < comparison->sections_nr; s++) {
        const struct compare_section *section = &comparison->sections[s];
        double strength = 0;
        for (size_t p = 0; p < section->pairs_nr; p++)
            strength = fmax(strength, opposition(section, p, comparison->options.noise_pct));
        if (weights[s] < most / 2 || strength <= strongest)
            continue;
        strongest = strength;
        best = section;
    }
    free(weights);
    return best;
}

/* What an author compares in a claim, as a pair of the section; pairs_nr where none. */
static size_t claimed_pair(const struct comparison *comparison,
                           const struct compare_section *section,
                           const struct compare_claim **claim)
{
    for (size_t c = 0; c < comparison->checks_nr; c++) {
        const struct compare_claim *check = &comparison->checks[c];
        if (!check->factor || strcmp(check->factor, section->factor))
            continue;
        for (size_t p = 0; p < section->pairs_nr; p++) {
            const char *base = section->levels[section->pairs[p].base].name;
            const char *level = section->levels[section->pairs[p].level].name;
            *claim = check;
            if ((!strcmp(base, check->base) && !strcmp(level, check->level)) ||
                (!strcmp(level, check->base) && !strcmp(base, check->level)))
                return p;
        }
    }
    *claim = NULL;
    return section->pairs_nr;
}

/* The pair to speak of: what the author compares; else one whose changes go to both sides,
 * the one with the largest; else the first. */
size_t summary_choose_pair(const struct comparison *comparison,
                           const struct compare_section *section,
                           const struct compare_claim **claim)
{
    size_t best = claimed_pair(comparison, section, claim);
    if (best < section->pairs_nr)
        return best;
    best = 0;
    double strongest = 0;
    for (size_t p = 0; p < section->pairs_nr; p++) {
        if (!(opposition(section, p, comparison->options.noise_pct) > 0))
            continue;
        double strength = largest(section, p);
        if (strength > strongest) {
            strongest = strength;
            best = p;
        }
    }
    return best;
}
