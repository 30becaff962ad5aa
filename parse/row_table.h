/* The tables of patterns, for checks that go over every row of them. */
#ifndef IOD_PARSE_ROW_TABLE_H
#define IOD_PARSE_ROW_TABLE_H

#include "parse/pattern.h"

struct row_table {
    const char *name;
    const struct pattern_row *rows;
    size_t nr;
};

/* Each is defined beside its rows, in parse/, and stands in row_tables. */
extern const struct row_table row_table_bonnie, row_table_compression, row_table_dd,
    row_table_dd_kin, row_table_drop, row_table_fio, row_table_memory, row_table_prose,
    row_table_shell, row_table_time, row_table_uring, row_table_vocabulary, row_table_zcav;

/* All of them, ended by NULL. */
extern const struct row_table *const row_tables[];

#endif
