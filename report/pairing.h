/* Pairing: measurements become rows and cells, by one factor. */
#ifndef IOD_REPORT_PAIRING_H
#define IOD_REPORT_PAIRING_H

#include <stdbool.h>
#include <stddef.h>

#include "record/arena.h"
#include "report/attribute.h"
#include "report/comparison.h"
#include "report/measure.h"

struct pairing {
    struct measure_list measures;
    struct attribute_list attributes;
    const struct compare_options *options;
    struct arena *arena;
    const struct record **campaigns; /* whose plans say the order of levels */
    size_t campaigns_nr;
};

/* The attributes that become part of the key of a row. */
struct pairing_keys {
    size_t *at; /* indices of attributes; malloc()ed, freed by the caller */
    size_t nr;
};

/* The most cells that a section may have: rows times levels. */
#define PAIRING_CELLS_MAX ((size_t)4000000)

/* The most figures that may be looked at for the rows of a section: for each row
 * those of all records that could be in it. */
#define PAIRING_FIGURES_MAX 1e9

/* The value of factor for a section that compares nothing and only shows values. */
#define PAIRING_NO_FACTOR ((size_t)-1)

/* Returns the keys for a comparison by factor: every other attribute that
 * varies.  The file, message or target is one only where some file, message or target
 * holds two levels of the factor, for then the comparison stands within it; and a
 * comparison by file leaves out the factors of config of which every file has
 * one level, for the file stands for them. */
struct pairing_keys pairing_keys(const struct pairing *pairing, size_t factor);

/* Returns how many rows have at least two levels of factor under these keys. */
size_t pairing_count(const struct pairing *pairing, size_t factor, const struct pairing_keys *keys);

/* Builds the section by factor: levels, rows, the samples of each cell, in run
 * order; no statistics.  Only rows of at least two levels are kept, or all where
 * factor is PAIRING_NO_FACTOR; *unpaired gets the number of the others.
 * Returns whether a row was kept; false with *is_too_large set where the section
 * would have more than PAIRING_CELLS_MAX cells or PAIRING_FIGURES_MAX figures. */
bool pairing_build(const struct pairing *pairing, size_t factor, struct compare_section *section,
                   size_t *unpaired, bool *is_too_large);

#endif
