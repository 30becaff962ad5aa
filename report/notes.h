/* Notes: the sentences that a comparison needs to be read rightly. */
#ifndef IOD_REPORT_NOTES_H
#define IOD_REPORT_NOTES_H

#include "record/arena.h"
#include "report/comparison.h"
#include "report/pairing.h"

/* A growing list of notes in an arena. */
struct notes {
    struct arena *arena;
    struct compare_note *at;
    size_t nr, room;
};

/* Adds a note; a later one of the same code and row NULL is added as well. */
void notes_add(struct notes *notes, const char *code, enum compare_weight weight,
               const struct compare_row *row, size_t nr, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/* Adds what limits belief in a judged section: rank tests that cannot decide,
 * drift, shifts of level, two modes, first runs, outliers, blocked runs, jobs that a side lacks, shifts of
 * the mix, unsure repetitions, single runs, rows that do not pair. */
void notes_of_section(struct compare_section *section, size_t unpaired, enum compare_stat stat,
                      struct arena *arena);

/* Returns whether the runs of a cell shift from one level to another, more clearly than
 * they drift. */
bool notes_is_step(const struct compare_cell *cell);

/* Adds to a section which settings that nobody named its rows are split by, and
 * which factors go with the file. */
void notes_of_split(struct notes *notes, const struct pairing *pairing, size_t factor);

/* Adds why nothing pairs by factor: the attributes without which it would. */
void notes_of_failure(struct notes *notes, const struct pairing *pairing, size_t factor);

/* Adds what campaigns say of themselves: why they ended, where that limits belief, and what
 * changed on their host between their first and last look at it. */
void notes_of_campaigns(struct notes *notes, const struct comparison *comparison);

/* Adds whether hosts that measured together (params.rank) did so at the same time, of the nr
 * results. */
void notes_of_ranks(struct notes *notes, const struct record *const *used, size_t nr);

#endif
