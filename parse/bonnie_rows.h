/* The rows of the text of bonnie++ and of the original bonnie. */
#ifndef IOD_PARSE_BONNIE_ROWS_H
#define IOD_PARSE_BONNIE_ROWS_H

#include "parse/bonnie.h"
#include "parse/pattern.h"

enum bonnie_row {
    BONNIE_IO_HEAD,
    BONNIE_FILE_HEAD,
    BONNIE_CONCURRENCY,
    BONNIE_NAMES,
    BONNIE_LATENCY,
    BONNIE_IO,
    BONNIE_ORIGINAL,
    BONNIE_FILES,
    BONNIE_TAIL,      /* cells that mail pushed into a line of their own */
    BONNIE_BROKEN,    /* a row of figures that is none of the above */
};

enum { BONNIE_ROWS = BONNIE_BROKEN + 1 };

extern const struct pattern_row bonnie_rows[BONNIE_ROWS];

/* Returns a copy of the line, as long as it, in the arena, in which what people and their
 * programs put between cells is blank: tabs, bars, dots that fill gaps, and the marks of
 * bold type in markdown, Textile, BBCode and HTML. */
char *bonnie_clean(struct arena *arena, const char *line, size_t length);

/* Splits at blanks; returns how many cells, at most `most`. */
size_t bonnie_split(const char *at, size_t length, struct bonnie_cell *cells, size_t most);

/* Where the columns of names say that the operations stand. */
struct bonnie_columns {
    size_t ends[BONNIE_IO_OPS]; /* of the rates' names */
    size_t nr;
    double rate_unit; /* what they say of it, in bytes/s; 0 for nothing */
    size_t prefix;    /* bytes before the names that are not blank: something stands in
                         front of every line */
    const char *line; /* NULL for none */
};
void bonnie_read_columns(struct bonnie_columns *columns, const char *line);

/* How the cells of a row stand. */
struct bonnie_form {
    size_t step;  /* cells for an operation: 2 for a rate and a share of CPU */
    size_t width; /* of the first of them, where it is not too wide */
    size_t right; /* columns that its end stands right of its rate's name */
    size_t seam;  /* where a wrapped line was joined: behind it columns tell nothing */
};

/* Finds which operation (0 to 5) each of nr values is whose cells are given, with the line that
 * they stand in: by order where all six are there; else by the columns; else four are those
 * of a run without the tests of single bytes.  *is_certain says that nothing had to be
 * guessed.  Returns false where they cannot be told apart. */
bool bonnie_place(const struct bonnie_columns *columns, const char *line,
                  const struct bonnie_cell *cells, const struct bonnie_form *form, size_t nr,
                  unsigned *ops, bool *is_certain);

#endif
