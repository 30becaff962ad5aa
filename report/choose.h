/* Choice: by which factors to compare, against which level, in which pairs. */
#ifndef IOD_REPORT_CHOOSE_H
#define IOD_REPORT_CHOOSE_H

#include <stdbool.h>

#include "record/diag.h"
#include "report/comparison.h"
#include "report/pairing.h"

/* The factors to make sections of, in order. */
struct choice {
    size_t *at; /* indices of attributes; malloc()ed, freed by the caller */
    size_t nr;
    size_t failed; /* a factor that was tried and pairs nothing, the number of
                      attributes where there is none */
};

/* Chooses the factors.  With options->by these, where several names joined by
 * commas are one; returns -1 with *diag set where no record has it.  Else every
 * factor of config that pairs something, the one with fewest levels first; the
 * file where no factor does, or first of all where each file holds the same
 * configurations, more than one; else the settings that pair something; else the
 * message. */
int choose_factors(struct pairing *pairing, struct choice *choice, struct diag *diag);

/* Sets the baseline and the pairs of a section whose levels are set.  The
 * baseline is that of the options where the section has it, else the first level with one of the words
 * that people use for it, else the level first seen.  With three to six levels
 * all pairs are compared, the baseline's first; with more, each against the
 * baseline.  The options name a level as it is written, without regard to case and
 * with equal sizes (16k, 16384) the same; else by its letter in the legend; else by
 * a part of three characters or more that one level alone has.  Returns whether
 * the section has the levels that the options name. */
bool choose_pairs(struct compare_section *section, const struct compare_options *options,
                  const char *first_level, struct arena *arena);

#endif
