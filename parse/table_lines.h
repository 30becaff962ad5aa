/* The lines of a table, on their way to be a grid. */
#ifndef IOD_PARSE_TABLE_LINES_H
#define IOD_PARSE_TABLE_LINES_H

#include "parse/table.h"

struct table_line {
    size_t line;      /* index in the stream */
    const char *at;
    size_t length;
    struct table_span *spans; /* its pieces, cut as the table is */
    size_t nr;
    size_t figures;   /* how many of them are figures */
    bool is_head;
    bool is_ruled;    /* a rule stands directly below */
    bool is_joined;   /* it took the line below in: its pieces are no part of it */
    bool has_blank_start; /* white space or a bar in front of the first piece */
};

struct table_lines {
    struct arena *arena; /* borrowed */
    struct table_line *at;
    size_t nr;
    bool has_bars, has_tabs;
    bool has_border;   /* a bar begins most lines that have any figure */
    bool is_boxed;     /* rules between most of the rows */
    size_t pieces;     /* between bars, in most lines */
    size_t first_rule; /* how many lines stand above the first rule that has any, or 0 */
};

/* Collects the lines of a region that are no rules and not blank, cut at bars, tabs or
 * gaps of two blanks, and tells which are of the header. */
void table_lines_read(const struct table_grid *grid, const struct table_region *region,
                      struct table_lines *lines);

/* A column on the screen. */
struct table_field {
    unsigned from, to;
    size_t piece; /* between bars: which piece it is in */
};

/* Cut the lines of figures into the same columns: by the columns of the screen that are
 * blank in all; by the number of pieces.  fields gets where the columns are, and
 * cells[line * TABLE_COLUMNS + column] the texts.  Return how many columns there are, 0
 * where the lines do not fit. */
size_t table_fields_by_blanks(const struct table_grid *grid, const struct table_lines *lines,
                              struct table_field *fields, const char **cells);
size_t table_fields_by_pieces(const struct table_grid *grid, const struct table_lines *lines,
                              struct table_field *fields, const char **cells);
size_t table_fields_by_words(const struct table_grid *grid, const struct table_lines *lines,
                             struct table_field *fields, const char **cells);
size_t table_fields_by_bars(const struct table_grid *grid, struct table_lines *lines,
                            struct table_field *fields, const char **cells);

/* What these share: the text from the first piece to the last, in the arena of the grid; the
 * number of pieces that most lines of figures have; a column made as wide as a piece; and
 * whether columns of figures have nearly nothing else. */
const char *table_text_of(const struct table_grid *grid, const struct table_span *first,
                          const struct table_span *last);
size_t table_most_pieces(const struct table_lines *lines);
void table_field_widen(struct table_field *field, const struct table_span *span);
bool table_cells_are_sound(const struct table_lines *lines, const char **cells, size_t cols);

/* Spreads the pieces of a line of the header over the columns, of which the first ones
 * are labels; is_last says that it is the lowest one, whose pieces are each of one
 * column.  Returns whether groups of columns that bars mark stand over whole ones. */
bool table_head_spread(const struct table_grid *grid, const struct table_lines *lines,
                       const struct table_line *line, const struct table_field *fields,
                       size_t labels, bool is_last, const char **cells);

#endif
