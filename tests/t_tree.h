/* A second reader of records, built on jansson's trees: slow, and simple enough to be
 * believed.  What record/record_read.h reads must be the same. */
#ifndef IOD_TESTS_T_TREE_H
#define IOD_TESTS_T_TREE_H

#include "record/record_read.h"

/* As record_read_line(), into an arena; *why is only set with RECORD_READ_WRONG_VALUE. */
enum record_read_result t_tree_read(struct arena *arena, const char *text, size_t length,
                                    struct record **record, const char **why);

#endif
