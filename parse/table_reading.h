/* A table on its way to be records. */
#ifndef IOD_PARSE_TABLE_READING_H
#define IOD_PARSE_TABLE_READING_H

#include "parse/table.h"
#include "parse/tool.h"

enum { TABLE_MOST_KNOWN = 32 };

/* The walk over the tables of a text. */
struct table_walk {
    struct text *text;
    struct tool_output *output;
    size_t stream;
    bool names_tool;
    const struct table_grid *tables[TABLE_MOST_KNOWN]; /* that were read */
    size_t nr;
    const struct table_reading *readings; /* that gave results, the last first */
};

/* One table. */
struct table_reading {
    struct table_walk *walk;
    const struct table_grid *grid;
    struct table_meaning *meaning;
    size_t kind;         /* tables of one kind share their factors */
    const char *section; /* the label of a row that heads others, NULL for none */
    size_t section_line;
    bool may_lack_unit;  /* the words of the table tell what figures without a unit are */
    bool has_values;     /* figures of rows whose unit nobody says */
    struct record **made; /* of each row and column, two: of the left side and of the right */
    const struct table_reading *before; /* the one that was read before it, or NULL */
};

/* What makes one record: a row, the first column of a group, a side of an arrow. */
struct table_place {
    size_t row, column;
    bool is_right;
};

/* The record that was made of a place, which may be NULL. */
struct record **table_made(const struct table_reading *reading, const struct table_place *place);

/* The text of a row, joined where mail broke it. */
const char *table_row_text(const struct table_reading *reading, const struct table_row *row);

/* Adds the claims of a table whose results were added. */
void table_changes_add(const struct table_reading *reading);

/* Says whether a row prints changes of others: "diff  +4%  +11%". */
bool table_is_change_row(const struct table_grid *grid, const struct table_meaning *meaning,
                         size_t row);

/* Adds the labels of a record, its operation, its run and what marks an average. */
void table_labels_add(const struct table_reading *reading, struct result *result,
                      const struct table_place *place);

#endif
