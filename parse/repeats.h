/* Repeats: which results stand in the input once more, quoted or sent again. */
#ifndef IOD_PARSE_REPEATS_H
#define IOD_PARSE_REPEATS_H

#include <stdbool.h>
#include <stddef.h>

#include "record/record.h"

/* The results met so far.  Of each some hundred bytes are kept, whatever its size,
 * and none of its texts. */
struct repeats;

struct repeats *repeats_new(void);

/* Takes NULL. */
void repeats_free(struct repeats *repeats);

/* Says that the results from here on stand in another message, or in another text
 * that is no mail. */
void repeats_next_message(struct repeats *repeats);

/* Decides whether the result repeats one that was met before; to be called for all
 * results in the order of the input, when labels, source and id are set.  A repeat
 * gets quoted and source.first.  Returns record->quoted.
 *
 * The earlier one counts, be it the quotation or what was quoted.  A result repeats
 * it where no factor, no job and no setting of both has another level, and
 * - in a quotation: its line or all its figures are equal, and the earlier one stands
 *   in another message, or in this one at another depth of quotation;
 * - in an author's own text: the whole block is equal, and the earlier one stands in a
 *   quotation, or as well in the own text of another mail with all labels equal, as
 *   where a series of patches is sent once more.
 * What a whole sentence above a result says is no level here, but between own texts of
 * mails under different subjects ("Re:" and what is in brackets left out).
 * So two runs of one command with equal figures stay two in one text, as do equal
 * figures under different labels and equal logs of their own.  A result that comes
 * with quoted set (a lone line of a block of the same text) only gets source.first,
 * where that is known. */
bool repeats_meet(struct repeats *repeats, struct record *record);

#endif
