/* The tables of patterns, for checks that go over every row of them. */
#ifndef IOD_PARSE_ROW_TABLE_H
#define IOD_PARSE_ROW_TABLE_H

#include "parse/pattern.h"

struct row_table {
    const char *name;
    const struct pattern_row *rows;
    size_t nr;
};

/* Those of tool_bonnie.c, tool_dd.c, tool_fio_uring.c, command.c, vocabulary.c and
 * evidence.c; those of fio's text are in parse/fio_rows.h. */
extern const struct row_table row_table_bonnie, row_table_dd, row_table_shell, row_table_uring,
    row_table_vocabulary, row_table_memory, row_table_compression, row_table_drop;

#endif
