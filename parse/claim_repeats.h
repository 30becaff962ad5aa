/* Repeats of claims: what was said before, quoted or sent again. */
#ifndef IOD_PARSE_CLAIM_REPEATS_H
#define IOD_PARSE_CLAIM_REPEATS_H

#include <stdbool.h>

#include "record/record.h"

/* The claims met so far: a few bytes of each. */
struct claim_repeats;

struct claim_repeats *claim_repeats_new(void);

/* Takes NULL. */
void claim_repeats_free(struct claim_repeats *repeats);

/* Marks a claim that was met before, in whatever message and depth of quotation: its sentence
 * has the same letters and digits, and it says the same figures.  It gets quoted and
 * source.first.  To be called in the order of the input, when the id is set.  Returns
 * record->quoted. */
bool claim_repeats_meet(struct claim_repeats *repeats, struct record *record);

#endif
