/* Parts of t_tree.c that several files share. */
#ifndef IOD_TESTS_T_TREE_PARTS_H
#define IOD_TESTS_T_TREE_PARTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "record/record.h"

/* Returns a copy of a JSON text in the arena; NULL where value is NULL or no
 * text. */
const char *record_read_text(struct arena *arena, const json_t *value);

/* Reads an integer from 0 to most into *count, also where it is written as
 * "2.0", as other programs do; returns whether value is one. */
bool record_read_count(const json_t *value, uint64_t most, uint64_t *count);

/* Fills metrics, bounds, histograms, errors, series and the claim of the record
 * from the JSON object of the whole record.  Returns NULL, or the key whose value
 * is of the wrong type (a constant). */
const char *record_read_figures(struct record *record, const json_t *object);

#endif
