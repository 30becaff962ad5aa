/* Inside pattern.c: the compiled rows of a table.  Those of a table that lives as long as the
 * program are made once and shared by all sets over it, in all threads. */
#ifndef IOD_PARSE_PATTERN_TABLE_H
#define IOD_PARSE_PATTERN_TABLE_H

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdatomic.h>

#include "parse/pattern.h"

struct pattern_code; /* of one row, made when it is first needed */

struct pattern_table {
    const struct pattern_row *rows; /* borrowed */
    size_t nr;
    struct pattern_code *codes;
    size_t *sizes;     /* of the literals, without PATTERN_ALL; 0 for none, and for lists */
    uint64_t *letters; /* pattern_letters() of the literals, 0 for none */
    uint64_t *any;     /* of what is a list of characters (PATTERN_ANY), 0 for others */
};

/* Makes a table of one set; the caller clears it with pattern_table_clear(). */
void pattern_table_make(struct pattern_table *table, const struct pattern_row *rows, size_t nr);
void pattern_table_clear(struct pattern_table *table);

/* Returns the shared table of the rows, which are constants; NULL where there are too many.
 * Threads may ask at the same time. */
struct pattern_table *pattern_table_shared(const struct pattern_row *rows, size_t nr);

/* Returns row i compiled, borrowed; NULL where it does not compile. */
const pcre2_code *pattern_table_code(struct pattern_table *table, size_t i);

/* Matches row i with length bytes of a line, by machine code where the row is used often.
 * Returns what pcre2_match() returns; *code gets what it used, borrowed.  What exceeds the
 * limits does so whatever was matched before. */
int pattern_table_match(struct pattern_table *table, size_t i, const char *line, size_t length,
                        pcre2_match_data *data, const pcre2_code **code);

#endif
