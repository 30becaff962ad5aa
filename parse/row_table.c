#include "parse/row_table.h"

/* tests/row_tables.test says which one is missing. */
const struct row_table *const row_tables[] = {
    &row_table_bonnie, &row_table_compression, &row_table_dd,     &row_table_dd_kin,
    &row_table_drop,   &row_table_fio,         &row_table_memory, &row_table_prose,
    &row_table_shell,  &row_table_time,        &row_table_uring,  &row_table_vocabulary,
    &row_table_zcav,
    NULL,
};
