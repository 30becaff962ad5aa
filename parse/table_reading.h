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
};

/* What makes one record: a row, the first column of a group, a side of an arrow. */
struct table_place {
    size_t row, column;
    bool is_right;
};

/* Adds the labels of a record, its operation, its run and what marks an average. */
void table_labels_add(const struct table_reading *reading, struct result *result,
                      const struct table_place *place);

#endif
